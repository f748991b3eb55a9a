"""Puzzles of Geisha's Road: the eighth turn of the last round, won whatever the rival holds."""

from types import MappingProxyType

from hanamachi.bots.geishas_road.lookout import RoadLookout
from hanamachi.puzzles.certain import CertainSubject
from hanamachi.puzzles.path import Setting


class RoadSubject(CertainSubject):
    game = "geishas_road"
    settings = (Setting(2), Setting(2, {"mode": "harder"}), Setting(2, {"mode": "advanced"}))
    levels = ("novice", "student")
    lookout = RoadLookout()
    themes = ("choose", "resolve", "offer")
    asked = MappingProxyType({"choose": ("choose", "counter"), "resolve": ("resolve", "take")})
    by_seat = (
        *("hands", "sides", "sums", "taken", "tokens", "specials", "lefts", "rights", "may_counter"),
        *("guests", "worth", "drawn", "schemed", "hid", "totals"),
    )
    seats_named = ("favours", "leads", "starter")


SUBJECT = RoadSubject()
