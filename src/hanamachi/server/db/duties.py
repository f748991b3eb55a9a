"""Give a duty of which there is one, such as settling the match queue, to one worker of several."""

import sqlalchemy as sa

from hanamachi.server.db.schema import SETTINGS, WORKERS
from hanamachi.server.db.timestamps import NOW

ADD = "INSERT INTO settings (name, value) VALUES (%(name)s, %(value)s) ON CONFLICT DO NOTHING"


def takes_duty(db: sa.Connection, duty: str, worker: str) -> bool:
    """Make this worker the one that has a duty, unless another one whose lease runs has it.

    The row stays locked until the commit, so two workers never do the same at once."""
    if not worker:
        return True
    alive = sa.exists().where(WORKERS.c.id == SETTINGS.c.value, WORKERS.c.until > NOW)
    free = (SETTINGS.c.name == duty) & ((SETTINGS.c.value == worker) | ~alive)
    if db.execute(sa.update(SETTINGS).where(free).values(value=worker)).rowcount:
        return True
    return bool(db.exec_driver_sql(ADD, {"name": duty, "value": worker}).rowcount)


def lock_duty(db: sa.Connection, duty: str) -> None:
    """Keep all workers from a duty until the commit. SQLite has locked the whole database already."""
    if db.dialect.name == "postgresql":
        db.exec_driver_sql(ADD, {"name": duty, "value": ""})
        db.execute(sa.select(SETTINGS.c.name).where(SETTINGS.c.name == duty).with_for_update())
