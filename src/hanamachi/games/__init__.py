"""The registry of games: GAMES. Installed packages add theirs through the entry point group
`hanamachi.games`."""

import warnings
from collections.abc import Iterator
from importlib.metadata import entry_points
from importlib.util import find_spec

from hanamachi.core.game import Game
from hanamachi.games import geishas_road, hanamikoji, mai_star, okiya

OURS: tuple[Game, ...] = (okiya.GAME, hanamikoji.GAME, geishas_road.GAME, mai_star.GAME)


def guests() -> Iterator[Game]:
    """Yield the games of installed packages. One that cannot be loaded is named in a warning and left out."""
    for entry in entry_points(group="hanamachi.games"):
        try:
            yield entry.load()
        except Exception as error:
            warnings.warn(f"the game {entry.name} of {entry.value} cannot be loaded: {error}", stacklevel=2)


GAMES: dict[str, Game] = {game.name: game for game in OURS}
for game in guests():
    GAMES.setdefault(game.name, game)


def modules(pattern: str) -> dict[str, str]:
    """Return what our games have in other folders: the modules that exist, by game ("hanamachi.bots.{}").

    Games of installed packages bring entry points instead.
    """
    named = {game.name: pattern.format(game.name) for game in OURS}
    return {name: module for name, module in named.items() if exists(module)}


def exists(module: str) -> bool:
    """Tell whether a module can be found, without importing it."""
    try:
        return find_spec(module) is not None
    except ModuleNotFoundError:  # nor its folder
        return False
