"""Warm up bots and judges: compile and load their kernels before they are asked.

Two lanes compile. The first uses the judges' pool, and then a process of the bots' pool loads the kernels
from the disk. The second uses one process of the bots' pool; the other ones are left for the tables. A game
is compiled in one lane at a time, because its levels share kernels. A level that a table waits for comes
next.
"""

import asyncio
import logging
from collections.abc import Iterable, Iterator
from typing import Literal

from msgspec import Struct

from hanamachi.bots import ladder_of, ladders
from hanamachi.games import GAMES
from hanamachi.server.engines.bot_pool import BotPool, TaskFailed
from hanamachi.server.engines.tasks import Kind, Preparation
from hanamachi.server.engines.warmup_times import WarmupTimes
from hanamachi.server.runtime import metrics, monotonic

LOG = logging.getLogger(__name__)
TRIES = 3  # before a level counts as failed
RETRY_SECONDS = 600.0  # seconds after which a level that failed is tried once more

State = Literal["asleep", "waking", "ready", "failed"]


class Failure(Struct, frozen=True):
    why: str
    at: float


class WarmUp:
    """`study`: the pool of the judges, where the first lane compiles; `bots`: the pool of the bots. If
    compiled kernels are not `shared` on disk, one lane compiles in the pool of the bots."""

    def __init__(
        self, study: BotPool, bots: BotPool, times: WarmupTimes, *, shared: bool = True, lanes: int = 1
    ) -> None:
        self.study, self.bots, self.times, self.shared = study, bots, times, shared
        self.failed: dict[Kind, Failure] = {}
        self.wanted: dict[Kind, asyncio.Future[None]] = {}  # in the order in which they were asked for
        self.later: list[Kind] = []
        self.waking: dict[Kind, float] = {}  # and when each of them began
        self.runners: list[asyncio.Task[None] | None] = [None] * (lanes if shared else 1)

    # What others ask.

    def is_ready(self, kind: Kind) -> bool:
        """True if a process has loaded this level, or judge."""
        pool = self.bots if kind[1] else self.study
        return not compiles(kind) or pool.is_prepared(kind) or pool.ray.knows(kind)

    def state(self, kind: Kind) -> State:
        if self.is_ready(kind):
            return "ready"
        return "waking" if kind in self.waking else "failed" if self._failure(kind) else "asleep"

    def states(self) -> dict[str, dict[str, State]]:
        """Return the state of every level that has to be woken, by game."""
        told: dict[str, dict[str, State]] = {}
        for game, level in sorted(all_kinds(), key=str):
            told.setdefault(game, {})[level or "judge"] = self.state((game, level))
        return told

    async def ready(self, kind: Kind) -> None:
        """Wait until this level is awake; it is woken next. TaskFailed if it cannot be."""
        if self.is_ready(kind):
            return
        if failure := self._failure(kind):
            raise TaskFailed(failure.why)
        if kind not in self.wanted:
            self.wanted[kind] = asyncio.get_running_loop().create_future()
        self._run()
        await asyncio.shield(self.wanted[kind])

    def left(self, kinds: Iterable[Kind]) -> float | None:
        """Estimate the seconds until all of these are awake; None if one was never measured."""
        asleep = [kind for kind in kinds if not self.is_ready(kind)]
        before = list(dict.fromkeys([*self.waking, *self.wanted]))
        ahead = before[: 1 + max((before.index(kind) for kind in asleep if kind in before), default=-1)]
        times = {kind: self.times.estimate(kind) for kind in [*ahead, *asleep]}
        known = {
            kind: self._rest(kind, all_of_it) for kind, all_of_it in times.items() if all_of_it is not None
        }
        if len(known) < len(times):
            return None
        longest = max((known[kind] for kind in asleep), default=0.0)
        return max(longest, sum(known.values()) / len(self.runners))

    def _rest(self, kind: Kind, seconds: float) -> float:
        """Return how many of the seconds of a warm-up are left."""
        return max(0.0, seconds - (monotonic.now() - self.waking.get(kind, monotonic.now())))

    # How they wake.

    def wake(self, kinds: Iterable[Kind]) -> None:
        """Warm up all of these while no table waits for another level."""
        self.later.extend(kinds)
        self._run()

    def _run(self) -> None:
        """Start every lane that has nothing to do."""
        for lane, runner in enumerate(self.runners):
            if runner is None or runner.done():
                self.runners[lane] = asyncio.get_running_loop().create_task(self._wake_all(lane))

    async def _wake_all(self, lane: int) -> None:
        while (kind := self._next(lane)) is not None:
            self.waking[kind] = monotonic.now()
            try:
                await self._wake(kind, lane)
            finally:
                del self.waking[kind]
            self._run()  # a lane may have waited for this game

    def _next(self, lane: int) -> Kind | None:
        """Return the first level that is wanted, or due later, and that this lane may compile now."""
        self.later = [kind for kind in self.later if not self.is_ready(kind)]
        busy = {game for game, _ in self.waking}
        free = (
            kind for kind in [*self.wanted, *self.later] if kind[0] not in busy and (kind[1] or lane == 0)
        )
        kind = next(free, None)
        if kind in self.later:
            self.later.remove(kind)
        return kind

    async def _wake(self, kind: Kind, lane: int) -> None:
        lost = await self._tried(kind, lane)
        answer = self.wanted.pop(kind, None)
        if lost is None:
            self.failed.pop(kind, None)
            if answer:
                answer.set_result(None)
            return
        LOG.error("could not warm up %s: %s", kind_name(kind), lost)
        self.failed[kind] = Failure(str(lost), monotonic.now())
        if answer:
            answer.set_exception(lost)
            answer.exception()  # whoever waited may be gone

    async def _tried(self, kind: Kind, lane: int) -> TaskFailed | None:
        """Return why it could not be woken, if it could not."""
        last = TaskFailed("never tried")
        for _ in range(TRIES):
            try:
                prepared = await self._prepared(kind, lane)
            except TaskFailed as lost:
                last = lost
            else:
                metrics.WARMUPS.add(prepared.seconds)
                await self.times.add(kind, prepared)
                return None
        return last

    async def _prepared(self, kind: Kind, lane: int) -> Preparation:
        if kind[1] is None:
            return await self.study.prepare("", kind)
        if lane or not self.shared:
            return await self.bots.prepare("", kind)
        first = await self.study.prepare("", kind)
        then = await self.bots.prepare("", kind)
        return Preparation(first.seconds + then.seconds, first.compiled or then.compiled)

    def _failure(self, kind: Kind) -> Failure | None:
        failure = self.failed.get(kind)
        return failure if failure and monotonic.now() - failure.at < RETRY_SECONDS else None

    async def close(self) -> None:
        running = [runner for runner in self.runners if runner]
        for runner in running:
            runner.cancel()
        await asyncio.gather(*running, return_exceptions=True)
        for waited in self.wanted.values():
            waited.cancel()


def compiles(kind: Kind) -> bool:
    """True if this level, or judge, has kernels."""
    game, level = kind
    ladder = ladder_of(game)
    return ladder.judge is not None if level is None else level in ladder.warm


def kind_name(kind: Kind) -> str:
    return f"{kind[0]} {kind[1] or 'judge'}"


def all_kinds() -> Iterator[Kind]:
    """All that have to be woken: the weakest of each game first, then the next, and the judges last."""
    longest = max((len(ladder.warm) for ladder in ladders().values()), default=0)
    for rung in range(longest):
        yield from ((game, ladder_of(game).warm[rung]) for game in GAMES if rung < len(ladder_of(game).warm))
    yield from ((game, None) for game in GAMES if ladder_of(game).judge)


def in_order(recent: Iterable[Kind]) -> list[Kind]:
    """All levels, beginning with those that were played against lately."""
    known = list(all_kinds())
    return list(dict.fromkeys([*(kind for kind in recent if kind in known), *known]))
