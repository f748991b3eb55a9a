"""Requests to a house, one connection each, with a guest's cookie. No library stands between."""

import asyncio
import random
from typing import Any

import msgspec

SECONDS = 30.0  # for one request


class Said(Exception):
    """The house's answer was no."""

    def __init__(self, status: int, reason: str) -> None:
        super().__init__(f"{status} {reason}")
        self.status, self.reason = status, reason


class Rest:
    """One guest's way to the house. If it has several workers, any one is asked. `source`: the address that it
    comes from."""

    def __init__(self, *ports: int, source: str = "127.0.0.1") -> None:
        self.ports, self.port, self.cookie = ports, ports[0], ""
        self.source = source

    def hop(self) -> None:
        self.port = random.choice(self.ports)

    async def ask(self, method: str, path: str, body: Any = None) -> Any:
        """What the house answers, decoded. Said if it refuses, OSError or TimeoutError if it is not there."""
        return msgspec.json.decode(await self.fetch(method, path, body))

    async def fetch(self, method: str, path: str, body: Any = None) -> bytes:
        self.hop()
        async with asyncio.timeout(SECONDS):
            head, data = await self._talk(self._request(method, path, body))
        status = int(head.split(" ", 2)[1])
        if status >= 300:
            raise Said(status, reason_in(data))
        self._take_cookie(head)
        return data

    def _request(self, method: str, path: str, body: Any) -> bytes:
        data = b"" if body is None else msgspec.json.encode(body)
        head = [f"{method} {path} HTTP/1.1", f"host: 127.0.0.1:{self.port}", "connection: close"]
        head += [f"content-length: {len(data)}", "content-type: application/json"]
        if self.cookie:
            head.append(f"cookie: {self.cookie}")
        return "\r\n".join([*head, "", ""]).encode() + data

    async def _talk(self, request: bytes) -> tuple[str, bytes]:
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port, local_addr=(self.source, 0))
        try:
            writer.write(request)
            head, _, data = (await reader.read()).partition(b"\r\n\r\n")
        finally:
            writer.close()
        text = head.decode("latin-1")
        if not text.startswith("HTTP/1.1 ") or len(data) < length_in(text):
            raise ConnectionResetError("the answer was cut off")
        return text, data

    def _take_cookie(self, head: str) -> None:
        for line in head.split("\r\n"):
            name, _, value = line.partition(": ")
            if name.lower() == "set-cookie":
                self.cookie = value.partition(";")[0]


def length_in(head: str) -> int:
    lines = (line.partition(": ") for line in head.split("\r\n"))
    return next((int(value) for name, _, value in lines if name.lower() == "content-length"), 0)


def reason_in(data: bytes) -> str:
    try:
        return str(msgspec.json.decode(data)["reason"])
    except (msgspec.DecodeError, KeyError, TypeError):
        return ascii(data[:80])
