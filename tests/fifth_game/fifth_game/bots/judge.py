"""The judge of Tsukimi: each move is played out at random, on states that this seat cannot tell apart."""

from collections.abc import Sequence
from random import Random
from zlib import crc32

import msgspec

from fifth_game.imagine import imagine
from fifth_game.rules import State
from fifth_game.view import TsukimiView
from hanamachi.bots.judge import Opinion
from hanamachi.core.game import NATURE, Move, Seat, Told

PLAYOUTS = 60


def judge(
    view: TsukimiView, moves: Sequence[Move], _story: Sequence[Told], _played: int | None = None
) -> Opinion:
    """The same view always gives the same opinion."""
    assert view.seat is not None
    seed = crc32(msgspec.json.encode(view))
    return Opinion([chance(view, move, view.seat, Random(seed)) for move in moves])


def chance(view: TsukimiView, move: Move, seat: Seat, rng: Random) -> float:
    return sum(share(imagine(view, rng).play(move), seat, rng) for _ in range(PLAYOUTS)) / PLAYOUTS


def share(state: State, seat: Seat, rng: Random) -> float:
    """What a seat has of the victory at the end of random play."""
    while state.actor is not None:
        state = state.play(state.draw(rng) if state.actor == NATURE else rng.choice(state.moves()))
    outcome = state.outcome()
    assert outcome is not None
    return (seat in outcome.winners) / len(outcome.winners)
