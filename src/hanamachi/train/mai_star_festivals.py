"""Play Mai-Star by the leaning against itself on the kernel, and compute the gradient of a batch (REINFORCE).

An episode is a festival. Each decision is credited with what the festival has changed for its seat.
"""

from math import exp
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from hanamachi.bots.mai_star.policy import facts as f
from hanamachi.bots.mai_star.policy.features import ASKED, LOOK, SEAT, kind_of, of_kind, of_move
from hanamachi.bots.mai_star.policy.leaning import Numbers, Scores, Weights, chances, drawn, score
from hanamachi.bots.mai_star.standing import PLAIN, victory
from hanamachi.games.kernels.chance import Chance, below
from hanamachi.games.kernels.compiling import entry, inner
from hanamachi.games.mai_star.kernel import layout as at
from hanamachi.games.mai_star.kernel.cards import now
from hanamachi.games.mai_star.kernel.choices import legal
from hanamachi.games.mai_star.kernel.layout import Moves, Table, Tables
from hanamachi.games.mai_star.kernel.rules import play, start
from hanamachi.games.mai_star.pieces import ROUNDS

ENTRIES = 1 << 20  # the most (decision, feature) entries that can be noted in a festival
DECISIONS = 4000
LONGEST = 12_000  # decisions after which a duel ends, because it could be endless
NOTED = 3  # one decision in so many is noted: more games teach more than more decisions of a game
ANY_GEISHA = 60  # per cent of the choices of a geisha that are random, so that all geishas are explored
LEAD, SHARE = 8.0, 0.15  # points of lead for odds of e : 1, and the share of the lead in the reward
SITUATIONS = f.TABLES * ROUNDS * f.G  # that the baseline tells apart: by seats, festival and geisha


class Paper(NamedTuple):
    """Working arrays of a game, allocated once and reused."""

    moves: Moves
    seen: Numbers
    found: Numbers
    odds: Scores
    geishas: Numbers  # by seat, at the last decision


@inner
def new_paper() -> Paper:
    return Paper(
        np.empty(at.MOST_MOVES, np.int64),
        np.empty(LOOK, np.int64),
        np.empty(f.MOST, np.int64),
        np.empty(at.MOST_MOVES),
        np.zeros(at.SEATS, np.int64),
    )


class Notes(NamedTuple):
    """The noted decisions of a festival."""

    facts: NDArray[np.int32]
    pulls: NDArray[np.float32]  # the feature's value in the chosen move, less its expectation
    ends: Numbers  # by decision: where its entries end
    seats: Numbers  # by decision: the seat
    free: NDArray[np.bool_]  # by decision: True for the choice of a geisha
    noted: Numbers  # a single number: the count of decisions


def new_notes() -> Notes:
    return Notes(
        facts=np.empty(ENTRIES, np.int32),
        pulls=np.empty(ENTRIES, np.float32),
        ends=np.empty(DECISIONS, np.int64),
        seats=np.empty(DECISIONS, np.int64),
        free=np.empty(DECISIONS, np.bool_),
        noted=np.zeros(1, np.int64),
    )


@inner
def note(table: Table, n: int, taken: int, paper: Paper, notes: Notes) -> None:
    """Note one decision: for each feature, its value in the chosen move less its expected value."""
    moves, seen, found = paper.moves, paper.seen, paper.found
    done = notes.noted[0]
    at_entry = notes.ends[done - 1] if done else 0
    if done == DECISIONS or at_entry > ENTRIES - (f.MOST + 2) * at.MOST_MOVES:
        return
    i = 0
    while i < n:
        kind, of_all = moves[i] // at.KIND, 0.0
        while i < n and moves[i] // at.KIND == kind:
            pull = (i == taken) - paper.odds[i]
            of_all += pull
            for j in range(of_move(table, seen, kind, moves[i] % at.KIND, found, 0)):
                notes.facts[at_entry], notes.pulls[at_entry] = found[j], pull
                at_entry += 1
            i += 1
        for j in range(of_kind(table, seen, kind_of(seen, kind), found)):
            notes.facts[at_entry], notes.pulls[at_entry] = found[j], of_all
            at_entry += 1
    notes.ends[done], notes.seats[done] = at_entry, seen[SEAT]
    notes.free[done] = seen[ASKED] == at.CHOOSING
    notes.noted[0] = done + 1


@inner
def rewards(table: Table, festivals: int, values: Scores) -> None:
    """Compute each seat's reward after so many festivals: its chance to win, and its lead."""
    seats, totals, most, whole = table.seats, table.totals, -100, 0.0
    for seat in range(seats):
        most = max(most, totals[seat] * 100 - table.left[seat] if festivals == ROUNDS else totals[seat])
    for seat in range(seats):
        if festivals == ROUNDS:
            values[seat] = 1.0 if totals[seat] * 100 - table.left[seat] == most else 0.0
        else:
            values[seat] = exp(PLAIN[festivals - 1] * (totals[seat] - most))
        whole += values[seat]
    for seat in range(seats):
        best = 0
        for other in range(seats):
            if other != seat:
                best = max(best, totals[other])
        ahead = 1 / (1 + exp(-(totals[seat] - best) / LEAD))
        values[seat] = (1 - SHARE) * values[seat] / whole + SHARE * ahead


@inner
def situation(table: Table, festival: int, geisha: int) -> int:
    return int(((table.seats - 3) * ROUNDS + festival) * f.G + geisha)


@inner
def credit(
    table: Table,
    festival: int,
    change: Scores,
    baseline: Scores,
    geishas: Numbers,
    notes: Notes,
    gradient: Scores,
) -> None:
    """Add the noted decisions to the gradient. A choice of a geisha has no baseline of its own geisha."""
    first = 0
    for i in range(notes.noted[0]):
        seat = notes.seats[i]
        gain = change[seat]
        if not notes.free[i]:
            gain -= baseline[situation(table, festival, geishas[seat])]
        for j in range(first, notes.ends[i]):
            gradient[notes.facts[j]] += gain * notes.pulls[j]
        first = notes.ends[i]


@inner
def turn_over(table: Table, festival: int, change: Scores, geishas: Numbers, fared: Scores) -> None:
    """Add the geishas' results (sums, then counts), for the next baseline."""
    for seat in range(table.seats):
        row = situation(table, festival, geishas[seat])
        fared[row] += change[seat]
        fared[row + SITUATIONS] += 1


@inner
def decide(table: Table, n: int, weights: Weights, paper: Paper, notes: Notes, chance: Chance) -> int:
    """Return the index of a move drawn from the policy. Note some of the decisions."""
    score(table, weights, paper.moves, n, paper.seen, paper.found, paper.odds)
    if paper.seen[ASKED] == at.CHOOSING and below(chance, 100) < ANY_GEISHA:
        return below(chance, n)
    chances(paper.odds, n)
    taken: int = drawn(paper.odds, n, chance)
    if below(chance, NOTED) == 0:
        note(table, n, taken, paper, notes)
    for seat in range(table.seats):
        paper.geishas[seat] = max(table.geishas[seat], 0)
    return taken


@inner
def play_festival(table: Table, weights: Weights, paper: Paper, notes: Notes, chance: Chance) -> int:
    """Play a festival to its end, or until no more decisions can be noted. Return the number of decisions."""
    festival, decisions = table.round, 0
    notes.noted[0] = 0
    while table.todo_count and table.round == festival and notes.noted[0] < DECISIONS:
        n, taken = legal(table, paper.moves), 0
        if n > 1:
            decisions += 1
            taken = decide(table, n, weights, paper, notes, chance)
        play(table, paper.moves[taken], chance)
    return decisions


@entry
def play_games(
    tables: Tables,
    games: int,
    weights: Weights,
    baseline: Scores,
    gradient: Scores,
    fared: Scores,
    notes: Notes,
    chance: Chance,
) -> int:
    """Play whole games from fresh tables and return the number of decisions."""
    before, after, work = np.empty(at.SEATS), np.empty(at.SEATS), np.empty_like(tables[:1])
    paper, decisions = new_paper(), 0
    for game in range(games):
        work[0] = tables[game % len(tables)]
        table = work[0]
        start(table, chance)
        for festival in range(ROUNDS):
            rewards(table, festival, before)
            decisions += play_festival(table, weights, paper, notes, chance)
            if notes.noted[0] >= DECISIONS:
                break
            rewards(table, festival + 1, after)
            after -= before
            credit(table, festival, after, baseline, paper.geishas, notes, gradient)
            turn_over(table, festival, after, paper.geishas, fared)
    return decisions


@inner
def likeliest(odds: Scores, n: int) -> int:
    best = 0
    for i in range(1, n):
        if odds[i] > odds[best]:
            best = i
    return best


@inner
def play_duel(table: Table, seat: int, ours: Weights, theirs: Weights, paper: Paper, chance: Chance) -> float:
    """Play a game to its end. Return the share of the victory of `seat`, which plays by `ours`."""
    for _ in range(LONGEST):
        if not table.todo_count:
            return victory(table, seat)
        n, taken = legal(table, paper.moves), 0
        if n > 1:
            mine = now(table) >> at.SEAT_AT & 15 == seat
            score(table, ours if mine else theirs, paper.moves, n, paper.seen, paper.found, paper.odds)
            taken = likeliest(paper.odds, n)
        play(table, paper.moves[taken], chance)
    return 0.0


@entry
def duel(tables: Tables, games: int, ours: Weights, theirs: Weights, chance: Chance) -> float:
    """Return the mean share of the victory of one seat that plays by `ours` among others that play by
    `theirs`. All seats make the likeliest move."""
    work, paper, won = np.empty_like(tables[:1]), new_paper(), 0.0
    for game in range(games):
        work[0] = tables[game % len(tables)]
        start(work[0], chance)
        won += play_duel(work[0], game % tables[0].seats, ours, theirs, paper, chance)
    return won / games
