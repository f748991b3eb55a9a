"""See the states of a log as one seat may see them."""

from typing import Any

from hanamachi.core.game import Seat, State
from hanamachi.core.log import Log


class SeatViews:
    """Call it with a number of rows to get what is seen after them. Each view is worked out once.

    It is an object of its own because a renderer and its narration share it. If they held each other, what a
    move renders would be freed by the collector of cycles alone, which stops the server while it works."""

    def __init__(self, log: Log, seat: Seat | None) -> None:
        self.log, self.seat = log, seat
        self.known: dict[int, Any] = {}
        self.last: tuple[State, Any] | None = None  # a state, and what this seat saw of it

    def __call__(self, seq: int) -> Any:
        if seq not in self.known:
            state = self.log.states[seq]
            self.known[seq] = self.last[1] if self.last and self.last[0] is state else state.view(self.seat)
        return self.known[seq]
