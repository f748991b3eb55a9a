"""Store studies: each is one row with the whole tree, and counts its changes."""

import sqlalchemy as sa
from msgspec import Struct

from hanamachi.core.table import Refused
from hanamachi.server.db import timestamps
from hanamachi.server.db.schema import BANS, STUDIES
from hanamachi.server.protocol.studies import StudyCard
from hanamachi.server.storage.restrictions import TALK, restricted_until
from hanamachi.server.storage.table_rows import check_not_erased
from hanamachi.server.tables.errors import NotFound

MOST_BYTES = 1 << 20  # of a stored study
LISTED = 200


class StoredStudy(Struct, frozen=True):
    """A study as it is stored. Its players' names are those of its table, unless it was brought."""

    id: str
    owner: str
    name: str
    game: str
    table: str | None
    shared: bool
    revision: int
    data: bytes


def load(db: sa.Connection, study: str) -> StoredStudy:
    """Return a study. NotFound if there is none."""
    row = db.execute(sa.select(STUDIES).where(STUDIES.c.id == study)).one_or_none()
    if row is None:
        raise NotFound("no_such_study")
    return StoredStudy(
        row.id, row.guest, row.name, row.game, row.table_id, row.shared, row.revision, row.study.encode()
    )


def load_for(db: sa.Connection, study: str, reader: str) -> StoredStudy:
    """Return a study for a reader. NotFound if a host has muted or banned its author."""
    found = load(db, study)
    if found.owner != reader and is_silenced(db, found.owner):
        raise NotFound("no_such_study")
    return found


def is_silenced(db: sa.Connection, user: str) -> bool:
    """Return True if a host has muted or banned this user."""
    ban = sa.select(BANS.c.id).where(BANS.c.guest == user, BANS.c.until > timestamps.now(db))
    return bool(restricted_until(db, [user], TALK)) or db.scalar(ban.limit(1)) is not None


def add(db: sa.Connection, study: StoredStudy, most: int) -> None:
    """Add a study, unless its owner has as many as they may have."""
    check_not_erased(db, [study.owner])
    count = sa.select(sa.func.count()).where(STUDIES.c.guest == study.owner)
    if (db.scalar(count) or 0) >= most:
        raise Refused("too_many_studies", most=most)
    now = timestamps.now(db)
    db.execute(
        sa.insert(STUDIES).values(
            id=study.id,
            guest=study.owner,
            game=study.game,
            name=study.name,
            table_id=study.table,
            shared=study.shared,
            revision=study.revision,
            study=checked_size(study.data),
            made=now,
            changed=now,
        )
    )


def save(db: sa.Connection, study: StoredStudy, before: int) -> None:
    """Store a changed study, unless it changed since revision `before`."""
    here = STUDIES.c.id == study.id, STUDIES.c.revision == before, STUDIES.c.guest == study.owner
    new = {
        "name": study.name,
        "shared": study.shared,
        "revision": study.revision,
        "study": checked_size(study.data),
        "changed": timestamps.now(db),
    }
    if not db.execute(sa.update(STUDIES).where(*here).values(new)).rowcount:
        raise Refused("stale_study")


def checked_size(data: bytes) -> str:
    if len(data) > MOST_BYTES:
        raise Refused("study_too_big", most=MOST_BYTES >> 10)
    return data.decode()


def remove(db: sa.Connection, study: str, owner: str) -> None:
    db.execute(sa.delete(STUDIES).where(STUDIES.c.id == study, STUDIES.c.guest == owner))


def studies_of(db: sa.Connection, owner: str) -> list[StudyCard]:
    """Return the studies of a user, those changed last first."""
    columns = STUDIES.c.id, STUDIES.c.name, STUDIES.c.game, STUDIES.c.made, STUDIES.c.changed
    query = sa.select(*columns, STUDIES.c.shared, STUDIES.c.table_id.label("table"))
    newest = query.where(STUDIES.c.guest == owner).order_by(STUDIES.c.changed.desc()).limit(LISTED)
    return [StudyCard(**row._mapping) for row in db.execute(newest)]
