"""Prove what is sure in Mai-Star, under these options: in the last festival alone."""

import random
from typing import Any

from msgspec.structs import replace

from hanamachi.bots import make_bot
from hanamachi.bots.bot import Bot
from hanamachi.bots.mai_star.levels import MASTER, Leaner
from hanamachi.bots.mai_star.lookout import MaiStarLookout
from hanamachi.bots.mai_star.student import student
from hanamachi.core.game import NATURE
from hanamachi.games.mai_star.moves import Choosing, Starting
from hanamachi.games.mai_star.pieces import ROUNDS
from hanamachi.games.mai_star.table import Result

LOOKOUT, FROZEN = MaiStarLookout(), student
OPTIONS = [{}, {"management": True}, {"limited_guests": "at_once"}]
BEFORE = 25  # points that a seat may have from the festivals before the last one


def player(level: str, seed: int) -> Bot[Any]:
    """Strong players are in a hurry: a hundredth of the master's playouts."""
    return Leaner(seed, MASTER // 100) if level == "student" else make_bot("mai_star", level, seed)


def beginning(state: Any, dice: random.Random) -> Any:
    """Begin the last festival, after a standing that is drawn: nothing is sure before it."""
    while isinstance(state.todo[0], Starting | Choosing):
        state = state.play(state.draw(dice) if state.actor == NATURE else dice.choice(state.moves()))
    seats = len(state.places)
    nothing, points = (0,) * seats, tuple(dice.randint(0, BEFORE) for _ in range(seats))
    results = (Result("M27", nothing, points, nothing, points), Result("M27", *[nothing] * 4))
    return replace(state, round=ROUNDS, results=results)
