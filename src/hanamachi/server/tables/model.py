"""Model a table as immutable snapshots. All that is rendered, saved or sent derives from them."""

from typing import Any, Literal

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
TalkPolicy = Literal["all", "phrases", "off"]  # what may be said: everything, ready-made phrases, nothing
BETWEEN_BOTS = 1.5  # seconds of a window in which a bot answers a bot


class SeatHolder(Struct, frozen=True):
    """A seat and its holder."""

    kind: str  # open, reserved, guest, shared, bot; closed: the table was called off
    name: str = ""  # empty if the person was erased
    guest: str | None = None
    level: str | None = None
    token: str = ""  # digest of the secret in the link that reserves the seat
    words: str | None = None  # this seat's part of the shuffle
    declined: bool = False  # the rematch was declined
    homonym: bool = False  # a guest who is called like a member; never stored

    @property
    def without_name(self) -> "SeatHolder":
        """Return the seat as it is stored: a user's name is stored with the user, and looked up on
        reading."""
        return replace(self, name="", homonym=False) if self.kind == "guest" and self.guest else self

    @property
    def is_erased(self) -> bool:
        """Return True if the person who sat here was erased."""
        return self.kind in PEOPLE and self.guest is None and not self.name


class Setup(Struct, frozen=True, kw_only=True):
    """The set-up of a table. It never changes, except by an upgrade to a new version of the game."""

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
    window: float = 4  # seconds of an answer window
    patience: int = 60  # seconds for which an absent player's seat is kept
    stand_in: str | None = None  # the level of the bot that may stand in then
    clock: Clock | None = None  # the time control
    public: bool = False  # listed in the lobby
    watching: str = "public"  # what spectators may see: see `spectators.py`
    until: float | None = None  # while it waits: when it closes, in seconds since 1970
    absence_rule: int = 1  # see `absence.py`; tables of older servers keep theirs
    first_move: int | None = None  # seconds for each player's first move, from when it is asked for
    rated: bool = False  # the result counts for the ratings of its players, who must be members
    talk: TalkPolicy = "phrases"  # what its host allows to be said; ask `may_be_said`

    @property
    def may_be_said(self) -> TalkPolicy:
        """Return what may be said here: free text only if a host allows it, so never in a quick match or a
        rated game. A lesson has nobody to talk to."""
        if self.lesson:
            return "off"
        return "phrases" if self.talk == "all" and (self.rated or not self.host) else self.talk

    @property
    def commitment(self) -> str:
        """Return the hash of the seed, which players see before they send shuffle words."""
        return fair.commitment(bytes.fromhex(self.seed))


class Asked(Struct, frozen=True):
    """A question of one player to the others: a takeback or a draw."""

    seat: Seat
    at: int  # of a takeback: the question of the game that was open; of a draw: the length of the log


class Waking(Struct, frozen=True):
    """A bot that must load first: its level, the uptime at which it will be ready (if that can be estimated),
    and the question that it is asked."""

    level: str
    until: float | None = None
    at: int = 0


class SideState(Struct, frozen=True, omit_defaults=True):
    """The offers, votes and waits beside the game. They are stored, but are no log rows."""

    takeback: Asked | None = None  # may a move be taken back?
    draw: Asked | None = None  # is it a draw?
    votes: tuple[tuple[Seat, Seat], ...] = ()  # (absent, who agrees): a bot for an absent seat
    readers: tuple[str, ...] = ()  # in the break between rounds: the users who have not gone on yet
    shown: tuple[Seat, ...] = ()  # seats whose view spectators may see
    waking: Waking | None = None  # the bot for which the game waits
    quits: tuple[Seat, ...] = ()  # seats that agree to call the game off because a player is away
    closed: str | None = None  # the host of the server ended this table: why, in their words


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
        """Return True if all shuffle words are there, so that the game can only wait for a bot to load."""
        return all(held.words is not None for held in self.seats)

    @property
    def levels(self) -> list[str]:
        """Return the levels of the bots at this table."""
        return [held.level for held in self.seats if held.kind == "bot" and held.level]


class Window(Struct, frozen=True):
    """An answer window: the answer is sealed and revealed only when a fixed time is up, so that thinking time
    reveals nothing."""

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
        """Return the table with parts of its side state changed; the very same value if nothing changes."""
        side = replace(self.side, **changed)
        return self if side == self.side else replace(self, side=side)

    def window_seat(self) -> Seat | None:
        """Return the seat that is asked a question with an answer window."""
        table = self.table
        if table.game.silence is None or table.actor is None or self.setup.lesson:
            return None
        prompt: Prompt | None = table.state.view(None).prompt
        return prompt.seat if prompt and prompt.paced else None

    @property
    def window_seconds(self) -> float:
        """Return the seconds of a window that opens now: fewer if a bot asks a bot, but as fixed."""
        log = self.table.log
        movers = (row.seat for seq in reversed(log.stands) if isinstance(row := log.rows[seq], MOVES))
        asking = next((seat for seat in movers if seat != NATURE), NATURE)
        bots = asking in log.bots and log.actor in log.bots
        return min(BETWEEN_BOTS, self.setup.window) if bots else self.setup.window

    def with_window(self, reached: frozenset[Seat]) -> "Playing":
        """Return the table with the answer window that is due. It opens once the asked seat is among those
        `reached`."""
        asked = self.window_seat()
        if asked is None:
            return self if self.window is None else replace(self, window=None)
        if self.window and self.window.asked == self.table.log.asked:
            return self
        window = Window(self.table.log.asked, asked) if asked in reached else None
        return replace(self, window=window)


Snapshot = Waiting | Playing


def running_of(snapshot: Snapshot) -> Running | None:
    """Return the clock that runs."""
    return snapshot.clocks.running if snapshot.clocks else None


def runs_live(snapshot: Snapshot) -> bool:
    """Return True if a live clock runs, for which every second counts."""
    return isinstance(snapshot.setup.clock, Live) and running_of(snapshot) is not None


def rows_after(before: Snapshot, after: Snapshot) -> tuple[AnyRow, ...]:
    """Return the log rows that `after` has and `before` has not."""
    return after.table.rows[before.seq :] if isinstance(after, Playing) else ()


def seats_of(snapshot: Snapshot, guest: str) -> list[Seat]:
    """Return the seats that a user holds."""
    return [seat for seat, held in enumerate(snapshot.seats) if held.guest == guest]


def people_at(snapshot: Playing) -> list[Seat]:
    """Return the seats of people who have not given them up, even if a bot stands in."""
    seats = enumerate(snapshot.seats)
    return [seat for seat, held in seats if held.kind != "bot" and seat not in snapshot.table.log.gone]


def host_of(snapshot: Snapshot) -> Seat | None:
    """Return the seat of the user who opened the table. A rematch has no host."""
    if snapshot.setup.offered_by is not None and snapshot.setup.parent:
        return None
    return next(iter(seats_of(snapshot, snapshot.setup.host)), None)


def holds(snapshot: Snapshot, guest: str, seat: Seat | None) -> bool:
    """Return True if a user holds this seat."""
    return seat is not None and 0 <= seat < len(snapshot.seats) and snapshot.seats[seat].guest == guest


def may_watch(snapshot: Snapshot, guest: str) -> bool:
    """Return True if a user plays here or spectators are allowed."""
    return snapshot.setup.spectators or bool(seats_of(snapshot, guest))


def record_of(setup: Setup, seats: tuple[SeatHolder, ...], rows: tuple[AnyRow, ...]) -> Record:
    """Return an unsealed record of these rows, with the seed."""
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
