"""The street: GAMES, the one list. Installed packages add theirs through `hanamachi.games`."""

import warnings
from collections.abc import Iterator
from importlib.metadata import entry_points

from hanamachi.core.game import Game
from hanamachi.games import geishas_road, hanamikoji, mai_star, okiya

OURS: tuple[Game, ...] = (okiya.GAME, hanamikoji.GAME, geishas_road.GAME, mai_star.GAME)


def guests() -> Iterator[Game]:
    """Games of installed packages. One that cannot be loaded is named and left out."""
    for entry in entry_points(group="hanamachi.games"):
        try:
            yield entry.load()
        except Exception as error:
            warnings.warn(f"the game {entry.name} of {entry.value} cannot be loaded: {error}", stacklevel=2)


GAMES: dict[str, Game] = {game.name: game for game in OURS}
for game in guests():
    GAMES.setdefault(game.name, game)
