"""What every game of the house says and answers: seats, moves, steps, states, views.

A state is a frozen record. `todo` lists what is still owed; `todo[0]` is now. A move answers it and
`play` returns the next state. Nature is a seat that answers by chance, one piece at a time.
"""

from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Any, Generic, Protocol, Self

from msgspec import Struct
from typing_extensions import TypeVar

from hanamachi.core.forms import well_formed
from hanamachi.core.options import OptionError, check
from hanamachi.core.words import Fact, Name, Refusal, Words

Seat = int
NATURE: Seat = -1
LONG = 200  # signs of a move that is shown as it stands


class Move(Struct, frozen=True, tag=True):
    """What a seat chose, naming only what that seat knows."""


class Step(Struct, frozen=True, tag=True):
    """A decision still owed. It may hold secrets, so it never leaves the state."""

    seat: Seat

    def foreseen(self, _seat: Seat | None) -> bool:
        """Nature's: whether it has one outcome that this seat (None: the gallery) knows beforehand."""
        return False


class Veiled(Struct, frozen=True, tag=True):
    """A move seen from outside: who, which kind, and what of it is public."""

    seat: Seat
    kind: str
    shown: dict[str, int] = {}


class Told(Struct, frozen=True):
    """One line of the story as one seat hears it."""

    seat: Seat
    move: Any  # Move | Veiled; each game decodes its own union

    @property
    def kind(self) -> str:
        return self.move.kind if isinstance(self.move, Veiled) else type(self.move).__name__


class Prompt(Struct, frozen=True):
    """The public question: who is asked, what, and by which rule."""

    seat: Seat
    ask: str
    rule: str
    facts: dict[str, Fact] = {}
    paced: bool = False  # how long the answer takes must tell nothing: it is released at a fixed time


class Outcome(Struct, frozen=True):
    """The end of a game: points and rank (1 is best) per seat, winners, and the rule that ended it."""

    points: tuple[int, ...]
    ranks: tuple[int, ...]
    winners: tuple[Seat, ...]
    rule: str


class View(Struct, frozen=True, kw_only=True):
    """What one seat (None: the gallery) may know. Each game adds its own fields, one by one."""

    seat: Seat | None
    prompt: Prompt | None
    outcome: Outcome | None


class IllegalMove(Refusal):
    """The move does not answer what is owed. One of its facts is the rule that forbids it."""

    def __init__(self, reason: str, rule: str, **facts: Fact) -> None:
        super().__init__(reason, rule=rule, **facts)


class Malformed(IllegalMove):
    """A move that holds what no move can hold: True equals 1, but is no card. No rule is needed to say so."""

    def __init__(self, move: Move) -> None:
        super().__init__("bad_move_format", "", problem=Name(repr(move)[:LONG]))


M = TypeVar("M", bound=Move, default=Move)
V_co = TypeVar("V_co", bound=View, covariant=True, default=View)
V = TypeVar("V", bound=View, default=Any)
Options = TypeVar("Options", bound=Struct, default=Any)


class State(Protocol[M, V_co]):
    """One frozen moment of a game, secrets included. It is no view, and nothing that wants one takes it."""

    @property
    def todo(self) -> tuple[Step, ...]: ...
    @property
    def round(self) -> int: ...  # counts deals from 1; nature's chances are numbered within it
    @property
    def actor(self) -> Seat | None: ...  # who owes todo[0]; None when the game is over
    def moves(self) -> Sequence[M]: ...  # every legal answer: unique, in a fixed order
    def play(self, move: M, /) -> Self: ...  # IllegalMove if it does not answer todo[0]
    def answer(self, move: M, /) -> Self: ...  # the same, for a move whose form is known to be right
    def odds(self) -> Sequence[tuple[M, int]]: ...  # nature's moves with weights; else empty
    def draw(self, rng: Random) -> M: ...  # one of them
    def outcome(self) -> Outcome | None: ...
    def view(self, seat: Seat | None) -> V_co: ...  # None: the gallery
    def veil(self, move: M, seat: Seat | None, /) -> M | Veiled: ...  # asked before the move


class Agenda(Struct, frozen=True):
    """The part of a state that is the same in every game: who is next, what is no move at all, and a throw
    of nature."""

    todo: tuple[Any, ...]

    @property
    def actor(self) -> Seat | None:
        return self.todo[0].seat if self.todo else None

    def play(self, move: Move, /) -> Self:
        if not well_formed(move):
            raise Malformed(move)
        return self.answer(move)

    def answer(self, move: Move, /) -> Self:
        raise NotImplementedError  # each game's own law

    def odds(self) -> Sequence[tuple[Move, int]]:
        return ()  # a game without chance

    def draw(self, rng: Random) -> Move:
        odds = self.odds()
        return at(odds, rng.randrange(sum(weight for _, weight in odds)))


def at(odds: Sequence[tuple[M, int]], pick: int) -> M:
    """The move on which `pick` (0 <= pick < total weight) falls."""
    for move, weight in odds:
        pick -= weight
        if pick < 0:
            return move
    raise ValueError("pick is not below the total weight")


class Universe(Struct, frozen=True):
    """Every decision and, apart, every move of nature that a game could ever see."""

    decisions: tuple[Move, ...]
    nature: tuple[Move, ...]


class Piece(Struct, frozen=True):
    """A kind of piece in a game's box: in which group it is listed (the phrase box.GROUP), how its picture is
    called, how many of it there are, in words, and what it does."""

    group: str
    key: str
    name: str
    copies: str
    about: str


class Text(Struct, Generic[V], frozen=True):
    """A game in words. Notation is the same in every language; names are not."""

    words: Callable[[str], Words]  # a language's phrases
    table: Callable[[V, Words, Sequence[str]], str]  # a view in plain lines; names by seat
    write: Callable[[Move], str]  # canonical notation
    read: Callable[[str, Words], Move]  # its parser; localized names too; Unreadable
    facts: Callable[[Any], dict[str, Fact]]  # what a phrase about a Move or Veiled may name
    topics: Callable[[Words], dict[str, str]]  # what `help NAME` explains
    box: Callable[[Words], Sequence[Piece]] = lambda _words: ()  # every kind of piece
    rulings: frozenset[str] = frozenset()  # rules that are the house's own, in whole or in part
    label: Callable[[V, Move, Words], str] | None = None  # a legal move in words; else its notation
    whole: Callable[[Sequence[tuple[V, Move]], Words, Sequence[str]], str] | None = None  # a decision in the
    # words of the log, each step with the view before it; else their labels, one after the other
    further: frozenset[str] = frozenset()  # questions that complete the decision begun by the move before
    aftermath: Mapping[str, Callable[[V, V, Words, Sequence[str]], str]] = {}  # by kind: what a move did
    instead: Mapping[str, Callable[[V, V, Words, Sequence[str]], str]] = {}  # ... if that tells the move, too
    quiet: frozenset[str] = frozenset()  # kinds of nature's moves that need no line of their own
    styles: dict[str, str] = {}  # phrase keys whose words a colour terminal paints, with a rich style
    draw: Callable[[V, Words, Sequence[str]], Sequence[Any]] | None = None  # a view in colour: pictures of
    # rich, which is loaded only here, and plain lines, from top to bottom


class Layouts(Struct, frozen=True):
    """Starts that have a code to share. It stands for moves of nature, placed by hand instead of thrown."""

    read: Callable[[str], Sequence[Move]]  # what nature would lay, in order; a Refusal if it is no code
    write: Callable[[Sequence[Move]], str]  # the code of what was laid first in a game of these moves
    begins: Callable[[Seat], Move] | None = None  # nature's move that lets a seat begin, in games that ask it

    def moves(self, code: str, starter: Seat | None = None) -> tuple[Move, ...]:
        """All that is placed: who begins, if that is given, and the layout."""
        first = () if starter is None or self.begins is None else (self.begins(starter),)
        return (*first, *self.read(code))

    def starter(self, moves: Sequence[Move], seats: int) -> Seat | None:
        """Who began a game of these moves."""
        if self.begins is None:
            return None
        beginnings = {self.begins(seat): seat for seat in range(seats)}
        return next((beginnings[move] for move in moves if move in beginnings), None)


Raw = dict[str, Any]  # what a file holds, before it is read as anything


class Upgrade(Struct, frozen=True):
    """How a log of one version of a game becomes one of the next, while it is folded by the law of now."""

    # Shown today's state and the next row, it gives the rows that stand for it today: often that row alone;
    # others may have to come before it, it may be another one now, or be asked no more. At the end of the log
    # the row is None, and stands for what nature still owes.
    row: Callable[[Any, Raw | None], Sequence[Raw]] = lambda _state, row: (row,) if row else ()
    options: Callable[[Raw], Raw] = lambda options: options


class Pace(Struct, frozen=True):
    """A clock: seconds for a whole game, and how many more with each decision."""

    base: int
    increment: int


class Game(Struct, Generic[M, V, Options], frozen=True):
    """A game's visiting card. Everything generic starts here."""

    name: str
    version: int
    seats: range
    options: type[Options]  # a flat frozen Struct of bools, bounded ints and string Literals, with defaults
    set_up: Callable[[int, Options], State[M, V]]  # the first state; forbidden combinations raise OptionError
    state: type
    move: Any  # the unions, for decoding
    view: type[V]
    imagine: Callable[[V, Random], State[M, V]]  # a state this view allows
    universe: Callable[[int, Options], Universe]
    bound: Callable[[int, Options], int | None]  # most plies a game can have; None: no bound
    pieces: Callable[[Any], Sequence[int]]  # every piece of the box, wherever it lies, sorted
    text: Text[V]
    hands: Callable[[V], Sequence[int]] = lambda _view: ()  # how many cards everybody sees each seat hold
    secrets: bool = True  # whether seats see different things
    silence: Move | None = None  # the answer of who says nothing to a paced question
    moot: Callable[[V], bool] = lambda _view: False  # whether every answer to the open question leaves the
    # same ends within reach: a person need not be asked, and the first answer will do
    draws: Callable[[Any], bool] = lambda _options: False  # whether its two players may agree on a draw
    kernel: str | None = None  # the module of its fast twin, whose `warm` compiles it
    layouts: Layouts | None = None  # starts given by a code
    pace: Pace = Pace(600, 5)  # the clock of strangers who name none
    upgrades: Mapping[int, Upgrade] = {}  # by older version; where there is none, its logs stand as they are

    @property
    def players(self) -> str:
        """How many may play, as people say it."""
        return "–".join(dict.fromkeys(str(self.seats[end]) for end in (0, -1)))

    def start(self, seats: int, options: Options) -> State[M, V]:
        """The first state. OptionError if the game has no such table."""
        if type(seats) is not int or seats not in self.seats:
            raise OptionError("bad_seats", seats=seats, players=self.players)
        check(self.options, options)
        return self.set_up(seats, options)


def ranking(keys: Sequence[Any]) -> tuple[int, ...]:
    """Ranks of seats by a key where more is better; equals share the better rank."""
    return tuple(1 + sum(other > key for other in keys) for key in keys)
