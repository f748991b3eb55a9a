"""Keep a training run in a folder: log.jsonl, the state to resume from, and regular copies of the weights."""

import time
from pathlib import Path
from typing import Protocol, TypeAlias

import msgspec
import numpy as np
from numpy.typing import NDArray

from hanamachi.train.curves import Line, curves

EVERY = 25  # iterations between checkpoints
BACK = (1, 4)  # how many checkpoints back the opponents of a measurement are

Weights: TypeAlias = tuple[NDArray[np.float32], ...]


class Pupil(Protocol):
    """A learner that improves by iterations."""

    iteration: int
    goal: int  # the number of iterations to reach

    def iterate(self) -> dict[str, float]:
        """Play a batch, learn from it once, and return numbers for the log."""

    def weights(self) -> Weights: ...

    def measure(self, old: list[Weights]) -> dict[str, float]:
        """Return numbers for the log: results against fixed opponents and old weights."""

    def keep(self, file: Path) -> None:
        """Save everything that is needed to resume."""

    def restore(self, file: Path) -> None: ...


class Run:
    def __init__(self, folder: Path, pupil: Pupil) -> None:
        self.folder, self.pupil, self.seconds = folder, pupil, 0.0
        folder.mkdir(parents=True, exist_ok=True)
        if self.state.exists():
            pupil.restore(self.state)
        if self.log.exists():
            self.seconds = read_log(self.log)[-1]["seconds"]

    @property
    def state(self) -> Path:
        return self.folder / "state"

    @property
    def log(self) -> Path:
        return self.folder / "log.jsonl"

    def weights_of(self, iteration: int) -> Path:
        return self.folder / f"weights-{iteration:05}.npz"

    def go(self, minutes: float, tell: bool = True) -> None:
        """Train until all iterations are done or the time is over."""
        pupil, end = self.pupil, time.monotonic() + 60 * minutes
        while pupil.iteration < pupil.goal and time.monotonic() < end:
            begun = time.monotonic()
            line = pupil.iterate()
            self.seconds += time.monotonic() - begun
            if pupil.iteration % EVERY == 0:
                line |= self.checkpoint()
            self.write(line | {"seconds": round(self.seconds, 1)}, tell)
        self.checkpoint()
        if self.log.exists():
            (self.folder / "curves.svg").write_text(curves(read_log(self.log)), "utf-8")

    def write(self, line: dict[str, float], tell: bool) -> None:
        with self.log.open("ab") as log:
            log.write(msgspec.json.encode(line) + b"\n")
        if tell:
            print(" ".join(f"{name} {value:.4g}" for name, value in line.items()), flush=True)

    def checkpoint(self) -> dict[str, float]:
        iteration = self.pupil.iteration
        np.savez(self.weights_of(iteration), *self.pupil.weights())
        new = self.state.with_suffix(".new")
        self.pupil.keep(new)
        new.replace(self.state)
        at = [self.weights_of(iteration - EVERY * back) for back in BACK]
        return self.pupil.measure([read_weights(path) for path in at if path.exists()])


def read_log(log: Path) -> list[Line]:
    return [msgspec.json.decode(line, type=Line) for line in log.read_bytes().splitlines()]


def read_weights(path: Path) -> Weights:
    with np.load(path) as file:
        return tuple(file[name] for name in file.files)
