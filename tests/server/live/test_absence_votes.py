"""Somebody who is away: the seat is kept for a while, then everybody who is here is asked; who returns has it back."""

from collections.abc import Iterator
from typing import Any

import pytest
from starlette.testclient import TestClient

from hanamachi.server.app import make_app
from tests.server.support.visitors import HOST, ME_AND_BOT, Seat, guest, open_table, problem, sit, two_players

THREE = [{"kind": "me"}, {"kind": "open"}, {"kind": "open"}]


@pytest.fixture
def house(database: str) -> Iterator[TestClient]:
    with TestClient(make_app(database), base_url=HOST) as client:
        yield client


class Time:
    """The house's clock, which the test sets forward."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        from hanamachi.server.runtime import monotonic

        self.ahead, now = 0.0, monotonic.now
        monkeypatch.setattr(monotonic, "now", lambda: now() + self.ahead)


@pytest.fixture
def time(monkeypatch: pytest.MonkeyPatch) -> Time:
    return Time(monkeypatch)


def refused(by: Seat, absent: int) -> str:
    by.send(type="callbot", seat=by.seat, absent=absent)
    by.last = None
    return str(by.hear()["reason"])


def bots_of(message: Any) -> list[Any]:
    return [seat["level"] for seat in message["table"]["seats"]]


def test_a_reload_costs_nobody_a_seat(house: TestClient) -> None:
    """M7: a bot took it 50 ms after the socket had closed, by one rival's vote."""
    table, mika, _rin = two_players(house)
    with house.websocket_connect("/ws", headers=mika) as a:
        seat = Seat(a, table, 0)
        (away,) = seat.see(lambda told: told["absent"])["absent"]
        assert away["seat"] == 1
        assert 50_000 < away["left"] <= 60_000
        assert refused(seat, 1) == "still_patient"
        assert refused(seat, 0) == "not_absent"
        assert refused(seat, 7) == "not_absent"


def test_when_patience_ends_a_bot_comes_and_whoever_returns_has_the_seat_back(
    house: TestClient, time: Time
) -> None:
    table, mika, rin = two_players(house, patience=15, stand_in="novice")
    with house.websocket_connect("/ws", headers=mika) as a:
        seat = Seat(a, table, 0)
        time.ahead = 15
        seat.send(type="callbot", seat=0, absent=1)
        assert bots_of(seat.until(lambda told: bots_of(told) != [None, None])) == [None, "novice"]
        with house.websocket_connect("/ws", headers=rin) as b:
            back = Seat(b, table, 1)
            assert bots_of(back.until(lambda told: bots_of(told) == [None, None]))
            assert seat.see(lambda told: all(told["here"]))["absent"] == []


def test_all_who_are_here_are_asked(house: TestClient, time: Time) -> None:
    mika, rin, aki = (guest(house, name) for name in ("Mika", "Rin", "Aki"))
    table = open_table(house, mika, game="mai_star", seats=THREE, stand_in="random", window=1)
    for seat, who in ((1, rin), (2, aki)):
        sit(house, who, table, seat)
    with house.websocket_connect("/ws", headers=mika) as a, house.websocket_connect("/ws", headers=rin) as b:
        one, other = Seat(a, table, 0), Seat(b, table, 1)
        time.ahead = 61
        one.send(type="callbot", seat=0, absent=2)
        (away,) = one.see(lambda told: told["absent"] and told["absent"][0]["agreed"])["absent"]
        assert (away["seat"], away["left"], away["agreed"]) == (2, 0, [0])
        assert bots_of(one.last) == [None] * 3
        other.send(type="callbot", seat=1, absent=2)
        assert bots_of(other.until(lambda told: bots_of(told)[2])) == [None, None, "random"]


@pytest.mark.parametrize("wish", [{"patience": 14}, {"patience": 601}, {"stand_in": "god"}])
def test_patience_has_bounds_and_the_bot_a_name(house: TestClient, wish: dict[str, Any]) -> None:
    mika = guest(house, "Mika")
    answer = house.post("/api/tables", json={"game": "okiya", "seats": ME_AND_BOT, **wish}, headers=mika)
    assert problem(answer)[1] in ("bad_patience", "unknown_level")


def test_the_stand_in_is_like_the_bots_that_sit_here(house: TestClient) -> None:
    mika = guest(house, "Mika")
    for wish, level in (({}, "novice"), ({"stand_in": "student"}, "student")):
        table = open_table(house, mika, seats=[{"kind": "me"}, {"kind": "bot", "level": "novice"}], **wish)
        assert house.get(f"/api/tables/{table}", headers=mika).json()["table"]["stand_in"] == level
