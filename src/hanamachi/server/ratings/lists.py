"""The rating lists: one for the standard options of each game, or one for each value of an option that a game
rates apart."""

from collections.abc import Iterator, Mapping
from typing import Any

from msgspec import Struct

from hanamachi.core.game import Game
from hanamachi.core.options import choose, chosen, describe
from hanamachi.core.words import Refusal
from hanamachi.games import GAMES


class RatingList(Struct, frozen=True):
    """A list of ratings: of a game, and of one value of the option that it rates apart."""

    name: str
    game: str
    value: str | None = None


def lists() -> list[RatingList]:
    """Return the rating lists of all games."""
    return [each for game in GAMES.values() for each in lists_of(game)]


def lists_of(game: Game) -> Iterator[RatingList]:
    if game.rated_apart is None:
        yield RatingList(game.name, game.name)
        return
    option = next(each for each in describe(game.options) if each.name == game.rated_apart)
    for value in option.choices:
        yield RatingList(f"{game.name}.{value}", game.name, value)


def list_named(name: str) -> RatingList | None:
    """Return the list of this name, if there is one."""
    return next((each for each in lists() if each.name == name), None)


def list_of(game: Game, options: Mapping[str, Any]) -> RatingList | None:
    """Return the list in which a game with these options counts; None if they are not standard."""
    try:
        picked = choose(game.options, dict(options))
    except Refusal:
        return None
    apart = game.rated_apart
    if chosen(picked).keys() - {apart}:
        return None
    value = None if apart is None else str(getattr(picked, apart))
    return next(each for each in lists_of(game) if each.value == value)
