"""Who plays the parts of a batch: threads of this process, or a cluster."""

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from importlib import import_module
from typing import Any, Protocol, TypeVar

import numpy as np

from hanamachi.core.words import Refusal

R = TypeVar("R")


class BadCluster(Refusal):
    """There is no Ray, or no cluster where it was looked for."""


class Crew(Protocol):
    def share(self, work: Callable[..., R], parts: Sequence[tuple[Any, ...]]) -> list[R]:
        """The work done with each part, in the order of the parts."""

    def close(self) -> None: ...


def seed_of(seed: int, iteration: int, part: int) -> int:
    """Each part of each batch has a seed of its own, whoever plays it."""
    mixed = np.random.SeedSequence([seed, iteration, part])
    return int(mixed.generate_state(1, np.uint64)[0])


def do(work: Callable[..., R], part: tuple[Any, ...]) -> R:
    return work(*part)


class Threads:
    """Kernels run without Python's lock, so threads will do."""

    def __init__(self, count: int) -> None:
        self.pool = ThreadPoolExecutor(count)

    def share(self, work: Callable[..., R], parts: Sequence[tuple[Any, ...]]) -> list[R]:
        return list(self.pool.map(partial(do, work), parts))

    def close(self) -> None:
        self.pool.shutdown()


class Cluster:
    """A Ray cluster, each of whose nodes has this package."""

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
