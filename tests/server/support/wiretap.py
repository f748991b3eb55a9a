"""A whole table with all its clients and no network: every byte that one of them hears, in its order.

Nature has a script, the table's id and seed are fixed and nothing is written to disk, so that two tellings can
differ only by what a client hears.
"""

import asyncio
from collections.abc import Sequence
from types import SimpleNamespace
from typing import Any
from unittest.mock import patch

import msgspec
from msgspec.structs import replace

from hanamachi.core.game import Game, Move, Seat
from hanamachi.core.words import Refusal
from hanamachi.games import GAMES
from hanamachi.server.analysis.replay import check_replay, replay_of
from hanamachi.server.app import TableServices
from hanamachi.server.edge.rate_limits import SharedSocketRates
from hanamachi.server.edge.sockets.connection import Connection, SocketServices
from hanamachi.server.live.room import Room
from hanamachi.server.protocol.messages import encode
from hanamachi.server.ratings.help_lock import HelpLock
from hanamachi.server.runtime import monotonic, uptime
from hanamachi.server.runtime.limits import Limits, Rate
from hanamachi.server.tables import transitions
from hanamachi.server.tables.creation import SeatWish, TableWish, opening
from hanamachi.server.tables.model import Playing, SeatHolder, Setup
from hanamachi.server.tables.time_control import Live
from tests.script import Script
from tests.server.support.memory_store import InMemory

TABLE = "table"
CLOCK, THOUGHT = Live(10_800, increment=5), 1.5  # what is left never runs out; seconds before every move
MUCH = Rate(100_000, 60)
WIDE = Limits(
    messages=MUCH,
    watches=MUCH,
    previews=MUCH,
    my_messages=MUCH,
    all_messages=MUCH,
    my_watches=MUCH,
    all_watches=MUCH,
    my_previews=MUCH,
    all_previews=MUCH,
)


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
        seq = room.snapshot.seq
        while room.snapshot.seq == seq:
            self.gate.set()
            await asyncio.sleep(0)


class Tap:
    """One client of the house and all that it heard."""

    def __init__(self, server: TableServices, guest: str, seat: Seat | None) -> None:
        self.heard: list[bytes] = []
        socket: Any = SimpleNamespace(scope={"server_send": self.hear})
        self.client = Connection(services_of(server), socket, guest)
        self.server, self.guest, self.seat = server, guest, seat

    async def hear(self, message: dict[str, Any]) -> None:
        self.heard.append(message["text"].encode())

    async def say(self, **message: Any) -> None:
        await self.client.receive(encode(message).decode())

    async def watch(self, seq: int = 0, *, pictures: bool = False) -> None:
        how = {"lang": "en", "words": True, "reads": True, "pictures": pictures}
        await self.say(type="watch", table=TABLE, seat=self.seat, seq=seq, **how)

    async def listen(self) -> None:
        self.client.table.audience_changed = False  # told by the clock; pry asks for it
        await self.client.send()

    async def pry(self) -> None:
        """Everything else that may be asked: a resume, a preview, a replay, who is here, and what is refused."""
        room = self.server.rooms.rooms[TABLE]
        await self.watch(max(0, room.snapshot.seq - 12), pictures=True)
        await self.listen()
        await self.watch(room.snapshot.seq // 2)
        await self.say(type="submit", seat=self.seat or 0, seq=room.snapshot.seq, move={"type": "Nothing"})
        await self.say(type="submit", seat=0, seq=room.snapshot.seq - 1, move={"type": "Nothing"})
        await self.look_ahead(room)
        await self.listen()
        self.heard += [self.replayed(room, eyes) for eyes in ("gallery", "open", "0", "1")]
        self.heard.append(encode(room.presences.now()))

    async def look_ahead(self, room: Room) -> None:
        """What would follow of some of the moves: which there are follows from the view alone."""
        state = playing(room).table.state
        for move in state.moves()[:6] if state.actor == self.seat else [None]:
            moves = [msgspec.to_builtins(move)]
            await self.say(type="preview", id=7, seat=self.seat or 0, seq=room.snapshot.seq, moves=moves)

    def replayed(self, room: Room, eyes: str) -> bytes:
        try:
            snapshot, seat = check_replay(room.snapshot, self.guest, eyes)
        except Refusal as refusal:
            return refusal.reason.encode()
        return encode(replay_of(snapshot, TABLE, seat, "fr", everybody=eyes == "open"))


class NoRatedGames(HelpLock):
    """Nobody here plays a rated game."""

    def __init__(self) -> None:
        pass

    async def check(self, user: str, game: str) -> None:
        pass


def services_of(server: TableServices) -> SocketServices:
    return SocketServices(
        store=server.store,
        uptime=server.uptime,
        rooms=server.rooms,
        new_tables=server.new_tables,
        matchmaking=server.matchmaking,
        my_tables=server.my_tables,
        help_lock=NoRatedGames(),
        chat=server.chat,
        limits=WIDE,
        rates=SharedSocketRates(WIDE),
    )


async def tap(
    game: Game, seats: int, moves: Sequence[Move], listener: Seat | None, *, sealing: bool = False
) -> list[bytes]:
    """All that `listener` hears while these moves are made, the story broken off where they end.

    `sealing`: then whoever is asked a question with a window seals an answer, and orders to pass always.
    """
    time = Time()
    with (
        patch.object(monotonic, "now", time.now),
        patch.object(monotonic, "sleep", time.sleep),
        patch.object(uptime, "STALL", float("inf")),  # no beat is heard here
        patch.object(uptime, "AHEAD", float("inf")),  # and no time is kept
    ):
        server = TableServices(InMemory(), GAMES, SimpleNamespace())  # type: ignore[arg-type]
        await server.store.add_table(TABLE, *wanted(game, seats))
        async with server.rooms.visit(TABLE) as room:
            taps = await seated(server, room, Script(moves))
            ears = taps[listener] if listener is not None else Tap(server, "stranger", None)
            for each in [*taps, *([ears] if listener is None else [])]:
                await each.watch()
            await play(taps, moves, room, ears, time)
            if sealing:
                await seal(taps, room)
            await ears.pry()
        await server.close()
    return ears.heard


def wanted(game: Game, seats: int) -> tuple[Setup, tuple[SeatHolder, ...]]:
    """A table as its host opens it, but for its seed."""
    wish = TableWish(game=game.name, seats=[SeatWish("me"), *[SeatWish("open")] * (seats - 1)], clock=CLOCK)
    opened = opening(wish, "guest0", "P0")
    return replace(opened.setup, seed=bytes(32).hex()), opened.seats


async def seated(server: TableServices, room: Room, nature: Script) -> list[Tap]:
    commitment, seats = room.snapshot.setup.commitment, range(len(room.snapshot.seats))
    for seat in seats[1:]:
        await room.change(transitions.sit(f"guest{seat}", f"P{seat}", seat, ""))
    for seat in seats:
        await room.change(transitions.give_words(f"guest{seat}", "w", commitment, nature))
    return [Tap(server, f"guest{seat}", seat) for seat in seats]


def playing(room: Room) -> Playing:
    assert isinstance(room.snapshot, Playing)
    return room.snapshot


async def seal(taps: Sequence[Tap], room: Room) -> None:
    """The asked seat answers, and its client alone hears that."""
    snapshot = playing(room)
    assert snapshot.window is not None
    move = msgspec.to_builtins(snapshot.table.state.moves()[-1])
    asked = taps[snapshot.window.seat]
    await asked.say(type="submit", seat=snapshot.window.seat, seq=snapshot.seq, move=move)
    await asked.say(type="alwayspass", seat=snapshot.window.seat, on=True)
    await asked.listen()
    told = msgspec.json.decode(asked.heard[-1])
    assert told["passing"]
    assert told["window"]["sealed"] == move


async def read_on(taps: Sequence[Tap], room: Room) -> None:
    """Everybody has read how the round ended."""
    for each in taps:
        await each.listen()
        await each.say(type="continue", seat=each.seat)
    while playing(room).side.readers:
        await asyncio.sleep(0)


async def play(taps: Sequence[Tap], moves: Sequence[Move], room: Room, ears: Tap, time: Time) -> None:
    """Every move of the story that is a player's: it answers the log as far as it has come."""
    pry_at = len(moves) // 2
    while (told := len(playing(room).table.log.stands)) < len(moves):
        actor, asked = playing(room).table.actor, playing(room).window
        assert actor is not None
        move = msgspec.to_builtins(moves[told])
        time.time += THOUGHT
        await taps[actor].say(type="submit", seat=actor, seq=room.snapshot.seq, move=move)
        if asked:
            await time.up(room)
        if playing(room).side.readers:
            await read_on(taps, room)
        await asyncio.sleep(0)  # the gallery hears after the players
        for each in taps:
            if each is not ears:
                await each.listen()
                each.heard.clear()
        await ears.listen()
        assert len(playing(room).table.log.stands) > told
        if len(playing(room).table.log.stands) >= pry_at >= 0:
            pry_at = -1
            await ears.pry()


def heard(
    game: str, seats: int, moves: Sequence[Move], listener: Seat | None, *, sealing: bool = False
) -> list[bytes]:
    return asyncio.run(tap(GAMES[game], seats, moves, listener, sealing=sealing))
