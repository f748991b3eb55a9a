"""Gather every game's ladder: ours, and those of installed packages (entry points in `hanamachi.bots`)."""

import warnings
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points

from hanamachi.bots.ladder import Ladder
from hanamachi.games import modules

OURS: tuple[Ladder, ...] = tuple(
    import_module(module).LADDER for module in modules("hanamachi.bots.{}").values()
)


@cache
def ladders() -> dict[str, Ladder]:
    """Return the ladders by game. They are gathered at the call, so that a package with a ladder can import
    ours."""
    found = {ladder.game: ladder for ladder in OURS}
    for ladder in guests():
        found.setdefault(ladder.game, ladder)
    return found


def ladder_of(game: str) -> Ladder:
    """Return a game's ladder. A game without bots has the lowest level alone."""
    return ladders().get(game) or Ladder(game)


def guests() -> Iterator[Ladder]:
    """Yield the ladders of installed packages. One that cannot be loaded is named in a warning and left
    out."""
    for entry in entry_points(group="hanamachi.bots"):
        try:
            yield loaded(entry)
        except Exception as error:
            warnings.warn(f"the bots {entry.name} of {entry.value} cannot be loaded: {error}", stacklevel=2)


def loaded(entry: EntryPoint) -> Ladder:
    ladder = entry.load()
    if not isinstance(ladder, Ladder):
        raise TypeError("this is no Ladder")
    return ladder
