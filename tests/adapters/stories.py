"""Settings to try, random games of them, and their retellings."""

from collections.abc import Iterator
from functools import cache
from random import Random

from hanamachi.adapters.setting import Setting, setting
from hanamachi.core.conformance import Story, random_story, told
from hanamachi.core.game import Seat, State

MODES = [
    setting("okiya"),
    setting("okiya", options={"match": "series", "full_board": "draw"}),
    setting("okiya", options={"match": "points"}),
    setting("hanamikoji"),
    setting("hanamikoji", options={"rounds": "until_won", "starter": "first"}),
    setting("hanamikoji", options={"box": "small"}),
    setting("geishas_road"),
    setting("geishas_road", options={"mode": "harder", "destiny": True}),
    setting("geishas_road", options={"mode": "advanced", "double_counter_gift": "literal"}),
    setting("mai_star", 3),
    setting("mai_star", 4, {"management": True}),
    setting("mai_star", 5, {"limited_guests": "at_once", "black_requirement": "all"}),
    setting("mai_star", 6),
]


@cache
def a_game(each: Setting, seed: int, *, lively: bool = True) -> Story:
    return random_story(each.game, each.seats, each.options, Random(seed), 20_000, lively=lively)


def retold(story: Story, seat: Seat | None, rng: Random, budget: int) -> Iterator[tuple[int, list[State]]]:
    """Other true stories that a seat cannot tell from this one: a ply, and the states up to it."""
    lines = told(story, seat)
    paths = [[story.states[0]]]
    while paths and budget:
        states = paths.pop()
        ply = len(states) - 1
        yield ply, states
        if ply == len(lines):
            return
        same = [move for move in states[-1].moves() if states[-1].veil(move, seat) == lines[ply].move]
        rng.shuffle(same)
        paths += [[*states, states[-1].play(move)] for move in same[:2]]
        budget -= 1
