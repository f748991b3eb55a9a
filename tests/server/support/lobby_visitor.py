"""A browser in the lobby, which waits for matches."""

import time
from contextlib import ExitStack
from typing import Any

import pytest
from starlette.testclient import TestClient

from tests.server.support.visitors import Seat, guest, say

LONG = 30.0  # seconds after which what should happen will not happen any more


class Visitor:
    """A browser in the lobby."""

    def __init__(
        self, house: TestClient, name: str, stack: ExitStack, who: dict[str, str] | None = None, **how: Any
    ) -> None:
        self.house, self.who, self.stack = house, who or guest(house, name), stack
        self.socket = stack.enter_context(self.connect())
        self.send(type="lobby", **how)

    def send(self, **message: Any) -> None:
        self.socket.send_json(message)

    def until(self, kind: str, done: Any = lambda _: True) -> Any:
        while True:
            told = self.socket.receive_json()
            if told["type"] == kind and done(told):
                return told

    def queue(self, game: str = "okiya", **wish: Any) -> None:
        self.send(type="queue", game=game, **wish)

    def found(self) -> Any:
        return self.until("yourplace", lambda told: told["found"])["found"]

    def soon(self, what: str) -> Any:
        """Something of the place that is told by and by, or never: then this fails."""
        end = time.monotonic() + LONG
        while time.monotonic() < end:
            self.send(type="ping")
            while (told := self.socket.receive_json())["type"] != "pong":
                if told["type"] == "yourplace" and told[what]:
                    return told[what]
            time.sleep(0.1)
        pytest.fail(f"{what} was never told")

    def again(self, house: TestClient, stack: ExitStack) -> "Visitor":
        """The same guest, in another house on the same database."""
        return Visitor(house, "", stack, self.who, tables=False)

    def confirm(self, found: Any) -> Any:
        return say(self.house, self.who, found["table"], found["commitment"])

    def at(self, table: str) -> Seat:
        """Another page of the same browser, at the seat that is theirs."""
        mine = self.house.get(f"/api/tables/{table}", headers=self.who).json()["mine"]
        return Seat(self.stack.enter_context(self.connect()), table, mine[0])

    def connect(self) -> Any:
        return self.house.websocket_connect("/ws", headers=self.who)

    def refused(self) -> str:
        told = self.until("declined")
        assert told["sentence"]
        return str(told["reason"])
