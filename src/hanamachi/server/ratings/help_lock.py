"""Close judges, hints and the answers of bots to members who play a rated game of the same kind."""

from functools import partial

import sqlalchemy as sa

from hanamachi.core.table import Refused
from hanamachi.server.db.connection import Database
from hanamachi.server.db.prepared import Prepared
from hanamachi.server.db.schema import SEATS, TABLES


class HelpLock:
    """Asks the database, so it holds in every session of a user, at every worker. A move against a bot asks,
    too: so it is one prepared statement, without a transaction."""

    def __init__(self, database: Database) -> None:
        self.database = database

    async def check(self, user: str, game: str) -> None:
        """Refuse help with a game of which this user plays a rated one."""
        plays: bool = bool(user) and await self.database.read_one(partial(plays_rated, user=user, game=game))
        if plays:
            raise Refused("rated_game_runs")


def plays_rated(db: sa.Connection, user: str, game: str) -> bool:
    """Return True if a rated game of this kind waits for its end, and this user plays it."""
    return bool(PLAYS_RATED.scalar(db, {"user": user, "game": game}))


PLAYS_RATED = Prepared(
    sa.select(
        sa.exists().where(
            SEATS.c.table_id == TABLES.c.id,
            SEATS.c.guest == sa.bindparam("user"),
            TABLES.c.rated.is_not(None),
            TABLES.c.finished.is_(False),
            TABLES.c.damaged.is_(False),
            TABLES.c.game == sa.bindparam("game"),
        )
    )
)
