"""Challenge people one has played with."""

import time
from typing import Any

import pytest
from starlette.testclient import TestClient

from hanamachi.server.matchmaking import challenges
from tests.server.support.lobby_visitor import LONG
from tests.server.support.visitors import guest, problem, say, two_players


def test_companions_are_challenged_and_answer(house: TestClient) -> None:
    table, mika, rin = two_players(house)
    (one,) = house.get("/api/me/companions", headers=mika).json()
    assert (one["name"], one["table"], one["seat"], one["games"], one["here"]) == ("Rin", table, 1, 1, False)
    wish = {"table": table, "seat": 1, "game": "hanamikoji", "options": {"rounds": "until_won"}}
    wish |= {"clock": {"type": "days", "days": 3}}
    opened = house.post("/api/challenges", json=wish, headers=mika).json()
    say(house, mika, opened["id"], opened["commitment"])
    asked = {each["id"]: each for each in house.get("/api/me", headers=rin).json()["tables"]}[opened["id"]]
    assert (asked["yours"], asked["offer"], asked["names"]) == (True, "challenge", ["Mika", "Rin"])
    begun = say(house, rin, opened["id"], opened["commitment"])
    assert (begun["started"], begun["options"]) == (True, {"rounds": "until_won"})
    assert begun["clock"]["days"] == 3


@pytest.mark.parametrize(
    ("clock", "stands"),
    [(None, 900), ({"type": "live", "base": 300}, 900), ({"type": "days", "days": 3}, 86_400)],
)
def test_a_challenge_to_a_game_of_days_stands_for_a_day(house: TestClient, clock: Any, stands: float) -> None:
    table, mika, _ = two_players(house)
    wish = {"table": table, "seat": 1, "game": "okiya", "clock": clock}
    asked = house.post("/api/challenges", json=wish, headers=mika).json()
    until = house.get(f"/api/tables/{asked['id']}", headers=mika).json()["table"]["until"]
    assert until == pytest.approx(time.time() + stands, abs=LONG)


def test_a_challenge_says_how_long_an_absent_players_seat_is_kept(house: TestClient) -> None:
    table, mika, rin = two_players(house)
    wish = {"table": table, "seat": 1, "game": "okiya", "clock": {"type": "live", "base": 300}}
    asked = house.post(
        "/api/challenges", json=wish | {"patience": 15, "stand_in": "random"}, headers=mika
    ).json()
    told = house.get(f"/api/tables/{asked['id']}", headers=rin).json()["table"]
    assert (told["patience"], told["stand_in"]) == (15, "random")


def test_challenges_that_cannot_be(house: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    table, mika, rin = two_players(house)
    kiku = guest(house, "Kiku")

    def ask(who: dict[str, str], **wish: Any) -> tuple[int, str]:
        body = {"table": table, "seat": 1, "game": "okiya"} | wish
        return problem(house.post("/api/challenges", json=body, headers=who))

    assert ask(mika, seat=0) == (409, "own_challenge")
    assert ask(kiku) == ask(mika, table="nowhere") == ask(mika, seat=7) == (409, "no_companion")
    assert ask(mika, game="chess") == (404, "unknown_game")
    assert ask(mika, patience=5) == (409, "bad_patience")
    assert ask(mika, stand_in="nobody") == (400, "unknown_level")
    body = {"table": table, "seat": 1, "game": "mai_star"}
    first = house.post("/api/challenges", json=body, headers=mika).json()["id"]
    assert ask(mika) == (409, "challenged_already")
    declined = house.post(f"/api/tables/{first}/decline", headers=rin).json()["table"]
    assert declined["seats"][1]["declined"]
    house.post(f"/api/tables/{first}/call-off", headers=mika)
    monkeypatch.setattr(challenges, "OPEN_SECONDS", -1.0)
    late = house.post("/api/challenges", json=body, headers=mika).json()
    words = {"words": "x", "commitment": late["commitment"]}
    assert problem(house.post(f"/api/tables/{late['id']}/words", json=words, headers=rin)) == (409, "lapsed")
