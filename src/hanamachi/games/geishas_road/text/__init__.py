"""Texts of Geisha's Road: facts for the story, labels, help."""

from typing import Any

import msgspec

from hanamachi.core.game import Text, Veiled
from hanamachi.core.words import Fact, Words
from hanamachi.games.geishas_road.moves import Counter, Journey, Take, Use
from hanamachi.games.geishas_road.pieces import (
    ACTION_NAMES,
    CARD_NAMES,
    COLOUR,
    COLOUR_NAMES,
    DECK,
    LANTERN_NAMES,
    SPECIAL_NAMES,
    VALUE,
)
from hanamachi.games.geishas_road.text.box import box
from hanamachi.games.geishas_road.text.decided import decided
from hanamachi.games.geishas_road.text.labels import FURTHER, label, whole
from hanamachi.games.geishas_road.text.notation import read, write
from hanamachi.games.geishas_road.text.table import card_name, table
from hanamachi.games.geishas_road.text.tales import chosen, journey, paired, removed, scored, taken
from hanamachi.locales import catalogue

words = catalogue("geishas_road")
THINGS = ("card", "teahouse", "tile", "lantern", "guest", "favour")
STYLES = {
    "colour.pink": "#e0609c",
    "colour.red": "#e0503c",
    "colour.blue": "#6a8cf0",
    "colour.yellow": "#c9a227",
    "colour.green": "#2e9a6c",
}


def facts(move: Any) -> dict[str, Fact]:
    match move:
        case Veiled(shown=shown):
            return {key: f"#{seat}" for key, seat in shown.items()}
        case Use(action=action, hidden=hidden):
            return {"action": f"@use.{ACTION_NAMES[action]}{'_hidden' * hidden}"}
        case Counter(hidden=hidden):
            return {"counter": "@counter.hidden" if hidden else "@counter.open"}
        case Take(favour=favour):
            return {"tokens": "@taken.favour" if favour else "@taken.guests"}
        case Journey(card=card):
            return {"card": card_name(card), "colour": f"@colour.{COLOUR_NAMES[COLOUR[card]]}"}
        case _:
            return {field: fact(field, value) for field, value in msgspec.structs.asdict(move).items()}


def fact(field: str, value: Any) -> Fact:
    match field:
        case "card":
            return card_name(value)
        case "colour":
            return f"@colour.{COLOUR_NAMES[value]}"
        case "lantern":
            return f"{LANTERN_NAMES[value]}"
        case "place":
            return f"{value + 1}"
        case "places":
            return tuple(str(place + 1) for place in value)
        case _:
            return f"#{value}"


def topics(words: Words) -> dict[str, str]:
    found = {words(f"action.{name}"): words(f"help.{name}") for name in ACTION_NAMES}
    found |= {words(f"special.{name}"): words(f"help.{name}") for name in SPECIAL_NAMES}
    found |= {words(f"thing.{name}"): words(f"help.{name}") for name in THINGS}
    for card in DECK:
        colour = words(f"colour.{COLOUR_NAMES[COLOUR[card]]}")
        found[words(f"card.{CARD_NAMES[card]}")] = words(f"help.card.{VALUE[card]}", colour=colour)
    return found


RULINGS = frozenset(
    {
        *("G6", "G7", "G9", "G15", "G18", "G20", "G21", "G22", "G25", "G27", "G31", "G33", "G36", "G38"),
        *("G39", "G40", "G41", "G44"),
    }
)
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
    aftermath={
        "Pair": paired,
        "Remove": removed,
        "Choose": chosen,
        "Score": scored,
    },
    instead={"Take": taken, "Journey": journey},
    decided=decided,
    quiet=frozenset({"Teahouse", "Hang"}),
    styles=STYLES,
)
