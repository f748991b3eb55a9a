"""Store the credentials of members: a password, passkeys, recovery codes. All functions run in transactions.

To add or change one, a member must have used one in the same browser within the last ten minutes.
"""

import secrets

import sqlalchemy as sa
from msgspec import Struct, structs

from hanamachi.core.table import Refused
from hanamachi.core.words import Refusal
from hanamachi.server.accounts.passkeys import Passkey
from hanamachi.server.db import timestamps
from hanamachi.server.db.schema import (
    ACCOUNT_NEWS,
    MEMBERS,
    PASSKEYS,
    PASSWORDS,
    RECOVERY_CODES,
    SESSIONS,
)
from hanamachi.server.runtime.digests import digest
from hanamachi.server.runtime.ids import CHARACTERS
from hanamachi.server.storage.reserved_names import look_of

PROOF_SECONDS = 600.0  # for which a credential that was used in a browser is enough
CODES, LENGTH, GROUP = 8, 16, 4  # recovery codes, and their characters: 80 bits
MOST_PASSKEYS = 20


class ProofNeeded(Refusal):
    """An existing credential must be used again, in this browser."""

    def __init__(self) -> None:
        super().__init__("proof_needed")


class BadCredentials(Refusal):
    """The name and the secret do not belong together. Which of them is wrong is not told."""


class News(Struct, frozen=True):
    """A change of the account, and the browser that made it."""

    number: str
    kind: str  # passkey, password, codes, removed, link, joined
    device: str
    at: float


def check_proved(db: sa.Connection, user: str, session: str) -> None:
    """Raise `ProofNeeded` unless a credential was used in this session a moment ago."""
    if proof_left(db, user, session) <= 0:
        raise ProofNeeded


def proof_left(db: sa.Connection, user: str, session: str) -> float:
    """Return the seconds for which the last use of a credential in this session is still enough."""
    proved = db.scalar(sa.select(SESSIONS.c.proved).where(_is(user, session)))
    if not session or proved is None:
        return 0.0
    since = timestamps.now(db) - proved
    return max(0.0, PROOF_SECONDS - since) if since >= 0 else 0.0


def prove(db: sa.Connection, user: str, session: str) -> None:
    """Write that a credential was used in this session now."""
    db.execute(sa.update(SESSIONS).where(_is(user, session)).values(proved=timestamps.value(db)))


# Passwords.


def password_of(db: sa.Connection, user: str) -> str | None:
    """Return the hash of a member's password, if they have one."""
    return db.scalar(sa.select(PASSWORDS.c.hash).where(PASSWORDS.c.guest == user))


def password_named(db: sa.Connection, name: str) -> tuple[str, str | None] | None:
    """Return the member of this name, and the hash of their password."""
    query = sa.select(MEMBERS.c.guest, PASSWORDS.c.hash)
    query = query.outerjoin(PASSWORDS, PASSWORDS.c.guest == MEMBERS.c.guest)
    row = db.execute(query.where(MEMBERS.c.skeleton == look_of(name).skeleton)).first()
    return (row.guest, row.hash) if row else None


def set_password(db: sa.Connection, user: str, hashed: str) -> None:
    """Give a member a password in place of the last one."""
    db.execute(sa.delete(PASSWORDS).where(PASSWORDS.c.guest == user))
    db.execute(sa.insert(PASSWORDS).values(guest=user, hash=hashed, made=timestamps.value(db)))


def remove_password(db: sa.Connection, user: str) -> None:
    """Remove a member's password. Refused if nothing else is left."""
    if not passkeys_of(db, user):
        raise Refused("last_credential")
    db.execute(sa.delete(PASSWORDS).where(PASSWORDS.c.guest == user))


# Passkeys.


def passkeys_of(db: sa.Connection, user: str) -> list[Passkey]:
    """Return a member's passkeys, the oldest first."""
    found = db.execute(sa.select(PASSKEYS).where(PASSKEYS.c.guest == user).order_by(PASSKEYS.c.made))
    return [Passkey(**row._mapping) for row in found]


def passkey(db: sa.Connection, name: str) -> Passkey | None:
    """Return a passkey by its id."""
    row = db.execute(sa.select(PASSKEYS).where(PASSKEYS.c.id == name)).first()
    return Passkey(**row._mapping) if row else None


def add_passkey(db: sa.Connection, new: Passkey) -> None:
    """Add a passkey to a member's."""
    if passkey(db, new.id) is not None:
        raise Refused("passkey_known")
    if len(passkeys_of(db, new.guest)) >= MOST_PASSKEYS:
        raise Refused("too_many_passkeys", most=MOST_PASSKEYS)
    values = structs.asdict(new) | {"made": timestamps.value(db)}
    db.execute(sa.insert(PASSKEYS).values(values))


def use_passkey(db: sa.Connection, name: str, uses: int) -> None:
    """Write that a passkey was used now."""
    used = sa.update(PASSKEYS).where(PASSKEYS.c.id == name)
    db.execute(used.values(uses=uses, used=timestamps.value(db)))


def remove_passkey(db: sa.Connection, user: str, name: str) -> None:
    """Remove a passkey. Refused if nothing else is left."""
    mine = [each.id for each in passkeys_of(db, user)]
    if name not in mine:
        raise Refused("no_passkey")
    if mine == [name] and password_of(db, user) is None:
        raise Refused("last_credential")
    db.execute(sa.delete(PASSKEYS).where(PASSKEYS.c.id == name))


# Recovery codes.


def new_codes(db: sa.Connection, user: str) -> list[str]:
    """Give a member eight recovery codes in place of those they had; return them."""
    codes = ["".join(secrets.choice(CHARACTERS) for _ in range(LENGTH)) for _ in range(CODES)]
    db.execute(sa.delete(RECOVERY_CODES).where(RECOVERY_CODES.c.guest == user))
    now = timestamps.now(db)
    db.execute(
        sa.insert(RECOVERY_CODES),
        [{"guest": user, "digest": digest(f"{user} {code}"), "made": now} for code in codes],
    )
    return ["-".join(code[at : at + GROUP] for at in range(0, LENGTH, GROUP)) for code in codes]


def use_code(db: sa.Connection, name: str, code: str) -> str:
    """Use a recovery code up; return its member. Raise `BadCredentials` if the two do not belong together."""
    user: str | None = db.scalar(
        sa.select(MEMBERS.c.guest).where(MEMBERS.c.skeleton == look_of(name).skeleton)
    )
    typed = "".join(sign for sign in code.lower() if sign.isalnum())
    mine = (RECOVERY_CODES.c.guest == (user or "")) & (RECOVERY_CODES.c.digest == digest(f"{user} {typed}"))
    if not db.execute(sa.delete(RECOVERY_CODES).where(mine)).rowcount or user is None:
        raise BadCredentials("bad_recovery_code")
    return user


def codes_left(db: sa.Connection, user: str) -> int:
    """Return how many recovery codes a member has not used."""
    query = sa.select(sa.func.count()).select_from(RECOVERY_CODES).where(RECOVERY_CODES.c.guest == user)
    return db.scalar(query) or 0


# News for the other browsers.


def tell_others(db: sa.Connection, user: str, session: str, kind: str, device: str) -> None:
    """Leave word of a change for all other browsers of a member."""
    others = sa.select(SESSIONS.c.id).where(SESSIONS.c.guest == user, SESSIONS.c.ended.is_(None))
    others = others.where(SESSIONS.c.id.not_in(["", session]))
    now = timestamps.now(db)
    for each in db.scalars(others).all():
        values = {"guest": user, "session": each, "number": secrets.token_urlsafe(6), "kind": kind}
        db.execute(sa.insert(ACCOUNT_NEWS).values(**values, device=device, at=now))


def news_for(db: sa.Connection, user: str, session: str) -> list[News]:
    """Return what a browser is yet to be told."""
    mine = (ACCOUNT_NEWS.c.guest == user) & (ACCOUNT_NEWS.c.session == session)
    found = db.execute(sa.select(ACCOUNT_NEWS).where(mine).order_by(ACCOUNT_NEWS.c.at))
    return [News(row.number, row.kind, row.device, row.at) for row in found]


def was_told(db: sa.Connection, user: str, session: str) -> None:
    """Delete the news that a browser has shown."""
    mine = (ACCOUNT_NEWS.c.guest == user) & (ACCOUNT_NEWS.c.session == session)
    db.execute(sa.delete(ACCOUNT_NEWS).where(mine))


def _is(user: str, session: str) -> sa.ColumnElement[bool]:
    return (SESSIONS.c.guest == user) & (SESSIONS.c.id == session) & SESSIONS.c.ended.is_(None)
