"""Before a game: its host may give a free seat to a bot or call it off; a table has a code people can say."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from hanamachi.server.app import make_app
from hanamachi.server.runtime.ids import CHARACTERS, LENGTH, new_id
from tests.server.support.visitors import HOST, Seat, guest, open_table, problem, sit, two_players

FRIENDS = [{"kind": "me"}, {"kind": "open"}, {"kind": "reserved"}]


@pytest.fixture
def house(tmp_path: Path) -> Iterator[TestClient]:
    with TestClient(make_app(str(tmp_path / "house.db")), base_url=HOST) as client:
        yield client


def ask(house: TestClient, who: dict[str, str], table: str, what: str, body: Any = None) -> Any:
    return house.post(f"/api/tables/{table}/{what}", json=body, headers=who)


def bot_at(seat: int, level: str = "novice") -> dict[str, Any]:
    return {"seat": seat, "level": level}


def listed(house: TestClient, who: dict[str, str]) -> list[str]:
    return [table["id"] for table in house.get("/api/me", headers=who).json()["tables"]]


def test_the_host_seats_bots_and_the_game_begins(house: TestClient) -> None:
    mika = guest(house, "Mika")
    table = open_table(house, mika, game="mai_star", seats=FRIENDS)
    first = ask(house, mika, table, "bots", bot_at(1)).json()["table"]
    assert (first["host"], first["started"]) == (0, False)
    assert [seat["kind"] for seat in first["seats"]] == ["guest", "bot", "reserved"]
    second = ask(house, mika, table, "bots", bot_at(2, "random")).json()["table"]
    assert second["started"]
    assert [seat["level"] for seat in second["seats"]] == [None, "novice", "random"]
    with house.websocket_connect("/ws", headers=mika) as socket:
        assert Seat(socket, table, 0).last["table"]["started"]


def test_a_bot_takes_only_a_free_seat_of_ones_own_table(house: TestClient) -> None:
    mika, rin = guest(house, "Mika"), guest(house, "Rin")
    table = open_table(house, mika, game="mai_star", seats=FRIENDS)
    sit(house, rin, table, 1)
    assert problem(ask(house, rin, table, "bots", bot_at(2))) == (409, "not_the_host")
    assert problem(ask(house, mika, table, "bots", bot_at(1))) == (409, "seat_taken")
    assert problem(ask(house, mika, table, "bots", bot_at(7))) == (409, "no_seat")
    assert problem(ask(house, mika, table, "bots", bot_at(2, "sage")))[1] == "unknown_level"
    begun, host, _ = two_players(house)
    assert problem(ask(house, host, begun, "bots", bot_at(1))) == (409, "begun_already")


def test_a_table_that_was_called_off_is_nobodys(house: TestClient) -> None:
    mika, rin, aki = (guest(house, name) for name in ("Mika", "Rin", "Aki"))
    table = open_table(house, mika, game="mai_star", seats=FRIENDS)
    sit(house, rin, table, 1)
    assert problem(ask(house, rin, table, "call-off")) == (409, "not_the_host")
    assert table in listed(house, mika)
    gone = ask(house, mika, table, "call-off").json()
    assert [seat["kind"] for seat in gone["table"]["seats"]] == ["closed"] * 3
    assert (gone["mine"], gone["table"]["started"]) == ([], False)
    assert problem(ask(house, aki, table, "seats", {"seat": 2})) == (409, "seat_taken")
    assert listed(house, mika) == listed(house, rin) == []


def test_a_game_that_has_begun_cannot_be_called_off(house: TestClient) -> None:
    table, mika, _ = two_players(house)
    assert problem(ask(house, mika, table, "call-off")) == (409, "begun_already")


def test_a_rematch_has_no_host(house: TestClient) -> None:
    table, mika, _ = two_players(house)
    with house.websocket_connect("/ws", headers=mika) as socket:
        seat = Seat(socket, table, 0)
        seat.send(type="resign", seat=0)
        seat.until(lambda told: told["result"])
        seat.send(type="rematch", seat=0)
        child = seat.until(lambda told: told["table"]["child"])["table"]["child"]
    assert house.get(f"/api/tables/{child}", headers=mika).json()["table"]["host"] is None
    assert problem(ask(house, mika, child, "call-off")) == (409, "not_the_host")


def test_a_code_can_be_said_aloud() -> None:
    """No two of its signs look alike, and it makes no difference whether they are large or small."""
    assert len({sign.upper() for sign in CHARACTERS} | set("ILOU")) == len(CHARACTERS) + 4 == 36
    assert len(new_id()) == LENGTH
    assert set(new_id()) <= set(CHARACTERS)
    assert len({new_id() for _ in range(200)}) == 200
