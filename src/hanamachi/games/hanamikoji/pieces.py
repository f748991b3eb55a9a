"""The box: seven geishas and their items, art tokens, action tokens. (H1 to H4)"""

from collections.abc import Sequence

from msgspec import Struct

from hanamachi.core.game import Seat

Item = int
Action = int
Counts = tuple[int, ...]  # how many cards of each item
Tokens = tuple[Seat | None, ...]  # the side on which each art token lies; None: in the middle

FLUTE, FAN, SCROLL, PARASOL, LUTE, TEA_SET, FLOWER = ITEMS = range(7)
NAMES = ("flute", "fan", "scroll", "parasol", "lute", "tea_set", "flower")
VALUE = (2, 2, 2, 3, 3, 4, 5)  # art points of the geisha who loves the item
NO_CARDS: Counts = (0,) * len(ITEMS)

SECRET, DISCARD, GIFT, COMPETITION = range(4)
ACTIONS = ("secret", "discard", "gift", "competition")
CARDS = (1, 2, 3, 4)  # how many cards each action takes from the hand
RULES = ("H8", "H9", "H10", "H11")

GEISHAS_TO_WIN, POINTS_TO_WIN = 4, 11  # H16


class Box(Struct, frozen=True):
    """The contents of a box: the cards, each player's action tokens, the size of the dealt hand."""

    copies: Counts
    actions: tuple[Action, ...]
    hand: int
    rounds: int

    @property
    def items(self) -> list[Item]:
        return [item for item in ITEMS if self.copies[item]]


BOXES = {
    "full": Box(copies=VALUE, actions=(SECRET, DISCARD, GIFT, COMPETITION), hand=6, rounds=3),
    "small": Box(copies=(2, 0, 0, 3, 0, 4, 0), actions=(SECRET, GIFT), hand=2, rounds=1),
    "tiny": Box(
        copies=(0, 0, 0, 1, 0, 2, 6), actions=(SECRET, GIFT), hand=2, rounds=1
    ),  # for research; not an option of the game
}


def without(cards: Counts, items: Sequence[Item]) -> Counts:
    left = list(cards)
    for item in items:
        left[item] -= 1
    return tuple(left)


def together(cards: Counts, items: Sequence[Item]) -> Counts:
    more = list(cards)
    for item in items:
        more[item] += 1
    return tuple(more)


def spread(cards: Counts) -> list[Item]:
    """Return the cards one by one."""
    return [item for item in ITEMS for _ in range(cards[item])]


def geishas(tokens: Tokens, seat: Seat) -> int:
    """Return how many geishas a seat has won over."""
    return tokens.count(seat)


def art_points(tokens: Tokens, seat: Seat) -> int:
    return sum(value for value, owner in zip(VALUE, tokens, strict=True) if owner == seat)
