"""Hanamikoji on packed integers: the fast twin of rules.py, for playouts and training.

A state is a row of 20 integers, named below. Cards are packed as in move_ids.py, a byte an item; decisions
are the ids of that module. `legal` lists them in the rulebook's order, `play` takes one, `nature` deals and
draws. Nothing is checked: `play` is for what `legal` has listed.

Chance is splitmix64: one word of 64 bits, in an array so that it can be moved on. The functions take `state`
and `rng` arrays and change them; all are compiled to run without Python's lock.

numba caches each caller with what it calls. After a change here, delete the __pycache__ of callers in other
modules.
"""

from concurrent.futures import ThreadPoolExecutor
from typing import NamedTuple, TypeAlias

import numpy as np
from numba import njit
from numpy.typing import ArrayLike, NDArray

from hanamachi.games.hanamikoji.move_ids import (
    ACTION,
    ANSWER_COUNTS,
    ANSWERS,
    CARDS_OF,
    FIRST,
    FIRST_GIFT,
    MOST_MOVES,
    MOVES,
    PAIR_OF,
    ROWS,
    TAKE_PAIR,
    Ids,
    packed,
)
from hanamachi.games.hanamikoji.pieces import BOXES, GEISHAS_TO_WIN, ITEMS, POINTS_TO_WIN, VALUE

Packed: TypeAlias = NDArray[np.int64]
Rng: TypeAlias = NDArray[np.uint64]

# The fields of a state. Those in the plural are for seat 0; seat 1's comes next.
POOL = 0  # cards: the deck and the removed one
HANDS = 1  # cards
SIDES = 3  # cards
SECRETS = 5  # cards under the token, none or one
DISCARDS = 7  # cards under the token, none or two
UNUSED = 9  # a bit for each action token
TOKENS = 11  # a bit for each geisha won over
ASKED = 13  # what is owed now: ACT, REPLY, DRAW, DEAL or OVER
SEAT = 14  # by whom, or to whom
OFFER = 15  # the id of the Gift or the Competition that lies open, else -1
TURN = 16  # action tokens used in this round
STARTER = 17
ROUND = 18
RULES = 19  # the bits SMALL and UNTIL_WON
FIELDS = 20

ACT, REPLY, DRAW, DEAL, OVER = range(5)
NOBODY = -1

ONES = 0x01010101010101
HIGHS = 0x80808080808080
BYTES = 0xFFFFFFFFFFFFFF

SMALL, UNTIL_WON = 1, 2  # the small box; rounds without end (H20)
COPIES = np.array([packed(BOXES[box].copies) for box in ("full", "small")], np.int64)
DEALT = np.array([BOXES[box].hand for box in ("full", "small")], np.int64)
TOKENS_OF = np.array([sum(1 << a for a in BOXES[box].actions) for box in ("full", "small")], np.int64)
TURNS = np.array([2 * len(BOXES[box].actions) for box in ("full", "small")], np.int64)
ROUNDS = np.array([BOXES[box].rounds for box in ("full", "small")], np.int64)

MASKS = range(1 << len(ITEMS))
POINTS = np.array([sum(VALUE[i] for i in ITEMS if mask >> i & 1) for mask in MASKS], np.int64)
MEETS = np.array([m.bit_count() >= GEISHAS_TO_WIN or POINTS[m] >= POINTS_TO_WIN for m in MASKS])

GOLDEN, MIX, MIX_AGAIN = map(np.uint64, (0x9E3779B97F4A7C15, 0xBF58476D1CE4E5B9, 0x94D049BB133111EB))
S27, S30, S31, S32 = map(np.uint64, (27, 30, 31, 32))


@njit(cache=True)
def below(rng: Rng, n: int) -> int:
    """A number from 0 to n - 1: the upper half of splitmix64's next word, scaled."""
    rng[0] += GOLDEN
    word = rng[0]
    word = (word ^ (word >> S30)) * MIX
    word = (word ^ (word >> S27)) * MIX_AGAIN
    word ^= word >> S31
    return np.int64(((word >> S32) * np.uint64(n)) >> S32)  # type: ignore[return-value]


@njit(cache=True)
def total(cards: int) -> int:
    """How many cards: the highest byte of the running sums."""
    return cards * ONES >> 48 & 255


@njit(cache=True)
def card_at(cards: int, pick: int) -> int:
    """The item of card number `pick` when the cards lie in order: so many running sums are not above it."""
    sums = cards * ONES & BYTES
    reached = ((pick * ONES | HIGHS) - sums & HIGHS) >> 7
    return reached * ONES >> 48 & 255


@njit(cache=True)
def drawn(state: Packed, rng: Rng) -> int:
    """One card of the pool, by chance; it leaves the pool."""
    card = 1 << 8 * card_at(state[POOL], below(rng, total(state[POOL])))
    state[POOL] -= card
    return card


@njit(cache=True)
def ahead(one: int, other: int) -> int:
    """The geishas before whom `one` has more cards: a bit for each, gathered from the bytes by a product."""
    more = (~((other | HIGHS) - one) & HIGHS) >> 7
    return more * 0x40810204081 >> 42 & 127


@njit(cache=True)
def legal(state: Packed, buffer: Ids) -> int:
    """Write the legal decisions into the buffer, in the rulebook's order. How many there are."""
    if state[ASKED] == REPLY:
        offer = state[OFFER] - FIRST_GIFT
        for i in range(3):
            buffer[i] = ANSWERS[offer, i]
        return np.int64(ANSWER_COUNTS[offer])  # type: ignore[return-value]
    unused, row = state[UNUSED + state[SEAT]], row_of(state[HANDS + state[SEAT]])
    count = 0
    for action in range(4):
        if unused >> action & 1:
            for i in range(FIRST[row + action], FIRST[row + action + 1]):
                buffer[count] = MOVES[i]
                count += 1
    return count


@njit(cache=True)
def id_at(ids: Ids, i: int) -> int:
    """An id of a list in 64 bits: for each other width numba would compile `play` once more."""
    return np.int64(ids[i])  # type: ignore[return-value]


@njit(cache=True)
def row_of(hand: int) -> int:
    """Where a hand's actions begin in FIRST: the hand squeezed into 16 bits, looked up."""
    squeezed = hand & 3 | hand >> 6 & 12 | hand >> 12 & 48 | hand >> 18 & 192
    squeezed |= hand >> 24 & 768 | hand >> 30 & 7168 | hand >> 35 & 57344
    return 4 * np.int64(ROWS[squeezed])  # type: ignore[return-value]


@njit(cache=True)
def taken_by(answer: int, offer: int) -> int:
    """The cards that an answer takes of an offer."""
    cards: int = CARDS_OF[answer] if answer < TAKE_PAIR else PAIR_OF[offer - FIRST_GIFT, answer - TAKE_PAIR]
    return cards


@njit(cache=True)
def play(state: Packed, move: int) -> None:
    """Take a legal decision. After the last one of a round the Secrets are shown and the tokens move."""
    seat = state[SEAT]
    if state[ASKED] == REPLY:
        taken = taken_by(move, state[OFFER])
        state[SIDES + seat] += taken  # H10 to H12
        state[SIDES + 1 - seat] += CARDS_OF[state[OFFER]] - taken
        state[OFFER] = NOBODY
        _end_turn(state)
        return
    cards, action = CARDS_OF[move], ACTION[move]
    state[HANDS + seat] -= cards
    state[UNUSED + seat] ^= 1 << action
    state[TURN] += 1
    if action >= 2:  # H10, H11
        state[ASKED], state[SEAT], state[OFFER] = REPLY, 1 - seat, move
        return
    state[(SECRETS if action == 0 else DISCARDS) + seat] = cards  # H8, H9
    _end_turn(state)


@njit(cache=True)
def _end_turn(state: Packed) -> None:
    if state[TURN] < TURNS[state[RULES] & SMALL]:
        state[ASKED], state[SEAT] = DRAW, state[STARTER] ^ state[TURN] & 1
    else:
        _score(state)


@njit(cache=True)
def _score(state: Packed) -> None:
    """The Secrets (H13), the art tokens (H14, H15), and whether there is another round (H16, H18, H20)."""
    for seat in range(2):
        state[SIDES + seat] += state[SECRETS + seat]
        state[SECRETS + seat] = 0
    one, other = ahead(state[SIDES], state[SIDES + 1]), ahead(state[SIDES + 1], state[SIDES])
    state[TOKENS] = state[TOKENS] & ~other | one
    state[TOKENS + 1] = state[TOKENS + 1] & ~one | other
    won = MEETS[state[TOKENS]] or MEETS[state[TOKENS + 1]]
    last = not state[RULES] & UNTIL_WON and state[ROUND] == ROUNDS[state[RULES] & SMALL]
    state[ASKED], state[SEAT] = OVER if won or last else DEAL, NOBODY


@njit(cache=True)
def winner(state: Packed) -> int:
    """Of a game that is over: the seat that won, or NOBODY (H16, H17, H19)."""
    one, other = state[TOKENS], state[TOKENS + 1]
    if MEETS[one] != MEETS[other]:
        return 0 if MEETS[one] else 1
    if POINTS[one] == POINTS[other]:
        return NOBODY
    return 0 if POINTS[one] > POINTS[other] else 1


@njit(cache=True)
def nature(state: Packed, rng: Rng) -> None:
    """What chance owes before the next decision: a card (H7), or the cards of a new round (H5, H6, H18)."""
    if state[ASKED] == DEAL:
        state[ROUND] += 1
        state[STARTER] = 1 - state[STARTER]
        deal(state, rng)
    elif state[ASKED] == DRAW:
        state[HANDS + state[SEAT]] += drawn(state, rng)
        state[ASKED] = ACT


@njit(cache=True)
def deal(state: Packed, rng: Rng) -> None:
    """A new round, dealt, up to its first decision (H5). Rules, round, starter and tokens stay."""
    box, starter = state[RULES] & SMALL, state[STARTER]
    state[HANDS:UNUSED] = 0
    state[UNUSED] = state[UNUSED + 1] = TOKENS_OF[box]
    state[POOL], state[OFFER], state[TURN] = COPIES[box], NOBODY, 0
    for _ in range(DEALT[box]):
        state[HANDS + starter] += drawn(state, rng)
        state[HANDS + 1 - starter] += drawn(state, rng)
    state[HANDS + starter] += drawn(state, rng)
    state[ASKED], state[SEAT] = ACT, starter


@njit(cache=True)
def start(state: Packed, rules: int, starter: int, rng: Rng) -> None:
    """A new game, up to its first decision. Starter NOBODY: by chance (H6)."""
    state[TOKENS] = state[TOKENS + 1] = 0
    state[RULES], state[ROUND] = rules, 1
    state[STARTER] = below(rng, 2) if starter == NOBODY else starter
    deal(state, rng)


@njit(cache=True)
def copy(source: Packed, target: Packed) -> None:
    """A slice would do the same, but costs numba three seconds to compile."""
    for field in range(FIELDS):
        target[field] = source[field]


@njit(cache=True)
def forget(state: Packed) -> int:
    """Leave what the seat asked knows: what the rival hides goes into the pool. The size of that hand."""
    rival = 1 - state[SEAT]
    held = total(state[HANDS + rival])
    state[POOL] += state[HANDS + rival] + state[SECRETS + rival] + state[DISCARDS + rival]
    state[HANDS + rival] = state[SECRETS + rival] = state[DISCARDS + rival] = 0
    return held


@njit(cache=True)
def imagine(state: Packed, held: int, rng: Rng) -> None:
    """Lay out what the seat asked cannot see, uniformly: `forget`, or packing.py's `told`, came before.

    The rival's hand (`held` cards), the Secret and the discards are taken from the pool of unseen cards.
    """
    rival = 1 - state[SEAT]
    used = TOKENS_OF[state[RULES] & SMALL] & ~state[UNUSED + rival]
    for _ in range(held):
        state[HANDS + rival] += drawn(state, rng)
    if used & 1:
        state[SECRETS + rival] = drawn(state, rng)
    if used & 2:
        state[DISCARDS + rival] = drawn(state, rng)
        state[DISCARDS + rival] += drawn(state, rng)


@njit(cache=True, nogil=True)
def playout(state: Packed, rng: Rng, buffer: Ids, counts: Packed) -> int:
    """Play a game to its end at random. The winner; counts the decisions and the legal moves there were."""
    while True:
        n = legal(state, buffer)
        counts[0] += 1
        counts[1] += n
        play(state, id_at(buffer, below(rng, n)))
        nature(state, rng)
        if state[ASKED] == OVER:
            return winner(state)


@njit(cache=True, nogil=True)
def _random_games(rules: int, starter: int, seeds: Rng, winners: Packed, counts: Packed) -> None:
    state, buffer, rng = np.zeros(FIELDS, np.int64), np.empty(MOST_MOVES, np.int16), np.empty(1, np.uint64)
    for i in range(len(seeds)):
        rng[0] = seeds[i]
        start(state, rules, starter, rng)
        winners[i] = playout(state, rng, buffer, counts)


class Batch(NamedTuple):
    winners: Packed  # of each game: a seat, or NOBODY
    decisions: int
    choices: int  # all legal moves that there were


def random_games(rules: int, starter: int, seeds: ArrayLike, threads: int = 2) -> Batch:
    """A whole random game for each seed, in threads. Starter NOBODY: by chance."""
    words = np.array(seeds, np.uint64)
    winners, counts = np.empty(len(words), np.int64), np.zeros((threads, 2), np.int64)
    parts = [slice(len(words) * i // threads, len(words) * (i + 1) // threads) for i in range(threads)]
    with ThreadPoolExecutor(threads) as pool:
        list(pool.map(lambda at, n: _random_games(rules, starter, words[at], winners[at], n), parts, counts))
    decisions, choices = counts.sum(axis=0).tolist()
    return Batch(winners, decisions, choices)
