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
from hanamachi.core.game import NATURE, Game, Move, Seat
from hanamachi.core.log import Fold, Played
from hanamachi.core.table import Table
from hanamachi.core.words import Refusal
from hanamachi.games import GAMES
from hanamachi.house import aside, clock, deeds, hosting
from hanamachi.house.client import Client
from hanamachi.house.kept import Playing
from hanamachi.house.limits import Limits, Rate
from hanamachi.house.opening import SeatWish, TableWish
from hanamachi.house.replay import allowed
from hanamachi.house.room import Room
from hanamachi.house.rooms import Rooms
from hanamachi.house.wire import encode
from house.memory import InMemory

TABLE = "table"
WIDE = Limits(messages=Rate(100_000, 60), watches=Rate(100_000, 60), previews=Rate(100_000, 60))


class Time:
    """It passes only when it is told to: the end of a window comes after the answer."""

    def __init__(self) -> None:
        self.time, self.gate = 0.0, asyncio.Event()

    def now(self) -> float:
        return self.time

    async def sleep(self, seconds: float) -> None:
        await self.gate.wait()
        self.gate.clear()
        self.time += seconds

    async def up(self, room: Room) -> None:
        """The window ends, and its answer is told."""
        seq = room.kept.seq
        while room.kept.seq == seq:
            self.gate.set()
            await asyncio.sleep(0)


class Script:
    """Nature's moves come from a story instead of from chance."""

    def __init__(self, moves: Sequence[Move]) -> None:
        self.moves = list(moves)

    def answer(self, fold: Fold) -> None:
        while fold.actor == NATURE and self.moves:
            move, odds = self.moves.pop(0), fold.state.odds()
            weights = [weight for _, weight in odds]
            pick = sum(weights[: [each for each, _ in odds].index(move)])
            fold.add(Played(NATURE, move, Chance(fold.state.round, sum(weights), pick)))


class Tap:
    """One client of the house and all that it heard."""

    def __init__(self, rooms: Rooms, guest: str, seat: Seat | None) -> None:
        self.heard: list[bytes] = []
        socket: Any = SimpleNamespace(send_text=self.hear)
        self.client = Client(rooms, socket, guest, WIDE)
        self.rooms, self.guest, self.seat = rooms, guest, seat

    async def hear(self, text: str) -> None:
        self.heard.append(text.encode())

    async def say(self, **message: Any) -> None:
        await self.client.hear(encode(message).decode())

    async def watch(self, seq: int = 0) -> None:
        await self.say(type="watch", table=TABLE, seat=self.seat, seq=seq, lang="en", words=True)

    async def listen(self) -> None:
        self.client.seeing = False  # told by the clock; pry asks for it
        await self.client.send_all()

    async def pry(self) -> None:
        """Everything else that may be asked: a resume, a preview, a replay, who is here, and what is refused."""
        room = self.rooms.rooms[TABLE]
        await self.watch(room.kept.seq // 2)
        await self.say(type="submit", seat=self.seat or 0, seq=room.kept.seq, move={"type": "Nothing"})
        await self.say(type="submit", seat=0, seq=room.kept.seq - 1, move={"type": "Nothing"})
        await self.look_ahead(room)
        await self.listen()
        self.heard += [self.replayed(room, eyes) for eyes in ("gallery", "open", "0", "1")]
        self.heard.append(encode(room.presences.now()))

    async def look_ahead(self, room: Room) -> None:
        """What would follow of some of the moves: which there are follows from the view alone."""
        state = playing(room).table.state
        for move in state.moves()[:6] if state.actor == self.seat else [None]:
            moves = [msgspec.to_builtins(move)]
            await self.say(type="preview", id=7, seat=self.seat or 0, seq=room.kept.seq, moves=moves)

    def replayed(self, room: Room, eyes: str) -> bytes:
        try:
            kept, seat = allowed(room.kept, self.guest, eyes)
        except Refusal as refusal:
            return refusal.reason.encode()
        return aside.told_again(aside.packed(kept), TABLE, seat, "fr", eyes == "open", False)


async def tap(
    game: Game, seats: int, moves: Sequence[Move], listener: Seat | None, *, sealing: bool = False
) -> list[bytes]:
    """All that `listener` hears while these moves are made, the story broken off where they end.

    `sealing`: then whoever is asked a question with a window seals an answer, and orders to pass always.
    """
    script, time = Script(moves), Time()
    with (
        patch.object(clock, "now", time.now),
        patch.object(clock, "sleep", time.sleep),
        patch.object(Table, "_answer", lambda _table, fold, _until=None: script.answer(fold)),
        patch.object(fair, "new_seed", lambda: bytes(32)),
        patch.object(hosting, "new_id", lambda: TABLE),
        patch("hanamachi.house.folding.proven", lambda _fold, _stored: True),
    ):
        rooms = Rooms(InMemory(), GAMES, SimpleNamespace())  # type: ignore[arg-type]
        taps = await seated(rooms, game, seats)
        ears = taps[listener] if listener is not None else Tap(rooms, "stranger", None)
        for each in [*taps, *([ears] if listener is None else [])]:
            await each.watch()
        room = rooms.rooms[TABLE]
        await play(taps, script, room, ears, time)
        if sealing:
            await seal(taps, room)
        await ears.pry()
        await rooms.close()
    return ears.heard


async def seated(rooms: Rooms, game: Game, seats: int) -> list[Tap]:
    wish = TableWish(game=game.name, seats=[SeatWish("me"), *[SeatWish("open")] * (seats - 1)])
    _, opened = await hosting.open_table(rooms, "guest0", "P0", wish)
    async with rooms.visit(TABLE) as room:
        for seat in range(1, seats):
            await room.change(deeds.sit(f"guest{seat}", f"P{seat}", seat, ""))
        for seat in range(seats):
            await room.change(deeds.give_words(f"guest{seat}", "w", opened.setup.commitment))
    return [Tap(rooms, f"guest{seat}", seat) for seat in range(seats)]


def playing(room: Room) -> Playing:
    assert isinstance(room.kept, Playing)
    return room.kept


async def seal(taps: Sequence[Tap], room: Room) -> None:
    """The asked seat answers, and its client alone hears that."""
    kept = playing(room)
    assert kept.window is not None
    move = msgspec.to_builtins(kept.table.state.moves()[-1])
    asked = taps[kept.window.seat]
    await asked.say(type="submit", seat=kept.window.seat, seq=kept.seq, move=move)
    await asked.say(type="alwayspass", seat=kept.window.seat, on=True)
    await asked.listen()
    told = msgspec.json.decode(asked.heard[-1])
    assert told["passing"]
    assert told["window"]["sealed"] == move


async def play(taps: Sequence[Tap], script: Script, room: Room, ears: Tap, time: Time) -> None:
    pry_at = len(script.moves) // 2
    while script.moves and (actor := playing(room).table.actor) is not None:
        move, asked = script.moves.pop(0), playing(room).window
        await taps[actor].say(type="submit", seat=actor, seq=room.kept.seq, move=msgspec.to_builtins(move))
        if asked:
            await time.up(room)
        await asyncio.sleep(0)  # the gallery hears after the players
        for each in taps:
            if each is not ears:
                await each.listen()
                each.heard.clear()
        await ears.listen()
        if len(script.moves) <= pry_at:
            pry_at = -1
            await ears.pry()


def heard(
    game: str, seats: int, moves: Sequence[Move], listener: Seat | None, *, sealing: bool = False
) -> list[bytes]:
    return asyncio.run(tap(GAMES[game], seats, moves, listener, sealing=sealing))
