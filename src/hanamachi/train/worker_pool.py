"""Share the parts of a batch among threads of this process, or among the nodes of a Ray cluster."""

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from importlib import import_module
from typing import Any, Protocol, TypeVar

import numpy as np

from hanamachi.core.words import Refusal

R = TypeVar("R")


class BadCluster(Refusal):
    """Raised if Ray is not installed, or if there is no cluster at the address."""


class WorkerPool(Protocol):
    def share(self, work: Callable[..., R], parts: Sequence[tuple[Any, ...]]) -> list[R]:
        """Call `work` with each part and return the results in the order of the parts."""

    def close(self) -> None: ...


def seed_of(seed: int, iteration: int, part: int) -> int:
    """Return the seed of a part of a batch. It does not depend on which worker plays the part."""
    mixed = np.random.SeedSequence([seed, iteration, part])
    return int(mixed.generate_state(1, np.uint64)[0])


def do(work: Callable[..., R], part: tuple[Any, ...]) -> R:
    return work(*part)


class ThreadPool:
    """A pool of threads of this process. Kernels release Python's lock, so threads run in parallel."""

    def __init__(self, count: int) -> None:
        self.pool = ThreadPoolExecutor(count)

    def share(self, work: Callable[..., R], parts: Sequence[tuple[Any, ...]]) -> list[R]:
        return list(self.pool.map(partial(do, work), parts))

    def close(self) -> None:
        self.pool.shutdown()


class RayPool:
    """A Ray cluster. Each of its nodes needs this package."""

    def __init__(self, address: str) -> None:
        try:
            self.ray: Any = import_module("ray")
        except ImportError as error:
            raise BadCluster("no_ray") from error
        try:
            self.ray.init(address=address, log_to_driver=False, logging_level="error")
        except (ConnectionError, ValueError, RuntimeError) as error:
            raise BadCluster("no_cluster", address=address, problem=str(error)) from error
        self.there = self.ray.remote(num_cpus=1)(do)

    def share(self, work: Callable[..., R], parts: Sequence[tuple[Any, ...]]) -> list[R]:
        done: list[R] = self.ray.get([self.there.remote(work, part) for part in parts])
        return done

    def close(self) -> None:
        self.ray.shutdown()
