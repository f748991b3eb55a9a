"""Decisions, draws and rounds: the compiled twin of rules.py.

Decisions are the ids of move_ids.py. `legal` lists them in the rulebook's order, `play` makes one, `nature`
deals and draws. Nothing is checked: call `play` only with an id that `legal` has listed.
"""

import numpy as np

from hanamachi.games.hanamikoji.kernel import layout as at
from hanamachi.games.hanamikoji.kernel.cards import ahead, drawn, row_of, taken_by
from hanamachi.games.hanamikoji.kernel.layout import Row
from hanamachi.games.hanamikoji.move_ids import (
    ACTION,
    ANSWER_COUNTS,
    ANSWERS,
    CARDS_OF,
    FIRST,
    FIRST_GIFT,
    MOVES,
    Ids,
)
from hanamachi.games.kernels.chance import Chance, below
from hanamachi.games.kernels.compiling import entry, inner


@entry
def legal(state: Row, buffer: Ids) -> int:
    """Write the legal decisions into the buffer, in the rulebook's order. Return their number."""
    if state[at.ASKED] == at.REPLY:
        offer = state[at.OFFER] - FIRST_GIFT
        for i in range(3):
            buffer[i] = ANSWERS[offer, i]
        return np.int64(ANSWER_COUNTS[offer])  # type: ignore[return-value]
    unused, row = state[at.UNUSED + state[at.SEAT]], row_of(state[at.HANDS + state[at.SEAT]])
    count = 0
    for action in range(4):
        if unused >> action & 1:
            for i in range(FIRST[row + action], FIRST[row + action + 1]):
                buffer[count] = MOVES[i]
                count += 1
    return count


@entry
def play(state: Row, move: int) -> None:
    """Play a legal decision. After the last one of a round the Secrets are shown and the tokens move."""
    seat = state[at.SEAT]
    if state[at.ASKED] == at.REPLY:
        taken = taken_by(move, state[at.OFFER])
        state[at.SIDES + seat] += taken  # H10 to H12
        state[at.SIDES + 1 - seat] += CARDS_OF[state[at.OFFER]] - taken
        state[at.OFFER] = at.NOBODY
        _end_turn(state)
        return
    cards, action = CARDS_OF[move], ACTION[move]
    state[at.HANDS + seat] -= cards
    state[at.UNUSED + seat] ^= 1 << action
    state[at.TURN] += 1
    if action >= 2:  # H10, H11
        state[at.ASKED], state[at.SEAT], state[at.OFFER] = at.REPLY, 1 - seat, move
        return
    state[(at.SECRETS if action == 0 else at.DISCARDS) + seat] = cards  # H8, H9
    _end_turn(state)


@inner
def _end_turn(state: Row) -> None:
    if state[at.TURN] < at.TURNS[state[at.RULES] & at.SMALL]:
        state[at.ASKED], state[at.SEAT] = at.DRAW, state[at.STARTER] ^ state[at.TURN] & 1
    else:
        _score(state)


@inner
def _score(state: Row) -> None:
    """Score the Secrets (H13) and the art tokens (H14, H15), and decide about another round (H16, H18,
    H20)."""
    for seat in range(2):
        state[at.SIDES + seat] += state[at.SECRETS + seat]
        state[at.SECRETS + seat] = 0
    one, other = ahead(state[at.SIDES], state[at.SIDES + 1]), ahead(state[at.SIDES + 1], state[at.SIDES])
    state[at.TOKENS] = state[at.TOKENS] & ~other | one
    state[at.TOKENS + 1] = state[at.TOKENS + 1] & ~one | other
    won = at.MEETS[state[at.TOKENS]] or at.MEETS[state[at.TOKENS + 1]]
    last = not state[at.RULES] & at.UNTIL_WON and state[at.ROUND] == at.ROUNDS[state[at.RULES] & at.SMALL]
    state[at.ASKED], state[at.SEAT] = at.OVER if won or last else at.DEAL, at.NOBODY


@entry
def winner(state: Row) -> int:
    """Return the winner of a finished game, or -1 (H16, H17, H19)."""
    one, other = state[at.TOKENS], state[at.TOKENS + 1]
    if at.MEETS[one] != at.MEETS[other]:
        return 0 if at.MEETS[one] else 1
    if at.POINTS[one] == at.POINTS[other]:
        return at.NOBODY
    return 0 if at.POINTS[one] > at.POINTS[other] else 1


@entry
def nature(state: Row, rng: Chance) -> None:
    """Play nature's part before the next decision: a card (H7), or the deal of a new round (H5, H6, H18)."""
    if state[at.ASKED] == at.DEAL:
        state[at.ROUND] += 1
        state[at.STARTER] = 1 - state[at.STARTER]
        deal(state, rng)
    elif state[at.ASKED] == at.DRAW:
        state[at.HANDS + state[at.SEAT]] += drawn(state, rng)
        state[at.ASKED] = at.ACT


@entry
def deal(state: Row, rng: Chance) -> None:
    """Deal a new round, up to its first decision (H5). Rules, round, starter and tokens stay."""
    box, starter = state[at.RULES] & at.SMALL, state[at.STARTER]
    state[at.HANDS : at.UNUSED] = 0
    state[at.UNUSED] = state[at.UNUSED + 1] = at.TOKENS_OF[box]
    state[at.POOL], state[at.OFFER], state[at.TURN] = at.COPIES[box], at.NOBODY, 0
    for _ in range(at.DEALT[box]):
        state[at.HANDS + starter] += drawn(state, rng)
        state[at.HANDS + 1 - starter] += drawn(state, rng)
    state[at.HANDS + starter] += drawn(state, rng)
    state[at.ASKED], state[at.SEAT] = at.ACT, starter


@entry
def start(state: Row, rules: int, starter: int, rng: Chance) -> None:
    """Start a new game, up to its first decision. If the starter is -1 chance decides who starts (H6)."""
    state[at.TOKENS] = state[at.TOKENS + 1] = 0
    state[at.RULES], state[at.ROUND] = rules, 1
    state[at.STARTER] = below(rng, 2) if starter == at.NOBODY else starter
    deal(state, rng)
