"""Keep the talk of each table that is read at this worker, and say, mute and report for its readers.

Lines are pulled, like the table itself: a change marks the talk of its table as stale, it is read once for
all readers of this worker, and each of them sends what it has not sent yet. Only committed lines are told.
"""

import asyncio
import contextlib
from collections.abc import Coroutine
from functools import partial
from typing import Protocol

from hanamachi.core.words import Refusal
from hanamachi.server.chat.lines import Key, Line, TableTalk, add_line, line_of, read_talk
from hanamachi.server.chat.mutes import mute
from hanamachi.server.chat.reports import add_report, delete_old
from hanamachi.server.chat.sides import heard_by, is_over, side_of
from hanamachi.server.db.group_commit import WriteScope
from hanamachi.server.live.events import Events, HostsPageChanged
from hanamachi.server.runtime.limits import Limits
from hanamachi.server.storage.store import Store
from hanamachi.server.tables.events import TableChanged, TalkChanged
from hanamachi.server.tables.model import Snapshot

RETRY_SECONDS = 0.5  # after which a reading that failed is tried again
SWEEP_SECONDS = 3600.0  # between two looks for reports whose time is up


class Reader(Protocol):
    """A connection that reads the talk of a table."""

    guest: str

    def mark_changed(self) -> None: ...


class ReadTalk:
    """The talk of one table, for its readers at this worker."""

    def __init__(self, table: str) -> None:
        self.table, self.talk = table, TableTalk()
        self.readers: set[Reader] = set()
        self.came: dict[str, float] = {}  # by user: when the newest line was said that they found
        self.stale = self.reading = False

    def mark_changed(self) -> None:
        for reader in list(self.readers):
            reader.mark_changed()

    def note_arrival(self, user: str) -> None:
        """Note what had been said when a user first read this talk. Who comes back was here."""
        self.came.setdefault(user, max((line.at for line in self.talk.lines), default=0.0))

    def had_come(self, user: str, key: Key) -> bool:
        """Return True if a user was here when a line was said."""
        return key[2] > self.came.get(user, key[2])


class Chat:
    """The talk of all tables that are read at this worker."""

    def __init__(self, store: Store, events: Events) -> None:
        self.store, self.events = store, events
        self.tables: dict[str, ReadTalk] = {}
        self.tasks: set[asyncio.Task[None]] = set()

    # Readers.

    def enter(self, table: str, reader: Reader) -> ReadTalk:
        """Add a reader. What they can hear is read anew: another worker may know more."""
        talk = self.tables.setdefault(table, ReadTalk(table))
        talk.readers.add(reader)
        self._refresh(talk)
        return talk

    def leave(self, talk: ReadTalk, reader: Reader) -> None:
        talk.readers.discard(reader)
        if not talk.readers and self.tables.get(talk.table) is talk:
            del self.tables[talk.table]

    def talk_changed(self, event: TalkChanged) -> None:
        if talk := self.tables.get(event.table):
            self._refresh(talk)

    def table_changed(self, event: TableChanged) -> None:
        """At the end of a game players and spectators hear each other."""
        if is_over(event.after) != is_over(event.before) and (talk := self.tables.get(event.table)):
            talk.mark_changed()

    def _refresh(self, talk: ReadTalk) -> None:
        """Read a talk again, soon."""
        talk.stale = True
        if not talk.reading:
            talk.reading = True
            self._start(self._read(talk))

    async def _read(self, talk: ReadTalk) -> None:
        try:
            while talk.stale and talk.readers:
                talk.stale = False
                users = frozenset(reader.guest for reader in talk.readers)
                try:
                    read = partial(read_talk, table=talk.table, readers=users)
                    talk.talk = await self.store.database.read(read)
                    talk.mark_changed()
                except Refusal:
                    talk.stale = True
                    await asyncio.sleep(RETRY_SECONDS)
        finally:
            talk.reading = False

    # What readers do.

    async def say(self, table: str, snapshot: Snapshot, user: str, line: Line, limits: Limits) -> None:
        """Save a line, then tell it."""
        side = side_of(snapshot, user)
        add = partial(add_line, table=table, side=side, user=user, line=line, limits=limits)
        await self.store.database.write(add, WriteScope([table], announce=False, talk=[table]))
        self.events.publish(TalkChanged(table))

    async def mute(self, table: str, key: Key, user: str) -> None:
        """Mute the author of a line."""
        await self.store.database.write(
            lambda db: mute(db, user, line_of(db, table, key).author), WriteScope(talk=[table])
        )
        self.events.publish(TalkChanged(table))

    async def report(self, table: str, snapshot: Snapshot, key: Key, user: str) -> None:
        """Report a line to the host of the server."""
        sides = heard_by(snapshot, user)
        add = partial(add_report, table=table, key=key, user=user, sides=sides)
        await self.store.database.write(add, WriteScope([table], announce=False, hosts=True))
        self.events.publish(HostsPageChanged())

    def unmuted(self, user: str) -> None:
        """Show the user again what was kept from them, at the tables that they read here."""
        for talk in self.tables.values():
            if any(reader.guest == user for reader in talk.readers):
                self._refresh(talk)

    # Tasks and the end.

    async def open(self) -> None:
        self._start(self._keep_sweeping())

    async def _keep_sweeping(self) -> None:
        """Delete reports whose time is up."""
        while True:
            with contextlib.suppress(Refusal):
                await self.store.database.write(delete_old)
            await asyncio.sleep(SWEEP_SECONDS)

    def _start(self, work: Coroutine[None, None, None]) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)

    async def close(self) -> None:
        """Cancel all work, so that nothing writes when the store closes."""
        running = list(self.tasks)
        for task in running:
            task.cancel()
        await asyncio.gather(*running, return_exceptions=True)
