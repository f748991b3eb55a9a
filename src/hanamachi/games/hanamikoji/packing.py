"""Translate states and views of the rules engine to rows of the kernel."""

import numpy as np

from hanamachi.core.game import Seat
from hanamachi.games.hanamikoji.kernel import layout as at
from hanamachi.games.hanamikoji.kernel.layout import Row
from hanamachi.games.hanamikoji.move_ids import counts_of, encode, packed
from hanamachi.games.hanamikoji.moves import Options
from hanamachi.games.hanamikoji.pieces import BOXES, ITEMS, Counts, Item
from hanamachi.games.hanamikoji.rules import SEATS, State
from hanamachi.games.hanamikoji.view import HanamikojiView


def rules_of(options: Options) -> int:
    return at.SMALL * (options.box == "small") | at.UNTIL_WON * (options.rounds == "until_won")


def starter_of(options: Options) -> int:
    return {"first": 0, "second": 1, "random": at.NOBODY}[options.starter]


def pack(state: State) -> Row:
    """Return the row of a state in which a player must decide, or which is over."""
    row = told(state.view(None))
    row[at.POOL] = packed(state.pool)
    for seat in SEATS:
        secret = state.secrets[seat]
        _lay(row, seat, state.hands[seat], () if secret is None else (secret,), state.discards[seat])
    return row


def told(view: HanamikojiView) -> Row:
    """Return the row of a view. The unseen cards are all in the pool; `kernel.imagine` lays them out."""
    row = np.zeros(at.FIELDS, np.int64)
    row[at.POOL] = packed(view.unseen)
    row[at.RULES], row[at.ROUND] = rules_of(view.options), view.round
    row[at.STARTER] = at.NOBODY if view.starter is None else view.starter
    row[at.OFFER] = encode(view.offer) if view.offer else at.NOBODY
    _ask(row, view)
    for seat in SEATS:
        row[at.SIDES + seat] = packed(view.sides[seat])
        row[at.TOKENS + seat] = sum(1 << item for item in ITEMS if view.tokens[item] == seat)
        row[at.UNUSED + seat] = sum(1 << action for action in view.actions[seat])
        row[at.TURN] += len(BOXES[view.options.box].actions) - len(view.actions[seat])
    if view.seat is not None and view.hand is not None:
        _lay(row, view.seat, view.hand, () if view.secret is None else (view.secret,), view.discards)
    return row


def _ask(row: Row, view: HanamikojiView) -> None:
    if view.outcome:
        row[at.ASKED], row[at.SEAT] = at.OVER, at.NOBODY
    elif view.prompt:
        row[at.ASKED], row[at.SEAT] = at.REPLY if view.offer else at.ACT, view.prompt.seat
    else:
        raise ValueError("The kernel knows decisions and ends of games; here nature is to move.")


def _lay(row: Row, seat: Seat, hand: Counts, secret: tuple[Item, ...], discards: tuple[Item, ...]) -> None:
    row[at.HANDS + seat] = packed(hand)
    row[at.SECRETS + seat] = packed(counts_of(secret))
    row[at.DISCARDS + seat] = packed(counts_of(discards))
