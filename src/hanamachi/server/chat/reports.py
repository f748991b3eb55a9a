"""Store reports of lines for the host of the server, each with the last lines of its talk, for 30 days."""

from collections.abc import Collection
from typing import Literal

import msgspec
import sqlalchemy as sa
from msgspec import Struct

from hanamachi.core.table import Refused
from hanamachi.server.chat.lines import Key, StoredLine, line_of, newest
from hanamachi.server.db import timestamps
from hanamachi.server.db.schema import REPORTS, TALK
from hanamachi.server.protocol.messages import Side
from hanamachi.server.runtime.ids import new_id
from hanamachi.server.storage.table_rows import check_not_erased

CONTEXT = 20  # lines that a report keeps
KEPT = 30 * 86_400.0  # seconds


class ReportedLine(Struct, frozen=True, omit_defaults=True):
    """A line as a report keeps it: with the name of then, and with no user's id. A text of a study has the
    number of its moment."""

    side: Side | Literal["study"]
    number: int
    at: float
    name: str
    phrase: str | None = None
    text: str = ""


def add_report(db: sa.Connection, table: str, key: Key, user: str, sides: Collection[Side]) -> None:
    """Report a line, with the last ones that the reporter can read. Twice is like once."""
    check_not_erased(db, [user])
    line = line_of(db, table, key)
    if line.author == user:
        raise Refused("own_line")
    about = {"table_id": table, "side": line.side, "number": line.number}
    report = {**about, "author": line.author, "reporter": user}
    if db.scalar(sa.select(REPORTS.c.id).filter_by(**report)) is None:
        lines = msgspec.json.encode(context(db, table, line, sides)).decode()
        db.execute(sa.insert(REPORTS).values(id=new_id(), **report, lines=lines, at=timestamps.value(db)))


def context(db: sa.Connection, table: str, line: StoredLine, sides: Collection[Side]) -> list[ReportedLine]:
    """Return the last lines of a talk, or the last ones up to an older line."""
    here = (TALK.c.table_id == table) & TALK.c.side.in_(sides)
    found = newest(db, here, CONTEXT)
    if line not in found:
        found = newest(db, here & (TALK.c.at <= line.at), CONTEXT)
    return [ReportedLine(one.side, one.number, one.at, one.name, one.phrase, one.text) for one in found]


def delete_old(db: sa.Connection) -> None:
    """Delete the reports whose time is up."""
    db.execute(sa.delete(REPORTS).where(REPORTS.c.at < timestamps.now(db) - KEPT))
