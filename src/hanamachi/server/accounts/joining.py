"""Move a guest's games to the member who signs in with the same browser.

All that hangs on the guest moves once, in one transaction. A table where both sit stays as it is: nobody
plays against themselves for a rating. The guest's browsers are signed out; the guest is deleted if nothing is
left.
"""

from collections.abc import Sequence

import msgspec
import sqlalchemy as sa
from msgspec import Struct
from msgspec.structs import replace

from hanamachi.server.accounts.sessions import OnEnd, end_session
from hanamachi.server.db.json_columns import hosted_by, patched
from hanamachi.server.db.schema import (
    BANS,
    CODES,
    DAYS_OFF,
    DEED_PEOPLE,
    GUESTS,
    HOOKS,
    MUTES,
    PUZZLE_ANSWERS,
    PUZZLE_PLAYERS,
    QUEUE,
    REFUSED_PAIRS,
    REPORTS,
    RESTRICTIONS,
    SEATS,
    SESSIONS,
    STUDIES,
    SUBSCRIPTIONS,
    TABLES,
    TALK,
    USER_NOTICES,
)
from hanamachi.server.storage import table_rows, vacations
from hanamachi.server.tables.model import SideState
from hanamachi.server.tables.time_control import DAY


class Joined(Struct, frozen=True):
    """The tables that moved, those that stay because both sit there, and the sessions that ended."""

    moved: list[str]
    stay: list[str]
    ended: list[str]


def tables_with(db: sa.Connection, guest: str) -> list[str]:
    """Return the tables at which a user sits or which they opened, the newest first."""
    sits = TABLES.c.id.in_(sa.select(SEATS.c.table_id).where(SEATS.c.guest == guest))
    mine = sa.or_(sits, hosted_by(db, guest))
    return list(db.scalars(sa.select(TABLES.c.id).where(mine).order_by(TABLES.c.number.desc())))


def has_played(db: sa.Connection, guest: str) -> bool:
    """Return whether a guest has tables, or answers to puzzles."""
    answers = sa.select(PUZZLE_ANSWERS.c.guest).where(PUZZLE_ANSWERS.c.guest == guest).limit(1)
    return bool(tables_with(db, guest)) or db.scalar(answers) is not None


def shared_tables(db: sa.Connection, guest: str, member: str) -> list[str]:
    """Return the tables that stay as they are: those that have to do with both."""
    theirs = set(tables_with(db, member))
    return [table for table in tables_with(db, guest) if table in theirs]


def join(
    db: sa.Connection, guest: str, member: str, sessions: tuple[str, str], uptime: float, on_end: OnEnd
) -> Joined:
    """Move all that is a guest's to a member. `sessions`: of this browser, as the guest and as the member."""
    table_rows.check_not_erased(db, [guest, member])
    stay = shared_tables(db, guest, member)
    moved = [table for table in tables_with(db, guest) if table not in stay]
    _move_tables(db, guest, member, stay)
    _move_push(db, guest, member, sessions)
    for move in (
        _move_hook,
        _move_queue_entry,
        _move_refused_pairs,
        _move_talk,
        _move_mutes,
        _move_moderation,
    ):
        move(db, guest, member)
    _move_days_off(db, guest, member, uptime)
    _move_puzzles(db, guest, member)
    db.execute(sa.delete(CODES).where(CODES.c.guest == guest))
    ended = _end_sessions(db, guest, on_end)
    if not stay:
        db.execute(sa.delete(GUESTS).where(GUESTS.c.id == guest))
    return Joined(moved, stay, ended)


def _move_tables(db: sa.Connection, guest: str, member: str, stay: Sequence[str]) -> None:
    _move_readers(db, guest, member, stay)
    hosted = TABLES.c.id.not_in(stay) & hosted_by(db, guest)
    db.execute(sa.update(TABLES).where(hosted).values(setup=patched(db, TABLES.c.setup, host=member)))
    here = SEATS.c.table_id.not_in(stay) & (SEATS.c.guest == guest)
    db.execute(
        sa.update(SEATS).where(here).values(held=patched(db, SEATS.c.held, guest=member), guest=member)
    )


def _move_readers(db: sa.Connection, guest: str, member: str, stay: Sequence[str]) -> None:
    """Wait for the member instead, in breaks between rounds."""
    sits = TABLES.c.id.in_(sa.select(SEATS.c.table_id).where(SEATS.c.guest == guest))
    asked = sa.select(TABLES.c.id, TABLES.c.aside).where(sits, TABLES.c.id.not_in(stay))
    for row in db.execute(asked.where(TABLES.c.aside.is_not(None))).all():
        side = msgspec.json.decode(row.aside, type=SideState)
        readers = tuple(member if each == guest else each for each in side.readers)
        if readers != side.readers:
            new = table_rows.text(replace(side, readers=readers))
            db.execute(sa.update(TABLES).where(TABLES.c.id == row.id).values(aside=new))


def _move_push(db: sa.Connection, guest: str, member: str, sessions: tuple[str, str]) -> None:
    """Notify this browser for the member from now on. The guest's other browsers are signed out."""
    before, now = sessions
    its = (SUBSCRIPTIONS.c.guest == guest) & (SUBSCRIPTIONS.c.session == before)
    taken = sa.select(SUBSCRIPTIONS.c.guest)
    taken = taken.where(SUBSCRIPTIONS.c.guest == member, SUBSCRIPTIONS.c.session == now)
    if before and now and db.scalar(taken) is None:
        db.execute(sa.update(SUBSCRIPTIONS).where(its).values(guest=member, session=now))
    db.execute(sa.delete(SUBSCRIPTIONS).where(SUBSCRIPTIONS.c.guest == guest))


def _move_hook(db: sa.Connection, guest: str, member: str) -> None:
    _move_only(db, HOOKS, guest, member)


def _move_queue_entry(db: sa.Connection, guest: str, member: str) -> None:
    _move_only(db, QUEUE, guest, member)


def _move_only(db: sa.Connection, table: sa.Table, guest: str, member: str) -> None:
    """Move the one row that a user has in a table, unless the member has one."""
    if db.scalar(sa.select(table.c.guest).where(table.c.guest == member)) is None:
        db.execute(sa.update(table).where(table.c.guest == guest).values(guest=member))
    db.execute(sa.delete(table).where(table.c.guest == guest))


def _move_refused_pairs(db: sa.Connection, guest: str, member: str) -> None:
    pairs = db.execute(
        sa.select(REFUSED_PAIRS).where((REFUSED_PAIRS.c.guest == guest) | (REFUSED_PAIRS.c.other == guest))
    ).all()
    for row in pairs:
        one, other = (member if each == guest else each for each in (row.guest, row.other))
        same = (REFUSED_PAIRS.c.guest == one) & (REFUSED_PAIRS.c.other == other)
        known = db.scalar(sa.select(REFUSED_PAIRS.c.until).where(same))
        if known is None and one != other:
            db.execute(sa.insert(REFUSED_PAIRS).values(guest=one, other=other, until=row.until))
    gone = (REFUSED_PAIRS.c.guest == guest) | (REFUSED_PAIRS.c.other == guest)
    db.execute(sa.delete(REFUSED_PAIRS).where(gone))


def _move_talk(db: sa.Connection, guest: str, member: str) -> None:
    """Make the member the author of the guest's lines, reports and studies."""
    for column in (TALK.c.guest, REPORTS.c.reporter, REPORTS.c.author, STUDIES.c.guest):
        db.execute(sa.update(column.table).where(column == guest).values({column: member}))


def _move_moderation(db: sa.Connection, guest: str, member: str) -> None:
    """Have what hosts did about the guest hold for the member: bans, restrictions, notices, the journal."""
    for table in (BANS, USER_NOTICES, DEED_PEOPLE):
        db.execute(sa.update(table).where(table.c.guest == guest).values(guest=member))
    for row in db.execute(sa.select(RESTRICTIONS).where(RESTRICTIONS.c.guest == guest)).all():
        same = (RESTRICTIONS.c.guest == member) & (RESTRICTIONS.c.kind == row.kind)
        known = db.scalar(sa.select(RESTRICTIONS.c.until).where(same)) or 0.0
        db.execute(sa.delete(RESTRICTIONS).where(same))
        values = {"guest": member, "kind": row.kind, "at": row.at, "until": max(row.until, known)}
        db.execute(sa.insert(RESTRICTIONS).values(values))
    db.execute(sa.delete(RESTRICTIONS).where(RESTRICTIONS.c.guest == guest))


def _move_mutes(db: sa.Connection, guest: str, member: str) -> None:
    mine = (MUTES.c.guest == guest) | (MUTES.c.other == guest)
    for row in db.execute(sa.select(MUTES).where(mine)).all():
        one, other = (member if each == guest else each for each in (row.guest, row.other))
        same = (MUTES.c.guest == one) & (MUTES.c.other == other)
        if one != other and db.scalar(sa.select(MUTES.c.at).where(same)) is None:
            db.execute(sa.insert(MUTES).values(guest=one, other=other, at=row.at))
    db.execute(sa.delete(MUTES).where(mine))


def _move_puzzles(db: sa.Connection, guest: str, member: str) -> None:
    """Move answers to puzzles, and ratings by them, where the member has none."""
    for table, column in ((PUZZLE_ANSWERS, "puzzle"), (PUZZLE_PLAYERS, "game")):
        known = db.scalars(sa.select(table.c[column]).where(table.c.guest == member)).all()
        mine = (table.c.guest == guest) & table.c[column].not_in(known)
        db.execute(sa.update(table).where(mine).values(guest=member))
        db.execute(sa.delete(table).where(table.c.guest == guest))


def _move_days_off(db: sa.Connection, guest: str, member: str, now: float) -> None:
    """Move days off: those that were taken count for the member, and those that run end with the member's
    allowance. Otherwise a new guest would bring new days."""
    theirs = vacations.off(db, [member]).get(member, ())
    allowed = now + vacations.holidays(theirs, now).days * DAY
    known = {begins for begins, _ in theirs}
    for begins, ends in vacations.off(db, [guest]).get(guest, ()):
        last = min(ends, max(now, allowed))
        if begins not in known and last > begins:
            db.execute(sa.insert(DAYS_OFF).values(guest=member, begins=begins, ends=last))
    db.execute(sa.delete(DAYS_OFF).where(DAYS_OFF.c.guest == guest))


def _end_sessions(db: sa.Connection, guest: str, on_end: OnEnd) -> list[str]:
    """End all sessions of a guest, and cookies without one."""
    running = sa.select(SESSIONS.c.id).where(SESSIONS.c.guest == guest, SESSIONS.c.ended.is_(None))
    found = {*db.scalars(running), ""}
    return sorted({each for session in found for each in end_session(db, guest, session, on_end)})


def is_guest(db: sa.Connection, user: str) -> bool:
    """Return True if a user is known by name."""
    return db.scalar(sa.select(GUESTS.c.id).where(GUESTS.c.id == user)) is not None
