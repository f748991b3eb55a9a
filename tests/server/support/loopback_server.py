"""A real server on a port of its own, for as long as a test needs it."""

import socket
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from threading import Thread
from typing import Any

import uvicorn

from hanamachi.server.edge import uvicorn_limits
from hanamachi.server.runtime.limits import Limits


class Served:
    def __init__(self, port: int, gate: uvicorn_limits.ConnectionLimit) -> None:
        self.port, self.gate = port, gate

    def connect(self) -> socket.socket:
        return socket.create_connection(("127.0.0.1", self.port), timeout=30)

    def ask(self, request: bytes) -> bytes:
        """Everything that comes until the connection is closed."""
        with self.connect() as talk:
            talk.sendall(request)
            return rest(talk)


def rest(talk: socket.socket) -> bytes:
    """All that is still said. A connection that is broken off says nothing more."""
    said = b""
    try:
        while part := talk.recv(65_536):
            said += part
    except ConnectionError:
        pass
    return said


@contextmanager
def served(
    app: Any, limits: Limits | None = None, proxies: Sequence[str] = (), **more: Any
) -> Iterator[Served]:
    settings = uvicorn_limits.settings(limits or Limits(), proxies) | {"lifespan": "off", **more}
    server = uvicorn.Server(uvicorn.Config(app, **settings))
    listening = socket.create_server(("127.0.0.1", 0))
    thread = Thread(target=server.run, args=([listening],))
    thread.start()
    try:
        yield Served(listening.getsockname()[1], settings["http"].gate)
    finally:
        server.should_exit = True
        thread.join()
