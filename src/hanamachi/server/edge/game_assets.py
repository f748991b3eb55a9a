"""Serve the browser modules of games from installed packages: a folder with a built ES module, wing.js.

A package names its folder by an entry point of the group `hanamachi.wings`, under its game's name.
"""

import warnings
from collections.abc import Iterator
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path

from starlette.responses import Response
from starlette.routing import Mount
from starlette.types import Scope

from hanamachi.games import GAMES, OURS
from hanamachi.server.edge.static import Files

UNDER = "/wings"
MODULE = "wing.js"


class GameAssets(Files):
    """Serve the files of one game. Their names have no hash, so a browser asks whether they have changed."""

    async def get_response(self, path: str, scope: Scope) -> Response:
        response = await super().get_response(path, scope)
        response.headers["cache-control"] = "no-cache"
        return response


@cache
def wings() -> dict[str, Path]:
    """Return the folder of each game from outside. Our own games are part of the browser app."""
    return dict(guests())


def guests() -> Iterator[tuple[str, Path]]:
    """Yield the folders that entry points name. One that cannot be loaded is warned of and left out."""
    for entry in entry_points(group="hanamachi.wings"):
        try:
            yield entry.name, folder_of(entry)
        except Exception as error:
            warnings.warn(f"the wing {entry.name} of {entry.value} cannot be loaded: {error}", stacklevel=2)


def folder_of(entry: EntryPoint) -> Path:
    if entry.name not in GAMES or entry.name in {game.name for game in OURS}:
        raise ValueError("there is no such game from outside")
    folder = Path(entry.load())
    if not (folder / MODULE).is_file():
        raise ValueError(f"there is no {MODULE} in {folder}")
    return folder


def address(game: str) -> str | None:
    """Return the address of a game's browser module, or None if it is part of the browser app."""
    return f"{UNDER}/{game}/{MODULE}" if game in wings() else None


def routes() -> list[Mount]:
    return [Mount(f"{UNDER}/{game}", GameAssets(folder)) for game, folder in wings().items()]
