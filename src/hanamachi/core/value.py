"""Give the exact value of a position, in games that can be solved."""

from typing import Literal

from msgspec import Struct


class Value(Struct, frozen=True):
    """The value for the mover under best play: the result, the plies until then, and the points won (lost if
    negative) in games that count them."""

    result: Literal["win", "draw", "loss"]
    plies: int
    points: int | None = None

    @property
    def order(self) -> tuple[int, int]:
        """Return a sort key; less is better: fast wins first, fast losses last."""
        return {"win": (0, self.plies), "draw": (1, 0), "loss": (2, -self.plies)}[self.result]
