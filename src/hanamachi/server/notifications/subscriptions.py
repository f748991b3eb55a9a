"""Store where a user is notified: browsers (Web Push) and a program of their own (a webhook)."""

from collections.abc import Sequence
from typing import Any

import sqlalchemy as sa
from msgspec import Struct, structs

from hanamachi.server.db import timestamps
from hanamachi.server.db.key_value import get_or_create
from hanamachi.server.db.schema import HOOKS, SUBSCRIPTIONS
from hanamachi.server.notifications.outgoing_http import stays_below
from hanamachi.server.notifications.webpush_encryption import new_key

MOST_BROWSERS = 10  # of one user; older ones are deleted
MOST_UNANSWERED = 8  # notifications in a row, after which an address is not called any more


class DeliveryPolicy(Struct, frozen=True):
    """The operator's limits: webhooks below these addresses, and push services in the host's own network
    and without TLS (`private`)."""

    hooks: Sequence[str] = ()
    private: bool = False

    def allows(self, url: str) -> bool:
        """Return True if a webhook may have this address: one of the allowed ones, or below it."""
        below = any(url == each or url.startswith(each.rstrip("/") + "/") for each in self.hooks)
        return below and stays_below(url)


class PushSubscription(Struct, frozen=True):
    """A browser that is notified through the push service of its maker."""

    guest: str
    session: str
    endpoint: str
    p256dh: str
    auth: str
    lang: str
    silent: int = 0  # notifications in a row that were not answered

    @property
    def address(self) -> str:
        return self.endpoint


class Webhook(Struct, frozen=True):
    """A user's own program."""

    guest: str
    url: str
    lang: str
    silent: int = 0

    @property
    def address(self) -> str:
        return self.url


Subscription = PushSubscription | Webhook


def subscriptions_of(db: sa.Connection, guest: str) -> list[Subscription]:
    pushes = db.execute(sa.select(SUBSCRIPTIONS).where(SUBSCRIPTIONS.c.guest == guest))
    hooks = db.execute(sa.select(HOOKS).where(HOOKS.c.guest == guest))
    return [*(_as(PushSubscription, row) for row in pushes), *(_as(Webhook, row) for row in hooks)]


def _as(kind: Any, row: sa.Row[Any]) -> Any:
    return kind(*(getattr(row, field) for field in kind.__struct_fields__))


def subscribe(db: sa.Connection, subscription: Subscription) -> None:
    """Replace the subscription of this session, or the user's webhook. A browser that has changed its user is
    notified for the new one only."""
    if isinstance(subscription, PushSubscription):
        remove_push(db, subscription.guest, subscription.session)
        db.execute(sa.delete(SUBSCRIPTIONS).where(SUBSCRIPTIONS.c.endpoint == subscription.endpoint))
    else:
        remove_webhook(db, subscription.guest)
    table = SUBSCRIPTIONS if isinstance(subscription, PushSubscription) else HOOKS
    db.execute(sa.insert(table).values(**structs.asdict(subscription), made=timestamps.value(db)))
    older = sa.select(SUBSCRIPTIONS.c.endpoint).where(SUBSCRIPTIONS.c.guest == subscription.guest)
    older = older.order_by(SUBSCRIPTIONS.c.made.desc()).offset(MOST_BROWSERS)
    if gone := list(db.scalars(older)):
        db.execute(sa.delete(SUBSCRIPTIONS).where(SUBSCRIPTIONS.c.endpoint.in_(gone)))


def remove_push(db: sa.Connection, guest: str, session: str) -> None:
    """Stop notifying the browser of a session."""
    mine = (SUBSCRIPTIONS.c.guest == guest) & (SUBSCRIPTIONS.c.session == session)
    db.execute(sa.delete(SUBSCRIPTIONS).where(mine))


def remove_webhook(db: sa.Connection, guest: str) -> None:
    db.execute(sa.delete(HOOKS).where(HOOKS.c.guest == guest))


def record_answer(db: sa.Connection, subscription: Subscription, *, answered: bool) -> None:
    """Count a notification that was not answered, or reset the count."""
    push = isinstance(subscription, PushSubscription)
    table, address = (SUBSCRIPTIONS, SUBSCRIPTIONS.c.endpoint) if push else (HOOKS, HOOKS.c.url)
    same = (table.c.guest == subscription.guest) & (address == subscription.address)
    db.execute(sa.update(table).where(same).values(silent=0 if answered else table.c.silent + 1))


def remove_expired(db: sa.Connection, push: PushSubscription) -> None:
    """Delete a subscription that the push service does not know any more. A newer one of the same browser has
    another address and stays."""
    db.execute(sa.delete(SUBSCRIPTIONS).where(SUBSCRIPTIONS.c.endpoint == push.endpoint))


def push_key(db: sa.Connection) -> str:
    """Return the private key that identifies this server to push services; create it once."""
    return get_or_create(db, "vapid", new_key)
