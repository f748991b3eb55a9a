"""Mai-Star's leaning: a seed repeats itself, a run goes on where it stopped, and what is learned helps."""

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from hanamachi.bots.mai_star.policy import trained
from hanamachi.bots.mai_star.policy.facts import FACTS
from hanamachi.games.mai_star.kernel.translate import empty_tables
from hanamachi.games.mai_star.moves import Options
from hanamachi.train import mai_star
from hanamachi.train.leaning import Learner, Recipe
from hanamachi.train.mai_star import MaiStarLessons, tables
from hanamachi.train.mai_star_festivals import duel
from hanamachi.train.run import Run, read_log
from hanamachi.train.worker_pool import RayPool, ThreadPool

pytestmark = [pytest.mark.extras, pytest.mark.filterwarnings("default")]

TINY = Recipe(iterations=6, games=80)


@pytest.fixture
def pool() -> Iterator[ThreadPool]:
    threads = ThreadPool(2)
    yield threads
    threads.close()


def learner(pool: ThreadPool | RayPool, recipe: Recipe = TINY) -> Learner:
    return Learner(MaiStarLessons(), recipe, pool)


def test_an_interrupted_run_is_the_same_run(tmp_path: Path, pool: ThreadPool) -> None:
    whole, half = learner(pool), learner(pool)
    Run(tmp_path / "whole", whole).go(9, tell=False)
    for _ in range(3):
        half.iterate()
    Run(tmp_path / "parts", half).checkpoint()
    resumed = learner(pool)
    Run(tmp_path / "parts", resumed).go(9, tell=False)
    assert whole.iteration == resumed.iteration == TINY.iterations
    assert np.array_equal(whole.leaning, resumed.leaning)
    assert np.abs(whole.leaning).max() > 0
    assert len(read_log(tmp_path / "whole" / "log.jsonl")) == TINY.iterations


def test_a_cluster_learns_the_same(pool: ThreadPool) -> None:
    pytest.importorskip("ray")
    cluster = RayPool("local")
    try:
        here, there = learner(pool), learner(cluster)
        here.iterate()
        there.iterate()
        assert np.array_equal(here.leaning, there.leaning)
    finally:
        cluster.close()


def test_what_is_learned_wins(pool: ThreadPool) -> None:
    pupil, nothing = learner(pool, Recipe(iterations=40, games=400)), np.zeros(FACTS, np.float32)
    for _ in range(12):
        pupil.iterate()
    for seats in (3, 6):
        new = empty_tables(1, seats, Options())
        assert duel(new, 150, pupil.leaning, nothing, np.array([1], np.uint64)) > 1.8 / seats


def test_every_table_has_its_turn() -> None:
    found = tables()
    assert set(found["seats"]) == {3, 4, 5, 6}
    assert {bool(each) for each in found["management"]} == {True, False}
    assert len(set(found["limited_guests"])) == 2


def test_it_is_measured_against_what_it_was(pool: ThreadPool) -> None:
    pupil = learner(pool)
    found = pupil.measure([pupil.weights()])
    assert set(found) == {f"back_0_at_{seats}" for seats in (3, 4, 5, 6)}
    assert all(0.6 < share < 1.4 for share in found.values())


def test_weights_go_into_the_package(
    tmp_path: Path, pool: ThreadPool, monkeypatch: pytest.MonkeyPatch
) -> None:
    file, sheet = tmp_path / "weights.npz", tmp_path / "weights.json"
    monkeypatch.setattr(trained, "FILE", file)
    monkeypatch.setattr(trained, "SHEET", sheet)
    mai_star.train(tmp_path / "run", 9, Recipe(iterations=1, games=40), pool, publish=True)
    assert trained.read(file, sheet).shape == (FACTS,)


def test_the_rate_falls() -> None:
    assert Recipe().rate(0) == pytest.approx(0.02)
    assert Recipe().rate(1000) == pytest.approx(0.001)
