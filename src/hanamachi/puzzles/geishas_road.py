"""Puzzles of Geisha's Road: the eighth turn of the last round, won whatever the rival holds."""

from typing import Any

import msgspec

from hanamachi.bots.geishas_road.lookout import RoadLookout
from hanamachi.puzzles.certain import CertainSubject
from hanamachi.puzzles.path import Position, Setting

BY_SEAT = (
    *("favours", "hands", "sides", "taken", "tokens", "specials", "lefts", "rights"),
    *("guests", "totals", "drawn", "schemed", "hid"),
)


class RoadSubject(CertainSubject):
    game = "geishas_road"
    settings = (Setting(2), Setting(2, {"mode": "harder"}), Setting(2, {"mode": "advanced"}))
    themes = ()
    levels = ("novice", "student")
    lookout = RoadLookout()

    def same(self, position: Position) -> Any:
        return msgspec.to_builtins(position.view)


SUBJECT = RoadSubject()
