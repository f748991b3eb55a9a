"""Hanamikoji: how long it can be, and its tiny box, which is for research alone."""

from typing import Any

from hanamachi.adapters.openspiel.lengths import Length
from hanamachi.adapters.setting import Setting, setting
from hanamachi.core.game import NATURE
from hanamachi.games.hanamikoji import rules
from hanamachi.games.hanamikoji.moves import Options
from hanamachi.games.hanamikoji.pieces import BOXES

TINY = "tiny"


def length(setting: Setting, bound: int) -> Length:
    options = setting.options
    steps = rules.agenda(BOXES[options.box], 0)
    rounds = rules.last_round(options)
    assert rounds is not None
    chances = rounds * sum(step.seat == NATURE for step in steps) + (options.starter == "random")
    return Length(bound - chances, chances)


def setting_of(given: dict[str, Any]) -> Setting | None:
    if given.get("box") != TINY:
        return None
    like = setting("hanamikoji", 2, {**given, "box": "small"})
    box: Any = TINY
    return Setting("hanamikoji", 2, Options(starter=like.options.starter, box=box))
