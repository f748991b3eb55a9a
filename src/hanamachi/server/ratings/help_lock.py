"""Close judges, hints and the answers of bots to members who play a rated game of the same kind."""

from functools import partial

import sqlalchemy as sa

from hanamachi.core.table import Refused
from hanamachi.server.db.connection import Database
from hanamachi.server.db.schema import SEATS, TABLES


class HelpLock:
    """Asks the database, so it holds in every session of a user, at every worker."""

    def __init__(self, database: Database) -> None:
        self.database = database

    async def check(self, user: str, game: str) -> None:
        """Refuse help with a game of which this user plays a rated one."""
        plays: bool = bool(user) and await self.database.read(partial(plays_rated, user=user, game=game))
        if plays:
            raise Refused("rated_game_runs")


def plays_rated(db: sa.Connection, user: str, game: str) -> bool:
    """Return True if a rated game of this kind waits for its end, and this user plays it."""
    running = TABLES.c.rated.is_not(None) & TABLES.c.finished.is_(False) & TABLES.c.damaged.is_(False)
    mine = (SEATS.c.table_id == TABLES.c.id) & (SEATS.c.guest == user)
    query = sa.select(TABLES.c.id).join(SEATS, mine).where(running, TABLES.c.game == game)
    return db.execute(query.limit(1)).first() is not None
