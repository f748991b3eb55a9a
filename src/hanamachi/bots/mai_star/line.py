"""Tell what follows a move of Mai-Star: how its seat goes on, then the next answer of another seat.

The learned policy is asked on imagined deals. The line goes on only while all deals ask the same seat the
same question with the same choice, so it tells nothing that depends on hidden cards.
"""

from typing import NamedTuple

import numpy as np

from hanamachi.bots.judge import Reply
from hanamachi.bots.mai_star.policy import facts as f
from hanamachi.bots.mai_star.policy.features import LOOK
from hanamachi.bots.mai_star.policy.leaning import Numbers, Scores, Weights, score
from hanamachi.bots.mai_star.policy.leaning import chances as probabilities
from hanamachi.games.kernels.chance import Chance
from hanamachi.games.kernels.compiling import entry
from hanamachi.games.mai_star.kernel import layout as at
from hanamachi.games.mai_star.kernel.cards import now
from hanamachi.games.mai_star.kernel.choices import legal
from hanamachi.games.mai_star.kernel.imagine import lay_unseen
from hanamachi.games.mai_star.kernel.layout import Tables
from hanamachi.games.mai_star.kernel.rules import play

DEALS = 60
LONGEST = 6  # steps of one turn


class Line(NamedTuple):
    """The sequel of a move: the steps that complete it, and what is expected then."""

    completing: list[int]
    reply: Reply | None


@entry
def deal(tables: Tables, missing: Numbers, move: int, chance: Chance) -> None:
    """Lay the unseen cards of every table out anew, and play a move."""
    for i in range(len(tables)):
        lay_unseen(tables[i], missing, chance)
        play(tables[i], move, chance)


@entry
def go_on(tables: Tables, move: int, chance: Chance) -> None:
    for i in range(len(tables)):
        play(tables[i], move, chance)


@entry
def ask(tables: Tables, weights: Weights, moves: Numbers, shares: Scores) -> int:
    """Write the legal moves, and how likely the policy makes each of them on average. Return how many there
    are; 0 if the tables do not all ask the same."""
    listed, found = np.empty(at.MOST_MOVES, np.int64), np.empty(at.MOST_MOVES)
    seen, features = np.empty(LOOK, np.int64), np.empty(f.MOST, np.int64)
    shares[:] = 0.0
    first, count = 0, 0
    for i in range(len(tables)):
        table = tables[i]
        if table.todo_count == 0:
            return 0
        n = legal(table, listed)
        if i == 0:
            first, count = now(table), n
            moves[:n] = listed[:n]
        if now(table) != first or n != count or (listed[:n] != moves[:n]).any():
            return 0
        score(table, weights, listed, n, seen, features, found)
        probabilities(found, n)
        shares[:n] += found[:n] / len(tables)
    return count


def line(tables: Tables, missing: Numbers, move: int, seat: int, weights: Weights, seed: int) -> Line:
    """Return what follows a move of a seat."""
    deals, chance = np.repeat(tables, DEALS), np.array([seed], np.uint64)
    moves, shares = np.empty(at.MOST_MOVES, np.int64), np.empty(at.MOST_MOVES)
    completing, places, own, festival = list[int](), list[int](), 0, tables[0]["round"]
    deal(deals, missing, move, chance)
    for _ in range(LONGEST):
        count = ask(deals, weights, moves, shares) if (deals["round"] == festival).all() else 0
        if not count:
            break
        step, best = deals[0]["todo"][deals[0]["todo_count"] - 1], int(shares[:count].argmax())
        if step >> at.SEAT_AT & 15 != seat:
            return Line(completing, Reply([*places, best], float(shares[best]), own))
        if step & 15 == at.REPLACING and not places:
            completing.append(best)
        else:
            places.append(best)
            own += 1
        go_on(deals, int(moves[best]), chance)
    return Line(completing, Reply(places, own=own) if places else None)
