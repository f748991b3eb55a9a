"""Map a judge's chances to how often they came true: a monotone curve with two parameters (Platt scaling)."""

from math import exp, log
from pathlib import Path

import msgspec
from msgspec import Struct

FAINT = 1e-4  # chances closer to 0 or 1 have the odds of this one


class Curve(Struct, frozen=True):
    """The mapped log odds are `slope` times the judge's, plus `shift`. What is sure stays sure."""

    slope: float
    shift: float
    games: int  # behind the fit

    def __call__(self, chance: float) -> float:
        if chance in (0.0, 1.0):
            return chance
        return 1 / (1 + exp(-(self.slope * odds(chance) + self.shift)))

    def steepness(self, chance: float) -> float:
        """Return the derivative: by how much small differences grow."""
        mapped, held = self(chance), min(max(chance, FAINT), 1 - FAINT)
        return self.slope * mapped * (1 - mapped) / (held * (1 - held))


def odds(chance: float) -> float:
    """Return the log odds."""
    held = min(max(chance, FAINT), 1 - FAINT)
    return log(held / (1 - held))


def read(file: Path) -> Curve:
    return msgspec.json.decode(file.read_bytes(), type=Curve)


def write(file: Path, curve: Curve) -> None:
    file.write_bytes(msgspec.json.encode(curve) + b"\n")
