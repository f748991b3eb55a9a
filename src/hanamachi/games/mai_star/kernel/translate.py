"""Translate states and moves between the rules engine and the kernel."""

import numpy as np

from hanamachi.core.game import NATURE, Move, Seat
from hanamachi.games.mai_star.kernel import layout as at
from hanamachi.games.mai_star.kernel.layout import Table, Tables, packed
from hanamachi.games.mai_star.moves import (
    AnyStep,
    Cards,
    Counts,
    Ending,
    Options,
    Picking,
    Reacting,
    Replacing,
    Using,
)
from hanamachi.games.mai_star.pieces import CARDS, MORNING_STAR, OIRAN_CARD
from hanamachi.games.mai_star.rules import State
from hanamachi.games.mai_star.table import Place

EMPTY = -1  # a geisha not chosen, a skill not raised, a lap not begun
STEP_KINDS = {kind: number for number, kind in enumerate(at.STEPS)}
MOVE_KINDS = {kind: number for number, kind in enumerate(at.MOVES)}


def empty_tables(count: int, seats: int, options: Options) -> Tables:
    """Return tables before the first move of a game."""
    tables = np.zeros(count, at.TABLE)
    tables["seats"] = seats
    tables["management"] = options.management
    tables["limited_guests"] = at.LIMITS.index(options.limited_guests)
    tables["last_lap"] = options.last_lap and seats == at.SEATS
    tables["drawn"] = options.chooser == "random"
    tables["all_skills"] = options.black_requirement == "all"
    return tables


def tables_of(state: State) -> Tables:
    """Return one table with the contents of a state in which a player must decide, or which is over."""
    if state.actor == NATURE:
        raise ValueError("The kernel knows no moves of nature: a player must be asked.")
    tables = empty_tables(1, state.seats, state.options)
    table = tables[0]
    table["geishas"] = EMPTY
    for seat, place in enumerate(state.places):
        lay_place(table, seat, place, state.turn.shining)
        table["shown"][seat] = pile(state.known[-1][seat])
    if state.results:
        table["totals"][: state.seats] = state.totals()
        table["left"][: state.seats] = state.results[-1].left
    table["pool"] = pile_of(state.pool)
    table["discards"] = pile(state.discards)
    table["bottom"][: len(state.bottom)] = state.bottom
    table["bottom_count"] = len(state.bottom)
    table["round"], table["starter"], table["shone"] = state.round, state.starter, state.shone
    table["lap"] = EMPTY if state.lap is None else state.lap
    table["shining"] = EMPTY if state.turn.shining is None else state.turn.shining
    table["doubled"], table["followed"] = state.turn.doubled, state.turn.followed
    table["oiran"] = where_is_oiran(state)
    table["todo"][: len(state.todo)] = [step_number(step) for step in reversed(state.todo)]
    table["todo_count"] = len(state.todo)
    return tables


def lay_place(table: Table, seat: Seat, place: Place, shining: int | None) -> None:
    table["hands"][seat] = pile(place.hand)
    table["guests"][seat, : len(place.guests)] = place.guests
    table["advertisers"][seat, : len(place.advertisers)] = place.advertisers
    table["guest_count"][seat] = len(place.guests)
    table["advertiser_count"][seat] = len(place.advertisers)
    table["income"][seat] = place.income
    if place.geisha is not None:
        table["geishas"][seat] = place.geisha
        table["fame"][seat] = packed(place.reputation(shining if place.geisha == MORNING_STAR else None))


def pile_of(counts: Counts | list[int]) -> tuple[int, int]:
    """Return the set of kinds, and the set of those that are there twice."""
    return sum(1 << c for c in CARDS if counts[c]), sum(1 << c for c in CARDS if counts[c] == 2)


def pile(cards: Cards) -> tuple[int, int]:
    once = twice = 0
    for card in cards:
        twice |= once & 1 << card
        once |= 1 << card
    return once, twice


def where_is_oiran(state: State) -> int:
    """Return the place of Oiran by public knowledge."""
    for seat, cards in enumerate(state.known[-1]):
        if OIRAN_CARD in cards:
            return seat
    rows = [row for place in state.places for row in (place.guests, place.advertisers)]
    return at.OPEN if any(OIRAN_CARD in row for row in (state.discards, *rows)) else at.HIDDEN


def step_number(step: AnyStep) -> int:
    kind = STEP_KINDS[type(step)] | max(step.seat, 0) << at.SEAT_AT
    match step:
        case Using(card=fact) | Replacing(place=fact) | Picking(of=fact) | Ending(again=fact):
            return kind | fact << at.FACT_AT
        case Reacting(by=by, card=card):
            return kind | card << at.FACT_AT | by << at.BY_AT
    return kind


def move_number(move: Move) -> int:
    """Return the kernel's number of a decision."""
    fields = move.__struct_fields__
    return MOVE_KINDS[type(move)] * at.KIND + (getattr(move, fields[0]) if fields else 0)


def move_of(number: int) -> Move:
    """Return the decision of a kernel's number."""
    kind = at.MOVES[number // at.KIND]
    move: Move = kind(number % at.KIND) if kind.__struct_fields__ else kind()
    return move
