"""Tables come to be: opened, offered as a rematch, played on from a moment, brought from elsewhere."""

import asyncio
from collections.abc import Sequence
from functools import partial

from msgspec.structs import replace

from hanamachi.core.log import Result
from hanamachi.core.table import Refused
from hanamachi.server.db.connection import Transaction
from hanamachi.server.live.registry import RoomRegistry
from hanamachi.server.live.room import Room
from hanamachi.server.protocol.messages import Rematch
from hanamachi.server.runtime.ids import new_id
from hanamachi.server.storage.table_rows import add_table, text, turn_of
from hanamachi.server.tables.creation import Opening, TableWish, opening, played_on, rematch
from hanamachi.server.tables.model import Playing, SeatHolder, Setup, Snapshot, Waiting, holds, may_watch
from hanamachi.server.tables.start import started
from hanamachi.server.tables.transitions import playing


async def open_table(
    rooms: RoomRegistry, guest: str, name: str, wish: TableWish, check: Transaction[None] | None = None
) -> tuple[str, Opening]:
    """Open a table that waits for its players' words. A lesson begins at once, and so do bots that are awake.
    `check` may refuse the table in the transaction that adds it."""
    wanted = opening(wish, guest, name)
    return await establish(rooms, wanted, check), wanted


async def establish(rooms: RoomRegistry, wanted: Opening, check: Transaction[None] | None = None) -> str:
    table, waiting = new_id(), Waiting(wanted.setup, wanted.seats)
    if not waiting.complete or not rooms.automation.awake(waiting):
        await rooms.store.add_table(table, wanted.setup, wanted.seats, check=check)
        rooms.noticed(table, waiting)
        return table
    snapshot = await asyncio.to_thread(started, waiting)
    rows = [text(row) for row in snapshot.table.rows]
    await rooms.store.add_table(
        table, snapshot.setup, snapshot.seats, rows, turn=turn_of(snapshot), result=snapshot.table.result
    )
    rooms.noticed(table, snapshot)
    return table


async def offer_rematch(rooms: RoomRegistry, room: Room, guest: str, message: Rematch) -> None:
    """Another table with every player one seat further; whoever looks on is told where it is."""
    if not holds(room.snapshot, guest, message.seat):
        raise Refused("not_your_seat")
    here = playing(room.snapshot)
    if here.table.result is None:
        raise Refused("not_over_yet")
    wanted = rematch(
        room.id,
        here,
        message.seat,
        wanted=message.options,
        same_layout=message.same_layout,
        level=message.level,
    )
    table = new_id()
    also = partial(add_table, table=table, setup=wanted.setup, seats=wanted.seats)
    await room.change(partial(with_child, table=table), also=also)
    if room.snapshot.child == table:
        rooms.my_tables.stir(table, wanted.seats)
        for asked in {held.guest for held in wanted.seats if held.guest} - {guest}:
            rooms.notifier.signal(asked, "challenge", table)


def with_child(snapshot: Snapshot, table: str) -> Snapshot:
    return snapshot if snapshot.child or not isinstance(snapshot, Playing) else replace(snapshot, child=table)


async def play_on(
    rooms: RoomRegistry, room: Room, guest: str, name: str, seq: int, seat: int, level: str
) -> str:
    here = playing(room.snapshot)
    if here.table.result is None:
        raise Refused("not_finished")
    if not may_watch(here, guest):
        raise Refused("no_spectators")
    return await establish(rooms, played_on(room.id, here, guest, name, seq, seat, level))


async def time_anew(rooms: RoomRegistry, guest: str) -> None:
    """A guest's days off have changed: so does the end of every clock that runs for them."""
    for table in await rooms.store.deadlines.tables_waiting_for(guest):
        async with rooms.visit(table) as room:
            await room.change(lambda snapshot: snapshot)


async def add_record(
    rooms: RoomRegistry, setup: Setup, seats: Sequence[SeatHolder], rows: Sequence[str], result: Result
) -> str:
    """Add a finished game that was played elsewhere; return the id of its table."""
    table = new_id()
    await rooms.store.add_table(table, setup, seats, rows, result=result)
    return table
