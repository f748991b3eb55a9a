"""Invitations: the addresses under which a friend reaches this server, and a QR code."""

import io
import socket
from urllib.parse import urlsplit

from msgspec import Struct

LOCAL = ("127.0.0.1", "localhost", "::1")


class Invitation(Struct, frozen=True):
    addresses: list[str]
    localhost_only: bool
    qr: str  # an SVG picture of the first address


def lan_address() -> str | None:
    """Return this machine's address in its network. A UDP socket reads the routes; nothing is sent."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # an address reserved for documentation
        except OSError:
            return None
        address: str = probe.getsockname()[0]
    return None if address in LOCAL else address


def invitation(path: str, host: str, port: int, public_url: str | None, seen_as: str) -> Invitation:
    """Return the invitation to a path. `host` is where the server listens, `seen_as` the visitor's origin."""
    local = host in LOCAL and public_url is None
    addresses = [public_url] if public_url else []
    if not addresses and not local:
        lan = lan_address() if host in ("0.0.0.0", "::") else host
        addresses = [f"http://{lan}:{port}"] if lan else []
    if not addresses or (urlsplit(seen_as).hostname not in LOCAL and not public_url):
        addresses = [seen_as, *addresses]
    urls = [address.rstrip("/") + path for address in dict.fromkeys(addresses)]
    return Invitation(urls, local and urlsplit(seen_as).hostname in LOCAL, qr(urls[0]))


def qr(url: str) -> str:
    import segno  # where nobody is invited it is not needed

    out = io.BytesIO()
    segno.make(url, error="m").save(out, kind="svg", xmldecl=False, svgns=True, border=2, omitsize=True)
    return out.getvalue().decode()
