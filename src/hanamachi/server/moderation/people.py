"""List the people online, or those with a similar name, as hosts see them: by handles, never by ids."""

from collections.abc import Collection, Sequence

import sqlalchemy as sa
from msgspec import Struct

from hanamachi.server.accounts.bot_accounts import owners_of
from hanamachi.server.accounts.members import members_among
from hanamachi.server.db import timestamps
from hanamachi.server.db.json_columns import field
from hanamachi.server.db.schema import ARRIVALS, BANS, GUESTS, QUEUE, SEATS, TABLES
from hanamachi.server.matchmaking.online import at_live_worker
from hanamachi.server.moderation.handles import Handles
from hanamachi.server.moderation.hosts import all_hosts
from hanamachi.server.protocol.host import Person, PersonHere, PersonTable
from hanamachi.server.storage.restrictions import TALK, restricted_until
from hanamachi.server.tables.errors import NotFound

MOST = 500  # people who are listed
MOST_FOUND = 50  # ... by name


class Known(Struct, frozen=True):
    """What is needed to show people: handles, and which of them are members, bots and hosts."""

    handles: Handles
    names: dict[str, str]
    members: frozenset[str]
    bots: frozenset[str]
    hosts: frozenset[str]

    def person(self, user: str | None) -> Person | None:
        """Return a user as hosts see them; None if they were erased."""
        if not user or user not in self.names:
            return None
        kind = "bot" if user in self.bots else "member" if user in self.members else "guest"
        return Person(self.handles.of(user), self.names[user], kind, user in self.hosts)  # type: ignore[arg-type]


def known(db: sa.Connection, users: Collection[str | None], handles: Handles) -> Known:
    """Read what is needed to show these users."""
    wanted = sorted({user for user in users if user})
    found = db.execute(sa.select(GUESTS.c.id, GUESTS.c.name).where(GUESTS.c.id.in_(wanted)))
    return Known(
        handles,
        {row.id: row.name for row in found},
        frozenset(members_among(db, wanted)),
        frozenset(owners_of(db, wanted)),
        frozenset(all_hosts(db)),
    )


def people_here(db: sa.Connection, handles: Handles, me: str) -> list[PersonHere]:
    """Return who has a page open, who came first first."""
    since = sa.func.min(ARRIVALS.c.since).label("since")
    query = sa.select(ARRIVALS.c.guest, since).where(at_live_worker(db, ARRIVALS.c.worker))
    query = query.join(GUESTS, GUESTS.c.id == ARRIVALS.c.guest).group_by(ARRIVALS.c.guest)
    found = db.execute(query.order_by(since, ARRIVALS.c.guest).limit(MOST)).all()
    return _shown(db, [row.guest for row in found], handles, me)


def people_called(db: sa.Connection, name: str, handles: Handles, me: str) -> list[PersonHere]:
    """Return whose names contain a text, the newest first."""
    query = sa.select(GUESTS.c.id).where(GUESTS.c.name.icontains(name, autoescape=True))
    found = db.scalars(query.order_by(GUESTS.c.created.desc()).limit(MOST_FOUND)).all()
    return _shown(db, found, handles, me)


def one_person(db: sa.Connection, user: str, handles: Handles, me: str) -> PersonHere:
    """Return one person, or refuse: they are gone."""
    found = _shown(db, [user], handles, me)
    if not found:
        raise NotFound("gone")
    return found[0]


def _shown(db: sa.Connection, users: Sequence[str], handles: Handles, me: str) -> list[PersonHere]:
    facts, now = known(db, users, handles), timestamps.now(db)
    here = arrived(db, users)
    muted = restricted_until(db, list(users), TALK)
    banned = sa.select(BANS.c.guest, BANS.c.until).where(BANS.c.guest.in_(users), BANS.c.until > now)
    bans = {row.guest: row.until for row in db.execute(banned)}
    waits = {
        row.guest: row.game
        for row in db.execute(
            sa.select(QUEUE.c.guest, field(db, QUEUE.c.wish, "game").label("game")).where(
                QUEUE.c.guest.in_(users)
            )
        )
    }
    created = sa.select(GUESTS.c.id, GUESTS.c.created).where(GUESTS.c.id.in_(users))
    first = {row.id: row.created for row in db.execute(created)}
    tables = tables_of(db, users)
    return [
        PersonHere(
            person=person,
            here=user in here,
            since=here.get(user),
            created=first[user],
            tables=tables.get(user, []),
            waiting=waits.get(user) or "",
            muted=muted.get(user),
            banned=bans.get(user),
            mine=user == me,
        )
        for user in users
        if (person := facts.person(user))
    ]


def arrived(db: sa.Connection, users: Collection[str | None]) -> dict[str, float]:
    """Return since when these users are here, of those who are."""
    wanted = [user for user in users if user]
    query = sa.select(ARRIVALS.c.guest, sa.func.min(ARRIVALS.c.since).label("since"))
    query = query.where(ARRIVALS.c.guest.in_(wanted), at_live_worker(db, ARRIVALS.c.worker))
    return {row.guest: row.since for row in db.execute(query.group_by(ARRIVALS.c.guest))}


def tables_of(db: sa.Connection, users: Collection[str]) -> dict[str, list[PersonTable]]:
    """Return the unfinished tables at which these users sit, the newest first."""
    query = sa.select(SEATS.c.guest, TABLES.c.id, TABLES.c.game, TABLES.c.number).distinct()
    query = query.join(TABLES, TABLES.c.id == SEATS.c.table_id)
    query = query.where(SEATS.c.guest.in_(users), TABLES.c.finished.is_(False), TABLES.c.lesson.is_(False))
    found: dict[str, list[PersonTable]] = {}
    for row in db.execute(query.order_by(TABLES.c.number.desc())):
        found.setdefault(row.guest, []).append(PersonTable(row.id, row.game))
    return found


def by_name(db: sa.Connection, name: str) -> list[str]:
    """Return the users of exactly this name, in any case; those who are here first."""
    query = sa.select(GUESTS.c.id).where(sa.func.lower(GUESTS.c.name) == name.lower())
    found = list(db.scalars(query.order_by(GUESTS.c.created.desc()).limit(MOST_FOUND)))
    here = arrived(db, found)
    return sorted(found, key=lambda user: user not in here)
