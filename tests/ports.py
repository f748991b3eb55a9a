"""A port for a house that is started in a process of its own, and may be started there again."""

import socket
from contextlib import suppress
from random import SystemRandom

OURS = range(20_000, 32_000)  # below those that the system gives to whoever asks for any


def free_port() -> int:
    """Nobody else is given it before the house opens, nor while the house is closed for a moment."""
    while True:
        port = SystemRandom().choice(OURS)
        with suppress(OSError), socket.create_server(("127.0.0.1", port)):
            return port
