"""Leaderboards and members' pages: who is in them, and what others may see."""

import time
from typing import Any

import pytest
import sqlalchemy as sa
from starlette.testclient import TestClient

from hanamachi.server.db.schema import RATINGS
from hanamachi.server.ratings.levels import levels_of
from tests.server.support.members import (
    Headers,
    lose,
    rated_table,
    rating_id,
    say,
    sign_up,
    user_id,
    write,
)
from tests.server.support.visitors import Seat, guest, open_table, problem, sit

DAY = 86_400.0


def settle(database: str, who: Headers, rating: float, **more: Any) -> None:
    """Give a member a settled rating in Okiya's list."""
    values = {"deviation": 60.0, "volatility": 0.06, "games": 30, "last": time.time()} | more
    here = {"list": "okiya", "rating_id": rating_id(database, who), "rating": rating}
    write(database, lambda db: db.execute(sa.insert(RATINGS).values(**here, **values)))


def board(house: TestClient, who: Headers | None = None, name: str = "okiya") -> Any:
    answer = house.get(f"/api/ratings/{name}", headers=who or {})
    assert answer.status_code == 200, answer.text
    return answer.json()


def test_a_leaderboard_has_settled_and_active_members(house: TestClient, database: str) -> None:
    names = ("Mika", "Sora", "Kiku", "Aoi", "Haru")
    mika, sora, kiku, aoi, haru = (sign_up(house, database, name) for name in names)
    settle(database, mika, 1600.0)
    settle(database, sora, 1700.0)
    settle(database, kiku, 1800.0, deviation=120.0)  # provisional
    settle(database, aoi, 1900.0, last=time.time() - 31 * DAY)  # has not played for a month
    settle(database, haru, 2000.0)
    assert house.put("/api/me/public", json={"ratings": False}, headers=haru).status_code == 200
    found = board(house, mika)
    assert [(row["place"], row["name"], row["mine"]) for row in found["top"]] == [
        (1, "Sora", False),
        (2, "Mika", True),
    ]
    assert found["members"] == 2
    assert found["solved"]  # it rests on trust
    assert not board(house, name="hanamikoji")["solved"]
    for member, place in ((kiku, None), (haru, None), (mika, 2)):
        assert board(house, member)["mine"]["place"] == place
    assert board(house)["mine"] is board(house, guest(house, "Rin"))["mine"] is None
    assert problem(house.get("/api/ratings/chess")) == (404, "unknown_list")


def test_bots_are_pinned_with_their_intervals(house: TestClient) -> None:
    levels = board(house)["levels"]
    assert [row["level"] for row in levels] == list(levels_of("okiya"))[::-1]
    for row in levels:
        assert row["low"] <= row["rating"] <= row["high"]
        assert (row["low"] == row["high"]) == (row["level"] == "student")


def test_ones_own_neighbourhood_is_shown_below_the_top(house: TestClient, database: str) -> None:
    mika = sign_up(house, database, "Mika")
    settle(database, mika, 1000.0)
    for n in range(60):
        settle(database, sign_up(house, database, f"Guest {n}"), 2000.0 - n)
    found = board(house, mika)
    assert len(found["top"]) == 50
    assert [row["place"] for row in found["around"]] == [58, 59, 60, 61]
    assert found["around"][-1]["mine"]


def page(house: TestClient, name: str, who: Headers | None = None) -> Any:
    answer = house.get(f"/api/members/{name}", headers=who or {})
    assert answer.status_code == 200, answer.text
    return answer.json()


def games(house: TestClient, name: str, who: Headers | None = None, **wanted: Any) -> list[Any]:
    answer = house.get(f"/api/members/{name}/games", params=wanted, headers=who or {})
    assert answer.status_code == 200, answer.text
    return list(answer.json()["games"])


def private_game(house: TestClient, one: Headers, other: Headers) -> str:
    """An unrated game that did not stand in the lobby."""
    table = open_table(house, one, seats=[{"kind": "me"}, {"kind": "open"}])
    sit(house, other, table, 1)
    say(house, one, table, 0, type="resign")
    return table


def test_a_page_shows_ratings_results_and_games(house: TestClient, database: str) -> None:
    mika, sora = sign_up(house, database, "Mika"), sign_up(house, database, "Sora")
    lose(house, mika, sora)
    lose(house, sora, mika, game="hanamikoji")
    lose(house, mika, seats=[{"kind": "me"}, {"kind": "bot", "level": "novice"}])
    found = page(house, "Mika")
    assert [each["list_name"] for each in found["ratings"]] == ["okiya", "hanamikoji"]
    okiya = found["ratings"][0]
    assert okiya["games"] == 2
    assert [point["rating"] for point in okiya["points"]] == sorted(
        (point["rating"] for point in okiya["points"]), reverse=True
    )
    assert okiya["points"][0]["rating"] == 1500
    assert okiya["change"] == okiya["rating"] - 1500 < 0
    tallies = {key: found[key] for key in ("games", "opponents", "seats", "levels")}
    assert [(each["game"], each["won"], each["lost"]) for each in tallies["games"]] == [
        ("hanamikoji", 1, 0),
        ("okiya", 0, 2),
    ]
    assert {(each["name"], each["won"], each["lost"]) for each in tallies["opponents"]} == {
        ("Sora", 0, 1),
        ("Sora", 1, 0),
    }
    assert [(each["game"], each["seat"]) for each in tallies["seats"]] == [("hanamikoji", 1), ("okiya", 0)]
    assert [(each["name"], each["lost"]) for each in tallies["levels"]] == [("novice", 1)]
    together = page(house, "Mika", sora)["together"]
    assert (together["won"], together["lost"], together["drawn"]) == (1, 1, 0)
    assert user_id(mika) not in str(found)
    assert rating_id(database, mika) not in str(found)


def test_a_page_says_how_long_a_member_thinks(house: TestClient, database: str) -> None:
    mika, sora = sign_up(house, database, "Mika"), sign_up(house, database, "Sora")
    table = rated_table(house, mika, sora)
    with (
        house.websocket_connect("/ws", headers=mika) as one,
        house.websocket_connect("/ws", headers=sora) as other,
    ):
        mover = next(each for each in (Seat(one, table, 0), Seat(other, table, 1)) if each.last["choices"])
        mover.play()
    assert page(house, "Mika")["paces"] == []  # nothing of a game that runs
    say(house, sora, table, 1, type="resign")
    names = ("Mika", "Sora")
    (pace,) = page(house, names[mover.seat or 0])["paces"]
    assert (pace["game"], pace["decisions"]) == ("okiya", 1)
    assert 0 <= pace["seconds"] < 60
    assert page(house, names[not mover.seat])["paces"] == []


def test_opponents_have_pages_and_guests_of_their_names_are_told_apart(
    house: TestClient, database: str
) -> None:
    rin = guest(house, "Rin")
    mika, sora = sign_up(house, database, "Mika"), sign_up(house, database, "Sora")
    private_game(house, mika, rin)
    lose(house, mika, sora)
    sign_up(house, database, "RIN")
    found = page(house, "Mika", mika)
    assert {(each["name"], each["member"]) for each in found["opponents"]} == {
        ("Rin (guest)", False),
        ("Sora", True),
    }
    told = house.get("/api/me/companions", headers=mika).json()
    assert {(each["name"], each["member"]) for each in told} == {("Rin (guest)", False), ("Sora", True)}
    met = page(house, "Mika", sora)["met"]
    assert (met["seat"], met["game"]) == (0, "okiya")
    wish = {"table": met["table"], "seat": met["seat"], "game": "okiya"}
    assert house.post("/api/challenges", json=wish, headers=sora).status_code == 201
    assert found["met"] is page(house, "Mika")["met"] is page(house, "Sora", rin)["met"] is None


def test_private_tables_are_for_their_players_alone(house: TestClient, database: str) -> None:
    mika, sora, rin = sign_up(house, database, "Mika"), sign_up(house, database, "Sora"), guest(house, "Rin")
    private = private_game(house, mika, rin)
    running = rated_table(house, mika, sora)
    assert games(house, "Mika") == games(house, "Mika", sora) == []
    for player in (mika, rin):
        assert [each["table"]["id"] for each in games(house, "Mika", player)] == [private]
        assert page(house, "Mika", player)["games"]
    assert page(house, "Mika", sora)["games"] == []
    say(house, mika, running, 0, type="resign")
    assert [each["table"]["id"] for each in games(house, "Mika")] == [running]


def test_games_are_found_by_everything_that_is_searched(house: TestClient, database: str) -> None:
    mika, sora = sign_up(house, database, "Mika"), sign_up(house, database, "Sora")
    lose(house, mika, sora)
    lose(house, sora, mika, game="geishas_road", options={"mode": "harder"})
    lose(house, mika, seats=[{"kind": "me"}, {"kind": "bot", "level": "novice"}])
    private_game(house, mika, sora)

    def found(**wanted: Any) -> int:
        return len(games(house, "Mika", mika, **wanted))

    assert found() == 4
    assert found(game="okiya") == 3
    assert found(opponent="sor") == 3
    assert found(opponent="novi") == 1
    assert found(opponent="100%") == 0
    assert (found(result="won"), found(result="lost")) == (1, 3)
    assert (found(kind="rated"), found(kind="unrated")) == (3, 1)
    assert (found(options="usual"), found(options="other")) == (3, 1)
    assert found(since=time.time() - 600) == found(until=time.time() + 600) == 4
    assert found(since=time.time() + 600) == found(until=time.time() - 600) == 0
    changes = [each["change"] for each in games(house, "Mika", mika)]
    assert [change is None for change in changes] == [True, False, False, False]
    for bad in ({"result": "best"}, {"since": "soon"}, {"before": "x"}, {"opponent": "x" * 300}):
        assert house.get("/api/members/Mika/games", params=bad, headers=mika).status_code in (400, 409)


@pytest.mark.parametrize("typed", ["łuk", "ŁUKASZ", "Łukasz Ż"])
def test_an_opponent_is_found_in_any_case(house: TestClient, database: str, typed: str) -> None:
    mika, lukasz = sign_up(house, database, "Mika"), sign_up(house, database, "Łukasz Żak")
    lose(house, mika, lukasz)
    assert len(games(house, "Mika", mika, opponent=typed)) == 1
    assert games(house, "Mika", mika, opponent="Łucja") == []


def test_what_others_see_is_the_members_choice(house: TestClient, database: str) -> None:
    mika, sora = sign_up(house, database, "Mika"), sign_up(house, database, "Sora")
    lose(house, mika, sora)
    nothing = {"ratings": False, "results": False, "games": False}
    assert house.put("/api/me/public", json=nothing, headers=mika).json() == nothing
    found = page(house, "Mika", guest(house, "Rin"))
    assert (found["ratings"], found["games"], found["opponents"], found["paces"]) == ([], [], [], [])
    assert games(house, "Mika") == []
    mine = page(house, "Mika", mika)
    assert mine["mine"]
    assert mine["ratings"]
    assert mine["games"]
    assert len(games(house, "Mika", mika)) == 1
    assert problem(house.put("/api/me/public", json={}, headers=guest(house, "Rin"))) == (404, "no_member")


@pytest.mark.parametrize("name", ["Nobody", "x" * 400, "..%2f..", "Ｍｉｋａ１"])
def test_unknown_names_are_answered_in_words(house: TestClient, name: str) -> None:
    answer = house.get(f"/api/members/{name}")
    assert answer.status_code == 404
    answer = house.get(f"/api/members/{name}/games")
    assert answer.status_code == 404
