"""List the pieces in the box of Geisha's Road: cards, tokens, lanterns, and how many of each."""

from hanamachi.core.game import Piece
from hanamachi.core.words import Words
from hanamachi.games.geishas_road.pieces import (
    ACTION_NAMES,
    COLOUR_NAMES,
    GUESTS,
    KINDS,
    LANTERN_NAMES,
    LANTERNS,
    SPECIAL_NAMES,
    VALUES,
)


def box(words: Words) -> list[Piece]:
    return [*gifts(words), *tokens(words), *others(words), *lanterns(words)]


def gifts(words: Words) -> list[Piece]:
    """Return the gift cards by their values."""
    colours = tuple(f"@colour.{name}" for name in COLOUR_NAMES)
    each = words("copies.each", n=1)
    return [
        Piece("cards", f"value-{value}", f"{value}", each, words(f"help.card.{value}", colour=colours))
        for value in VALUES
    ]


def tokens(words: Words) -> list[Piece]:
    named = [("actions", "action", name) for name in ACTION_NAMES]
    named += [("specials", "special", name) for name in SPECIAL_NAMES]
    each = words("copies.player", n=1)
    return [
        Piece(group, f"action-{name}", words(f"{kind}.{name}"), each, words(f"help.{name}"))
        for group, kind, name in named
    ]


def others(words: Words) -> list[Piece]:
    """Return teahouses, tiles, guests and favour tokens."""
    in_colour = {"teahouse": 1, "tile": 1, "guest": GUESTS[0], "favour": 1}
    return [
        Piece("others", name, words(f"thing.{name}"), words("copies.each", n=n), words(f"help.{name}"))
        for name, n in in_colour.items()
    ]


def lanterns(words: Words) -> list[Piece]:
    return [
        Piece(
            "lanterns",
            f"lantern-{kind}",
            LANTERN_NAMES[kind],
            f"× {LANTERNS.count(sides)}",
            words("help.sides", bright=sides[0], dark=sides[1]),
        )
        for kind, sides in enumerate(KINDS)
    ]
