"""What holds at this worker because hosts want it: bans, limits, the rules of the house.

Every deed adds a row to the journal, and every worker follows the journal: at once when it hears of a change,
and by a look each second, because a notice may be lost and commands in a terminal send none on SQLite.
"""

import asyncio
import contextlib
from collections.abc import Awaitable, Callable, Iterator
from functools import partial
from typing import Protocol

import sqlalchemy as sa
from msgspec import Struct, structs

from hanamachi.core.words import Name, Refusal
from hanamachi.server.accounts.members import members_among
from hanamachi.server.db.connection import Database
from hanamachi.server.moderation import bans, notices
from hanamachi.server.moderation.addresses import Address, Arrivals, Marker, address_key, key_of
from hanamachi.server.moderation.bans import Ban, Bans, read_bans
from hanamachi.server.moderation.handles import Handles, read_handles
from hanamachi.server.moderation.hosts import all_hosts
from hanamachi.server.moderation.house_rules import HouseRules, apply_limits, read_rules
from hanamachi.server.moderation.journal import NewDeed, deeds_since, last_number
from hanamachi.server.protocol.close_codes import BANNED
from hanamachi.server.runtime import metrics, monotonic
from hanamachi.server.runtime.limits import Limits
from hanamachi.server.storage import restrictions
from hanamachi.server.storage.restrictions import span

LOOK_SECONDS = 1.0  # between two looks at the journal
SWEEP_SECONDS = 3600.0  # between two deletions of what is over
OF_THE_HOUSE = {"message", "registration", "guests"}  # deeds that everybody hears of


class Banned(Refusal):
    """The user, or new guests of this network, may not use the server for a while."""


class Visitor(Protocol):
    """An open socket."""

    guest: str

    def tell_house_news(self) -> None:
        """Tell the page that the rules of the house have changed."""

    def tell_host_news(self) -> None:
        """Tell the page of a host that something changed."""

    def turn_out(self, refusal: Refusal, code: int) -> None:
        """Tell why, and close the socket with this code."""

    def limits_changed(self) -> None:
        """Count by other limits from now on."""


class Present(Struct, frozen=True):
    """The rules in force, as the database has them."""

    number: int
    deeds: list[NewDeed]
    hosts: frozenset[str]
    bans: Bans
    rules: HouseRules
    at: float  # by the monotonic clock


class Effects(Struct, frozen=True):
    """What a worker does when it hears of deeds."""

    limits_changed: Callable[[], None]
    sessions_ended: Callable[[], Awaitable[None]]
    renamed: Callable[[str], Awaitable[None]]
    table_closed: Callable[[str], Awaitable[None]]
    tell_user: Callable[[str], None]


class Moderation:
    """The rules of hosts as they hold at this worker."""

    def __init__(self, database: Database, limits: Limits, effects: Effects) -> None:
        self.database, self.limits, self.effects = database, limits, effects
        self.usual = structs.replace(limits)  # as the server was started
        self.arrivals = Arrivals(database)
        self.sockets: dict[Visitor, Address] = {}
        self.now = Present(0, [], frozenset(), Bans(), HouseRules(), 0.0)
        self.wanted = asyncio.Event()
        self.tasks: list[asyncio.Task[None]] = []
        self.key = ""
        self.sealer: Handles | None = None

    # The beginning and the end.

    async def open(self) -> None:
        self.sealer = await self.database.write(read_handles)
        self.key = await self.database.write(address_key)
        await self.arrivals.open()
        self.now = await self.database.read(partial(_read, since=None))
        self._apply_limits()
        self.tasks = [asyncio.create_task(work) for work in (self._keep_following(), self._keep_sweeping())]

    async def close(self) -> None:
        for task in self.tasks:
            task.cancel()
        await asyncio.gather(*self.tasks, return_exceptions=True)
        await self.arrivals.close()

    @property
    def handles(self) -> Handles:
        assert self.sealer is not None
        return self.sealer

    def marker(self, proxies: tuple[str, ...]) -> Marker:
        """Return what turns addresses into digests behind these proxies."""
        return Marker(self.key, proxies)

    # Following the journal.

    def page_changed(self) -> None:
        """Read the journal soon, and tell hosts of its changes."""
        self._tell_hosts()
        self.wanted.set()

    async def _keep_following(self) -> None:
        while True:
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(LOOK_SECONDS):
                    await self.wanted.wait()
            self.wanted.clear()
            with contextlib.suppress(Refusal):
                await self.follow()

    async def follow(self) -> bool:
        """Do what the deeds ask for that this worker has not followed yet. Return False if there are none."""
        if await self.database.read_one(last_number) == self.now.number:
            return False
        before = self.now
        after = await self.database.read(partial(_read, since=before.number))
        if after.number <= self.now.number:
            return False
        self.now = after
        self._apply_limits()
        self._turn_out()
        await self._act(after.deeds)
        self._tell(before, after)
        return True

    def _apply_limits(self) -> None:
        if apply_limits(self.limits, self.usual, self.now.rules.limits):
            self.effects.limits_changed()
            for socket in list(self.sockets):
                socket.limits_changed()

    async def _act(self, deeds: list[NewDeed]) -> None:
        if any(deed.kind == "end_sessions" for deed in deeds):
            await self.effects.sessions_ended()
        for deed in deeds:
            metrics.DEEDS.add(deed.kind)
            if deed.kind == "rename" and deed.user:
                await self.effects.renamed(deed.user)
            if deed.kind == "close" and deed.table:
                await self.effects.table_closed(deed.table)
        for user in {deed.user for deed in deeds if deed.user}:
            self.effects.tell_user(user)

    def _tell(self, before: Present, after: Present) -> None:
        if before.rules != after.rules and any(deed.kind in OF_THE_HOUSE for deed in after.deeds):
            for socket in list(self.sockets):
                socket.tell_house_news()
        self._tell_hosts()

    def _tell_hosts(self) -> None:
        for socket in list(self.sockets):
            if socket.guest in self.now.hosts:
                socket.tell_host_news()

    async def _keep_sweeping(self) -> None:
        while True:
            with contextlib.suppress(Refusal):
                await self.database.write(_sweep)
            await asyncio.sleep(SWEEP_SECONDS)

    # Bans.

    def check_user(self, user: str) -> None:
        """Refuse a banned user."""
        if ban := self._holds(self.now.bans.users.get(user)):
            raise Banned("banned", **self._facts(ban))

    def address_ban(self, address: Address) -> Refusal | None:
        """Return why new guests from an address are refused, if they are."""
        ban = self._holds(self.now.bans.addresses.get(address.digest)) if address.digest else None
        return Banned("banned_address", **self._facts(ban)) if ban else None

    async def check_socket(self, user: str, address: Address) -> None:
        """Refuse a user who is banned."""
        with contextlib.suppress(Refusal):
            await self.follow()
        self.check_user(user)
        refusal = self.address_ban(address)
        if refusal and not await self.is_member(user):
            raise refusal

    def _holds(self, ban: Ban | None) -> Ban | None:
        return ban if ban and monotonic.now() < self.now.at + ban.left else None

    def _facts(self, ban: Ban) -> dict[str, str]:
        """Return what a banned visitor is told: for how long, and why."""
        left = max(1.0, self.now.at + ban.left - monotonic.now())
        return {"wait": span(left), "why": Name(ban.why)}

    def _turn_out(self) -> None:
        """Close the sockets of banned users. Those of a banned address are checked one by one."""
        for socket, address in list(self.sockets.items()):
            try:
                self.check_user(socket.guest)
            except Banned as banned:
                socket.turn_out(banned, BANNED)
                continue
            if refusal := self.address_ban(address):
                self.tasks.append(asyncio.create_task(self._turn_out_guest(socket, refusal)))
        self.tasks = [task for task in self.tasks if not task.done()]

    async def _turn_out_guest(self, socket: Visitor, refusal: Refusal) -> None:
        with contextlib.suppress(Refusal):
            if not await self.is_member(socket.guest):
                socket.turn_out(refusal, BANNED)

    async def is_member(self, user: str) -> bool:
        """Return True if a user has signed up."""
        return bool(user and await self.database.read(partial(members_among, users=[user])))

    @contextlib.contextmanager
    def connected(self, socket: Visitor, address: Address) -> Iterator[None]:
        """Register a socket while it is open."""
        self.sockets[socket] = address
        if socket.guest:
            self.arrivals.add(key_of(socket.guest, address))
        try:
            yield
        finally:
            del self.sockets[socket]
            if socket.guest:
                self.arrivals.remove(key_of(socket.guest, address))


def _read(db: sa.Connection, since: int | None) -> Present:
    number = last_number(db)
    deeds = [] if since is None else deeds_since(db, since)
    return Present(number, deeds, frozenset(all_hosts(db)), read_bans(db), read_rules(db), monotonic.now())


def _sweep(db: sa.Connection) -> None:
    """Delete bans, restrictions and notices that are over."""
    for each in (bans, restrictions, notices):
        each.delete_old(db)
