"""Where a guest who is not here can be called: a browser that is closed (Web Push), a program (a webhook)."""

from collections.abc import Sequence
from typing import Any

import sqlalchemy as sa
from msgspec import Struct, structs

from hanamachi.server.db import timestamps
from hanamachi.server.db.key_value import get_or_create
from hanamachi.server.db.schema import HOOKS, SUBSCRIPTIONS
from hanamachi.server.notifications.outgoing_http import stays_below
from hanamachi.server.notifications.webpush import new_key

MOST = 10  # browsers of one guest that are called: the newest
SILENCES = 8  # notifications in a row that an address did not answer, until it is not called any more


class Reach(Struct, frozen=True):
    """What the host allows: webhooks under these addresses, and push to their own network, without TLS."""

    hooks: Sequence[str] = ()
    private: bool = False

    def takes(self, url: str) -> bool:
        """Whether a webhook may go there: to one of the addresses or below it, whoever reads the path."""
        below = any(url == each or url.startswith(each.rstrip("/") + "/") for each in self.hooks)
        return below and stays_below(url)


class Push(Struct, frozen=True):
    """A browser that is called by its maker's push service."""

    guest: str
    session: str
    endpoint: str
    p256dh: str
    auth: str
    lang: str
    silent: int = 0  # how many notifications in a row were not answered

    @property
    def address(self) -> str:
        return self.endpoint


class Hook(Struct, frozen=True):
    """A guest's own program."""

    guest: str
    url: str
    lang: str
    silent: int = 0

    @property
    def address(self) -> str:
        return self.url


Subscription = Push | Hook


def bells_of(db: sa.Connection, guest: str) -> list[Subscription]:
    pushes = db.execute(sa.select(SUBSCRIPTIONS).where(SUBSCRIPTIONS.c.guest == guest))
    hooks = db.execute(sa.select(HOOKS).where(HOOKS.c.guest == guest))
    return [*(_as(Push, row) for row in pushes), *(_as(Hook, row) for row in hooks)]


def _as(kind: Any, row: sa.Row[Any]) -> Any:
    return kind(*(getattr(row, field) for field in kind.__struct_fields__))


def hang(db: sa.Connection, bell: Subscription) -> None:
    """Instead of the one that was there. A browser that changed its guest is called for the new one only."""
    take_down(db, bell)
    if isinstance(bell, Push):
        db.execute(sa.delete(SUBSCRIPTIONS).where(SUBSCRIPTIONS.c.endpoint == bell.endpoint))
    table = SUBSCRIPTIONS if isinstance(bell, Push) else HOOKS
    db.execute(sa.insert(table).values(**structs.asdict(bell), made=timestamps.value(db)))
    older = sa.select(SUBSCRIPTIONS.c.endpoint).where(SUBSCRIPTIONS.c.guest == bell.guest)
    older = older.order_by(SUBSCRIPTIONS.c.made.desc()).offset(MOST)
    if gone := list(db.scalars(older)):
        db.execute(sa.delete(SUBSCRIPTIONS).where(SUBSCRIPTIONS.c.endpoint.in_(gone)))


def take_down(db: sa.Connection, bell: Subscription) -> None:
    if isinstance(bell, Push):
        end_push(db, bell.guest, bell.session)
    else:
        end_hook(db, bell.guest)


def end_push(db: sa.Connection, guest: str, session: str) -> None:
    here = (SUBSCRIPTIONS.c.guest == guest) & (SUBSCRIPTIONS.c.session == session)
    db.execute(sa.delete(SUBSCRIPTIONS).where(here))


def end_hook(db: sa.Connection, guest: str) -> None:
    db.execute(sa.delete(HOOKS).where(HOOKS.c.guest == guest))


def note(db: sa.Connection, bell: Subscription, *, answered: bool) -> None:
    """Count a notification that was not answered, or forget about those before."""
    table, address = (
        (SUBSCRIPTIONS, SUBSCRIPTIONS.c.endpoint) if isinstance(bell, Push) else (HOOKS, HOOKS.c.url)
    )
    here = (table.c.guest == bell.guest) & (address == bell.address)
    db.execute(sa.update(table).where(here).values(silent=0 if answered else table.c.silent + 1))


def forget(db: sa.Connection, push: Push) -> None:
    """The push service knows it no more; but a newer one of the same browser stays."""
    db.execute(sa.delete(SUBSCRIPTIONS).where(SUBSCRIPTIONS.c.endpoint == push.endpoint))


def push_key(db: sa.Connection) -> str:
    """By which push services know this house."""
    return get_or_create(db, "vapid", new_key)
