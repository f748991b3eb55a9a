"""Suppose that some hidden cards lie in certain places: the deals of a belief in which they do."""

from collections import defaultdict
from collections.abc import Sequence
from random import Random

import numpy as np

from hanamachi.bots.hanamikoji.mind.particles import Particles
from hanamachi.core.game import Hidden
from hanamachi.games.hanamikoji.hidden import CARDS
from hanamachi.games.hanamikoji.imagine import laid, used
from hanamachi.games.hanamikoji.kernel import layout as at
from hanamachi.games.hanamikoji.kernel.layout import Row
from hanamachi.games.hanamikoji.move_ids import counts_of
from hanamachi.games.hanamikoji.packing import pack
from hanamachi.games.hanamikoji.pieces import CARDS as TAKES
from hanamachi.games.hanamikoji.pieces import DISCARD, ITEMS, Item, spread
from hanamachi.games.hanamikoji.view import HanamikojiView

FIELDS = {"hand": at.HANDS, "secret": at.SECRETS, "discards": at.DISCARDS}
LEAST = 20  # deals of the belief that are enough
Lying = dict[str, list[Item]]


def supposing(view: HanamikojiView, deals: Particles, lying: Sequence[Hidden]) -> Particles:
    """Return the deals in which these cards lie so. If they are few, the other cards are laid at random."""
    assert view.seat is not None
    places: Lying = defaultdict(list)
    for card in lying:
        places[card.place].append(CARDS.index(card.card))
    fits = np.ones(len(deals.weights), np.bool_)
    for place, items in places.items():
        there = counted(deals.states[:, FIELDS[place] + 1 - view.seat])
        fits &= (there >= np.array(list(counts_of(tuple(items))))).all(axis=1)
    found = Particles(deals.states[fits], deals.weights[fits])
    if np.count_nonzero(found.weights) < LEAST:
        rng = Random(len(deals.weights))
        states = np.array([pack(laid(view, order(view, places, rng))) for _ in deals.weights])
        return Particles(states, np.full(len(states), 1 / len(states)))
    return found._replace(weights=found.weights / found.weights.sum())


def order(view: HanamikojiView, places: Lying, rng: Random) -> list[Item]:
    """Return the unseen cards in the order in which `laid` takes them, from the end."""
    assert view.seat is not None
    rival, rest = 1 - view.seat, spread(view.unseen)
    for item in (item for items in places.values() for item in items):
        rest.remove(item)
    rng.shuffle(rest)
    sizes = {
        "hand": view.hands[rival],
        "secret": int(view.secrets[rival]),
        "discards": TAKES[DISCARD] if used(view, rival, DISCARD) else 0,
    }
    taken = list[Item]()
    for place, size in sizes.items():
        known = places.get(place, [])
        taken += [*known, *(rest.pop() for _ in range(size - len(known)))]
    return [*rest, *reversed(taken)]


def counted(packed: Row) -> Row:
    """Return the count of each item, in one row per particle."""
    counts: Row = packed[:, np.newaxis] >> 8 * np.array(ITEMS) & 255
    return counts
