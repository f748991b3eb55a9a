"""List what the benchmarks measure of Hanamikoji."""

from collections.abc import Callable, Iterator
from typing import Any

from hanamachi.games.hanamikoji import kernel

TABLES: list[tuple[int, dict[str, Any]]] = [(2, {})]
LEVELS = [("student", 6), ("adept", 400), ("master", 8)]


def works() -> Iterator[tuple[str, Callable[[], object]]]:
    yield "random games", lambda: kernel.random_games(0, -1, range(4000), 1)
