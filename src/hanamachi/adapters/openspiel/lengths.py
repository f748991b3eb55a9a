"""Bound the length of games: the most decisions and the most moves of nature, which OpenSpiel counts
apart."""

from typing import NamedTuple

from hanamachi.adapters.openspiel.own import own
from hanamachi.adapters.setting import Setting


class Length(NamedTuple):
    decisions: int
    chances: int


def length(setting: Setting, limit: int | None) -> Length:
    """Return the greatest length of a game. A limit on moves bounds each of the two counts."""
    bound = setting.game.bound(setting.seats, setting.options)
    if bound is None:
        assert limit is not None
        return Length(limit, limit)
    found: Length = own(setting.name).length(setting, bound)
    return found if limit is None else Length(min(found.decisions, limit), min(found.chances, limit))
