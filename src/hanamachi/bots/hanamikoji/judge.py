"""Judge decisions of Hanamikoji: the master's belief and trials, for every legal move (sequential halving).

The moves are tried on imagined deals, and the worse ones are dropped twice. The finalists, and the move that
was made, are tried again on fresh deals, so that a lucky first trial is no merit. The same view and story
always give the same opinion.
"""

from collections.abc import Sequence
from typing import NamedTuple, Protocol, TypeAlias
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

from hanamachi.bots.confirmed import confirmed
from hanamachi.bots.hanamikoji.mind.memory import Seen
from hanamachi.bots.hanamikoji.mind.network import chances
from hanamachi.bots.hanamikoji.mind.particles import (
    Particles,
    Picks,
    Weights,
    believe,
    new_particles,
    resample,
)
from hanamachi.bots.hanamikoji.mind.ponder import (
    GEISHAS,
    Sample,
    answered,
    answered_plainly,
    ponder,
    ponder_plainly,
)
from hanamachi.bots.hanamikoji.mind.recall import recall
from hanamachi.bots.hanamikoji.mind.weights import Trained, trained
from hanamachi.bots.hanamikoji.student import favours
from hanamachi.bots.hanamikoji.supposing import counted, supposing
from hanamachi.bots.judge import Belief, Opinion, Outlook, Reply
from hanamachi.core.game import Hidden, Move, Told
from hanamachi.games.hanamikoji.kernel import imagine, legal
from hanamachi.games.hanamikoji.kernel import layout as at
from hanamachi.games.hanamikoji.kernel.layout import Row, Rows
from hanamachi.games.hanamikoji.move_ids import FIRST_GIFT, MOST_MOVES, TAKE_ONE, Ids
from hanamachi.games.hanamikoji.packing import told
from hanamachi.games.hanamikoji.pieces import BOXES, NAMES
from hanamachi.games.hanamikoji.view import HanamikojiView
from hanamachi.games.kernels.chance import Chance

EFFORT = 50_000  # decisions in all trials together
PARTICLES = 400
DOUBTS = (0.05, 0.5)  # a rival who plays like the network, and one who often does not: each gets half
TRUST = 0.03  # prior weight: a factor of e in the network's probability, against a trial's value
STAYING = (12, 4)  # how many moves stay after each of the first stages
SHARES = (0.3, 0.25)  # of the effort; the last stage has the rest
TURNS = 8
ANSWERED = 60  # deals on which the rival answers an offer

Values: TypeAlias = NDArray[np.float64]


class Trial(Protocol):
    """Tries a move, named by its place. Returns its value on each deal; `gets` counts the geishas got."""

    def __call__(self, place: int, sample: Sample, gets: Values | None = None) -> Values: ...


class Answering(Protocol):
    """Says how likely the rival gives each answer to an offer. Returns how many answers there are."""

    def __call__(self, place: int, sample: Sample, shares: Values) -> int: ...


class Mind(NamedTuple):
    """The means to judge a decision: deals, trials on them, a prior for the moves, the rival's answers."""

    deals: Particles
    trial: Trial
    prior: Values
    answering: Answering


class Weighed(NamedTuple):
    values: Values  # of every move
    gets: dict[int, Values]  # by the place of a finalist: how often the seat gets each geisha


def some(deals: Particles, count: int, rng: Chance) -> Picks:
    picks: Picks = np.empty(count, np.int64)
    resample(deals.weights, picks, rng)
    return picks


def judge(
    view: HanamikojiView,
    moves: Sequence[Move],
    story: Sequence[Told],
    played: int | None = None,
    times: int = 1,
    lying: Sequence[Hidden] = (),
) -> Opinion:
    """Return the opinion on a decision. The kernel lists the moves in the order of the rules engine.
    `times` multiplies the effort. `lying`: cards that are supposed to lie in hidden places."""
    known, listed = told(view), np.empty(MOST_MOVES, np.int16)
    assert legal(known, listed) == len(moves)
    small = view.options.box == "small"
    deals, trial, prior, answering = (plainly if small else mindfully)(
        view, known, story, listed[: len(moves)]
    )
    if lying:
        deals = supposing(view, deals, lying)
    rng = np.array([crc32(known.tobytes())], np.uint64)
    budget = times * EFFORT // (3 * (TURNS - int(known[at.TURN])) // 2 + 1)
    values, gets = weighed(trial, deals, prior, played, budget, rng)
    shown = int(values.argmax()) if played is None else played
    return Opinion(
        [float(value + 1) / 2 for value in values],
        unknown(trial, shown, deals, rng),
        beliefs(view, known, deals),
        outlooks={place: outlook(view, found) for place, found in gets.items()},
        replies={place: reply(answering, place, deals, rng) for place in gets if offers(int(listed[place]))},
    )


def mindfully(view: HanamikojiView, known: Row, story: Sequence[Told], listed: Ids) -> Mind:
    """Judge by the network. The belief uses the rival's moves."""
    mind, past = trained(), recall(view, story)
    assert view.seat is not None
    rng = np.array([crc32(known.tobytes()) + 1], np.uint64)
    deals = believed(mind, Seen(known, view.hands[1 - view.seat], past), rng)
    prior = np.empty(len(listed), np.float32)
    chances(mind.net, known, past.memory, listed, len(listed), prior)

    def trial(place: int, sample: Sample, gets: Values | None = None) -> Values:
        values = np.empty(len(sample.picks))
        ponder(mind, past.memory, int(listed[place]), sample, values, nobodys() if gets is None else gets)
        return values

    def answering(place: int, sample: Sample, shares: Values) -> int:
        return answered(mind, past.memory, int(listed[place]), sample, shares)

    return Mind(deals, trial, np.log(prior.astype(np.float64) + 1e-9), answering)


def nobodys() -> Values:
    """Return counts of geishas, all zero."""
    return np.zeros(GEISHAS)


def believed(mind: Trained, seen: Seen, rng: Chance) -> Particles:
    """Return deals weighted by the rival's moves. Which kind of rival it is follows from them, too."""
    states, weights = list[Rows](), list[Weights]()
    for doubt in DOUBTS:
        some = new_particles(PARTICLES // len(DOUBTS))
        likelihood = believe(mind.net, seen, doubt, rng, some)
        states.append(some.states)
        weights.append(some.weights * likelihood)
    whole = np.concatenate(weights)
    if not whole.any():
        return Particles(np.concatenate(states), np.full(len(whole), 1 / len(whole)))
    return Particles(np.concatenate(states), whole / whole.sum())


def plainly(view: HanamikojiView, known: Row, _story: Sequence[Told], listed: Ids) -> Mind:
    """Judge the small box, which the network does not know, by uniform deals and plain playouts."""
    assert view.seat is not None
    table = favours()
    deals = Particles(np.tile(known, (PARTICLES, 1)), np.full(PARTICLES, 1 / PARTICLES))
    rng = np.array([crc32(known.tobytes()) + 1], np.uint64)
    for particle in deals.states:
        imagine(particle, view.hands[1 - view.seat], rng)

    def trial(place: int, sample: Sample, gets: Values | None = None) -> Values:
        values = np.empty(len(sample.picks))
        ponder_plainly(table, int(listed[place]), sample, values, nobodys() if gets is None else gets)
        return values

    def answering(place: int, sample: Sample, shares: Values) -> int:
        return answered_plainly(table, int(listed[place]), sample, shares)

    return Mind(deals, trial, np.zeros(len(listed)), answering)


def weighed(
    trial: Trial, deals: Particles, prior: Values, played: int | None, budget: int, rng: Chance
) -> Weighed:
    """Weigh every move. A dropped move is never rated above those that stayed, and none above what is
    confirmed of the best."""
    values, left, seed, rest = np.zeros(len(prior)), list(range(len(prior))), 1, 1.0
    for staying, share in zip(STAYING, SHARES, strict=True):
        if len(left) <= staying:
            continue
        picks = some(deals, max(2, int(budget * share) // len(left)), rng)
        for place in left:
            values[place] = trial(place, Sample(deals.states, picks, 1, seed)).mean()
        left = sorted(left, key=lambda place: -(values[place] + TRUST * prior[place]))[:staying]
        seed, rest = seed + len(picks), rest - share
    last = left if played is None or played in left else [*left, played]
    picks = some(deals, max(2, int(budget * rest) // (len(left) + 1)), rng)
    gets = {place: nobodys() for place in last}
    found = {place: trial(place, Sample(deals.states, picks, 1, seed), gets[place]) for place in last}
    most = confirmed(np.array([found[place] for place in left]))
    for place in last:
        values[place] = min(found[place].mean(), most)
        gets[place] /= len(picks)
    dropped = [place for place in range(len(prior)) if place not in last]
    values[dropped] = np.minimum(values[dropped], values[left].min())
    return Weighed(values, gets)


def offers(move: int) -> bool:
    """Return whether a move makes an offer, which the rival answers at once."""
    return bool(FIRST_GIFT <= move < TAKE_ONE)


def reply(answering: Answering, place: int, deals: Particles, rng: Chance) -> Reply:
    """Return the rival's most likely answer to an offer."""
    shares = np.zeros(MOST_MOVES)
    count = answering(place, Sample(deals.states, some(deals, ANSWERED, rng), 1, 0), shares)
    best = int(shares[:count].argmax())
    return Reply([best], min(float(shares[best]), 1.0))


def outlook(view: HanamikojiView, gets: Values) -> Outlook:
    """Return how often the seat gets each geisha, by her item."""
    return Outlook({f"outlook.{NAMES[item]}": float(gets[item]) for item in BOXES[view.options.box].items})


def unknown(trial: Trial, place: int, deals: Particles, rng: Chance) -> float:
    """Return how much hidden cards change the chance to win: its standard deviation from deal to deal.

    It is estimated by the covariance of two independent means for each deal, which only the deal explains.
    """
    picks, repeats = some(deals, 48, rng), 6
    one, other = (trial(place, Sample(deals.states, picks, repeats, seed)) for seed in (1 << 20, 1 << 21))
    return float(np.sqrt(max(np.cov(one, other)[0, 1], 0.0))) / 2


def beliefs(view: HanamikojiView, known: Row, deals: Particles) -> dict[str, Belief]:
    """Return for each item the chance that the rival has one in hand or as a Secret, and the expected
    counts."""
    rival = 1 - int(known[at.SEAT])
    hand, secret, discards = (
        counted(deals.states[:, at + rival]) for at in (at.HANDS, at.SECRETS, at.DISCARDS)
    )
    held = deals.weights @ (hand + secret > 0)
    places = {"hand": hand, "secret": secret, "discards": discards}
    many = {name: deals.weights @ cards for name, cards in places.items() if cards.any()}
    return {
        f"item.{NAMES[item]}": Belief(
            float(held[item]), {name: float(cards[item]) for name, cards in many.items()}
        )
        for item in BOXES[view.options.box].items
    }
