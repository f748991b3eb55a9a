"""What the network looks at: a list of yes-or-no features, of which some fifty hold at a time.

They are taken from what the asked seat knows, and nothing else; the critic that helps in training also sees
the rival's hidden cards. A count of n cards is n features, as on a thermometer.
"""

from itertools import pairwise
from typing import TypeAlias

import numpy as np
from numba import njit
from numpy.typing import NDArray

from hanamachi.bots.hanamikoji_mind.memory import LEFT, ORDERS, TAKEN, Memory
from hanamachi.bots.hanamikoji_mind.relabel import later
from hanamachi.games.hanamikoji.kernel import (
    ASKED,
    COPIES,
    DISCARDS,
    HANDS,
    OFFER,
    POINTS,
    REPLY,
    ROUND,
    RULES,
    SECRETS,
    SIDES,
    STARTER,
    TOKENS,
    TURN,
    UNTIL_WON,
    UNUSED,
    Packed,
    ahead,
)
from hanamachi.games.hanamikoji.move_ids import CARDS_OF, FIRST_COMPETITION, FIRST_GIFT, PAIR_OF, Cards

Active: TypeAlias = NDArray[np.int16]

# The places of an item's thermometer, for counts up to its value, 1, 2 and 3.
BY_VALUE = np.array([0, 2, 4, 6, 9, 12, 16], np.int64)
UP_TO_1, UP_TO_2, UP_TO_3 = (np.arange(7) * n for n in (1, 2, 3))

_WIDTHS = {
    "hand": 21,
    "mine": 21,
    "theirs": 21,
    "unseen": 21,
    "secret": 7,
    "discards": 14,
    "used": 8,
    "kind": 2,
    "gift": 21,
    "first": 14,
    "second": 14,
    "tokens": 14,
    "round": 3,
    "starter": 1,
    "turn": 8,
    "offers": 112,
    "orders": 32,
    "leads": 70,
    "now": 18,
    "rival_hand": 21,
    "rival_secret": 7,
    "rival_discards": 14,
}
_ENDS = np.cumsum([0, *_WIDTHS.values()]).tolist()
_AT = dict(zip(_WIDTHS, (start for start, _ in pairwise(_ENDS)), strict=True))
HAND, MINE, THEIRS, UNSEEN, SECRET, DISCARD = (
    _AT[name] for name in ("hand", "mine", "theirs", "unseen", "secret", "discards")
)
USED, KIND, GIFT, PAIR_ONE, PAIR_TWO, FAVOUR = (
    _AT[name] for name in ("used", "kind", "gift", "first", "second", "tokens")
)
WHICH_ROUND, STARTS, WHICH_TURN, OFFERS, WHEN, LEADS, NOW = (
    _AT[name] for name in ("round", "starter", "turn", "offers", "orders", "leads", "now")
)
RIVAL_HAND, RIVAL_SECRET, RIVAL_DISCARD = (
    _AT[name] for name in ("rival_hand", "rival_secret", "rival_discards")
)
FEATURES = RIVAL_HAND  # what the network sees
CRITIC_FEATURES = _ENDS[-1]
MOST_ACTIVE = 192


@njit(cache=True)
def _lay(active: Active, n: int, at: int, cards: int, order: Cards, places: Cards) -> int:
    for slot in range(7):
        for k in range(cards >> 8 * order[slot] & 255):
            active[n] = at + places[slot] + k
            n += 1
    return n


@njit(cache=True)
def _mark(active: Active, n: int, at: int, holds: bool) -> int:
    active[n] = at  # overwritten by the next one if it does not hold
    return n + 1 if holds else n


@njit(cache=True)
def features(state: Packed, memory: Memory, seat: int, order: Cards, active: Active) -> int:
    """List the features that hold for a seat that is asked. How many there are."""
    n = _cards(state, memory, seat, order, active)
    rival, turn = 1 - seat, state[TURN] - (1 if state[ASKED] == REPLY else 0)
    for action in range(4):
        n = _mark(active, n, USED + action, not state[UNUSED + seat] >> action & 1)
        n = _mark(active, n, USED + 4 + action, not state[UNUSED + rival] >> action & 1)
        for who in range(2):
            when = memory[ORDERS + (seat ^ who)] >> 4 * action & 15
            n = _mark(active, n, WHEN + 16 * who + 4 * action + when - 1, when > 0)
    n = _mark(active, n, WHICH_ROUND + _round(state) - 1, True)
    n = _mark(active, n, STARTS, state[STARTER] == seat)
    return _mark(active, n, WHICH_TURN + turn, True)


@njit(cache=True)
def _round(state: Packed) -> int:
    """A game until somebody wins (H20) has always another round to come, like the second of three."""
    return min(state[ROUND], 2) if state[RULES] & UNTIL_WON else state[ROUND]


@njit(cache=True)
def _cards(state: Packed, memory: Memory, seat: int, order: Cards, active: Active) -> int:
    rival, offer = 1 - seat, state[OFFER]
    hand, mine, theirs = state[HANDS + seat], state[SIDES + seat], state[SIDES + rival]
    secret, discards = state[SECRETS + seat], state[DISCARDS + seat]
    unseen = COPIES[0] - hand - mine - theirs - secret - discards - (CARDS_OF[offer] if offer >= 0 else 0)
    n = _lay(active, 0, HAND, hand, order, BY_VALUE)
    n = _lay(active, n, MINE, mine, order, BY_VALUE)
    n = _lay(active, n, THEIRS, theirs, order, BY_VALUE)
    n = _lay(active, n, UNSEEN, unseen, order, BY_VALUE)
    n = _lay(active, n, SECRET, secret, order, UP_TO_1)
    n = _lay(active, n, DISCARD, discards, order, UP_TO_2)
    if offer >= FIRST_COMPETITION:
        one, other = PAIR_OF[offer - FIRST_GIFT, 0], PAIR_OF[offer - FIRST_GIFT, 1]
        if later(one, other, order):
            one, other = other, one
        n = _mark(active, n, KIND + 1, True)
        n = _lay(active, n, PAIR_ONE, one, order, UP_TO_2)
        n = _lay(active, n, PAIR_TWO, other, order, UP_TO_2)
    elif offer >= 0:
        n = _mark(active, n, KIND, True)
        n = _lay(active, n, GIFT, CARDS_OF[offer], order, UP_TO_3)
    for i in range(4):
        which = i ^ 2 * seat  # one's own offers first
        n = _lay(active, n, OFFERS + 28 * i, memory[TAKEN + which], order, UP_TO_2)
        n = _lay(active, n, OFFERS + 28 * i + 14, memory[LEFT + which], order, UP_TO_2)
    return _leads(state, seat, mine + secret, theirs, unseen, order, active, n)


@njit(cache=True)
def _leads(
    state: Packed, seat: int, mine: int, theirs: int, unseen: int, order: Cards, active: Active, n: int
) -> int:
    """Before each geisha: who leads and how safely. And how the match stands if the round ended now."""
    one, other = ahead(mine, theirs), ahead(theirs, mine)
    my_tokens = state[TOKENS + seat] & ~other | one
    their_tokens = state[TOKENS + 1 - seat] & ~one | other
    for slot in range(7):
        item, at = order[slot], LEADS + 10 * slot
        shift = 8 * item
        lead = (mine >> shift & 255) - (theirs >> shift & 255)
        held, loose = state[HANDS + seat] >> shift & 255, unseen >> shift & 255
        n = _mark(active, n, FAVOUR + slot, state[TOKENS + seat] >> item & 1 > 0)
        n = _mark(active, n, FAVOUR + 7 + slot, state[TOKENS + 1 - seat] >> item & 1 > 0)
        n = _mark(active, n, at, lead >= 1)
        n = _mark(active, n, at + 1, lead >= 2)
        n = _mark(active, n, at + 2, lead <= -1)
        n = _mark(active, n, at + 3, lead <= -2)
        n = _mark(active, n, at + 4, lead > held + loose)
        n = _mark(active, n, at + 5, -lead > held + loose)
        n = _mark(active, n, at + 6, lead + held > loose)
        n = _mark(active, n, at + 7, -lead + loose > held)
        n = _mark(active, n, at + 8, my_tokens >> item & 1 > 0)
        n = _mark(active, n, at + 9, their_tokens >> item & 1 > 0)
    for who in range(2):
        tokens, at = their_tokens if who else my_tokens, NOW + 9 * who
        count = 0
        for item in range(7):
            count += tokens >> item & 1
        for i in range(4):
            n = _mark(active, n, at + i, count > i)
        for i in range(5):
            n = _mark(active, n, at + 4 + i, POINTS[tokens] >= 3 + 2 * i)
    return n


@njit(cache=True)
def hidden_features(state: Packed, seat: int, order: Cards, active: Active, n: int) -> int:
    """The rival's hidden cards, for the critic alone."""
    rival = 1 - seat
    n = _lay(active, n, RIVAL_HAND, state[HANDS + rival], order, BY_VALUE)
    n = _lay(active, n, RIVAL_SECRET, state[SECRETS + rival], order, UP_TO_1)
    return _lay(active, n, RIVAL_DISCARD, state[DISCARDS + rival], order, UP_TO_2)
