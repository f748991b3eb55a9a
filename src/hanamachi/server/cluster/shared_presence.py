"""Write who watches a table at this worker, so that the other workers can show it."""

from weakref import WeakKeyDictionary

import msgspec
import sqlalchemy as sa

from hanamachi.server.db.connection import Database
from hanamachi.server.db.group_commit import NotSaved, WriteScope
from hanamachi.server.db.schema import PRESENCES
from hanamachi.server.db.timestamps import NOW
from hanamachi.server.live.broadcast.remote_audience import WorkerAudience
from hanamachi.server.live.room import Room


class SharedPresence:
    def __init__(self, database: Database) -> None:
        self.database = database
        self.published: WeakKeyDictionary[Room, object] = WeakKeyDictionary()  # the watchers as last written

    def publish(self, room: Room) -> None:
        """Write the watchers of a room if they changed."""
        watchers = room.presences.here().public
        if watchers != self.published.get(room):
            self.published[room] = watchers
            room.start(self._publish(room))

    def is_published(self, room: Room) -> bool:
        """True if the database has watchers of this room at this worker."""
        return room in self.published

    async def _publish(self, room: Room) -> None:
        try:
            here, lobby = room.presences.here(), room.snapshot.setup.public
            await write_watchers(self.database, room.id, here, lobby=lobby)
        except NotSaved:
            self.published.pop(room, None)  # the next change tries again


async def write_watchers(database: Database, table: str, here: WorkerAudience, *, lobby: bool) -> None:
    """Write the watchers of a table at this worker. `lobby`: the lobby lists the table."""
    values = {"here": msgspec.json.encode(here).decode(), "at": NOW}
    mine = (PRESENCES.c.table_id == table) & (PRESENCES.c.worker == database.worker)

    def job(db: sa.Connection) -> None:
        if not db.execute(sa.update(PRESENCES).where(mine).values(values)).rowcount:
            db.execute(sa.insert(PRESENCES).values(table_id=table, worker=database.worker, **values))

    await database.write(job, WriteScope([table], lobby=lobby))
