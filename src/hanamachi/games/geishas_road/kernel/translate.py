"""Translate between the rules engine and the kernel: states into rows, answers into moves."""

from collections.abc import Sequence

import numpy as np

from hanamachi.core.game import NATURE, Move, Outcome, ranking
from hanamachi.games.geishas_road import choices
from hanamachi.games.geishas_road.agenda import SEATS
from hanamachi.games.geishas_road.kernel import layout as at
from hanamachi.games.geishas_road.kernel.answers import legal
from hanamachi.games.geishas_road.kernel.layout import NONE, Row
from hanamachi.games.geishas_road.moves import (
    Acting,
    Choose,
    Choosing,
    Countering,
    Hiding,
    Laying,
    Options,
    Pairing,
    Removing,
    Replacing,
    Resolving,
    Revealing,
    SettingLeft,
    SettingRight,
    ShowingLeft,
    Taking,
)
from hanamachi.games.geishas_road.pieces import ACTIONS, COLOURS, LOWER, UPPER, Counts
from hanamachi.games.geishas_road.records import Offer
from hanamachi.games.geishas_road.rules import State
from hanamachi.games.geishas_road.scoring import totals

STEPS = {
    Acting: at.ACTING,
    Revealing: at.REVEALING,
    SettingLeft: at.SETTING_LEFT,
    SettingRight: at.SETTING_RIGHT,
    Hiding: at.HIDING,
    Laying: at.LAYING,
    Pairing: at.PAIRING,
    Countering: at.COUNTERING,
    Removing: at.REMOVING,
    Replacing: at.REPLACING,
    Choosing: at.CHOOSING,
    Resolving: at.RESOLVING,
    Taking: at.TAKING,
}
MOVES: dict[int, Sequence[Move | None]] = {  # by answer
    at.ACTING: [*choices.USES, *(choices.HIDDEN_USES.get(action) for action in ACTIONS)],
    at.REVEALING: choices.LAYS,
    at.SETTING_LEFT: choices.LEFTS,
    at.SETTING_RIGHT: choices.RIGHTS,
    at.HIDING: choices.HIDES,
    at.LAYING: choices.LAYS,
    at.PAIRING: [None, *choices.PAIRS],
    at.COUNTERING: choices.COUNTERS,
    at.REMOVING: choices.REMOVES,
    at.REPLACING: choices.REPLACES,
    at.CHOOSING: [Choose(tuple(place for place in range(4) if mask >> place & 1)) for mask in range(16)],
    at.RESOLVING: choices.RESOLVES,
    at.TAKING: choices.TAKES,
}


def new_table(options: Options, chance: int) -> Row:
    """Return a row for `begin`: the options, and the state of the random generator."""
    row = np.full(at.WIDTH, NONE)
    row[at.MODE] = at.MODES.index(options.mode)
    row[at.DESTINY], row[at.LITERAL] = options.destiny, options.double_counter_gift == "literal"
    row[at.WISH] = at.STARTERS.index(options.starter)
    row[at.CHANCE] = chance
    return row


def from_state(state: State, chance: int) -> Row:
    """Return the row of a state in which a player owes a decision."""
    if state.actor is None or state.actor == NATURE:
        raise ValueError("In this state no player owes a decision.")
    step, row = state.todo[0], new_table(state.options, chance)
    row[at.NOW], row[at.SEAT] = STEPS[type(step)], step.seat
    row[at.ASKED] = step.card if isinstance(step, Taking) else NONE
    row[at.HIDDEN] = any(isinstance(each, Replacing) and each.hidden for each in state.todo)
    coming = sum(isinstance(each, (Acting, ShowingLeft)) for each in state.todo)
    row[at.TURN] = at.TURNS + len(SEATS) - coming
    row[at.ROUND], row[at.STARTER] = state.round, number(state.starter)
    row[at.POOL] = mask(state.pool)
    row[at.TOTAL : at.TOTAL + 2] = totals(state.rounds)
    if state.rounds:
        winners = state.rounds[-1].winners
        row[at.WON : at.WON + 2] = [
            mask([colour for colour in COLOURS if winners[colour] == seat]) for seat in SEATS
        ]
    for seat in SEATS:
        row[at.HAND + seat], row[at.SIDE + seat] = mask(state.hands[seat]), mask(state.sides[seat])
        row[at.TAKEN + seat] = mask(state.taken[seat])
        row[at.TOKENS + seat], row[at.SPECIALS + seat] = mask(state.tokens[seat]), mask(state.specials[seat])
        row[at.LEFT + seat], row[at.RIGHT + seat] = number(state.lefts[seat]), number(state.rights[seat])
        row[at.GUESTS + seat] = packed(state.guests[seat])
    put_street(row, state)
    put_offer(row, state.offer)
    return row


def put_street(row: Row, state: State) -> None:
    row[at.WAITING] = packed(state.waiting)
    row[at.TEAHOUSE : at.TEAHOUSE + len(COLOURS)] = state.circle
    for colour in COLOURS:
        row[at.HOME + colour] = state.circle.index(colour)
        row[at.PLACE + colour] = state.circle.index(state.pawns[colour])
        row[at.FAVOUR + colour] = number(state.favours[colour])
        tile = at.TILE + 2 * colour
        row[tile : tile + len(state.tiles[colour])] = state.tiles[colour]
    row[at.UP] = UPPER - len(state.upper)
    row[at.HANGING + row[at.UP] : at.HANGING + UPPER] = state.upper
    if not state.options.destiny:
        row[at.LOW] = LOWER - len(state.lower)
        row[at.HANGING_LOW + row[at.LOW] : at.HANGING_LOW + LOWER] = state.lower
    else:
        row[at.LOW] = 0


def put_offer(row: Row, offer: Offer | None) -> None:
    row[at.LAID] = row[at.COUNTERS] = 0
    if offer:
        row[at.ACTOR], row[at.ACTION], row[at.LAID] = offer.actor, offer.action, len(offer.cards)
        row[at.PARTNER], row[at.COUNTERS] = number(offer.partner), offer.counters
        row[at.OFFERED : at.OFFERED + len(offer.cards)] = list(map(number, offer.cards))
        row[at.DOWN : at.DOWN + 2] = list(map(number, offer.down))


def mask(things: Sequence[int]) -> int:
    return sum(1 << thing for thing in things)


def packed(guests: Counts) -> int:
    return sum(n << 2 * colour for colour, n in enumerate(guests))


def number(thing: int | None) -> int:
    return NONE if thing is None else thing


def answers(row: Row) -> list[int]:
    """Return the legal answers, in the order of the rulebook."""
    buffer = np.empty(at.MOST, np.int64)
    found: list[int] = buffer[: legal(row, buffer)].tolist()
    return found


def to_move(row: Row, answer: int) -> Move:
    """Return the move of the rules engine that an answer stands for."""
    move = MOVES[int(row[at.NOW])][answer]
    assert move is not None
    return move


def outcome(row: Row) -> Outcome | None:
    if row[at.NOW] != at.OVER:
        return None
    result = int(row[at.RESULT])
    ranks = ranking([seat == result or result == at.SHARED for seat in SEATS])
    winners = tuple(seat for seat in SEATS if ranks[seat] == 1)
    points = int(row[at.TOTAL]), int(row[at.TOTAL + 1])
    return Outcome(points, ranks, winners, f"G{row[at.RULE]}")
