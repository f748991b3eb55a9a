"""Players who only measure: two at each table, as many moves as are wanted, and how long each one took."""

import asyncio
import os
import random
import time
from collections.abc import Sequence
from typing import Any

import msgspec

from hanamachi.server.protocol.messages import Declined, HouseMessage, Submit, Updates, Watch
from tests.storm.line import Line
from tests.storm.rest import Rest
from tests.storm.tables import Ports

decode = msgspec.json.Decoder(HouseMessage).decode
GAMES: dict[str, dict[str, Any]] = {
    "okiya": {"match": "points", "target": 100},
    "hanamikoji": {"rounds": "until_won"},
}
TICK = 0.001  # seconds between two looks at what is due
PATIENCE = 20.0  # seconds for the last answers
LOOKS = 50  # tables that are looked at for one that waits for a move


class Watcher:
    """One socket at one table; every update is decoded."""

    def __init__(self, rest: Rest, table: str, seat: int | None) -> None:
        self.rest, self.table, self.seat = rest, table, seat
        self.home = rest.ports[(seat or 0) % len(rest.ports)]  # players of one table are at different workers
        self.seq, self.heard, self.over = 0, 0.0, False
        self.line: Line | None = None

    async def come(self) -> None:
        self.line = await Line.to(self.home, self.rest.cookie, self.hear)
        self.say(Watch(self.table, self.seat))

    def say(self, message: Any) -> None:
        assert self.line is not None
        self.line.say(msgspec.json.encode(message))

    def hear(self, data: bytes) -> None:
        message: Any = decode(data)
        if isinstance(message, Updates):
            self.seq, self.over, self.heard = message.seq, message.result is not None, time.monotonic()
            self.told(message)
        elif isinstance(message, Declined):
            self.declined(message.reason)

    def told(self, message: Updates) -> None: ...

    def declined(self, reason: str) -> None: ...

    @property
    def dropped(self) -> bool:
        return self.line is None or bool(self.line.closed)


class Player(Watcher):
    """`waits` are seconds from a submit to the update that tells it."""

    def __init__(self, rest: Rest, table: str, seat: int) -> None:
        super().__init__(rest, table, seat)
        self.choices: list[Any] = []
        self.sent: tuple[int, float] | None = None
        self.waits: list[float] = []
        self.refusals: list[str] = []

    def told(self, message: Updates) -> None:
        self.choices = [choice.move for choice in message.choices]
        if self.sent and message.seq > self.sent[0]:
            self.waits.append(self.heard - self.sent[1])
            self.sent = None

    def declined(self, reason: str) -> None:
        self.refusals.append(reason)
        self.sent = None

    @property
    def ready(self) -> bool:
        return bool(self.choices) and self.sent is None and not self.over

    def move(self, dice: random.Random) -> None:
        move, self.choices = dice.choice(self.choices), []
        self.sent = self.seq, time.monotonic()
        assert self.seat is not None
        self.say(Submit(self.seat, self.seq, msgspec.Raw(msgspec.json.encode(move))))

    @property
    def failed(self) -> bool:
        return self.dropped or bool(self.sent) or bool(self.refusals)


async def named(ports: Ports, name: str) -> Rest:
    rest = Rest(*ports)
    await rest.ask("PUT", "/api/me", {"name": name})
    return rest


async def open_table(ports: Ports, game: str) -> list[Player]:
    """Two guests at a table whose game has begun; they are not connected yet."""
    one, other = await named(ports, "Ume"), await named(ports, "Take")
    seats = [{"kind": "me"}, {"kind": "open"}]
    opened = await one.ask("POST", "/api/tables", {"game": game, "options": GAMES[game], "seats": seats})
    path = f"/api/tables/{opened['id']}"
    await other.ask("POST", f"{path}/seats", {"seat": 1})
    for rest in (one, other):
        words = {"words": os.urandom(8).hex(), "commitment": opened["commitment"]}
        await rest.ask("POST", f"{path}/words", words)
    return [Player(one, opened["id"], 0), Player(other, opened["id"], 1)]


async def open_tables(ports: Ports, count: int) -> list[Player]:
    """Half of each game, a few at a time."""
    players: list[Player] = []
    names = list(GAMES)
    for first in range(0, count, 8):
        some = range(first, min(first + 8, count))
        for two in await asyncio.gather(*(open_table(ports, names[n % len(names)]) for n in some)):
            players += two
    return players


async def drive(players: Sequence[Player], rate: float, seconds: float, dice: random.Random) -> int:
    """So many moves a second at tables taken by chance, and all answers. How many were sent."""
    live, sent, began = list(players), 0, time.monotonic()
    while (now := time.monotonic() - began) < seconds:
        for _ in range(int(now * rate) - sent):
            player = some_ready(live, dice)
            if player is None:
                break
            player.move(dice)
            sent += 1
        await asyncio.sleep(TICK)
    until = time.monotonic() + PATIENCE
    while any(player.sent for player in players) and time.monotonic() < until:
        await asyncio.sleep(TICK)
    return sent


def some_ready(live: list[Player], dice: random.Random) -> Player | None:
    """Somebody who is asked; whose game is over is forgotten."""
    for _ in range(min(LOOKS, len(live))):
        at = dice.randrange(len(live))
        if live[at].ready:
            return live[at]
        if live[at].over:
            live[at] = live[-1]
            live.pop()
    return None
