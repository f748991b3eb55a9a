"""Read and write the lines of a table's talk."""

import math
from typing import Any

import sqlalchemy as sa
from msgspec import Struct

from hanamachi.core.table import Refused
from hanamachi.server.db import timestamps
from hanamachi.server.db.schema import GUESTS, MUTES, TABLES, TALK
from hanamachi.server.protocol.messages import Side
from hanamachi.server.runtime.limits import Limits, Rate
from hanamachi.server.storage.restrictions import TALK as TALK_RESTRICTION
from hanamachi.server.storage.restrictions import check_allowed
from hanamachi.server.storage.table_rows import check_not_erased
from hanamachi.server.tables.errors import NotFound

SIDES: tuple[Side, ...] = ("players", "gallery")
SHOWN = 200  # lines of each side, at most: the newest
MOST_KEPT = 1_000  # lines of each side of a table; older ones are deleted
Key = tuple[Side, int, float]


class Line(Struct, frozen=True):
    """What a user said. `phrase`: the id of a ready-made one; else it is free text."""

    phrase: str | None = None
    text: str = ""


class StoredLine(Struct, frozen=True):
    """A line as it is stored, with its author's present name. `homonym`: a guest is called like a member."""

    side: Side
    number: int
    at: float
    author: str
    name: str
    phrase: str | None
    text: str
    homonym: bool = False

    @property
    def key(self) -> Key:
        """Return what names this line. The number alone does not: that of a deleted line is given again."""
        return self.side, self.number, self.at


class TableTalk(Struct, frozen=True):
    """The newest lines of a table, the oldest first, and who of these readers mutes whom."""

    lines: tuple[StoredLine, ...] = ()
    readers: frozenset[str] = frozenset()
    mutes: frozenset[tuple[str, str]] = frozenset()  # (reader, author)


def add_line(db: sa.Connection, table: str, side: Side, user: str, line: Line, limits: Limits) -> None:
    """Add a line, or refuse it: of an erased user, too soon after the last ones, or beside a rematch.

    The database counts, so the limits hold for all workers together."""
    check_not_erased(db, [user])
    check_allowed(db, user, TALK_RESTRICTION)
    if db.scalar(sa.select(GUESTS.c.id).where(GUESTS.c.id == user)) is None:
        raise NotFound("no_name")
    if is_played_again(db, table):
        raise Refused("talk_at_rematch")
    now, here = timestamps.now(db), (TALK.c.table_id == table) & (TALK.c.side == side)
    check_pace(db, TALK.c.guest == user, limits.talk, now)
    check_pace(db, here, limits.table_talk, now)
    number = (db.scalar(sa.select(sa.func.max(TALK.c.number)).where(here)) or 0) + 1
    said = {"phrase": line.phrase, "text": line.text, "at": now}
    db.execute(sa.insert(TALK).values(table_id=table, side=side, number=number, guest=user, **said))
    db.execute(sa.delete(TALK).where(here, TALK.c.number <= number - MOST_KEPT))


def check_pace(db: sa.Connection, lines: sa.ColumnElement[bool], rate: Rate, now: float) -> None:
    """Refuse one more of these lines while `burst` of them are younger than such a burst may be."""
    earliest = sa.select(TALK.c.at).where(lines).order_by(TALK.c.at.desc()).offset(rate.burst - 1).limit(1)
    at = db.scalar(earliest)
    if at is not None and (wait := at + 60 * rate.burst / rate.per_minute - now) > 0:
        raise Refused("talk_too_fast", wait=f"@wait:{math.ceil(wait)}")


def is_played_again(db: sa.Connection, table: str) -> bool:
    """Return True while a rematch of this table, or a rematch of that, is being played. A spectator there
    could tell its players here what is hidden from them."""
    child = select_table(db, table).child
    while child is not None:
        found = select_table(db, child)
        if found is None or (found.begun is not None and not found.finished):
            return found is not None
        child = found.child
    return False


def select_table(db: sa.Connection, table: str) -> Any:
    columns = TABLES.c.child, TABLES.c.begun, TABLES.c.finished
    return db.execute(sa.select(*columns).where(TABLES.c.id == table)).one_or_none()


LINES = sa.select(TALK, GUESTS.c.name, GUESTS.c.homonym).join(GUESTS, GUESTS.c.id == TALK.c.guest)


def newest(db: sa.Connection, which: sa.ColumnElement[bool], most: int) -> list[StoredLine]:
    """Return the newest of these lines, the oldest first."""
    found = db.execute(LINES.where(which).order_by(TALK.c.at.desc(), TALK.c.number.desc()).limit(most)).all()
    return [
        StoredLine(
            side=row.side,
            number=row.number,
            at=row.at,
            author=row.guest,
            name=row.name,
            phrase=row.phrase,
            text=row.text,
            homonym=bool(row.homonym),
        )
        for row in reversed(found)
    ]


def read_talk(db: sa.Connection, table: str, readers: frozenset[str]) -> TableTalk:
    """Read the newest lines of each side, and who of these readers mutes one of their authors."""
    lines: list[StoredLine] = []
    for side in SIDES:  # each for itself: a flood of one must not push out what the other said
        lines += newest(db, (TALK.c.table_id == table) & (TALK.c.side == side), SHOWN)
    authors = {line.author for line in lines}
    mutes = sa.select(MUTES.c.guest, MUTES.c.other)
    found = db.execute(mutes.where(MUTES.c.guest.in_(readers), MUTES.c.other.in_(authors)))
    told = tuple(sorted(lines, key=lambda line: line.at))
    return TableTalk(told, readers, frozenset((row.guest, row.other) for row in found))


def line_of(db: sa.Connection, table: str, key: Key) -> StoredLine:
    """Return a line, or refuse: it was deleted meanwhile."""
    side, number, at = key
    found = newest(
        db,
        (TALK.c.table_id == table) & (TALK.c.side == side) & (TALK.c.number == number) & (TALK.c.at == at),
        1,
    )
    if not found:
        raise NotFound("no_line")
    return found[0]


def tables_of(db: sa.Connection, user: str) -> list[str]:
    """Return the tables at which a user has written."""
    return list(db.scalars(sa.select(TALK.c.table_id).where(TALK.c.guest == user).distinct()))
