"""List the tables whose game is not over, as hosts see them: who sits there and since when nothing happens.

All of it is read from columns. No log is replayed, so nothing that a seat hides can get in.
"""

from typing import Any

import msgspec
import sqlalchemy as sa

from hanamachi.server.db import timestamps
from hanamachi.server.db.schema import TABLES
from hanamachi.server.matchmaking.lobby import count_spectators
from hanamachi.server.moderation.handles import Handles
from hanamachi.server.moderation.people import Known, arrived, known
from hanamachi.server.protocol.host import TableHere
from hanamachi.server.storage.game_lists import seats_at
from hanamachi.server.tables.model import SeatHolder, Setup
from hanamachi.server.tables.players import bots_in, names_in
from hanamachi.server.tables.time_control import Days

MOST = 200  # tables that are listed, the newest
IDLE_GAME, IDLE_WAIT = 600.0, 1800.0  # seconds without a row; and for which a table waits for players
DAY = 86_400.0  # after which a table without days for a move is not listed any more


def tables_here(
    db: sa.Connection, handles: Handles, lang: str, worker: str, spectators: dict[str, int]
) -> list[TableHere]:
    """Return the tables whose game is not over. `spectators`: their number at this worker, by table."""
    now = timestamps.now(db)
    recent = sa.func.coalesce(TABLES.c.moved, TABLES.c.created) > now - DAY
    open_ = TABLES.c.finished.is_(False), TABLES.c.lesson.is_(False), TABLES.c.damaged.is_(False)
    days = TABLES.c.setup.contains('"type":"days"')
    query = sa.select(TABLES).where(*open_, recent | days).order_by(TABLES.c.number.desc()).limit(MOST)
    found = [(row, seats_at(db, row.id)) for row in db.execute(query).all()]
    found = [(row, seats) for row, seats in found if not all(held.kind == "closed" for held in seats)]
    users = {held.guest for _, seats in found for held in seats}
    facts, here = known(db, users, handles), arrived(db, users)
    looking = count_spectators(db, worker, spectators, [row.id for row, _ in found])
    return [_shown(row, seats, facts, here, looking.get(row.id, 0), now, lang) for row, seats in found]


def _shown(
    row: Any,
    seats: tuple[SeatHolder, ...],
    facts: Known,
    here: dict[str, float],
    looking: int,
    now: float,
    lang: str,
) -> TableHere:
    setup = msgspec.json.decode(row.setup, type=Setup)
    begun = row.begun is not None
    quiet = max(0.0, now - (row.moved or row.created))
    patient = isinstance(setup.clock, Days)
    return TableHere(
        id=row.id,
        game=setup.game,
        names=names_in(seats, lang),
        people=[facts.person(held.guest) for held in seats],
        bots=bots_in(seats),
        begun=begun,
        rated=setup.rated,
        public=setup.public,
        looking=looking,
        here=[held.guest in here for held in seats],
        moved=row.moved,
        quiet=round(quiet, 1),
        idle=not patient and quiet > (IDLE_GAME if begun else IDLE_WAIT),
        talk=setup.may_be_said,
    )
