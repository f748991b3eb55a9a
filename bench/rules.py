"""Measure the moves per second of every rules engine in random play, on one core.

The yardstick, measured in the same run, is one `msgspec.structs.replace` of a record of eight fields: the
least that a frozen state costs.
"""

import time
from importlib import import_module
from random import Random
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from hanamachi import GAMES
from hanamachi.core.game import NATURE
from hanamachi.games import modules

SECONDS = 2.0
TABLES = {game: import_module(module).TABLES for game, module in modules("bench.games.{}").items()}


class Eight(Struct, frozen=True):
    a: int = 0
    b: int = 0
    c: int = 0
    d: int = 0
    e: int = 0
    f: int = 0
    g: int = 0
    h: int = 0


def replaces_per_second() -> float:
    record, count, started = Eight(), 0, time.perf_counter()
    while time.perf_counter() - started < SECONDS / 4:
        for _ in range(1000):
            record = replace(record, a=1)
        count += 1000
    return count / (time.perf_counter() - started)


def moves_per_second(name: str, seats: int, options: dict[str, Any]) -> tuple[float, int, int]:
    game, rng = GAMES[name], Random(1)
    moves = games = 0
    started = time.perf_counter()
    while time.perf_counter() - started < SECONDS:
        state = game.start(seats, game.options(**options))
        while (actor := state.actor) is not None:
            state = state.play(state.draw(rng) if actor == NATURE else rng.choice(state.moves()))
            moves += 1
        games += 1
    return moves / (time.perf_counter() - started), games, moves


def main() -> None:
    yardstick = replaces_per_second()
    print(f"rulebook engines, random play, one core (yardstick: {yardstick:,.0f} replaces/s)")
    for name, tables in TABLES.items():
        for seats, options in tables:
            speed, games, moves = moves_per_second(name, seats, options)
            label = " ".join([name, f"{seats} seats", *map(str, options.values())])
            cost = f"{yardstick / speed:5.1f} replaces a move"
            print(f"  {label:34} {speed:9,.0f} moves/s {cost}  ({games} games, {moves} moves)")


if __name__ == "__main__":
    main()
