"""Puzzles of Mai-Star: the end of the last festival, won whatever the others hold."""

from types import MappingProxyType

from hanamachi.bots.mai_star.lookout import MaiStarLookout
from hanamachi.puzzles.certain import CertainSubject
from hanamachi.puzzles.path import Setting


class MaiStarSubject(CertainSubject):
    game = "mai_star"
    settings = (Setting(3), Setting(4), Setting(3, {"management": True}))
    levels = ("random", "novice", "apprentice")
    lookout = MaiStarLookout()
    themes = ("effect", "act")
    asked = MappingProxyType({"effect": ("use", "react", "pick", "following", "ringing")})
    by_seat = ("places", "known", "shown", "totals")
    seats_named = ("starter", "player")


SUBJECT = MaiStarSubject()
