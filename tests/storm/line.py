"""A light WebSocket to a house on this machine, for thousands of them in one process.

It knows no more of the protocol than a house needs: text both ways, pongs, and the code of a close.
"""

import asyncio
import os
import struct
from base64 import b64encode
from collections.abc import Callable

TEXT, CLOSE, PING, PONG = 0x81, 0x88, 0x89, 0x8A
SECONDS = 30.0  # for the handshake


class Line(asyncio.Protocol):
    """`hear` gets each message as it comes. `closed` is the close code, 1006 if there was none."""

    def __init__(self, hear: Callable[[bytes], None]) -> None:
        self.hear, self.closed = hear, 0
        self.buffer = bytearray()
        self.open: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.transport: asyncio.Transport | None = None

    @classmethod
    async def to(
        cls, port: int, cookie: str, hear: Callable[[bytes], None], source: str = "127.0.0.1"
    ) -> "Line":
        loop = asyncio.get_running_loop()
        _, line = await loop.create_connection(lambda: cls(hear), "127.0.0.1", port, local_addr=(source, 0))
        line._greet(port, cookie)
        async with asyncio.timeout(SECONDS):
            await line.open
        return line

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self.transport = transport

    def _greet(self, port: int, cookie: str) -> None:
        head = ["GET /ws HTTP/1.1", f"host: 127.0.0.1:{port}", "connection: upgrade", "upgrade: websocket"]
        head += ["sec-websocket-version: 13", f"sec-websocket-key: {b64encode(os.urandom(16)).decode()}"]
        if cookie:
            head.append(f"cookie: {cookie}")
        self._write("\r\n".join([*head, "", ""]).encode())

    def data_received(self, data: bytes) -> None:
        self.buffer += data
        if not self.open.done():
            self._welcome()
        while self.open.done() and (size := self._frame_size()) <= len(self.buffer):
            self._frame(bytes(self.buffer[:size]))
            del self.buffer[:size]

    def _welcome(self) -> None:
        head, end, rest = self.buffer.partition(b"\r\n\r\n")
        if end and b" 101 " not in head:
            self.open.set_exception(ConnectionRefusedError(head.decode("latin-1")[:80]))
        elif end:
            self.buffer = rest
            self.open.set_result(None)

    def _frame_size(self) -> int:
        """Bytes of the frame that comes next, as far as they can be known yet."""
        if len(self.buffer) < 2:
            return 2
        return self._head() + self._length()

    def _head(self) -> int:
        return {126: 4, 127: 10}.get(self.buffer[1], 2)

    def _length(self) -> int:
        head = self._head()
        if head == 2 or len(self.buffer) < head:
            return self.buffer[1] if head == 2 else 0
        length: int = struct.unpack(">H" if head == 4 else ">Q", self.buffer[2:head])[0]
        return length

    def _frame(self, frame: bytes) -> None:
        payload = frame[self._head() :]
        if frame[0] == TEXT:
            self.hear(payload)
        elif frame[0] == PING:
            self._send(PONG, payload)
        elif frame[0] == CLOSE:
            self.closed = struct.unpack(">H", payload[:2])[0]

    def say(self, text: bytes) -> None:
        self._send(TEXT, text)

    def _send(self, kind: int, payload: bytes) -> None:
        """Masked, as a client must, by a mask that changes nothing."""
        size = len(payload)
        head = bytes([kind, 0x80 | size]) if size < 126 else struct.pack(">BBH", kind, 0xFE, size)
        self._write(head + bytes(4) + payload)

    def _write(self, data: bytes) -> None:
        assert self.transport is not None
        self.transport.write(data)

    def connection_lost(self, _error: Exception | None) -> None:
        self.closed = self.closed or 1006
        if not self.open.done():
            self.open.set_exception(ConnectionResetError("closed in the handshake"))

    def hang_up(self) -> None:
        assert self.transport is not None
        self.transport.abort()
