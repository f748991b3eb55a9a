"""Findings of the attack that concern no part of the house in particular."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy.exc import OperationalError
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from hanamachi.core import record
from hanamachi.server.app import make_app
from hanamachi.server.db.engine import make_engine, url_of
from hanamachi.server.protocol.close_codes import TRY_AGAIN_LATER
from tests.server.support.visitors import HOST, Seat, finish, guest, open_table, problem, two_players

JSON = {"content-type": "application/json"}


@pytest.fixture
def house(tmp_path: Path) -> Iterator[TestClient]:
    with TestClient(make_app(str(tmp_path / "house.db")), base_url=HOST) as client:
        yield client


def finished(house: TestClient, who: dict[str, str]) -> Any:
    """The record of a game that came to its end."""
    table = open_table(house, who)
    with house.websocket_connect("/ws", headers=who) as socket:
        finish(Seat(socket, table, 0))
    return house.get(f"/api/tables/{table}/record", headers=who).json()


def sealed(content: dict[str, Any]) -> bytes:
    """Anybody can make a seal."""
    return json.dumps(content | {"seal": record.seal(content)}).encode()


def test_a_players_throw_in_a_record_hangs_nobody(house: TestClient) -> None:
    """C1: the proof of a throw of 2**256 + 1 never ended, and the house stood still for ever."""
    mika = guest(house, "Mika")
    content = finished(house, mika)
    del content["seal"]
    mine = next(row for row in content["log"] if row["type"] == "played" and row["seat"] == 0)
    mine["chance"] = [1, 2**256 + 1, 0]
    answer = house.post("/api/records", content=sealed(content), headers=mika | JSON)
    assert problem(answer)[0] == 400
    assert house.get("/api/me", headers=mika).status_code == 200


def test_a_record_of_takebacks_is_refused_at_once(house: TestClient) -> None:
    """C1: eight thousand takebacks were 83 s of standstill."""
    mika = guest(house, "Mika")
    content = finished(house, mika)
    del content["seal"]
    content["log"] = content["log"][:2] + [{"type": "takeback", "to": 2}] * 8_000
    content["result"] = None
    answer = house.post("/api/records", content=sealed(content), headers=mika | JSON)
    assert problem(answer) == (400, "too_many_takebacks")


def test_a_table_that_is_not_there_does_not_end_the_look_at_another(house: TestClient) -> None:
    """Low: later moves were kept, and the mover heard nothing."""
    table, mika, rin = two_players(house)
    with house.websocket_connect("/ws", headers=mika) as a, house.websocket_connect("/ws", headers=rin) as b:
        one, other = Seat(a, table, 0), Seat(b, table, 1)
        mover = one if one.last["asked"] == 0 else other
        seq, choice = mover.last["seq"], mover.last["choices"][0]
        mover.send(type="watch", table="nowhere", seat=0)
        assert mover.hear()["type"] == "declined"
        mover.send(type="submit", seat=mover.seat, seq=seq, move=choice["move"])
        assert mover.hear()["seq"] > seq


def test_a_table_closed_to_strangers_tells_them_nothing(house: TestClient) -> None:
    """Low: it told names, presence, parent and child."""
    table, mika, _ = two_players(house, spectators=False)
    stranger = guest(house, "Aki")
    answer = house.get(f"/api/tables/{table}", headers=stranger)
    assert problem(answer) == (404, "no_spectators")
    assert "Mika" not in answer.text
    assert house.get(f"/api/tables/{table}", headers=mika).status_code == 200


def test_nothing_is_told_when_the_database_file_is_gone(house: TestClient, tmp_path: Path) -> None:
    """Low: moves were acknowledged into a file that had been deleted."""
    mika = guest(house, "Mika")
    table = open_table(house, mika)
    with house.websocket_connect("/ws", headers=mika) as socket:
        one = Seat(socket, table, 0)
        while one.last["asked"] != 0:
            one.hear()
        (tmp_path / "house.db").unlink()
        one.send(type="submit", seat=0, seq=one.last["seq"], move=one.last["choices"][0]["move"])
        assert not_kept(one)
    assert problem(house.get("/readyz")) == (503, "not_writing")
    assert not (tmp_path / "house.db").exists()


def not_kept(one: Seat) -> bool:
    """The house says so or, where it cannot even read any more what it kept, hangs up."""
    try:
        return bool(one.hear()["reason"] == "not_kept")
    except WebSocketDisconnect as gone:
        return gone.code == TRY_AGAIN_LATER


def test_a_file_that_is_gone_does_not_come_back_empty(tmp_path: Path) -> None:
    file = tmp_path / "house #1 à 100 %.db"
    engine = make_engine(url_of(str(file)), 1, "")
    with pytest.raises(OperationalError, match="unable to open"):
        engine.connect()
    assert not file.exists()
    file.touch()
    engine.connect().close()
    engine.dispose()
