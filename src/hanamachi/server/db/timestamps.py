"""The current time in seconds since 1970, by one clock for all workers: the database's.

PostgreSQL tells its own time, so the clocks of the workers' machines need not agree. SQLite is opened by one
process, whose wall clock it is. `wall` is the only place that reads it; tests put their own there.
"""

import time

import sqlalchemy as sa

NOW: sa.ColumnElement[float] = sa.cast(sa.extract("epoch", sa.func.clock_timestamp()), sa.Float)


def wall() -> float:
    return time.time()


def now(db: sa.Connection) -> float:
    """Return the current time."""
    return float(db.scalar(sa.select(NOW)) or 0) if db.dialect.name == "postgresql" else wall()


def value(db: sa.Connection) -> sa.ColumnElement[float]:
    """Return the current time as a value in a statement: PostgreSQL needs no question of its own for it."""
    return NOW if db.dialect.name == "postgresql" else sa.literal(wall())
