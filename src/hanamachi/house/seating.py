"""Who sits at a table: what they are called, and who plays for one that is away."""

from hanamachi.bots import ladder_of, level_name
from hanamachi.house.kept import Held, Setup
from hanamachi.house.names import told_apart
from hanamachi.locales import catalogue


def names_in(seats: tuple[Held, ...], lang: str) -> list[str]:
    """The players' names, each its own; a bot's is in the language of who looks, numbered among several."""
    house, bots = catalogue("house")(lang), [held.kind for held in seats].count("bot")
    phrase = "bot" if bots > 1 else "one_bot"
    return told_apart(
        [
            held.name
            if held.kind != "bot"
            else house(phrase, level=level_name(held.level or "random", house), number=seat + 1)
            for seat, held in enumerate(seats)
        ]
    )


def stand_in(setup: Setup, seats: tuple[Held, ...]) -> str:
    """The bot for somebody who is away: the one that was named, or one like those that sit here already."""
    here = [held.level for held in seats if held.kind == "bot" and held.level]
    return setup.stand_in or (here or ladder_of(setup.game).names)[-1]
