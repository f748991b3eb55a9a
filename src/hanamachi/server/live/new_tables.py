"""Create tables: opened by a host, offered as a rematch, played on from a position, imported as a record."""

import asyncio
from collections.abc import Callable, Sequence
from functools import partial

from msgspec.structs import replace

from hanamachi.core.log import Result
from hanamachi.core.table import Refused
from hanamachi.server.accounts.members import members_among
from hanamachi.server.db.group_commit import Transaction
from hanamachi.server.live.events import Events
from hanamachi.server.live.room import Room
from hanamachi.server.protocol.messages import Rematch
from hanamachi.server.ratings import eligibility
from hanamachi.server.runtime.ids import new_id
from hanamachi.server.storage.store import Store
from hanamachi.server.storage.table_rows import add_table, text, turn_of
from hanamachi.server.tables.creation import Opening, TableWish, opening, played_on, rematch
from hanamachi.server.tables.events import TableOpened
from hanamachi.server.tables.model import Playing, SeatHolder, Setup, Snapshot, Waiting, holds, may_watch
from hanamachi.server.tables.start import started
from hanamachi.server.tables.transitions import playing


class NewTables:
    """`awake`: returns True if the bots of a table need not be started first."""

    def __init__(self, store: Store, events: Events, awake: Callable[[Waiting], bool]) -> None:
        self.store, self.events, self.awake = store, events, awake

    async def open_table(
        self, user: str, name: str, wish: TableWish, check: Transaction[None] | None = None
    ) -> tuple[str, Opening]:
        """Open a table that waits for its players' words. A lesson begins at once, and so does a game of bots
        that are awake. `check` may refuse it, within the same transaction."""
        wanted = opening(wish, user, name)
        if wish.rated:
            await self._check_rated(user, wanted)
        return await self.establish(wanted, check), wanted

    async def _check_rated(self, user: str, wanted: Opening) -> None:
        """Refuse a rated table that cannot be rated, or that is opened by a guest."""
        eligibility.checked(wanted.setup, wanted.seats)
        if not await self.store.database.read(partial(members_among, users=[user])):
            raise Refused("members_only")

    async def establish(self, wanted: Opening, check: Transaction[None] | None = None) -> str:
        table, waiting = new_id(), Waiting(wanted.setup, wanted.seats)
        if not waiting.complete or not self.awake(waiting):
            await self.store.add_table(table, wanted.setup, wanted.seats, check=check)
            self.events.publish(TableOpened(table, waiting))
            return table
        snapshot = await asyncio.to_thread(started, waiting)
        rows = [text(row) for row in snapshot.table.rows]
        await self.store.add_table(
            table, snapshot.setup, snapshot.seats, rows, turn=turn_of(snapshot), result=snapshot.table.result
        )
        self.events.publish(TableOpened(table, snapshot))
        return table

    async def offer_rematch(self, room: Room, user: str, message: Rematch) -> None:
        """Open another table with every player one seat further, and link it from the finished one."""
        if not holds(room.snapshot, user, message.seat):
            raise Refused("not_your_seat")
        here = playing(room.snapshot)
        if here.table.result is None:
            raise Refused("not_over_yet")
        wanted = eligibility.rated_if_possible(
            rematch(
                room.id,
                here,
                message.seat,
                wanted=message.options,
                same_layout=message.same_layout,
                level=message.level,
            )
        )
        table = new_id()
        write = partial(add_table, table=table, setup=wanted.setup, seats=wanted.seats)
        await room.change(partial(with_child, table=table), and_write=write)
        if room.snapshot.child == table:
            self.events.publish(TableOpened(table, Waiting(wanted.setup, wanted.seats)))

    async def play_on(self, room: Room, user: str, name: str, seq: int, seat: int, level: str) -> str:
        """Open a table that goes on from a position of a finished game, against bots of a level."""
        here = playing(room.snapshot)
        if here.table.result is None:
            raise Refused("not_finished")
        if not may_watch(here, user):
            raise Refused("no_spectators")
        return await self.establish(played_on(room.id, here, user, name, seq, seat, level))

    async def add_record(
        self, setup: Setup, seats: Sequence[SeatHolder], rows: Sequence[str], result: Result
    ) -> str:
        """Add a finished game that was played elsewhere; return the id of its table."""
        table = new_id()
        await self.store.add_table(table, setup, seats, rows, result=result)
        return table


def with_child(snapshot: Snapshot, table: str) -> Snapshot:
    return snapshot if snapshot.child or not isinstance(snapshot, Playing) else replace(snapshot, child=table)
