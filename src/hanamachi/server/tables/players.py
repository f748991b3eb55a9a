"""Name the players of a table, and choose the bot that stands in for an absent one."""

from hanamachi.bots import ladder_of, level_name
from hanamachi.core.game import Seat
from hanamachi.core.user_text import distinct_names
from hanamachi.core.words import Name, Words
from hanamachi.locales import catalogue
from hanamachi.server.tables.model import SeatHolder, Setup


def names_in(seats: tuple[SeatHolder, ...], lang: str) -> list[str]:
    """Return the players' names, all different; bots are named in this language."""
    house = catalogue("house")(lang)
    return distinct_names(
        [
            bot_name(seats, seat, house) if held.kind == "bot" else person(held, house)
            for seat, held in enumerate(seats)
        ]
    )


def bots_in(seats: tuple[SeatHolder, ...]) -> list[Seat]:
    """Return the seats that bots hold."""
    return [seat for seat, held in enumerate(seats) if held.kind == "bot"]


def names_on_record(seats: tuple[SeatHolder, ...], lang: str) -> tuple[str, ...]:
    """Return the players' names for a record, in which a bot has the same name in all languages."""
    return tuple(distinct_names([person(held, catalogue("house")(lang)) for held in seats]))


def person(held: SeatHolder, house: Words) -> str:
    """Return a person's name, or a placeholder if they were erased. A guest who is called like a member is
    told apart."""
    return house("someone") if held.is_erased else told_apart(held.name, held.homonym, house)


def told_apart(name: str, homonym: bool, house: Words) -> str:
    """Return the name of a user. `homonym`: a guest who is called like a member is marked."""
    return house("guest_of_this_name", name=Name(name)) if homonym else name


def bot_name(seats: tuple[SeatHolder, ...], seat: Seat, house: Words) -> str:
    """Return a bot's name; bots of one level are numbered from 1."""
    levels = [held.level or "random" if held.kind == "bot" else "" for held in seats]
    level = levels[seat]
    phrase, number = "bot" if levels.count(level) > 1 else "one_bot", levels[: seat + 1].count(level)
    return house(phrase, level=level_name(level, house), number=number)


def stand_in(setup: Setup, seats: tuple[SeatHolder, ...]) -> str:
    """Return the level of the bot that stands in: the one that the host chose, or one like those at the
    table."""
    here = [held.level for held in seats if held.kind == "bot" and held.level]
    return setup.stand_in or (here or ladder_of(setup.game).names)[-1]
