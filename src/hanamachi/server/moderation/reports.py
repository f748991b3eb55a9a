"""List reports for hosts, and let one host at a time answer each.

A host who looks into a report marks it as theirs for a few minutes. The first deed that names the report
answers it, and with it all other reports of the same line.
"""

from typing import Any

import msgspec
import sqlalchemy as sa

from hanamachi.core.table import Refused
from hanamachi.core.words import Name
from hanamachi.server.chat.reports import ReportedLine
from hanamachi.server.db import timestamps
from hanamachi.server.db.schema import GUESTS, REPORTS, SEATS, STUDIES, TABLES
from hanamachi.server.moderation.handles import Handles
from hanamachi.server.moderation.journal import Host, host_of
from hanamachi.server.moderation.people import Known, known
from hanamachi.server.protocol.host import Answering, ReportInfo, ReportLine
from hanamachi.server.tables.errors import NotFound

TAKEN_SECONDS = 300.0
MOST = 200
decode_lines = msgspec.json.Decoder(list[ReportedLine]).decode


def count_waiting(db: sa.Connection) -> int:
    """Return how many reports wait for an answer."""
    query = sa.select(sa.func.count()).select_from(REPORTS).where(REPORTS.c.resolved.is_(None))
    return db.scalar(query) or 0


def list_reports(db: sa.Connection, handles: Handles, me: str, *, answered: bool) -> list[ReportInfo]:
    """Return the reports that wait, the oldest first; then those that were answered, if they are wanted."""
    query = sa.select(REPORTS).order_by(REPORTS.c.resolved.is_not(None), REPORTS.c.at).limit(MOST)
    if not answered:
        query = query.where(REPORTS.c.resolved.is_(None))
    rows = db.execute(query).all()
    facts = known(db, [user for row in rows for user in (row.author, row.reporter)], handles)
    return [_shown(db, row, facts, me) for row in rows]


def one_report(db: sa.Connection, report: str, handles: Handles, me: str) -> ReportInfo:
    """Return one report."""
    row = _row(db, report)
    return _shown(db, row, known(db, [row.author, row.reporter], handles), me)


def _row(db: sa.Connection, report: str) -> Any:
    row = db.execute(sa.select(REPORTS).where(REPORTS.c.id == report)).first()
    if row is None:
        raise NotFound("gone")
    return row


def _shown(db: sa.Connection, row: Any, facts: Known, me: str) -> ReportInfo:
    of = STUDIES if row.side == "study" else TABLES
    game = db.scalar(sa.select(of.c.game).where(of.c.id == row.table_id))
    return ReportInfo(
        id=row.id,
        at=row.at,
        table=row.table_id,
        game=game or "",
        reporter=facts.person(row.reporter),
        author=facts.person(row.author),
        lines=[_line(line, row) for line in decode_lines(row.lines)],
        games=_count_games(db, row.author),
        reports=_count(db, REPORTS.c.author == row.author, ~same_line(row)) if row.author else 0,
        others=_count(db, same_line(row), REPORTS.c.id != row.id),
        answering=_answering(db, row, me),
        resolved=row.resolved,
        outcome=row.outcome or "",
        by=host_of(db, row.deed),
    )


def _line(line: ReportedLine, row: Any) -> ReportLine:
    reported = (line.side, line.number) == (row.side, row.number)
    return ReportLine(line.side, line.at, line.name, reported, line.phrase, line.text)


def same_line(row: Any) -> sa.ColumnElement[bool]:
    """Return the condition that a report is about the line of this one."""
    place = REPORTS.c.table_id == row.table_id, REPORTS.c.side == row.side, REPORTS.c.number == row.number
    return sa.and_(*place, REPORTS.c.author.is_not_distinct_from(row.author))


def _count(db: sa.Connection, *which: sa.ColumnElement[bool]) -> int:
    return db.scalar(sa.select(sa.func.count()).select_from(REPORTS).where(*which)) or 0


def _count_games(db: sa.Connection, user: str | None) -> int:
    """Return at how many games a user sat that have begun."""
    if not user:
        return 0
    mine = sa.select(SEATS.c.table_id).where(SEATS.c.guest == user)
    query = sa.select(sa.func.count()).select_from(TABLES)
    return db.scalar(query.where(TABLES.c.id.in_(mine), TABLES.c.begun.is_not(None))) or 0


def _answering(db: sa.Connection, row: Any, me: str) -> Answering | None:
    who = _who_answers(db, row)
    if who is None or row.resolved is not None:
        return None
    name = db.scalar(sa.select(GUESTS.c.name).where(GUESTS.c.id == who)) or ""
    return Answering(name, who == me, row.answering_since)


def _who_answers(db: sa.Connection, row: Any) -> str | None:
    if row.answering is None or row.answering_since < timestamps.now(db) - TAKEN_SECONDS:
        return None
    return str(row.answering)


def check_mine(db: sa.Connection, report: str, host: Host) -> Any:
    """Return a report's row; refuse if it was answered, or if another host is about to."""
    row = _row(db, report)
    if row.resolved is not None:
        raise Refused("report_resolved", name=Name(host_of(db, row.deed) or "–"))
    who = _who_answers(db, row)
    if who is not None and who != host.user:
        name = db.scalar(sa.select(GUESTS.c.name).where(GUESTS.c.id == who)) or "–"
        raise Refused("report_taken", name=Name(name))
    return row


def take(db: sa.Connection, report: str, host: Host) -> None:
    """Mark a report as being answered by this host."""
    check_mine(db, report, host)
    values = {"answering": host.user, "answering_since": timestamps.now(db)}
    db.execute(sa.update(REPORTS).where(REPORTS.c.id == report).values(values))


def leave(db: sa.Connection, report: str, host: Host) -> None:
    """Leave a report to other hosts."""
    mine = (REPORTS.c.id == report) & (REPORTS.c.answering == host.user)
    db.execute(sa.update(REPORTS).where(mine).values(answering=None, answering_since=None))
    _row(db, report)


def resolve(db: sa.Connection, row: Any, outcome: str, deed: int) -> None:
    """Note by which deed a report was answered, and all others of the same line that wait."""
    values = {"resolved": timestamps.now(db), "outcome": outcome, "deed": deed}
    values |= {"answering": None, "answering_since": None}
    waiting = same_line(row) & REPORTS.c.resolved.is_(None)
    db.execute(sa.update(REPORTS).where(waiting).values(values))
