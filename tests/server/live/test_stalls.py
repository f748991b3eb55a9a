"""Nothing on the event loop takes long: neither a long game nor a large file keeps the others waiting.

What a step takes is its thread's own time on the processor. A machine that lends its processor away may count
what it took for others, so a step is too long only where it is so every time.
"""

import asyncio
import gc
import sqlite3
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import msgspec
import pytest
from starlette.testclient import TestClient

from hanamachi.core import record
from hanamachi.core.log import Played, Takeback
from hanamachi.games import GAMES
from hanamachi.server.app import make_app
from hanamachi.server.db.engine import url_of
from hanamachi.server.db.schema import migrate
from tests.kept import packed
from tests.kept.houses import dump
from tests.server.support.visitors import HOST, Seat, guest

MOST = 0.020  # seconds
TRIES = 3
JSON = {"content-type": "application/json"}


Step = tuple[float, str]


@pytest.fixture(scope="module", autouse=True)
def _frozen_again() -> Iterator[None]:
    """What all tests have loaded is looked through for garbage no more."""
    yield
    gc.collect()
    gc.freeze()


@contextmanager
def watched() -> Iterator[list[Step]]:
    """How long each step of an event loop took, and what it was. What earlier tests have left is not looked
    through for garbage meanwhile."""
    taken: list[Step] = []
    run = asyncio.events.Handle._run

    def timed(self: Any) -> None:
        began, what = time.thread_time(), repr(self._callback)
        run(self)
        taken.append((time.thread_time() - began, what))

    gc.freeze()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(asyncio.events.Handle, "_run", timed)
        yield taken
    gc.unfreeze()


@contextmanager
def house(folder: Path) -> Iterator[TestClient]:
    """A house with long games of every kind."""
    path = folder / "house.db"
    with sqlite3.connect(path) as db:
        db.executescript(dump("0001"))
    db.close()
    migrate(url_of(str(path)))
    with TestClient(make_app(str(path)), base_url=HOST) as client:
        yield client


def long_steps(visit: Callable[[TestClient], None], room: Path) -> list[Step]:
    """What took too long in a visit to a new house."""
    room.mkdir()
    with house(room) as client, watched() as steps:
        visit(client)
    assert len(steps) > 100
    return [step for step in steps if step[0] > MOST]


def assert_nobody_waits(visit: Callable[[TestClient], None], folder: Path) -> None:
    """Work that is done on the loop comes back in every house."""
    assert any(not long_steps(visit, folder / str(n)) for n in range(TRIES))


def a_long_record() -> bytes:
    """Thousands of rows: a finished game with a takeback before every move that allows it."""
    snapshot = record.read(packed.read(packed.KEPT / "records" / "okiya_points.json.gz"), GAMES)
    seq = next(n for n, row in enumerate(snapshot.log) if isinstance(row, Played) and row.seat >= 0)
    again = [snapshot.log[seq], Takeback(seq)]
    log = (*snapshot.log[:seq], *again * 900, *snapshot.log[seq:])
    moved = tuple(later(row, 1800, seq) for row in log[seq + 1800 :])
    return record.write(msgspec.structs.replace(snapshot, log=(*log[: seq + 1800], *moved)))


def later(row: Any, by: int, since: int) -> Any:
    """A row that stands so much later in the log."""
    to = getattr(row, "to", None)
    return msgspec.structs.replace(row, to=to + by) if isinstance(to, int) and to >= since else row


def long_games(house: TestClient) -> None:
    mika = guest(house, "Mika")
    for table in ("mai_star_3-over", "mai_star_6-over", "mai_star_6-on", "road_advanced-over"):
        with house.websocket_connect("/ws", headers=mika) as socket:
            assert Seat(socket, table, None).last["frames"]
        eyes = "open" if table.endswith("over") else "gallery"
        assert house.get(f"/api/tables/{table}/replay?eyes={eyes}").status_code == 200
        house.get(f"/api/tables/{table}/record")


def long_work(house: TestClient) -> None:
    mika = guest(house, "Mika")
    brought = house.post("/api/records", content=a_long_record(), headers=mika | JSON)
    assert brought.status_code == 201, brought.text
    assert house.get(f"/api/tables/{brought.json()['id']}/replay?eyes=open").status_code == 200
    assert house.get("/api/tables/okiya_single-over/advice?seq=25").status_code == 200
    assert house.get(f"/api/invite?table={'x' * 60}&seat={'y' * 60}").status_code == 200
    assert house.get("/api/tables/hanamikoji-over/review").status_code == 200


def test_long_games_keep_nobody_waiting(tmp_path: Path) -> None:
    assert_nobody_waits(long_games, tmp_path)


def test_long_work_leaves_the_loop(tmp_path: Path) -> None:
    assert_nobody_waits(long_work, tmp_path)


def test_work_on_the_loop_is_noticed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def on_the_loop(work: Callable[..., Any], *given: Any) -> Any:
        return work(*given)

    monkeypatch.setattr(asyncio, "to_thread", on_the_loop)
    assert long_steps(long_games, tmp_path / "house")
