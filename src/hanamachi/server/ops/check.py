"""Check a database: rehydrate every table and compare it with the columns that describe it; open every
study."""

from collections.abc import Iterator, Mapping

import sqlalchemy as sa
from msgspec import Struct
from sqlalchemy.exc import SQLAlchemyError

from hanamachi.core.game import Game
from hanamachi.core.words import Name, Refusal
from hanamachi.server.analysis.studies import rows
from hanamachi.server.analysis.study_tree.file import opened
from hanamachi.server.db.engine import make_engine, shown, url_of
from hanamachi.server.db.schema import SEATS, STUDIES, TABLES
from hanamachi.server.storage.game_lists import came_out
from hanamachi.server.storage.rehydrate import rehydrate
from hanamachi.server.storage.table_rows import StoredTable, is_erased, load, text, turn_of
from hanamachi.server.tables.model import Playing

ELSEWHERE = ("unknown_game", "newer_rules", "newer_version", "newer_format")  # another house may read it


class CannotCheck(Refusal):
    pass


class CheckedTable(Struct, frozen=True):
    """A checked table: how many rows it has, and what is wrong with it, as keys of phrases."""

    table: str
    rows: int
    wrong: tuple[str, ...]


def check(database: str, games: Mapping[str, Game]) -> Iterator[CheckedTable]:
    """Yield one table after the other, each read in one transaction. Nothing is changed."""
    engine = make_engine(url_of(database), 1, "")
    try:
        tables = tables_in(engine, database)
        for table in tables:
            with engine.begin() as db:
                yield look(db, table, games)
        for study in studies_in(engine):
            with engine.begin() as db:
                yield from look_at_study(db, study, games)
    finally:
        engine.dispose()


def tables_in(engine: sa.Engine, database: str) -> list[str]:
    try:
        if not sa.inspect(engine).has_table(TABLES.name):
            raise CannotCheck("nothing_kept", path=Name(shown(database)))
        with engine.begin() as db:
            return list(db.scalars(sa.select(TABLES.c.id).order_by(TABLES.c.number)))
    except SQLAlchemyError as error:
        raise CannotCheck("bad_database", problem=Name(str(error).split("\n")[0])) from error


def studies_in(engine: sa.Engine) -> list[str]:
    """Return the studies; none in a database of an older server."""
    if not sa.inspect(engine).has_table(STUDIES.name):
        return []
    with engine.begin() as db:
        return list(db.scalars(sa.select(STUDIES.c.id).order_by(STUDIES.c.id)))


def look_at_study(db: sa.Connection, study: str, games: Mapping[str, Game]) -> Iterator[CheckedTable]:
    """Yield a study that cannot be read, though it is of these games and of rules that are known."""
    try:
        opened(rows.load(db, study).data, games)
    except Refusal as refusal:
        if refusal.reason not in (*ELSEWHERE, "study_too_old"):
            yield CheckedTable(study, 0, ("unreadable_study",))


def look(db: sa.Connection, table: str, games: Mapping[str, Game]) -> CheckedTable:
    stored = load(db, table)
    assert stored is not None
    try:
        snapshot = rehydrate(stored, games)
    except Refusal as refusal:
        why = refusal.reason if refusal.reason in ELSEWHERE else "unreadable"
        return CheckedTable(table, len(stored.rows), (why,))
    wrong = [
        *people(db, stored),
        *(faults(db, table, stored, snapshot) if isinstance(snapshot, Playing) else ()),
    ]
    return CheckedTable(table, len(stored.rows), tuple(wrong))


def people(db: sa.Connection, stored: StoredTable) -> Iterator[str]:
    """Yield faults of privacy: a name stored in a log, or an erased user who is still named."""
    if any(b'"type":"seated"' in row and b'"name":""' not in row for _, row in stored.rows):
        yield "named_row"
    guests = {stored.setup.host, *(held.guest for held in stored.seats)}
    if any(guest and is_erased(db, guest) for guest in guests):
        yield "not_forgotten"


def faults(db: sa.Connection, table: str, stored: StoredTable, snapshot: Playing) -> Iterator[str]:
    if snapshot.damaged:
        yield "damaged_log"
        return
    found, result = db.execute(sa.select(TABLES).where(TABLES.c.id == table)).one(), snapshot.table.result
    if found.finished != (result is not None):
        yield "wrong_result"
    if found.turn not in (None, turn_of(snapshot)):
        yield "wrong_turn"
    if result and found.result:  # else it is of an older house, which did not write it down
        if found.result != text(result):
            yield "wrong_result"
        if came(db, table) != [came_out(snapshot.seats, held.guest, result) for held in snapshot.seats]:
            yield "wrong_outcome"
    if snapshot.child and db.scalar(sa.select(TABLES.c.id).where(TABLES.c.id == snapshot.child)) is None:
        yield "lost_rematch"


def came(db: sa.Connection, table: str) -> list[str | None]:
    here = sa.select(SEATS.c.came).where(SEATS.c.table_id == table)
    return list(db.scalars(here.order_by(SEATS.c.seat)))
