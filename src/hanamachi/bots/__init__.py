"""Opponents. LEVELS names each game's bots from weak to strong; they are imported when called for."""

from importlib import import_module

from hanamachi.bots import external
from hanamachi.bots.bot import Bot, RandomBot
from hanamachi.core.words import Refusal, Words

LEVELS: dict[str, dict[str, str]] = {
    "okiya": {
        "novice": "hanamachi.bots.okiya.look_ahead:novice",
        "student": "hanamachi.bots.okiya.look_ahead:student",
        "perfect": "hanamachi.bots.okiya.perfect:perfect",
    },
    "hanamikoji": {
        "novice": "hanamachi.bots.hanamikoji.novice:novice",
        "student": "hanamachi.bots.hanamikoji.student:student",
        "adept": "hanamachi.bots.hanamikoji.adept:adept",
        "master": "hanamachi.bots.hanamikoji.master:master",
    },
    "geishas_road": {
        "novice": "hanamachi.bots.geishas_road.novice:novice",
        "student": "hanamachi.bots.geishas_road.student:student",
    },
    "mai_star": {
        "novice": "hanamachi.bots.mai_star.novice:novice",
        "student": "hanamachi.bots.mai_star.student:student",
    },
}


class UnknownLevel(Refusal):
    pass


def ladder(game: str) -> list[str]:
    """The house's own bots for a game, from weak to strong."""
    return ["random", *LEVELS.get(game, {})]


def levels(game: str) -> list[str]:
    """Every bot that can be asked for by name, those from outside included."""
    return [*ladder(game), *external.registered()]


def level_name(level: str, words: Words) -> str:
    """A level in the house's words; a bot from outside has the name it was given."""
    return words.phrases.get(f"level.{level}", level)


def make_bot(game: str, level: str, seed: int) -> Bot:
    """A bot for a game, by the name of its level."""
    if level == "random":
        return RandomBot(seed)
    if level not in levels(game):
        raise UnknownLevel("unknown_level", level=level, known=tuple(levels(game)))
    if level not in ladder(game):
        from hanamachi.games import GAMES

        return external.make(GAMES[game], external.registered()[level], seed)
    module, _, name = LEVELS[game][level].partition(":")
    bot: Bot = getattr(import_module(module), name)(seed)
    return bot


def dismiss(bot: Bot) -> None:
    """A bot that is a program of its own ends."""
    if isinstance(bot, external.Program):
        bot.close()


__all__ = ["LEVELS", "Bot", "UnknownLevel", "dismiss", "ladder", "level_name", "levels", "make_bot"]
