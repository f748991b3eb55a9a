"""A POST to an address that somebody else gave us. It must not become a way into the host's own network.

A name is resolved once, every address that it has is checked, and the connection goes to one that was
checked: who answers differently the second time gains nothing. No redirect is followed. Of the answer only
the head is read, and all of it has to be done in a few seconds.
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

SECONDS = 10.0  # for everything: the name, the line, the answer
PIECE = 4096
RESOLVERS = ThreadPoolExecutor(4, thread_name_prefix="resolver")  # a name may take long: nobody else waits
UNICAST = ip_network("2000::/3")  # the only part of IPv6 that is given out
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
    """It did not come to an answer; the reason is a word for a counter."""


def is_web_address(url: str, *, private: bool = False) -> bool:
    """Whether something could be posted there: https, by a name, without a password in it."""
    try:
        parts = urlsplit(url)
        named = bool(parts.hostname) and parts.port != 0
    except ValueError:
        return False
    plain = url.isascii() and url.isprintable() and " " not in url
    scheme = parts.scheme in (("https", "http") if private else ("https",))
    return plain and named and scheme and "@" not in parts.netloc and not parts.fragment


def stays_below(url: str) -> bool:
    """Whether no server could read the path as one outside the folder it seems to be in: nothing in it is a
    dot segment, a backslash, a hidden slash or a control sign, however often it was percent-encoded."""
    path = urlsplit(url).path
    read = unquote(path, "latin-1")
    while read != (again := unquote(read, "latin-1")):
        read = again
    dots = any(segment.partition(";")[0] in (".", "..") for segment in read.split("/"))
    return not dots and "\\" not in read and read.isprintable() and read.count("/") == path.count("/")


def is_public(address: str) -> bool:
    """Whether it is out there: no machine of ours, nor one that an address only wraps."""
    found: IPv4Address | IPv6Address = ip_address(address.partition("%")[0])
    if isinstance(found, IPv6Address):
        found = found.ipv4_mapped or found
    given_out = isinstance(found, IPv4Address) or found in UNICAST
    return given_out and not any(found in network for network in SPECIAL)


async def post(url: str, headers: Mapping[str, str], body: bytes, *, private: bool = False) -> int:
    """The status of the answer. `private`: also to the host's own network, and without TLS."""
    if not is_web_address(url, private=private):
        raise Undelivered("bad_address")
    try:
        async with asyncio.timeout(SECONDS):
            return await _post(urlsplit(url), headers, body, private=private)
    except TimeoutError as error:
        raise Undelivered("slow") from error
    except (OSError, h11.RemoteProtocolError) as error:
        raise Undelivered("unreachable") from error


async def _post(url: SplitResult, headers: Mapping[str, str], body: bytes, *, private: bool) -> int:
    secure = url.scheme == "https"
    port = url.port or (443 if secure else 80)
    address = await checked(url.hostname or "", port, private=private)
    tls, name = (trusted(), url.hostname) if secure else (None, None)
    reader, writer = await asyncio.open_connection(address, port, limit=PIECE, ssl=tls, server_hostname=name)
    try:
        line = h11.Connection(h11.CLIENT, max_incomplete_event_size=PIECE * 4)
        target = (url.path or "/") + (f"?{url.query}" if url.query else "")
        all_headers = {"host": url.netloc, "content-length": str(len(body)), **headers}
        request = h11.Request(method="POST", target=target, headers=list(all_headers.items()))
        for event in (request, h11.Data(body), h11.EndOfMessage()):
            writer.write(line.send(event) or b"")
        await writer.drain()
        return await _status(reader, line)
    finally:
        writer.transport.abort()  # what else it has to say is not heard


async def _status(reader: asyncio.StreamReader, line: h11.Connection) -> int:
    while True:
        event = line.next_event()
        if isinstance(event, h11.Response):
            return event.status_code
        if event is h11.NEED_DATA:
            line.receive_data(await reader.read(PIECE))


async def checked(host: str, port: int, *, private: bool) -> str:
    """An address of this host, if all that it has may be spoken to."""
    found = await asyncio.get_running_loop().run_in_executor(RESOLVERS, resolved, host, port)
    if not private and not all(map(is_public, found)):
        raise Undelivered("private_address")
    return found[0]


def resolved(host: str, port: int) -> list[str]:
    return [str(info[4][0]) for info in socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)]


@cache
def trusted() -> ssl.SSLContext:
    return ssl.create_default_context()
