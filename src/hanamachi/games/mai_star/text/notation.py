"""Write and read moves as text: `guest red-thief`, `exchange 2`, `draw 3 oiran`."""

from functools import cache
from typing import Any, get_args

from msgspec.structs import asdict

from hanamachi.core.game import Move
from hanamachi.core.words import Unreadable, Words, echoing, most_words, plain
from hanamachi.games.mai_star.moves import AnyMove, Card, Exchange, Ronin, Target
from hanamachi.games.mai_star.pieces import (
    CARD_NAMES,
    CARDS,
    CHARACTER,
    CHARACTER_NAMES,
    COLOUR_NAMES,
    GEISHA_NAMES,
    SKILL_NAMES,
)
from hanamachi.games.mai_star.view import MaiStarView
from hanamachi.locales import catalogue

VERBS: dict[str, Any] = {kind.__name__.lower(): kind for kind in get_args(AnyMove)}
NAMES = {"card": CARD_NAMES, "geisha": GEISHA_NAMES, "skill": SKILL_NAMES}
SEPARATORS = str.maketrans(",+-_:", "     ")


def write(move: Move) -> str:
    """Return a move in notation, which is the same in every language. Players and places count from 1."""
    named = [spelled(field, value) for field, value in asdict(move).items()]
    return " ".join([type(move).__name__.lower(), *named])


def spelled(field: str, value: int) -> str:
    return NAMES[field][value].replace("_", "-") if field in NAMES else str(value + 1)


def label(view: MaiStarView, move: Move, words: Words) -> str:
    """Return a decision in the words of a language, with the card or the geisha that a number means."""
    return " ".join([words(f"verb.{type(move).__name__.lower()}"), *named(view, move, words)])


def named(view: MaiStarView, move: Any, words: Words) -> list[str]:
    mine = None if view.prompt is None else view.places[view.prompt.seat]
    match move:
        case Exchange(place=place) if mine:
            return [str(place + 1), words(f"card.{CARD_NAMES[mine.advertisers[place]]}")]
        case Ronin(place=place) if mine:
            return [str(place + 1), words(f"card.{CARD_NAMES[mine.guests[place]]}")]
        case Target(player=player):
            geisha = view.places[player].geisha
            return [str(player + 1), *([] if geisha is None else [words(f"geisha.{GEISHA_NAMES[geisha]}")])]
        case _:
            return [in_words(field, value, words) for field, value in asdict(move).items()]


def in_words(field: str, value: int, words: Words) -> str:
    return words(f"{field}.{NAMES[field][value]}") if field in NAMES else str(value + 1)


@echoing
def read(text: str, words: Words) -> Move:
    typed, known = plain(text.translate(SEPARATORS)).split(), verbs(words.lang)
    for length in range(min(len(typed), most_words(known)), 0, -1):
        if kind := known.get(" ".join(typed[:length])):
            move: Move = kind(*answers(kind.__struct_fields__, " ".join(typed[length:]), words))
            return move
    raise Unreadable("unreadable", text=text.strip())


def answers(fields: tuple[str, ...], rest: str, words: Words) -> list[Any]:
    """Return the values of a move's fields."""
    match fields:
        case ():
            return nothing(rest)
        case ("card",):
            return [read_card(rest, words)]
        case ("geisha",):
            return [read_name("geisha", GEISHA_NAMES, rest, words)]
        case ("skill",):
            return [read_skill(rest, words)]
        case (_, "card"):
            number, _, card = rest.partition(" ")
            return [read_number(number), read_card(card, words)]
        case _:
            return [read_number(rest)]


def nothing(rest: str) -> list[Any]:
    if rest:
        raise Unreadable("unreadable", text=rest)
    return []


def read_number(text: str) -> int:
    if not text.isdecimal() or len(text) > 2 or int(text) == 0:
        raise Unreadable("not_a_number", text=text)
    return int(text) - 1


def read_name(prefix: str, names: tuple[str, ...], text: str, words: Words) -> int:
    key = words.key(prefix, text) or text.replace(" ", "_")
    if key not in names:
        known = tuple(f"@{prefix}.{name}" for name in names)
        raise Unreadable(f"unknown_{prefix}", text=text, known=known)
    return names.index(key)


def read_skill(text: str, words: Words) -> int:
    """Return a skill by its name or its colour."""
    if colour := words.key("colour", text):
        return COLOUR_NAMES.index(colour)
    return read_name("skill", SKILL_NAMES, text, words)


def read_card(text: str, words: Words) -> Card:
    names = card_names(words.lang)
    if text not in names:
        raise Unreadable("unknown_card", text=text)
    return names[text]


@cache
def verbs(lang: str) -> dict[str, Any]:
    words = catalogue("mai_star")(lang)
    own = [(plain(name), kind) for verb, kind in VERBS.items() for name in words.names(f"verb.{verb}")]
    return VERBS | dict(own)


@cache
def card_names(lang: str) -> dict[str, Card]:
    """Return every name of a card, as people type it."""
    words = catalogue("mai_star")(lang)
    known = {name.replace("_", " "): card for card, name in enumerate(CARD_NAMES)}
    own = [(plain(name.translate(SEPARATORS)), card) for card in CARDS for name in spellings(card, words)]
    return known | dict(own)


def spellings(card: Card, words: Words) -> list[str]:
    """Return the names of a card, also with other names of its character."""
    shown = words(f"card.{CARD_NAMES[card]}")
    usual, *others = words.names(f"character.{CHARACTER_NAMES[CHARACTER[card]]}")
    return [shown, *(shown.replace(usual, other) for other in others)]
