"""Accounts of programs: a member owns them, and a token signs them in.

A bot account is a member of its own name without credentials, so it has a rating and a page of its own. Its
name ends in "[bot]" wherever it is shown, and no person may have such a name. Only a digest of the token is
stored; a token has a session, which ends when the token is replaced or the account is deleted.
"""

import secrets
from collections.abc import Collection
from functools import partial

import sqlalchemy as sa
from msgspec import Struct

from hanamachi.core.table import Refused
from hanamachi.core.words import Refusal
from hanamachi.server.accounts import credentials, members
from hanamachi.server.accounts.account import NAMES_LOCK, Browser, user_lock
from hanamachi.server.accounts.cookies import new_user_id
from hanamachi.server.accounts.sessions import Sessions, begin_session, end_session
from hanamachi.server.db import timestamps
from hanamachi.server.db.connection import Database
from hanamachi.server.db.group_commit import WriteScope
from hanamachi.server.db.schema import BOTS, GUESTS, MEMBERS
from hanamachi.server.runtime.digests import digest
from hanamachi.server.storage import table_rows
from hanamachi.server.storage.reserved_names import BOT_MARK

PREFIX = "hmbot_"  # so that a token that was published by mistake can be found
HOUR = 3600.0  # between two notes of the last use


class BotAccount(Struct, frozen=True):
    """A bot account as its owner sees it."""

    user: str
    name: str
    made: float
    used: float | None


class TokenHolder(Struct, frozen=True):
    """The bot that a token signs in, and the session of the token."""

    user: str
    session: str


class BadToken(Refusal):
    """The token was never given out, was replaced, or its account was deleted."""


class BotAccounts:
    """Create bot accounts, replace their tokens, and recognise them."""

    def __init__(self, database: Database, sessions: Sessions, most: int) -> None:
        self.database, self.sessions, self.most = database, sessions, most

    async def of_owner(self, owner: str) -> list[BotAccount]:
        """Return the bot accounts of a member, the oldest first."""
        return await self.database.read(partial(bots_of, owner=owner))

    async def create(self, browser: Browser, name: str) -> str:
        """Create a bot account of this name for the member; return its token, which is not stored."""
        bot, token = new_user_id(), new_token()

        def change(db: sa.Connection) -> None:
            self._check_owner(db, browser)
            if len(bots_of(db, browser.user)) >= self.most:
                raise Refused("too_many_bots", most=self.most)
            db.execute(sa.insert(GUESTS).values(id=bot, name="", created=timestamps.value(db)))
            members.create(db, bot, name + BOT_MARK, bot=True)
            session = begin_session(db, bot, "")
            about = {"guest": bot, "owner": browser.user, "made": timestamps.now(db)}
            db.execute(sa.insert(BOTS).values(digest=digest(token), session=session, **about))

        await self.database.write(change, self._scope(browser.user))
        return token

    async def replace_token(self, browser: Browser, name: str) -> str:
        """Give a bot account another token and return it. The last one is void at once."""
        token = new_token()

        def change(db: sa.Connection) -> tuple[str, list[str]]:
            self._check_owner(db, browser)
            bot = owned(db, browser.user, name)
            old = db.execute(sa.select(BOTS.c.session).where(BOTS.c.guest == bot)).scalar_one()
            ended = end_session(db, bot, old, self.sessions.on_end)
            values = {"digest": digest(token), "session": begin_session(db, bot, ""), "used": None}
            db.execute(sa.update(BOTS).where(BOTS.c.guest == bot).values(values))
            return bot, ended

        bot, ended = await self.database.write(change, self._scope(browser.user))
        self.sessions.ended_here(bot, ended)
        return token

    async def to_delete(self, browser: Browser, name: str) -> str:
        """Return the bot of this name, which its owner may delete, once its token is void."""

        def change(db: sa.Connection) -> tuple[str, list[str]]:
            self._check_owner(db, browser)
            bot = owned(db, browser.user, name)
            return bot, end_token(db, bot, self.sessions)

        bot, ended = await self.database.write(change, self._scope(browser.user))
        self.sessions.ended_here(bot, ended)
        return bot

    async def end_all(self, owner: str) -> list[str]:
        """Make the tokens of all bots of a member void; return the bots, which are to be erased."""

        def change(db: sa.Connection) -> dict[str, list[str]]:
            return {bot.user: end_token(db, bot.user, self.sessions) for bot in bots_of(db, owner)}

        if not await self.of_owner(owner):
            return []
        ended = await self.database.write(change, self._scope(owner))
        for bot, sessions in ended.items():
            self.sessions.ended_here(bot, sessions)
        return list(ended)

    async def recognise(self, token: str) -> TokenHolder:
        """Return the bot whom a token signs in. Raise `BadToken` if there is none."""
        found, stale = await self.database.read(partial(_holder, token=token))
        if found is None:
            raise BadToken("bad_token")
        if stale:
            await self.database.write(partial(_note_use, bot=found.user))
        return found

    @staticmethod
    def _check_owner(db: sa.Connection, browser: Browser) -> None:
        if members.member_of(db, browser.user) is None:
            raise Refused("no_member")
        credentials.check_proved(db, browser.user, browser.session)

    @staticmethod
    def _scope(owner: str) -> WriteScope:
        return WriteScope(guests=[owner], locks=[user_lock(owner), NAMES_LOCK])


def new_token() -> str:
    """Return a random token of 256 bits."""
    return PREFIX + secrets.token_urlsafe(32)


def bots_of(db: sa.Connection, owner: str) -> list[BotAccount]:
    """Return the bot accounts of a member, the oldest first."""
    query = sa.select(BOTS.c.guest, MEMBERS.c.name, BOTS.c.made, BOTS.c.used)
    query = query.join(MEMBERS, MEMBERS.c.guest == BOTS.c.guest).where(BOTS.c.owner == owner)
    found = db.execute(query.order_by(BOTS.c.made, BOTS.c.guest))
    return [BotAccount(*row) for row in found]


def owners_of(db: sa.Connection, users: Collection[str]) -> dict[str, str]:
    """Return those of these users who are bots, each with its owner."""
    query = sa.select(BOTS.c.guest, BOTS.c.owner).where(BOTS.c.guest.in_(list(users)))
    return {row.guest: row.owner for row in db.execute(query)}


def owned(db: sa.Connection, owner: str, name: str) -> str:
    """Return the bot of this name and owner."""
    for bot in bots_of(db, owner):
        if bot.name == name:
            return bot.user
    raise Refused("no_such_bot")


def end_token(db: sa.Connection, bot: str, sessions: Sessions) -> list[str]:
    """Make the token of a bot void; return the sessions that ended."""
    table_rows.check_not_erased(db, [bot])
    session = db.execute(sa.select(BOTS.c.session).where(BOTS.c.guest == bot)).scalar_one()
    db.execute(sa.update(BOTS).where(BOTS.c.guest == bot).values(digest=f"void {bot}"))
    return end_session(db, bot, session, sessions.on_end)


def _holder(db: sa.Connection, token: str) -> tuple[TokenHolder | None, bool]:
    """Return who holds a token, and whether its use is to be noted."""
    row = db.execute(sa.select(BOTS).where(BOTS.c.digest == digest(token))).first()
    if row is None:
        return None, False
    return TokenHolder(row.guest, row.session), (row.used or 0.0) < timestamps.now(db) - HOUR


def _note_use(db: sa.Connection, bot: str) -> None:
    db.execute(sa.update(BOTS).where(BOTS.c.guest == bot).values(used=timestamps.value(db)))
