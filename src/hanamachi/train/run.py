"""A training run in a folder: log.jsonl, state.pt to go on from, and weights of every so many iterations."""

import time
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import torch

from hanamachi.train.curves import draw_curves
from hanamachi.train.ppo import Recipe, Trainer
from hanamachi.train.selfplay import SelfPlay, Weights

EVERY = 25  # iterations between checkpoints
BACK = (1, 4)  # the old checkpoints to play against


class Run:
    def __init__(self, folder: Path, game: SelfPlay, recipe: Recipe) -> None:
        self.folder, self.trainer, self.seconds = folder, Trainer(game, recipe), 0.0
        folder.mkdir(parents=True, exist_ok=True)
        if self.state.exists():
            self.resume()

    @property
    def state(self) -> Path:
        return self.folder / "state.pt"

    def weights_of(self, iteration: int) -> Path:
        return self.folder / f"weights-{iteration:05}.npz"

    def go(self, minutes: float, tell: bool = True) -> None:
        """Train until the recipe's iterations are done or the time is over."""
        trainer, end = self.trainer, time.monotonic() + 60 * minutes
        while trainer.iteration < trainer.recipe.iterations and time.monotonic() < end:
            begun = time.monotonic()
            line = trainer.iterate()
            self.seconds += time.monotonic() - begun
            if trainer.iteration % EVERY == 0:
                line |= self.checkpoint()
            self.write(line | {"seconds": round(self.seconds, 1)}, tell)
        self.checkpoint()

    def write(self, line: dict[str, float], tell: bool) -> None:
        with (self.folder / "log.jsonl").open("ab") as log:
            log.write(msgspec.json.encode(line) + b"\n")
        if tell:
            print(" ".join(f"{name} {value:.4g}" for name, value in line.items()), flush=True)

    def checkpoint(self) -> dict[str, float]:
        trainer = self.trainer
        weights = trainer.weights()
        kept = trainer.game.keep()
        np.savez(self.weights_of(trainer.iteration), *weights, **kept)  # type: ignore[arg-type]
        whole = {
            "iteration": trainer.iteration,
            "decisions": trainer.decisions,
            "spread": trainer.spread,
            "seconds": self.seconds,
            "rng": trainer.rng.bit_generator.state,
            "torch": torch.get_rng_state(),
            "actors": trainer.actors.state_dict(),
            "critics": trainer.critics.state_dict(),
            "adams": [adam.state_dict() for adam in trainer.adams],
            "game": kept,
        }
        new = self.state.with_suffix(".new")
        torch.save(whole, new)
        new.replace(self.state)
        at = [trainer.iteration - EVERY * back for back in BACK]
        old = [read_weights(self.weights_of(i)) for i in at if self.weights_of(i).exists()]
        return trainer.game.measure(weights, old, trainer.iteration)

    def about(self) -> dict[str, Any]:
        """For the sheet beside the weights."""
        trainer = self.trainer
        return {
            "iterations": trainer.iteration,
            "decisions": trainer.decisions,
            "seconds": round(self.seconds),
            "recipe": msgspec.to_builtins(trainer.recipe),
        }

    def resume(self) -> None:
        trainer, whole = self.trainer, torch.load(self.state, weights_only=False)
        trainer.iteration, trainer.decisions = whole["iteration"], whole["decisions"]
        trainer.spread, self.seconds = whole["spread"], whole["seconds"]
        trainer.rng.bit_generator.state = whole["rng"]
        torch.set_rng_state(whole["torch"])
        trainer.actors.load_state_dict(whole["actors"])
        trainer.critics.load_state_dict(whole["critics"])
        for adam, kept in zip(trainer.adams, whole["adams"], strict=True):
            adam.load_state_dict(kept)
        trainer.game.restore(whole["game"])


def read_weights(path: Path) -> Weights:
    with np.load(path) as file:
        return tuple(file[name] for name in file.files if name.startswith("arr_"))


def train(
    folder: Path, minutes: float, iterations: int | None, seed: int, threads: int, publish: bool
) -> None:
    """What `hanamachi train hanamikoji` does."""
    from hanamachi.train.hanamikoji import HanamikojiSelfPlay, put_into_package

    torch.set_num_threads(threads)
    recipe = Recipe(seed=seed) if iterations is None else Recipe(seed=seed, iterations=iterations)
    run = Run(folder, HanamikojiSelfPlay(recipe.rounds, seed), recipe)
    run.go(minutes)
    draw_curves(folder / "log.jsonl", folder / "curves.svg")
    if publish:
        put_into_package(run.trainer.weights(), run.trainer.game.keep()["favours"], run.about())
