"""Things as nobody should send them: good ones with something odd put into them."""

import copy
import json
from random import Random
from typing import Any

TEXTS = (
    *(
        "",
        " ",
        "0",
        "-1",
        "true",
        "null",
        "me",
        "bot",
        "open",
        "okiya",
        "hanamikoji",
        "gallery",
        "novice",
        "random",
    ),
    *(
        "@",
        "@level.novice",
        "@wait:x",
        "#",
        "#0",
        "#99",
        "{0}",
        "{problem}",
        "%s",
        "../..",
        "'; drop table rows",
    ),
    *("\0", "\x1b[2J", "\u202e", "\u200b", "żółw", "花", "😀", "\ud83d", "9" * 5_000, "x" * 300, "<script>"),
)
NUMBERS = (
    0,
    1,
    2,
    7,
    -1,
    -2,
    99,
    2**31,
    2**53,
    2**63 - 1,
    2**63,
    2**64,
    -(2**63),
    10**30,
    0.5,
    -0.0,
    1e308,
    1e-9,
)
THINGS: tuple[Any, ...] = (None, True, False, [], {}, [[]], [None], {"type": "x"}, [0, 1, 0], {"": ""})


def value(dice: Random) -> Any:
    return copy.deepcopy(dice.choice(dice.choice((TEXTS, NUMBERS, THINGS))))


def changed(thing: Any, dice: Random) -> Any:
    """The same with one to three places changed."""
    whole = {"": copy.deepcopy(thing)}
    for _ in range(dice.choice((1, 1, 1, 2, 3))):
        where, key = dice.choice(list(places(whole)))
        change(where, key, dice)
    return whole[""]


def places(thing: Any) -> Any:
    """Every list or dict and each key in it."""
    entries = (
        thing.items() if isinstance(thing, dict) else enumerate(thing) if isinstance(thing, list) else ()
    )
    for key, inner in entries:
        yield thing, key
        yield from places(inner)


def change(where: Any, key: Any, dice: Random) -> None:
    if key == "" or key not in (where if isinstance(where, dict) else range(len(where))):
        return
    match dice.randrange(6):
        case 0 | 1 | 2:
            where[key] = value(dice)
        case 3:
            del where[key]
        case 4:
            more(where, dice)
        case _:
            where[key] = [where[key]] if dice.random() < 0.5 else {"x": where[key]}


def more(where: Any, dice: Random) -> None:
    """Something there is twice, or too much."""
    if isinstance(where, list):
        where.insert(dice.randint(0, len(where)), copy.deepcopy(dice.choice([*where, value(dice)])))
    else:
        where[dice.choice(("x", "type", "seat", "seq", "format"))] = value(dice)


def text_of(thing: Any, dice: Random) -> bytes:
    """As JSON; now and then some bytes of it are not what they were."""
    data = bytearray(json.dumps(thing, ensure_ascii=dice.random() < 0.5).encode("utf-8", "surrogatepass"))
    if data and dice.random() < 0.1:
        for _ in range(dice.choice((1, 1, 2, 8))):
            data[dice.randrange(len(data))] = dice.randrange(256)
    if dice.random() < 0.02:
        del data[dice.randrange(len(data) + 1) :]
    return bytes(data)
