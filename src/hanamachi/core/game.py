"""Define the protocol of a game: seats, moves, steps, states, views.

A state is a frozen record. `todo` lists the steps that are still owed; `todo[0]` is the current one. A move
answers it and `play` returns the next state. Nature is a seat that answers by chance, one piece at a time.
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
    """A seat's choice, which names only what that seat knows."""


class Step(Struct, frozen=True, tag=True):
    """A decision still owed. It may hold secrets, so it never leaves the state."""

    seat: Seat

    def foreseen(self, _seat: Seat | None) -> bool:
        """Return True for a step of nature with one outcome that this seat (None: a spectator) knows
        beforehand."""
        return False


class Veiled(Struct, frozen=True, tag=True):
    """A move as others see it: the seat, the kind, and what of it is public."""

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
    """The public question: the asked seat, the question, and the rule behind it."""

    seat: Seat
    ask: str
    rule: str
    facts: dict[str, Fact] = {}
    paced: bool = False  # how long the answer takes must tell nothing: it is released at a fixed time
    rules: tuple[str, ...] = ()  # of the single answers, if each has a rule of its own


class Outcome(Struct, frozen=True):
    """The end of a game: points and rank (1 is best) per seat, winners, and the rule that ended it."""

    points: tuple[int, ...]
    ranks: tuple[int, ...]
    winners: tuple[Seat, ...]
    rule: str


class View(Struct, frozen=True, kw_only=True):
    """All that one seat (None: a spectator) may know. Each game adds its own fields, one by one."""

    seat: Seat | None
    prompt: Prompt | None
    outcome: Outcome | None


class IllegalMove(Refusal):
    """The move does not answer what is owed. One of its facts is the rule that forbids it."""

    def __init__(self, reason: str, rule: str, **facts: Fact) -> None:
        super().__init__(reason, rule=rule, **facts)


class Malformed(IllegalMove):
    """A move with a value that no move can hold, such as True for a card."""

    def __init__(self, move: Move) -> None:
        super().__init__("bad_move_format", "", problem=Name(repr(move)[:LONG]))


M = TypeVar("M", bound=Move, default=Move)
V_co = TypeVar("V_co", bound=View, covariant=True, default=View)
V = TypeVar("V", bound=View, default=Any)
Options = TypeVar("Options", bound=Struct, default=Any)


class State(Protocol[M, V_co]):
    """One frozen moment of a game, secrets included. It is no view: bots and clients never get it."""

    @property
    def todo(self) -> tuple[Step, ...]:
        """Return the steps still owed; the first is the current one."""

    @property
    def round(self) -> int:
        """Return the number of deals so far, from 1. Nature's chances are numbered within it."""

    @property
    def actor(self) -> Seat | None:
        """Return the seat that owes the current step; None when the game is over."""

    def moves(self) -> Sequence[M]:
        """Return every legal answer to the current step: unique, in a fixed order."""

    def play(self, move: M, /) -> Self:
        """Return the state after a move. Raise `IllegalMove` if it does not answer the current step."""

    def answer(self, move: M, /) -> Self:
        """Do as `play` does, for a move whose form is known to be right."""

    def odds(self) -> Sequence[tuple[M, int]]:
        """Return nature's moves with their weights; empty if a player decides."""

    def draw(self, rng: Random) -> M:
        """Return one of nature's moves at random."""

    def outcome(self) -> Outcome | None:
        """Return how the game ended, by its rules; None while it goes on."""

    def view(self, seat: Seat | None) -> V_co:
        """Return all that a seat (None: a spectator) may know."""

    def veil(self, move: M, seat: Seat | None, /) -> M | Veiled:
        """Return a move of the current step as a seat hears it. Called before the move is played."""


class Agenda(Struct, frozen=True):
    """The part of a state that is the same in every game: the next step, the check of a move's form, and a
    throw of nature."""

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
    """Return the move on which `pick` (0 <= pick < total weight) falls."""
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
    """A kind of piece in a game's box: the group in which it is listed (the phrase box.GROUP), the key of its
    picture, its name, the number of copies in words, and what it does."""

    group: str
    key: str
    name: str
    copies: str
    about: str


class Text(Struct, Generic[V], frozen=True):
    """A game in words. Notation is the same in every language; names are not."""

    words: Callable[[str], Words]
    """Return the phrases of a language."""
    table: Callable[[V, Words, Sequence[str]], str]
    """Render a view in plain lines; names by seat."""
    write: Callable[[Move], str]
    """Return the canonical notation of a move."""
    read: Callable[[str, Words], Move]
    """Parse notation, also with localized names. Raise `Unreadable` if it names no move."""
    facts: Callable[[Any], dict[str, Fact]]
    """Return what a phrase about a Move or Veiled may name."""
    topics: Callable[[Words], dict[str, str]]
    """Return what `help NAME` explains."""
    box: Callable[[Words], Sequence[Piece]] = lambda _words: ()
    """Return every kind of piece."""
    rulings: frozenset[str] = frozenset()
    """Rules that are this project's own, in whole or in part."""
    label: Callable[[V, Move, Words], str] | None = None
    """Name a legal move; without it, moves are named by notation."""
    whole: Callable[[Sequence[tuple[V, Move]], Words, Sequence[str]], str] | None = None
    """Name a decision of several moves as the log does, each with the view before it; without it, their
    labels are joined."""
    further: frozenset[str] = frozenset()
    """Questions that complete the decision begun by the move before."""
    aftermath: Mapping[str, Callable[[V, V, Words, Sequence[str]], str]] = {}
    """Tell what a move did, by its kind."""
    instead: Mapping[str, Callable[[V, V, Words, Sequence[str]], str]] = {}
    """Tell a move and what it did in one sentence, by its kind."""
    decided: Callable[[Sequence[tuple[V, Told]], V, Words, Sequence[str]], str] | None = None
    """Tell a whole decision in one sentence, from its moves as a seat heard them, each with the view before
    it, and the view after the last. "" leaves it to the sentences of its moves, as without this."""
    quiet: frozenset[str] = frozenset()
    """Kinds of nature's moves that need no line of their own."""
    styles: dict[str, str] = {}
    """Phrase keys whose words a colour terminal paints, with a rich style."""
    draw: Callable[[V, Words, Sequence[str]], Sequence[Any]] | None = None
    """Draw a view in colour, from the top: renderables of rich, which only this loads, and plain lines."""


class Layouts(Struct, frozen=True):
    """Starts that have a code to share. It stands for moves of nature, placed by hand instead of thrown."""

    read: Callable[[str], Sequence[Move]]  # what nature would lay, in order; a Refusal if it is no code
    write: Callable[[Sequence[Move]], str]  # the code of what was laid first in a game of these moves
    begins: Callable[[Seat], Move] | None = None  # nature's move that lets a seat begin, in games that ask it

    def moves(self, code: str, starter: Seat | None = None) -> tuple[Move, ...]:
        """Return all that is placed: the starting player, if given, and the layout."""
        first = () if starter is None or self.begins is None else (self.begins(starter),)
        return (*first, *self.read(code))

    def starter(self, moves: Sequence[Move], seats: int) -> Seat | None:
        """Return the seat that began a game of these moves."""
        if self.begins is None:
            return None
        beginnings = {self.begins(seat): seat for seat in range(seats)}
        return next((beginnings[move] for move in moves if move in beginnings), None)


class Hidden(Struct, frozen=True, order=True):
    """A card that a seat does not see: its place (the phrase place.NAME), whose it is (None: nobody's), and
    the key of its name."""

    place: str
    seat: Seat | None
    card: str


class HiddenCards(Struct, frozen=True):
    """What of a game is hidden: asked in a study, to lay other cards there."""

    cards: tuple[str, ...]  # by their numbers in moves: the keys of their names
    fields: frozenset[str]  # of moves, that name cards
    lie: Callable[
        [Any, Seat], Sequence[Hidden]
    ]  # the cards of a state that a seat does not see, but the deck
    lasting: frozenset[str] = frozenset()  # places in which a card stays until it is seen


Raw = dict[str, Any]  # what a file holds, before it is read as anything


class Upgrade(Struct, frozen=True):
    """Translate a log of one version of a game to the next, while the current rules fold it."""

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
    """The description of a game: its rules, options, views and words. All generic code starts here."""

    name: str
    """The identifier, in records and addresses."""
    version: int
    """The version of the rules; it grows whenever old logs would be read differently."""
    seats: range
    """The possible numbers of players."""
    options: type[Options]
    """A flat frozen Struct of bools, bounded ints and string Literals, with defaults."""
    set_up: Callable[[int, Options], State[M, V]]
    """Return the first state. Raise `OptionError` for a forbidden combination."""
    state: type
    """The class of its states."""
    move: Any
    """The union of its moves, for decoding."""
    view: type[V]
    """The class of its views."""
    imagine: Callable[[V, Random], State[M, V]]
    """Return a random state that a view allows."""
    universe: Callable[[int, Options], Universe]
    """Return every move that can ever occur."""
    bound: Callable[[int, Options], int | None]
    """Return the most plies that a game can have; None: no bound."""
    pieces: Callable[[Any], Sequence[int]]
    """Return every piece of the box in a state, wherever it lies, sorted."""
    text: Text[V]
    """The game in words."""
    hands: Callable[[V], Sequence[int]] = lambda _view: ()
    """Return how many cards each seat publicly holds."""
    secrets: bool = True
    """True if seats see different things."""
    silence: Move | None = None
    """The answer to a paced question that a silent player is taken to give."""
    moot: Callable[[V], bool] = lambda _view: False
    """Return True if every answer to the open question leaves the same ends within reach: a person need not
    be asked, and the first answer will do."""
    draws: Callable[[Any], bool] = lambda _options: False
    """Return True if its two players may agree on a draw."""
    kernel: str | None = None
    """The module of its compiled twin, whose `warm` compiles it."""
    layouts: Layouts | None = None
    """Starts that are given by a code."""
    pace: Pace = Pace(600, 5)
    """The clock of strangers who chose none."""
    rated_apart: str | None = None
    """The option whose values have ratings of their own; all others are as usual in a rated game."""
    hidden: HiddenCards | None = None
    """The cards that a seat may not see, in games that have such."""
    upgrades: Mapping[int, Upgrade] = {}
    """Upgrades by older version; a version without one needs none."""

    @property
    def players(self) -> str:
        """Return the possible numbers of players, as people say them."""
        return "–".join(dict.fromkeys(str(self.seats[end]) for end in (0, -1)))

    def start(self, seats: int, options: Options) -> State[M, V]:
        """Return the first state. Raise `OptionError` if the game has no such set-up."""
        if type(seats) is not int or seats not in self.seats:
            raise OptionError("bad_seats", seats=seats, players=self.players)
        check(self.options, options)
        return self.set_up(seats, options)


def ranking(keys: Sequence[Any]) -> tuple[int, ...]:
    """Return the ranks of seats by a key where more is better; equal seats share the better rank."""
    return tuple(1 + sum(other > key for other in keys) for key in keys)
