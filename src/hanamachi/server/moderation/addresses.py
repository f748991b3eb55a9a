"""Write who is here, since when and from which address, so that hosts see it at every worker.

Of an address only a keyed digest is stored, and only while a socket is open from there. Addresses that many
share without knowing each other, such as this machine's own or a proxy's, have none: they cannot be banned.
"""

from collections.abc import Collection, Sequence
from functools import partial
from ipaddress import ip_address, ip_network

import sqlalchemy as sa
from msgspec import Struct

from hanamachi.server.db import timestamps
from hanamachi.server.db.connection import Database
from hanamachi.server.db.key_value import get_or_create
from hanamachi.server.db.schema import ARRIVALS, WORKERS
from hanamachi.server.moderation.handles import new_key
from hanamachi.server.runtime.digests import sign
from hanamachi.server.storage.open_sockets import OpenSockets

Key = tuple[str, str, str]  # user, digest of the address (or why there is none), why it cannot be banned


class Address(Struct, frozen=True):
    """A network address as it is stored: a keyed digest, or why there is none (`local`, `proxy`)."""

    digest: str
    why: str = ""


class Marker:
    """Turn addresses into digests. `proxies`: those of the web servers in front."""

    def __init__(self, key: str, proxies: Sequence[str] = ()) -> None:
        self.key = key.encode()
        self.proxies = [ip_network(proxy, strict=False) for proxy in proxies]

    def mark(self, address: str) -> Address:
        """Return how an address is stored: given as IPv4, or as the /64 of an IPv6."""
        try:
            found = ip_address(address)
        except ValueError:
            return Address("", "local")
        if found.is_loopback or found.is_unspecified:
            return Address("", "local")
        if any(found in proxy for proxy in self.proxies) or any(
            _same_64(address, str(proxy.network_address)) for proxy in self.proxies
        ):
            return Address("", "proxy")
        return Address(sign(address, self.key))


def _same_64(one: str, other: str) -> bool:
    """Return True if a proxy's IPv6 address lies in this /64."""
    found = ip_address(other)
    return found.version == 6 and ip_address(one).version == 6 and found in ip_network(f"{one}/64")


def address_key(db: sa.Connection) -> str:
    """Return the key of the digests; the first call makes it."""
    return get_or_create(db, "address_key", new_key)


class Arrivals(OpenSockets[Key]):
    """The users with a socket at this worker, by address."""

    def __init__(self, database: Database) -> None:
        super().__init__()
        self.database = database

    async def _clear(self) -> None:
        await self.database.write(partial(_clear, worker=self.database.worker))

    async def _save(self, came: set[Key], went: set[Key]) -> None:
        await self.database.write(partial(_change, worker=self.database.worker, came=came, went=went))


def key_of(user: str, address: Address) -> Key:
    return user, address.digest or address.why, address.why


def _clear(db: sa.Connection, worker: str) -> None:
    """Delete what this worker wrote before a restart, and what workers wrote that are gone."""
    gone = ARRIVALS.c.worker.not_in(sa.select(WORKERS.c.id))
    db.execute(sa.delete(ARRIVALS).where((ARRIVALS.c.worker == worker) | gone))


def _change(db: sa.Connection, worker: str, came: Collection[Key], went: Collection[Key]) -> None:
    for user, digest, _ in [*went, *came]:
        mine = (ARRIVALS.c.guest == user) & (ARRIVALS.c.worker == worker) & (ARRIVALS.c.address == digest)
        db.execute(sa.delete(ARRIVALS).where(mine))
    if came:
        now = timestamps.now(db)
        rows = [
            {"guest": user, "worker": worker, "address": digest, "since": now, "why": why}
            for user, digest, why in sorted(came)
        ]
        db.execute(sa.insert(ARRIVALS), rows)
