"""Define the bodies of REST requests and responses about studies."""

from typing import Any, Literal

from msgspec import Struct

from hanamachi.core.game import Seat
from hanamachi.core.log import Result
from hanamachi.server.protocol.messages import Choice, Frame, Line, TableInfo


class StudyWish(Struct, frozen=True, kw_only=True):
    """A new study: of a finished game or a lesson (`table`), of a puzzle that its owner has answered
    (`puzzle`), or of a game with these options from its start."""

    name: str = ""
    table: str | None = None
    puzzle: str | None = None
    seq: int | None = None  # the row of the table at which it opens
    game: str = ""
    seats: int = 2
    options: dict[str, Any] = {}


class StudyOpened(Struct, frozen=True):
    """A study, the moment at which it opens, and how often it was changed."""

    id: str
    at: int
    revision: int = 0


class StudyCard(Struct, frozen=True):
    """A study in the list of its owner. Times are seconds since 1970."""

    id: str
    name: str
    game: str
    made: float
    changed: float
    shared: bool
    table: str | None = None


class StudyWorld(Struct, frozen=True):
    """A change at a moment: a card in a hidden place; without a place all hidden cards."""

    eyes: Seat
    place: str = ""  # in words
    of: Seat | None = None
    card: str = ""  # in words


class StudyMoment(Struct, frozen=True, omit_defaults=True):
    """A moment of the tree: after its parent's, by a move as these eyes heard it, or in another world."""

    id: int
    parent: int
    n: int  # how many moves from the start
    line: Line | None = None
    name: str = ""
    note: str = ""
    world: StudyWorld | None = None
    trunk: bool = False  # it is of the game that is studied


class StudyTree(Struct, frozen=True, kw_only=True):
    """A study as its reader may see it. Moments stand in the order of the tree, the trunk's first."""

    id: str
    name: str
    revision: int
    mine: bool
    shared: bool
    table: str | None  # the game that is studied
    info: TableInfo
    moments: list[StudyMoment]
    older: int  # branches that today's rules cannot follow: they are only in the file
    picture: Seat | None = None  # whose eyes the picture of its link has; null: the gallery's


class StudyLaid(Struct, frozen=True):
    """A hidden card that was changed: the key of its place, who has it, and its number in moves."""

    place: str
    of: Seat | None
    card: int


class StudyPath(Struct, frozen=True):
    """The table after each move from the start through a moment to the end of its branch: `moments` has the
    moment of each frame. `laid`: by moments, a card that was changed, while these eyes know where it lies."""

    frames: list[Frame]
    moments: list[int]
    result: Result | None
    laid: dict[int, StudyLaid] = {}


class HiddenPlace(Struct, frozen=True):
    """A place that these eyes do not see into, and what may lie there: keys and names."""

    place: str
    name: str
    seat: Seat | None
    cards: dict[str, str]


class StudyChoices(Struct, frozen=True):
    """What can be done at a moment. The moves of another seat follow from its cards, so they are only told to
    its own eyes, or with all cards open (`closed`), unless they answer an open offer.

    `counted`: a judge that is asked now counts on the card that was changed.
    """

    at: int
    seat: Seat | None  # who decides; -1: chance; null: the game is over
    ask: str
    choices: list[Choice]
    hidden: list[HiddenPlace]
    closed: bool = False
    counted: bool = False


class StudyEdit(Struct, frozen=True, kw_only=True):
    """A change of a study. `revision`: that from which it was made; another one is refused."""

    revision: int
    kind: Literal[
        "move", "throw", "keep", "name", "note", "delete", "card", "again", "title", "share", "picture"
    ]
    at: int = 0
    eyes: str = "open"
    seat: Seat | None = None  # of a move: who makes it; of a card: who has it; of a picture: whose eyes
    move: Any = None
    text: str = ""  # a name or a note; of `keep`: the id of an answer
    place: str = ""
    card: str = ""
    on: bool = False  # of `share`


class StudyQuestion(Struct, frozen=True):
    """A question to a bot: what it would do at this moment, in the place of who decides."""

    at: int
    level: str
    eyes: str = "open"


class AnswerShare(Struct, frozen=True):
    """An answer of a bot, and how often it was given."""

    said: str
    times: int


class StudyAnswer(Struct, frozen=True):
    """A bot's most frequent move, as these eyes hear it, and how often it was `asked`. `StudyEdit`
    keeps it by its id, for a while."""

    id: str
    seat: Seat
    level: str
    said: str
    asked: int
    shares: list[AnswerShare]  # the most frequent answers


class StudyPlayOn(Struct, frozen=True):
    """A game that goes on from a moment of a study. `level`: of the bots; "" to play with friends."""

    at: int
    seat: Seat
    level: str


class StudyReport(Struct, frozen=True):
    """A name or a note that is reported."""

    at: int


class StudyText(Struct, frozen=True):
    """A study as text."""

    text: str
