"""What hosts decide for everybody: the message of the day, who may sign up, which guests may come, limits.

Each is a value in `settings`, read by every worker when the journal grows.
"""

from functools import partial
from typing import Any

import msgspec
import sqlalchemy as sa
from msgspec import Struct, structs

from hanamachi.core import user_text
from hanamachi.core.table import Refused
from hanamachi.core.words import LANGUAGES
from hanamachi.server.accounts import members, one_time
from hanamachi.server.accounts.one_time import OneTimeOver
from hanamachi.server.db import key_value, timestamps
from hanamachi.server.db.group_commit import Transaction
from hanamachi.server.db.schema import ONE_TIME
from hanamachi.server.protocol.host import (
    GuestAccess,
    House,
    LimitInfo,
    MessageInfo,
    MessageOfTheDay,
    Registration,
)
from hanamachi.server.runtime.limits import CHANGEABLE, Limits, Rate, as_pair, kind_of

MOST_SIGNS = 300  # of a message and of a reason
MOST_MESSAGE_SECONDS = 366 * 86_400
NO_MESSAGE = MessageInfo("", "", "", None)


class HouseRules(Struct, frozen=True):
    """The rules in force."""

    message: MessageInfo = NO_MESSAGE
    registration: Registration = "open"
    guests: GuestAccess = "open"
    limits: dict[str, Rate | int] = {}  # that differ from those of the start


def read_rules(db: sa.Connection) -> HouseRules:
    """Read what hosts have decided. A limit that this server does not know is left out."""
    message = key_value.get(db, "message_of_the_day")
    return HouseRules(
        msgspec.json.decode(message, type=MessageInfo) if message else NO_MESSAGE,
        msgspec.convert(key_value.get(db, "registration") or "open", Registration),
        msgspec.convert(key_value.get(db, "guest_access") or "open", GuestAccess),
        dict(_limits(key_value.get(db, "limits_of_host") or "{}")),
    )


def _limits(stored: str) -> Any:
    for name, value in msgspec.json.decode(stored, type=dict[str, Any]).items():
        if name in CHANGEABLE:
            yield name, msgspec.convert(value, kind_of(name))


def house(rules: HouseRules, lang: str, now: float) -> House:
    """Return the rules as everybody may read them."""
    message, until = rules.message, rules.message.until
    gone = until is not None and until <= now
    said = "" if gone else in_language(message, lang)
    return House(said, until if said else None, rules.registration, rules.guests)


def in_language(message: MessageInfo, lang: str) -> str:
    """Return the message in a language, or in the first one that it has."""
    texts: list[str] = [getattr(message, each) for each in (lang, *LANGUAGES)]
    return next(filter(None, texts), "")


def checked_text(text: str) -> str:
    """Return what a host typed with its spaces collapsed; refuse signs that cannot be seen."""
    return user_text.said(" ".join(text.split()), MOST_SIGNS)


def set_message(db: sa.Connection, wish: MessageOfTheDay) -> MessageInfo:
    """Store the message of the day."""
    until = None
    if wish.seconds is not None:
        if not 60 <= wish.seconds <= MOST_MESSAGE_SECONDS:
            raise Refused("bad_seconds", most=MOST_MESSAGE_SECONDS // 86_400)
        until = timestamps.now(db) + wish.seconds
    texts = {lang: checked_text(getattr(wish, lang)) for lang in LANGUAGES}
    message = MessageInfo(**texts, until=until)
    key_value.put(db, "message_of_the_day", msgspec.json.encode(message).decode())
    return message


def set_registration(db: sa.Connection, wish: Registration) -> None:
    """Store who may sign up."""
    key_value.put(db, "registration", wish)


def set_guests(db: sa.Connection, wish: GuestAccess) -> None:
    """Store which new guests may come."""
    key_value.put(db, "guest_access", wish)


# Limits.


def set_limit(db: sa.Connection, name: str, value: int | None, rate: float | None) -> str:
    """Store a limit, or forget it (None); return it in words for the journal."""
    if name not in CHANGEABLE:
        raise Refused("fixed_limit", known=tuple(CHANGEABLE))
    changed = read_rules(db).limits
    changed.pop(name, None)
    if value is not None:
        changed[name] = within_bounds(name, value, rate)
    key_value.put(db, "limits_of_host", msgspec.json.encode(changed).decode())
    return f"{name}={changed[name]}" if name in changed else f"{name}="


def within_bounds(name: str, value: int, rate: float | None) -> Rate | int:
    """Return a limit, if hosts may set it so."""
    least, most = CHANGEABLE[name]
    (low, slow), (high, fast) = as_pair(least), as_pair(most)
    given = (rate is None) == (slow is None) and low <= value <= high
    if not given or (rate is not None and slow is not None and fast is not None and not slow <= rate <= fast):
        raise Refused("limit_out_of_bounds", least=str(least), most=str(most))
    return value if rate is None else Rate(value, rate)


def apply_limits(limits: Limits, usual: Limits, changed: dict[str, Rate | int]) -> bool:
    """Change the limits that all parts of the server share; return True if one is another now."""
    before = structs.asdict(limits)
    for name in CHANGEABLE:
        setattr(limits, name, changed.get(name, getattr(usual, name)))
    return structs.asdict(limits) != before


def limit_infos(limits: Limits, usual: Limits) -> list[LimitInfo]:
    """Return all limits that hosts may change."""
    return [_info(name, limits, usual) for name in CHANGEABLE]


def _info(name: str, limits: Limits, usual: Limits) -> LimitInfo:
    value, rate = as_pair(getattr(limits, name))
    first, first_rate = as_pair(getattr(usual, name))
    (least, slow), (most, fast) = map(as_pair, CHANGEABLE[name])
    return LimitInfo(name, value, rate, first, first_rate, least, most, slow, fast)


# Who may come in.


def check_sign_up(invitation: str) -> Transaction[None]:
    """Return the check that a transaction makes before a sign-up. It uses the invitation up."""
    return partial(_check_sign_up, invitation=invitation.strip())


def _check_sign_up(db: sa.Connection, invitation: str) -> None:
    registration = key_value.get(db, "registration") or "open"
    if registration == "closed":
        raise Refused("registration_closed")
    if registration == "invited":
        if not invitation:
            raise Refused("invitation_needed")
        try:
            one_time.take(db, one_time.INVITATION, invitation)
        except OneTimeOver as error:
            raise Refused("bad_invitation") from error


def check_new_guest(rules: HouseRules, *, by_link: bool) -> None:
    """Refuse a new guest. `by_link`: they open a table's link."""
    if rules.guests == "closed":
        raise Refused("guests_closed")
    if rules.guests == "link" and not by_link:
        raise Refused("guests_by_link")


def may_sign_up(db: sa.Connection, invitation: str) -> bool:
    """Return True if a visitor could sign up now. It does not use the invitation up."""
    registration = key_value.get(db, "registration") or "open"
    return registration == "open" or (registration == "invited" and _is_good(db, invitation.strip()))


def _is_good(db: sa.Connection, invitation: str) -> bool:
    try:
        one_time.look(db, one_time.INVITATION, invitation)
    except OneTimeOver:
        return False
    return True


def check_begins(db: sa.Connection, user: str) -> None:
    """Refuse a guest who wants to begin a game while guests are closed."""
    if key_value.get(db, "guest_access") == "closed" and members.member_of(db, user) is None:
        raise Refused("members_alone")


def count_invitations(db: sa.Connection) -> int:
    """Return the number of unused invitations."""
    waiting = (ONE_TIME.c.kind == one_time.INVITATION) & (ONE_TIME.c.until > timestamps.now(db))
    return db.scalar(sa.select(sa.func.count()).select_from(ONE_TIME).where(waiting)) or 0


def delete_invitations(db: sa.Connection) -> None:
    """Make all invitations void."""
    db.execute(sa.delete(ONE_TIME).where(ONE_TIME.c.kind == one_time.INVITATION))
