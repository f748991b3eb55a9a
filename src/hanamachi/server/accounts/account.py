"""Sign members up and in, check their credentials and change them.

Each change is one transaction. Whatever changes a credential asks for a proof first: one that was used in the
same browser a moment ago. A one-time code from another browser is none.
"""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import sqlalchemy as sa
from msgspec import Struct

from hanamachi.core.table import Refused
from hanamachi.server.accounts import credentials, joining, members, one_time, passkeys
from hanamachi.server.accounts.credentials import BadCredentials
from hanamachi.server.accounts.joining import Joined
from hanamachi.server.accounts.members import Member, Members
from hanamachi.server.accounts.one_time import OneTimeOver
from hanamachi.server.accounts.passkeys import Passkey
from hanamachi.server.accounts.passwords import Passwords, check
from hanamachi.server.accounts.sessions import (
    Sessions,
    begin_session,
    device_name,
    end_session,
    is_ended,
    renew_others,
)
from hanamachi.server.db.connection import Database
from hanamachi.server.db.group_commit import Transaction, WriteScope
from hanamachi.server.protocol.account import PasskeyAnswer
from hanamachi.server.runtime.origins import Site
from hanamachi.server.storage.restrictions import NAME, check_allowed

NAMES_LOCK = "names of members"


def allow_all(_db: sa.Connection) -> None:
    """Let every request pass."""


def user_lock(user: str) -> str:
    """Return the name of the lock on a user's credentials."""
    return f"user {user}"


class Browser(Struct, frozen=True):
    """The browser that sent a request: its address bar, its cookies, and its description of itself."""

    site: Site
    user: str  # empty: unknown
    session: str
    agent: str

    @property
    def device(self) -> str:
        return device_name(self.agent)


class NewSession(Struct, frozen=True):
    """A session that began with a credential, and the guest who may be joined to its member."""

    user: str
    session: str
    name: str
    join: str = ""
    guest: str = ""


class Accounts:
    """Sign up, sign in, and change credentials."""

    def __init__(self, database: Database, sessions: Sessions) -> None:
        self.database, self.sessions = database, sessions
        self.members, self.passwords = Members(database), Passwords()

    def close(self) -> None:
        self.passwords.close()

    # Passkeys: what the browser is asked.

    async def ask_to_make_passkey(self, browser: Browser, name: str) -> tuple[str, Any]:
        """Return a challenge, and what the browser is asked to make a passkey."""
        self._check_site(browser.site)
        read = partial(credentials.passkeys_of, user=browser.user)
        known = await self.database.read(read)
        challenge = await self._challenge(browser.user)
        return challenge, passkeys.ask_to_make(browser.site, challenge, browser.user, name, known)

    async def ask_to_use_passkey(self, browser: Browser, *, mine: bool) -> tuple[str, Any]:
        """Return a challenge, and what the browser is asked to use a passkey. `mine`: one of this user."""
        self._check_site(browser.site)
        known = await self.database.read(partial(credentials.passkeys_of, user=browser.user)) if mine else []
        challenge = await self._challenge(browser.user if mine else "")
        return challenge, passkeys.ask_to_use(browser.site, challenge, known)

    async def _challenge(self, user: str) -> str:
        return await self.database.write(partial(one_time.offer, kind=one_time.CHALLENGE, guest=user))

    def _check_site(self, site: Site) -> None:
        if not passkeys.are_possible(site):
            raise Refused("no_passkeys_here")

    def _made(self, db: sa.Connection, browser: Browser, user: str, answer: PasskeyAnswer) -> Passkey:
        """Return the passkey that this browser made for this user, and use the challenge up."""
        asked = one_time.take(db, one_time.CHALLENGE, answer.challenge)
        if asked.guest != browser.user:
            raise passkeys.BadPasskey
        return passkeys.made(browser.site, answer.challenge, user, answer.credential, browser.device)

    def _used(self, db: sa.Connection, browser: Browser, answer: PasskeyAnswer, asked_of: str) -> str:
        """Return the member whose passkey signed the challenge, and use that up."""
        if one_time.take(db, one_time.CHALLENGE, answer.challenge).guest != asked_of:
            raise passkeys.BadPasskey
        name = str(answer.credential.get("id", ""))
        passkey = credentials.passkey(db, name)
        uses = passkeys.check_use(browser.site, answer.challenge, passkey, answer.credential)
        assert passkey is not None
        credentials.use_passkey(db, name, uses)
        return passkey.guest

    # Signing up.

    async def sign_up(
        self,
        browser: Browser,
        name: str,
        password: str,
        passkey: PasskeyAnswer | None,
        keep: Sequence[str],
        tables: Sequence[str] = (),
        check_first: Transaction[None] = allow_all,
    ) -> tuple[NewSession, list[str]]:
        """Make a member of the user; return their new session here and their recovery codes. `keep`: their
        other browsers that stay signed in. `tables`: those whose list entries show another name.
        `check_first` may refuse it, in the same transaction."""
        if not password and passkey is None:
            raise Refused("no_credential")
        if password:
            check(password, name)
        hashed = await self.passwords.hash(password) if password else None

        def change(db: sa.Connection) -> tuple[str, list[str], list[str]]:
            check_first(db)
            if tables:
                check_allowed(db, browser.user, NAME)
            members.create(db, browser.user, name)
            if hashed:
                credentials.set_password(db, browser.user, hashed)
            if passkey:
                credentials.add_passkey(db, self._made(db, browser, browser.user, passkey))
            codes = credentials.new_codes(db, browser.user)
            session = begin_session(db, browser.user, browser.agent, proved=True)
            self.sessions.move_push(db, browser.user, browser.session, session)
            kept = [each for each in keep if each != browser.session]
            ended = renew_others(db, browser.user, session, kept, self.sessions.on_end)
            return session, codes, ended

        locks = [user_lock(browser.user), NAMES_LOCK]
        scope = WriteScope(my_tables=tables, guests=[browser.user], locks=locks)
        session, codes, ended = await self.database.write(change, scope)
        self.sessions.ended_here(browser.user, ended, browser.session)
        return NewSession(browser.user, session, name), codes

    # Signing in.

    async def sign_in_by_password(self, browser: Browser, name: str, password: str) -> NewSession:
        """Begin a session by name and password. An unknown name takes as long as a wrong password."""
        found = await self.database.read(partial(credentials.password_named, name=name))
        user, stored = found or ("", None)
        if not await self.passwords.verify(stored, password):
            raise BadCredentials("bad_credentials")
        fresh = await self.passwords.hash(password) if self.passwords.is_old(stored or "") else None

        def who(db: sa.Connection) -> str:
            if credentials.password_of(db, user) != stored:  # it was changed in this very moment
                raise BadCredentials("bad_credentials")
            if fresh:
                credentials.set_password(db, user, fresh)
            return user

        return await self._begin(browser, who)

    async def sign_in_by_code(self, browser: Browser, name: str, code: str) -> NewSession:
        """Begin a session by a recovery code, which is used up."""
        return await self._begin(browser, partial(credentials.use_code, name=name, code=code), "code_used")

    async def sign_in_by_passkey(self, browser: Browser, answer: PasskeyAnswer) -> NewSession:
        """Begin a session by a passkey, which names its member."""
        return await self._begin(browser, lambda db: self._used(db, browser, answer, ""))

    async def sign_in_by_link(self, browser: Browser, link: str) -> NewSession:
        """Begin a session by a link that the host made, which is used up."""
        return await self._begin(
            browser, lambda db: one_time.take(db, one_time.LINK, link).guest, "link_used"
        )

    async def name_behind_link(self, link: str) -> str:
        """Return the name of the member for whom the host made a link. The link stays valid."""

        def look(db: sa.Connection) -> str:
            member = members.member_of(db, one_time.look(db, one_time.LINK, link).guest)
            if member is None:
                raise OneTimeOver("link_over")
            return member.name

        return await self.database.read(look)

    async def _begin(self, browser: Browser, who: Transaction[str], news: str = "") -> NewSession:
        """Begin a session with new cookies, whatever the browser sent. `who` checks the credential. The
        session that this browser had is ended if it was a member's; a guest's may be joined."""

        def change(db: sa.Connection) -> tuple[NewSession, list[str]]:
            user = who(db)
            member = members.member_of(db, user)
            if member is None:
                raise BadCredentials("bad_credentials")
            session = begin_session(db, user, browser.agent, proved=True)
            if news:
                credentials.tell_others(db, user, session, news, browser.device)
            if browser.user == user:
                self.sessions.move_push(db, user, browser.session, session)
            if browser.user and members.member_of(db, browser.user):
                ended = end_session(db, browser.user, browser.session, self.sessions.on_end)
                return NewSession(user, session, member.name), ended
            join, guest = self._offer_to_join(db, browser, user)
            return NewSession(user, session, member.name, join, guest), []

        new, ended = await self.database.write(change)
        if ended or news:
            await self.tell(new.user)
            self.sessions.ended_here(browser.user, ended, browser.session)
        return new

    def _offer_to_join(self, db: sa.Connection, browser: Browser, user: str) -> tuple[str, str]:
        """Return a secret for joining the guest who this browser was, and the guest."""
        guest = browser.user
        if not guest or members.member_of(db, guest) or not joining.has_played(db, guest):
            return "", ""
        return one_time.offer(db, one_time.JOIN, guest, f"{user} {browser.session}"), guest

    async def sign_out(self, browser: Browser) -> None:
        """End the session of this browser. A guest could not come back, so only members can."""
        if await self.members.get(browser.user) is None:
            raise Refused("no_member")
        await self.sessions.end(browser.user, browser.session)

    # Proofs.

    async def prove_by_password(self, browser: Browser, password: str) -> None:
        """Note that the member's password was typed in this browser."""
        stored = await self.database.read(partial(credentials.password_of, user=browser.user))
        if not await self.passwords.verify(stored, password):
            raise BadCredentials("wrong_password")

        def same(db: sa.Connection) -> str:
            if credentials.password_of(db, browser.user) != stored:
                raise BadCredentials("wrong_password")
            return browser.user

        await self._prove(browser, same)

    async def prove_by_passkey(self, browser: Browser, answer: PasskeyAnswer) -> None:
        """Note that one of the member's passkeys was used in this browser."""
        await self._prove(browser, lambda db: self._used(db, browser, answer, browser.user))

    async def prove_by_code(self, browser: Browser, name: str, code: str) -> None:
        """Note that a recovery code was typed in this browser. It is used up."""
        await self._prove(browser, partial(credentials.use_code, name=name, code=code))

    async def _prove(self, browser: Browser, who: Transaction[str]) -> None:
        def change(db: sa.Connection) -> None:
            if who(db) != browser.user:
                raise BadCredentials("bad_credentials")
            credentials.prove(db, browser.user, browser.session)

        await self.database.write(change)

    async def check_proved(self, browser: Browser) -> None:
        """Raise `ProofNeeded` if the user is a member who used no credential here a moment ago."""
        await self.database.read(partial(check_member_proved, browser=browser))

    # Changes, which need a proof.

    async def set_password(self, browser: Browser, password: str) -> None:
        """Give the member a password in place of the last one."""
        member = await self._member(browser)
        check(password, member.name)
        await self.check_proved(browser)
        hashed = await self.passwords.hash(password)
        await self._change(browser, "password", lambda db: credentials.set_password(db, browser.user, hashed))

    async def remove_password(self, browser: Browser) -> None:
        """Remove the member's password, if a passkey is left."""
        await self._change(browser, "removed", partial(credentials.remove_password, user=browser.user))

    async def add_passkey(self, browser: Browser, answer: PasskeyAnswer) -> None:
        """Add a passkey that was made in this browser."""

        def add(db: sa.Connection) -> None:
            credentials.add_passkey(db, self._made(db, browser, browser.user, answer))

        await self._change(browser, "passkey", add)

    async def remove_passkey(self, browser: Browser, name: str) -> None:
        """Remove a passkey, if another credential is left."""
        remove = partial(credentials.remove_passkey, user=browser.user, name=name)
        await self._change(browser, "removed", remove)

    async def new_codes(self, browser: Browser) -> list[str]:
        """Return eight recovery codes in place of those that the member had."""
        new = partial(credentials.new_codes, user=browser.user)
        codes: list[str] = await self._change(browser, "codes", new)
        return codes

    async def rename(self, browser: Browser, name: str, tables: Sequence[str]) -> None:
        """Give the member another name. It needs a proof, because it is what a member signs in with."""
        member = await self._member(browser)

        def rename(db: sa.Connection) -> None:
            check_allowed(db, member.user, NAME)
            members.rename(db, member, name)

        await self._change(browser, "name", rename, tables)

    async def _member(self, browser: Browser) -> Member:
        """Return the member who uses this browser. Raise Refused if there is none."""
        member = await self.members.get(browser.user)
        if member is None:
            raise Refused("no_member")
        return member

    async def _change(
        self, browser: Browser, news: str, change: Callable[[sa.Connection], Any], tables: Sequence[str] = ()
    ) -> Any:
        """Make a change that needs a proof, and tell all other browsers of the member."""

        def proved(db: sa.Connection) -> Any:
            if members.member_of(db, browser.user) is None:
                raise Refused("no_member")
            credentials.check_proved(db, browser.user, browser.session)
            found = change(db)
            credentials.tell_others(db, browser.user, browser.session, news, browser.device)
            return found

        return await self._write(browser.user, proved, tables)

    async def _write(self, user: str, change: Transaction[Any], tables: Sequence[str] = ()) -> Any:
        locks = [user_lock(user), NAMES_LOCK]
        found = await self.database.write(change, WriteScope(my_tables=tables, guests=[user], locks=locks))
        self.sessions.tell_news([user])
        return found

    async def tell(self, user: str) -> None:
        """Have all open pages of a member ask for news, at this worker and at the others."""
        await self._write(user, lambda _: None)

    # Joining a guest.

    async def guest_to_join(self, browser: Browser, secret: str) -> str:
        """Return the guest who can be joined to this member by this secret."""
        found = await self.database.read(
            lambda db: one_time.look(db, one_time.JOIN, secret),
        )
        if found.about.partition(" ")[0] != browser.user:
            raise OneTimeOver("join_over")
        return found.guest

    async def join(self, browser: Browser, secret: str, uptime: float) -> tuple[str, Joined]:
        """Move all that is a guest's to the member; return the guest and what moved."""
        guest = await self.guest_to_join(browser, secret)
        tables = await self.database.read(partial(joining.tables_with, guest=guest))

        def change(db: sa.Connection) -> Joined:
            credentials.check_proved(db, browser.user, browser.session)
            about = one_time.take(db, one_time.JOIN, secret).about
            if members.member_of(db, guest):
                raise Refused("member_already")
            its = (about.partition(" ")[2], browser.session)
            if is_ended(db, guest, its[0]):  # whoever had it may not be the guest
                raise OneTimeOver("join_over")
            joined = joining.join(db, guest, browser.user, its, uptime, self.sessions.on_end)
            credentials.tell_others(db, browser.user, browser.session, "joined", browser.device)
            return joined

        locks = [user_lock(guest), user_lock(browser.user)]
        scope = WriteScope(tables, my_tables=tables, guests=[guest, browser.user], lobby=True, locks=locks)
        joined = await self.database.write(change, scope)
        self.sessions.ended_here(guest, joined.ended)
        self.sessions.tell_news([browser.user])
        return guest, joined


def check_member_proved(db: sa.Connection, browser: Browser) -> None:
    """Raise `ProofNeeded` if the user is a member who used no credential here a moment ago."""
    if members.member_of(db, browser.user):
        credentials.check_proved(db, browser.user, browser.session)
