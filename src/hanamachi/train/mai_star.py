"""hanamachi train mai_star: train the leaning (a linear softmax policy) that playouts follow, by self-play at
tables of three to six."""

from pathlib import Path

import msgspec
import numpy as np

from hanamachi.bots.mai_star.policy import facts as f
from hanamachi.bots.mai_star.policy import trained
from hanamachi.bots.mai_star.policy.leaning import Scores, Weights
from hanamachi.games.mai_star.kernel.layout import Tables
from hanamachi.games.mai_star.kernel.translate import empty_tables
from hanamachi.games.mai_star.moves import Options
from hanamachi.train.leaning import Learner, Lesson, Recipe
from hanamachi.train.mai_star_festivals import SITUATIONS, duel, new_notes, play_games
from hanamachi.train.run import Run
from hanamachi.train.worker_pool import WorkerPool

SEATS = (3, 4, 5, 6)
VARIANTS = (*[Options()] * 7, *[Options(management=True)] * 2, Options(limited_guests="at_once"))  # in turn
DUELS = 600  # games for each number of seats


def tables() -> Tables:
    """Return an empty table of every variant with every number of seats, in turn."""
    return np.concatenate([empty_tables(1, seats, options) for options in VARIANTS for seats in SEATS])


class MaiStarLessons:
    facts, situations = f.FACTS, SITUATIONS

    def play(self, games: int, leaning: Weights, baseline: Scores, seed: int) -> Lesson:
        gradient, fared = np.zeros(f.FACTS), np.zeros(2 * SITUATIONS)
        chance = np.array([seed], np.uint64)
        decisions = play_games(tables(), games, leaning, baseline, gradient, fared, new_notes(), chance)
        return Lesson(gradient, fared, decisions)

    def measure(self, leaning: Weights, old: list[Weights], seed: int) -> dict[str, float]:
        """Return what one seat with the new weights wins among old ones, as a multiple of an equal share."""
        found = {}
        for back, theirs in enumerate(old):
            for seats in SEATS:
                new, chance = empty_tables(1, seats, Options()), np.array([seed], np.uint64)
                won = duel(new, DUELS, leaning, theirs, chance)
                found[f"back_{back}_at_{seats}"] = seats * won
        return found


def train(folder: Path, minutes: float, recipe: Recipe, pool: WorkerPool, publish: bool) -> None:
    learner = Learner(MaiStarLessons(), recipe, pool)
    Run(folder, learner).go(minutes)
    if publish:
        games = learner.iteration * recipe.games
        trained.write(trained.FILE, trained.SHEET, learner.leaning, games, msgspec.to_builtins(recipe))
