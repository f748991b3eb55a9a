"""Write and read moves in notation: `gift hidden`, `lay red3`, `choose 1 3`. Places and seats count from
1."""

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any

import msgspec

from hanamachi.core.game import Move
from hanamachi.core.words import Unreadable, Words, echoing, most_words, plain
from hanamachi.games.geishas_road.moves import (
    Choose,
    Counter,
    Darken,
    Deal,
    Favour,
    Hang,
    Hide,
    Journey,
    Lay,
    Left,
    Pair,
    Pass,
    Remove,
    Replace,
    Resolve,
    Right,
    Score,
    ShowLeft,
    Start,
    Take,
    Teahouse,
    TurnUp,
    Use,
)
from hanamachi.games.geishas_road.pieces import ACTION_NAMES, CARD_NAMES, COLOUR_NAMES, LANTERN_NAMES

KINDS: dict[str, type[Move]] = {
    "teahouse": Teahouse,
    "favour": Favour,
    "deal": Deal,
    "hang": Hang,
    "darken": Darken,
    "start": Start,
    "turn": TurnUp,
    "show": ShowLeft,
    "journey": Journey,
    "score": Score,
    "lay": Lay,
    "hide": Hide,
    "left": Left,
    "right": Right,
    "pair": Pair,
    "pass": Pass,
    "counter": Counter,
    "remove": Remove,
    "replace": Replace,
    "choose": Choose,
    "resolve": Resolve,
    "take": Take,
}
VERBS = {kind: verb for verb, kind in KINDS.items()}
NAMES = {"card": CARD_NAMES, "colour": COLOUR_NAMES, "lantern": LANTERN_NAMES}
MARKS = {"hidden": ("", "hidden"), "favour": ("guests", "favour")}  # the words for False and True


def write(move: Move) -> str:
    if isinstance(move, Use):
        return f"{ACTION_NAMES[move.action]} {sign('hidden', move.hidden)}".strip()
    signs = [sign(field, value) for field, value in msgspec.structs.asdict(move).items()]
    return " ".join([VERBS[type(move)], *signs]).strip()


def sign(field: str, value: Any) -> str:
    """Return a field of a move in notation."""
    if field in NAMES:
        return str(NAMES[field][value])
    if field in MARKS:
        return MARKS[field][bool(value)]
    return " ".join(str(number + 1) for number in (value if field == "places" else (value,)))


@echoing
def read(text: str, words: Words) -> Move:
    verb, rest = first_words(plain(text).split(), words)
    if verb is None:
        raise Unreadable("unknown_verb", text=text.strip())
    if verb in ACTION_NAMES:
        return Use(ACTION_NAMES.index(verb), mark("hidden", rest, words))
    kind = KINDS[verb]
    values = [field(rest, words) for field in map(READERS.__getitem__, kind.__struct_fields__)]
    if rest:
        raise Unreadable("too_many_words", text=" ".join(rest))
    return kind(*values)


def first_words(typed: Sequence[str], words: Words) -> tuple[str | None, list[str]]:
    """Return the verb that the text begins with, and the words after it."""
    known = verbs(words)
    for n in range(min(len(typed), most_words(known)), 0, -1):
        if verb := known.get(" ".join(typed[:n])):
            return verb, list(typed[n:])
    return None, []


@lru_cache(100)
def verbs(words: Words) -> dict[str, str]:
    """Return the verbs by every name that people type for them."""
    own = [
        (plain(name), verb) for verb in words.under("verb") for name in (verb, *words.names(f"verb.{verb}"))
    ]
    return dict(reversed(own))


def number(rest: list[str], _words: Words) -> int:
    if not rest or not rest[0].isdecimal() or len(rest[0]) > 2 or int(rest[0]) == 0:
        raise Unreadable("no_number", text=" ".join(rest))
    return int(rest.pop(0)) - 1


def numbers(rest: list[str], words: Words) -> tuple[int, ...]:
    found = [number(rest, words)]
    while rest:
        found.append(number(rest, words))
    return tuple(sorted(found))


def named(prefix: str) -> Callable[[list[str], Words], int]:
    """Return a reader that takes all remaining words as one name; "red 3" and "red3" are the same."""

    def reader(rest: list[str], words: Words) -> int:
        wanted = "".join(rest)
        for index, name in enumerate(NAMES[prefix]):
            here = words.names(f"{prefix}.{name}") if f"{prefix}.{name}" in words.phrases else ()
            if wanted in (name, *(plain(each).replace(" ", "") for each in here)):
                rest.clear()
                return index
        raise Unreadable(f"unknown_{prefix}", text=" ".join(rest))

    return reader


def mark(field: str, rest: list[str], words: Words) -> bool:
    """Read one of two words. The empty one stands for no word at all."""
    typed = words.key("mark", " ".join(rest)) if rest else ""
    if typed not in MARKS[field]:
        raise Unreadable("too_many_words" if field == "hidden" else "guests_or_favour", text=" ".join(rest))
    rest.clear()
    return typed == MARKS[field][True]


READERS: dict[str, Callable[[list[str], Words], Any]] = {
    **{prefix: named(prefix) for prefix in NAMES},
    **dict.fromkeys(("place", "to", "starter", "owner"), number),
    "places": numbers,
    "hidden": lambda rest, words: mark("hidden", rest, words),
    "favour": lambda rest, words: mark("favour", rest, words),
}
