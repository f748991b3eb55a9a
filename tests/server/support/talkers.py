"""People who talk at tables: what each hears, and how what they say is answered."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import sqlalchemy as sa
from starlette.testclient import TestClient

from hanamachi.server.app import Server, app_of
from hanamachi.server.db.engine import url_of
from hanamachi.server.runtime.limits import Limits, Rate
from hanamachi.server.storage.store import Store
from tests.server.support.visitors import HOST

NEVER = 1e-6  # a minute
WIDE = Rate(10_000, 10_000)
LIMITS = (
    "talk",
    "table_talk",
    "all_talk",
    "reports",
    "all_reports",
    "messages",
    "my_messages",
    "all_messages",
)
FREE = dict.fromkeys(LIMITS, WIDE)


class Talker:
    """A browser at a table that notes what is said there."""

    def __init__(self, socket: Any, table: str, seat: int | None) -> None:
        self.socket, self.table, self.seat = socket, table, seat
        self.lines: list[Any] = []
        self.muted: list[Any] = []
        self.anew: list[bool] = []  # of each message
        self.asked = 0
        self.over = self.gone = False
        self.seq = 0
        self.send(type="watch", table=table, seat=seat)
        self.settle()

    def send(self, **message: Any) -> None:
        self.socket.send_json(message)

    def hear(self) -> Any:
        message = self.socket.receive_json()
        if message["type"] == "talk":
            self.lines = message["lines"] if message["anew"] else [*self.lines, *message["lines"]]
            self.muted = message["muted"]
            self.anew.append(message["anew"])
        elif message["type"] == "updates":
            self.over = message["result"] is not None
            self.seq = message["seq"]
            self.gone = self.seat is not None and message["table"]["seats"][self.seat]["gone"]
        return message

    def settle(self) -> None:
        """Hear all that was sent before the answer to a ping."""
        self.send(type="ping")
        while self.hear()["type"] != "pong":
            pass

    def until(self, done: Any) -> None:
        while not done(self):
            self.hear()

    def ask(self, **message: Any) -> str:
        """Send something about talk; return why it was refused, or nothing."""
        self.asked += 1
        self.send(id=self.asked, **message)
        while True:
            told = self.hear()
            if told["type"] == "talkdone" and told["id"] == self.asked:
                assert bool(told["sentence"]) == bool(told["reason"])
                return str(told["reason"])
            if told["type"] == "declined":
                return str(told["reason"])

    def say(self, text: str) -> str:
        return self.ask(type="say", text=text)

    def phrase(self, name: str) -> str:
        return self.ask(type="say", phrase=name)

    def about(self, what: str, text: str) -> str:
        """Mute or report the author of a line."""
        line = next(line for line in self.lines if line["text"] == text)
        return self.ask(type=what, side=line["side"], number=line["number"])

    def hears(self, *texts: str) -> None:
        """Wait until these lines, and no others, are heard."""
        self.until(lambda me: me.texts == list(texts))

    @property
    def texts(self) -> list[str]:
        return [line["phrase"] or line["text"] for line in self.lines]

    def resign(self) -> None:
        self.send(type="resign", seat=self.seat)
        self.until(lambda me: me.over)


@contextmanager
def talker(house: TestClient, who: dict[str, str], table: str, seat: int | None = None) -> Iterator[Talker]:
    with house.websocket_connect("/ws", headers=who) as socket:
        yield Talker(socket, table, seat)


def opened(database: str, **limits: Any) -> TestClient:
    house = Server(Store(database), "127.0.0.1", None, Limits(**{**FREE, **limits}))
    return TestClient(app_of(house), base_url=HOST)


def ask(database: str, query: sa.Select[Any]) -> list[Any]:
    """Return what lies in the database."""
    engine = sa.create_engine(url_of(database), poolclass=sa.NullPool)
    with engine.connect() as db:
        return list(db.execute(query))


def do(database: str, change: sa.Executable) -> None:
    engine = sa.create_engine(url_of(database), poolclass=sa.NullPool)
    with engine.begin() as db:
        db.execute(change)


def id_of(who: dict[str, str]) -> str:
    return who["cookie"].partition("=")[2].rpartition(".")[0]
