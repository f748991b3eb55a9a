"""What a player should hear of wherever they are. Whoever can carry it there listens."""

import logging
from collections.abc import Callable
from typing import Literal

from msgspec import Struct

from hanamachi.core.game import Seat

LOG = logging.getLogger(__name__)


class Signal(Struct, frozen=True):
    """Half of the days for a decision are over, or nine tenths, or all of them."""

    table: str
    guest: str
    seat: Seat
    kind: Literal["half", "tenth", "flag"]
    left: float = 0.0  # seconds


class Signals:
    """Told once, by the worker that attends to the table, when it is kept that it was told."""

    def __init__(self) -> None:
        self.listeners: list[Callable[[Signal], None]] = []

    def send(self, signal: Signal) -> None:
        for listener in self.listeners:
            try:
                listener(signal)
            except Exception:  # a game goes on, whoever listens
                LOG.exception("a signal was not heard")
