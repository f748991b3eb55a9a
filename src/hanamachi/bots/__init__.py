"""Find opponents by the name of their level: the levels of a game's ladder, and external bots."""

from hanamachi.bots import external
from hanamachi.bots.bot import Bot
from hanamachi.bots.registry import ladder_of, ladders
from hanamachi.core.words import Refusal, Words


class UnknownLevel(Refusal):
    pass


def levels(game: str) -> list[str]:
    """Return every level that can be asked for by name, external bots included."""
    return [*ladder_of(game).names, *external.registered()]


def level_name(level: str, words: Words) -> str:
    """Return a level's name in the language of the catalogue. An external bot keeps its own name."""
    return words.phrases.get(f"level.{level}", level)


def make_bot(game: str, level: str, seed: int) -> Bot:
    """Return a bot for a game by the name of its level."""
    if level in ladder_of(game).names:
        return ladder_of(game).bot(level, seed)
    if level not in external.registered():
        raise UnknownLevel("unknown_level", level=level, known=tuple(levels(game)))
    from hanamachi.games import GAMES

    return external.make(GAMES[game], external.registered()[level], seed)


def dismiss(bot: Bot) -> None:
    """End the process of a bot that is an external program."""
    if isinstance(bot, external.Program):
        bot.close()


__all__ = ["Bot", "UnknownLevel", "dismiss", "ladder_of", "ladders", "level_name", "levels", "make_bot"]
