"""Know who is a host, make hosts by links that work once, and ask hosts for a credential every 12 hours."""

import sqlalchemy as sa
from msgspec import Struct

from hanamachi.core.table import Refused
from hanamachi.core.words import Name, Refusal
from hanamachi.server.accounts import credentials, members, one_time
from hanamachi.server.accounts.account import Browser
from hanamachi.server.accounts.bot_accounts import owners_of
from hanamachi.server.db import timestamps
from hanamachi.server.db.schema import GUESTS, HOSTS, ONE_TIME, SESSIONS
from hanamachi.server.moderation.journal import Entry, Host, add_entry
from hanamachi.server.protocol.host import HostLinkState
from hanamachi.server.tables.errors import NotFound

PROOF_SECONDS = 12 * 3600.0  # for which a credential is enough for deeds


class NoSuchMember(Refusal):
    """No member has this name."""


class LinkFacts(Struct, frozen=True):
    """A link that was bound to a browser: for whom it is, and how long it is good."""

    wanted: str
    seconds: int


def is_host(db: sa.Connection, user: str) -> bool:
    """Return True if a user is a host."""
    return bool(user) and db.scalar(sa.select(HOSTS.c.guest).where(HOSTS.c.guest == user)) is not None


def all_hosts(db: sa.Connection) -> dict[str, str]:
    """Return the names of all hosts, by user."""
    query = sa.select(HOSTS.c.guest, GUESTS.c.name).join(GUESTS, GUESTS.c.id == HOSTS.c.guest)
    return {row.guest: row.name for row in db.execute(query.order_by(HOSTS.c.since))}


def check_host(db: sa.Connection, host: Host) -> None:
    """Refuse everyone but hosts, and a host who used no credential in this browser for 12 hours."""
    if host.terminal:
        return
    if not is_host(db, host.user):
        raise NotFound("not_found")
    if proof_left(db, host.user, host.session) <= 0:
        raise credentials.ProofNeeded


def proof_left(db: sa.Connection, user: str, session: str) -> float:
    """Return the seconds for which this host need use no credential in this browser."""
    mine = (SESSIONS.c.guest == user) & (SESSIONS.c.id == session) & SESSIONS.c.ended.is_(None)
    proved = db.scalar(sa.select(SESSIONS.c.proved).where(mine))
    if not session or proved is None:
        return 0.0
    since = timestamps.now(db) - proved
    return max(0.0, PROOF_SECONDS - since) if since >= 0 else 0.0


# Links.


def offer_link(db: sa.Connection, name: str = "") -> str:
    """Return the secret of a new link that makes a host: of the member of this name, or of whoever opens it.
    The one before it is void."""
    user = ""
    if name:
        member = members.member_named(db, name)
        if member is None:
            raise NoSuchMember("no_such_member", name=Name(name))
        if owners_of(db, [member.user]):
            raise Refused("bots_are_no_hosts")
        user = member.user
    same = (ONE_TIME.c.kind == one_time.HOST) & (ONE_TIME.c.guest == user)
    db.execute(sa.delete(ONE_TIME).where(same))
    return one_time.offer(db, one_time.HOST, user)


def bind_link(db: sa.Connection, link: str) -> str:
    """Exchange a link for a secret that one browser keeps. It is good for as long as the link was."""
    now = timestamps.now(db)
    until = one_time.expires(db, one_time.HOST, link)
    found = one_time.take(db, one_time.HOST, link)
    return one_time.offer(db, one_time.HOST_BROWSER, found.guest, seconds=until - now)


def link_state(db: sa.Connection, browser: Browser, secret: str) -> HostLinkState:
    """Return what is missing until this browser can use its link."""
    wanted = one_time.look(db, one_time.HOST_BROWSER, secret).guest
    left = one_time.expires(db, one_time.HOST_BROWSER, secret) - timestamps.now(db)
    member = members.member_of(db, browser.user) if browser.user else None
    asked = members.member_of(db, wanted) if wanted else None
    fits = member is not None and wanted in ("", member.user)
    proved = fits and credentials.proof_left(db, browser.user, browser.session) > 0
    return HostLinkState(
        state="ready" if proved else "prove" if fits else "sign_up",
        name=member.name if member else "",
        wanted=asked.name if asked else "",
        seconds=max(0, int(left)),
    )


def use_link(db: sa.Connection, browser: Browser, secret: str) -> None:
    """Make a host of the member in this browser, and use the link up."""
    wanted = one_time.look(db, one_time.HOST_BROWSER, secret).guest
    member = members.member_of(db, browser.user) if browser.user else None
    if member is None or owners_of(db, [member.user]):
        raise Refused("no_member")
    if wanted not in ("", member.user):
        raise Refused("other_member")
    credentials.check_proved(db, browser.user, browser.session)
    one_time.take(db, one_time.HOST_BROWSER, secret)
    add_host(db, member.user, Host(browser.user, browser.session))


def add_host(db: sa.Connection, user: str, by: Host) -> None:
    """Make a host of a user. To do so twice changes nothing more."""
    if not is_host(db, user):
        db.execute(sa.insert(HOSTS).values(guest=user, since=timestamps.value(db)))
        add_entry(db, by, Entry("grant", user))


def remove_host(db: sa.Connection, user: str, by: Host) -> None:
    """Make a user a host no more."""
    if not db.execute(sa.delete(HOSTS).where(HOSTS.c.guest == user)).rowcount:
        raise NotFound("gone")
    add_entry(db, by, Entry("revoke", user))
