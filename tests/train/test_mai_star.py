"""Mai-Star's leaning: a seed repeats itself, a run goes on where it stopped, and what is learned helps."""

from pathlib import Path

import msgspec
import numpy as np
import pytest

from hanamachi.bots.mai_star.policy.facts import FACTS
from hanamachi.train.mai_star import Learner, Recipe, Run, tables
from hanamachi.train.mai_star_festivals import duel

pytestmark = pytest.mark.extras

TINY = Recipe(iterations=8, games=60)


def learned(folder: Path, *minutes: float) -> Run:
    for each in minutes:
        Run(folder, 1, TINY).go(each)
    return Run(folder, 1, TINY)


def test_an_interrupted_run_is_the_same_run(tmp_path: Path) -> None:
    whole, parts = learned(tmp_path / "whole", 9), Run(tmp_path / "parts", 1, TINY)
    half = parts.learner(3)
    for _ in range(3):
        half.iterate()
    parts.keep(half)
    parts.go(9)
    for seats in (3, 4, 5, 6):
        one, other = whole.learner(seats), parts.learner(seats)
        assert one.iteration == TINY.length(seats) == other.iteration
        assert np.array_equal(one.weights, other.weights)


def test_no_time_is_no_training(tmp_path: Path) -> None:
    assert learned(tmp_path, 0).learner(3).iteration == 0


def test_what_is_learned_wins() -> None:
    learner = Learner(3, 1, Recipe(iterations=40, games=200), np.zeros(FACTS, np.float32))
    for _ in range(12):
        learner.iterate()
    won = duel(tables(3)[:1], 150, learner.weights, np.zeros(FACTS, np.float32), False, learner.chance)
    assert won > 0.6


def test_a_line_for_each_checkpoint(tmp_path: Path) -> None:
    run = Run(tmp_path, 1, TINY)
    learner = run.learner(3)
    run.tell(learner, learner.weights, 100)
    line = msgspec.json.decode((tmp_path / "log.jsonl").read_bytes())
    assert line["seats"] == 3
    assert 0.2 < line["against itself before"] < 0.5


def test_the_rate_falls() -> None:
    assert Recipe().rate(3, 0) == pytest.approx(0.02)
    assert Recipe().rate(3, 1000) == pytest.approx(0.002)
    assert Recipe().rate(6, 0) == pytest.approx(0.01)
