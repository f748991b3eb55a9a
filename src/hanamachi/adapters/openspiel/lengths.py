"""Bound the length of games: the most decisions and the most moves of nature, which OpenSpiel counts
apart."""

from typing import NamedTuple

from hanamachi.adapters.setting import Setting
from hanamachi.core.game import NATURE
from hanamachi.games.geishas_road import agenda as road
from hanamachi.games.hanamikoji import rules as hanamikoji
from hanamachi.games.hanamikoji.pieces import BOXES
from hanamachi.games.okiya.pieces import TILES

COUNTER_MOVES = 4  # of nature in a round of Advanced: two draws after Counteroffers, two cards turned up


class Length(NamedTuple):
    decisions: int
    chances: int


def length(setting: Setting, limit: int | None) -> Length:
    """Return the greatest length of a game. A limit on moves bounds each of the two counts."""
    bound = setting.game.bound(setting.seats, setting.options)
    if bound is None:
        assert limit is not None
        return Length(limit, limit)
    found = LENGTHS[setting.name](setting, bound)
    return found if limit is None else Length(min(found.decisions, limit), min(found.chances, limit))


def of_okiya(_setting: Setting, bound: int) -> Length:
    """Count as many squares to take as tiles to lay, a score after each round, and the choice of who
    begins."""
    rounds = bound // (2 * len(TILES) + 1)
    return Length(rounds * len(TILES), bound - rounds * len(TILES))


def of_hanamikoji(setting: Setting, bound: int) -> Length:
    options = setting.options
    steps = hanamikoji.agenda(BOXES[options.box], 0)
    rounds = hanamikoji.last_round(options)
    assert rounds is not None
    chances = rounds * sum(step.seat == NATURE for step in steps) + (options.starter == "random")
    return Length(bound - chances, chances)


def of_geishas_road(setting: Setting, bound: int) -> Length:
    options = setting.options
    steps = [step for number in (1, 2) for step in road.whole_round(options, number, 0)]
    chances = sum(step.seat == NATURE for step in steps) + 2 * len(road.SEATS) * road.JOURNEYS
    chances += 2 * COUNTER_MOVES if options.mode == "advanced" else 0
    return Length(bound - chances, chances)


LENGTHS = {"okiya": of_okiya, "hanamikoji": of_hanamikoji, "geishas_road": of_geishas_road}
