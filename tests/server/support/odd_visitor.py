"""A visitor who asks odd things of a house, over REST and its socket, and brings odd records."""

import http.client
import json
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from random import Random
from typing import Any
from urllib.parse import quote

from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from hanamachi.core import record
from tests.kept import packed
from tests.server.support import odd_values

MESSAGES = 30  # over one socket
KEPT = packed.packed(packed.KEPT / "records")
LIMITS = {
    *(
        "too_many",
        "too_many_sockets",
        "too_big",
        "too_deep",
        "too_many_signs",
        "too_many_rows",
        "too_many_moves",
    ),
    *("too_many_takebacks", "bots_busy", "took_too_long"),
}
OPEN: list[Any] = [
    {
        "game": game,
        "seats": [{"kind": "me"}, {"kind": kind, "level": level}],
        "options": options,
        "hints": True,
    }
    for kind, level in (("bot", "random"), ("open", None), ("me", None), ("shared", None), ("reserved", None))
    for game, options in (
        ("okiya", {"match": "points", "target": 12}),
        ("hanamikoji", {}),
        ("geishas_road", {}),
    )
] + [
    {
        "game": "mai_star",
        "seats": [{"kind": "me"}, *[{"kind": "bot", "level": "random"}] * 2],
        "window": 1,
        "takebacks": True,
    }
]


class Visitor:
    """One who asks. `said` counts what was answered."""

    def __init__(self, port: int, seed: int) -> None:
        self.port, self.dice, self.said = port, Random(seed), Counter[str]()
        self.http = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
        self.cookie, self.table, self.commitment, self.told = "", "", "", dict[str, Any]()
        self.records = [json.loads(packed.read(path)) for path in KEPT]
        self.records = [each for each in self.records if len(each["log"]) < 150]

    # REST.

    def rest(self) -> None:
        if not self.table or self.dice.random() < 0.08:
            self.settle()
        method, path, body = self.dice.choice(list(self.calls()))
        data = b"" if body is None else odd_values.text_of(self.twisted(body), self.dice)
        self.ask(method, self.bent(path), data)

    def calls(self) -> Iterator[tuple[str, str, Any]]:
        table = f"/api/tables/{self.table}"
        yield "PUT", "/api/me", {"name": "Mika"}
        yield "POST", "/api/tables", self.dice.choice(OPEN)
        yield "POST", f"{table}/seats", {"seat": 1, "token": ""}
        yield "POST", f"{table}/words", {"words": "plum", "commitment": self.commitment}
        yield "POST", f"{table}/decline", None
        yield "POST", f"{table}/play-on", {"seq": 3, "seat": 0, "level": "random"}
        for path in ("", "/record", "/replay?eyes=0", "/advice?seq=1", "/review"):
            yield "GET", table + path, None
        for path in (
            "/api/me",
            "/api/games",
            "/api/words/okiya",
            f"/api/invite?table={self.table}&seat=1.x",
            "/t/x",
        ):
            yield "GET", path, None

    def twisted(self, thing: Any) -> Any:
        return odd_values.changed(thing, self.dice) if self.dice.random() < 0.8 else thing

    def bent(self, path: str) -> str:
        """An address with something else in it, now and then."""
        if self.dice.random() < 0.5:
            return path
        start, sign, _ = path.rpartition(self.dice.choice("/=?"))
        return f"{start}{sign}{quoted(self.dice)}" if sign and start else path + quoted(self.dice)

    def ask(self, method: str, path: str, data: bytes) -> Any:
        headers = {
            "content-type": "application/json",
            "cookie": self.cookie,
            "accept-language": self.dice.choice(("en", "fr", "pl", "xx")),
        }
        try:
            self.http.request(method, path, data or None, headers)
            answer = self.http.getresponse()
            body = answer.read()
        except (OSError, http.client.HTTPException) as error:
            self.said[f"no answer: {type(error).__name__}"] += 1
            self.http.close()
            return None
        return self.judge(path, answer, body)

    def judge(self, path: str, answer: http.client.HTTPResponse, body: bytes) -> Any:
        for cookie in answer.headers.get_all("set-cookie") or []:
            self.cookie = cookie.partition(";")[0]
        if answer.status >= 500:
            self.said[f"5xx: {answer.status} {path[:60]}"] += 1
        if not path.startswith("/api/") or "json" not in answer.headers.get("content-type", ""):
            self.said[f"HTTP {answer.status}"] += 1
            return None
        if answer.headers.get("content-encoding"):
            return None
        thing = json.loads(body) if body else None
        self.note(answer.status, thing)
        return thing if answer.status < 300 else None

    def note(self, status: int, thing: Any) -> None:
        if status < 300:
            self.said["taken"] += 1
        else:
            self.said["by a limit" if thing["reason"] in LIMITS else "refused in words"] += 1

    def settle(self) -> None:
        """A table of one's own, at which a game may begin."""
        if not self.cookie or self.dice.random() < 0.2:
            self.cookie = ""
            self.ask("PUT", "/api/me", b'{"name": "Mika"}')
        opened = self.ask("POST", "/api/tables", json.dumps(self.dice.choice(OPEN)).encode())
        if opened:
            self.table, self.commitment, self.told = opened["id"], opened["commitment"], {}
            if self.dice.random() < 0.8:
                words = json.dumps({"words": "plum", "commitment": self.commitment}).encode()
                self.ask("POST", f"/api/tables/{self.table}/words", words)

    # Records.

    def bring(self) -> None:
        """A record with something odd in it, under a seal that fits."""
        brought = odd_values.changed(self.dice.choice(self.records), self.dice)
        if isinstance(brought, dict):
            with suppress(TypeError, ValueError):  # what msgspec cannot write: then the seal is broken
                brought["seal"] = record.seal(brought)
        self.ask("POST", "/api/records", odd_values.text_of(brought, self.dice))

    # The socket.

    def talk(self) -> None:
        """Some messages over one socket."""
        if not self.table:
            self.settle()
        try:
            with connect(
                f"ws://127.0.0.1:{self.port}/ws", additional_headers={"cookie": self.cookie}
            ) as talk:
                self.watch(talk)
                for _ in range(MESSAGES):
                    self.speak(talk)
        except ConnectionClosed as closed:
            code = closed.rcvd.code if closed.rcvd else 0
            self.said[f"closed with {code}" if code else "closed without a code"] += 1

    def watch(self, talk: ClientConnection) -> None:
        talk.send(json.dumps({"type": "watch", "table": self.table, "seat": 0, "seq": 0}))
        self.hear(talk)

    def speak(self, talk: ClientConnection) -> None:
        if self.dice.random() < 0.3 and self.told.get("choices"):
            talk.send(json.dumps(self.submit()))  # or no game would ever get anywhere
        else:
            data = odd_values.text_of(self.twisted(self.dice.choice(list(self.messages()))), self.dice)
            talk.send(data if self.dice.random() < 0.02 else data.decode("utf-8", "replace"))
        self.hear(talk)

    def submit(self) -> Any:
        move = self.dice.choice(self.told["choices"])["move"]
        return {"type": "submit", "seat": self.told["seat"], "seq": self.told["seq"], "move": move}

    def messages(self) -> Iterator[Any]:
        seat = self.dice.choice((0, 0, 1))
        yield {
            "type": "watch",
            "table": self.table,
            "seat": self.dice.choice((0, 1, None)),
            "seq": 2,
            "lang": "fr",
        }
        for kind in ("resign", "asktakeback", "rematch"):
            yield {"type": kind, "seat": seat}
        yield {"type": "answertakeback", "seat": seat, "agree": True}
        yield {"type": "callbot", "seat": seat, "absent": 1 - seat}
        yield {
            "type": "rematch",
            "seat": seat,
            "options": {"match": "points", "target": 12},
            "same_layout": True,
        }
        yield {"type": "alwayspass", "seat": seat, "on": True}
        yield {"type": "preview", "id": 1, "seat": seat, "seq": self.told.get("seq", 0), "moves": [{}] * 9}
        if self.told.get("choices"):
            yield {**self.submit(), "type": "preview", "id": 2, "moves": [self.submit()["move"]] * 2}
            yield from [self.submit()] * 8

    def hear(self, talk: ClientConnection) -> None:
        """Everything that was answered, up to the pong that follows it."""
        talk.send('{"type": "ping"}')
        found = "taken"
        while (told := json.loads(talk.recv(60)))["type"] != "pong":
            if told["type"] == "declined":
                found = "by a limit" if told["reason"] in LIMITS else "refused in words"
            elif told["type"] == "updates":
                self.told = told
        self.said[found] += 1


def quoted(dice: Random) -> str:
    return quote(str(odd_values.value(dice))[:200], safe="", errors="replace")
