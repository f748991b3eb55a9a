"""Judge decisions of Mai-Star: the master's sequential halving, then fresh playouts for promising moves.

Halving finds the promising moves. Those, and the move that was made, are played out equally often on fresh
deals, so that a lucky first search is no merit. The same view always gives the same opinion.
"""

from collections.abc import Sequence
from zlib import crc32

import msgspec
import numpy as np

from hanamachi.bots.confirmed import confirmed
from hanamachi.bots.judge import Opinion, Outlook
from hanamachi.bots.mai_star.halving import play_out, search
from hanamachi.bots.mai_star.line import line
from hanamachi.bots.mai_star.policy.leaning import Numbers, Scores, Weights
from hanamachi.bots.mai_star.policy.trained import trained
from hanamachi.core.game import Hidden, Move, Told
from hanamachi.games.kernels.chance import Chance
from hanamachi.games.kernels.compiling import entry, inner
from hanamachi.games.mai_star.kernel.imagine import lay_unseen, unseen_of
from hanamachi.games.mai_star.kernel.layout import Table, Tables
from hanamachi.games.mai_star.kernel.translate import move_number
from hanamachi.games.mai_star.pieces import PENALTY
from hanamachi.games.mai_star.view import MaiStarView

FIRST = 2_000  # playouts of all moves together
LAYS = 200  # deals for each finalist, with two playouts each
FINALISTS = 4


@inner
def _add_points(table: Table, seat: int, ends: Scores) -> None:
    best = 0
    for other in range(table.seats):
        if other != seat:
            best = max(best, table.totals[other])
    ends[0] += table.totals[seat]
    ends[1] += table.totals[seat] - best
    ends[2] += table.totals[seat] > best
    ends[3] -= PENALTY * table.left[seat]


@entry
def weigh(
    tables: Tables,
    missing: Numbers,
    move: int,
    seat: int,
    weights: Weights,
    chance: Chance,
    found: Scores,
    ends: Scores,
) -> None:
    """Write the worth of a move in two playouts on each deal of the unseen cards. `ends` sums what
    the seat has after the festival: points, its lead, whether it is ahead, points lost for cards in hand."""
    laid, work = np.empty_like(tables), np.empty_like(tables)
    for i in range(len(found)):
        laid[0] = tables[0]
        lay_unseen(laid[0], missing, chance)
        for j in range(2):
            work[0] = laid[0]
            found[i, j] = play_out(work[0], move, weights, seat, 0.0, chance)
            _add_points(work[0], seat, ends)


def judge(
    view: MaiStarView,
    moves: Sequence[Move],
    _story: Sequence[Told],
    played: int | None = None,
    times: int = 1,
    lying: Sequence[Hidden] = (),
) -> Opinion:
    """Return the opinion on a decision. `times` multiplies the effort. `lying`: cards that are supposed to
    lie in hidden places."""
    assert view.seat is not None
    seed, weights = crc32(msgspec.json.encode(view)), trained()
    tables, missing = unseen_of(view, lying)
    numbers = np.array([move_number(move) for move in moves])
    _, means = search(tables, missing, numbers, view.seat, weights, FIRST * times, seed, trust=0.0)
    finalists = sorted(range(len(moves)), key=lambda place: -means[place])[:FINALISTS]
    last = finalists if played is None or played in finalists else [*finalists, played]
    values = np.zeros((len(moves), LAYS * times, 2))
    ends = np.zeros((len(moves), 4))
    for place in last:
        chance = np.array([seed + 1], np.uint64)
        weigh(tables, missing, int(numbers[place]), view.seat, weights, chance, values[place], ends[place])
    most = confirmed(values[finalists].mean(axis=2))
    chances = np.minimum(values.mean(axis=(1, 2)), most)
    dropped = [place for place in range(len(moves)) if place not in last]
    chances[dropped] = chances[finalists].min()
    shown = int(chances.argmax()) if played is None else played
    spread = np.cov(values[shown, :, 0], values[shown, :, 1])[0, 1]
    follows = {
        place: line(tables, missing, int(numbers[place]), view.seat, weights, seed + 2) for place in last
    }
    return Opinion(
        chances.tolist(),
        float(np.sqrt(max(spread, 0.0))),
        lines={place: found.completing for place, found in follows.items() if found.completing},
        outlooks={place: outlook(ends[place] / (2 * LAYS * times)) for place in last},
        replies={place: found.reply for place, found in follows.items() if found.reply},
    )


def outlook(ends: Scores) -> Outlook:
    """Return what the seat has after the festival: how often the lead, its points, and those of its hand."""
    points, lead, ahead, left = map(float, ends)
    return Outlook(
        {"outlook.ahead": ahead}, {"outlook.points": points, "outlook.lead": lead, "outlook.left": left}
    )
