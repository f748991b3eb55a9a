"""hanamachi train geishas_road: learn the value of a lead at the end of the first round (a value table).

Adept and master play only rounds out, so they need the chance to win after round 1. It is fitted for each
mode, from games of their tree against itself: how many points of lead make odds of e : 1, and how much
starting the second round costs.
"""

from math import log
from pathlib import Path
from random import Random
from typing import NamedTuple, TypeAlias

import msgspec
import numpy as np
from numpy.typing import NDArray

from hanamachi.bots.geishas_road import standing
from hanamachi.bots.geishas_road.tree import search
from hanamachi.games.geishas_road.kernel import layout as at
from hanamachi.games.geishas_road.kernel.answers import play
from hanamachi.games.geishas_road.kernel.layout import MODES, Row
from hanamachi.games.geishas_road.kernel.playouts import begin
from hanamachi.games.geishas_road.kernel.translate import answers, new_table
from hanamachi.games.geishas_road.moves import Options
from hanamachi.train.run import Run, Weights
from hanamachi.train.worker_pool import WorkerPool, seed_of

FAR = 40  # the largest lead that is counted
STEPS = 25  # iterations of Newton's method
GUESS = (0.2, 0.2)  # the prior: the worth of a point in the log odds, and the cost of starting
CALM = 5.0  # the weight of the prior, so that a few games do not prove too much

Values: TypeAlias = NDArray[np.float64]
Tally: TypeAlias = NDArray[np.float64]  # by mode and lead of the starter of round 2: games won, games


class Recipe(msgspec.Struct, frozen=True):
    seed: int = 1
    iterations: int = 100
    games: int = 24  # in an iteration, the modes in turn
    parts: int = 4
    thinking: int = 400  # iterations of the tree search per decision


class Played(NamedTuple):
    tally: Tally
    decisions: int


def nothing() -> Tally:
    return np.zeros((len(MODES), 2 * FAR + 1, 2))


def decide(row: Row, legal: list[int], thinking: int, dice: Random) -> int:
    """Return the move that the tree search tried most. A card that went back into the deck is dealt anew like
    all others."""
    if len(legal) == 1:
        return legal[0]
    tries = search(row[np.newaxis].copy(), thinking, dice.getrandbits(48)).tries
    return legal[int(np.argmax(tries))]


def play_games(games: int, thinking: int, seed: int) -> Played:
    dice, tally, decisions = Random(seed), nothing(), 0
    for game in range(games):
        mode = game % len(MODES)
        row = new_table(msgspec.convert({"mode": MODES[mode]}, Options), dice.getrandbits(48))
        begin(row)
        first, lead, starter = row[at.ROUND], None, -1
        while row[at.NOW] != at.OVER:
            legal = answers(row)
            decisions += len(legal) > 1
            play(row, decide(row, legal, thinking, dice))
            if lead is None and row[at.NOW] != at.OVER and row[at.ROUND] != first:
                starter = row[at.STARTER]
                lead = row[at.TOTAL + starter] - row[at.TOTAL + 1 - starter]
        if lead is not None:
            won = 0.5 if row[at.RESULT] == at.SHARED else float(row[at.RESULT] == starter)
            tally[mode, lead + FAR] += won, 1.0
    return Played(tally, decisions)


def foretold(fit: Values) -> Values:
    """Return by lead the chance of the player who starts round 2. `fit` is a point's worth and starting's
    cost."""
    leads = np.arange(-FAR, FAR + 1)
    chances: Values = 1 / (1 + np.exp(fit[1] - fit[0] * leads))
    return chances


def fitted(tally: Tally) -> Values:
    """Fit for each mode, by logistic regression, a point's worth in the log odds and the cost of starting."""
    facts = np.stack([np.arange(-FAR, FAR + 1), np.full(2 * FAR + 1, -1)], axis=1)
    found = np.tile(GUESS, (len(tally), 1))
    for fit, (won, games) in zip(found, tally.transpose(0, 2, 1), strict=True):
        for _ in range(STEPS):
            chances = foretold(fit)
            slope = facts.T @ (won - games * chances) - CALM * (fit - GUESS)
            bend = facts.T @ (facts * (games * chances * (1 - chances))[:, np.newaxis])
            fit += np.linalg.solve(bend + CALM * np.eye(2), slope)
    return found


def surprise(tally: Tally, fits: Values) -> float:
    """Return the log loss of the predictions. Even chances have 0.69."""
    total = 0.0
    for fit, (won, games) in zip(fits, tally.transpose(0, 2, 1), strict=True):
        chances = np.clip(foretold(fit), 1e-9, 1 - 1e-9)
        total -= float((won * np.log(chances) + (games - won) * np.log(1 - chances)).sum())
    games = float(tally[..., 1].sum())
    return total / games if games else log(2)


class Learner:
    def __init__(self, recipe: Recipe, pool: WorkerPool) -> None:
        self.recipe, self.pool, self.goal = recipe, pool, recipe.iterations
        self.iteration, self.decisions, self.tally = 0, 0, nothing()

    def iterate(self) -> dict[str, float]:
        """Play games, measure how well they were predicted, then learn from them."""
        games, parts = self.recipe.games // self.recipe.parts, range(self.recipe.parts)
        given = [
            (games, self.recipe.thinking, seed_of(self.recipe.seed, self.iteration, part)) for part in parts
        ]
        found = self.pool.share(play_games, given)
        new: Tally = np.sum([each.tally for each in found], axis=0)
        loss = surprise(new, fitted(self.tally))
        self.tally = self.tally + new
        self.iteration += 1
        self.decisions += sum(each.decisions for each in found)
        told = {"iteration": self.iteration, "decisions": self.decisions, "surprise": loss}
        leads, starting = self.weights()
        told |= {f"lead_{mode}": float(lead) for mode, lead in zip(MODES, leads, strict=True)}
        return told | {f"starting_{mode}": float(cost) for mode, cost in zip(MODES, starting, strict=True)}

    def weights(self) -> Weights:
        point, starting = fitted(self.tally).T.astype(np.float32)
        return np.reciprocal(point), starting

    def measure(self, _old: list[Weights]) -> dict[str, float]:
        """Return no numbers: `iterate` already measures how well each new game was predicted."""
        return {}

    def keep(self, file: Path) -> None:
        with file.open("wb") as whole:
            np.savez(whole, counts=np.array([self.iteration, self.decisions]), tally=self.tally)

    def restore(self, file: Path) -> None:
        with np.load(file) as kept:
            self.iteration, self.decisions = map(int, kept["counts"])
            self.tally = kept["tally"]


def train(folder: Path, minutes: float, recipe: Recipe, pool: WorkerPool, publish: bool) -> None:
    learner = Learner(recipe, pool)
    Run(folder, learner).go(minutes)
    if publish:
        leads, starting = (tuple(np.round(each, 2).tolist()) for each in learner.weights())
        games = learner.iteration * recipe.games
        standing.write(standing.SHEET, standing.Sheet(leads, starting, games, msgspec.to_builtins(recipe)))
