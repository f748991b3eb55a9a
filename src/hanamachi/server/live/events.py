"""Publish what happened at tables to the parts of the server that subscribed in `app.py`.

Publishing is a plain loop over functions, in the order of their subscription. A function that fails is logged
and stops no other.
"""

import logging
from collections.abc import Callable
from typing import Any, TypeVar

from msgspec import Struct

LOG = logging.getLogger(__name__)
Event = TypeVar("Event")


class RoomTouched(Struct, frozen=True):
    """A room was opened or entered, or another worker may own it now: automatic actions may be due."""

    table: str


class AudienceChanged(Struct, frozen=True):
    """Watchers of a table came or went at this process."""

    table: str
    public: bool  # the table is listed in the lobby


class LobbyChanged(Struct, frozen=True):
    """Another worker changed the lobby or the match queue."""


class UsersChanged(Struct, frozen=True):
    """Another worker renamed or erased users, ended a session, or changed an account."""

    users: tuple[str, ...] = ()


class HostsPageChanged(Struct, frozen=True):
    """A host did something, or somebody reported a line: at this worker or another."""


class Events:
    """The subscribers of each kind of event, in their order."""

    def __init__(self) -> None:
        self._subscribers: dict[type[Any], tuple[Callable[[Any], None], ...]] = {}

    def subscribe(self, kind: type[Event], *subscribers: Callable[[Event], None]) -> None:
        """Call these functions, in this order, with every event of a kind."""
        self._subscribers[kind] = (*self._subscribers.get(kind, ()), *subscribers)

    def publish(self, event: object) -> None:
        for subscriber in self._subscribers.get(type(event), ()):
            try:
                subscriber(event)
            except Exception:
                LOG.exception("a subscriber of %s failed", type(event).__name__)
