"""Hold the short messages that wait for one socket, and wake its sender."""

import asyncio
from collections import deque
from collections.abc import Iterator

from hanamachi.server.protocol.close_codes import TRY_AGAIN_LATER
from hanamachi.server.protocol.messages import (
    AccountNews,
    Declined,
    Foreseen,
    HostNews,
    HouseNews,
    MyTables,
    Notice,
    Pong,
    TalkDone,
    YourPlace,
    Yours,
    encode,
)

ShortMessage = (
    AccountNews
    | Declined
    | Notice
    | Foreseen
    | HostNews
    | HouseNews
    | MyTables
    | YourPlace
    | TalkDone
    | Pong
    | Yours
)
MOST_MESSAGES = 64  # a client that does not take them is disconnected


class Outbox:
    """A queue of short messages. A client that lets it fill up is disconnected."""

    def __init__(self) -> None:
        self.messages: deque[bytes] = deque()
        self.wanted = asyncio.Event()
        self.closing = 0  # the code with which the socket is to be closed

    def wake(self) -> None:
        """Wake the sender."""
        self.wanted.set()

    def add(self, message: ShortMessage) -> None:
        if len(self.messages) < MOST_MESSAGES:
            self.messages.append(encode(message))
            self.wake()
        else:
            self.close()

    def close(self, code: int = TRY_AGAIN_LATER) -> None:
        self.closing = code
        self.wake()

    def take(self) -> Iterator[str]:
        """Remove and return the messages, the oldest first."""
        while self.messages:
            yield self.messages.popleft().decode()
