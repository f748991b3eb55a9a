"""Send a POST to an address that a stranger gave, without opening a way into the host's own network.

A name is resolved once, every address that it has is checked, and the connection goes to one of those: a DNS
server that answers differently the second time gains nothing. No redirect is followed. Only the head of the
answer is read, and everything must be done within a few seconds.
"""

import asyncio
import socket
import ssl
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network
from urllib.parse import SplitResult, unquote, urlsplit

import h11

TIMEOUT_SECONDS = 10.0  # for resolving, connecting and answering together
READ_BYTES = 4096
RESOLVERS = ThreadPoolExecutor(4, thread_name_prefix="resolver")  # resolving may block for long
UNICAST = ip_network("2000::/3")  # the only IPv6 addresses that are assigned
SPECIAL = [  # IANA's registries of special-purpose addresses; Python's own list is not complete
    ip_network(each)
    for each in (
        *("0.0.0.0/8", "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "169.254.0.0/16", "172.16.0.0/12"),
        *("192.0.0.0/24", "192.0.2.0/24", "192.31.196.0/24", "192.52.193.0/24", "192.88.99.0/24"),
        *("192.168.0.0/16", "192.175.48.0/24", "198.18.0.0/15", "198.51.100.0/24", "203.0.113.0/24"),
        *("224.0.0.0/4", "240.0.0.0/4"),
        *("2001::/23", "2001:db8::/32", "2002::/16", "2620:4f:8000::/48", "3fff::/20"),
    )
]


class Undelivered(Exception):
    """No answer came. The reason is a label of a metric."""


def is_web_address(url: str, *, private: bool = False) -> bool:
    """Return True for an https address with a host name and without a password. `private`: http, too."""
    try:
        parts = urlsplit(url)
        named = bool(parts.hostname) and parts.port != 0
    except ValueError:
        return False
    plain = url.isascii() and url.isprintable() and " " not in url
    scheme = parts.scheme in (("https", "http") if private else ("https",))
    return plain and named and scheme and "@" not in parts.netloc and not parts.fragment


def stays_below(url: str) -> bool:
    """Return True if no server could read the path as one outside the folder it seems to be in.

    Refuses dot segments, backslashes, encoded slashes and control characters, however often they were
    percent-encoded."""
    path = urlsplit(url).path
    read = unquote(path, "latin-1")
    while read != (again := unquote(read, "latin-1")):
        read = again
    dots = any(segment.partition(";")[0] in (".", "..") for segment in read.split("/"))
    return not dots and "\\" not in read and read.isprintable() and read.count("/") == path.count("/")


def is_public(address: str) -> bool:
    """Return True for an address of the public internet, also if IPv6 wraps an IPv4 address."""
    found: IPv4Address | IPv6Address = ip_address(address.partition("%")[0])
    if isinstance(found, IPv6Address):
        found = found.ipv4_mapped or found
    given_out = isinstance(found, IPv4Address) or found in UNICAST
    return given_out and not any(found in network for network in SPECIAL)


async def post(url: str, headers: Mapping[str, str], body: bytes, *, private: bool = False) -> int:
    """Send a request and return the status of the answer; raise `Undelivered` if none came.

    `private`: allow the host's own network, and http."""
    if not is_web_address(url, private=private):
        raise Undelivered("bad_address")
    try:
        async with asyncio.timeout(TIMEOUT_SECONDS):
            return await _post(urlsplit(url), headers, body, private=private)
    except TimeoutError as error:
        raise Undelivered("slow") from error
    except (OSError, h11.RemoteProtocolError) as error:
        raise Undelivered("unreachable") from error


async def _post(url: SplitResult, headers: Mapping[str, str], body: bytes, *, private: bool) -> int:
    secure = url.scheme == "https"
    port = url.port or (443 if secure else 80)
    address = await checked_address(url.hostname or "", port, private=private)
    tls, name = (tls_context(), url.hostname) if secure else (None, None)
    reader, writer = await asyncio.open_connection(
        address, port, limit=READ_BYTES, ssl=tls, server_hostname=name
    )
    try:
        connection = h11.Connection(h11.CLIENT, max_incomplete_event_size=READ_BYTES * 4)
        target = (url.path or "/") + (f"?{url.query}" if url.query else "")
        all_headers = {"host": url.netloc, "content-length": str(len(body)), **headers}
        request = h11.Request(method="POST", target=target, headers=list(all_headers.items()))
        for event in (request, h11.Data(body), h11.EndOfMessage()):
            writer.write(connection.send(event) or b"")
        await writer.drain()
        return await _status(reader, connection)
    finally:
        writer.transport.abort()  # the body of the answer is not read


async def _status(reader: asyncio.StreamReader, connection: h11.Connection) -> int:
    while True:
        event = connection.next_event()
        if isinstance(event, h11.Response):
            return event.status_code
        if event is h11.NEED_DATA:
            connection.receive_data(await reader.read(READ_BYTES))


async def checked_address(host: str, port: int, *, private: bool) -> str:
    """Resolve a host and return one of its addresses; refuse it if any of them is private."""
    found = await asyncio.get_running_loop().run_in_executor(RESOLVERS, resolved, host, port)
    if not private and not all(map(is_public, found)):
        raise Undelivered("private_address")
    return found[0]


def resolved(host: str, port: int) -> list[str]:
    return [str(info[4][0]) for info in socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)]


@cache
def tls_context() -> ssl.SSLContext:
    return ssl.create_default_context()
