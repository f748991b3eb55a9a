"""The end of a round, solved: with three actions left or fewer, the master plays what CFR+ finds.

The game that is solved is the public one: what either seat may hide, how probable the network makes it, and
all that can still happen. The one who is asked adds the hand that he really holds. Large ends are cut to
fewer hidden hands, until the tree has about as many nodes as the settings say.
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from msgspec import Struct

from hanamachi.bots.hanamikoji.mind.endgame_tree import ROOM, grow, new_tree
from hanamachi.bots.hanamikoji.mind.particles import Weights
from hanamachi.bots.hanamikoji.mind.player import chance_of
from hanamachi.bots.hanamikoji.mind.ranges import (
    FULL_CHANCE,
    Hidden,
    affinity,
    deals,
    draft,
    place_of,
    suppose,
    together,
)
from hanamachi.bots.hanamikoji.mind.recall import Past
from hanamachi.bots.hanamikoji.mind.regrets import Table, Tree, solve
from hanamachi.bots.hanamikoji.mind.weights import Trained
from hanamachi.games.hanamikoji.kernel import (
    ACT,
    ASKED,
    DISCARDS,
    HANDS,
    POOL,
    SEAT,
    SECRETS,
    TURN,
    Packed,
    Rng,
)
from hanamachi.games.hanamikoji.move_ids import Cards

THREE_LEFT = 5  # actions that have been used by then
LAST = 8
FEWEST = 6  # hidden hands
PROBES = 8  # deals that tell how large a tree becomes
KEPT = [HANDS, HANDS + 1, SECRETS, SECRETS + 1, DISCARDS, DISCARDS + 1]


class EndSettings(Struct, frozen=True):
    particles: int = 400  # of each seat
    hands: int = 40  # at most, of each seat
    nodes: int = 100_000  # about
    rounds: int = 20  # of CFR+
    faint: float = 0.03  # choices less probable than this, compared with the first, are not made
    doubt: float = 0.1  # how far a seat may be from playing like the network
    near: float = 0.75  # how far hands that go with one's own are preferred


class Side(NamedTuple):
    """What a seat has shown: how many cards it holds, and its decisions."""

    held: int
    past: Past


class Range(NamedTuple):
    hidden: Hidden
    shares: Weights


class Endgame(NamedTuple):
    ranges: tuple[Range, Range]
    deals: Cards
    roots: Cards  # the first node of each deal
    tree: Tree


def is_end(known: Packed) -> bool:
    """At most three actions are left, that of an open offer included."""
    return bool(known[TURN] - (known[ASKED] != ACT) >= THREE_LEFT)


def public_part(known: Packed) -> Packed:
    """What everybody knows: hidden cards go to the pool."""
    public = known.copy()
    public[POOL] += public[KEPT].sum()
    public[KEPT] = 0
    return public


def draws_left(public: Packed) -> int:
    return int(LAST - public[TURN] - (public[ASKED] == ACT))


def lay_out(
    trained: Trained,
    public: Packed,
    sides: Sequence[Side],
    own: Cards | None,
    settings: EndSettings,
    chance: Rng,
) -> Endgame:
    """The game to solve. `own` is the hidden hand of the one who is asked; None: everybody's view of it."""
    supposed, leans = [], []
    for seat, side in enumerate(sides):
        if own is None or seat == public[SEAT]:
            found = _supposed(trained, public, seat, side, settings.particles, settings.doubt, chance)
            fits = np.ones(settings.particles)
        else:
            found, fits = _beside(own, trained, public, seat, side, settings, chance)
        supposed.append(found)
        leans.append(1 - settings.near + settings.near * fits)

    def drafted(wanted: int) -> tuple[Range, Range]:
        ranges = [_draft(each, lean, wanted, chance) for each, lean in zip(supposed, leans, strict=True)]
        if own is not None:
            ranges[public[SEAT]] = _with(ranges[public[SEAT]], own)
        return ranges[0], ranges[1]

    ranges = drafted(settings.hands)
    pairs, weights = _paired(public, ranges, 1, chance)
    some = slice(None, None, 1 + len(pairs) // PROBES)
    few = _grown(trained, public, ranges, pairs[some], weights[some], PROBES * ROOM)
    room = settings.nodes * len(few.deals) / max(1, len(few.tree.parent))  # deals
    if len(pairs) > room:
        ranges = drafted(max(FEWEST, int(settings.hands * (room / len(pairs)) ** 0.5)))
        pairs, weights = _paired(public, ranges, 1, chance)
    samples = min(FULL_CHANCE, int(room / max(1, len(pairs))))
    if samples > 1:
        pairs, weights = _paired(public, ranges, samples, chance)
    return _grown(trained, public, ranges, pairs, weights, 2 * settings.nodes + ROOM)


def _supposed(
    trained: Trained, public: Packed, seat: int, side: Side, count: int, doubt: float, chance: Rng
) -> Range:
    """What a seat may hide, laid out from the pool."""
    found = Range(np.empty((count, 3), np.int64), np.empty(count))
    rows, memories, moves, _ = side.past
    suppose(trained.net, public.copy(), seat, side.held, rows, memories, moves, doubt, chance, *found)
    return found


def _beside(
    own: Cards,
    trained: Trained,
    public: Packed,
    rival: int,
    side: Side,
    settings: EndSettings,
    chance: Rng,
) -> tuple[Range, Weights]:
    """What the rival may hide: half of it what can be beside one's own hand. And how well each goes with it.

    The weights still are those that everybody would give.
    """
    bare, half = public.copy(), settings.particles // 2
    bare[POOL] -= own.sum()
    parts = [_supposed(trained, pool, rival, side, half, settings.doubt, chance) for pool in (public, bare)]
    hidden = np.vstack([each.hidden for each in parts])
    fits = np.array([affinity(public[POOL], together(own), together(each)) for each in hidden])
    weights: Weights = np.concatenate([each.shares for each in parts]) / (1 + fits)
    return Range(hidden, weights), fits


def _draft(supposed: Range, lean: Weights, wanted: int, chance: Rng) -> Range:
    hidden, shares = np.empty((wanted, 3), np.int64), np.empty(wanted)
    n = draft(supposed.hidden, supposed.shares, lean, wanted, chance, hidden, shares)
    return Range(hidden[:n], shares[:n] / shares[:n].sum())


def _with(drafted: Range, own: Cards) -> Range:
    """One's own hand is among them, as one of many if it was not drawn."""
    if place_of(own, drafted.hidden, len(drafted.hidden)) < len(drafted.hidden):
        return drafted
    shares = np.append(drafted.shares, drafted.shares.mean())
    return Range(np.vstack([drafted.hidden, own]), shares / shares.sum())


def _paired(public: Packed, ranges: tuple[Range, Range], samples: int, chance: Rng) -> tuple[Cards, Weights]:
    most = samples * len(ranges[0].hidden) * len(ranges[1].hidden)
    found, weights = np.empty((most, 4), np.int64), np.empty(most)
    n = deals(public[POOL], draws_left(public), *ranges[0], *ranges[1], samples, chance, found, weights)
    return found[:n], weights[:n] / weights[:n].sum()


def _grown(
    trained: Trained,
    public: Packed,
    ranges: tuple[Range, Range],
    pairs: Cards,
    weights: Weights,
    nodes: int,
) -> Endgame:
    tree, roots, sizes = new_tree(nodes), np.empty(len(pairs), np.int64), np.empty(3, np.int64)
    grow(public, trained.favours, ranges[0].hidden, ranges[1].hidden, pairs, weights, tree, roots, sizes)
    done, n, cases = sizes.tolist()
    trimmed = Tree(
        tree.parent[:n],
        tree.slot[:n],
        tree.case[:n],
        tree.value[:n],
        tree.seat[:cases],
        tree.time[:cases],
        tree.first[: cases + 1],
    )
    return Endgame(ranges, pairs[:done], roots[:done], trimmed)


def tidied(tree: Tree, policy: Table, faint: float) -> Table:
    """Without what is left of CFR's first steps."""
    starts, counts = tree.first[:-1], np.diff(tree.first)
    most = np.repeat(np.maximum.reduceat(policy, starts), counts)
    kept: Table = np.where(policy < faint * most, 0.0, policy)
    whole: Table = np.repeat(np.add.reduceat(kept, starts), counts)
    return kept / whole


def chances_of(game: Endgame, policy: Table, seat: int, own: Cards) -> Table | None:
    """A hidden hand's part of the policy, where the seat is asked first. None: no deal goes with it."""
    hand = place_of(own, game.ranges[seat].hidden, len(game.ranges[seat].hidden))
    with_it = np.flatnonzero(game.deals[:, seat] == hand)
    if not len(with_it):
        return None
    case = game.tree.case[game.roots[with_it[0]]]
    return policy[game.tree.first[case] : game.tree.first[case + 1]]


def hidden_hand(known: Packed) -> Cards:
    seat = known[SEAT]
    return known[[HANDS + seat, SECRETS + seat, DISCARDS + seat]]


def solved(
    trained: Trained, known: Packed, sides: Sequence[Side], seed: int, settings: EndSettings
) -> list[float] | None:
    """The policy of the one who is asked. None: it was cut off from all that the rival may hold."""
    public, own = public_part(known), hidden_hand(known)
    game = lay_out(trained, public, sides, own, settings, chance_of(public, seed))
    if not len(game.deals):
        return None
    policy = tidied(game.tree, solve(game.tree, settings.rounds), settings.faint)
    found = chances_of(game, policy, int(known[SEAT]), own)
    return None if found is None else found.tolist()
