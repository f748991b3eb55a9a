"""The window of a paced question: whatever is held and however it is answered, others see the same at the same time."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from hanamachi.core.conformance import random_story
from hanamachi.core.game import NATURE, IllegalMove, Move, Seat
from hanamachi.core.log import Placed, Played
from hanamachi.core.table import Refused
from hanamachi.core.words import Refusal
from hanamachi.games.mai_star import GAME
from hanamachi.games.mai_star.moves import Allow, Oiran, Search
from hanamachi.server.app import TableServices
from hanamachi.server.edge.game_cards import game_card
from hanamachi.server.engines.bot_pool import Question
from hanamachi.server.engines.warmup import WarmUp
from hanamachi.server.engines.warmup_times import WarmupTimes
from hanamachi.server.live import commands
from hanamachi.server.live.broadcast.broadcaster import live_facts
from hanamachi.server.live.broadcast.rendering import Eyes, updates
from hanamachi.server.live.room import Room
from hanamachi.server.protocol.messages import AlwaysPass, Submit, Updates, encode
from hanamachi.server.runtime import monotonic, uptime
from hanamachi.server.storage.store import Store
from hanamachi.server.tables import transitions
from hanamachi.server.tables.creation import WINDOW, Opening, SeatWish, TableWish
from hanamachi.server.tables.model import BETWEEN_BOTS, Playing, SeatHolder, Setup
from tests.server.engines.test_warmup import Pool
from tests.server.support.idle import at_rest

SECONDS = 4.0


class Time:
    """A clock that the test turns."""

    def __init__(self) -> None:
        self.time = 0.0
        self.sleepers: list[tuple[float, asyncio.Future[None]]] = []

    def now(self) -> float:
        return self.time

    async def sleep(self, seconds: float) -> None:
        waking: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.sleepers.append((self.time + seconds, waking))
        await waking

    def pass_by(self, seconds: float) -> None:
        self.time += seconds
        for due, waking in self.sleepers:
            if due <= self.time and not waking.done():
                waking.set_result(None)


def turned(patch: pytest.MonkeyPatch) -> Time:
    time = Time()
    patch.setattr(monotonic, "now", time.now)
    patch.setattr(monotonic, "sleep", time.sleep)
    for limit in ("STALL", "AHEAD"):
        patch.setattr(uptime, limit, float("inf"))  # no stall, but a test that turns its clock far
    return time


@pytest.fixture
def time(monkeypatch: pytest.MonkeyPatch) -> Time:
    return turned(monkeypatch)


class Bots:
    """Thinkers that choose the last move, once the test lets them."""

    def __init__(self) -> None:
        self.asked: list[Question] = []
        self.free = asyncio.Event()

    async def ask(self, _who: str, question: Question, _level: str, _seed: int) -> int:
        self.asked.append(question)
        await self.free.wait()
        return len(msgspec.json.decode(question.moves)) - 1


class Ear:
    """A watcher that writes down what it hears, and when."""

    def __init__(self, time: Time, guest: str, seat: Seat | None) -> None:
        self.time, self.guest, self.seat = time, guest, seat
        self.seq, self.eyes, self.reads = 0, Eyes(seat, "en"), True
        self.through: Seat | None = None
        self.room: Room | None = None
        self.heard: list[tuple[float, Updates]] = []
        self.declined: list[str] = []

    def return_to_gallery(self) -> None:
        self.through = None

    def lose_seat(self) -> None:
        self.seat = None

    def mark_changed(self) -> None:
        room = self.room
        assert room is not None
        told = updates(room.broadcaster.card, room.snapshot, live_facts(room), self.eyes, self.seq)
        self.heard.append((self.time.time, told))
        self.seq = room.snapshot.seq

    def mark_audience_changed(self) -> None:
        pass

    def decline(self, refusal: Refusal) -> None:
        self.declined.append(refusal.reason)

    def notice(self, reason: str, seat: Seat) -> None:
        raise AssertionError((reason, seat))

    def send_from_start(self) -> None:
        self.seq = 0

    def close(self) -> None:
        self.declined.append("turned away")

    @property
    def last(self) -> Updates:
        return self.heard[-1][1]


@cache
def paced_line(*, oiran: bool, seed: int = 0) -> tuple[Seat, list[tuple[Seat, Any]]]:
    """Moves that lead to a paced question to somebody who holds Oiran, or not; and who that is."""
    while True:
        story = random_story(GAME, 3, GAME.options(), Random(seed), 20_000)
        for ply, state in enumerate(story.states):
            prompt = state.view(None).prompt
            if prompt and prompt.paced and (Oiran() in state.moves()) == oiran:
                line = zip(story.states, story.moves[:ply], strict=False)
                actors = [(before.actor, msgspec.to_builtins(move)) for before, move in line]
                return prompt.seat, [(seat, move) for seat, move in actors if seat is not None]
        seed += 1


class World:
    """A table that waits for a paced answer, with somebody at every seat and one in the gallery."""

    def __init__(self, server: TableServices, room: Room, bots: Bots, time: Time, target: Seat) -> None:
        self.server, self.room, self.bots, self.time, self.target = server, room, bots, time, target
        self.ears = {seat: Ear(time, f"guest{seat}", seat) for seat in (None, *range(3))}

    async def listen(self) -> None:
        for ear in self.ears.values():
            self.enter(ear)
        await at_rest()

    def enter(self, ear: Ear) -> None:
        ear.room, ear.seq = self.room, self.room.snapshot.seq
        self.room.enter(ear)

    @property
    def snapshot(self) -> Playing:
        assert isinstance(self.room.snapshot, Playing)
        return self.room.snapshot

    @property
    def mine(self) -> Ear:
        return self.ears[self.target]

    def others(self) -> list[list[tuple[float, bytes]]]:
        return [
            [(when, encode(said)) for when, said in ear.heard]
            for ear in self.ears.values()
            if ear.seat != self.target
        ]

    async def submit(self, move: Move) -> None:
        message = Submit(self.target, self.room.snapshot.seq, msgspec.Raw(encode(move)))
        await commands.submit(self.room, f"guest{self.target}", message)

    async def pass_by(self, seconds: float) -> None:
        """Time goes by, and whatever that wakes is done."""
        self.time.pass_by(seconds)
        await at_rest()

    def answer(self) -> Move | None:
        """What the target is known to have answered."""
        rows = [
            row for row in self.snapshot.table.rows if isinstance(row, Played) and row.seat == self.target
        ]
        return rows[-1].move if rows else None


def house(store: Store, bots: Bots) -> TableServices:
    return TableServices(store, {"mai_star": GAME}, bots)  # type: ignore[arg-type]


@asynccontextmanager
async def world(
    tmp_path: Path,
    time: Time,
    *,
    oiran: bool = True,
    kind: str = "guest",
    level: str = "novice",
    awake: bool = True,
) -> AsyncIterator[World]:
    store, bots = Store(str(tmp_path / f"{time.time}{oiran}{kind}.db")), Bots()
    await store.open()
    target, line = paced_line(oiran=oiran)
    server = house(store, bots)
    setup = Setup(
        game="mai_star", version=1, options={}, host="guest0", seed="00" * 32, taken_over=line, window=SECONDS
    )
    held = [SeatHolder("guest", f"P{seat}", f"guest{seat}", words="") for seat in range(3)]
    if kind == "bot":
        held[target] = SeatHolder("bot", level=level, words="")
    elif kind == "shared":
        held[target] = SeatHolder("shared", "Shared", f"guest{target}", words="")
    table = await server.new_tables.establish(Opening(setup, tuple(held)))
    if not awake:
        pool = Pool()
        pool.held.clear()
        server.automation.bots.warmup = WarmUp(pool, pool, WarmupTimes())
    async with server.rooms.visit(table) as room:
        await room.change(lambda snapshot: snapshot)  # the window opens
        made = World(server, room, bots, time, target)
        try:
            if kind == "guest":
                await made.listen()
            yield made
        finally:
            await server.close()
            await store.close()


def test_an_early_answer_is_told_when_the_time_is_up(tmp_path: Path, time: Time) -> None:
    async def story() -> None:
        async with world(tmp_path, time) as here:
            before = here.others()
            await here.pass_by(1)
            await here.submit(Oiran())
            assert here.others() == before
            assert here.mine.last.window is not None
            assert here.mine.last.window.sealed == Oiran()
            assert here.mine.last.window.left == 3000
            assert here.answer() is None
            await here.pass_by(2.9)
            assert here.others() == before
            await here.pass_by(0.1)
            assert here.answer() == Oiran()
            assert here.ears[None].last.window is None
            assert here.ears[None].heard[-1][0] == SECONDS

    asyncio.run(story())


def test_a_bot_that_is_woken_in_a_window_has_a_whole_one_afterwards(tmp_path: Path, time: Time) -> None:
    """Else the end of the window would answer for it."""

    async def story() -> None:
        async with world(tmp_path, time, kind="bot", level="master", awake=False) as here:
            pool: Any = here.server.automation.bots.warmup.study  # type: ignore[union-attr]
            await here.pass_by(SECONDS)
            await here.pass_by(SECONDS)
            assert (here.answer(), here.bots.asked) == (None, [])
            pool.held.set()
            here.bots.free.set()
            await at_rest()
            assert len(here.bots.asked) == 1
            assert here.answer() is None
            await here.pass_by(SECONDS)
            assert here.answer() == Oiran()

    asyncio.run(story())


def test_one_may_think_again_until_the_time_is_up(tmp_path: Path, time: Time) -> None:
    async def story() -> None:
        async with world(tmp_path, time) as here:
            await here.submit(Oiran())
            await here.submit(Allow())
            await here.pass_by(SECONDS)
            assert here.answer() == Allow()

    asyncio.run(story())


def test_what_is_illegal_is_refused_at_once_and_seals_nothing(tmp_path: Path, time: Time) -> None:
    async def story() -> None:
        async with world(tmp_path, time, oiran=False) as here:
            with pytest.raises(IllegalMove):
                await here.submit(Oiran())
            with pytest.raises(IllegalMove):
                await here.submit(Search())
            assert here.mine.last.window is not None
            assert here.mine.last.window.sealed is None
            other = (here.target + 1) % 3
            message = Submit(other, here.snapshot.seq, msgspec.Raw(encode(Allow())))
            with pytest.raises(Refused, match="wrong_seat"):
                await commands.submit(here.room, f"guest{other}", message)

    asyncio.run(story())


Answering = Callable[[World], Awaitable[None]]


async def silent(here: World) -> None:
    await here.pass_by(1)


async def early(here: World) -> None:
    await here.submit(Allow())
    await here.pass_by(1)


async def hesitating(here: World) -> None:
    await here.pass_by(1)
    await here.submit(here.snapshot.table.state.moves()[-1])
    await here.submit(Allow())


async def ordered(here: World) -> None:
    order = AlwaysPass(here.target, on=True)
    commands.always_pass(here.room, f"guest{here.target}", order)
    assert here.mine.last.passing
    assert here.mine.last.window is not None
    assert here.mine.last.window.sealed == Allow()
    await here.pass_by(1)


async def story_of(tmp_path: Path, time: Time, answering: Answering) -> Any:
    time.time, time.sleepers = 0.0, []
    async with world(tmp_path / answering.__name__, time) as here:
        await answering(here)
        await here.pass_by(1)
        await here.pass_by(2)
        assert here.answer() == Allow()
        return here.others()


def test_nobody_can_tell_how_it_was_passed(tmp_path: Path, time: Time) -> None:
    """M18: the same bytes at the same time, by silence, early, after a thought, by a standing order."""
    told = []
    for answering in (silent, early, hesitating, ordered):
        (tmp_path / answering.__name__).mkdir()
        told.append(asyncio.run(story_of(tmp_path, time, answering)))
        for ear in told[-1]:  # the table's own name is drawn by lot
            ear[:] = [(when, said.split(b'"game"', 1)[1]) for when, said in ear]
    assert all(each == told[0] for each in told)
    assert [when for when, _ in told[0][0]] == [0, SECONDS]


def test_a_bots_answer_waits_too_and_a_slow_one_passes(tmp_path: Path, time: Time) -> None:
    async def story(*, thinks: bool) -> Move | None:
        time.time, time.sleepers = 0.0, []
        async with world(tmp_path, time, kind="bot") as here:
            await at_rest()
            assert len(here.bots.asked) == 1
            if thinks:
                here.bots.free.set()
                await at_rest()
            await here.pass_by(SECONDS - 0.1)
            assert here.answer() is None
            await here.pass_by(0.1)
            return here.answer()

    assert asyncio.run(story(thinks=True)) == Oiran()
    (tmp_path / "0.0Truebot.db").unlink()
    assert asyncio.run(story(thinks=False)) == Allow()


def test_a_bot_takes_an_absent_seat_in_mid_reaction_and_hands_it_back(tmp_path: Path, time: Time) -> None:
    async def story() -> None:
        async with world(tmp_path, time) as here:
            here.bots.free.set()
            here.room.leave(here.mine)
            await here.pass_by(1)
            await here.room.change(transitions.bot_takes(here.target, "novice"))
            await at_rest()
            opened = here.snapshot.window
            assert opened is not None
            assert opened.sealed == Oiran()  # the bot's, and the window is the same
            assert here.room.deadlines.window_left() == SECONDS - 1
            here.enter(here.mine)
            await at_rest()
            assert here.snapshot.table.bots == {}
            assert here.mine.last.window is not None
            assert here.mine.last.window.sealed is None
            assert here.mine.last.choices
            await here.pass_by(SECONDS - 1)
            assert here.answer() == Allow()

    asyncio.run(story())


@pytest.mark.parametrize("answered", [True, False])
def test_a_sealed_answer_outlives_the_house_and_the_window_goes_on(
    tmp_path: Path, time: Time, *, answered: bool
) -> None:
    """The time that was left is the same whether somebody had answered or not."""

    async def story() -> None:
        async with world(tmp_path, time) as here:
            if answered:
                await here.submit(Oiran())
            await here.pass_by(1)
            await here.pass_by(1)
            again = house(here.server.store, Bots())
            async with again.rooms.visit(here.room.id) as room:
                assert isinstance(room.snapshot, Playing)
                opened = room.snapshot.window
                assert opened is not None
                assert opened.sealed == (Oiran() if answered else None)
                assert room.deadlines.window_left() == SECONDS - 2
                assert room.snapshot.seq == here.snapshot.seq  # it is no row
                ear = Ear(time, f"guest{here.target}", here.target)
                ear.room = room
                room.enter(ear)
                assert ear.last.window is not None
                assert (ear.last.window.whole, ear.last.window.left) == (4000, 2000)
                assert ear.last.window.sealed == opened.sealed
                await here.server.close()
                await here.pass_by(SECONDS - 2)
                assert isinstance(room.snapshot, Playing)
                assert room.snapshot.window is None
                last = [
                    row.move for row in room.snapshot.table.rows if isinstance(row, Played) and row.seat >= 0
                ]
                assert last[-1] == (Oiran() if answered else Allow())
            await again.close()

    asyncio.run(story())


def test_on_a_shared_screen_the_time_begins_when_the_player_has_it(tmp_path: Path, time: Time) -> None:
    async def story() -> None:
        async with world(tmp_path, time, kind="shared") as here:
            await here.pass_by(100)
            assert here.answer() is None
            assert here.snapshot.window is None
            await here.listen()
            assert here.snapshot.window is not None
            await here.pass_by(SECONDS)
            assert here.answer() == Allow()

    asyncio.run(story())


@pytest.mark.parametrize("seconds", [0, 0.9, 30.5, -1])
def test_a_window_has_bounds(tmp_path: Path, time: Time, seconds: float) -> None:
    async def story() -> None:
        async with world(tmp_path, time) as here:
            wish = TableWish(game="mai_star", seats=[SeatWish("me")] * 3, window=seconds)
            with pytest.raises(Refused, match="bad_window"):
                await here.server.new_tables.open_table("guest0", "Mika", wish)

    asyncio.run(story())


def test_between_bots_the_time_is_shorter_and_as_fixed(tmp_path: Path, time: Time) -> None:
    async def story() -> None:
        async with world(tmp_path, time, kind="bot") as here:
            asking = [row.seat for row in here.snapshot.table.rows if isinstance(row, Played | Placed)]
            by = next(seat for seat in reversed(asking) if seat not in (NATURE, here.target))
            assert here.snapshot.window_seconds == SECONDS  # a person waits for the answer
            bots = replace(here.snapshot, table=here.snapshot.table.bot_takes(by, "novice"))
            assert bots.window_seconds == BETWEEN_BOTS
            assert (
                here.room.deadlines.window_left_after(replace(here.snapshot, window=None), bots)
                == BETWEEN_BOTS
            )
            people = replace(bots, table=bots.table.bot_returns(here.target))
            assert people.window_seconds == SECONDS

    asyncio.run(story())


def test_a_host_is_offered_times_that_can_be_had() -> None:
    presets = {card.name: card.seconds for card in game_card(GAME, "en").window_presets}
    assert presets.keys() == {"short", "usual", "long"}
    assert presets["usual"] == TableWish(game="mai_star", seats=[]).window
    assert all(WINDOW[0] <= seconds <= WINDOW[-1] for seconds in presets.values())
    assert presets["long"] >= 20
