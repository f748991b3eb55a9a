"""Hanamachi: four tabletop games of the geisha quarter on one rules engine."""

from hanamachi.games import GAMES

__all__ = ["GAMES"]
