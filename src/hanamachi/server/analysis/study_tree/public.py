"""Find what another seat may do, where its hidden cards do not matter: its answers to an open offer."""

from collections.abc import Sequence
from random import Random

from hanamachi.core.game import NATURE, Game, Move, Seat, State

SAMPLES = 12  # imagined states that must all have the same choice


def public_moves(game: Game, state: State, eyes: Seat) -> Sequence[Move]:
    """Return the legal moves of the seat that decides, if they are the same whatever these eyes do not see,
    and nothing of them is hidden; else none. It follows from the view of these eyes alone."""
    if state.actor in (None, NATURE):
        return []
    view, rng = state.view(eyes), Random(SAMPLES)
    imagined = [game.imagine(view, rng) for _ in range(SAMPLES)]
    moves = imagined[0].moves()
    same = all(each.moves() == moves for each in imagined)
    return moves if same and all(imagined[0].veil(move, eyes) == move for move in moves) else []
