"""Training: what torch and numba compute is the same, a run can be interrupted, a seed repeats itself."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from hanamachi.train.curves import curves
from hanamachi.train.run import Run
from hanamachi.train.worker_pool import ThreadPool

pytestmark = pytest.mark.extras

TINY: dict[str, Any] = {"rounds": 32, "minibatch": 128, "width": 32, "iterations": 4}


@pytest.fixture
def tools() -> tuple[Any, Any, Any]:
    pytest.importorskip("torch")
    from hanamachi.train.hanamikoji import HanamikojiSelfPlay
    from hanamachi.train.ppo import Recipe, Trainer

    return HanamikojiSelfPlay, Recipe, Trainer


def run(tools: tuple[Any, Any, Any], folder: Path) -> Any:
    game, recipe, trainer = tools
    return Run(folder, trainer(game(TINY["rounds"], 1, ThreadPool(2)), recipe(**TINY)))


def test_torch_and_numba_agree(tools: tuple[Any, Any, Any], tmp_path: Path) -> None:
    import torch

    trainer: Any = run(tools, tmp_path).pupil
    batch = trainer.game.play(trainer.weights(), trainer.rng)
    for half, actor in enumerate(trainer.actors):
        where = np.nonzero((batch.half == half) & (batch.choices > 1))
        seen = torch.from_numpy(batch.features[where][:, : trainer.game.features]).float()
        scores = actor(seen).masked_fill(torch.from_numpy(batch.legal[where]) == 0, -1e9)
        chosen = scores.softmax(1).detach().numpy()[np.arange(len(seen)), batch.moves[where]]
        assert np.abs(chosen - batch.chances[where]).max() < 1e-4


def test_a_run_goes_on_where_it_was_interrupted_and_repeats_itself(
    tools: tuple[Any, Any, Any], tmp_path: Path
) -> None:
    whole = run(tools, tmp_path / "whole")
    for _ in range(2):
        whole.pupil.iterate()
    half = run(tools, tmp_path / "half")
    half.pupil.iterate()
    half.checkpoint()
    resumed = run(tools, tmp_path / "half")
    assert resumed.pupil.iteration == 1
    resumed.pupil.iterate()
    for one, other in zip(whole.pupil.weights(), resumed.pupil.weights(), strict=True):
        assert np.abs(one - other).max() < 1e-6


def test_a_run_writes_its_log(tools: tuple[Any, Any, Any], tmp_path: Path) -> None:
    run(tools, tmp_path).go(1.0, tell=False)
    lines = (tmp_path / "log.jsonl").read_text("utf-8").splitlines()
    assert len(lines) == TINY["iterations"]


def test_curves_are_drawn_from_a_log() -> None:
    lines = [{"decisions": 1e6 * i, "random": 0.5 + i / 10, "entropy_0": 2.0 - i} for i in range(3)]
    drawn = curves(lines)
    assert drawn.count("<polyline") == 5
    assert "critic loss" not in drawn


def test_a_long_log_is_drawn_in_few_points() -> None:
    """A point for every two units of the picture at most: its file stays small."""
    lines = [{"decisions": 1e6 * i, "random": float(i % 2)} for i in range(20_000)]
    drawn = curves(lines)
    assert 100 < drawn.count(",") < 300
    assert len(drawn) < 10_000
