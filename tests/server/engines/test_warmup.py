"""Bots that have to be woken: nobody is lost to a compiler, and a game waits for its bots."""

import asyncio
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from hanamachi.bots import ladders
from hanamachi.server.engines.bot_pool import BotPool, TaskFailed
from hanamachi.server.engines.tasks import Kind, Preparation
from hanamachi.server.engines.warmup import WarmUp, all_kinds, in_order
from hanamachi.server.engines.warmup_times import RELEASE, MeasuredTimes, WarmupTimes, recent_kinds
from hanamachi.server.runtime.process_pool import ProcessPool
from hanamachi.server.storage.store import Store
from tests.server.engines.test_bot_pool import a_question
from tests.server.support.pool_tasks import compile_for, fail, name_of_process, wait

PERFECT, ADEPT, JUDGE = ("okiya", "perfect"), ("okiya", "adept"), ("okiya", None)


class Pool(BotPool):
    """Prepares nothing but when the test lets it, and fails as often as it is told."""

    def __init__(self, failing: int = 0) -> None:
        super().__init__(1)
        self.failing, self.asked, self.held = failing, list[Kind](), asyncio.Event()
        self.held.set()
        self.have: set[Kind] = set()

    async def prepare(self, _who: str, kind: Kind) -> Preparation:
        self.asked.append(kind)
        await self.held.wait()
        if self.failing:
            self.failing -= 1
            raise TaskFailed("the worker failed: RuntimeError")
        self.have.add(kind)
        return Preparation(10.0, compiled=True)

    def is_prepared(self, kind: Kind) -> bool:
        return kind in self.have


def run(story: Callable[[], Any]) -> None:
    asyncio.run(story())


async def soon(true: Callable[[], bool]) -> None:
    async with asyncio.timeout(5):
        while not true():
            await asyncio.sleep(0)


# Time that is not counted.


def test_compiling_does_not_count_against_the_time_of_an_answer() -> None:
    async def story() -> None:
        workers = ProcessPool(1, seconds=0.5)
        try:
            await workers.run(abs, -1, seconds=30.0)  # the process has started
            assert await workers.do("mika", compile_for, 1.0) == "compiled"
            with pytest.raises(TaskFailed, match="too slow"):
                await workers.do("mika", wait, 30.0)
        finally:
            workers.close()

    run(story)


def test_a_process_prepares_a_level_before_the_time_of_its_first_answer_runs() -> None:
    class Slow(ProcessPool):
        def preparation(self, _wanted: Any, _given: Any) -> Any:
            return wait, (1.0,)

    async def story() -> None:
        workers = Slow(2, seconds=0.5)
        try:
            first = await workers.do("mika", name_of_process)
            assert await workers.do("mika", name_of_process) == first  # the one that is prepared
        finally:
            workers.close()

    run(story)


def test_a_failure_says_what_it_was() -> None:
    async def story() -> None:
        workers = ProcessPool(1)
        try:
            with pytest.raises(TaskFailed, match="the worker failed: ZeroDivisionError"):
                await workers.do("mika", fail)
            assert await workers.do("mika", abs, -3) == 3
        finally:
            workers.close()

    run(story)


def test_a_cold_level_answers_though_compiling_takes_longer_than_an_answer_may(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing is compiled in this folder. Loading a level alone takes longer than this bot has."""
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))

    async def story() -> None:
        thinkers = BotPool(1, seconds=0.4)
        try:
            assert 0 <= await thinkers.ask("mika", a_question(), "adept", 1) < 12
            assert thinkers.is_prepared(ADEPT)
        finally:
            thinkers.close()

    run(story)


# The order in which levels wake.


def test_a_level_that_somebody_waits_for_is_woken_next() -> None:
    async def story() -> None:
        study, bots = Pool(), Pool()
        warmup = WarmUp(study, bots, WarmupTimes())
        study.held.clear()
        warmup.wake([("hanamikoji", "student"), ("hanamikoji", "adept"), PERFECT])
        await soon(lambda: len(study.asked) == 1)
        wanted = asyncio.create_task(warmup.ready(PERFECT))
        await asyncio.sleep(0)
        assert warmup.state(("hanamikoji", "student")) == "waking"
        assert warmup.state(PERFECT) == "asleep"
        study.held.set()
        await wanted
        assert study.asked[:2] == [("hanamikoji", "student"), PERFECT]
        assert warmup.state(PERFECT) == "ready"
        await soon(lambda: warmup.is_ready(("hanamikoji", "adept")))
        order = [("hanamikoji", "student"), PERFECT, ("hanamikoji", "adept")]
        assert study.asked == bots.asked == order
        await warmup.close()

    run(story)


def test_two_lanes_compile_different_games_and_judges_only_in_the_study() -> None:
    async def story() -> None:
        study, bots = Pool(), Pool()
        warmup = WarmUp(study, bots, WarmupTimes(), lanes=2)
        study.held.clear()
        bots.held.clear()
        warmup.wake([ADEPT, PERFECT, ("hanamikoji", "student"), ("mai_star", None), ("mai_star", "student")])
        await soon(lambda: len(study.asked) == len(bots.asked) == 1)
        assert (study.asked, bots.asked) == ([ADEPT], [("hanamikoji", "student")])  # perfect shares kernels
        bots.held.set()
        await soon(lambda: warmup.is_ready(("mai_star", "student")))
        assert study.asked == [ADEPT]
        study.held.set()
        await soon(lambda: all(map(warmup.is_ready, [ADEPT, PERFECT, ("mai_star", None)])))
        assert set(study.asked) <= {ADEPT, PERFECT, ("mai_star", None)}
        await warmup.close()

    run(story)


def test_two_lanes_share_the_time_that_is_left() -> None:
    async def story() -> None:
        study, bots = Pool(), Pool()
        warmup = WarmUp(study, bots, WarmupTimes(), lanes=2)
        kinds = [PERFECT, ("hanamikoji", "student"), ("mai_star", "student")]
        for kind in kinds:
            await warmup.times.add(kind, Preparation(30.0, compiled=True))
        study.held.clear()
        bots.held.clear()
        waiting = [asyncio.create_task(warmup.ready(kind)) for kind in kinds]
        await soon(lambda: len(warmup.waking) == 2)
        assert warmup.left([PERFECT]) == pytest.approx(30.0, abs=5)
        assert warmup.left([("mai_star", "student")]) == pytest.approx(45.0, abs=5)
        study.held.set()
        bots.held.set()
        await asyncio.gather(*waiting)

    run(story)


def test_levels_without_kernels_are_ready_at_once_and_judges_wake_in_the_study() -> None:
    async def story() -> None:
        study, bots = Pool(), Pool()
        warmup = WarmUp(study, bots, WarmupTimes())
        await warmup.ready(("okiya", "novice"))
        await warmup.ready(("okiya", "a program that was brought along"))
        assert not study.asked
        await warmup.ready(JUDGE)
        assert (study.asked, bots.asked) == ([JUDGE], [])

    run(story)


def test_without_a_folder_for_kernels_levels_are_compiled_where_they_think() -> None:
    async def story() -> None:
        study, bots = Pool(), Pool()
        warmup = WarmUp(study, bots, WarmupTimes(), shared=False)
        await warmup.ready(PERFECT)
        assert (study.asked, bots.asked) == ([], [PERFECT])

    run(story)


def test_a_level_that_fails_three_times_is_lost_and_logged(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def story() -> None:
        study = Pool(failing=3)
        warmup = WarmUp(study, Pool(), WarmupTimes())
        for _ in range(2):  # the second time it is not even tried
            with pytest.raises(TaskFailed, match="RuntimeError"):
                await warmup.ready(PERFECT)
        assert len(study.asked) == 3
        assert warmup.state(PERFECT) == "failed"
        monkeypatch.setattr("hanamachi.server.engines.warmup.RETRY_SECONDS", 0.0)
        await warmup.ready(PERFECT)
        assert warmup.state(PERFECT) == "ready"

    run(story)
    assert [record.getMessage() for record in caplog.records if record.levelname == "ERROR"] == [
        "could not warm up okiya perfect: the worker failed: RuntimeError"
    ]


def test_everybody_who_compiles_is_woken_and_who_was_played_lately_first() -> None:
    everybody = {(game, level) for game, ladder in ladders().items() for level in ladder.warm}
    judges = {(game, None) for game, ladder in ladders().items() if ladder.judge}
    assert set(all_kinds()) == everybody | judges
    assert in_order([("mai_star", "master"), ("okiya", "novice")])[0] == ("mai_star", "master")
    assert sorted(in_order([("mai_star", "master")]), key=str) == sorted(all_kinds(), key=str)


# How long it takes.


def test_a_warm_up_is_measured_and_a_new_release_compiles_anew() -> None:
    new = MeasuredTimes(RELEASE).after(Preparation(42.04, compiled=True))
    assert new.estimate == 42.0
    assert new.after(Preparation(2.0, compiled=False)).estimate == 2.0
    assert MeasuredTimes("0.1", 42.0, 2.0).estimate == 42.0
    assert MeasuredTimes("0.1", None, 2.0).estimate is None


def test_what_is_left_counts_those_that_wake_before() -> None:
    async def story() -> None:
        study = Pool()
        warmup = WarmUp(study, Pool(), WarmupTimes())
        assert warmup.left([PERFECT]) is None  # never measured
        for kind, seconds in ((PERFECT, 30.0), (ADEPT, 10.0)):
            await warmup.times.add(kind, Preparation(seconds, compiled=True))
        study.held.clear()
        waiting = [asyncio.create_task(warmup.ready(kind)) for kind in (ADEPT, PERFECT)]
        await soon(lambda: ADEPT in warmup.waking)
        assert warmup.left([ADEPT]) == pytest.approx(10.0, abs=5)
        assert warmup.left([PERFECT]) == pytest.approx(40.0, abs=5)
        study.held.set()
        await asyncio.gather(*waiting)
        assert warmup.left([PERFECT]) == 0.0

    run(story)


def test_times_and_recent_levels_are_kept_in_the_database(database: str) -> None:
    async def story() -> None:
        store = Store(database)
        await store.open()
        try:
            times = WarmupTimes(store.database)
            await times.add(PERFECT, Preparation(12.0, compiled=True))
            await times.add(JUDGE, Preparation(3.0, compiled=True))
            again = WarmupTimes(store.database)
            await again.open()
            assert [again.estimate(kind) for kind in (PERFECT, JUDGE, ADEPT)] == [12.0, 3.0, None]
            assert await store.database.read(partial(recent_kinds)) == []
        finally:
            await store.close()

    run(story)
