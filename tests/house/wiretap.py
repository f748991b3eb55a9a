"""A whole table with all its clients and no network: every byte that one of them hears, in its order.

Chance is scripted, ids and the seed are fixed and nothing is written to disk, so that two tellings can differ
only by what a client hears.
"""

import asyncio
from collections.abc import Sequence
from types import SimpleNamespace
from typing import Any
from unittest.mock import patch

import msgspec

from hanamachi.core import fair
from hanamachi.core.fair import Chance
from hanamachi.core.game import NATURE, Game, Move, Seat, Step
from hanamachi.core.log import Played
from hanamachi.core.table import Table
from hanamachi.core.words import Refusal
from hanamachi.games import GAMES
from hanamachi.house import window
from hanamachi.house.app import House
from hanamachi.house.client import Client
from hanamachi.house.opening import SeatWish, TableWish
from hanamachi.house.replay import replay
from hanamachi.house.store import Store
from hanamachi.house.wire import encode

SECRET = b"0" * 32


class Forgetful(Store):
    """A store that writes nothing down."""

    def __init__(self) -> None:
        super().__init__("sqlite+aiosqlite:///:memory:")

    async def add_table(self, *_row: Any) -> None: ...

    async def append(self, *_rows: Any, **_more: Any) -> None: ...

    async def set_seats(self, *_seats: Any) -> None: ...


class Time:
    """It passes only when it is told to: the end of a window comes after the answer."""

    def __init__(self) -> None:
        self.now, self.gate = 0.0, asyncio.Event()

    def clock(self) -> float:
        return self.now

    async def sleep(self, seconds: float) -> None:
        await self.gate.wait()
        self.gate.clear()
        self.now += seconds

    async def up(self, live: Any) -> None:
        """The window ends, and its answer is told."""
        seq = live.seq
        self.gate.set()
        while live.seq == seq:
            await asyncio.sleep(0)


class Script:
    """Nature's moves come from a story instead of from chance."""

    def __init__(self, moves: Sequence[Move]) -> None:
        self.moves = list(moves)

    def deal(self, table: Table, until: type[Step] | None = None) -> None:
        assert until is None
        while table.actor == NATURE and self.moves:
            move, state = self.moves.pop(0), table.state
            chance = Chance(state.round, sum(weight for _, weight in state.odds()), 0)
            table._append(Played(NATURE, move, chance), state.play(move))


class Tap:
    """One client of the house and all that it heard."""

    def __init__(self, house: House, guest: str, table: str, seat: Seat | None) -> None:
        self.client = Client(house.lobby, SimpleNamespace(), guest)  # type: ignore[arg-type]
        self.house, self.guest, self.table, self.seat = house, guest, table, seat
        self.heard: list[bytes] = []

    async def say(self, **message: Any) -> None:
        await self.client.hear(encode(message).decode())

    async def watch(self, seq: int = 0) -> None:
        await self.say(type="watch", table=self.table, seat=self.seat, seq=seq, lang="en")

    def listen(self) -> None:
        while not self.client.queue.empty():
            self.heard.append(self.client.queue.get_nowait() or b"closed")

    async def pry(self) -> None:
        """Everything else that may be asked: a resume, a replay, a record, and what is refused."""
        live = self.house.lobby.live[self.table]
        await self.watch(live.seq // 2)
        await self.say(type="submit", seat=self.seat or 0, seq=live.seq, move={"type": "Nothing"})
        await self.say(type="submit", seat=0, seq=live.seq - 1, move={"type": "Nothing"})
        self.listen()
        for eyes in ("gallery", "open", "0", "1"):
            self.heard.append(asked(lambda eyes=eyes: encode(replay(live, self.guest, eyes, "fr"))))
        try:
            request: Any = SimpleNamespace(path_params={"table": self.table})
            await self.house.record(request)
        except Refusal as refusal:
            self.heard.append(refusal.reason.encode())


def asked(question: Any) -> bytes:
    try:
        answer: bytes = question()
    except Refusal as refusal:
        return refusal.reason.encode()
    return answer


async def tap(
    game: Game, seats: int, moves: Sequence[Move], listener: Seat | None, *, sealing: bool = False
) -> list[bytes]:
    """All that `listener` hears while these moves are made, the story broken off where they end.

    `sealing`: then whoever is asked a question with a window seals an answer, and orders to pass always.
    """
    script, time = Script(moves), Time()
    with (
        patch.object(window, "clock", time.clock),
        patch.object(window, "sleep", time.sleep),
        patch.object(Table, "deal", lambda table, until=None: script.deal(table, until)),
        patch.object(fair, "new_seed", lambda: bytes(32)),
        patch("hanamachi.house.lobby.secrets.token_urlsafe", lambda _n: "table"),
    ):
        house = House(Forgetful(), "127.0.0.1", None)
        house.secret = SECRET
        wish = TableWish(game=game.name, seats=[SeatWish("me"), *[SeatWish("open")] * (seats - 1)], words="w")
        live = await house.lobby.open_table("guest0", "P0", wish)
        for seat in range(1, seats):
            await house.lobby.sit(live, f"guest{seat}", f"P{seat}", seat, "w")
        taps = [Tap(house, f"guest{seat}", live.id, seat) for seat in range(seats)]
        ears = taps[listener] if listener is not None else Tap(house, "stranger", live.id, None)
        for each in [*taps, *([ears] if listener is None else [])]:
            await each.watch()
        await play(taps, script, live, ears, time)
        if sealing:
            await seal(taps, live)
        await ears.pry()
        house.thinkers.close()
        for task in house.lobby.tasks:
            task.cancel()
    return ears.heard


async def seal(taps: Sequence[Tap], live: Any) -> None:
    """The asked seat answers, and its client alone hears that."""
    opened = live.window()
    move = msgspec.to_builtins(live.table.state.moves()[-1])
    asked = taps[opened.seat]
    await asked.say(type="submit", seat=opened.seat, seq=live.seq, move=move)
    await asked.say(type="alwayspass", seat=opened.seat, on=True)
    asked.listen()
    told = msgspec.json.decode(asked.heard[-1])
    assert told["passing"]
    assert told["window"]["sealed"] == move


async def play(taps: Sequence[Tap], script: Script, live: Any, ears: Tap, time: Time) -> None:
    pry_at = len(script.moves) // 2
    while script.moves and live.table.actor is not None:
        actor, move = live.table.actor, script.moves.pop(0)
        asked = live.window()
        await taps[actor].say(type="submit", seat=actor, seq=live.seq, move=msgspec.to_builtins(move))
        if asked:
            await time.up(live)
        for each in taps:
            if each is not ears:
                each.listen()
                each.heard.clear()
        ears.listen()
        if len(script.moves) <= pry_at:
            pry_at = -1
            await ears.pry()


def heard(
    game: str, seats: int, moves: Sequence[Move], listener: Seat | None, *, sealing: bool = False
) -> list[bytes]:
    return asyncio.run(tap(GAMES[game], seats, moves, listener, sealing=sealing))
