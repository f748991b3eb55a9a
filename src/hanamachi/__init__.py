"""Hanamachi: four tabletop games of the geisha quarter on one rules engine."""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from hanamachi.games import GAMES

__all__ = ["GAMES"]


def __getattr__(name: str) -> Any:
    """Import GAMES when it is first used, so that a package that adds a game can import the core first."""
    if name == "GAMES":
        from hanamachi.games import GAMES

        return GAMES
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
