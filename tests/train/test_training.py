"""Training: what torch and numba compute is the same, a run can be interrupted, a seed repeats itself."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from hanamachi.train.curves import curves

pytestmark = pytest.mark.extras

TINY: dict[str, Any] = {"rounds": 32, "minibatch": 128, "width": 32, "iterations": 4}


@pytest.fixture
def tools() -> tuple[Any, Any, Any]:
    pytest.importorskip("torch")
    from hanamachi.train.hanamikoji import HanamikojiSelfPlay
    from hanamachi.train.ppo import Recipe
    from hanamachi.train.run import Run

    return HanamikojiSelfPlay, Recipe, Run


def run(tools: tuple[Any, Any, Any], folder: Path) -> Any:
    game, recipe, new = tools
    return new(folder, game(TINY["rounds"], 1), recipe(**TINY))


def test_torch_and_numba_agree(tools: tuple[Any, Any, Any], tmp_path: Path) -> None:
    import torch

    trainer = run(tools, tmp_path).trainer
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
        whole.trainer.iterate()
    half = run(tools, tmp_path / "half")
    half.trainer.iterate()
    half.checkpoint()
    resumed = run(tools, tmp_path / "half")
    assert resumed.trainer.iteration == 1
    resumed.trainer.iterate()
    for one, other in zip(whole.trainer.weights(), resumed.trainer.weights(), strict=True):
        assert np.abs(one - other).max() < 1e-6


def test_a_run_writes_its_log(tools: tuple[Any, Any, Any], tmp_path: Path) -> None:
    run(tools, tmp_path).go(1.0, tell=False)
    lines = (tmp_path / "log.jsonl").read_text("utf-8").splitlines()
    assert len(lines) == TINY["iterations"]


def test_curves_are_drawn_from_a_log() -> None:
    lines = [{"decisions": 1e6 * i, "random": 0.5 + i / 10, "entropy_0": 2.0 - i} for i in range(3)]
    assert curves(lines).count("<polyline") == 9
