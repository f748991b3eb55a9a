"""Admit or reject requests and sockets (middleware), and answer those that fail inside.

A page of another site may not act for a visitor (Origin), nor name this server as its own (Host).
Programs send no Origin and are served. Bodies are JSON and say so, and are counted while they come in.
"""

import asyncio
import logging
from collections.abc import Mapping, Sequence
from contextlib import suppress

from starlette.datastructures import Headers
from starlette.requests import ClientDisconnect, HTTPConnection
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocketDisconnect

from hanamachi.core.user_text import BadText
from hanamachi.core.words import Name, Refusal
from hanamachi.server.edge.errors import RequestRejected, explain_refusal, language, problem
from hanamachi.server.edge.rate_limits import ConcurrencyLimit, RateLimiter, address_key
from hanamachi.server.protocol.close_codes import INTERNAL_ERROR, POLICY_VIOLATION
from hanamachi.server.protocol.messages import Declined, encode
from hanamachi.server.runtime import metrics
from hanamachi.server.runtime.limits import Limits
from hanamachi.server.runtime.origins import Site, Sites, same

LOG = logging.getLogger(__name__)
SAFE = ("GET", "HEAD", "OPTIONS")
GONE = (ClientDisconnect, WebSocketDisconnect)


FILES = ("/api/records", "/api/studies/import")  # paths to which a whole file is sent


class AdmissionMiddleware:
    """`proxies` are the web servers in front whose X-Forwarded-For is trusted."""

    def __init__(self, app: ASGIApp, sites: Sites, limits: Limits, proxies: Sequence[str] = ()) -> None:
        self.app, self.sites, self.limits = app, sites, limits
        self.requests, self.sockets = RateLimiter(limits.requests), ConcurrencyLimit(limits.sockets)
        self.proxy_known = bool(proxies)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http":
            await self.request(scope, receive, TrackedSend(send))
        elif scope["type"] == "websocket":
            await self.socket(scope, receive, send)
        else:
            await self.lifespan(scope, receive, send)

    async def lifespan(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Log why the server cannot start or stop, and keep the traceback out of what uvicorn prints."""

        async def plainly(message: Message) -> None:
            await send({**message, "message": ""} if "message" in message else message)

        try:
            await self.app(scope, receive, plainly)
        except Exception:
            LOG.exception("server cannot start or stop")
            raise

    async def request(self, scope: Scope, receive: Receive, send: "TrackedSend") -> None:
        try:
            await self.app(scope, self.admit(scope, receive), send)
        except GONE:
            pass
        except Refusal as refusal:
            await send.instead(problem(refusal, HTTPConnection(scope)), scope, receive)
        except asyncio.CancelledError:  # the house closes, and this took too long
            await send.instead(problem(RequestRejected("closing"), HTTPConnection(scope)), scope, receive)
        except Exception:
            LOG.exception("request failed")
            await send.instead(problem(RequestRejected("broken"), HTTPConnection(scope)), scope, receive)

    def admit(self, scope: Scope, receive: Receive) -> Receive:
        """Check a request; return the function that reads its body within the limit."""
        headers = Headers(scope=scope)
        scope["site"] = self.checked_site(scope, headers)
        self.warn_of_proxy(scope, headers)
        if "\0" in scope["path"] or b"%00" in scope["query_string"]:
            raise BadText("bad_signs")  # no database need be asked for it
        if scope["path"].startswith("/api"):
            self.requests.take(address_of(scope))
        if scope["method"] not in SAFE and has_body(headers):
            must_be_json(headers)
        most = self.limits.record_body if scope["path"] in FILES else self.limits.body
        return counted(receive, most, headers.get("content-length", ""))

    def checked_site(self, scope: Scope, headers: Headers) -> Site:
        site = self.sites.visited(scope["scheme"], headers)
        if site is None:
            raise RequestRejected("foreign_host", host=Name(headers.get("host", "")[:60]))
        if not same(site, headers.get("origin", f"{site.scheme}://{site.host}")):
            raise RequestRejected("foreign_origin")
        return site

    def warn_of_proxy(self, scope: Scope, headers: Headers) -> None:
        """Warn once of an untrusted proxy: behind it all visitors share one address and its limits."""
        if "x-forwarded-for" in headers and not self.proxy_known:
            LOG.warning("ignored X-Forwarded-For from untrusted %s; see serve --proxy", address_of(scope))
            self.proxy_known = True  # once is enough

    async def socket(self, scope: Scope, receive: Receive, send: Send) -> None:
        try:
            scope["site"] = self.checked_site(scope, Headers(scope=scope))
        except Refusal as refusal:
            await problem(refusal, HTTPConnection(scope))(scope, receive, send)
            return
        address = address_of(scope)
        if not self.sockets.enter(address):
            await turn_away(RequestRejected("too_many_sockets"), scope, send)
            return
        try:
            await self.talk(scope, receive, send)
        finally:
            self.sockets.leave(address)

    async def talk(self, scope: Scope, receive: Receive, send: Send) -> None:
        scope["server_send"] = send  # see edge/sockets/text_sender.py
        try:
            await self.app(scope, receive, send)
        except GONE:
            pass
        except Refusal as refusal:  # before the handshake
            await problem(refusal, HTTPConnection(scope))(scope, receive, send)
        except Exception:
            LOG.exception("WebSocket failed")
            with suppress(Exception):
                await send({"type": "websocket.close", "code": INTERNAL_ERROR})


class TrackedSend:
    """A `send` that knows whether an answer has begun."""

    def __init__(self, send: Send) -> None:
        self.send, self.started = send, False

    async def __call__(self, message: Message) -> None:
        self.started = True
        await self.send(message)

    async def instead(self, answer: ASGIApp, scope: Scope, receive: Receive) -> None:
        if not self.started:
            await answer(scope, receive, self.send)


def counted(receive: Receive, most: int, announced: str) -> Receive:
    """Return a `receive` that rejects a body longer than `most` bytes while it arrives."""
    left = most

    async def some() -> Message:
        nonlocal left
        message = await receive()
        left -= len(message.get("body", b""))
        if left < 0:
            raise RequestRejected("too_big", most=most)
        return message

    if announced.isdecimal() and (len(announced) > 18 or int(announced) > most):
        raise RequestRejected("too_big", most=most)
    return some


def has_body(headers: Mapping[str, str]) -> bool:
    return "transfer-encoding" in headers or headers.get("content-length", "0") != "0"


def must_be_json(headers: Mapping[str, str]) -> None:
    if headers.get("content-type", "").partition(";")[0].strip().lower() != "application/json":
        raise RequestRejected("wrong_media")


def address_of(scope: Scope) -> str:
    return address_key(scope["client"][0]) if scope.get("client") else ""


async def turn_away(refusal: Refusal, scope: Scope, send: Send) -> None:
    """Refuse a socket by a message and a close code: a page cannot read the status of a handshake."""
    metrics.REFUSALS.add(refusal.reason)
    said = Declined(refusal.reason, explain_refusal(refusal, language(HTTPConnection(scope))))
    await send({"type": "websocket.accept"})
    await send({"type": "websocket.send", "text": encode(said).decode()})
    await send({"type": "websocket.close", "code": POLICY_VIOLATION})
