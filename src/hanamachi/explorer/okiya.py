"""Walk through a round of Okiya: its garden may be turned and mirrored."""

from collections.abc import Sequence

from hanamachi.core.game import Move
from hanamachi.explorer.exact import Exact
from hanamachi.games.okiya.moves import Lay, Take
from hanamachi.games.okiya.pieces import SIDE, SQUARES
from hanamachi.puzzles.okiya.symmetry import TURNS


class OkiyaWalk(Exact):
    """A quarter turn, and the mirror."""

    game = "okiya"
    turns = ("turn", "mirror")

    def turned(self, turn: str, moves: Sequence[Move]) -> list[Move]:
        old = TURNS[1 if turn == "turn" else SIDE]  # the old square of every new one
        new = {square: at for at, square in enumerate(old)}
        laid = [move for move in moves if isinstance(move, Lay)]
        tiles = iter([laid[old[at]] for at in SQUARES])
        return [
            self._turned(move, new)
            if isinstance(move, Take)
            else next(tiles)
            if isinstance(move, Lay)
            else move
            for move in moves
        ]

    def _turned(self, move: Take, new: dict[int, int]) -> Take:
        return Take(new[move.square])


WALK = OkiyaWalk()
