"""Play 200 games by bots and keep the fullest positions they reach: tests/e2e/support/positions/*.json.gz.

A file is a log up to one decision (or to the end): the game, its options, and every move with its seat.
Arguments are names of series, to make only those. Of two equally full positions the one with the shorter log
is kept.
"""

import random
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from hanamachi.bots import make_bot
from hanamachi.core.game import NATURE, Seat, State, Told
from hanamachi.core.options import choose
from hanamachi.games import GAMES
from tests.kept import packed
from tools.build.series import Series
from tools.games import of_games

OUT = Path(__file__).parents[2] / "tests/e2e/support/positions"
SERIES: list[Series] = [each for module in of_games("positions").values() for each in module.SERIES]


class Moment(NamedTuple):
    full: float
    length: int  # of the log, counted downwards
    line: Sequence[tuple[Seat, Any]]


def main() -> None:
    wanted = [series for series in SERIES if series.name.startswith(tuple(sys.argv[1:] or [""]))]
    for series in wanted:
        for old in OUT.glob(f"{series.name}_*.json.gz"):
            old.unlink()
        for name, best in fullest(series).items():
            told = {"game": series.game, "options": series.options, "seats": series.seats, "line": best.line}
            packed.write(OUT / f"{series.name}_{name}.json.gz", msgspec.json.encode(told) + b"\n")
            print(f"{series.name}_{name}: {best.full:g} after {len(best.line)} moves")


def fullest(series: Series) -> dict[str, Moment]:
    best: dict[str, Moment] = {}
    for number in range(series.games):
        for state, line in played(series, number):
            for name, full in series.kept.items():
                moment = Moment(full(state), -len(line), line)
                if moment.full and moment[:2] > best.get(name, Moment(0, 0, ()))[:2]:
                    best[name] = moment._replace(line=list(line))
    return best


def played(series: Series, number: int) -> Iterator[tuple[State, list[tuple[Seat, Any]]]]:
    """Yield every decision of a game and its end, each with the moves before it."""
    game, dice = GAMES[series.game], random.Random(f"{series.name} {number}")
    bots = [make_bot(series.game, "novice", dice.randrange(2**32)) for _ in range(series.seats)]
    heard: list[list[Told]] = [[] for _ in bots]
    state: Any = game.start(series.seats, choose(game.options, series.options))
    line: list[tuple[Seat, Any]] = []
    while (seat := state.actor) is not None:
        if seat == NATURE:
            move = dice.choices(*zip(*state.odds(), strict=True))[0]
        else:
            yield state, line
            move = bots[seat].choose(state.view(seat), state.moves(), heard[seat])
        for each, told in enumerate(heard):
            told.append(Told(seat, state.veil(move, each)))
        line.append((seat, msgspec.to_builtins(move)))
        state = state.play(move)
    yield state, line


if __name__ == "__main__":
    main()
