"""Between rounds the house waits for those who read: no bot moves, no window opens, and it tells nothing."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import msgspec
import pytest

from hanamachi.core.game import Seat
from hanamachi.games import GAMES
from hanamachi.server.app import TableServices
from hanamachi.server.live import commands
from hanamachi.server.live.room import Room
from hanamachi.server.protocol.messages import Continue, Submit
from hanamachi.server.tables import offers, transitions
from hanamachi.server.tables.creation import Opening
from hanamachi.server.tables.model import Playing, SeatHolder, Setup
from hanamachi.server.tables.round_break import LONGEST, Pause
from hanamachi.server.tables.transitions import playing
from tests.server.live.test_answer_window import Bots, Ear, Time, time
from tests.server.support.idle import at_rest
from tests.server.support.memory_store import InMemory

__all__ = ["time"]
PEOPLE = tuple(SeatHolder("guest", f"P{seat}", f"guest{seat}", words="w") for seat in range(2))
WITH_BOT = (PEOPLE[0], SeatHolder("bot", "Random", level="random", words=""))
SHARED = tuple(SeatHolder("shared", f"P{seat}", "guest0", words="w") for seat in range(2))


class Scene:
    def __init__(self, time: Time, server: TableServices, room: Room, bots: Bots) -> None:
        self.time, self.server, self.room, self.bots = time, server, room, bots
        self.ears: list[Ear] = []

    def enter(self, guest: str, seat: Seat | None, *, reads: bool = True) -> Ear:
        ear = Ear(self.time, guest, seat)
        ear.room, ear.reads = self.room, reads
        self.room.enter(ear)
        self.ears.append(ear)
        return ear

    @property
    def snapshot(self) -> Playing:
        assert isinstance(self.room.snapshot, Playing)
        return self.room.snapshot

    async def move(self) -> None:
        table = self.snapshot.table
        assert table.actor is not None
        await self.room.change(transitions.submit(table.actor, table.seq, table.state.moves()[0]))
        await at_rest()

    async def round_ends(self) -> None:
        while self.snapshot.table.state.round == 1:
            await self.move()

    def paused(self) -> list[Seat] | None:
        told = {tuple(ear.last.pause.waiting) if ear.last.pause else None for ear in self.ears}
        (waiting,) = told
        return None if waiting is None else list(waiting)


@asynccontextmanager
async def scene(time: Time, seats: tuple[SeatHolder, ...], **more: Any) -> AsyncIterator[Scene]:
    bots = Bots()
    server = TableServices(InMemory(), GAMES, bots)  # type: ignore[arg-type]
    known: dict[str, Any] = {"game": "okiya", "version": 1, "options": {"match": "series"}, "host": "guest0"}
    setup = Setup(format=2, seed="00" * 32, **(known | more))
    async with server.rooms.visit(await server.new_tables.establish(Opening(setup, seats))) as room:
        yield Scene(time, server, room, bots)
    await server.close()


def test_everybody_who_reads_is_waited_for(time: Time) -> None:
    async def story() -> None:
        async with scene(time, PEOPLE) as here:
            for seat in (0, 1):
                here.enter(f"guest{seat}", seat)
            here.enter("stranger", None)
            await here.round_ends()
            assert here.paused() == [0, 1]
            await commands.go_on(here.room, "guest1", Continue(1))
            await at_rest()
            assert here.paused() == [0]
            await commands.go_on(here.room, "guest0", Continue(0))
            await at_rest()
            assert here.paused() is None

    asyncio.run(story())


def test_the_seconds_that_are_told_are_those_that_are_left(time: Time) -> None:
    pause = Pause(2)
    assert pause.left() == LONGEST
    time.pass_by(LONGEST - 1)
    assert pause.left() == 1
    time.pass_by(2)
    assert pause.left() == 0


def test_no_bot_is_asked_until_the_reader_has_gone_on_or_the_time_is_up(time: Time) -> None:
    async def story() -> None:
        async with scene(time, WITH_BOT) as here:
            here.enter("guest0", 0)
            await here.round_ends()
            while here.snapshot.table.actor == 0 and not here.snapshot.side.readers:
                await here.move()
            before = len(here.bots.asked)
            here.time.pass_by(LONGEST - 1)
            await at_rest()
            assert len(here.bots.asked) == before
            assert here.paused() == [0]
            here.time.pass_by(1)
            await at_rest()
            assert here.paused() is None
            assert len(here.bots.asked) == before + (here.snapshot.table.actor == 1)

    asyncio.run(story())


def test_who_moves_or_leaves_has_gone_on(time: Time) -> None:
    async def story() -> None:
        async with scene(time, PEOPLE) as here:
            ears = [here.enter(f"guest{seat}", seat) for seat in (0, 1)]
            await here.round_ends()
            mover = here.snapshot.table.actor
            assert mover is not None
            await here.move()
            assert here.paused() == [1 - mover]
            here.room.leave(ears[1 - mover])
            here.ears.remove(ears[1 - mover])
            await at_rest()
            assert here.paused() is None

    asyncio.run(story())


@pytest.mark.parametrize(
    ("seats", "reads", "waiting"), [(PEOPLE, False, None), (SHARED, True, [0, 1]), (WITH_BOT, True, [0])]
)
def test_only_readers_are_waited_for_and_a_shared_screen_once(
    time: Time, seats: tuple[SeatHolder, ...], reads: bool, waiting: list[Seat] | None
) -> None:
    async def story() -> None:
        async with scene(time, seats) as here:
            here.enter("guest0", 0, reads=reads)
            await here.round_ends()
            assert here.paused() == waiting
            if waiting:
                await commands.go_on(here.room, "guest0", Continue(0))
                await at_rest()
                assert here.paused() is None

    asyncio.run(story())


def test_a_lesson_and_the_end_of_the_game_have_no_pause(time: Time) -> None:
    async def story() -> None:
        async with scene(time, PEOPLE, lesson="first") as here:
            here.enter("guest0", 0)
            await here.round_ends()
            assert here.paused() is None
        async with scene(time, PEOPLE) as here:
            here.enter("guest0", 0)
            while not here.snapshot.table.result:
                await here.move()
                if here.snapshot.side.readers:
                    await here.room.change(offers.go_on("guest0"))
                    await at_rest()
            assert here.paused() is None

    asyncio.run(story())


def test_no_window_opens_and_no_answer_slips_through_while_somebody_reads(time: Time) -> None:
    async def story() -> None:
        three = tuple(SeatHolder("guest", f"P{n}", f"guest{n}", words="w") for n in range(3))
        async with scene(time, three, game="mai_star", version=GAMES["mai_star"].version, options={}) as here:
            for seat in range(3):
                here.enter(f"guest{seat}", seat)
            await here.room.change(lambda snapshot: playing(snapshot).with_side(readers=("somebody",)))
            while here.snapshot.window_seat() is None:
                await here.move()
            assert here.snapshot.window is None
            asked = here.snapshot.table.actor
            move = msgspec.Raw(msgspec.json.encode(here.snapshot.table.state.moves()[0]))
            message = Submit(asked or 0, here.snapshot.seq, move)
            with pytest.raises(Exception, match="still_reading"):
                await commands.submit(here.room, f"guest{asked}", message)
            await here.room.change(offers.go_on("somebody"))
            await at_rest()
            assert here.snapshot.window is not None

    asyncio.run(story())
