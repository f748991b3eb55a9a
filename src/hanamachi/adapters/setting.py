"""A setting (the configuration of an environment): a game, its number of seats and its options."""

from collections.abc import Mapping
from typing import Any

from msgspec import Struct

from hanamachi.core.game import Game, Outcome, State
from hanamachi.core.options import choose
from hanamachi.core.telling import explain
from hanamachi.core.words import Refusal
from hanamachi.games import GAMES
from hanamachi.locales import catalogue


class BadSetting(Refusal):
    """Raised for an unknown game, or a number of seats it does not have."""


class Setting(Struct, frozen=True):
    """A game by its name, its seats and its options. Equal settings have equal action ids and layouts."""

    name: str
    seats: int
    options: Any

    @property
    def game(self) -> Game:
        return GAMES[self.name]

    def start(self) -> State:
        """Return the first state. It is not checked again: `setting` has checked it, and `Game.start` would
        refuse Hanamikoji's box for research, which is not an option of the game."""
        return self.game.set_up(self.seats, self.options)


def setting(name: str, seats: int | None = None, options: Mapping[str, Any] | None = None) -> Setting:
    """Return a checked setting. Raise a Refusal for an unknown game, number of seats or option."""
    if name not in GAMES:
        raise BadSetting("unknown_game", name=name, known=tuple(GAMES))
    game = GAMES[name]
    seats = game.seats[0] if seats is None else seats
    if type(seats) is not int or seats not in game.seats:
        raise BadSetting("bad_seats", seats=str(seats), players=game.players)
    chosen = choose(game.options, dict(options or {}))
    game.start(seats, chosen)
    return Setting(name, seats, chosen)


def limit(max_plies: int | None) -> int | None:
    """Return the number of decisions after which a game is truncated, checked."""
    if max_plies is not None and (type(max_plies) is not int or max_plies < 1):
        raise BadSetting("not_positive", flag="max_plies", value=str(max_plies))
    return max_plies


def sentence(refusal: Refusal, name: str | None = None) -> str:
    """Return a refusal as one English sentence, for the exceptions of other libraries."""
    books = [catalogue("house")("en"), *(GAMES[key].text.words("en") for key in GAMES if name in (None, key))]
    book = next(book for book in books if f"error.{refusal.reason}" in book.phrases)
    return explain(refusal, book, [f"seat {seat}" for seat in range(6)])


def returns(outcome: Outcome) -> tuple[float, ...]:
    """Return the utility of the outcome to each seat: 1 to a sole winner, with sum 0.

    Winners share; a game without a winner is worth 0 to all.
    """
    seats, winners = len(outcome.points), outcome.winners
    if not winners:
        return (0.0,) * seats
    won, lost = (seats / len(winners) - 1) / (seats - 1), -1 / (seats - 1)
    return tuple(won if seat in winners else lost for seat in range(seats))
