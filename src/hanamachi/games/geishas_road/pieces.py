"""The box of Geisha's Road (G1 to G6).

Colours, cards, actions and lanterns are small integers. A lantern as it hangs is a *face*: twice its kind,
and one more with the dark side up.
"""

from typing import TypeVar

Colour = int
Card = int
Cards = tuple[Card, ...]
Action = int
Special = int
Lantern = int  # its kind: lanterns with the same two sides are alike
Face = int
Place = int  # in an offer, or in a row of lanterns
Counts = tuple[int, ...]  # by colour

T = TypeVar("T")

COLOURS = (0, 1, 2, 3, 4)
COLOUR_NAMES = ("pink", "red", "blue", "yellow", "green")
NO_GUESTS: Counts = (0,) * len(COLOURS)
GUESTS: Counts = (3,) * len(COLOURS)  # under each teahouse (G11)

VALUES = (1, 2, 3, 4)
GUEST_SYMBOLS = {1: 2, 2: 1, 3: 0, 4: 0}  # by value (G2)
DECK: Cards = tuple(range(len(COLOURS) * len(VALUES)))
COLOUR = tuple(card // len(VALUES) for card in DECK)
VALUE = tuple(VALUES[card % len(VALUES)] for card in DECK)
SYMBOLS = tuple(GUEST_SYMBOLS[value] for value in VALUE)
CARD_NAMES = tuple(f"{COLOUR_NAMES[COLOUR[card]]}{VALUE[card]}" for card in DECK)
HAND = 6  # cards dealt to each player (G7)

REVEAL, INTRIGUE, GIFT, COMPETITION = ACTIONS = (0, 1, 2, 3)
ACTION_NAMES = ("reveal", "intrigue", "gift", "competition")
ACTION_CARDS = (1, 2, 3, 4)
ACTION_RULES = ("G14", "G15", "G16", "G17")
COUNTEROFFER, HIDDEN_OFFER = SPECIALS = (0, 1)
SPECIAL_NAMES = ("counteroffer", "hidden_offer")

# G6: the points on the bright and on the dark side of each lantern. The printed values are lost; these are
# our own invention. Nothing else depends on them, so another nine may be written here.
LANTERNS = ((1, 5), (1, 4), (2, 4), (2, 3), (2, 1), (3, 0), (3, -1), (3, -1), (4, -2))
KINDS = tuple(dict.fromkeys(LANTERNS))
BOX: tuple[Lantern, ...] = tuple(KINDS.index(lantern) for lantern in LANTERNS)
LANTERN_NAMES = tuple(f"{bright}/{dark}" for bright, dark in KINDS)
POINTS = tuple(side for kind in KINDS for side in kind)  # by face
UPPER, LOWER = 5, 4  # lanterns in the rows (G8)
DESTINY, DARK = 5, 2  # lanterns in the variant's one row, and how many of them are dark (G42)


def bright(lantern: Lantern) -> Face:
    return 2 * lantern


def is_bright(face: Face) -> bool:
    return face % 2 == 0


def turned(face: Face) -> Face:
    """Return the same lantern with its other side up."""
    return face ^ 1


def kind_of(face: Face) -> Lantern:
    return face // 2


def put(row: tuple[T, ...], at: int, value: T) -> tuple[T, ...]:
    return (*row[:at], value, *row[at + 1 :])


def without(cards: Cards, card: Card) -> Cards:
    return tuple([other for other in cards if other != card])


def adding(cards: Cards, card: Card) -> Cards:
    return tuple(sorted((*cards, card)))
