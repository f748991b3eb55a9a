"""The house that a command looks into: its database, what was typed, and how things are printed."""

import argparse
import re
import time
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from functools import partial

from hanamachi.core.user_text import one_line
from hanamachi.core.words import Name, Refusal, Words
from hanamachi.server.db.engine import path_of
from hanamachi.server.db.group_commit import Found, Transaction
from hanamachi.server.db.startup import prepare
from hanamachi.server.moderation import deeds, people
from hanamachi.server.moderation.deeds import About
from hanamachi.server.moderation.handles import Handles, read_handles
from hanamachi.server.moderation.journal import TERMINAL
from hanamachi.server.ops.check import CannotCheck
from hanamachi.server.storage.store import Store
from hanamachi.server.tables.errors import NotFound

SECONDS = {"m": 60, "h": 3_600, "d": 86_400, "w": 7 * 86_400}
GAP = 2  # spaces between two columns


class BadHostCommand(Refusal):
    """Refuse what was typed."""


class House:
    """A database, and what was asked of it."""

    def __init__(self, store: Store, handles: Handles, given: argparse.Namespace, words: Words) -> None:
        self.store, self.handles, self.given, self.words = store, handles, given, words
        self.database = store.database

    async def read(self, query: Transaction[Found]) -> Found:
        return await self.database.read(query)

    async def do(self, work: Transaction[Found], user: str = "", tables: list[str] | None = None) -> Found:
        """Do a deed, as the journal's terminal."""
        return await deeds.do(self.database, TERMINAL, work, user, tables)

    async def person(self) -> str:
        """Return the user whom the command names: by a name that one person has, or by a handle."""
        name = self.given.about[0]
        found = await self.read(partial(people.by_name, name=name))
        if len(found) > 1:
            handles = tuple(Name(self.handles.of(user)) for user in found)
            raise BadHostCommand("several_people", name=Name(name), handles=handles)
        if found:
            return found[0]
        try:
            return self.handles.user(name)
        except NotFound as error:
            raise BadHostCommand("nobody_called", name=Name(name)) from error

    async def about(self) -> About:
        """Return whom the deed is about, why, and which report it answers."""
        return About(await self.person(), self.given.why, self.given.report)

    def seconds(self) -> int:
        """Return the time that was given with --for: 30m, 12h, 7d, 2w."""
        found = re.fullmatch(r"([0-9]{1,5})([mhdw])", self.given.span or "")
        if not found:
            raise BadHostCommand("bad_span", value=Name(self.given.span or ""))
        return int(found[1]) * SECONDS[found[2]]

    # Printing.

    def say(self, phrase: str, **facts: str | int) -> None:
        print(self.words(phrase, **{name: one(fact) for name, fact in facts.items()}))

    def table(self, kind: str, columns: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
        """Print rows under headings, each column as wide as it must be."""
        if not rows:
            self.say(f"host.no.{kind}")
            return
        heads = [self.words(f"host.column.{column}") for column in columns]
        lines = [heads, *([one_line(cell) for cell in row] for row in rows)]
        wide = [max(len(line[at]) for line in lines) for at in range(len(columns))]
        for line in lines:
            print(
                (" " * GAP).join(cell.ljust(width) for cell, width in zip(line, wide, strict=True)).rstrip()
            )


def one(fact: str | int) -> str | int:
    return Name(one_line(fact)) if isinstance(fact, str) else fact


def moment(at: float | None) -> str:
    """Return a time as people of this machine's place write it."""
    return "" if at is None else time.strftime("%Y-%m-%d %H:%M", time.localtime(at))


@asynccontextmanager
async def opened(database: str, given: argparse.Namespace, words: Words) -> AsyncIterator[House]:
    """Open the database of a server, which may be running."""
    path = path_of(database)
    if path and not path.exists():
        raise CannotCheck("nothing_kept", path=Name(path))
    prepare(database)
    store = Store(database)
    try:
        yield House(store, await store.database.write(read_handles), given, words)
    finally:
        await store.close()
