"""Grade puzzles: ask every level of the game's ladder, and count how often it finds the answer."""

from collections.abc import Sequence

from hanamachi.bots import ladder_of, make_bot
from hanamachi.core.game import Move
from hanamachi.puzzles.path import Position
from hanamachi.puzzles.puzzle import TRIES


def levels_of(game: str) -> tuple[str, ...]:
    return tuple(ladder_of(game).levels)


def found(position: Position, right: Sequence[Move]) -> str:
    """Return for each level, from weak to strong, how many of its tries found a right move."""
    counts = []
    for level in levels_of(position.game.name):
        bots = [make_bot(position.game.name, level, seed) for seed in range(TRIES)]
        chosen = [bot.choose(position.view, position.moves, position.story) for bot in bots]
        counts.append(sum(move in right for move in chosen))
    return "".join(map(str, counts))
