"""The judge of Hanamikoji: the master's belief and the master's trials, for every move there is.

The moves are tried on imagined deals. Those that look worse are dropped twice; who is left, and the move that
was made, are tried anew on deals that had no part in the choice, so that luck is no merit. The same view and
story always give the same opinion.
"""

from collections.abc import Callable, Sequence
from typing import NamedTuple, TypeAlias
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

from hanamachi.bots.hanamikoji.mind.network import chances
from hanamachi.bots.hanamikoji.mind.particles import believe, resample
from hanamachi.bots.hanamikoji.mind.ponder import Picks, ponder, ponder_plainly
from hanamachi.bots.hanamikoji.mind.recall import recall
from hanamachi.bots.hanamikoji.mind.weights import trained
from hanamachi.bots.hanamikoji.student import FAVOURS
from hanamachi.bots.judge import Belief, Opinion
from hanamachi.core.game import Move, Told
from hanamachi.games.hanamikoji.kernel import (
    DISCARDS,
    FIELDS,
    HANDS,
    SEAT,
    SECRETS,
    TURN,
    Packed,
    imagine,
    legal,
)
from hanamachi.games.hanamikoji.move_ids import MOST_MOVES, Ids
from hanamachi.games.hanamikoji.packing import told
from hanamachi.games.hanamikoji.pieces import BOXES, ITEMS, NAMES
from hanamachi.games.hanamikoji.view import HanamikojiView

EFFORT = 50_000  # decisions in all trials together
PARTICLES = 400
DOUBT = 0.5  # how far the rival may be from playing like the network: docs/bots.md says why it is so much
TRUST = 0.03  # what a factor of e in the network's probability weighs against a trial's value
STAYING = (12, 4)  # so many moves are left after each of the first stages
SHARES = (0.3, 0.25)  # of the effort; what is left over is for the last stage
TURNS = 8

Values: TypeAlias = NDArray[np.float64]
Trial: TypeAlias = Callable[[int, Picks, int, int], Values]  # a move's place, deals, repeats, a seed


class Deals(NamedTuple):
    """What the rival may hide, as whole states, with weights that sum to one."""

    particles: Packed
    weights: Values

    def some(self, count: int, rng: NDArray[np.uint64]) -> Picks:
        picks: Picks = np.empty(count, np.int64)
        resample(self.weights, picks, rng)
        return picks


def judge(
    view: HanamikojiView, moves: Sequence[Move], story: Sequence[Told], played: int | None = None
) -> Opinion:
    """The kernel lists the legal moves in the same order as the law."""
    known, listed = told(view), np.empty(MOST_MOVES, np.int16)
    assert legal(known, listed) == len(moves)
    small = view.options.box == "small"
    deals, trial, prior = (plainly if small else mindfully)(view, known, story, listed[: len(moves)])
    rng = np.array([crc32(known.tobytes())], np.uint64)
    budget = EFFORT // (3 * (TURNS - int(known[TURN])) // 2 + 1)
    values = weighed(trial, deals, prior, played, budget, rng)
    shown = int(values.argmax()) if played is None else played
    return Opinion(
        [float(value + 1) / 2 for value in values],
        unknown(trial, shown, deals, rng),
        beliefs(view, known, deals),
    )


def mindfully(
    view: HanamikojiView, known: Packed, story: Sequence[Told], listed: Ids
) -> tuple[Deals, Trial, Values]:
    """With the network: what the rival did says something about his cards."""
    (net, favours), past = trained(), recall(view, story)
    assert view.seat is not None
    deals = Deals(np.empty((PARTICLES, FIELDS), np.int64), np.empty(PARTICLES))
    rng = np.array([crc32(known.tobytes()) + 1], np.uint64)
    believe(net, known, view.hands[1 - view.seat], *past[:3], DOUBT, rng, *deals)
    prior = np.empty(len(listed), np.float32)
    chances(net, known, past.memory, listed, len(listed), prior)

    def trial(place: int, picks: Picks, repeats: int, seed: int) -> Values:
        values = np.empty(len(picks))
        ponder(net, favours, deals.particles, picks, past.memory, int(listed[place]), repeats, seed, values)
        return values

    return deals, trial, np.log(prior.astype(np.float64) + 1e-9)


def plainly(
    view: HanamikojiView, known: Packed, _story: Sequence[Told], listed: Ids
) -> tuple[Deals, Trial, Values]:
    """With the small box, which the network does not know: any deal, and the student's playouts."""
    assert view.seat is not None
    favours = np.load(FAVOURS) / 1000
    deals = Deals(np.tile(known, (PARTICLES, 1)), np.full(PARTICLES, 1 / PARTICLES))
    rng = np.array([crc32(known.tobytes()) + 1], np.uint64)
    for particle in deals.particles:
        imagine(particle, view.hands[1 - view.seat], rng)

    def trial(place: int, picks: Picks, repeats: int, seed: int) -> Values:
        values = np.empty(len(picks))
        ponder_plainly(favours, deals.particles, picks, int(listed[place]), repeats, seed, values)
        return values

    return deals, trial, np.zeros(len(listed))


def weighed(
    trial: Trial, deals: Deals, prior: Values, played: int | None, budget: int, rng: NDArray[np.uint64]
) -> Values:
    """The value of every move. Who was dropped is not told to be better than those who stayed."""
    values, left, seed, rest = np.zeros(len(prior)), list(range(len(prior))), 1, 1.0
    for staying, share in zip(STAYING, SHARES, strict=True):
        if len(left) <= staying:
            continue
        picks = deals.some(max(2, int(budget * share) // len(left)), rng)
        for place in left:
            values[place] = trial(place, picks, 1, seed).mean()
        left = sorted(left, key=lambda place: -(values[place] + TRUST * prior[place]))[:staying]
        seed, rest = seed + len(picks), rest - share
    last = left if played is None or played in left else [*left, played]
    picks = deals.some(max(2, int(budget * rest) // (len(left) + 1)), rng)
    for place in last:
        values[place] = trial(place, picks, 1, seed).mean()
    dropped = [place for place in range(len(prior)) if place not in last]
    values[dropped] = np.minimum(values[dropped], values[left].min())
    return values


def unknown(trial: Trial, place: int, deals: Deals, rng: NDArray[np.uint64]) -> float:
    """How far the chance to win spreads over what is hidden: its standard deviation from deal to deal.

    Two independent means for each deal go up and down together as far as the deal decides, and no further.
    """
    picks, repeats = deals.some(48, rng), 6
    one, other = (trial(place, picks, repeats, seed) for seed in (1 << 20, 1 << 21))
    return float(np.sqrt(max(np.cov(one, other)[0, 1], 0.0))) / 2


def beliefs(view: HanamikojiView, known: Packed, deals: Deals) -> dict[str, Belief]:
    """Of each item: the chance that the rival has one in hand or as a Secret, and how many lie where."""
    rival = 1 - int(known[SEAT])
    hand, secret, discards = (counted(deals.particles[:, at + rival]) for at in (HANDS, SECRETS, DISCARDS))
    held = deals.weights @ (hand + secret > 0)
    places = {"hand": hand, "secret": secret, "discards": discards}
    many = {name: deals.weights @ cards for name, cards in places.items() if cards.any()}
    return {
        f"item.{NAMES[item]}": Belief(
            float(held[item]), {name: float(cards[item]) for name, cards in many.items()}
        )
        for item in BOXES[view.options.box].items
    }


def counted(packed: Packed) -> Packed:
    """How many of each item: a row for each particle."""
    counts: Packed = packed[:, np.newaxis] >> 8 * np.array(ITEMS) & 255
    return counts
