"""Ban users and addresses; read the current bans.

A user ban holds for the user's id, and for the bot accounts that they own, in every browser. An address ban
holds for the keyed digest of an address, at most for a week, and only for whoever is not signed in as a
member.
"""

import secrets

import sqlalchemy as sa
from msgspec import Struct

from hanamachi.core.table import Refused
from hanamachi.server.accounts.members import members_among
from hanamachi.server.db import timestamps
from hanamachi.server.db.schema import ARRIVALS, BANS, BOTS, GUESTS
from hanamachi.server.matchmaking.online import at_live_worker
from hanamachi.server.moderation.handles import Handles
from hanamachi.server.moderation.journal import host_of, person_of
from hanamachi.server.protocol.host import BanInfo, Person, SharedAddress
from hanamachi.server.tables.errors import NotFound

DAY = 86_400
LEAST, MOST, MOST_ADDRESS = 60, 1_096 * DAY, 7 * DAY  # seconds of a ban, and of one of an address


class Ban(Struct, frozen=True):
    """A ban that holds, and the seconds until it ends."""

    why: str
    left: float


class Bans(Struct, frozen=True):
    """All bans that hold, by user and by the digest of an address."""

    users: dict[str, Ban] = {}
    addresses: dict[str, Ban] = {}


def read_bans(db: sa.Connection) -> Bans:
    """Read the bans that hold now. The bots of a banned user are banned with them."""
    now = timestamps.now(db)
    users: dict[str, Ban] = {}
    addresses: dict[str, Ban] = {}
    for row in db.execute(sa.select(BANS).where(BANS.c.until > now).order_by(BANS.c.until)):
        ban = Ban(row.why, row.until - now)
        if row.guest:
            users[row.guest] = ban
        elif row.address:
            addresses[row.address] = ban
    owners = sa.select(BOTS.c.guest, BOTS.c.owner).where(BOTS.c.owner.in_(list(users)))
    users |= {bot: users[owner] for bot, owner in db.execute(owners).all()} if users else {}
    return Bans(users, addresses)


def check_seconds(seconds: int, most: int) -> None:
    """Refuse an end that is too soon, or too far away."""
    if not LEAST <= seconds <= most:
        raise Refused("bad_seconds", most=most // DAY)


def add_bans(db: sa.Connection, user: str, why: str, seconds: int, deed: int, addresses: list[str]) -> None:
    """Ban a user in place of an earlier ban, and their addresses."""
    now = timestamps.now(db)
    db.execute(sa.delete(BANS).where(BANS.c.guest == user))
    values = {"deed": deed, "why": why, "at": now}
    db.execute(sa.insert(BANS).values(id=_new(), guest=user, until=now + seconds, **values))
    for address in addresses:
        db.execute(sa.delete(BANS).where(BANS.c.address == address))
        end = now + min(seconds, MOST_ADDRESS)
        db.execute(sa.insert(BANS).values(id=_new(), address=address, until=end, **values))


def lift(db: sa.Connection, ban: str) -> tuple[str | None, str]:
    """End a ban; return the user and their name of then."""
    row = db.execute(sa.select(BANS).where(BANS.c.id == ban, BANS.c.until > timestamps.now(db))).first()
    if row is None:
        raise NotFound("gone")
    db.execute(sa.delete(BANS).where(BANS.c.id == ban))
    return person_of(db, row.deed)


def delete_old(db: sa.Connection) -> None:
    """Delete the bans that have ended."""
    db.execute(sa.delete(BANS).where(BANS.c.until <= timestamps.now(db)))


def list_bans(db: sa.Connection, handles: Handles) -> list[BanInfo]:
    """Return the bans that hold, the newest first."""
    query = sa.select(BANS).where(BANS.c.until > timestamps.now(db)).order_by(BANS.c.at.desc(), BANS.c.id)
    return [_shown(db, row, handles) for row in db.execute(query).all()]


def _shown(db: sa.Connection, row: sa.Row[tuple[object, ...]], handles: Handles) -> BanInfo:
    user, name = person_of(db, row.deed)
    present = db.scalar(sa.select(GUESTS.c.name).where(GUESTS.c.id == user)) if user else None
    kind = "member" if user and members_among(db, [user]) else "guest"
    person = Person(handles.of(user), present, kind) if user and present else None  # type: ignore[arg-type]
    return BanInfo(
        id=row.id,
        person=person,
        name=name,
        address=row.guest is None,
        why=row.why,
        by=host_of(db, row.deed),
        at=row.at,
        until=row.until,
    )


def addresses_of(db: sa.Connection, user: str) -> list[str]:
    """Return the digests of the addresses from which a user is here now; refuse if one may not be banned."""
    found = _arrivals(db, user)
    if not found:
        raise Refused("address_unknown")
    if any(why for _, why in found):
        raise Refused("address_shared")
    return [address for address, _ in found]


def shared_address(db: sa.Connection, user: str) -> SharedAddress:
    """Return what a ban of a user's addresses would mean."""
    found = _arrivals(db, user)
    why = next((why for _, why in found if why), "") if found else "away"
    if why:
        return SharedAddress(possible=False, why=why, people=0, members=0, most=MOST_ADDRESS)
    here = ARRIVALS.c.address.in_([address for address, _ in found])
    query = sa.select(ARRIVALS.c.guest).where(here, _alive(db), ARRIVALS.c.guest != user)
    others = list(db.scalars(query.distinct()))
    return SharedAddress(
        possible=True, why="", people=len(others), members=len(members_among(db, others)), most=MOST_ADDRESS
    )


def _arrivals(db: sa.Connection, user: str) -> list[tuple[str, str]]:
    """Return the digests of a user's addresses, each with why it cannot be banned."""
    query = sa.select(ARRIVALS.c.address, ARRIVALS.c.why).where(ARRIVALS.c.guest == user, _alive(db))
    return [(row.address, row.why) for row in db.execute(query.distinct())]


def _alive(db: sa.Connection) -> sa.ColumnElement[bool]:
    return at_live_worker(db, ARRIVALS.c.worker)


def _new() -> str:
    return secrets.token_urlsafe(9)
