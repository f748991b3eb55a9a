"""A table that cannot be folded is shown as damaged, with what could be read; everything else goes on."""

import sqlite3
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from hanamachi.server.app import make_app
from tests.server.support.visitors import HOST, Seat, open_table, problem, two_players

BREAKS = {
    "a hole": "DELETE FROM rows WHERE table_id = ? AND seq = 10",
    "an illegal row": "UPDATE rows SET row = replace(row, 'tile', 'tale') WHERE table_id = ? AND seq = 10",
    "no JSON": "UPDATE rows SET row = '{' WHERE table_id = ? AND seq = 10",
    "a row after the end": 'INSERT INTO rows (table_id, seq, row) SELECT table_id, 40, \'{"type":"botreturns","seat":0}\''
    " FROM rows WHERE table_id = ? AND seq = 0",
}


@pytest.mark.parametrize("broken", BREAKS)
def test_a_damaged_table_is_shown_and_spoils_nothing(tmp_path: Path, broken: str) -> None:
    """C3, C4: it was 400 for ever, and so was the page of games of both players."""
    path = tmp_path / "house.db"
    with TestClient(make_app(str(path)), base_url=HOST) as house:
        table, mika, rin = two_players(house)
        sound = open_table(house, mika)
    with sqlite3.connect(path) as db:
        db.execute(BREAKS[broken], (table,))
        db.execute("UPDATE tables SET turn = NULL WHERE id = ?", (table,))
    db.close()
    with TestClient(make_app(str(path)), base_url=HOST) as house:
        look_around(house, mika, table, sound)
        listed = house.get("/api/me", headers=rin).json()["tables"]
        assert [(one["id"], one["damaged"]) for one in listed] == [(table, True)]


def look_around(house: TestClient, mika: dict[str, str], table: str, sound: str) -> None:
    listed: Any = house.get("/api/me", headers=mika).json()["tables"]
    assert [(one["id"], one["damaged"]) for one in listed] == [(sound, False), (table, True)]
    with house.websocket_connect("/ws", headers=mika) as socket:
        seat = Seat(socket, table, 0)
        assert seat.last["table"]["damaged"]
        assert (seat.last["choices"], seat.last["asked"]) == ([], None)
        assert seat.last["frames"]
        seat.send(type="resign", seat=0)
        assert seat.hear()["reason"] == "damaged"
        assert not Seat(socket, sound, 0).last["table"]["damaged"]
    frames = house.get(f"/api/tables/{table}/replay?eyes=0", headers=mika).json()["frames"]
    assert len(frames) >= 10
    assert problem(house.get(f"/api/tables/{table}/record", headers=mika)) == (409, "not_finished")
