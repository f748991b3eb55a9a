"""Okiya: how long it can be."""

from hanamachi.adapters.openspiel.lengths import Length
from hanamachi.adapters.setting import Setting
from hanamachi.games.okiya.pieces import TILES


def length(_setting: Setting, bound: int) -> Length:
    """Count as many squares to take as tiles to lay, a score after each round, and who begins."""
    rounds = bound // (2 * len(TILES) + 1)
    return Length(rounds * len(TILES), bound - rounds * len(TILES))
