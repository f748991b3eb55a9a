"""The layout of a kernel row of Geisha's Road: the index of each number.

Sets of cards, tokens and special tokens are bit masks. Guests have two bits for each colour. A geisha's place
is counted around the circle. NONE means no seat, no place or no card.
"""

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from hanamachi.games.geishas_road.guests import best_division
from hanamachi.games.geishas_road.pieces import BOX, COLOURS, DECK, POINTS, VALUES, bright

Row: TypeAlias = NDArray[np.int64]
Rows: TypeAlias = NDArray[np.int64]  # a row for each table

NONE = -1
BASIC, HARDER, ADVANCED = range(3)
MODES = ("basic", "harder", "advanced")
RANDOM_STARTER = 2  # a value of WISH that is no seat
STARTERS = ("first", "second", "random")
SHARED = 2  # a result: both have won

# The kinds of questions, and the end.
ACTING, REVEALING, SETTING_LEFT, SETTING_RIGHT, HIDING, LAYING, PAIRING = range(7)
COUNTERING, REMOVING, REPLACING, CHOOSING, RESOLVING, TAKING, OVER = range(7, 14)

# The street: what resolving cards may change.
NOW, SEAT = 0, 1  # the question, and the seat that owes the answer
ASKED = 2  # the card whose symbols let a seat take guests
UP, LOW = 3, 4  # lanterns gone from the upper and from the lower row
WAITING = 5  # guests under the teahouses
TAKEN = 6  # by seat: cards got, and not yet resolved
SIDE = 8  # by seat
GUESTS = 10  # by seat
PLACE = 12  # by colour: the geisha's place on the circle
FAVOUR = 17  # by colour: the owner of the token
TILE = 22  # by colour, two each: the lanterns
STREET = 32

BEFORE, AFTER = STREET, 2 * STREET  # copies of the street, while two orders of cards are compared

MODE, DESTINY, LITERAL, WISH = range(96, 100)  # the options; WISH: the requested starter
CHANCE = 100  # the state of the random generator
ROUND, STARTER, TURN = 101, 102, 103  # TURN: turns begun; after the eighth it also counts left cards shown
POOL = 104
HAND, TOKENS, SPECIALS, LEFT, RIGHT = 105, 107, 109, 111, 113  # by seat
TOTAL = 115  # by seat: the points of the counted rounds
ACTOR, ACTION, LAID, PARTNER, COUNTERS, HIDDEN = range(117, 123)  # the offer
OFFERED = 123  # by place
DOWN = 127  # by seat: the place of its face-down card
HOME = 129  # by colour: the place of her teahouse on the circle
TEAHOUSE = 134  # by place on the circle: its colour
HANGING, HANGING_LOW = 139, 144  # the lanterns of the rows at the set-up
RESULT, RULE = 148, 149
WON = 150  # by seat: the geishas won in the round that was counted last
WIDTH = 152
MOST = 16  # legal answers

TURNS = 8  # of both players in a round
ALL_CARDS = (1 << len(DECK)) - 1
ALL_TOKENS, ALL_SPECIALS = 0b1111, 0b11
ALL_GUESTS = (1 << 2 * len(COLOURS)) - 1  # three of each
COUNTEROFFER_TOKEN, HIDDEN_TOKEN = 0b01, 0b10
HIDDEN_USE = 4  # added to an action: it is used with Hidden offer

SUM = np.array([sum(v for at, v in enumerate(VALUES) if mask >> at & 1) for mask in range(16)])
BRIGHT = np.array([bright(lantern) for lantern in BOX])  # the faces of the nine lanterns
FACE_POINTS = np.array([*POINTS, 0])  # the last is for NONE: no lantern
GUEST_POINTS = np.array(
    [best_division(tuple(packed >> 2 * colour & 3 for colour in COLOURS)) for packed in range(ALL_GUESTS + 1)]
)
