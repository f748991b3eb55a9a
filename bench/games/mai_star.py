"""List what the benchmarks measure of Mai-Star."""

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

from hanamachi.games.mai_star import kernel
from hanamachi.games.mai_star.moves import Options

TABLES: list[tuple[int, dict[str, Any]]] = [(3, {}), (6, {})]
LEVELS = [("student", 2)]


def works() -> Iterator[tuple[str, Callable[[], object]]]:
    for seats in (3, 6):
        yield (
            f"random games of {seats}",
            partial(kernel.random_games, seats, Options(), range(200), threads=1),
        )
