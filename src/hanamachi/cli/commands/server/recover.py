"""hanamachi recover: make a one-time link by which a member who lost all credentials signs in."""

import argparse
import asyncio
from collections.abc import Sequence
from functools import partial

import sqlalchemy as sa

from hanamachi.cli import new_parser
from hanamachi.cli.support.database import database_of
from hanamachi.cli.support.settings import DATABASE, PORT, PUBLIC_URL, add_settings, settle
from hanamachi.core.words import Name, Refusal, Words
from hanamachi.server.accounts import members, one_time
from hanamachi.server.db.connection import Database

ASKED = (DATABASE, PORT, PUBLIC_URL)


class NoSuchMember(Refusal):
    """No member has this name."""


def run(args: Sequence[str], words: Words) -> int:
    parser = new_parser("recover", words)
    parser.add_argument("name", help=words("flag.member"))
    add_settings(parser, words, ASKED)
    given = parser.parse_args(args)
    settle(given, ASKED)
    link = asyncio.run(make_link(database_of(given), given.name))
    print(f"{address(given)}/sign-in#{link}")
    return 0


def address(given: argparse.Namespace) -> str:
    """Return the address of the server, as the settings have it."""
    found: str = given.public_url or f"http://localhost:{given.port}"
    return found.rstrip("/")


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
