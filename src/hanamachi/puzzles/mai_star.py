"""Puzzles of Mai-Star: the end of the last festival, won whatever the others hold."""

from typing import Any

import msgspec

from hanamachi.bots.mai_star.lookout import MaiStarLookout
from hanamachi.puzzles.certain import CertainSubject
from hanamachi.puzzles.path import Position, Setting


class MaiStarSubject(CertainSubject):
    game = "mai_star"
    settings = (Setting(3), Setting(4), Setting(3, {"management": True}))
    themes = ()
    levels = ("random", "novice", "apprentice")
    lookout = MaiStarLookout()

    def same(self, position: Position) -> Any:
        return msgspec.to_builtins(position.view)


SUBJECT = MaiStarSubject()
