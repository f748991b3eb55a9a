"""hanamachi train mai_star: the leaning that playouts follow, by self-play, for 3 to 6 seats.

First three seats from nothing, then more seats from what three have learned. A folder keeps all of it.
"""

import time
from pathlib import Path

import msgspec
import numpy as np

from hanamachi.bots.mai_star.policy import facts as f
from hanamachi.bots.mai_star.policy import trained
from hanamachi.bots.mai_star.policy.leaning import Scores, Weights
from hanamachi.games.mai_star.kernel.layout import Tables
from hanamachi.games.mai_star.kernel.translate import empty_tables
from hanamachi.games.mai_star.moves import Options
from hanamachi.games.mai_star.pieces import GEISHAS, ROUNDS
from hanamachi.train.mai_star_festivals import duel, new_notes, play_games

SEATS = (3, 4, 5, 6)
VARIANTS = (*[Options()] * 7, *[Options(management=True)] * 2, Options(limited_guests="at_once"))  # in turn
EVERY = 50  # iterations between checkpoints


class Recipe(msgspec.Struct, frozen=True):
    iterations: int = 1000  # of three seats; more seats have a quarter of them, and half the rate
    games: int = 600  # an iteration
    rates: tuple[float, float] = (0.02, 0.002)  # of Adam, at the beginning and at the end
    means: tuple[float, float] = (0.9, 0.999)
    memory: float = 0.98  # of the baseline

    def length(self, seats: int) -> int:
        return self.iterations if seats == SEATS[0] else self.iterations // 4

    def rate(self, seats: int, iteration: int) -> float:
        first, last = self.rates
        first = first if seats == SEATS[0] else max(first / 2, last)
        return float(first * (last / first) ** (iteration / self.length(seats)))


class Learner:
    """One number of seats: the weights, what Adam remembers, and how the geishas fared."""

    def __init__(self, seats: int, seed: int, recipe: Recipe, weights: Weights) -> None:
        self.seats, self.recipe, self.iteration = seats, recipe, 0
        self.weights, self.first, self.second = weights.copy(), np.zeros(f.FACTS), np.zeros(f.FACTS)
        self.fared = np.zeros(2 * ROUNDS * len(GEISHAS))
        self.chance = np.array([seed * 1000 + seats], np.uint64)
        self.tables, self.notes = tables(seats), new_notes()

    @property
    def baseline(self) -> Scores:
        sums, counts = np.split(self.fared, 2)
        means: Scores = sums / np.maximum(counts, 1)
        return means

    def iterate(self) -> int:
        """A batch of games and a step of Adam; how many decisions there were."""
        gradient, fared = np.zeros(f.FACTS), np.zeros_like(self.fared)
        decisions: int = play_games(
            *(self.tables, self.recipe.games, self.weights, self.baseline),
            *(gradient, fared, self.notes, self.chance),
        )
        self.fared = self.recipe.memory * self.fared + fared
        self.step(gradient / self.recipe.games)
        return decisions

    def step(self, gradient: Scores) -> None:
        rate = self.recipe.rate(self.seats, self.iteration)
        self.iteration += 1
        one, two = self.recipe.means
        self.first = one * self.first + (1 - one) * gradient
        self.second = two * self.second + (1 - two) * gradient**2
        size = np.sqrt(self.second / (1 - two**self.iteration)) + 1e-8
        self.weights += (rate * self.first / (1 - one**self.iteration) / size).astype(np.float32)


def tables(seats: int) -> Tables:
    return np.concatenate([empty_tables(1, seats, options) for options in VARIANTS])


class Run:
    """Learners in a folder: state-N.npz for N seats to go on from, log.jsonl with a line a checkpoint."""

    def __init__(self, folder: Path, seed: int, recipe: Recipe) -> None:
        self.folder, self.seed, self.recipe = folder, seed, recipe
        folder.mkdir(parents=True, exist_ok=True)

    def path(self, seats: int) -> Path:
        return self.folder / f"state-{seats}.npz"

    def learner(self, seats: int) -> Learner:
        """As it was kept; or new, from the weights of three seats if there are any."""
        begin = np.zeros(f.FACTS, np.float32) if seats == SEATS[0] else self.learner(SEATS[0]).weights
        learner = Learner(seats, self.seed, self.recipe, begin)
        if self.path(seats).exists():
            with np.load(self.path(seats)) as kept:
                learner.weights, learner.first, learner.second = (
                    kept[n] for n in ("weights", "first", "second")
                )
                learner.fared, learner.chance = kept["fared"], kept["chance"]
                learner.iteration = int(kept["iteration"])
        return learner

    def keep(self, learner: Learner) -> None:
        np.savez(
            self.path(learner.seats),
            weights=learner.weights,
            first=learner.first,
            second=learner.second,
            fared=learner.fared,
            chance=learner.chance,
            iteration=np.array(learner.iteration),
        )

    def go(self, minutes: float) -> None:
        end = time.monotonic() + 60 * minutes
        for seats in SEATS:
            learner = self.learner(seats)
            before = learner.weights.copy()
            while learner.iteration < self.recipe.length(seats) and time.monotonic() < end:
                decisions = learner.iterate()
                if learner.iteration % EVERY == 0:
                    self.tell(learner, before, decisions)
                    before = learner.weights.copy()
            self.keep(learner)

    def tell(self, learner: Learner, before: Weights, decisions: int) -> None:
        """How one seat fares that leans as it does now, among others that lean as they did before."""
        self.keep(learner)
        won = duel(learner.tables[:1], 300 * learner.seats, learner.weights, before, False, learner.chance)
        line = {
            "seats": learner.seats,
            "iteration": learner.iteration,
            "decisions": decisions / self.recipe.games,
            "against itself before": won,
        }
        with (self.folder / "log.jsonl").open("ab") as log:
            log.write(msgspec.json.encode(line) + b"\n")
        print(" ".join(f"{name} {value:.4g}" for name, value in line.items()), flush=True)

    def publish(self) -> None:
        learners = {seats: self.learner(seats) for seats in SEATS}
        games = {seats: each.iteration * self.recipe.games for seats, each in learners.items()}
        weights = {seats: each.weights for seats, each in learners.items()}
        trained.write(trained.FILE, trained.SHEET, weights, games, msgspec.to_builtins(self.recipe))


def train(
    folder: Path, minutes: float, iterations: int | None, seed: int, _threads: int, publish: bool
) -> None:
    run = Run(folder, seed, Recipe(iterations) if iterations else Recipe())
    run.go(minutes)
    if publish:
        run.publish()
