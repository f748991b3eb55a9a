"""Puzzles of Mai-Star: the end of the last festival, won whatever the others hold."""

from collections.abc import Sequence
from types import MappingProxyType

from hanamachi.bots.mai_star.lookout import MaiStarLookout
from hanamachi.bots.mai_star.novice import one_move_ahead
from hanamachi.core.game import Move
from hanamachi.games.mai_star.view import MaiStarView
from hanamachi.puzzles.certain import CertainSubject
from hanamachi.puzzles.path import Position, Setting
from hanamachi.puzzles.puzzle import TRIES

CARDS = 4  # in the smallest hand, when the end of a game begins


class MaiStarSubject(CertainSubject):
    game = "mai_star"
    settings = (Setting(3), Setting(4), Setting(3, {"management": True}))
    levels = ("random", "novice", "apprentice")
    lookout = MaiStarLookout()
    themes = ("effect", "act")
    asked = MappingProxyType({"effect": ("use", "react", "pick", "following", "ringing")})
    by_seat = ("places", "known", "shown", "totals")
    seats_named = ("starter", "player")
    a_game, endings = 4, 4

    def is_end(self, position: Position) -> bool:
        view: MaiStarView = position.view
        return view.round == view.rounds and min(place.cards for place in view.places) <= CARDS

    def too_easy(self, position: Position, right: Sequence[Move], found: str, others: Sequence[str]) -> bool:
        """Return whether a look one move ahead finds the answer. All levels search for sure wins besides, so
        that most puzzles are found by all."""
        looks = [one_move_ahead(seed) for seed in range(TRIES)]
        return all(look.choose(position.view, position.moves, position.story) in right for look in looks)


SUBJECT = MaiStarSubject()
