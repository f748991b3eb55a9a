"""Who sits at a table: what they are called, and who plays for one that is away."""

from hanamachi.bots import ladder_of, level_name
from hanamachi.core.game import Seat
from hanamachi.core.user_text import distinct_names
from hanamachi.core.words import Words
from hanamachi.locales import catalogue
from hanamachi.server.tables.model import SeatHolder, Setup


def names_in(seats: tuple[SeatHolder, ...], lang: str) -> list[str]:
    """The players' names, each its own; a bot's is in the language of who looks."""
    house = catalogue("house")(lang)
    return distinct_names(
        [
            bot_name(seats, seat, house) if held.kind == "bot" else person(held, house)
            for seat, held in enumerate(seats)
        ]
    )


def names_on_record(seats: tuple[SeatHolder, ...], lang: str) -> tuple[str, ...]:
    """The same for a file, in which a bot is called alike in all languages."""
    return tuple(distinct_names([person(held, catalogue("house")(lang)) for held in seats]))


def person(held: SeatHolder, house: Words) -> str:
    return house("someone") if held.is_erased else held.name


def bot_name(seats: tuple[SeatHolder, ...], seat: Seat, house: Words) -> str:
    """Bots of one level are numbered from 1."""
    levels = [held.level or "random" if held.kind == "bot" else "" for held in seats]
    level = levels[seat]
    phrase, number = "bot" if levels.count(level) > 1 else "one_bot", levels[: seat + 1].count(level)
    return house(phrase, level=level_name(level, house), number=number)


def stand_in(setup: Setup, seats: tuple[SeatHolder, ...]) -> str:
    """The bot for somebody who is away: the one that was named, or one like those that sit here already."""
    here = [held.level for held in seats if held.kind == "bot" and held.level]
    return setup.stand_in or (here or ladder_of(setup.game).names)[-1]
