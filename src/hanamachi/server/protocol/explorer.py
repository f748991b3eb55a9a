"""Define the answers of the REST calls about the explorer."""

from typing import Any

from msgspec import Raw, Struct

from hanamachi.core.game import Seat
from hanamachi.core.value import Value


class ExplorerMove(Struct, frozen=True):
    """A legal move, and what it is worth for the seat that moves, if both play their best from then on."""

    notation: str
    label: str
    value: Value
    best: bool


class ExplorerStep(Struct, frozen=True):
    """A step of a walk: by which seat, what it was worth, and whether there was no better one."""

    seat: Seat
    notation: str
    label: str
    value: Value
    best: bool


class ExplorerPlace(Struct, frozen=True):
    """The same walk from a start that is turned."""

    layout: str
    moves: list[str]


class ExplorerWalk(Struct, frozen=True):
    """A position: its legal moves, the best first, and the steps that led to it."""

    game: str
    layout: str
    options: dict[str, Any]
    names: list[str]
    seat: Seat | None  # null: the round is over
    view: Raw
    words: str
    end: str  # how the round ended; empty: it goes on
    moves: list[ExplorerMove]
    path: list[ExplorerStep]
    turns: dict[str, ExplorerPlace]  # by the way to turn the start


class ExplorerInterval(Struct, frozen=True):
    """A mean, and its interval of 95 % confidence."""

    mean: float
    low: float
    high: float


class ExplorerTally(Struct, frozen=True):
    """Games with an action, counted for its player. A drawn game counts as half won."""

    games: int
    share: float  # of the games that came so far
    won: ExplorerInterval
    lead: ExplorerInterval | None  # in points at the end of the game; null: of few games


class ExplorerRow(Struct, frozen=True):
    """A step that was played. `house` is null below the least number of games that is told."""

    step: str
    label: str
    tally: ExplorerTally | None  # of the file; null: it was played on this server alone
    house: ExplorerTally | None
    more: bool  # steps after it are counted, too


class ExplorerMade(Struct, frozen=True):
    """How the games of the file were made: by bots of which levels, and how many of this setting."""

    opens: str
    plays_on: str
    version: int
    games: int


class ExplorerHouse(Struct, frozen=True):
    """The finished public games of this server: how many are counted, how many wait to be, and below how
    many nothing is told of a step."""

    games: int
    waiting: int
    least: int


class ExplorerLabelled(Struct, frozen=True):
    """A step, in notation and in words."""

    step: str
    label: str


class ExplorerOpenings(Struct, frozen=True):
    """The actions that were played after some first steps."""

    game: str
    setting: int
    settings: list[str]
    note: str  # what is taken for the same
    path: list[ExplorerLabelled]
    starter: bool  # the next step is the first player's
    rows: list[ExplorerRow]
    made: ExplorerMade | None  # null: there is no file, or it is damaged
    damaged: bool
    house: ExplorerHouse
