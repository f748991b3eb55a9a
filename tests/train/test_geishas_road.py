"""What a lead promises: a seed repeats itself, a run goes on where it stopped, and what is true is found."""

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from hanamachi.bots.geishas_road import standing
from hanamachi.train import geishas_road
from hanamachi.train.geishas_road import FAR, Learner, Recipe, fitted, foretold, nothing, play_games, surprise
from hanamachi.train.run import Run, read_log
from hanamachi.train.worker_pool import RayPool, ThreadPool

TINY = Recipe(iterations=4, games=12, thinking=20)


@pytest.fixture
def pool() -> Iterator[ThreadPool]:
    threads = ThreadPool(2)
    yield threads
    threads.close()


def test_what_is_true_is_found() -> None:
    tally, truth = nothing(), np.array([[0.3, 0.1], [0.2, 0.3], [0.15, 0.0]])
    for mode, fit in enumerate(truth):
        tally[mode, FAR - 10 : FAR + 11, 1] = 1000
        tally[mode, :, 0] = tally[mode, :, 1] * foretold(fit)
    assert fitted(tally) == pytest.approx(truth, abs=0.003)
    assert surprise(tally, truth) < surprise(tally, truth + 0.05) < surprise(tally, np.zeros((3, 2))) < 0.7


def test_a_few_games_prove_little() -> None:
    tally = nothing()
    tally[0, FAR - 3] = 0.0, 1.0
    assert np.isfinite(fitted(tally)).all()
    assert 0.2 < foretold(fitted(tally)[0])[FAR - 3] < 0.5


def test_a_batch_has_games_of_every_mode() -> None:
    batch = play_games(9, 10, 1)
    again = play_games(9, 10, 1)
    assert np.array_equal(batch.tally, again.tally)
    games = batch.tally[..., 1].sum(axis=1)
    assert games.max() <= 3
    assert games.sum() > 3  # the others ended in their first round
    assert (batch.tally[..., 0] <= batch.tally[..., 1]).all()
    assert batch.decisions > 9 * 20


def test_an_interrupted_run_is_the_same_run(tmp_path: Path, pool: ThreadPool) -> None:
    whole, half = Learner(TINY, pool), Learner(TINY, pool)
    Run(tmp_path / "whole", whole).go(9, tell=False)
    for _ in range(2):
        half.iterate()
    Run(tmp_path / "parts", half).checkpoint()
    resumed = Learner(TINY, pool)
    Run(tmp_path / "parts", resumed).go(9, tell=False)
    assert np.array_equal(whole.tally, resumed.tally)
    assert len(read_log(tmp_path / "whole" / "log.jsonl")) == TINY.iterations
    drawn = (tmp_path / "whole" / "curves.svg").read_text("utf-8")
    assert "points for e : 1" in drawn


@pytest.mark.extras
@pytest.mark.filterwarnings("default")
def test_a_cluster_learns_the_same(pool: ThreadPool) -> None:
    pytest.importorskip("ray")
    cluster = RayPool("local")
    try:
        here, there = Learner(TINY, pool), Learner(TINY, cluster)
        here.iterate()
        there.iterate()
        assert np.array_equal(here.tally, there.tally)
    finally:
        cluster.close()


def test_what_is_published_is_read_again(
    tmp_path: Path, pool: ThreadPool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(standing, "SHEET", tmp_path / "standing.json")
    geishas_road.train(tmp_path / "run", 9, TINY, pool, publish=True)
    learned = standing.read(tmp_path / "standing.json")
    assert learned.games == TINY.iterations * TINY.games
    assert learned.recipe["thinking"] == TINY.thinking
    assert all(lead > 0 for lead in learned.leads)
