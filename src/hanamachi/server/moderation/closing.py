"""Close a table for a host: end its game without a result, and tell its players why.

The game is called off like one whose players left, by the same row of the log; the reason stands beside the
game and never in the log or the record. Rated games are not rated.
"""

from collections.abc import Sequence

import sqlalchemy as sa
from msgspec.structs import replace

from hanamachi.core.table import Refused
from hanamachi.server.live.registry import RoomRegistry
from hanamachi.server.moderation import reports
from hanamachi.server.moderation.hosts import check_host
from hanamachi.server.moderation.journal import LOCK, Entry, Host, add_entry
from hanamachi.server.moderation.notices import leave_word
from hanamachi.server.tables.model import SeatHolder, Snapshot, Waiting
from hanamachi.server.tables.transitions import Transition, playing


class ClosingLock:
    """Has the journal locked before a closed table is saved (see `Store.with_tables`)."""

    def locks(self, before: Snapshot, after: Snapshot) -> Sequence[str]:
        """Lock the journal."""
        return () if before.side.closed == after.side.closed else (LOCK,)

    def save(self, db: sa.Connection, table: str, before: Snapshot, after: Snapshot) -> None:
        """Write nothing: the deed itself does."""


def close(why: str) -> Transition:
    """End a table without a result (transition)."""

    def transition(snapshot: Snapshot) -> Snapshot:
        if isinstance(snapshot, Waiting):
            if snapshot.side.closed is not None or all(held.kind == "closed" for held in snapshot.seats):
                raise Refused("game_over")
            seats = tuple(SeatHolder("closed") for _ in snapshot.seats)
            return replace(snapshot, seats=seats, side=replace(snapshot.side, closed=why))
        here = playing(snapshot)
        table = here.table.call_off()
        return replace(here, table=table).with_side(closed=why)

    return transition


async def close_table(rooms: RoomRegistry, host: Host, table: str, why: str, report: str = "") -> list[str]:
    """Close a table as this host; return its players. The table, the journal and the word to the players
    are one transaction."""
    async with rooms.visit(table) as room:
        players = sorted({held.guest for held in room.snapshot.seats if held.guest})

        def note(db: sa.Connection) -> None:
            check_host(db, host)
            row = reports.check_mine(db, report, host) if report else None
            if row and row.table_id != table:
                raise Refused("other_report")
            deed = add_entry(db, host, Entry("close", table=table, said=why))
            if row:
                reports.resolve(db, row, "close", deed)
            for user in players:
                if user != host.user:
                    leave_word(db, user, "closed", why, table=table)

        await room.change(close(why), and_write=note)
        return players
