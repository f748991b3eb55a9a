"""Packed cards: one byte for each item, so that sums of many counts are one product."""

import numpy as np

from hanamachi.games.hanamikoji.kernel import layout as at
from hanamachi.games.hanamikoji.kernel.layout import Row
from hanamachi.games.hanamikoji.move_ids import CARDS_OF, FIRST_GIFT, PAIR_OF, ROWS, TAKE_PAIR, Ids
from hanamachi.games.kernels.chance import Chance, below
from hanamachi.games.kernels.compiling import entry, inner

ONES = 0x01010101010101
HIGHS = 0x80808080808080
BYTES = 0xFFFFFFFFFFFFFF


@entry
def total(cards: int) -> int:
    """Return the number of cards: the highest byte of the running sums."""
    return cards * ONES >> 48 & 255


@entry
def card_at(cards: int, pick: int) -> int:
    """Return the item of card number `pick` when the cards lie in order, by counting running sums."""
    sums = cards * ONES & BYTES
    reached = ((pick * ONES | HIGHS) - sums & HIGHS) >> 7
    return reached * ONES >> 48 & 255


@inner
def drawn(state: Row, rng: Chance) -> int:
    """Draw a random card from the pool."""
    card = 1 << 8 * card_at(state[at.POOL], below(rng, total(state[at.POOL])))
    state[at.POOL] -= card
    return card


@entry
def ahead(one: int, other: int) -> int:
    """Return the geishas at whom `one` has more cards: a bit for each, gathered from the bytes by a
    product."""
    more = (~((other | HIGHS) - one) & HIGHS) >> 7
    return more * 0x40810204081 >> 42 & 127


@inner
def row_of(hand: int) -> int:
    """Return where a hand's actions begin in FIRST: the hand squeezed into 16 bits, looked up."""
    squeezed = hand & 3 | hand >> 6 & 12 | hand >> 12 & 48 | hand >> 18 & 192
    squeezed |= hand >> 24 & 768 | hand >> 30 & 7168 | hand >> 35 & 57344
    return 4 * np.int64(ROWS[squeezed])  # type: ignore[return-value]


@entry
def taken_by(answer: int, offer: int) -> int:
    """Return the cards that an answer takes of an offer."""
    cards: int = CARDS_OF[answer] if answer < TAKE_PAIR else PAIR_OF[offer - FIRST_GIFT, answer - TAKE_PAIR]
    return cards


@inner
def id_at(ids: Ids, i: int) -> int:
    """Return an id of a list as 64 bits. For each other width numba would compile `play` again."""
    return np.int64(ids[i])  # type: ignore[return-value]
