"""Count how often bots miss provable wins and losses, in positions from weak and strong play.

A lookout proves the end of a game by the rules engine alone (bots/certain.py). Every level is asked in each
position where a move can be a proved mistake, and its misses are counted.
"""

import argparse
import random
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from hanamachi.bots import ladder_of, make_bot
from hanamachi.bots.bot import Bot
from hanamachi.core.game import NATURE, Move, Told
from hanamachi.core.options import choose
from hanamachi.games import GAMES
from tools.games import of_games

OWN = of_games("sure_things")  # LOOKOUT and OPTIONS; FROZEN, player and beginning where they differ


def player(name: str, dice: random.Random) -> Bot[Any]:
    """Weak or strong."""
    level, seed = dice.choice(("random", "novice", "student")), dice.getrandbits(40)
    own = getattr(OWN[name], "player", None)
    made: Bot[Any] = own(level, seed) if own else make_bot(name, level, seed)
    return made


def beginning(name: str, seats: int, options: Any, dice: random.Random) -> Any:
    state: Any = GAMES[name].start(seats, options)
    own = getattr(OWN[name], "beginning", None)
    return own(state, dice) if own else state


class Position(NamedTuple):
    view: Any
    moves: Sequence[Move]
    story: list[Told]
    right: Sequence[Move]


def decisions(name: str, number: int) -> Iterator[tuple[Any, list[Told]]]:
    """Yield every choice of a game, with the deciding seat's story."""
    game, dice = GAMES[name], random.Random(f"sure things {name} {number}")
    seats = dice.randint(*(game.seats[0], game.seats[-1]))
    options = choose(game.options, OWN[name].OPTIONS[number % len(OWN[name].OPTIONS)])
    bots = [player(name, dice) for _ in range(seats)]
    heard: list[list[Told]] = [[] for _ in bots]
    state = beginning(name, seats, options, dice)
    while (seat := state.actor) is not None:
        if seat == NATURE:
            move = state.draw(dice)
        else:
            if len(state.moves()) > 1:
                yield state, heard[seat]
            move = bots[seat].choose(state.view(seat), state.moves(), heard[seat])
        for each, told in enumerate(heard):
            told.append(Told(seat, state.veil(move, each)))
        state = state.play(move)


def positions(name: str, wanted: int) -> tuple[list[Position], int]:
    """Return so many positions with a possible mistake, and the number of all decisions that could be
    proved."""
    lookout, found, judged, number = OWN[name].LOOKOUT, list[Position](), 0, 0
    while len(found) < wanted:
        for state, heard in decisions(name, number):
            view, moves = state.view(state.actor), state.moves()
            right = lookout.best(view, moves)
            judged += bool(lookout.states(view))
            if len(right) < len(moves):
                found.append(Position(view, moves, list(heard), right))
        number += 1
    return found[:wanted], judged


def misses(bots: Sequence[Bot], found: Sequence[Position]) -> int:
    return sum(
        bot.choose(each.view, each.moves, each.story) not in each.right
        for bot, each in zip(bots, found, strict=True)
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--positions", type=int, default=300, help="of each game")
    parser.add_argument("--games", nargs="+", default=list(OWN), choices=list(OWN))
    given = parser.parse_args()
    for name in given.games:
        found, judged = positions(name, given.positions)
        print(f"{name}: {judged} decisions looked at, {len(found)} in which something can be missed")
        for level in ladder_of(name).levels:
            bots = [make_bot(name, level, n) for n in range(len(found))]
            print(f"  {level}: {misses(bots, found)} missed", flush=True)
        if student := getattr(OWN[name], "FROZEN", None):
            frozen = misses([student(n) for n in range(len(found))], found)
            print(f"  the frozen student: {frozen} missed", flush=True)


if __name__ == "__main__":
    main()
