"""What the REST API takes and gives, besides the table itself."""

from msgspec import Struct

from hanamachi.core.game import Seat


class Me(Struct, frozen=True):
    name: str


class Seating(Struct, frozen=True):
    """A seat that is free, or reserved: then with the secret part of its link."""

    seat: Seat
    token: str = ""


class BotWish(Struct, frozen=True):
    """A bot for a seat that is free."""

    seat: Seat
    level: str


class Words(Struct, frozen=True):
    """A guest's part in the shuffle, drawn after the commitment was seen, for all their seats at a table."""

    words: str
    commitment: str


class Opened(Struct, frozen=True):
    id: str
    links: dict[int, str]  # the secret part of the link of each reserved seat
    commitment: str  # shown before anybody's words are known


class MyTable(Struct, frozen=True):
    id: str
    game: str
    names: list[str]
    started: bool
    over: bool
    yours: bool  # whether it waits for this guest
    damaged: bool = False
    mine: list[Seat] = []
    begun: float | None = None  # seconds since 1970: the first row, and the last
    moved: float | None = None
    mode: list[str] = []  # what is played otherwise than usual, in words
    score: list[int] = []  # of a finished game, by seat
    result: str = ""  # for this guest: won, lost, drawn
    reason: str = ""  # the rule or the event that ended it
    left: float | None = None  # seconds until the flag of whoever is asked falls, where a clock runs
    hurry: int = 0  # of a game of days: 1 from half of that time on, 2 in its last tenth


class MyGames(Struct, frozen=True):
    """A page of my games, the newest first."""

    games: list[MyTable]
    next: int | None  # ask for those `before` this number; null: that was all


class Mine(Struct, frozen=True):
    name: str  # empty: the house does not know this guest yet
    tables: list[MyTable]


class PlayOn(Struct, frozen=True):
    seq: int
    seat: Seat
    level: str


class Problem(Struct, frozen=True):
    """Why something was refused: a reason for programs, a sentence for people."""

    reason: str
    sentence: str
