"""hanamachi recover: make a one-time link by which a member who lost all credentials signs in."""

import asyncio
from collections.abc import Sequence
from functools import partial

import sqlalchemy as sa

from hanamachi.cli import new_parser
from hanamachi.cli.support.database import add_database, database_of
from hanamachi.core.words import Name, Refusal, Words
from hanamachi.server.accounts import members, one_time
from hanamachi.server.db.connection import Database


class NoSuchMember(Refusal):
    """Nobody signed up under this name."""


def run(args: Sequence[str], words: Words) -> int:
    parser = new_parser("recover", words)
    parser.add_argument("name", help=words("flag.member"))
    parser.add_argument("--public-url", default="http://localhost:8460", help=words("flag.public_url"))
    add_database(parser, words)
    given = parser.parse_args(args)
    link = asyncio.run(make_link(database_of(given), given.name))
    print(f"{given.public_url.rstrip('/')}/sign-in#{link}")
    return 0


async def make_link(database: str, name: str) -> str:
    """Return the secret of a new link for a member. The one before it is void."""
    opened = Database(database)
    try:
        return await opened.write(partial(_make, name=name))
    finally:
        await opened.close()


def _make(db: sa.Connection, name: str) -> str:
    member = members.member_named(db, name)
    if member is None:
        raise NoSuchMember("no_such_member", name=Name(name))
    return one_time.offer(db, one_time.LINK, member.user)
