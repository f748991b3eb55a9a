"""Recognise the origins (scheme, name and port) under which this server is visited."""

import re
from collections.abc import Mapping
from ipaddress import ip_address
from socket import gethostname

from msgspec import Struct

USUAL = {"http": 80, "https": 443}
HOST = r"(\[[0-9a-fA-F:.]{2,45}\]|[a-zA-Z0-9._-]{1,253})(?::([0-9]{1,5}))?"


class Site(Struct, frozen=True):
    """An origin, as browsers compare them."""

    scheme: str
    name: str
    port: int

    @property
    def host(self) -> str:
        """Return name and port as a Host header has them."""
        return self.name if self.port == USUAL[self.scheme] else f"{self.name}:{self.port}"


def of_host(scheme: str, host: str) -> Site | None:
    """Parse a Host header; return None if it is malformed. A WebSocket has the scheme of its page."""
    found = re.fullmatch(HOST, host)
    if not found:
        return None
    scheme = {"ws": "http", "wss": "https"}.get(scheme, scheme)
    return Site(scheme, found[1].lower().removesuffix("."), int(found[2] or USUAL[scheme]))


def of_url(url: str) -> Site | None:
    """Parse an Origin header or a public address; return None if it is malformed."""
    found = re.fullmatch(r"(https?)://([^/?#]*)(?:/[^?#]*)?", url)
    return of_host(found[1], found[2]) if found else None


def own_names() -> frozenset[str]:
    """Return the names of this machine, so that a server in a local network needs no setting."""
    name = gethostname().lower().removesuffix(".")
    short = name.partition(".")[0]
    return frozenset({"localhost", name, short, f"{short}.local"})


def in_digits(name: str) -> bool:
    """Return True if a host name is an IP address."""
    try:
        ip_address(name.strip("[]"))
    except ValueError:
        return False
    return True


class Sites:
    """All origins of this server: its own names, the host it listens on, and its public address."""

    def __init__(self, public_url: str | None = None, host: str = "localhost") -> None:
        self.public = of_url(public_url) if public_url else None
        self.names = own_names() | {host.lower()} | ({self.public.name} if self.public else set())

    def visited(self, scheme: str, headers: Mapping[str, str]) -> Site | None:
        """Return the origin that a request is meant for, or None if it is not ours. This stops DNS rebinding:
        a foreign page can point its own name at our address, but cannot make the browser send our name."""
        site = of_host(scheme, headers.get("host", ""))
        if site and self.public and site.name == self.public.name and site != self.public:
            site = self._behind(site, self.public)
        return site if site and (site.name in self.names or in_digits(site.name)) else None

    def _behind(self, site: Site, public: Site) -> Site:
        """Return the public origin if a reverse proxy has removed TLS and the port."""
        return public if site.port in (public.port, USUAL[site.scheme]) else site


def same(site: Site, origin: str) -> bool:
    """Return True if an Origin header belongs to the site."""
    return of_url(origin) == site
