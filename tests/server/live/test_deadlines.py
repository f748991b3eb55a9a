"""Clocks at a table: who is charged, what a flag does, and what nobody is charged for."""

import asyncio
from collections.abc import AsyncIterator, Coroutine
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from hanamachi.core.game import Seat
from hanamachi.core.log import Flagged, GaveUp
from hanamachi.core.table import Refused
from hanamachi.games import GAMES
from hanamachi.server.app import TableServices
from hanamachi.server.db.group_commit import NotSaved
from hanamachi.server.edge.latency import Latency
from hanamachi.server.live import commands
from hanamachi.server.live.deadline_sweep import BEAT, MINUTE
from hanamachi.server.live.room import Room
from hanamachi.server.notifications.recipients import Kind
from hanamachi.server.protocol.messages import AskTakeback, Continue, Submit, encode
from hanamachi.server.runtime import uptime
from hanamachi.server.storage.store import Store
from hanamachi.server.tables import offers, transitions
from hanamachi.server.tables.clock_rules import LAG
from hanamachi.server.tables.creation import Opening
from hanamachi.server.tables.model import Playing, SeatHolder, Setup, running_of
from hanamachi.server.tables.time_control import DAY, Clock, Days, Live
from tests.server.live.test_answer_window import Bots, Ear, Time, paced_line, time, turned
from tests.server.support.idle import at_rest
from tests.server.support.memory_store import InMemory, InMemoryDeadlines
from tests.server.tables.test_round_break import PEOPLE, WITH_BOT

__all__ = ["time"]
STALL, AHEAD = uptime.STALL, uptime.AHEAD  # a clock that a test turns knows no such limits
FIVE = Live(300, increment=3)
THREE = tuple(SeatHolder("guest", f"P{seat}", f"guest{seat}", words="w") for seat in range(3))


class Listener(Ear):
    def notice(self, reason: str, seat: Seat) -> None:
        self.declined.append(f"{reason} {seat}")


class Scene:
    def __init__(self, time: Time, server: TableServices, room: Room) -> None:
        self.time, self.server, self.room = time, server, room

    def enter(self, seat: Seat | None, *, reads: bool = False) -> Ear:
        ear = Listener(self.time, f"guest{seat}", seat)
        ear.room, ear.reads = self.room, reads
        self.room.enter(ear)
        return ear

    @property
    def snapshot(self) -> Playing:
        assert isinstance(self.room.snapshot, Playing)
        return self.room.snapshot

    @property
    def left(self) -> tuple[float, ...]:
        assert self.snapshot.clocks is not None
        return self.snapshot.clocks.left

    @property
    def on_clock(self) -> Seat | None:
        running = running_of(self.snapshot)
        return running.seat if running else None

    @property
    def took(self) -> list[float]:
        assert self.snapshot.clocks is not None
        return [seconds for _, seconds in sorted(self.snapshot.clocks.took.items())]

    async def pass_by(self, seconds: float) -> None:
        self.time.pass_by(seconds)
        await at_rest()

    async def move(self, after: float = 0.0, lag: float = 0.0) -> Seat:
        """Whoever is asked plays the first move there is, after so long a thought."""
        await self.pass_by(after)
        table = self.snapshot.table
        assert table.actor is not None
        message = Submit(table.actor, table.seq, msgspec.Raw(encode(table.state.moves()[0])))
        await commands.submit(self.room, f"guest{table.actor}", message, lag)
        await at_rest()
        return table.actor


def until_flag(room: Room) -> float:
    return room.deadlines.until_flag(room.snapshot)


def okiya(clock: Clock | None, **more: Any) -> Setup:
    known: dict[str, Any] = {"game": "okiya", "options": {}, "host": "guest0"} | more
    version = GAMES[known["game"]].version
    return Setup(format=2, seed="00" * 32, version=version, clock=clock, **known)


@asynccontextmanager
async def scene(
    time: Time,
    clock: Clock | None = FIVE,
    seats: tuple[SeatHolder, ...] = PEOPLE,
    store: Store | None = None,
    **more: Any,
) -> AsyncIterator[Scene]:
    server = TableServices(store or InMemory(), GAMES, Bots())  # type: ignore[arg-type]
    table = await server.new_tables.establish(Opening(okiya(clock, **more), seats))
    async with server.rooms.visit(table) as room:
        here = Scene(time, server, room)
        yield here
    await server.close()


def run(story: Coroutine[Any, Any, None]) -> None:
    asyncio.run(story)


async def seated(here: Scene, seats: int = 2, *, reads: bool = False) -> list[Ear]:
    ears = [here.enter(seat, reads=reads) for seat in range(seats)]
    await at_rest()
    return ears


def test_only_the_seat_that_must_decide_is_charged(time: Time) -> None:
    async def story() -> None:
        async with scene(time) as here:
            await seated(here)
            first = here.on_clock
            assert first is not None
            await here.move(after=10)
            assert here.left[first] == 300 - 10 + 3
            assert here.left[1 - first] == 300
            await here.move(after=2)
            assert here.left[1 - first] == 300 - 2 + 3
            assert here.took == [10, 2]

    run(story())


def test_a_delay_is_not_counted(time: Time) -> None:
    async def story() -> None:
        async with scene(time, Live(60, delay=5)) as here:
            ear = (await seated(here))[0]
            assert here.snapshot.clocks is not None
            first = here.on_clock
            assert first is not None
            await here.pass_by(2)
            ear.mark_changed()
            assert ear.last.clock is not None
            assert (ear.last.clock.left[first], ear.last.clock.delay) == (60_000, 3000)
            await here.move(after=2)
            assert here.left == (60, 60)
            await here.move(after=7)
            assert here.left[1 - first] == 58

    run(story())


def test_everybody_is_told_what_is_left(time: Time) -> None:
    async def story() -> None:
        async with scene(time) as here:
            ears = [*(await seated(here)), here.enter(None)]
            first = here.on_clock
            assert first is not None
            await here.move(after=10)
            for ear in ears:
                told = ear.last.clock
                assert told is not None
                assert told.running == 1 - first
                assert (told.left[first], told.left[1 - first]) == (293_000, 300_000)
                assert ear.last.frames[0].line is not None
                assert ear.last.frames[0].line.took == 10

    run(story())


def test_at_a_table_without_a_clock_nothing_is_measured(time: Time) -> None:
    async def story() -> None:
        async with scene(time, None) as here:
            ears = await seated(here)
            await here.move(after=10)
            assert here.snapshot.clocks is None
            assert ears[0].last.clock is None
            assert ears[0].last.frames[0].line is not None
            assert ears[0].last.frames[0].line.took is None

    run(story())


def test_a_live_clock_begins_when_its_player_has_come(time: Time) -> None:
    async def story() -> None:
        async with scene(time) as here:
            first = here.snapshot.table.actor
            assert first is not None
            here.enter(1 - first)
            await here.pass_by(1000)
            assert here.on_clock is None
            ear = here.enter(first)
            await at_rest()
            assert here.on_clock == first
            await here.move(after=1)
            await here.move(after=1)
            here.room.leave(ear)  # whoever goes away later is on the clock all the same
            assert here.on_clock == first

    run(story())


def test_bots_have_no_clock_and_who_plays_them_has(time: Time) -> None:
    async def story() -> None:
        async with scene(time, seats=WITH_BOT) as here:
            ear = here.enter(0)
            await at_rest()
            if here.snapshot.table.actor == 0:
                await here.move(after=1)
            await here.pass_by(1000)
            assert here.on_clock is None
            assert here.snapshot.table.result is None
            assert ear.last.clock is not None
            assert ear.last.clock.left[1] is None

    run(story())


@pytest.mark.parametrize("plays_on", [False, True])
def test_of_two_players_whose_flag_falls_loses_or_a_bot_plays_on(time: Time, *, plays_on: bool) -> None:
    async def story() -> None:
        async with scene(time, replace(FIVE, plays_on=plays_on)) as here:
            await seated(here)
            late = here.on_clock
            assert late is not None
            here.server.automation.attend(here.room)
            await here.pass_by(280)
            here.server.automation.attend(here.room)
            await here.pass_by(20.4)
            assert here.on_clock == late  # a move may be under way
            await here.pass_by(0.1)
            last = here.snapshot.table.rows[-1]
            result = here.snapshot.table.result
            if plays_on:
                assert isinstance(last, GaveUp)
                assert result is None
                assert here.snapshot.table.log.gone == {late}
            else:
                assert last == Flagged(late)
                assert result is not None
                assert (result.winners, result.reason) == ((1 - late,), "flagged")
            assert here.left[late] == 0
            assert here.took == [300]

    run(story())


def test_at_a_table_of_many_a_bot_plays_on_and_it_is_said_why(time: Time) -> None:
    async def story() -> None:
        more: dict[str, Any] = {"game": "mai_star", "options": {}}
        async with scene(time, Live(10), THREE, **more) as here:
            ears = await seated(here, 3)
            while here.on_clock is None:
                await here.move()
            late = here.on_clock
            await here.pass_by(10 + LAG)
            assert isinstance(here.snapshot.table.rows[-1], GaveUp)
            assert here.snapshot.table.result is None
            line = ears[late].last.frames[-1].line
            assert line is not None
            assert line.said.startswith("You ran out of time. A bot takes over")
            assert here.on_clock != late

    run(story())


def test_a_late_move_is_refused_in_words_and_the_flag_falls(time: Time) -> None:
    async def story() -> None:
        async with scene(time, Live(10)) as here:
            await seated(here)
            late = here.on_clock
            assert late is not None
            time.time += 10.2  # and nobody has noticed yet
            with pytest.raises(Refused, match="time_up"):
                await here.move()
            assert here.snapshot.table.rows[-1] == Flagged(late)

    run(story())


def test_lag_is_given_back_and_a_move_under_way_still_counts(time: Time) -> None:
    async def story() -> None:
        async with scene(time, Live(10)) as here:
            await seated(here)
            first = here.on_clock
            assert first is not None
            await here.move(after=4, lag=0.3)
            assert here.took == [3.7]
            assert here.left[first] == pytest.approx(6.3)
            await here.move(after=10.2, lag=0.3)
            assert here.snapshot.table.result is None
            await here.move(after=0.1, lag=0.5)  # nobody decides before the question
            assert here.took[2] == 0

    run(story())


def test_lag_is_the_quickest_of_three_pings_and_at_most_half_a_second(time: Time) -> None:
    lag = Latency()
    lag.pong()
    assert lag.seconds == 0  # nobody had asked
    for wait, found in ((2, 0.5), (0.25, 0.25), (0.125, 0.125), (0.5, 0.125), (0.25, 0.125), (0.25, 0.25)):
        lag.ping()
        time.time += wait
        lag.pong()
        assert lag.seconds == found


def test_between_rounds_nobody_is_charged(time: Time) -> None:
    async def story() -> None:
        async with scene(time, options={"match": "series"}) as here:
            await seated(here, reads=True)
            while here.snapshot.table.state.round == 1:
                await here.move(after=1)
            before = here.left
            assert here.on_clock is None
            await here.pass_by(5)
            for seat in (0, 1):
                await commands.go_on(here.room, f"guest{seat}", Continue(seat))
            await at_rest()
            assert here.on_clock == here.snapshot.table.actor
            assert here.left == before
            seat = await here.move(after=2)
            assert here.left[seat] == before[seat] - 2 + 3

    run(story())


def test_a_window_charges_nobody_and_its_answer_has_no_time(time: Time) -> None:
    """A sealed answer's time must tell nothing."""

    async def told(wait: float) -> list[bytes]:
        time.time, time.sleepers = 0.0, []
        target, line = paced_line(oiran=True)
        more: dict[str, Any] = {"game": "mai_star", "options": {}, "taken_over": line, "window": 4.0}
        async with scene(time, FIVE, THREE, **more) as here:
            ears = await seated(here, 3)
            assert here.snapshot.window is not None
            assert here.on_clock is None
            await here.pass_by(wait)
            await here.move()
            await here.pass_by(4 - wait)
            assert here.snapshot.window is None
            assert here.took == []
            others = [ear for ear in ears if ear.seat != target]
            nameless = replace(ears[0].last.table, id="table")
            heard = [(when, replace(said, table=nameless)) for ear in others for when, said in ear.heard]
            return [encode(each) for each in heard]

    async def story() -> None:
        assert await told(0.5) == await told(3.5)

    run(story())


def test_what_is_taken_back_brings_no_time_back(time: Time) -> None:
    async def story() -> None:
        async with scene(time, Live(100), takebacks=True) as here:
            await seated(here)
            first = here.on_clock
            assert first is not None
            await here.move(after=10)
            await commands.ask_takeback(here.room, f"guest{first}", AskTakeback(first))
            await here.pass_by(5)
            await here.room.change(offers.answer_takeback(1 - first, agree=True))
            await at_rest()
            assert here.on_clock == first
            assert (here.left[first], here.left[1 - first]) == (90, 95)
            await here.move(after=1)
            assert here.left[first] == 89

    run(story())


def test_while_a_bot_stands_in_nobody_is_charged(time: Time) -> None:
    async def story() -> None:
        async with scene(time, Live(100)) as here:
            ears = await seated(here)
            first = here.on_clock
            assert first is not None
            await here.pass_by(30)
            here.room.leave(ears[first])
            await here.room.change(transitions.bot_takes(first, "novice"))
            assert here.on_clock is None
            await here.pass_by(1000)
            assert here.left[first] == 70
            here.room.enter(ears[first])
            await at_rest()
            assert here.on_clock == first
            await here.move(after=5)
            assert here.left[first] == 65

    run(story())


def test_a_jump_of_the_machines_clock_charges_nobody(time: Time, monkeypatch: pytest.MonkeyPatch) -> None:
    """The wall clock is not asked at all."""

    async def story() -> None:
        async with scene(time) as here:
            await seated(here)
            await here.move(after=1)
            monkeypatch.setattr("time.time", lambda: 4e9)
            await here.move(after=1)
            assert here.took == [1, 1]

    run(story())


async def beats(here: Scene, count: int, gap: float = BEAT) -> None:
    """The house is open for so many beats."""
    for _ in range(count):
        await here.pass_by(gap)
        here.server.uptime.beat()


@pytest.mark.parametrize("seconds", [4, 15])
def test_a_stall_of_the_house_is_not_charged(
    time: Time, monkeypatch: pytest.MonkeyPatch, seconds: int
) -> None:
    """N7: SIGSTOP, a machine that sleeps. However long, it costs half a second at most."""
    monkeypatch.setattr(uptime, "STALL", STALL)

    async def story() -> None:
        async with scene(time) as here:
            await seated(here)
            await beats(here, 50)
            await here.pass_by(seconds)  # no beat: the house was not there
            await here.move()
            assert here.took[0] == pytest.approx(50 * BEAT, abs=0.5)

    run(story())


def test_a_house_that_is_busy_charges_every_second(time: Time, monkeypatch: pytest.MonkeyPatch) -> None:
    """Beats that come late by a third of a second are no stall."""
    monkeypatch.setattr(uptime, "STALL", STALL)

    async def story() -> None:
        async with scene(time) as here:
            await seated(here)
            await beats(here, 20, BEAT + 1 / 3)
            await here.move()
            assert here.took == [pytest.approx(20 * (BEAT + 1 / 3), abs=0.01)]

    run(story())


def test_what_other_workers_counted_during_a_stall_is_not_charged(
    time: Time, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(uptime, "STALL", STALL)

    async def story() -> None:
        store = InMemory()
        async with scene(time, store=store) as here:
            await seated(here)
            await beats(here, 50)
            await here.pass_by(15)
            store.deadlines.reached = here.server.uptime.now() + 15  # another worker went on
            await here.server.uptime.save()
            assert here.server.uptime.now() >= store.deadlines.reached
            assert until_flag(here.room) == pytest.approx(FIVE.base - 50 * BEAT, abs=0.5)
            await here.move()
            assert here.took[0] == pytest.approx(50 * BEAT, abs=0.5)
            await here.move(after=0.25)
            assert here.took[1] == pytest.approx(0.25)

    run(story())


def test_while_nothing_can_be_kept_time_stands_still(time: Time) -> None:
    class Full(InMemory):
        full = False

        async def save(self, *given: Any, **more: Any) -> None:
            if self.full:
                raise NotSaved
            await super().save(*given, **more)

    class FullDeadlines(InMemoryDeadlines):
        def __init__(self, store: Full) -> None:
            super().__init__()
            self.store = store

        async def save_uptime(self, reached: float) -> float:
            if self.store.full:
                raise NotSaved
            return await super().save_uptime(reached)

    async def story() -> None:
        store = Full()
        store.deadlines = FullDeadlines(store)
        async with scene(time, store=store) as here:
            await seated(here)
            store.full = True
            with pytest.raises(NotSaved):
                await here.move(after=2)
            await here.pass_by(100)
            await here.server.uptime.save()
            await here.pass_by(100)
            store.full = False
            await here.server.uptime.save()
            await here.move(after=3)
            assert here.took == [5]

    run(story())


async def reopened(here: Scene, store: InMemory) -> TableServices:
    """The house closes, a night goes by, and it opens again."""
    await here.server.uptime.save()
    await here.server.close()
    here.time.time += 8 * 3600
    server = TableServices(store, GAMES, Bots())  # type: ignore[arg-type]
    await server.uptime.save()
    return server


async def taken_back(here: Scene) -> Seat | None:
    """Whoever moved last has it back, if the other, on whose clock it is asked, agrees."""
    asking = 1 - (here.snapshot.table.actor or 0)
    if not offers.may_take_back(here.snapshot, asking):
        return None
    await commands.ask_takeback(here.room, f"guest{asking}", AskTakeback(asking))
    await here.room.change(offers.answer_takeback(1 - asking, agree=True))
    await at_rest()
    return 1 - asking


STEPS = st.tuples(st.sampled_from(["move", "move", "takeback", "restart"]), st.integers(0, 9), st.booleans())


@settings(max_examples=25)
@given(st.lists(STEPS, max_size=12))
def test_what_was_spent_is_charged_once_over_restarts_takebacks_and_lag(
    steps: list[tuple[str, int, bool]],
) -> None:
    """By the second: nothing is lost and nothing is charged twice, in whatever order they come."""

    async def story(time: Time) -> None:
        store, left, thought = InMemory(), [300.0, 300.0], 0.0
        async with scene(time, FIVE, store=store, takebacks=True) as first:
            here, stack = first, AsyncExitStack()
            await seated(here)
            for kind, seconds, slow in steps:
                if here.snapshot.table.result:
                    break
                await here.pass_by(seconds)
                thought += seconds
                if kind == "restart":
                    server = await reopened(here, store)
                    here = Scene(
                        time, server, await stack.enter_async_context(server.rooms.visit(here.room.id))
                    )
                    await seated(here)
                elif kind == "move":
                    lag = LAG if slow else 0.0
                    left[await here.move(lag=lag)] += FIVE.increment - max(0.0, thought - lag)
                    thought = 0.0
                elif (seat := await taken_back(here)) is not None:
                    left[seat] -= thought
                    thought = 0.0
                assert here.left == tuple(left)
            await stack.aclose()
            if here is not first:
                await here.server.close()

    with pytest.MonkeyPatch.context() as patch:
        run(story(turned(patch)))


@asynccontextmanager
async def opened(path: Path) -> AsyncIterator[tuple[Store, TableServices]]:
    """A house on disk, from its opening to its close."""
    store = Store(str(path))
    await store.open()
    server = TableServices(store, GAMES, Bots())  # type: ignore[arg-type]
    await server.uptime.save()
    yield store, server
    await server.uptime.save()
    await server.close()
    await store.close()


def test_a_restart_loses_nothing_and_charges_nobody_for_the_night(tmp_path: Path, time: Time) -> None:
    async def story() -> None:
        async with opened(tmp_path / "house.db") as (_, server):
            table = await server.new_tables.establish(Opening(okiya(FIVE), PEOPLE))
            async with server.rooms.visit(table) as room:
                here = Scene(time, server, room)
                await seated(here)
                await here.move(after=10)
                await here.pass_by(4)
                before = here.snapshot.clocks
        time.time += 8 * 3600
        async with opened(tmp_path / "house.db") as (_, server), server.rooms.visit(table) as room:
            here = Scene(time, server, room)
            assert here.snapshot.clocks == before
            seat = await here.move(after=1)
            assert here.left[seat] == 300 - 5 + 3
            assert here.took == [10, 5]

    run(story())


def test_a_crash_gives_little_time_back_and_charges_nobody(
    database: str, time: Time, monkeypatch: pytest.MonkeyPatch
) -> None:
    """N15: the time that a clock starts from is kept with it, and the house is never far ahead of what is kept."""
    monkeypatch.setattr(uptime, "AHEAD", AHEAD)

    async def story() -> None:
        store, again = Store(database), Store(database)
        for each in (store, again):
            await each.open()
        server = TableServices(store, GAMES, Bots())  # type: ignore[arg-type]
        await server.uptime.save()
        table = await server.new_tables.establish(Opening(okiya(FIVE), PEOPLE))
        async with server.rooms.visit(table) as room:
            here = Scene(time, server, room)
            await here.pass_by(50)  # no live clock runs, so nothing need be kept
            await seated(here)
            await here.pass_by(0.2)
            await here.move()
            for seconds in (0.4, 3.3):  # a line that is broken
                await here.pass_by(seconds)
                left = until_flag(room)
                other = TableServices(again, GAMES, Bots())  # type: ignore[arg-type]
                await other.uptime.save()  # it was killed, and the house opens again
                found, _ = await other.tables.load(table)
                assert left <= until_flag(other.rooms.add(table, found)) <= left + 0.5
            await server.uptime.save()
            await here.pass_by(0.3)
            await here.move()
            assert here.took == [0.2, pytest.approx(AHEAD - 0.2 + 0.3)]  # nothing while nothing was kept
        await server.close()
        for each in (store, again):
            await each.close()

    run(story())


@given(
    st.lists(
        st.tuples(st.sampled_from(["beat", "keep", "fail", "other", "loosen", "tighten"]), st.floats(0, 3))
    )
)
def test_the_houses_time_never_leaps_here_and_is_never_far_ahead_of_what_is_kept(
    steps: list[tuple[str, float]],
) -> None:
    snapshot, full = 0.0, False

    async def keep(reached: float) -> float:
        nonlocal snapshot
        if full:
            raise NotSaved
        snapshot = max(snapshot, reached)
        return snapshot

    with pytest.MonkeyPatch.context() as patch:
        time = turned(patch)
        patch.setattr(uptime, "STALL", STALL)
        patch.setattr(uptime, "AHEAD", AHEAD)
        counted = uptime.Uptime(keep)
        for step, seconds in steps:
            before, here = counted.now(), counted.here()
            time.time += seconds
            match step:
                case "beat":
                    counted.beat()
                case "other":
                    snapshot += seconds
                case "loosen":
                    counted.loosen()
                case "tighten":
                    asyncio.run(counted.tighten())
                case _:
                    full = step == "fail"
                    asyncio.run(counted.save())
                    full = False
            assert counted.now() >= before
            assert -1e-6 <= counted.here() - here <= min(seconds, STALL) + 1e-6
            assert not counted.tight or counted.now() <= snapshot + AHEAD + 1e-6


def test_time_is_kept_with_every_tick_while_a_live_clock_runs_and_seldom_else(time: Time) -> None:
    async def story() -> None:
        store = InMemory()
        async with scene(time, store=store) as here:
            keeper = here.server.deadline_sweep
            keeper.sweep = lambda: asyncio.sleep(0)  # type: ignore[method-assign]
            for _ in range(MINUTE):
                await keeper.tick()
            assert store.deadlines.written == 1
            await seated(here)
            assert (store.deadlines.written, here.server.uptime.tight) == (2, True)  # before the clock was
            for _ in range(10):
                await keeper.tick()
            assert store.deadlines.written == 12
            await here.room.change(transitions.resign(0))
            await keeper.tick()
            assert (store.deadlines.written, here.server.uptime.tight) == (12, False)

    run(story())


def test_a_flag_falls_though_nobody_looks_and_no_process_holds_the_table(tmp_path: Path, time: Time) -> None:
    async def story() -> None:
        async with opened(tmp_path / "house.db") as (store, server):
            table = await server.new_tables.establish(Opening(okiya(Days(3)), PEOPLE))
            async with server.rooms.visit(table) as room:
                await room.change(lambda snapshot: snapshot)
                assert running_of(room.snapshot) is not None
            await at_rest()
            server.rooms.rooms.clear()
            keeper = server.deadline_sweep
            time.time += 3 * DAY - 60
            server.uptime.beat()
            await keeper.sweep()
            assert table in server.rooms.rooms  # for a reminder that is long due
            await at_rest()
            assert await store.deadlines.due(server.uptime.now() + 1e9, ()) == [table]
            time.time += 70
            server.uptime.beat()
            await keeper.sweep()
            await at_rest()
            await keeper.sweep()
            await at_rest()
            (listed,) = await store.tables_of("guest0")
            assert listed.finished
            assert listed.result is not None
            assert listed.result.reason == "flagged"
            assert listed.ends is None

    run(story())


def test_a_game_of_days_reminds_at_half_and_in_the_last_tenth(
    tmp_path: Path, time: Time, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def story() -> None:
        async with opened(tmp_path / "house.db") as (store, server):
            heard: list[tuple[Kind, str, int]] = []

            def notify(user: str, kind: Kind, _table: str) -> None:
                heard.append((kind, user, round(until_flag(room) / DAY)))

            monkeypatch.setattr(server.notifier, "notify", notify)
            table = await server.new_tables.establish(Opening(okiya(Days(10)), PEOPLE))
            async with server.rooms.visit(table) as room:
                here = Scene(time, server, room)
                await room.change(lambda snapshot: snapshot)
                seat = here.on_clock
                assert seat is not None
                for day in range(1, 11):
                    time.time += DAY
                    server.uptime.beat()
                    server.automation.attend(room)
                    await at_rest()
                    (listed,) = await store.tables_of(f"guest{seat}")
                    assert listed.signals == (0 if listed.finished else (day >= 5) + (day >= 9))
                await here.pass_by(1)
            assert [each for each in heard if each[0] != "turn"] == [
                (kind, f"guest{seat}", left) for kind, left in (("half", 5), ("tenth", 1), ("flag", 0))
            ]

    run(story())


def test_days_off_are_not_counted(tmp_path: Path, time: Time) -> None:
    async def story() -> None:
        async with opened(tmp_path / "house.db") as (store, server):
            table = await server.new_tables.establish(Opening(okiya(Days(2)), PEOPLE))
            async with server.rooms.visit(table) as room:
                here = Scene(time, server, room)
                await room.change(lambda snapshot: snapshot)
                seat, guest = here.on_clock, f"guest{here.on_clock}"
                await here.pass_by(DAY)
                found = await store.deadlines.take_days_off(guest, 10, server.uptime.now())
                assert (found.left, found.days) == (10 * DAY, 20)
                await server.deadline_sweep.days_off_changed(guest)
                assert until_flag(room) == 11 * DAY
                await here.pass_by(4 * DAY)
                found = await store.deadlines.take_days_off(guest, 0, server.uptime.now())  # back earlier
                assert (found.left, found.days) == (0, 26)
                await server.deadline_sweep.days_off_changed(guest)
                assert until_flag(room) == DAY
                await here.move()
                await store.deadlines.take_days_off(guest, 26, server.uptime.now())
                await here.move()
                assert here.on_clock == seat
                assert until_flag(room) == 28 * DAY
                for days in (-1, 27):
                    with pytest.raises(Refused, match="bad_days_off"):
                        await store.deadlines.take_days_off(guest, days, server.uptime.now())
                await here.pass_by(395 * DAY)
                assert (await store.deadlines.take_days_off(guest, 30, server.uptime.now())).days == 0

    run(story())
