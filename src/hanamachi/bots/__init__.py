"""Opponents. LEVELS names each game's bots from weak to strong; they are imported when called for."""

from importlib import import_module

from hanamachi.bots.bot import Bot, RandomBot
from hanamachi.core.words import Refusal

LEVELS: dict[str, dict[str, str]] = {
    "okiya": {
        "novice": "hanamachi.bots.okiya:novice",
        "student": "hanamachi.bots.okiya:student",
        "perfect": "hanamachi.bots.okiya:perfect",
    },
    "hanamikoji": {"novice": "hanamachi.bots.hanamikoji:novice"},
    "geishas_road": {"novice": "hanamachi.bots.geishas_road:novice"},
    "mai_star": {"novice": "hanamachi.bots.mai_star:novice"},
}


class UnknownLevel(Refusal):
    pass


def levels(game: str) -> list[str]:
    return ["random", *LEVELS.get(game, {})]


def make_bot(game: str, level: str, seed: int) -> Bot:
    """A bot for a game, by the name of its level."""
    if level == "random":
        return RandomBot(seed)
    if level not in levels(game):
        raise UnknownLevel("unknown_level", level=level, known=tuple(levels(game)))
    module, _, name = LEVELS[game][level].partition(":")
    bot: Bot = getattr(import_module(module), name)(seed)
    return bot


__all__ = ["LEVELS", "Bot", "UnknownLevel", "levels", "make_bot"]
