"""Solve the end of a round by CFR+: with three actions left or fewer, or four if there is little to choose.

The solved game is the public one: the hidden hands that either seat may have, their probability by the
network, and all that can still happen. The deciding seat's true hand is added. Large endgames are cut to
fewer hidden hands, until the tree has about as many nodes as the settings say.
"""

from collections.abc import Sequence
from math import comb
from typing import NamedTuple

import numpy as np
from msgspec import Struct

from hanamachi.bots.hanamikoji.mind.endgame.ranges import (
    FULL_CHANCE,
    MOST_DRAWN,
    Deals,
    Range,
    Unseen,
    affinity,
    deals,
    draft,
    new_range,
    place_of,
    suppose,
    together,
)
from hanamachi.bots.hanamikoji.mind.endgame.tree import ROOM, Grown, grow, new_tree
from hanamachi.bots.hanamikoji.mind.memory import Past, Seen
from hanamachi.bots.hanamikoji.mind.particles import Weights
from hanamachi.bots.hanamikoji.mind.player import chance_of
from hanamachi.bots.hanamikoji.mind.regrets import Table, Tree, solve
from hanamachi.bots.hanamikoji.mind.weights import Trained
from hanamachi.games.hanamikoji.kernel import layout as at
from hanamachi.games.hanamikoji.kernel.layout import Row
from hanamachi.games.hanamikoji.move_ids import Cards
from hanamachi.games.kernels.chance import Chance

LAST = 8  # actions of a round
CARDS = (1, 2, 3, 4)  # how many cards each action takes
FORMS = (1, 1, 3, 6)  # ways to split the same cards and to answer, by action
FEW = 1200  # lines of play of a deal: more would leave room for too few hidden hands
FEWEST = 6  # hidden hands
PROBES = 8  # deals that are grown to estimate the size of the tree
KEPT = [at.HANDS, at.HANDS + 1, at.SECRETS, at.SECRETS + 1, at.DISCARDS, at.DISCARDS + 1]


class EndSettings(Struct, frozen=True):
    particles: int = 400  # of each seat
    hands: int = 40  # at most, of each seat
    nodes: int = 100_000  # of the tree, about
    rounds: int = 20  # iterations of CFR+
    faint: float = 0.03  # choices less probable than this share of the likeliest are dropped
    doubt: float = 0.1  # the chance that a seat plays unlike the network
    near: float = 0.75  # how strongly hands that fit one's own are preferred


class Side(NamedTuple):
    """A seat's public part: how many cards it holds, and its decisions."""

    held: int
    past: Past


class Endgame(NamedTuple):
    ranges: tuple[Range, Range]
    deals: Cards
    roots: Cards  # the first node of each deal
    tree: Tree


def courses_of(unused: Sequence[int]) -> int:
    """Return in how many ways a seat's round can go on from its next action, if all its cards differ."""
    held = sum(CARDS[action] for action in unused) - (len(unused) - 1)
    return (
        sum(
            comb(held, CARDS[action])
            * FORMS[action]
            * courses_of([other for other in unused if other != action])
            for action in unused
        )
        or 1
    )


COURSES = [courses_of([a for a in range(len(CARDS)) if tokens >> a & 1]) for tokens in range(1 << len(CARDS))]


def is_end(known: Row) -> bool:
    """Return whether at most three actions are left (an open offer included), or four with little to
    choose."""
    left = LAST - known[at.TURN] + (known[at.ASKED] != at.ACT)
    courses = COURSES[known[at.UNUSED]] * COURSES[known[at.UNUSED + 1]]
    answers = 1 if known[at.ASKED] == at.ACT else 3
    return bool(left <= 3 or (left == 4 and courses * answers <= FEW))


def public_part(known: Row) -> Row:
    """Return the public part of a state. Hidden cards go back to the pool."""
    public = known.copy()
    public[at.POOL] += public[KEPT].sum()
    public[KEPT] = 0
    return public


def draws_left(public: Row) -> int:
    return int(LAST - public[at.TURN] - (public[at.ASKED] == at.ACT))


def lay_out(
    trained: Trained,
    public: Row,
    sides: Sequence[Side],
    own: Cards | None,
    settings: EndSettings,
    chance: Chance,
) -> Endgame:
    """Return the game to solve. `own` is the hidden hand of the deciding seat, or None for the public
    game."""
    supposed, leans = [], []
    for seat, side in enumerate(sides):
        belief = Belief(trained, public, seat, side, settings=settings, chance=chance)
        if own is None or seat == public[at.SEAT]:
            found, fits = belief.supposed(public, settings.particles), np.ones(settings.particles)
        else:
            found, fits = belief.beside(own)
        supposed.append(found)
        leans.append(1 - settings.near + settings.near * fits)

    def drafted(wanted: int) -> tuple[Range, Range]:
        ranges = [_draft(each, lean, wanted, chance) for each, lean in zip(supposed, leans, strict=True)]
        if own is not None:
            ranges[public[at.SEAT]] = _with(ranges[public[at.SEAT]], own)
        return ranges[0], ranges[1]

    ranges = drafted(settings.hands)
    pairs = _paired(public, ranges, 1, chance)
    some = slice(None, None, 1 + len(pairs.rows) // PROBES)
    probes = Deals(pairs.rows[some].copy(), pairs.weights[some].copy())  # numba needs contiguous arrays
    few = _grown(trained, public, ranges, probes, PROBES * ROOM)
    room = settings.nodes * len(few.deals) / max(1, len(few.tree.parent))  # for so many deals
    if len(pairs.rows) > room:
        ranges = drafted(max(FEWEST, int(settings.hands * (room / len(pairs.rows)) ** 0.5)))
        pairs = _paired(public, ranges, 1, chance)
    samples = min(FULL_CHANCE, int(room / max(1, len(pairs.rows))))
    if samples > 1:
        pairs = _paired(public, ranges, samples, chance)
    return _grown(trained, public, ranges, pairs, 2 * settings.nodes + ROOM)


class Belief(NamedTuple):
    """The belief about a seat's hidden hand, from its public part."""

    trained: Trained
    public: Row
    seat: int
    side: Side
    settings: EndSettings
    chance: Chance

    def supposed(self, known: Row, count: int) -> Range:
        """Return hidden hands drawn from the pool of `known`."""
        asked, found = known.copy(), new_range(count)
        asked[at.SEAT] = 1 - self.seat
        seen = Seen(asked, self.side.held, self.side.past)
        suppose(self.trained.net, seen, self.settings.doubt, self.chance, found)
        return found

    def beside(self, own: Cards) -> tuple[Range, Weights]:
        """Return hidden hands, half of them consistent with our own hand, and the affinity of each to it.

        The weights are still those from public knowledge.
        """
        bare, pool = self.public.copy(), self.public[at.POOL]
        bare[at.POOL] -= own.sum()
        parts = [self.supposed(known, self.settings.particles // 2) for known in (self.public, bare)]
        hidden = np.vstack([each.hidden for each in parts])
        fits = np.array([affinity(pool, together(own), together(each)) for each in hidden])
        weights: Weights = np.concatenate([each.shares for each in parts]) / (1 + fits)
        return Range(hidden, weights), fits


def _draft(supposed: Range, lean: Weights, wanted: int, chance: Chance) -> Range:
    chosen = new_range(wanted)
    n = draft(supposed, lean, chance, chosen)
    return Range(chosen.hidden[:n], chosen.shares[:n] / chosen.shares[:n].sum())


def _with(drafted: Range, own: Cards) -> Range:
    """Return the range with our own hand included, with the average share if it was not drawn."""
    if place_of(own, drafted.hidden, len(drafted.hidden)) < len(drafted.hidden):
        return drafted
    shares = np.append(drafted.shares, drafted.shares.mean())
    return Range(np.vstack([drafted.hidden, own]), shares / shares.sum())


def _paired(public: Row, ranges: tuple[Range, Range], samples: int, chance: Chance) -> Deals:
    most = samples * len(ranges[0].hidden) * len(ranges[1].hidden)
    found = Deals(np.empty((most, 2 + MOST_DRAWN), np.int64), np.empty(most))
    unseen = Unseen(int(public[at.POOL]), draws_left(public), samples)
    n = deals(unseen, *ranges, chance, found)
    return Deals(found.rows[:n], found.weights[:n] / found.weights[:n].sum())


def _grown(trained: Trained, public: Row, ranges: tuple[Range, Range], pairs: Deals, nodes: int) -> Endgame:
    grown = Grown(new_tree(nodes), np.empty(len(pairs.rows), np.int64), np.empty(3, np.int64))
    grow(public, trained.favours, ranges[0].hidden, ranges[1].hidden, pairs, grown)
    (done, n, cases), tree = grown.sizes.tolist(), grown.tree
    trimmed = Tree(
        parent=tree.parent[:n],
        slot=tree.slot[:n],
        case=tree.case[:n],
        value=tree.value[:n],
        seat=tree.seat[:cases],
        time=tree.time[:cases],
        first=tree.first[: cases + 1],
    )
    return Endgame(ranges, pairs.rows[:done], grown.roots[:done], trimmed)


def tidied(tree: Tree, policy: Table, faint: float) -> Table:
    """Return the policy without the faint remains of CFR's first iterations."""
    starts, counts = tree.first[:-1], np.diff(tree.first)
    most = np.repeat(np.maximum.reduceat(policy, starts), counts)
    kept: Table = np.where(policy < faint * most, 0.0, policy)
    whole: Table = np.repeat(np.add.reduceat(kept, starts), counts)
    return kept / whole


def chances_of(game: Endgame, policy: Table, seat: int, own: Cards) -> Table | None:
    """Return a hidden hand's policy at its first decision, or None if no deal contains the hand."""
    hand = place_of(own, game.ranges[seat].hidden, len(game.ranges[seat].hidden))
    with_it = np.flatnonzero(game.deals[:, seat] == hand)
    if not len(with_it):
        return None
    case = game.tree.case[game.roots[with_it[0]]]
    return policy[game.tree.first[case] : game.tree.first[case + 1]]


def hidden_hand(known: Row) -> Cards:
    seat = known[at.SEAT]
    return known[[at.HANDS + seat, at.SECRETS + seat, at.DISCARDS + seat]]


def solved(
    trained: Trained, known: Row, sides: Sequence[Side], seed: int, settings: EndSettings
) -> list[float] | None:
    """Return the policy of the deciding seat, or None if no hand of the rival is consistent with its own."""
    public, own = public_part(known), hidden_hand(known)
    game = lay_out(trained, public, sides, own, settings, chance_of(public, seed))
    if not len(game.deals):
        return None
    policy = tidied(game.tree, solve(game.tree, settings.rounds), settings.faint)
    found = chances_of(game, policy, int(known[at.SEAT]), own)
    return None if found is None else found.tolist()
