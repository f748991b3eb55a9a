"""One screen for two: each has a name, and after the curtain sees what the other did."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from hanamachi.server.app import make_app
from tests.server.support.visitors import HOST, Seat, guest, open_table, problem, two_players


@pytest.fixture
def house(tmp_path: Path) -> Iterator[TestClient]:
    with TestClient(make_app(str(tmp_path / "house.db")), base_url=HOST) as client:
        yield client


SHARED = [{"kind": "shared", "name": " Kiku "}, {"kind": "shared"}]


def test_names_for_both(house: TestClient) -> None:
    mika = guest(house, "Mika")
    table = open_table(house, mika, seats=SHARED)
    seats = house.get(f"/api/tables/{table}", headers=mika).json()["table"]["seats"]
    assert [seat["name"] for seat in seats] == ["Kiku", "Mika 2"]
    bad = {"game": "okiya", "seats": [{"kind": "shared", "name": "x" * 41}, {"kind": "shared"}]}
    assert problem(house.post("/api/tables", json=bad, headers=mika)) == (400, "bad_name")


def test_what_the_other_did_is_shown_after_the_curtain(house: TestClient) -> None:
    mika = guest(house, "Mika")
    table = open_table(house, mika, game="hanamikoji", seats=SHARED)
    with house.websocket_connect("/ws", headers=mika) as socket:
        first = Seat(socket, table, 0)
        mover = first.last["asked"]
        look = Seat(socket, table, mover)
        seen = look.last["seq"]
        look.play()
        other = Seat(socket, table, 1 - mover, pictures=True, seq=seen)
        frames = other.last["frames"]
        assert frames[0]["seq"] == seen + 1
        assert frames[0]["view"]["seat"] == 1 - mover
        assert "view" not in Seat(socket, table, 1 - mover, seq=seen).last["frames"][0]


def test_the_gallery_is_asked_nothing(house: TestClient) -> None:
    table, _mika, _rin = two_players(house, game="hanamikoji")
    with house.websocket_connect("/ws", headers=guest(house, "Kiku")) as socket:
        told = Seat(socket, table, None).last
    who = ("Mika", "Rin")[told["asked"]]
    assert told["ask"] == f"{who} is choosing an action: Secret, Discard, Gift, Competition."
