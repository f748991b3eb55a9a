"""Pack the logs of old finished games, so that a database grows more slowly. Used by `hanamachi prune`.

Games are packed a few at a time, each few in one transaction, with a rest in between: a server may run
beside it, and after an interruption the next call goes on. Unfinished and damaged games are never touched.
"""

import re
import time
from collections.abc import Iterator
from contextlib import contextmanager

import sqlalchemy as sa
from msgspec import Struct
from sqlalchemy.exc import SQLAlchemyError

from hanamachi.core.words import Name, Refusal
from hanamachi.server.db import timestamps
from hanamachi.server.db.engine import make_engine, path_of, shown, url_of
from hanamachi.server.db.schema import ROWS, TABLES
from hanamachi.server.storage import archive

AT_ONCE = 20  # games in one transaction
DAYS = {"d": 1, "w": 7, "y": 365}
DAY = 24 * 60 * 60


class CannotPrune(Refusal):
    """Refuse to pack games."""


class Counted(Struct, frozen=True):
    """Games, their rows, and the bytes of the rows before and after."""

    games: int = 0
    rows: int = 0
    before: int = 0
    after: int = 0


def seconds_of(age: str) -> float:
    """Return an age such as 365d, 52w or 1y in seconds."""
    found = re.fullmatch(r"([0-9]{1,5})([dwy])", age.strip())
    if not found:
        raise CannotPrune("bad_age", value=Name(age))
    return float(found[1]) * DAYS[found[2]] * DAY


def count(database: str, age: float) -> Counted:
    """Count the games that would be packed."""
    with opened(database, "") as engine, engine.begin() as db:
        old = ripe(timestamps.now(db) - age)
        size = sa.func.coalesce(sa.func.sum(sa.func.length(ROWS.c.row)), 0)
        query = sa.select(sa.func.count(ROWS.c.table_id.distinct()), sa.func.count(), size)
        games, rows, before = db.execute(
            query.select_from(ROWS).join(TABLES, TABLES.c.id == ROWS.c.table_id).where(*old)
        ).one()
        return Counted(games, rows, before)


def prune(database: str, age: float) -> Iterator[Counted]:
    """Pack games that ended longer ago than `age`, in seconds. Yield what each transaction has packed."""
    with opened(database, "IMMEDIATE") as engine:
        last: int | None = -1
        while last is not None:
            began = time.monotonic()
            with engine.begin() as db:
                done, last = pack_some(db, timestamps.now(db) - age, last)
            yield done
            time.sleep(time.monotonic() - began)  # let the server write for as long


def pack_some(db: sa.Connection, before: float, last: int) -> tuple[Counted, int | None]:
    """Pack some of the games after number `last`. Return what was packed, and the number to go on after."""
    query = sa.select(TABLES.c.id, TABLES.c.number).where(*ripe(before), TABLES.c.number > last)
    query = query.order_by(TABLES.c.number).limit(AT_ONCE).with_for_update(skip_locked=True)
    found = db.execute(query).all()
    sizes = [size for table, _ in found if (size := archive.pack(db, table))]
    total = Counted(len(sizes), 0, sum(size[0] for size in sizes), sum(size[1] for size in sizes))
    return total, found[-1].number if found else None


def ripe(before: float) -> tuple[sa.ColumnElement[bool], ...]:
    """Return the conditions of games that ended before then and are not packed yet."""
    ended = sa.func.coalesce(TABLES.c.moved, TABLES.c.created) < before
    second = sa.exists().where(ROWS.c.table_id == TABLES.c.id, ROWS.c.seq == 1).correlate(TABLES)
    return TABLES.c.finished, TABLES.c.result.is_not(None), ~TABLES.c.damaged, ended, second


@contextmanager
def opened(database: str, begin: str) -> Iterator[sa.Engine]:
    """Open a database that exists and has the columns that are read here."""
    path = path_of(database)
    if path and not path.exists():
        raise CannotPrune("nothing_kept", path=Name(path))
    engine = make_engine(url_of(database), 1, begin)
    try:
        check_age_of(engine, database)
        yield engine
    except SQLAlchemyError as error:
        raise CannotPrune("cannot_prune", problem=Name(str(error).split("\n")[0])) from error
    finally:
        engine.dispose()


def check_age_of(engine: sa.Engine, database: str) -> None:
    inspected = sa.inspect(engine)
    if not inspected.has_table(TABLES.name):
        raise CannotPrune("nothing_kept", path=Name(shown(database)))
    if not {column["name"] for column in inspected.get_columns(ROWS.name)} >= set(ROWS.c.keys()):
        raise CannotPrune("old_database", path=Name(shown(database)))
