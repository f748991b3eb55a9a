"""Under which addresses a house is visited: scheme, name and port, as browsers compare them."""

import re
from collections.abc import Mapping
from ipaddress import ip_address
from socket import gethostname

from msgspec import Struct

USUAL = {"http": 80, "https": 443}
HOST = r"(\[[0-9a-fA-F:.]{2,45}\]|[a-zA-Z0-9._-]{1,253})(?::([0-9]{1,5}))?"


class Site(Struct, frozen=True):
    scheme: str
    name: str
    port: int

    @property
    def host(self) -> str:
        """As it stands in an address."""
        return self.name if self.port == USUAL[self.scheme] else f"{self.name}:{self.port}"


def of_host(scheme: str, host: str) -> Site | None:
    """The site of a Host header; None if it is none. A socket's scheme is that of its page."""
    found = re.fullmatch(HOST, host)
    if not found:
        return None
    scheme = {"ws": "http", "wss": "https"}.get(scheme, scheme)
    return Site(scheme, found[1].lower().removesuffix("."), int(found[2] or USUAL[scheme]))


def of_url(url: str) -> Site | None:
    """The site of an Origin or of a public address; None if it is none."""
    found = re.fullmatch(r"(https?)://([^/?#]*)(?:/[^?#]*)?", url)
    return of_host(found[1], found[2]) if found else None


def own_names() -> frozenset[str]:
    """What this machine is called by itself and by its neighbours, so that a LAN needs no setting."""
    name = gethostname().lower().removesuffix(".")
    short = name.partition(".")[0]
    return frozenset({"localhost", name, short, f"{short}.local"})


def in_digits(name: str) -> bool:
    try:
        ip_address(name.strip("[]"))
    except ValueError:
        return False
    return True


class Sites:
    """Where this house is at home: under its own names, the one it listens on, and the public address."""

    def __init__(self, public_url: str | None = None, host: str = "localhost") -> None:
        self.public = of_url(public_url) if public_url else None
        self.names = own_names() | {host.lower()} | ({self.public.name} if self.public else set())

    def visited(self, scheme: str, headers: Mapping[str, str]) -> Site | None:
        """The site that a visitor means; None if it is not this house. A page of elsewhere can give its own
        name our address, but not make the browser call it by ours."""
        site = of_host(scheme, headers.get("host", ""))
        if site and self.public and site.name == self.public.name and site != self.public:
            site = self._behind(site, self.public)
        return site if site and (site.name in self.names or in_digits(site.name)) else None

    def _behind(self, site: Site, public: Site) -> Site:
        """A web server in front may have taken TLS away, and the port."""
        return public if site.port in (public.port, USUAL[site.scheme]) else site


def same(site: Site, origin: str) -> bool:
    """Whether a page of this origin is one of the site's own."""
    return of_url(origin) == site
