"""Play a contest's games on a Ray cluster. Every node needs this package; scores depend on the seed alone.

Each core has one actor, which plays batches of games in a child process, so that a hanging bot can be killed
as in a local contest. A batch takes at least a second; shorter ones would spend it on messages.
"""

from collections import deque
from collections.abc import Iterable, Iterator
from math import ceil
from time import monotonic
from typing import Any

from hanamachi.arena.contest import BadContest, Contest, Fixture, Score
from hanamachi.arena.process_pool import ProcessPool

BATCH = 1.5  # seconds after which an actor returns a batch
MOST = 2000  # fixtures sent to an actor at once


class Batcher:
    """A Ray actor that plays batches of games."""

    def __init__(self, contest: Contest) -> None:
        self.pool = ProcessPool(contest, 1)

    def play(self, fixtures: list[Fixture]) -> list[Score]:
        """Play games for the time of a batch, at least one, and return their scores."""
        began, scores = monotonic(), list[Score]()
        for score in self.pool.play(fixtures):
            scores.append(score)
            if monotonic() - began > BATCH:
                break
        return scores


class RayPool:
    def __init__(self, contest: Contest, address: str) -> None:
        try:
            import ray
        except ImportError as error:
            raise BadContest("no_ray") from error
        try:
            ray.init(address=address, log_to_driver=False, logging_level="error")
        except (ConnectionError, ValueError, RuntimeError) as error:
            raise BadContest("no_cluster", address=address, problem=str(error)) from error
        self.ray = ray
        actor = ray.remote(num_cpus=1)(Batcher)
        self.actors = [actor.remote(contest) for _ in range(int(ray.cluster_resources()["CPU"]))]

    def play(self, fixtures: Iterable[Fixture]) -> Iterator[Score]:
        waiting, idle = deque(fixtures), list(self.actors)
        busy: dict[Any, tuple[Any, list[Fixture]]] = {}
        try:
            while waiting or busy:
                size = min(MOST, ceil(len(waiting) / len(self.actors)))
                while waiting and idle:
                    batch = [waiting.popleft() for _ in range(min(size, len(waiting)))]
                    actor = idle.pop()
                    busy[actor.play.remote(batch)] = actor, batch
                done, _ = self.ray.wait(list(busy), num_returns=1)
                for each in done:
                    actor, batch = busy.pop(each)
                    idle.append(actor)
                    scores = self.ray.get(each)
                    waiting.extendleft(reversed(batch[len(scores) :]))
                    yield from scores
        except KeyboardInterrupt:
            yield from self.finished(list(busy))
            raise

    def finished(self, running: list[Any]) -> Iterator[Score]:
        """Wait some seconds for the running batches and yield their scores, so that no finished game is
        lost."""
        done, _ = self.ray.wait(running, num_returns=len(running), timeout=4 * BATCH) if running else ([], [])
        for each in done:
            yield from self.ray.get(each)

    def close(self) -> None:
        self.ray.shutdown()
