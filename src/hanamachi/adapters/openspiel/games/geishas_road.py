"""Geisha's Road: how long it can be."""

from hanamachi.adapters.openspiel.lengths import Length
from hanamachi.adapters.setting import Setting
from hanamachi.core.game import NATURE
from hanamachi.games.geishas_road import agenda

COUNTER_MOVES = 4  # of nature in a round of Advanced: two draws after Counteroffers, two cards turned up


def length(setting: Setting, bound: int) -> Length:
    options = setting.options
    steps = [step for number in (1, 2) for step in agenda.whole_round(options, number, 0)]
    chances = sum(step.seat == NATURE for step in steps) + 2 * len(agenda.SEATS) * agenda.JOURNEYS
    chances += 2 * COUNTER_MOVES if options.mode == "advanced" else 0
    return Length(bound - chances, chances)
