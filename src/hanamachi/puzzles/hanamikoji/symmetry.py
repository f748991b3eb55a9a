"""Find positions of Hanamikoji that are the same: from the other seat, or with geishas of the same worth
exchanged."""

from itertools import permutations, product
from typing import Any

from hanamachi.games.hanamikoji.moves import Gift, Offer
from hanamachi.games.hanamikoji.pieces import ITEMS, VALUE
from hanamachi.games.hanamikoji.view import HanamikojiView

ALIKE = [[item for item in ITEMS if VALUE[item] == worth] for worth in sorted(set(VALUE))]
NAMINGS = [sum(each, ()) for each in product(*(list(permutations(group)) for group in ALIKE))]


def canonical(view: HanamikojiView) -> Any:
    """Return the least description of a decision, by what the deciding seat knows."""
    return min(described(view, naming) for naming in NAMINGS)


def described(view: HanamikojiView, naming: tuple[int, ...]) -> Any:
    """Describe a view; `naming` gives the old item for each new one."""
    me = view.seat
    assert me is not None
    assert view.hand is not None
    new = {old: place for place, old in enumerate(naming)}
    items = [
        (
            {None: 0, me: 1}.get(view.tokens[old], 2),
            view.sides[me][old],
            view.sides[1 - me][old],
            view.hand[old],
            view.discards.count(old),
            int(view.secret == old),
        )
        for old in naming
    ]
    places = [view.actions[me], view.actions[1 - me], (int(view.starter == me),)]
    return items, places, offered(view.offer, new) if view.offer else []


def offered(offer: Offer, new: dict[int, int]) -> list[list[int]]:
    if isinstance(offer, Gift):
        return [sorted(new[item] for item in offer.items)]
    return sorted(sorted(new[item] for item in pair) for pair in offer.pairs)
