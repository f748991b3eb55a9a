"""What hosts decide for everybody, as deeds: a value and its row of the journal, in one transaction."""

from collections.abc import Callable

import sqlalchemy as sa

from hanamachi.core.words import LANGUAGES
from hanamachi.server.accounts import one_time
from hanamachi.server.db.group_commit import Transaction
from hanamachi.server.moderation import hosts, house_rules
from hanamachi.server.moderation.journal import Entry, Host, add_entry
from hanamachi.server.protocol.host import GuestAccess, LimitWish, MessageOfTheDay, Registration


def noted(host: Host, act: Callable[[sa.Connection], Entry]) -> Transaction[None]:
    """Return the transaction that acts and adds what it did to the journal."""

    def work(db: sa.Connection) -> None:
        add_entry(db, host, act(db))

    return work


def set_message(host: Host, wish: MessageOfTheDay) -> Transaction[None]:
    """Set the message of the day."""

    def act(db: sa.Connection) -> Entry:
        message = house_rules.set_message(db, wish)
        texts = [getattr(message, lang) for lang in LANGUAGES]
        said = [f"{lang}: {text}" for lang, text in zip(LANGUAGES, texts, strict=True) if text]
        return Entry("message", said=" · ".join(said), until=message.until)

    return noted(host, act)


def set_registration(host: Host, wish: Registration) -> Transaction[None]:
    """Choose who may sign up."""

    def act(db: sa.Connection) -> Entry:
        house_rules.set_registration(db, wish)
        return Entry("registration", what=wish)

    return noted(host, act)


def set_guests(host: Host, wish: GuestAccess) -> Transaction[None]:
    """Choose which new guests may come."""

    def act(db: sa.Connection) -> Entry:
        house_rules.set_guests(db, wish)
        return Entry("guests", what=wish)

    return noted(host, act)


def set_limit(host: Host, wish: LimitWish) -> Transaction[None]:
    """Change a limit, or put it back."""

    def act(db: sa.Connection) -> Entry:
        return Entry("limits", what=house_rules.set_limit(db, wish.name, wish.value, wish.rate))

    return noted(host, act)


def invite(host: Host) -> Transaction[str]:
    """Make an invitation and return its code."""

    def work(db: sa.Connection) -> str:
        code = one_time.offer(db, one_time.INVITATION)
        add_entry(db, host, Entry("invitation"))
        return code

    return work


def void_invitations(host: Host) -> Transaction[None]:
    """Make all invitations void."""

    def act(db: sa.Connection) -> Entry:
        house_rules.delete_invitations(db)
        return Entry("invitations_void")

    return noted(host, act)


def resign(host: Host) -> Transaction[None]:
    """Be a host no more."""
    return lambda db: hosts.remove_host(db, host.user, host)
