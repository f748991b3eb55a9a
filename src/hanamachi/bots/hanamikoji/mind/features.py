"""The input of the network: binary features, of which some fifty are active at a time.

They depend only on what the deciding seat knows. The critic in training also sees the rival's hidden cards. A
count of n cards is n features (a thermometer code).
"""

from itertools import pairwise
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from hanamachi.bots.hanamikoji.mind.memory import LEFT, ORDERS, TAKEN, Memory
from hanamachi.bots.hanamikoji.mind.relabel import later
from hanamachi.games.hanamikoji.kernel import ahead
from hanamachi.games.hanamikoji.kernel import layout as at
from hanamachi.games.hanamikoji.kernel.layout import Row
from hanamachi.games.hanamikoji.move_ids import CARDS_OF, FIRST_COMPETITION, FIRST_GIFT, PAIR_OF, Cards
from hanamachi.games.kernels.compiling import entry, inner

Active: TypeAlias = NDArray[np.int16]

# The offsets of an item's thermometer, for counts up to its value, 1, 2 and 3.
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
FEATURES = RIVAL_HAND  # the input size of the network
CRITIC_FEATURES = _ENDS[-1]
MOST_ACTIVE = 192

# The offsets of the thermometers of `_piles`, pile by pile and slot by slot.
_BEGIN = [HAND, MINE, THEIRS, UNSEEN, SECRET, DISCARD, GIFT, PAIR_ONE, PAIR_TWO]
_BEGIN += [OFFERS + 14 * i for i in range(8)]
_STEPS = [*4 * [BY_VALUE], UP_TO_1, UP_TO_2, UP_TO_3, *10 * [UP_TO_2]]
PLACES = np.array([begin + steps for begin, steps in zip(_BEGIN, _STEPS, strict=True)], np.int64)
PILES = len(PLACES)
HIDDEN_PLACES = np.array([RIVAL_HAND + BY_VALUE, RIVAL_SECRET + UP_TO_1, RIVAL_DISCARD + UP_TO_2], np.int64)


@inner(inline="always")
def _mark(active: Active, n: int, place: int, holds: bool) -> int:
    active[n] = place  # overwritten by the next feature if it does not hold
    return n + 1 if holds else n


@inner(inline="always")
def _lay(active: Active, n: int, piles: Cards, places: Cards, order: Cards) -> int:
    for pile in range(len(places)):
        for slot in range(7):
            for k in range(piles[pile] >> 8 * order[slot] & 255):
                active[n] = places[pile, slot] + k
                n += 1
    return n


@inner(inline="always")
def _piles(state: Row, memory: Memory, seat: int, order: Cards) -> Cards:
    """Return the cards by place, as this seat sees them. Leads count the first four piles and its own
    Secret."""
    piles, offer = np.zeros(PILES, np.int64), state[at.OFFER]
    piles[0], piles[1], piles[2] = state[at.HANDS + seat], state[at.SIDES + seat], state[at.SIDES + 1 - seat]
    piles[4], piles[5] = state[at.SECRETS + seat], state[at.DISCARDS + seat]
    piles[3] = at.COPIES[0] - piles[0] - piles[1] - piles[2] - piles[4] - piles[5]
    if offer >= 0:
        piles[3] -= CARDS_OF[offer]
    if offer >= FIRST_COMPETITION:
        one, other = PAIR_OF[offer - FIRST_GIFT, 0], PAIR_OF[offer - FIRST_GIFT, 1]
        swapped = later(one, other, order)
        piles[7], piles[8] = other if swapped else one, one if swapped else other
    elif offer >= 0:
        piles[6] = CARDS_OF[offer]
    for i in range(4):
        which = i ^ 2 * seat  # one's own offers first
        piles[9 + 2 * i], piles[10 + 2 * i] = memory[TAKEN + which], memory[LEFT + which]
    return piles


@entry
def features(state: Row, memory: Memory, seat: int, order: Cards, active: Active) -> int:
    """Write the active features of the deciding seat, and return their number."""
    piles = _piles(state, memory, seat, order)
    n = _lay(active, 0, piles, PLACES, order)
    n = _leads(state, seat, piles, order, active, n)
    for action in range(4):
        for who in range(2):
            n = _mark(active, n, USED + 4 * who + action, not state[at.UNUSED + (seat ^ who)] >> action & 1)
            when = memory[ORDERS + (seat ^ who)] >> 4 * action & 15
            n = _mark(active, n, WHEN + 16 * who + 4 * action + when - 1, when > 0)
    # A match until a win (H20) always has another round to come, like the second of three.
    number = min(state[at.ROUND], 2) if state[at.RULES] & at.UNTIL_WON else state[at.ROUND]
    n = _mark(active, n, KIND + (1 if state[at.OFFER] >= FIRST_COMPETITION else 0), state[at.OFFER] >= 0)
    n = _mark(active, n, WHICH_ROUND + number - 1, True)
    n = _mark(active, n, STARTS, state[at.STARTER] == seat)
    return _mark(active, n, WHICH_TURN + state[at.TURN] - (1 if state[at.ASKED] == at.REPLY else 0), True)


@inner(inline="always")
def _leads(state: Row, seat: int, piles: Cards, order: Cards, active: Active, n: int) -> int:
    """Write for each geisha who leads and how safely, and the state of the match if the round ended now."""
    hand, mine, theirs, unseen = piles[0], piles[1] + piles[4], piles[2], piles[3]
    one, other = ahead(mine, theirs), ahead(theirs, mine)
    owned, now, counts = np.empty(2, np.int64), np.empty(2, np.int64), np.zeros(2, np.int64)
    owned[0], owned[1] = state[at.TOKENS + seat], state[at.TOKENS + 1 - seat]
    now[0], now[1] = owned[0] & ~other | one, owned[1] & ~one | other
    holds = np.empty(10, np.bool_)
    for slot in range(7):
        item = order[slot]
        shift = 8 * item
        lead = (mine >> shift & 255) - (theirs >> shift & 255)
        held, loose = hand >> shift & 255, unseen >> shift & 255
        holds[0], holds[1], holds[2], holds[3] = lead >= 1, lead >= 2, lead <= -1, lead <= -2
        holds[4], holds[5] = lead > held + loose, -lead > held + loose
        holds[6], holds[7] = lead + held > loose, -lead + loose > held
        for who in range(2):
            holds[8 + who] = now[who] >> item & 1 > 0
            counts[who] += now[who] >> item & 1
            n = _mark(active, n, FAVOUR + 7 * who + slot, owned[who] >> item & 1 > 0)
        for i in range(10):
            n = _mark(active, n, LEADS + 10 * slot + i, holds[i])
    for who in range(2):
        for i in range(9):
            reached = counts[who] > i if i < 4 else at.POINTS[now[who]] >= 2 * i - 5
            n = _mark(active, n, NOW + 9 * who + i, reached)
    return n


@inner
def hidden_features(state: Row, seat: int, order: Cards, active: Active, n: int) -> int:
    """Write the rival's hidden cards, for the critic alone."""
    rival = 1 - seat
    piles = np.empty(3, np.int64)
    piles[0], piles[1], piles[2] = (
        state[at.HANDS + rival],
        state[at.SECRETS + rival],
        state[at.DISCARDS + rival],
    )
    return _lay(active, n, piles, HIDDEN_PLACES, order)
