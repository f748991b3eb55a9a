"""The lobby lists public tables, games to watch, and how many users are online."""

from contextlib import ExitStack
from typing import Any

import pytest
from starlette.testclient import TestClient

from hanamachi.server.storage import open_sockets
from tests.server.support.lobby_visitor import Visitor
from tests.server.support.visitors import Seat, guest, open_table, problem, sit, two_players

OPEN = [{"kind": "me"}, {"kind": "open"}]
on_one_database = pytest.mark.parametrize("database", ["sqlite"], indirect=True)


def test_a_public_table_stands_there_until_it_is_full_and_can_be_watched_then(
    house: TestClient, visit: Any
) -> None:
    mika, rin = visit("Mika"), visit("Rin", lang="pl")
    table = open_table(house, mika.who, seats=OPEN, public=True, options={"match": "series"})
    (told,) = rin.until("tonight", lambda told: told["waiting"])["waiting"]
    assert (told["id"], told["host"], told["free"], told["game"]) == (table, "Mika", [1], "okiya")
    assert "rund" in told["mode"][0]
    sit(house, rin.who, table, told["free"][0])
    seen = mika.until("tonight", lambda told: told["games"])
    assert seen["waiting"] == []
    assert [game["names"] for game in seen["games"]] == [["Mika", "Rin"]]


def test_a_table_by_link_is_never_listed(house: TestClient, visit: Any) -> None:
    mika, rin = visit("Mika"), visit("Rin")
    hidden = [open_table(house, mika.who, seats=OPEN), two_players(house)[0]]
    shown = open_table(house, mika.who, seats=OPEN, public=True)
    told = rin.until("tonight", lambda told: told["waiting"])
    assert [table["id"] for table in told["waiting"]] == [shown]
    assert not any(table in str(told) for table in hidden)


@on_one_database
def test_a_table_whose_host_is_gone_or_that_was_called_off_waits_for_nobody(
    house: TestClient, visit: Any
) -> None:
    rin = visit("Rin")
    with ExitStack() as stack:
        mika = Visitor(house, "Mika", stack)
        open_table(house, mika.who, seats=OPEN, public=True)
        assert rin.until("tonight", lambda told: told["waiting"])["people"] == 2
    assert rin.until("tonight", lambda told: not told["waiting"])["people"] == 1
    table = open_table(house, rin.who, seats=OPEN, public=True)
    rin.until("tonight", lambda told: told["waiting"])
    house.post(f"/api/tables/{table}/call-off", headers=rin.who)
    rin.until("tonight", lambda told: not told["waiting"])


def test_the_liveliest_game_stands_first_and_its_gallery_is_told(house: TestClient, visit: Any) -> None:
    rin = visit("Rin")
    quiet, lively = (two_players(house, public=True)[0] for _ in range(2))
    for watched in (quiet, lively):
        with house.websocket_connect("/ws", headers=guest(house, "Kiku")) as kiku:
            Seat(kiku, watched, None)
            told = rin.until("tonight", lambda told: told["games"] and told["games"][0]["gallery"])
            assert (told["games"][0]["id"], told["games"][0]["gallery"]) == (watched, 1)
        rin.until("tonight", lambda told: not any(game["gallery"] for game in told["games"]))


def test_nobody_fills_the_lobby_alone(house: TestClient, visit: Any) -> None:
    """A few tables each; everybody's first stands above anybody's second, and what was called off takes no place."""
    rin, mika = visit("Rin"), visit("Mika")
    wish = {"game": "okiya", "seats": OPEN, "public": True}
    off = [open_table(house, mika.who, **wish) for _ in range(3)]
    for lang, words in (("en", "3 open tables"), ("fr", "3 tables ouvertes"), ("pl", "(3)")):
        fourth = house.post(f"/api/tables?lang={lang}", json=wish, headers=mika.who)
        assert (fourth.status_code, fourth.json()["reason"]) == (409, "waiting_already")
        assert words in fourth.json()["sentence"]
    open_table(house, mika.who, seats=OPEN)  # by link there may be more
    for table in off:
        house.post(f"/api/tables/{table}/call-off", headers=mika.who)
    first, second = (open_table(house, who.who, **wish) for who in (rin, mika))
    third = open_table(house, mika.who, **wish)
    order = [second, first, third]
    rin.until("tonight", lambda told: [table["id"] for table in told["waiting"]] == order)


@on_one_database
def test_a_stranger_who_changes_pages_is_counted_once(
    house: TestClient, visit: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(open_sockets, "LINGER_SECONDS", 60.0)  # for whom the house knows
    rin = visit("Rin")
    with house.websocket_connect("/ws"):
        rin.until("tonight", lambda told: told["people"] == 2)
    rin.until("tonight", lambda told: told["people"] == 1)


@on_one_database
def test_who_sat_down_at_somebodys_table_may_stand_up_again(house: TestClient) -> None:
    mika, rin = guest(house, "Mika"), guest(house, "Rin")
    table = open_table(house, mika, game="mai_star", seats=[*OPEN, {"kind": "open"}], public=True)
    sit(house, rin, table, 1)
    left = house.post(f"/api/tables/{table}/stand-up", headers=rin).json()["table"]
    assert [seat["kind"] for seat in left["seats"]] == ["guest", "open", "open"]
    for who in (rin, mika):  # nobody who does not sit there, and not its host
        assert problem(house.post(f"/api/tables/{table}/stand-up", headers=who)) == (409, "not_your_seat")
