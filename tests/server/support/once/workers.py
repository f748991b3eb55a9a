"""Keep processes of a house that closes for the next house: they have loaded the rules and the bots."""

import os
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from hanamachi.server.runtime.process_pool import ProcessPool, Worker


class Kept:
    """At most one idle process of each priority, for whoever has the environment in which it was started."""

    def __init__(self) -> None:
        self.workers: dict[int, Worker] = {}
        self.environments: dict[Worker, dict[str, str]] = {}
        self.start_new, self.close_all = ProcessPool._start, ProcessPool.close

    def start(self, pool: ProcessPool) -> Worker:
        """In a thread of a pool."""
        kept, here = self.workers.pop(pool.patience, None), environment()
        if kept:
            if self.environments[kept] == here and kept.process.is_alive():
                pool.all.add(kept)
                return kept
            self.stop(kept)
        new = self.start_new(pool)
        self.environments[new] = here
        return new

    def close(self, pool: ProcessPool) -> None:
        for worker in pool.idle:
            if pool.patience not in self.workers and worker in self.environments:
                self.workers[pool.patience] = worker
                pool.all.discard(worker)
        for worker in pool.all:
            self.environments.pop(worker, None)
        self.close_all(pool)

    def stop(self, worker: Worker) -> None:
        del self.environments[worker]
        worker.stop()


def environment() -> dict[str, str]:
    return {name: value for name, value in os.environ.items() if name != "PYTEST_CURRENT_TEST"}


@contextmanager
def kept_workers() -> Iterator[None]:
    kept = Kept()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(ProcessPool, "_start", lambda pool: kept.start(pool))
        patch.setattr(ProcessPool, "close", lambda pool: kept.close(pool))
        yield
    for worker in kept.workers.values():
        worker.stop()
