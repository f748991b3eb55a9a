"""Erase a user. One transaction deletes all that identifies them; then their unfinished games are resigned.

If the server crashes in between, it resigns the games when it starts again (`resume_erasing`).
"""

import contextlib
from collections.abc import Awaitable, Callable

import sqlalchemy as sa
from msgspec.structs import replace

from hanamachi.core.words import Refusal
from hanamachi.server.accounts.bot_accounts import BotAccounts
from hanamachi.server.chat import lines
from hanamachi.server.db import timestamps
from hanamachi.server.db.group_commit import WriteScope
from hanamachi.server.db.json_columns import field
from hanamachi.server.db.schema import FORGOTTEN, GUESTS, SEATS, TABLES
from hanamachi.server.live.registry import RoomRegistry
from hanamachi.server.live.renames import Renames
from hanamachi.server.matchmaking.match_queue import MatchQueue
from hanamachi.server.privacy.sections import SECTIONS
from hanamachi.server.runtime.digests import digest
from hanamachi.server.storage import table_rows
from hanamachi.server.storage.game_lists import unfinished_tables
from hanamachi.server.storage.store import Store
from hanamachi.server.tables import transitions
from hanamachi.server.tables.events import TalkChanged
from hanamachi.server.tables.model import PEOPLE, SeatHolder, Snapshot, Waiting, seats_of

EraseUser = Callable[[str], Awaitable[None]]


async def erase_user(
    store: Store, rooms: RoomRegistry, renames: Renames, queue: MatchQueue, guest: str
) -> None:
    """Erase a user and give up their games. To erase twice changes nothing more."""
    with contextlib.suppress(Refusal):  # who was found for them is back in their place at once
        await queue.leave(guest)
    database = store.database
    tables = await store.users.newest_tables(guest)
    running = await database.read(lambda db: unfinished_tables(db, guest))
    talked = await database.read(lambda db: lines.tables_of(db, guest))
    await database.write(
        lambda db: erase_rows(db, guest),
        WriteScope(running, my_tables=tables, guests=[guest], talk=talked),
    )
    for table in talked:
        rooms.events.publish(TalkChanged(table))
    await renames.show(guest, tables)
    for table in running:
        await give_up(rooms, table)
    await database.scrub()


async def erase_with_bot_accounts(bots: BotAccounts, erase: EraseUser, guest: str) -> None:
    """Erase a user and the bot accounts that they own, which come first."""
    for bot in await bots.end_all(guest):
        await erase(bot)
    await erase(guest)


async def resume_erasing(store: Store, rooms: RoomRegistry) -> None:
    """Give up the games that a crash, or a restored backup, left with erased players."""
    for table in await store.database.read(tables_with_erased_players):
        await give_up(rooms, table)


async def give_up(rooms: RoomRegistry, table: str) -> None:
    """Give up the seats of erased players at a table. A table that cannot be opened is left as it is."""
    with contextlib.suppress(Refusal):
        async with rooms.visit(table) as room:
            await room.change(leave_table)


def erase_rows(db: sa.Connection, guest: str) -> None:
    for section in SECTIONS:
        section.forget(db, guest)
    if not table_rows.is_erased(db, guest):
        db.execute(sa.insert(FORGOTTEN).values(digest=digest(guest), at=timestamps.value(db)))


def tables_with_erased_players(db: sa.Connection) -> list[str]:
    """Return unfinished tables that have a seat of an erased user."""
    nobody = SEATS.c.guest.is_(None), field(db, SEATS.c.held, "kind").in_(PEOPLE)
    query = sa.select(TABLES.c.id).join(SEATS, SEATS.c.table_id == TABLES.c.id).distinct()
    return list(db.scalars(query.where(TABLES.c.finished.is_(False), TABLES.c.damaged.is_(False), *nobody)))


def erase_again(db: sa.Connection, digests: set[str]) -> int:
    """Erase those users again that a restored backup brought back; return how many they were."""
    guests = [guest for guest in db.scalars(sa.select(GUESTS.c.id)) if digest(guest) in digests]
    for guest in guests:
        erase_rows(db, guest)
    return len(guests)


def leave_table(snapshot: Snapshot) -> Snapshot:
    """Resign the seats of erased users (transition)."""
    if isinstance(snapshot, Waiting):
        return leave_waiting_table(snapshot)
    if snapshot.damaged:
        return snapshot
    for seat, held in enumerate(snapshot.seats):
        if held.is_erased and not snapshot.table.result and seat not in snapshot.table.log.gone:
            snapshot = transitions.playing(transitions.resign(seat)(snapshot))
    return snapshot.with_side(
        readers=tuple(each for each in snapshot.side.readers if seats_of(snapshot, each))
    )


def leave_waiting_table(snapshot: Waiting) -> Waiting:
    """Close a table whose host was erased; else free the seat of the erased user, or decline for them."""
    offered = snapshot.setup.offered_by
    if snapshot.seats[offered].is_erased if offered is not None else not snapshot.setup.host:
        return replace(snapshot, seats=tuple(SeatHolder("closed") for _ in snapshot.seats))
    free = SeatHolder("open") if offered is None else SeatHolder("guest", declined=True)
    return replace(snapshot, seats=tuple(free if held.is_erased else held for held in snapshot.seats))
