"""Texts of Mai-Star: the table in plain lines, facts for the story, help."""

from collections.abc import Iterator, Sequence

from hanamachi.core.game import Piece, Seat, Text
from hanamachi.core.words import Fact, Name, Words
from hanamachi.games.mai_star.moves import Cards
from hanamachi.games.mai_star.pieces import (
    BLACKS,
    CARD_NAMES,
    CHARACTER_NAMES,
    CHARACTERS,
    COLOUR,
    GEISHA_NAMES,
    INCOME,
    OIRAN_CARD,
    REQUIREMENT,
    SHINING,
    SKILL_NAMES,
)
from hanamachi.games.mai_star.text.aftermath import AFTERMATH
from hanamachi.games.mai_star.text.deciding import FURTHER, declined, whole
from hanamachi.games.mai_star.text.facts import facts
from hanamachi.games.mai_star.text.notation import label, read, write
from hanamachi.games.mai_star.view import MaiStarView, card_fact
from hanamachi.locales import catalogue

words = catalogue("mai_star")
ACTIONS = ("guest", "advertise", "introduce", "exchange", "search")


def cards(row: Cards) -> Fact:
    return tuple(card_fact(card) for card in row) or "@nothing"


def table(view: MaiStarView, words: Words, names: Sequence[str]) -> str:
    lines = [
        *heading(view, words, names),
        *(line for seat in range(len(view.places)) for line in place(view, seat, words, names)),
        *own(view, words),
        *finished(view, words, names),
        *now(view, words, names),
    ]
    return "\n".join(lines)


def heading(view: MaiStarView, words: Words, names: Sequence[str]) -> Iterator[str]:
    if any(owed.what == "Ending" for owed in view.owed):
        yield words("festival_started", round=view.round, rounds=view.rounds, who=names[view.starter])
    else:
        yield words("festival", round=view.round, rounds=view.rounds)
    yield words("deck", cards=f"@cards:{view.deck}")
    if view.buried:
        yield words("buried", cards=f"@cards:{view.buried}")
    yield words("discards", cards=cards(view.discards))


def place(view: MaiStarView, seat: Seat, words: Words, names: Sequence[str]) -> Iterator[str]:
    side, who = view.places[seat], names[seat]
    if side.geisha is None or side.reputation is None:
        yield words("place", n=seat + 1, who=who, cards=f"@cards:{side.cards}")
    else:
        red, blue, green = side.reputation
        reputation = words("reputation", red=red, blue=blue, green=green)
        geisha = f"@geisha.{GEISHA_NAMES[side.geisha]}"
        held, income = f"@cards:{side.cards}", side.income
        yield words("salon", n=seat + 1, who=who, geisha=geisha, reputation=reputation, cards=held)
        yield words("guests", cards=numbered(side.guests, words), income=income)
        yield words("advertisers", cards=numbered(side.advertisers, words))
    if view.known[seat]:
        yield words("everybody_knows" if view.seat is None else "known", cards=cards(view.known[seat]))


def numbered(row: Cards, words: Words) -> Fact:
    """Return the cards of a row with their numbers. The oldest is number 1."""
    return tuple(f"{n} {words.name(card_fact(card))}" for n, card in enumerate(row, 1)) or "@nothing"


def own(view: MaiStarView, words: Words) -> Iterator[str]:
    """Yield the facts that only this seat sees."""
    if view.bottom:
        yield words("bottom", cards=cards(view.bottom))
    if view.hand is not None:
        yield words("hand", cards=tuple(in_hand(card, words) for card in view.hand) or "@nothing")


def in_hand(card: int, words: Words) -> str:
    key = "in_hand_oiran" if card == OIRAN_CARD else "in_hand"
    return words(key, card=card_fact(card), need=REQUIREMENT[card], income=INCOME[card])


def finished(view: MaiStarView, words: Words, names: Sequence[str]) -> Iterator[str]:
    for number, result in enumerate(view.results, 1):
        each = tuple(
            words("earned", who=who, points=points, income=income, cards=f"@cards:{left}")
            for who, points, income, left in zip(
                names, result.points, result.income, result.left, strict=True
            )
        )
        yield words("scored", round=number, each=Name(", ".join(each)), rule=result.rule)
    if view.results:
        each = tuple(words("total", who=who, points=n) for who, n in zip(names, view.totals, strict=True))
        yield words("totals", each=Name(", ".join(each)))


def now(view: MaiStarView, words: Words, names: Sequence[str]) -> Iterator[str]:
    if view.turn.shining is not None:
        yield words("shining", n=SHINING, skill=f"@skill.{SKILL_NAMES[view.turn.shining]}")
    if view.lap is not None:
        yield words("lap", turns=f"@turns:{view.lap}")
    owed = {owed.what: owed.seat for owed in view.owed}
    if view.prompt and "Ending" in owed and not owed.keys() & {"Choosing", "Shuffling", "Dealing"}:
        yield words("turn", who=names[owed["Ending"]])


def box(words: Words) -> list[Piece]:
    """Return the geishas and the characters."""
    geishas = [
        Piece("geishas", f"geisha-{name}", words(f"geisha.{name}"), "× 1", words(f"help.{name}"))
        for name in GEISHA_NAMES
    ]
    characters = [
        Piece(
            "characters",
            f"char-{name}",
            words(f"character.{name}"),
            f"× {copies}" if row in BLACKS else words("copies.each", n=copies),
            words(f"help.{name}"),
        )
        for row in CHARACTERS
        for name, copies in [row[:2]]
    ]
    return geishas + characters


def topics(words: Words) -> dict[str, str]:
    """Return help on characters, geishas and actions."""
    characters = {words(f"character.{name}"): words(f"help.{name}") for name in CHARACTER_NAMES}
    geishas = {words(f"geisha.{name}"): words(f"help.{name}") for name in GEISHA_NAMES}
    return characters | geishas | {words(f"action.{name}"): words(f"help.{name}") for name in ACTIONS}


RULINGS = frozenset(
    {
        *("M4", "M9", "M11", "M13", "M18", "M19", "M20", "M21", "M23", "M24", "M27", "M28", "M31", "M33"),
        *("M34", "M35", "M36", "M37", "M38"),
    }
)
COLOURS = ("#d9534a", "#4f7fd9", "#2fa15f", "#8a8a8a")
TEXT = Text(
    words=words,
    table=table,
    write=write,
    read=read,
    facts=facts,
    topics=topics,
    box=box,
    rulings=RULINGS,
    label=label,
    whole=whole,
    further=FURTHER,
    aftermath=AFTERMATH,
    instead={"Decline": declined},
    quiet=frozenset({"Deal"}),
    styles={f"card.{name}": COLOURS[COLOUR[card]] for card, name in enumerate(CARD_NAMES)},
)
