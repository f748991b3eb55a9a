"""Read what a member is shown about their account, and about a guest whom they may join."""

import sqlalchemy as sa
from msgspec import Struct

from hanamachi.server.accounts import credentials, joining, members, passkeys
from hanamachi.server.accounts.account import Browser
from hanamachi.server.db.schema import DAYS_OFF, GUESTS, HOOKS, PUZZLE_ANSWERS, QUEUE, SESSIONS, SUBSCRIPTIONS
from hanamachi.server.protocol.account import AccountState, NewsItem, PasskeyInfo


class GuestFacts(Struct, frozen=True):
    """Everything that is stored for a guest."""

    name: str
    tables: int
    stay: frozenset[str]  # tables at which the member sits, too
    push: bool
    hook: bool
    waiting: bool
    days_off: bool
    puzzles: bool
    browsers: int


def account_state(db: sa.Connection, browser: Browser) -> AccountState:
    """Return what the user of a browser is: a member with credentials, or a guest."""
    possible = passkeys.are_possible(browser.site)
    member = members.member_of(db, browser.user) if browser.user else None
    if member is None:
        return AccountState(member=False, passkeys_here=possible)
    user, session = browser.user, browser.session
    return AccountState(
        member=True,
        name=member.name,
        since=member.since,
        password=credentials.password_of(db, user) is not None,
        passkeys=[
            PasskeyInfo(each.id, each.site, each.device, each.made, each.used)
            for each in credentials.passkeys_of(db, user)
        ],
        codes=credentials.codes_left(db, user),
        proved=credentials.proof_left(db, user, session),
        passkeys_here=possible,
        news=[NewsItem(each.kind, each.device, each.at) for each in credentials.news_for(db, user, session)],
    )


def member_and_news(db: sa.Connection, user: str, session: str) -> tuple[bool, bool]:
    """Return whether a user is a member, and whether this browser has unread notices."""
    member = bool(user) and members.member_of(db, user) is not None
    return member, member and bool(credentials.news_for(db, user, session))


def forget_news(db: sa.Connection, browser: Browser) -> None:
    """Delete the news that a browser has shown."""
    credentials.was_told(db, browser.user, browser.session)


def join_facts(db: sa.Connection, guest: str, member: str) -> GuestFacts:
    """Return what would move if a guest were joined to a member."""

    def has(table: sa.Table) -> bool:
        return db.scalar(sa.select(table.c.guest).where(table.c.guest == guest).limit(1)) is not None

    sessions = sa.select(sa.func.count()).select_from(SESSIONS)
    sessions = sessions.where(SESSIONS.c.guest == guest, SESSIONS.c.ended.is_(None), SESSIONS.c.id != "")
    return GuestFacts(
        name=db.scalar(sa.select(GUESTS.c.name).where(GUESTS.c.id == guest)) or "",
        tables=len(joining.tables_with(db, guest)),
        stay=frozenset(joining.shared_tables(db, guest, member)),
        push=has(SUBSCRIPTIONS),
        hook=has(HOOKS),
        waiting=has(QUEUE),
        days_off=has(DAYS_OFF),
        puzzles=has(PUZZLE_ANSWERS),
        browsers=max(0, (db.scalar(sessions) or 0) - 1),
    )
