"""What hosts do to people: each deed is one transaction, with its row of the journal and the answered report.

The functions run within a transaction that holds the journal's lock. `Actor` says who may do them.
"""

from collections.abc import Callable

import sqlalchemy as sa
from msgspec import Struct

from hanamachi.core import user_text
from hanamachi.core.table import Refused
from hanamachi.server.accounts import members
from hanamachi.server.accounts.account import NAMES_LOCK, user_lock
from hanamachi.server.accounts.bot_accounts import bots_of, owners_of
from hanamachi.server.accounts.sessions import OnEnd, end_session
from hanamachi.server.db import timestamps
from hanamachi.server.db.connection import Database
from hanamachi.server.db.group_commit import Found, Transaction, WriteScope
from hanamachi.server.db.schema import BOTS, GUESTS, QUEUE, SESSIONS
from hanamachi.server.moderation import bans, reports
from hanamachi.server.moderation.hosts import check_host, is_host
from hanamachi.server.moderation.house_rules import checked_text
from hanamachi.server.moderation.journal import LOCK, Entry, Host, add_entry
from hanamachi.server.moderation.notices import leave_word
from hanamachi.server.storage import restrictions, users
from hanamachi.server.tables.errors import NotFound

MUTE_LEAST, MUTE_MOST = 60, 366 * bans.DAY
NAME_KEPT = 7.0 * bans.DAY  # seconds for which somebody keeps the name that a host gave them
Act = Callable[[sa.Connection], Entry]


class About(Struct, frozen=True):
    """The subject of a deed, and the report that it answers."""

    user: str
    why: str = ""
    report: str = ""


async def do(
    database: Database, host: Host, work: Transaction[Found], user: str = "", tables: list[str] | None = None
) -> Found:
    """Run what only hosts may do, with the journal locked, and tell all workers."""

    def checked(db: sa.Connection) -> Found:
        check_host(db, host)
        return work(db)

    locks = [LOCK, *([user_lock(user), NAMES_LOCK] if user else ())]
    scope = WriteScope(my_tables=tables or (), guests=[user] if user else (), locks=locks, hosts=True)
    return await database.write(checked, scope)


def about_person(host: Host, about: About, act: Act) -> Transaction[int]:
    """Return the transaction of a deed about a person: check, act, note, and answer the report."""

    def work(db: sa.Connection) -> int:
        check_person(db, host, about.user)
        row = reports.check_mine(db, about.report, host) if about.report else None
        if row and about.user not in (row.author, row.reporter):
            raise Refused("other_report")
        entry = act(db)
        deed = add_entry(db, host, entry)
        if row:
            reports.resolve(db, row, entry.kind, deed)
        return deed

    return work


def check_person(db: sa.Connection, host: Host, user: str) -> None:
    """Refuse deeds about oneself, about other hosts, and about who is gone."""
    if db.scalar(sa.select(GUESTS.c.id).where(GUESTS.c.id == user)) is None:
        raise NotFound("gone")
    if user == host.user:
        raise Refused("own_deed")
    if not host.terminal and is_host(db, user):
        raise Refused("other_host")


def warn(host: Host, about: About) -> Transaction[int]:
    """Send a person a warning, shown once."""

    def act(db: sa.Connection) -> Entry:
        why = needed(about.why)
        leave_word(db, about.user, "warned", why)
        return Entry("warn", about.user, why)

    return about_person(host, about, act)


def mute(host: Host, about: About, seconds: int) -> Transaction[int]:
    """Mute a person for a while."""

    def act(db: sa.Connection) -> Entry:
        if not MUTE_LEAST <= seconds <= MUTE_MOST:
            raise Refused("bad_seconds", most=MUTE_MOST // bans.DAY)
        why = checked_text(about.why)
        until = restrictions.restrict(db, about.user, restrictions.TALK, seconds)
        leave_word(db, about.user, "muted", why, until=until)
        return Entry("mute", about.user, why, until=until)

    return about_person(host, about, act)


def unmute(host: Host, about: About) -> Transaction[int]:
    """Have a person heard again."""

    def act(db: sa.Connection) -> Entry:
        if not restrictions.end_restriction(db, about.user, restrictions.TALK):
            raise Refused("not_muted")
        return Entry("unmute", about.user)

    return about_person(host, about, act)


def rename(host: Host, about: About, name: str, most: int) -> Transaction[int]:
    """Give a person another name, which they keep for a week."""
    wanted = user_text.name(name, most)

    def act(db: sa.Connection) -> Entry:
        if owners_of(db, [about.user]):
            raise Refused("bots_keep_names")
        why = checked_text(about.why)
        before = db.scalar(sa.select(GUESTS.c.name).where(GUESTS.c.id == about.user)) or ""
        restrictions.end_restriction(db, about.user, restrictions.NAME)
        member = members.member_of(db, about.user)
        if member:
            members.rename(db, member, wanted)
        else:
            users.rename_guest(db, about.user, wanted)
        restrictions.restrict(db, about.user, restrictions.NAME, NAME_KEPT)
        leave_word(db, about.user, "renamed", why, name=wanted)
        return Entry("rename", about.user, f"{wanted}: {why}" if why else wanted, name=before)

    return about_person(host, about, act)


def end_sessions(host: Host, about: About, on_end: OnEnd) -> Transaction[int]:
    """Sign a person out of all browsers, and their bots as well."""

    def act(db: sa.Connection) -> Entry:
        why = checked_text(about.why)
        for user in (about.user, *(bot.user for bot in bots_of(db, about.user))):
            end_all(db, user, on_end)
        return Entry("end_sessions", about.user, why)

    return about_person(host, about, act)


def end_all(db: sa.Connection, user: str, on_end: OnEnd) -> None:
    """End every session of a user. The token of a bot account becomes void."""
    mine = sa.select(SESSIONS.c.id).where(SESSIONS.c.guest == user, SESSIONS.c.ended.is_(None))
    for session in [*db.scalars(mine)] or [""]:
        end_session(db, user, session, on_end)
    db.execute(sa.update(BOTS).where(BOTS.c.guest == user).values(digest=f"void {user}"))


def ban(host: Host, about: About, seconds: int, *, address: bool) -> Transaction[int]:
    """Ban a person, and their addresses if that is wished."""

    def work(db: sa.Connection) -> int:
        why = needed(about.why)
        bans.check_seconds(seconds, bans.MOST)
        addresses = bans.addresses_of(db, about.user) if address else []
        until = timestamps.now(db) + seconds
        what = "address" if address else ""
        entry = Entry("ban", about.user, why, until=until, what=what)
        deed = about_person(host, about, lambda _: entry)(db)
        bans.add_bans(db, about.user, why, seconds, deed, addresses)
        db.execute(sa.delete(QUEUE).where(QUEUE.c.guest == about.user, QUEUE.c.table_id.is_(None)))
        return deed

    return work


def lift(host: Host, ban_id: str) -> Transaction[int]:
    """End a ban."""

    def work(db: sa.Connection) -> int:
        user, _ = bans.lift(db, ban_id)
        return add_entry(db, host, Entry("unban", user))

    return work


def nothing(host: Host, report: str) -> Transaction[int]:
    """Answer a report: nothing need be done."""

    def work(db: sa.Connection) -> int:
        row = reports.check_mine(db, report, host)
        deed = add_entry(db, host, Entry("nothing", row.author, table=row.table_id))
        reports.resolve(db, row, "nothing", deed)
        return deed

    return work


def needed(why: str) -> str:
    """Return a reason, or refuse that there is none."""
    tidy = checked_text(why)
    if not tidy:
        raise Refused("why_needed")
    return tidy
