"""Limit connections and slow clients below the application, in the protocols of uvicorn.

uvicorn itself waits forever for the head of a request, for its body, and for a client that does not read.
"""

import asyncio
import logging
from collections.abc import Callable, Sequence
from contextlib import suppress
from ipaddress import ip_address, ip_network
from typing import Any

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.utils import ClientDisconnected
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.exceptions import InvalidState
from websockets.frames import Frame

from hanamachi.server.edge.rate_limits import ConcurrencyLimit, TokenBucket, TooMany, address_key
from hanamachi.server.protocol.close_codes import INVALID_TEXT, MESSAGE_TOO_BIG, POLICY_VIOLATION
from hanamachi.server.runtime.limits import Limits

LOG = logging.getLogger(__name__)
HEAD, PIECE, PARTS = 16_384, 8_192, 64  # bytes of a head, bytes taken in at once, parts of a message
OWN_FILES = 64  # handles for the database, the bots and the like
WITHOUT_A_LIMIT, MANY = 1_024, 65_536  # handles where the system does not say, and where it has enough
UNTAKEN = 8  # messages of one socket that wait until the house reads no more of it


class ConnectionLimit:
    """Count connections: never more than there are file handles for, and half of them for one address."""

    def __init__(self, limits: Limits, proxies: Sequence[str] = (), room: int | None = None) -> None:
        self.limits, self.proxies = limits, [ip_network(proxy) for proxy in proxies]
        self.room = room or room_for_connections()[0]
        self.addresses, self.inside = ConcurrencyLimit(min(limits.connections, max(1, self.room // 2))), 0

    def enter(self, client: tuple[str, int] | None) -> bool:
        if self.inside >= self.room:
            LOG.warning("connection refused: no file handles left")
            return False
        if not self._proxy(client) and not self.addresses.enter(key_of(client)):
            LOG.warning("connection refused: too many from one address")
            return False
        self.inside += 1
        return True

    def leave(self, client: tuple[str, int] | None) -> None:
        self.inside -= 1
        if not self._proxy(client):
            self.addresses.leave(key_of(client))

    def _proxy(self, client: tuple[str, int] | None) -> bool:
        return client is not None and any(ip_address(client[0]) in proxy for proxy in self.proxies)


def key_of(client: tuple[str, int] | None) -> str:
    return address_key(client[0]) if client else ""


def room_for_connections() -> tuple[int, int]:
    """Return how many connections may be open, and how long the backlog may be. Each needs a file handle,
    even if it is refused."""
    spare = max(handles() - OWN_FILES, 3)
    return spare * 2 // 3, min(spare // 3, 1_024)


def handles() -> int:
    """Raise the limit of open files as far as the system allows; return it."""
    try:
        import resource
    except ImportError:
        return WITHOUT_A_LIMIT
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = MANY if hard == resource.RLIM_INFINITY else min(hard, max(soft, MANY))
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
    except (ValueError, OSError):
        return soft  # macOS says unlimited and does not mean it
    return wanted


class Timeout:
    """Call a function after some seconds, unless it is cancelled or set again."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self.loop = loop
        self.timer: asyncio.TimerHandle | None = None

    def set(self, seconds: float, then: Callable[[], None]) -> None:
        self.off()
        self.timer = self.loop.call_later(seconds, then)

    def off(self) -> None:
        if self.timer:
            self.timer.cancel()


class HttpProtocol(H11Protocol):
    """HTTP/1.1 with timeouts for requests that do not arrive and answers that are not read."""

    gate: ConnectionLimit

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        transport.max_size = PIECE  # type: ignore[attr-defined]
        self.late, self.deaf = Timeout(self.loop), Timeout(self.loop)
        self.part: object = None
        self.unread = 0
        self.entered = self.gate.enter(self.client)
        if self.entered:
            self.late.set(self.gate.limits.header_seconds, transport.abort)
        else:
            transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        self.late.off()
        self.deaf.off()
        if self.entered:
            self.gate.leave(self.client)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        if self.conn.our_state is h11.DONE:  # answered, and still it comes: nobody reads it
            self.unread += len(data)
            if self.unread > self.gate.limits.record_body:
                self.transport.abort()

    def handle_events(self) -> None:
        super().handle_events()
        if self.transport.get_protocol() is not self:  # it is a WebSocket now
            self.late.off()
            return
        part = self.conn.their_state, bool(self.conn.trailing_data[0])
        if part != self.part:
            self.part = part
            self._wait(*part)

    def _wait(self, state: object, begun: bool) -> None:
        """Set the timeout for the next part of a request. Between requests uvicorn has its own."""
        if state is h11.SEND_BODY:
            self.late.set(self.gate.limits.body_seconds, self.transport.abort)
        elif state is h11.IDLE and begun:
            self.late.set(self.gate.limits.header_seconds, self.transport.abort)
        else:
            self.late.off()

    def pause_writing(self) -> None:
        super().pause_writing()
        self.deaf.set(self.gate.limits.hear_seconds, self.transport.abort)

    def resume_writing(self) -> None:
        super().resume_writing()
        self.deaf.off()


class WebSocketProtocol(WebSocketsSansIOProtocol):
    """WebSockets with a timeout for clients that do not read, and limits on frames and pings."""

    gate: ConnectionLimit

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(transport)
        self.deaf, self.pings = Timeout(self.loop), TokenBucket(self.gate.limits.messages)

    def connection_lost(self, exc: Exception | None) -> None:
        self.deaf.off()
        self.gate.leave(self.client)
        super().connection_lost(exc)

    def pause_writing(self) -> None:
        super().pause_writing()
        self.deaf.set(self.gate.limits.hear_seconds, self.transport.abort)

    def resume_writing(self) -> None:
        super().resume_writing()
        self.deaf.off()

    def send_receive_event_to_app(self) -> None:
        """Pass a message on. uvicorn pauses reading with every message, which costs two system calls each;
        here only a socket with many unread messages is paused. Text that is not UTF-8 closes the socket."""
        if self.curr_msg_data_type == "text" and not is_text(b"".join(self.frames)):
            self.frames = []
            self._end(INVALID_TEXT)
            return
        paused = self.read_paused
        self.read_paused = paused or self.queue.qsize() < UNTAKEN
        super().send_receive_event_to_app()
        self.read_paused = paused or self.queue.qsize() > UNTAKEN

    def send_keepalive_ping(self) -> None:
        with suppress(InvalidState):  # it is closing already
            super().send_keepalive_ping()

    async def send(self, message: Any) -> None:
        if self.close_sent and message["type"] in ("websocket.send", "websocket.close"):
            raise ClientDisconnected  # uvicorn would call it a fault of the house
        await super().send(message)
        if self.initial_response and self.close_sent:
            self.handshake_complete = True  # it was refused: uvicorn would call that a fault

    def handle_cont(self, event: Frame) -> None:
        super().handle_cont(event)
        if len(self.frames) > PARTS:
            self._end(MESSAGE_TOO_BIG)

    def handle_ping(self) -> None:
        super().handle_ping()
        try:
            self.pings.take()
        except TooMany:
            self._end(POLICY_VIOLATION)

    def _end(self, code: int) -> None:
        if not self.close_sent:
            self.conn.fail(code)
            self.handle_parser_exception()


def is_text(data: bytes) -> bool:
    try:
        data.decode()
    except UnicodeDecodeError:
        return False
    return True


def settings(limits: Limits, proxies: Sequence[str] = ()) -> dict[str, Any]:
    """Return the settings of uvicorn."""
    gate = ConnectionLimit(limits, proxies)
    return {
        "http": type("HouseHttp", (HttpProtocol,), {"gate": gate}),
        "ws": type("HouseWs", (WebSocketProtocol,), {"gate": gate}),
        "ws_max_size": limits.message,
        "ws_per_message_deflate": False,  # it would compress anew for each socket
        "loop": "asyncio",
        "backlog": room_for_connections()[1],
        "h11_max_incomplete_event_size": HEAD,
        "timeout_keep_alive": limits.idle_seconds,
        "timeout_graceful_shutdown": 3,
        "proxy_headers": bool(proxies),
        "forwarded_allow_ips": list(proxies),
        "server_header": False,
        "access_log": False,
        "log_config": None,
        "log_level": "warning",
    }
