"""From the law's states and views to the kernel's rows of integers."""

import numpy as np

from hanamachi.core.game import Seat
from hanamachi.games.hanamikoji.imagine import unseen_cards
from hanamachi.games.hanamikoji.kernel import (
    ACT,
    ASKED,
    DISCARDS,
    FIELDS,
    HANDS,
    NOBODY,
    OFFER,
    OVER,
    POOL,
    REPLY,
    ROUND,
    RULES,
    SEAT,
    SECRETS,
    SIDES,
    SMALL,
    STARTER,
    TOKENS,
    TURN,
    UNTIL_WON,
    UNUSED,
    Packed,
)
from hanamachi.games.hanamikoji.move_ids import counts_of, encode, packed
from hanamachi.games.hanamikoji.moves import Options
from hanamachi.games.hanamikoji.pieces import BOXES, ITEMS, Counts, Item
from hanamachi.games.hanamikoji.rules import SEATS, State
from hanamachi.games.hanamikoji.view import HanamikojiView


def rules_of(options: Options) -> int:
    return SMALL * (options.box == "small") | UNTIL_WON * (options.rounds == "until_won")


def starter_of(options: Options) -> int:
    return {"first": 0, "second": 1, "random": NOBODY}[options.starter]


def pack(state: State) -> Packed:
    """A state of the law in which somebody is asked, or which is over."""
    row = told(state.view(None))
    row[POOL] = packed(state.pool)
    for seat in SEATS:
        secret = state.secrets[seat]
        _lay(row, seat, state.hands[seat], () if secret is None else (secret,), state.discards[seat])
    return row


def told(view: HanamikojiView) -> Packed:
    """What a view tells. The unseen cards are all in the pool; `kernel.imagine` lays them out."""
    row = np.zeros(FIELDS, np.int64)
    row[POOL] = packed(unseen_cards(view))
    row[RULES], row[ROUND] = rules_of(view.options), view.round
    row[STARTER] = NOBODY if view.starter is None else view.starter
    row[OFFER] = encode(view.offer) if view.offer else NOBODY
    _ask(row, view)
    for seat in SEATS:
        row[SIDES + seat] = packed(view.sides[seat])
        row[TOKENS + seat] = sum(1 << item for item in ITEMS if view.tokens[item] == seat)
        row[UNUSED + seat] = sum(1 << action for action in view.actions[seat])
        row[TURN] += len(BOXES[view.options.box].actions) - len(view.actions[seat])
    if view.seat is not None and view.hand is not None:
        _lay(row, view.seat, view.hand, () if view.secret is None else (view.secret,), view.discards)
    return row


def _ask(row: Packed, view: HanamikojiView) -> None:
    if view.outcome:
        row[ASKED], row[SEAT] = OVER, NOBODY
    elif view.prompt:
        row[ASKED], row[SEAT] = REPLY if view.offer else ACT, view.prompt.seat
    else:
        raise ValueError("The kernel knows decisions and ends of games; here nature is to move.")


def _lay(row: Packed, seat: Seat, hand: Counts, secret: tuple[Item, ...], discards: tuple[Item, ...]) -> None:
    row[HANDS + seat] = packed(hand)
    row[SECRETS + seat] = packed(counts_of(secret))
    row[DISCARDS + seat] = packed(counts_of(discards))
