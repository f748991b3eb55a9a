"""Remove from a database rows of older versions that are no longer read."""

import sqlalchemy as sa

from hanamachi.server.db.engine import make_engine, url_of
from hanamachi.server.db.schema import SETTINGS

WORK_TOKENS = "work:"  # settings that began like this were digests of the tokens of `hanamachi work`


def remove_work_tokens(database: str) -> int:
    """Remove them; return how many there were."""
    engine = make_engine(url_of(database), 1, "IMMEDIATE")
    try:
        with engine.begin() as db:
            return db.execute(sa.delete(SETTINGS).where(SETTINGS.c.name.startswith(WORK_TOKENS))).rowcount
    finally:
        engine.dispose()
