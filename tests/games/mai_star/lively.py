"""Random stories in which much happens: first a kind of move is drawn, then one of that kind."""

from random import Random
from typing import Any

from hanamachi.core.conformance import Story
from hanamachi.core.game import NATURE, Move
from hanamachi.games.mai_star import GAME
from hanamachi.games.mai_star.moves import Options, Search


def lively_story(seats: int, options: Options, rng: Random, limit: int = 5000) -> Story:
    state = GAME.start(seats, options)
    states, played = [state], list[Move]()
    while state.actor is not None:
        assert len(played) < limit
        played.append(state.draw(rng) if state.actor == NATURE else lively_move(state, rng))
        state = state.play(played[-1])
        states.append(state)
    return Story(GAME, seats, states, played)


def lively_move(state: Any, rng: Random) -> Move:
    by_kind: dict[type[Move], list[Move]] = {}
    for move in state.moves():
        by_kind.setdefault(type(move), []).append(move)
    kinds = [kind for kind in by_kind if kind is not Search] or list(by_kind)
    return rng.choice(by_kind[rng.choice(kinds)])
