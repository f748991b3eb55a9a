"""Sample many tables that a view allows, with the probabilities of imagine.py, but fast."""

from collections.abc import Sequence
from random import Random

import numpy as np
from numpy.typing import NDArray

from hanamachi.core.game import Hidden
from hanamachi.games.kernels.chance import Chance
from hanamachi.games.kernels.compiling import entry, inner
from hanamachi.games.mai_star.hidden import HIDDEN
from hanamachi.games.mai_star.imagine import imagine, unseen_cards
from hanamachi.games.mai_star.kernel.bits import add
from hanamachi.games.mai_star.kernel.cards import from_pool
from hanamachi.games.mai_star.kernel.layout import Table, Tables
from hanamachi.games.mai_star.kernel.translate import pile, pile_of, tables_of
from hanamachi.games.mai_star.pieces import CARDS
from hanamachi.games.mai_star.view import MaiStarView


def unseen_of(view: MaiStarView, lying: Sequence[Hidden] = ()) -> tuple[Tables, NDArray[np.int64]]:
    """Return the table as a seat sees it at a decision, with all unseen cards in the pool.

    The numbers say how many cards of the pool lie in each hand and, last, at the bottom. `lying`: cards that
    are supposed to lie in hidden places.
    """
    supposed = [(each.place, each.seat, HIDDEN.cards.index(each.card)) for each in lying]
    tables = tables_of(imagine(view, Random(0)))
    table, missing = tables[0], list[int]()
    for seat, place in enumerate(view.places):
        certain = view.known[seat] if seat != view.seat else view.hand or ()
        certain = (*certain, *(card for place, whose, card in supposed if whose == seat))
        table["hands"][seat] = pile(certain)
        missing.append(place.cards - len(certain))
    if view.bottom is None:
        table["bottom"], table["bottom_count"] = 0, 0
    below = [card for where, _, card in supposed if where == "bottom"]
    for card in below:
        table["bottom"][table["bottom_count"]] = card
        table["bottom_count"] += 1
    missing.append(view.buried - len(below) if view.bottom is None else 0)
    unseen = unseen_cards(view)
    for _, _, card in supposed:
        unseen.remove(card)
    table["pool"] = pile_of([unseen.count(card) for card in CARDS])
    return tables, np.array(missing)


@inner
def lay_unseen(table: Table, missing: NDArray[np.int64], chance: Chance) -> None:
    """Shuffle the unseen cards and lay them out anew."""
    seats = len(missing) - 1
    for seat in range(seats):
        for _ in range(missing[seat]):
            add(table.hands[seat], from_pool(table, chance))
    for _ in range(missing[seats]):
        table.bottom[table.bottom_count] = from_pool(table, chance)
        table.bottom_count += 1


@entry
def _lay_all(tables: Tables, missing: NDArray[np.int64], chance: Chance) -> None:
    for i in range(len(tables)):
        lay_unseen(tables[i], missing, chance)


def imagined(view: MaiStarView, count: int, seed: int) -> Tables:
    """Return tables that this view allows. It is a view at a decision, of a seat or of spectators."""
    tables, missing = unseen_of(view)
    many = np.repeat(tables, count)
    _lay_all(many, missing, np.array([seed], np.uint64))
    return many
