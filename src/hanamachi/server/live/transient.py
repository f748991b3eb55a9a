"""All that a table forgets when the house's process ends. Each of these may be lost without harm."""

from hanamachi.core.game import Seat
from hanamachi.server.runtime import monotonic
from hanamachi.server.tables.model import Waking
from hanamachi.server.tables.round_break import Pause


class Transient:
    def __init__(self) -> None:
        self.since = monotonic.now()  # when the house began to look at this table
        self.begun = 0.0  # when its game began, if that was since then
        self.seen: dict[str, float] = {}  # presence: when a guest who is away was last here
        self.pause: Pause | None = None  # for how long a table waits between two rounds
        self.waking: Waking | None = None  # before the game: the bot for which everybody waits
        self.passing: set[Seat] = set()  # standing orders to pass
