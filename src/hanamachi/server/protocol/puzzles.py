"""Define the bodies of the REST calls about puzzles."""

from typing import Any

from msgspec import Struct

from hanamachi.core.game import Seat
from hanamachi.server.protocol.messages import Choice


class PuzzleAnswer(Struct, frozen=True):
    """The answer to a puzzle: one of its moves."""

    move: Any


class AnswerWorth(Struct, frozen=True):
    """What one of the choices is worth, in their order: in points, and as far as it is known how it ends."""

    points: float
    right: bool
    result: str | None = None  # win, draw or loss
    plies: int | None = None  # until the end, if both play their best
    chance: float | None = None  # to win
    margin: float = 0.0  # half the interval of 95 % around the chance; 0: exact


class PuzzleReply(Struct, frozen=True):
    """One answer of the rival to the right move, the reply to it, and the moves until the end from there."""

    theirs: Any
    label: str
    mine: Any  # null: there is nothing left to reply
    reply: str
    plies: int


class PuzzleBelief(Struct, frozen=True):
    """What a rival may hold: a phrase of the game, the chance of at least one, and that it is the Secret."""

    item: str
    chance: float
    secret: float


class PuzzleProof(Struct, frozen=True):
    """Why an answer is right, besides the worth of all: the rival's answers, or what the rival may hold."""

    replies: list[PuzzleReply] = []
    beliefs: list[PuzzleBelief] = []
    deals: int | None = None  # on how many deals chances were estimated; null: nothing was estimated


class RatingChange(Struct, frozen=True):
    before: int
    after: int
    deviation: int


class PuzzleDays(Struct, frozen=True):
    """Days in a row on which a user tried a puzzle, and which of the last seven, today last."""

    row: int
    today: bool
    week: list[bool]


class PuzzleVerdict(Struct, frozen=True):
    """The verdict on an answer: right, near, wrong or shown; and all that is told then."""

    verdict: str
    place: int | None  # of the answer among the choices
    right: list[int]
    reason: str
    theme: str
    grade: str | None  # the weakest level that finds the answer; null: none does for sure
    worths: list[AnswerWorth]
    proof: PuzzleProof
    rating: RatingChange | None = None  # null: this answer was not rated
    days: PuzzleDays | None = None  # null: nobody knows who answered


class PuzzleCard(Struct, frozen=True):
    """A puzzle as it is set: never its answer, unless the user has given one."""

    id: str
    game: str
    kind: str
    task: str
    options: dict[str, Any]
    names: list[str]
    seat: Seat
    view: Any
    words: str
    ask: str
    choices: list[Choice]
    rating: int
    deviation: int
    tries: int
    solved: int
    hint: bool  # there is one
    day: str | None = None  # the date, if it is the puzzle of this day
    answered: PuzzleVerdict | None = None


class PuzzleTheme(Struct, frozen=True):
    theme: str
    name: str
    solved: int
    count: int


class PuzzleGame(Struct, frozen=True):
    """The puzzles of a game, and how far a user is with them."""

    game: str
    count: int
    today: str  # the puzzle of the day
    done: bool  # today's was answered
    rating: int | None  # null: no rating yet
    deviation: int | None
    tries: int
    themes: list[PuzzleTheme]


class PuzzlePast(Struct, frozen=True):
    """A puzzle that the user has answered, and when (seconds since 1970)."""

    puzzle: str
    game: str
    theme: str  # its name
    verdict: str
    at: float
    rating: RatingChange | None = None


class PuzzleHall(Struct, frozen=True):
    """All puzzles of this server. `first`: the game whose puzzle is the one of the day."""

    date: str
    seconds: int  # until the next puzzle of the day
    first: str | None
    games: list[PuzzleGame]
    damaged: list[str]  # games whose puzzles cannot be read
    days: PuzzleDays | None = None
    past: list[PuzzlePast] = []  # the newest answers of the user, the last first


class PuzzleHint(Struct, frozen=True):
    """Choices that are not right, by their places."""

    wrong: list[int]
