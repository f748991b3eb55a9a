"""Rooms that follow other workers: what changes while a table is opened, and rooms that nobody looks at."""

import asyncio
import threading
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from typing import Any

import pytest

from hanamachi.server.cluster import follower, remote_rows
from hanamachi.server.db.notify import ChangeNotice
from tests.server.cluster.test_worker import Worker, two, until, url  # noqa: F401 (fixtures)
from tests.server.support.visitors import Seat, two_players

Two = tuple[Worker, Worker]


@pytest.fixture(autouse=True)
def _rooms_linger(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hanamachi.server.live.lingering_rooms.SECONDS", 60.0)


def seated(stack: ExitStack, worker: Worker) -> tuple[str, list[Seat]]:
    """Return a table, with both players connected to this worker."""
    table, *players = two_players(worker.client)
    return table, [stack.enter_context(worker.seat(who, table, seat)) for seat, who in enumerate(players)]


def move(seats: list[Seat]) -> int:
    """Make a move; return how many rows there are now."""
    mover = next(seat for seat in seats if seat.last["choices"])
    seq = mover.play()["seq"]
    for each in seats:
        each.until(lambda told: told.get("seq", 0) >= seq)
    return int(seq)


def test_what_changes_while_a_table_is_opened_is_followed(
    two: Two,  # noqa: F811
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The notice comes when the table was read and its room is not there yet. No other notice follows."""
    one, other = two
    was_read, go_on = threading.Event(), threading.Event()
    opened = other.house.tables.opened

    async def slowly(*given: Any) -> Any:
        found = await opened(*given)
        was_read.set()
        assert await asyncio.to_thread(go_on.wait, 60)
        return found

    monkeypatch.setattr(other.house.tables, "opened", slowly)
    with ExitStack() as stack, ThreadPoolExecutor(1) as people:
        table, seats = seated(stack, one)
        look = people.submit(other.client.get, f"/api/tables/{table}")
        assert was_read.wait(60)
        seq = move(seats)
        until(lambda: table in other.cluster.follower.missed)
        go_on.set()
        assert look.result(60).status_code == 200
        until(lambda: other.house.rooms.rooms[table].snapshot.seq == seq)


def test_a_room_that_nobody_needs_is_read_when_it_is_visited(
    two: Two,  # noqa: F811
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Who opens it reads it once. A move elsewhere costs nothing here, until somebody comes."""
    one, other = two
    reads: list[str] = []
    heard: list[ChangeNotice] = []
    read, on_notice = remote_rows.read_changes, other.cluster.on_notice

    async def counted(database: Any, *given: Any) -> Any:
        reads.append(database.worker)
        return await read(database, *given)

    def hear(notice: ChangeNotice | None) -> None:
        if notice:
            on_notice(notice)
            heard.append(notice)

    monkeypatch.setattr(follower, "read_changes", counted)
    monkeypatch.setattr(other.cluster, "on_notice", hear)
    with ExitStack() as stack:
        table, seats = seated(stack, one)
        assert other.client.get(f"/api/tables/{table}").status_code == 200
        room = other.house.rooms.rooms[table]
        before = room.snapshot.seq
        heard.clear()
        seq = move(seats)
        until(lambda: any(table in notice.tables for notice in heard))
        assert (room.snapshot.seq, reads.count(other.id)) == (before, 0)
        assert other.client.get(f"/api/tables/{table}").status_code == 200
        assert (room.snapshot.seq, reads.count(other.id)) == (seq, 1)
