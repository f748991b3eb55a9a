"""Train a leaning (a linear softmax policy: one weight per feature of a move) by REINFORCE with Adam.

This module knows no game: a game provides `Lessons`. A batch of games is played in parts, each with its own
seed, so that the weights depend on the seed and not on which worker plays the parts.
"""

from pathlib import Path
from typing import NamedTuple, Protocol, TypeAlias

import msgspec
import numpy as np
from numpy.typing import NDArray

from hanamachi.train.run import Weights
from hanamachi.train.worker_pool import WorkerPool, seed_of

Leaning: TypeAlias = NDArray[np.float32]
Values: TypeAlias = NDArray[np.float64]


class Lesson(NamedTuple):
    """The gradient and statistics of some games."""

    gradient: Values  # by fact, summed over the games
    fared: Values  # the results of each situation: sums, then counts
    decisions: int


class Lessons(Protocol):
    """The part of training that a game provides. It is pickled to other machines."""

    facts: int
    situations: int  # that the baseline tells apart

    def play(self, games: int, leaning: Leaning, baseline: Values, seed: int) -> Lesson:
        """Play games by the leaning against itself and return what they teach."""

    def measure(self, leaning: Leaning, old: list[Leaning], seed: int) -> dict[str, float]:
        """Return numbers for the log: results against older weights."""


class Recipe(msgspec.Struct, frozen=True):
    seed: int = 1
    iterations: int = 1000
    games: int = 960  # in an iteration
    parts: int = 4
    rates: tuple[float, float] = (0.02, 0.001)  # learning rates of Adam, falling geometrically
    means: tuple[float, float] = (0.9, 0.999)
    memory: float = 0.98  # the share that the baseline keeps of its sums at each iteration

    def rate(self, iteration: int) -> float:
        first, last = self.rates
        return float(first * (last / first) ** (iteration / self.iterations))


class Learner:
    """The weights, Adam's moments, and the results of the situations."""

    kept = ("leaning", "first", "second", "fared")

    def __init__(self, lessons: Lessons, recipe: Recipe, pool: WorkerPool) -> None:
        self.lessons, self.recipe, self.pool = lessons, recipe, pool
        self.iteration, self.decisions, self.goal = 0, 0, recipe.iterations
        self.leaning: Leaning = np.zeros(lessons.facts, np.float32)
        self.first, self.second = np.zeros(lessons.facts), np.zeros(lessons.facts)
        self.fared = np.zeros(2 * lessons.situations)

    @property
    def baseline(self) -> Values:
        sums, counts = np.split(self.fared, 2)
        means: Values = sums / np.maximum(counts, 1)
        return means

    def weights(self) -> Weights:
        return (self.leaning.copy(),)

    def iterate(self) -> dict[str, float]:
        """Play a batch of games and take a step of Adam."""
        games, parts = self.recipe.games // self.recipe.parts, range(self.recipe.parts)
        given = [
            (games, self.leaning, self.baseline, seed_of(self.recipe.seed, self.iteration, part))
            for part in parts
        ]
        found = self.pool.share(self.lessons.play, given)
        fared: Values = np.sum([each.fared for each in found], axis=0)
        gradient: Values = np.sum([each.gradient for each in found], axis=0)
        self.fared = self.recipe.memory * self.fared + fared
        rate = self.step(gradient / (games * len(found)))
        self.decisions += sum(each.decisions for each in found)
        return {"iteration": self.iteration, "decisions": self.decisions, "rate": rate}

    def step(self, gradient: Values) -> float:
        rate, (one, two) = self.recipe.rate(self.iteration), self.recipe.means
        self.iteration += 1
        self.first = one * self.first + (1 - one) * gradient
        self.second = two * self.second + (1 - two) * gradient**2
        size = np.sqrt(self.second / (1 - two**self.iteration)) + 1e-8
        change = rate * self.first / (1 - one**self.iteration) / size
        self.leaning = self.leaning + change.astype(np.float32)
        return rate

    def measure(self, old: list[Weights]) -> dict[str, float]:
        return self.lessons.measure(self.leaning, [each[0] for each in old], self.iteration)

    def keep(self, file: Path) -> None:
        counts = np.array([self.iteration, self.decisions])
        with file.open("wb") as whole:
            np.savez(whole, counts=counts, **{name: getattr(self, name) for name in self.kept})

    def restore(self, file: Path) -> None:
        with np.load(file) as kept:
            self.iteration, self.decisions = map(int, kept["counts"])
            for name in self.kept:
                setattr(self, name, kept[name])
