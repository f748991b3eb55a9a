"""Upgrade logs of older versions of the game."""

import msgspec

from hanamachi.core.fair import Chance
from hanamachi.core.game import NATURE, Raw, Upgrade
from hanamachi.core.log import Played
from hanamachi.games.geishas_road.moves import Journey, Travelling
from hanamachi.games.geishas_road.rules import State


def with_journeys(state: State, row: Raw | None) -> list[Raw]:
    """Insert the journeys' rows. In version 1 a geisha travelled at once, without a row."""
    rows = list[Raw]()
    while state.todo and isinstance(state.todo[0], Travelling):
        journey = Journey(state.todo[0].card)
        rows.append(msgspec.to_builtins(Played(NATURE, journey, Chance(state.round, 1, 0))))
        state = state.play(journey)
    return rows if row is None else [*rows, row]


UPGRADES = {1: Upgrade(with_journeys)}
