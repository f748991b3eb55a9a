"""List what the benchmarks measure of Geisha's Road."""

from collections.abc import Callable, Iterator
from typing import Any

from hanamachi.games.geishas_road import moves
from hanamachi.games.geishas_road.kernel import playouts, translate

TABLES: list[tuple[int, dict[str, Any]]] = [(2, {"mode": mode}) for mode in ("basic", "harder", "advanced")]
LEVELS = [("student", 3)]


def works() -> Iterator[tuple[str, Callable[[], object]]]:
    table = translate.new_table(moves.Options(mode="advanced"), 1)
    yield "random games", lambda: playouts.random_games(table, 2000, 1)
