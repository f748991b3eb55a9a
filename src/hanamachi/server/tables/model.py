"""What the house keeps of a table, as values. Everything that anybody is told follows from these."""

from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from hanamachi.core import fair, record
from hanamachi.core.game import NATURE, Move, Prompt, Seat
from hanamachi.core.log import MOVES, AnyRow
from hanamachi.core.record import Fairness, Record
from hanamachi.core.table import Table
from hanamachi.core.user_text import distinct_names
from hanamachi.server.tables.time_control import Clock, Clocks, Live, Running

PEOPLE = ("guest", "shared")  # kinds of seats that people hold
BETWEEN_BOTS = 1.5  # seconds of a window in which a bot answers a bot


class SeatHolder(Struct, frozen=True):
    """A seat and who holds it."""

    kind: str  # open, reserved, guest, shared, bot; closed: the table was called off
    name: str = ""  # of a person whom the house has forgotten: nothing
    guest: str | None = None
    level: str | None = None
    token: str = ""  # a digest of the secret of the link that reserves it
    words: str | None = None  # this seat's part in the shuffle
    declined: bool = False  # a rematch, with thanks

    @property
    def without_name(self) -> "SeatHolder":
        """As it is written down: what a guest is called is looked up when it is told."""
        return replace(self, name="") if self.kind == "guest" and self.guest else self

    @property
    def is_erased(self) -> bool:
        """Whether a person sat here of whom the house knows nothing any more."""
        return self.kind in PEOPLE and self.guest is None and not self.name


class Setup(Struct, frozen=True, kw_only=True):
    """What a table was opened with. It never changes, but for what a new version of the game asks for."""

    format: int = 1  # of its log
    game: str
    version: int
    options: dict[str, Any]
    host: str
    seed: str
    spectators: bool = True
    takebacks: bool = False
    hints: bool = False
    parent: str | None = None
    offered_by: Seat | None = None  # a rematch: who offered it
    starter: int | None = None  # with a layout: who begins
    layout: str | None = None  # a start given by its code
    taken_over: list[tuple[int, Any]] = []  # (seat, move) of the game that is played on from here
    moments: dict[str, list[int]] = {}  # by older version: the length of the log now where it was n then
    unhurried: bool = False
    lesson: str | None = None  # its name, from which the seed was made
    window: float = 4  # seconds until an answer is told whose time must tell nothing
    patience: int = 60  # seconds for which the seat of somebody who is away is kept
    stand_in: str | None = None  # the level of the bot that may come then
    clock: Clock | None = None  # how long each may think
    public: bool = False  # it stands in the lobby
    watching: str = "public"  # what who looks on may see: see `sight.py`
    until: float | None = None  # while it waits: when it is called off, in seconds since 1970
    absence_rule: int = 1  # see `absence.py`; tables of older servers keep theirs
    first_move: int | None = None  # seconds for each player's first move, from when it is asked for

    @property
    def commitment(self) -> str:
        return fair.commitment(bytes.fromhex(self.seed))


class Asked(Struct, frozen=True):
    """Something that one player asks the others at a moment of the game."""

    seat: Seat
    at: int  # of a takeback: the question of the game that was open; of a draw: the length of the log


class Waking(Struct, frozen=True):
    """A bot that is asked has to be woken first: its level, when it will be awake (in the server's time, if
    that can be estimated), and the question it is asked."""

    level: str
    until: float | None = None
    at: int = 0


class SideState(Struct, frozen=True, omit_defaults=True):
    """What the players settle among themselves, beside the game. None of it is a row."""

    takeback: Asked | None = None  # may a move be taken back?
    draw: Asked | None = None  # is it a draw?
    votes: tuple[tuple[Seat, Seat], ...] = ()  # (absent, who agrees): a bot for an absent seat
    readers: tuple[str, ...] = ()  # between two rounds: the guests who have not gone on yet
    shown: tuple[Seat, ...] = ()  # who let others look through their eyes
    waking: Waking | None = None  # a bot for which everybody waits
    quits: tuple[Seat, ...] = ()  # who agree to call the game off because a player is away


class Waiting(Struct, frozen=True):
    """A table whose game has not begun."""

    setup: Setup
    seats: tuple[SeatHolder, ...]
    child: None = None
    window: None = None
    damaged: bool = False
    side: SideState = SideState()
    clocks: None = None

    @property
    def seq(self) -> int:
        return 0

    @property
    def complete(self) -> bool:
        """True if everybody's words are there, so that only a bot can be waited for."""
        return all(held.words is not None for held in self.seats)

    @property
    def levels(self) -> list[str]:
        return [held.level for held in self.seats if held.kind == "bot" and held.level]


class Window(Struct, frozen=True):
    """An open question whose answer is told when a fixed time is up, and the answer that is sealed."""

    asked: int  # the length of the log when the question was asked
    seat: Seat
    sealed: Move | None = None


class Playing(Struct, frozen=True):
    """A table whose game has begun."""

    setup: Setup
    seats: tuple[SeatHolder, ...]
    table: Table
    window: Window | None = None
    child: str | None = None  # the rematch that was offered
    damaged: bool = False  # rows followed that could not be read
    side: SideState = SideState()
    clocks: Clocks | None = None  # none before the first is started, and at a table without

    @property
    def seq(self) -> int:
        return self.table.seq

    def with_side(self, **changed: Any) -> "Playing":
        """The same game with something else asked beside it; this very value, if nothing is."""
        side = replace(self.side, **changed)
        return self if side == self.side else replace(self, side=side)

    def window_seat(self) -> Seat | None:
        """Who is asked a question whose time must tell nothing."""
        table = self.table
        if table.game.silence is None or table.actor is None or self.setup.lesson:
            return None
        prompt: Prompt | None = table.state.view(None).prompt
        return prompt.seat if prompt and prompt.paced else None

    @property
    def window_seconds(self) -> float:
        """Seconds of a window that opens now: fewer between bots, and as fixed."""
        log = self.table.log
        movers = (row.seat for seq in reversed(log.stands) if isinstance(row := log.rows[seq], MOVES))
        asking = next((seat for seat in movers if seat != NATURE), NATURE)
        bots = asking in log.bots and log.actor in log.bots
        return min(BETWEEN_BOTS, self.setup.window) if bots else self.setup.window

    def with_window(self, reached: frozenset[Seat]) -> "Playing":
        """The same table with the window that is due: it opens once a seat that `reached` names is asked."""
        asked = self.window_seat()
        if asked is None:
            return self if self.window is None else replace(self, window=None)
        if self.window and self.window.asked == self.table.log.asked:
            return self
        window = Window(self.table.log.asked, asked) if asked in reached else None
        return replace(self, window=window)


Snapshot = Waiting | Playing


def running_of(snapshot: Snapshot) -> Running | None:
    """The clock that runs."""
    return snapshot.clocks.running if snapshot.clocks else None


def runs_live(snapshot: Snapshot) -> bool:
    """Whether a clock runs for which every second counts."""
    return isinstance(snapshot.setup.clock, Live) and running_of(snapshot) is not None


def rows_after(before: Snapshot, after: Snapshot) -> tuple[AnyRow, ...]:
    return after.table.rows[before.seq :] if isinstance(after, Playing) else ()


def seats_of(snapshot: Snapshot, guest: str) -> list[Seat]:
    return [seat for seat, held in enumerate(snapshot.seats) if held.guest == guest]


def people_at(snapshot: Playing) -> list[Seat]:
    """The seats of people who have not given them up, whether a bot stands in or not."""
    seats = enumerate(snapshot.seats)
    return [seat for seat, held in seats if held.kind != "bot" and seat not in snapshot.table.log.gone]


def host_of(snapshot: Snapshot) -> Seat | None:
    """Where whoever opened the table sits. A rematch was offered, not opened."""
    if snapshot.setup.offered_by is not None and snapshot.setup.parent:
        return None
    return next(iter(seats_of(snapshot, snapshot.setup.host)), None)


def holds(snapshot: Snapshot, guest: str, seat: Seat | None) -> bool:
    return seat is not None and 0 <= seat < len(snapshot.seats) and snapshot.seats[seat].guest == guest


def may_watch(snapshot: Snapshot, guest: str) -> bool:
    return snapshot.setup.spectators or bool(seats_of(snapshot, guest))


def record_of(setup: Setup, seats: tuple[SeatHolder, ...], rows: tuple[AnyRow, ...]) -> Record:
    """An open record of these rows, for the house itself."""
    return Record(
        format=setup.format,
        game=setup.game,
        version=setup.version,
        seats=tuple(distinct_names([held.name for held in seats])),
        options=setup.options,
        log=rows,
        fairness=Fairness(setup.commitment, tuple(held.words or "" for held in seats), setup.seed),
    )


FORMAT = record.FORMAT
