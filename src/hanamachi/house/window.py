"""The window: an answer whose time must tell nothing is sealed, and told when a fixed time is up.

Everybody who is asked a paced question has the same time, by what is public. An early answer waits for
the end, a bot's too, and silence is an answer (`Game.silence`): a pause tells nothing. A sealed answer is
no move yet and is not on disk; after a restart of the house the window begins anew.
"""

import asyncio
from time import monotonic

from hanamachi.core.game import Game, Move, Prompt, Seat, State
from hanamachi.core.table import Refused, Table

SHORTEST, LONGEST, USUAL = 1, 30, 4  # seconds

clock, sleep = monotonic, asyncio.sleep  # tests put their own here


def bounded(seconds: float) -> float:
    if not SHORTEST <= seconds <= LONGEST:
        raise Refused("bad_window", least=SHORTEST, most=LONGEST)
    return seconds


class Window:
    """One paced question. It belongs to a state, which the house's own events leave as it is."""

    def __init__(self, state: State, seat: Seat, seconds: float) -> None:
        self.state, self.seat, self.seconds = state, seat, seconds
        self.ends = clock() + seconds
        self.sealed: Move | None = None
        self.timed = False  # somebody waits for its end

    def left(self) -> float:
        return max(0.0, self.ends - clock())

    async def close(self) -> None:
        while self.left():
            await sleep(self.left())


class Pace:
    """The windows of a table, one after another, and its seats' standing orders to pass."""

    def __init__(self, game: Game, seconds: float) -> None:
        self.game, self.seconds = game, seconds
        self.passing: set[Seat] = set()
        self.window: Window | None = None

    def now(self, table: Table, reached: set[Seat]) -> Window | None:
        """The window of the question that is open now. It opens once a seat that `reached` has is asked."""
        asked = self._asked(table)
        if asked is None:
            self.window = None
        elif self.window is None or self.window.state is not table.state:
            self.window = Window(table.state, asked, self.seconds) if asked in reached else None
        return self.window

    def _asked(self, table: Table) -> Seat | None:
        if self.game.silence is None or table.actor is None:
            return None
        prompt: Prompt | None = table.state.view(None).prompt
        return prompt.seat if prompt and prompt.paced else None

    def sealed(self, window: Window) -> Move | None:
        """What will be told at the end, if it is known now."""
        return window.sealed or (self.game.silence if window.seat in self.passing else None)

    def answer(self, window: Window) -> Move:
        assert self.game.silence is not None
        return window.sealed or self.game.silence
