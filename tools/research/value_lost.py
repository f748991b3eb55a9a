"""Measure how much each level loses with a move, by the game's judge: value_lost.json.xz.

Positions come from games of the level against itself, and some of their choices are judged. A loss is how
much better the best move was, in chance to win. It is true where the judge is exact. Otherwise the judge
weighs the best moves and the one that was made on the same imagined tables, and the best of several looks a
little better than it is. The run is resumable: every game is saved as soon as it is judged; opinions of
another edition of a judge are dropped.
"""

import argparse
import lzma
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random
from typing import Any

import msgspec
from msgspec import Struct

from hanamachi.bots import ladder_of, make_bot
from hanamachi.core.game import NATURE, Move, Told
from hanamachi.games import GAMES, OURS

OUT = Path(__file__).with_name("value_lost.json.xz")
ONE_IN = 4  # one choice in so many is judged
FINE = 4  # digits

Choice = tuple[Any, list[Told], Move]


class Judged(Struct):
    """The results of one level: the number of games, and the loss of each judged move."""

    games: int = 0
    losses: list[float] = []


class Losses(Struct):
    edition: int  # of the judge
    levels: dict[str, Judged] = {}


def decisions(game: str, level: str, dice: Random) -> Iterator[Choice]:
    """Play a level against itself. Yield each choice with the seat's story and its move."""
    played = GAMES[game]
    seats = played.seats[0]
    bots = [make_bot(game, level, dice.getrandbits(40)) for _ in range(seats)]
    state: Any = played.start(seats, played.options())
    stories: list[list[Told]] = [[] for _ in bots]
    while (actor := state.actor) is not None:
        if actor == NATURE:
            move = state.draw(dice)
        else:
            moves = state.moves()
            move = bots[actor].choose(state.view(actor), moves, stories[actor])
            if len(moves) > 1:
                yield state, [*stories[actor]], move
        for seat, story in enumerate(stories):
            story.append(Told(actor, state.veil(move, seat)))
        state = state.play(move)


def lost(game: str, choice: Choice) -> float:
    """Return the loss in chance to win, against the judge's best move."""
    state, story, move = choice
    moves = state.moves()
    place = list(moves).index(move)
    chances = ladder_of(game).opinion(state.view(state.actor), moves, story, place).chances
    return round(max(chances) - chances[place], FINE)


def one_game(game: str, level: str, number: int) -> list[float]:
    dice = Random(f"value lost {game} {level} {number}")
    chosen = Random(f"{number} judged")
    return [lost(game, each) for each in decisions(game, level, dice) if chosen.randrange(ONE_IN) == 0]


def kept(path: Path) -> dict[str, Losses]:
    try:
        found = msgspec.json.decode(lzma.decompress(path.read_bytes()), type=dict[str, Losses])
    except FileNotFoundError:
        return {}
    return {game: each for game, each in found.items() if each.edition == ladder_of(game).edition}


def keep(path: Path, found: dict[str, Losses]) -> None:
    """Replace the file in one step: a process that is killed here leaves it as it was."""
    beside = path.with_suffix(".new")
    beside.write_bytes(lzma.compress(msgspec.json.encode(found), preset=9))
    beside.replace(path)


def judged(path: Path, game: str, levels: Sequence[str], wanted: int) -> None:
    found = kept(path)
    ours = found.setdefault(game, Losses(ladder_of(game).edition))
    for level in levels:
        of_level = ours.levels.setdefault(level, Judged())
        while len(of_level.losses) < wanted:
            of_level.losses += one_game(game, level, of_level.games)
            of_level.games += 1
            keep(path, found)
        mean = sum(of_level.losses) / len(of_level.losses)
        print(f"{game} {level}: {mean:.3f} in {len(of_level.losses)} moves", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--moves", type=int, default=200, help="of each level")
    parser.add_argument("--games", nargs="+", default=[game.name for game in OURS])
    parser.add_argument("--levels", nargs="+", help="only these")
    parser.add_argument("--anew", action="store_true", help="forget what is known of them: they have changed")
    parser.add_argument("--out", type=Path, default=OUT)
    given = parser.parse_args()
    for game in given.games:
        levels = [each for each in ladder_of(game).names if each in (given.levels or ladder_of(game).names)]
        if given.anew and game in (found := kept(given.out)):
            for level in levels:
                found[game].levels.pop(level, None)
            keep(given.out, found)
        judged(given.out, game, levels, given.moves)


if __name__ == "__main__":
    main()
