"""Where judge and master contradict each other: play both moves on by two adepts in imagined worlds.

The worlds are weighted by the story. Both moves meet the same worlds and the same chance.
"""

from random import Random
from typing import Any

import numpy as np

from hanamachi.bots import ladder_of, make_bot
from tools.games import of_games
from tools.research.calibration.games import FINE, SEED, Choice, play_levels, raw
from tools.research.calibration.records import Duel, Duels, Line, edition, keep, read

GAP = 0.06  # the judge likes another move by more than this
WORLDS = 200
ONE_IN = 3  # decisions


def run(name: str, count: int, worlds: int = WORLDS) -> None:
    """Look for contradictions until there are so many."""
    part: Any = of_games("contradictions").get(name)
    number = 0
    while part and sum(len(each.found) for each in read(name).duels.values()) < count:
        if number not in read(name).duels:
            keep(name, [Line(edition(name), duels=searched(part, name, number, worlds))])
        number += 1


def searched(part: Any, name: str, number: int, worlds: int) -> Duels:
    """Play a game, and a duel at each contradiction in it."""
    dice = Random(f"{SEED} {name} {number} duels")
    choices, _ = play_levels(name, part.SETTING, [part.LEVEL] * part.SETTING.seats, dice)
    chosen = [each for each in choices if dice.randrange(ONE_IN) == 0]
    master = make_bot(name, ladder_of(name).names[-1], number)
    found = [duel(part, name, each, master, worlds, number) for each in chosen]
    return Duels(number, len(chosen), tuple(each for each in found if each))


def duel(part: Any, name: str, choice: Choice, master: Any, worlds: int, seed: int) -> Duel | None:
    """Return what the judge's move scored more than the master's, or None if they do not contradict."""
    move = master.choose(choice.view, choice.moves, choice.story)
    place = list(choice.moves).index(move)
    chances = raw(name, choice._replace(place=place))
    best = int(np.argmax(chances))
    if chances[best] - chances[place] <= GAP:
        return None
    more = []
    for number, state in enumerate(part.worlds(choice, worlds, seed)):
        of = [part.played_on(state, choice.moves[each], choice.story, number) for each in (best, place)]
        more.append(of[0] - of[1])
    error = np.std(more) / np.sqrt(len(more))
    numbers = (chances[best] - chances[place], float(np.mean(more)), float(error))
    return Duel(len(more), *(round(FINE * each) for each in numbers))
