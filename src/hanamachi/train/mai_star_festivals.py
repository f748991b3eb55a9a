"""Self-play of Mai-Star by its learned leaning, and the gradient that a batch of games gives (REINFORCE).

An episode is a festival. Each decision is credited with what the festival has changed for its seat.
"""

from math import exp
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from hanamachi.bots.mai_star.policy import facts as f
from hanamachi.bots.mai_star.policy.features import ASKED, LOOK, SEAT, kind_of, of_kind, of_move
from hanamachi.bots.mai_star.policy.leaning import Numbers, Scores, Weights, chances, drawn, score
from hanamachi.games.kernels.chance import Chance, below
from hanamachi.games.kernels.compiling import entry, inner
from hanamachi.games.mai_star.kernel import layout as at
from hanamachi.games.mai_star.kernel.choices import legal
from hanamachi.games.mai_star.kernel.layout import Moves, Table, Tables
from hanamachi.games.mai_star.kernel.rules import play, start
from hanamachi.games.mai_star.pieces import ROUNDS

ENTRIES = 1 << 20  # facts that a festival's decisions can leave behind
DECISIONS = 4000
NOTED = 3  # one decision of so many is noted: more games teach more than more decisions of a game
ANY_GEISHA = 60  # of a hundred choices of a geisha are made at random, or only the best would ever be seen
SLOPES = np.array([0.0, 0.05, 0.10])  # what a point is worth in the odds to win, before each festival
LEAD, SHARE = 8.0, 0.15  # points ahead for odds of e : 1, and how much of the reward that is


class Notes(NamedTuple):
    """What the decisions of a festival leave behind."""

    facts: NDArray[np.int32]
    pulls: NDArray[np.float32]  # how much more of a fact there was than was to be expected
    ends: Numbers  # by decision: where its facts end
    seats: Numbers  # ... who decided
    free: NDArray[np.bool_]  # ... whether it was the choice of a geisha
    noted: Numbers  # one number: how many decisions


def new_notes() -> Notes:
    return Notes(
        np.empty(ENTRIES, np.int32),
        np.empty(ENTRIES, np.float32),
        np.empty(DECISIONS, np.int64),
        np.empty(DECISIONS, np.int64),
        np.empty(DECISIONS, np.bool_),
        np.zeros(1, np.int64),
    )


@inner
def note(
    table: Table, seen: Numbers, moves: Moves, n: int, taken: int, odds: Scores, found: Numbers, notes: Notes
) -> None:
    """One decision: of each fact, whether the move that was taken has it, less how probable that was."""
    done = notes.noted[0]
    at_entry = notes.ends[done - 1] if done else 0
    if done == DECISIONS or at_entry > ENTRIES - (f.MOST + 2) * at.MOST_MOVES:
        return
    i = 0
    while i < n:
        kind, of_all = moves[i] // at.KIND, 0.0
        while i < n and moves[i] // at.KIND == kind:
            pull = (i == taken) - odds[i]
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
    """What the standing after so many festivals is worth to each seat: its chance to win, and its lead."""
    seats, totals, most, whole = table.seats, table.totals, -100, 0.0
    for seat in range(seats):
        most = max(most, totals[seat] * 100 - table.left[seat] if festivals == ROUNDS else totals[seat])
    for seat in range(seats):
        if festivals == ROUNDS:
            values[seat] = 1.0 if totals[seat] * 100 - table.left[seat] == most else 0.0
        else:
            values[seat] = exp(SLOPES[festivals] * (totals[seat] - most))
        whole += values[seat]
    for seat in range(seats):
        best = 0
        for other in range(seats):
            if other != seat:
                best = max(best, totals[other])
        ahead = 1 / (1 + exp(-(totals[seat] - best) / LEAD))
        values[seat] = (1 - SHARE) * values[seat] / whole + SHARE * ahead


@inner
def credit(
    geishas: Numbers,
    festival: int,
    before: Scores,
    after: Scores,
    baseline: Scores,
    notes: Notes,
    gradient: Scores,
) -> None:
    """The notes into the gradient, and the means that they are measured by.

    A choice of a geisha is not measured by how that geisha fares.
    """
    first = 0
    for i in range(notes.noted[0]):
        seat = notes.seats[i]
        change = after[seat] - before[seat]
        if not notes.free[i]:
            change -= baseline[festival * f.G + geishas[seat]]
        for j in range(first, notes.ends[i]):
            gradient[notes.facts[j]] += change * notes.pulls[j]
        first = notes.ends[i]


@inner
def turn_over(
    table: Table, festival: int, before: Scores, after: Scores, sums: Scores, geishas: Numbers
) -> None:
    """How the geishas fared, for the baseline to come."""
    for seat in range(table.seats):
        row = festival * f.G + geishas[seat]
        sums[row] += after[seat] - before[seat]
        sums[row + ROUNDS * f.G] += 1


@entry
def play_games(
    tables: Tables,
    games: int,
    weights: Weights,
    baseline: Scores,
    gradient: Scores,
    sums: Scores,
    notes: Notes,
    chance: Chance,
) -> int:
    """Whole games from fresh tables; how many decisions there were."""
    moves, seen = np.empty(at.MOST_MOVES, np.int64), np.empty(LOOK, np.int64)
    found, odds = np.empty(f.MOST, np.int64), np.empty(at.MOST_MOVES)
    before, after, work = np.empty(at.SEATS), np.empty(at.SEATS), np.empty_like(tables[:1])
    geishas, decisions = np.zeros(at.SEATS, np.int64), 0
    for game in range(games):
        work[0] = tables[game % len(tables)]
        table = work[0]
        start(table, chance)
        for festival in range(ROUNDS):
            rewards(table, festival, before)
            notes.noted[0] = 0
            while table.todo_count and table.round == festival + 1:
                n = legal(table, moves)
                if n == 1:
                    play(table, moves[0], chance)
                    continue
                decisions += 1
                score(table, weights, moves, n, seen, found, odds)
                if seen[ASKED] == at.CHOOSING and below(chance, 100) < ANY_GEISHA:
                    play(table, moves[below(chance, n)], chance)
                    continue
                chances(odds, n)
                taken = drawn(odds, n, chance)
                if below(chance, NOTED) == 0:
                    note(table, seen, moves, n, taken, odds, found, notes)
                for seat in range(table.seats):
                    geishas[seat] = max(table.geishas[seat], 0)
                play(table, moves[taken], chance)
                if notes.noted[0] >= DECISIONS:
                    break
            if notes.noted[0] >= DECISIONS:
                break
            rewards(table, festival + 1, after)
            credit(geishas, festival, before, after, baseline, notes, gradient)
            turn_over(table, festival, before, after, sums, geishas)
    return decisions


@entry
def duel(tables: Tables, games: int, ours: Weights, theirs: Weights, best: bool, chance: Chance) -> float:
    """The share of the victories of one seat that leans by our weights among others that lean by theirs."""
    moves, seen = np.empty(at.MOST_MOVES, np.int64), np.empty(LOOK, np.int64)
    found, odds = np.empty(f.MOST, np.int64), np.empty(at.MOST_MOVES)
    work, won = np.empty_like(tables[:1]), 0.0
    values = np.empty(at.SEATS)
    for game in range(games):
        work[0] = tables[game % len(tables)]
        table = work[0]
        seat, n_done = game % table.seats, 0
        start(table, chance)
        while table.todo_count and n_done < DECISIONS:
            n = legal(table, moves)
            n_done += 1
            at_move = 0
            if n > 1:
                mine = table.todo[table.todo_count - 1] >> at.SEAT_AT & 15 == seat
                score(table, ours if mine else theirs, moves, n, seen, found, odds)
                if best:
                    for i in range(n):
                        if odds[i] > odds[at_move]:
                            at_move = i
                else:
                    chances(odds, n)
                    at_move = drawn(odds, n, chance)
            play(table, moves[at_move], chance)
        most, whole = -100, 0.0
        for each in range(table.seats):
            most = max(most, table.totals[each] * 100 - table.left[each])
        for each in range(table.seats):
            values[each] = table.totals[each] * 100 - table.left[each] == most
            whole += values[each]
        won += values[seat] / whole
    return won / games
