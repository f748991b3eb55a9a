"""Members: users who have credentials, and a name that is theirs alone.

A member is a guest with a row more: the id stays, and so does all that hangs on it. Results refer to the
opaque `rating_id`; erasing a member deletes the row, and with it the only link between the two.
"""

import secrets
from collections.abc import Collection
from functools import partial
from typing import Any

import msgspec
import sqlalchemy as sa
from msgspec import Struct

from hanamachi.core.words import Refusal
from hanamachi.server.db import timestamps
from hanamachi.server.db.connection import Database
from hanamachi.server.db.schema import GUESTS, MEMBERS
from hanamachi.server.storage import reserved_names
from hanamachi.server.storage.reserved_names import Look

BATCH = 500  # names that are compared anew in one transaction


class Public(Struct, frozen=True):
    """The public part of a member's page."""

    ratings: bool = True
    results: bool = True
    games: bool = True


class Member(Struct, frozen=True):
    """A user with credentials."""

    user: str
    name: str
    rating_id: str  # results refer to it
    since: float
    public: Public = Public()


class AlreadyMember(Refusal):
    """The user has signed up before."""


class Members:
    """Find members, and change what is said about them."""

    def __init__(self, database: Database) -> None:
        self.database = database

    async def get(self, user: str) -> Member | None:
        """Return a member by their user id."""
        return await self.database.read(partial(member_of, user=user))

    async def of(self, users: Collection[str]) -> dict[str, Member]:
        """Return those of these users who are members."""
        return await self.database.read(partial(members_among, users=users))

    async def named(self, name: str) -> Member | None:
        """Return the member whose name is written like this one, in any case."""
        return await self.database.read(partial(member_named, name=name))

    async def choose_public(self, user: str, public: Public) -> None:
        """Save what others may see on a member's page."""
        change = sa.update(MEMBERS).where(MEMBERS.c.guest == user).values(public=_text(public))
        await self.database.write(lambda db: db.execute(change))

    async def compare_names_again(self) -> None:
        """Work out how names look that an older server, or older data, has not compared: of members, then of
        guests."""
        for job in (_compare_members, _compare_guests):
            while await self.database.read(partial(_uncompared, members=job is _compare_members)):
                await self.database.write(job)


def member_of(db: sa.Connection, user: str) -> Member | None:
    """Return a member by their user id."""
    return members_among(db, [user]).get(user)


def members_among(db: sa.Connection, users: Collection[str]) -> dict[str, Member]:
    """Return those of these users who are members."""
    found = db.execute(sa.select(MEMBERS).where(MEMBERS.c.guest.in_(list(users))))
    return {row.guest: _member(row) for row in found}


def members_by_rating(db: sa.Connection, rating_ids: Collection[str]) -> dict[str, Member]:
    """Return the members to whom these rating ids belong, by rating id. Erased ones are missing."""
    found = db.execute(sa.select(MEMBERS).where(MEMBERS.c.rating_id.in_(list(rating_ids))))
    return {row.rating_id: _member(row) for row in found}


def member_named(db: sa.Connection, name: str) -> Member | None:
    """Return the member whose name has this skeleton."""
    skeleton = reserved_names.look_of(name).skeleton
    found = db.execute(sa.select(MEMBERS).where(MEMBERS.c.skeleton == skeleton)).first()
    return _member(found) if found else None


def create(db: sa.Connection, user: str, name: str, *, bot: bool = False) -> Member:
    """Make a member of a user. Raise `NameTaken` if the name is not free. `bot`: a bot account, whose name is
    marked."""
    if member_of(db, user):
        raise AlreadyMember("member_already")
    look = reserved_names.check_free(db, name, user, bot=bot)
    member = Member(user, name, secrets.token_urlsafe(12), timestamps.now(db))
    values = _named(name, look) | {"rating_id": member.rating_id, "since": member.since}
    db.execute(sa.insert(MEMBERS).values(guest=user, public=_text(member.public), **values))
    _show(db, user, name, look)
    return member


def rename(db: sa.Connection, member: Member, name: str) -> None:
    """Give a member another name. The old one rests, and only this member may take it back."""
    look, before = reserved_names.check_free(db, name, member.user), reserved_names.look_of(member.name)
    if look != before:
        reserved_names.mark_homonyms(db, before, taken=False)
        reserved_names.rest(db, before, member.user)
    db.execute(sa.update(MEMBERS).where(MEMBERS.c.guest == member.user).values(_named(name, look)))
    _show(db, member.user, name, look)


def erase(db: sa.Connection, user: str) -> None:
    """Delete a member. The name rests, and nothing says whose it was."""
    member = member_of(db, user)
    reserved_names.let_go(db, user)
    if member:
        look = reserved_names.look_of(member.name)
        db.execute(sa.delete(MEMBERS).where(MEMBERS.c.guest == user))
        reserved_names.mark_homonyms(db, look, taken=False)
        reserved_names.rest(db, look, None)


def _member(row: Any) -> Member:
    public = msgspec.json.decode(row.public, type=Public)
    return Member(row.guest, row.name, row.rating_id, row.since, public)


def _named(name: str, look: Look) -> dict[str, str]:
    return {
        "name": name,
        "skeleton": look.skeleton,
        "lookalike": look.lookalike,
        "skeleton_version": reserved_names.version(),
    }


def _show(db: sa.Connection, user: str, name: str, look: Look) -> None:
    """Call the user by their name, and all guests who are called alike guests."""
    reserved_names.mark_homonyms(db, look, taken=True)
    values = {"name": name, "homonym": False, "compared": reserved_names.compared(name)}
    values |= {"skeleton": look.skeleton, "lookalike": look.lookalike}
    db.execute(sa.update(GUESTS).where(GUESTS.c.id == user).values(values))


def _text(public: Public) -> str:
    return msgspec.json.encode(public).decode()


def _stale_members() -> sa.Select[Any]:
    return sa.select(MEMBERS).where(MEMBERS.c.skeleton_version != reserved_names.version()).limit(BATCH)


def _stale_guests() -> sa.Select[Any]:
    current = sa.literal(reserved_names.version() + " ") + GUESTS.c.name
    stale = GUESTS.c.compared.is_(None) | (GUESTS.c.compared != current)
    return sa.select(GUESTS.c.id, GUESTS.c.name).where(stale).limit(BATCH)


def _uncompared(db: sa.Connection, *, members: bool) -> bool:
    query = _stale_members() if members else _stale_guests()
    return db.execute(query.limit(1)).first() is not None


def _compare_members(db: sa.Connection) -> None:
    """Give members of older data new skeletons. Where two would be alike now, both keep their names."""
    for row in db.execute(_stale_members()).all():
        look = reserved_names.look_of(row.name)
        values = _named(row.name, look)
        if reserved_names.is_held(db, look, by_other_than=row.guest):
            values |= {"skeleton": row.skeleton, "lookalike": row.lookalike}
        db.execute(sa.update(MEMBERS).where(MEMBERS.c.guest == row.guest).values(values))


def _compare_guests(db: sa.Connection) -> None:
    for row in db.execute(_stale_guests()).all():
        look = reserved_names.look_of(row.name)
        homonym = reserved_names.is_held(db, look, by_other_than=row.id)
        values = {"homonym": homonym, "compared": reserved_names.compared(row.name)}
        values |= {"skeleton": look.skeleton, "lookalike": look.lookalike}
        db.execute(sa.update(GUESTS).where(GUESTS.c.id == row.id).values(values))
