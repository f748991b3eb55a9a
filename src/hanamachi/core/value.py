"""The exact worth of a position, for games that can be solved."""

from typing import Literal

from msgspec import Struct


class Value(Struct, frozen=True):
    """For the mover, under best play: the result, the plies until then, and the points won (lost if negative)
    where a game counts them."""

    result: Literal["win", "draw", "loss"]
    plies: int
    points: int | None = None

    @property
    def order(self) -> tuple[int, int]:
        """Less is better: fast wins first, fast losses last."""
        return {"win": (0, self.plies), "draw": (1, 0), "loss": (2, -self.plies)}[self.result]
