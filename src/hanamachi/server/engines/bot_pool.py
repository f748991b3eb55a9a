"""Run bots and judges in processes of their own, or on a Ray cluster, so that no table waits for one."""

from collections.abc import Callable
from typing import Any

from hanamachi.bots.judge import Opinion
from hanamachi.core.words import Refusal
from hanamachi.server.engines.on_ray import NoRemoteAnswer, RayPool
from hanamachi.server.engines.tasks import (
    BotTask,
    Kind,
    Preparation,
    Question,
    answer,
    answers,
    judge,
    prepare,
    question,
    read_story,
)
from hanamachi.server.runtime import metrics, monotonic
from hanamachi.server.runtime.process_pool import Call, ProcessPool, TaskFailed

RAY_SHARE = 0.5  # of the time for an answer: then the task falls back to a local process


class BotPool(ProcessPool):
    """`ray`: the actors of a Ray cluster. They are preferred while one is free."""

    def __init__(
        self, count: int = 2, seconds: float = 20.0, patience: int = 0, ray: RayPool | None = None
    ) -> None:
        super().__init__(count, seconds, patience)
        self.ray = ray or RayPool()
        self.ray.turns.append(self.turns)

    async def ask(self, who: str, question: Question, level: str, seed: int) -> int:
        """Return the index of the move that a bot chooses. TaskFailed if there is none."""
        try:
            index: int = await self._think(who, BotTask(question, level, seed))
        except Refusal as refusal:
            raise TaskFailed(f"the bot could not be asked: {refusal.reason}") from refusal
        return index

    async def ask_often(
        self, who: str, question: Question, level: str, seed: int, most: int, seconds: float
    ) -> list[int]:
        """Return the moves that a bot chooses, asked up to `most` times, by index. TaskFailed if none."""
        try:
            found: list[int] = await self.do(who, answers, question, level, seed, most, seconds)
        except Refusal as refusal:
            raise TaskFailed(f"the bot could not be asked: {refusal.reason}") from refusal
        return found

    async def judge(self, who: str, question: Question, played: int | None = None) -> Opinion:
        """Return a judge's opinion of every move, above all that with this index. TaskFailed if none."""
        thought: Opinion = await self._think(who, BotTask(question, played=played))
        return thought

    def preparation(self, wanted: Callable[..., Any], given: tuple[Any, ...]) -> Call | None:
        """Have a process load and compile a level before its first answer, in time that is not counted."""
        if wanted is prepare:
            return wanted, given
        if wanted in (answer, answers):
            return prepare, (given[0].game, given[1])
        return (prepare, (given[0].game, None)) if wanted is judge else None

    async def prepare(self, who: str, kind: Kind) -> Preparation:
        """Have a process prepare this level, or judge. TaskFailed if it cannot."""
        prepared: Preparation = await self.do(who, prepare, *kind)
        return prepared

    def is_prepared(self, kind: Kind) -> bool:
        """True if a process that runs has prepared this level, or judge."""
        return any((prepare, kind) in worker.prepared for worker in self.all)

    async def _think(self, who: str, errand: BotTask) -> Any:
        """Prefer an actor of the cluster, else take the first free slot. A task that falls back to a local
        process gets only the time that is left."""
        with metrics.THINKING.timed():
            actor = self.ray.place(errand.kind) or await self.turns.take(who, errand.kind)
            if actor is None:
                return await self.run(*errand.at_home)
            began = monotonic.now()
            try:
                return await actor.think(errand, RAY_SHARE * self.seconds, self.seconds)
            except NoRemoteAnswer:
                left = self.seconds - (monotonic.now() - began)
                await self.turns.take(who)
                return await self.run(*errand.at_home, seconds=left)


__all__ = ["BotPool", "Question", "TaskFailed", "answer", "judge", "question", "read_story"]
