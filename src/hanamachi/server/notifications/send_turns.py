"""Decide when a notification may be sent: users take turns, and addresses that do not answer stand back.

A user has one notification on its way at a time, so however many a user has, the others wait for one of them
at most. A host that did not answer its last notification has a few slots of its own, and the address rests
for a while, so that a host that never answers delays no notification to any other.
"""

import asyncio
from collections import OrderedDict
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from urllib.parse import urlsplit
from weakref import WeakValueDictionary

from hanamachi.server.runtime import monotonic

SLOTS, SLOW_SLOTS = 8, 2  # notifications on their way: in all, and besides to hosts that did not answer
REST_SECONDS = 120.0  # for which nothing is sent to an address that did not answer
REMEMBERED = 1_000  # addresses that rest, and hosts that did not answer; the oldest are forgotten first


class SendTurns:
    def __init__(self) -> None:
        self.users: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self.slots, self.slow_slots = asyncio.Semaphore(SLOTS), asyncio.Semaphore(SLOW_SLOTS)
        self.resting: OrderedDict[str, float] = OrderedDict()  # addresses, and until when they rest
        self.silent: OrderedDict[str, float] = OrderedDict()  # hosts, and since when

    @asynccontextmanager
    async def turn(self, user: str, address: str) -> AsyncIterator[None]:
        """Wait until a notification of this user may go to this address."""
        lock = self.users.setdefault(user, asyncio.Lock())
        async with lock, self.slow_slots if host_of(address) in self.silent else self.slots:
            yield

    def rests(self, address: str) -> bool:
        """Return True if nothing is sent to this address for now."""
        return self.resting.get(address, 0.0) > monotonic.now()

    def answered(self, address: str) -> None:
        self.silent.pop(host_of(address), None)
        self.resting.pop(address, None)

    def did_not_answer(self, address: str) -> None:
        remember(self.resting, address, monotonic.now() + REST_SECONDS)
        remember(self.silent, host_of(address), monotonic.now())


def remember(where: OrderedDict[str, float], key: str, value: float) -> None:
    where.pop(key, None)
    where[key] = value
    if len(where) > REMEMBERED:
        where.popitem(last=False)


def host_of(address: str) -> str:
    return urlsplit(address).netloc
