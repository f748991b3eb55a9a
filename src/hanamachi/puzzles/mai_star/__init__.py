"""Puzzles of Mai-Star: the end of the last festival, won whatever the others hold."""

from collections.abc import Sequence
from types import MappingProxyType

from hanamachi.bots.mai_star.novice import one_move_ahead
from hanamachi.core.game import Move
from hanamachi.games.mai_star.view import MaiStarView
from hanamachi.puzzles.certain import CertainSubject
from hanamachi.puzzles.mai_star.foresight import MaiStarForesight
from hanamachi.puzzles.path import Position, Setting
from hanamachi.puzzles.puzzle import TRIES

DEALS, FEW, NEARLY = 1000, 50, 0.96
STEP = 5
CARDS = 4  # in the smallest hand, when the end of a game begins


class MaiStarSubject(CertainSubject):
    game = "mai_star"
    settings = (Setting(3), Setting(4), Setting(3, {"management": True}))
    levels = ("random", "novice", "apprentice")
    foresight = MaiStarForesight()
    themes = ("effect", "act")
    asked = MappingProxyType({"effect": ("use", "react", "pick", "following", "ringing")})
    by_seat = ("places", "known", "shown", "totals")
    seats_named = ("starter", "player")
    a_game, endings, easy = 4, 12, 2
    margin = 0.05

    def shares(self, position: Position, moves: Sequence[Move]) -> list[int] | None:
        """Return how many of a hundred games each move wins, in steps of five; few deals show first whether
        one nearly always wins."""
        from hanamachi.puzzles.mai_star.playouts import shares  # numba, only where puzzles are made

        if max(shares(position.view, moves, FEW)) > NEARLY:
            return None
        return [STEP * round(100 * share / STEP) for share in shares(position.view, moves, DEALS)]

    def is_end(self, position: Position) -> bool:
        view: MaiStarView = position.view
        return view.round == view.rounds and min(place.cards for place in view.places) <= CARDS

    def too_easy(self, position: Position, right: Sequence[Move], found: str, others: Sequence[str]) -> bool:
        """Return whether a look one move ahead finds the answer, or all levels find too many. They search for
        sure wins besides, and so they find more than in other games."""
        looks = [one_move_ahead(seed) for seed in range(TRIES)]
        seen = all(look.choose(position.view, position.moves, position.story) in right for look in looks)
        return seen or super().too_easy(position, right, found, others)


SUBJECT = MaiStarSubject()
