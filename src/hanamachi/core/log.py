"""Keep the log of a game: its rows, and the fold that computes states from them.

The log holds the moves, nature's with their chance, and events of the server. Each row is checked when it is
added, by a game in play or by a file that is read. No row follows after the end.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from msgspec import Struct

from hanamachi.core import fair
from hanamachi.core.game import NATURE, IllegalMove, Seat, State, Told, at, ranking
from hanamachi.core.words import Refusal

PAIR = 2  # seats at a table where a resignation ends the game
MOST_ROWS, MOST_TAKEBACKS = 20_000, 1_000  # of one log  # no mutant: others would do


class Row(Struct, frozen=True, tag=str.lower):
    """One row of a log."""


class Played(Row, frozen=True):
    seat: Seat
    move: Any  # the game's own union
    chance: fair.Chance | None = None  # nature's moves only


class Placed(Row, frozen=True):
    """A move put on the table by hand: a layout given by its code, or a game taken over from another."""

    seat: Seat
    move: Any


class Seated(Row, frozen=True):
    """A seat was taken. The name is stored elsewhere: a log is permanent, a name can be erased."""

    seat: Seat
    name: str = ""  # of older logs; nobody reads it


class BotTakes(Row, frozen=True):
    seat: Seat
    level: str


class BotReturns(Row, frozen=True):
    seat: Seat


class Takeback(Row, frozen=True):
    to: int  # the log is read as if it had this length


class Resigned(Row, frozen=True):
    seat: Seat


class GaveUp(Row, frozen=True):
    """A seat is given up for good, by its player or because time ran out: a bot plays on, and the player is
    last. Of two players one resigns instead."""

    seat: Seat
    level: str  # of the bot


class Flagged(Row, frozen=True):
    seat: Seat


class Agreed(Row, frozen=True):
    """The seats agreed on a draw."""


class Abandoned(Row, frozen=True):
    pass


class Claimed(Row, frozen=True):
    """A seat claims the win, because the other one of two players left."""

    seat: Seat  # who claims it


class CalledOff(Row, frozen=True):
    """The remaining players end the game without a result, because a player left."""


class Lapsed(Row, frozen=True):
    """A seat did not make its first move in time: the game ends without a result."""

    seat: Seat


Event = (
    Seated
    | BotTakes
    | BotReturns
    | Takeback
    | Resigned
    | GaveUp
    | Flagged
    | Agreed
    | Abandoned
    | Claimed
    | CalledOff
    | Lapsed
)
AnyRow = Played | Placed | Event
MOVES = (Played, Placed)
FINAL = (Resigned, Flagged, Agreed, Abandoned, Claimed, CalledOff, Lapsed)
SEATING = (Seated, BotTakes, BotReturns)
CALLED_OFF = ("calledoff", "lapsed")  # reasons of games that have no result
NOBODYS = ("agreed", "abandoned", *CALLED_OFF)  # reasons by which nobody wins


class Result(Struct, frozen=True):
    """The end of a game. The reason is the number of a rule, or an event of the server."""

    points: tuple[int, ...]
    ranks: tuple[int, ...]
    winners: tuple[Seat, ...]
    reason: str


class RecordError(Refusal):
    """Rows that cannot follow, or a record that cannot be believed."""


class Rows:
    """Derive facts from rows and states, for a log that grows (Fold) and one that does not (Log)."""

    __slots__ = ()
    rows: Sequence[AnyRow]
    states: Sequence[State]
    result: Result | None

    @property
    def seq(self) -> int:
        return len(self.rows)

    @property
    def state(self) -> State:
        return self.states[-1]

    @property
    def actor(self) -> Seat | None:
        return None if self.result else self.state.actor


class Log(Rows, Struct, frozen=True):
    """Rows and what follows from them. `states[n]` is the state before row n; the last one is now."""

    seats: int
    states: tuple[State, ...]
    rows: tuple[AnyRow, ...] = ()
    stands: tuple[int, ...] = ()  # the seqs of the moves that stand, takebacks honoured
    throws: Mapping[int, int] = {}  # how many chances fell in each round
    bots: Mapping[Seat, str] = {}  # the seats that bots hold, and their levels
    gone: frozenset[Seat] = frozenset()  # the seats that were given up for good
    settled: int = 0  # the rows before are never taken back: a chance fell in them
    takebacks: int = 0
    asked: int = 0  # the length of the log when the open question was asked: events leave it as it is
    result: Result | None = None

    def then(self, *rows: AnyRow) -> "Log":
        """Return the log with more rows. Raise `RecordError` if one cannot follow."""
        fold = Fold(self)
        for row in rows:
            fold.add(row)
        return fold.log()

    def look(self, seat: Seat | None) -> Callable[[int], Any]:
        """Return what a seat saw after so many rows."""
        return lambda seq: self.states[seq].view(seat)

    def story(self, seat: Seat | None, seq: int | None = None, *, after: int = 0) -> list[Told]:
        """Return the moves that stand as a seat heard them, up to now or up to a moment of the past; `after`
        so many of them."""
        stands = self.stands if seq is None else line(self.rows[:seq])
        return told(self.rows, self.states, stands[after:], seat)


class Fold(Rows):
    """A log that grows row by row."""

    rows: list[AnyRow]
    states: list[State]

    def __init__(self, log: Log, *, first_format: bool = False) -> None:
        """Continue a log. `first_format`: in records without a format number bots came and went even after
        the end."""
        self.seats, self.first_format = log.seats, first_format
        self.rows, self.states, self.stands = list(log.rows), list(log.states), list(log.stands)
        self.throws, self.bots, self.gone = dict(log.throws), dict(log.bots), log.gone
        self.settled, self.takebacks, self.asked = log.settled, log.takebacks, log.asked
        self.result = log.result

    def story(self, seat: Seat | None, after: int) -> list[Told]:
        """Return what a seat has heard, except the first lines."""
        return told(self.rows, self.states, self.stands[after:], seat)

    def log(self) -> Log:
        return Log(
            self.seats,
            tuple(self.states),
            tuple(self.rows),
            tuple(self.stands),
            throws=self.throws,
            bots=self.bots,
            gone=self.gone,
            settled=self.settled,
            takebacks=self.takebacks,
            asked=self.asked,
            result=self.result,
        )

    def add(self, row: AnyRow) -> None:
        """Add a row and check it."""
        self._check(row)
        if isinstance(row, MOVES):
            self._played(row)
        elif isinstance(row, Takeback):
            self._taken_back(row)
        else:
            self._event(row)
        self.result = self._result(row)

    def play(self, row: Played | Placed, after: State) -> None:
        """Add a move that the rules have just made, without checking it again."""
        self._room_for_more()
        self._stand(row, after)
        if not after.todo:
            self.result = self._result(row)

    def _result(self, last: AnyRow) -> Result | None:
        """Return the result by the rules or by an event of the server; seats that gave up come last."""
        found = result(self.state, last, self.seats)
        if found is None and isinstance(last, GaveUp) and len(self.bots) == self.seats:
            found = Result((0,) * self.seats, (1,) * self.seats, tuple(range(self.seats)), "gaveup")
        return behind(found, self.gone) if found and self.gone else found

    def _room_for_more(self) -> None:
        if len(self.rows) >= MOST_ROWS:
            raise RecordError("too_many_rows", most=MOST_ROWS)

    def _follow(self, row: AnyRow, state: State) -> None:
        self.rows.append(row)
        self.states.append(state)

    def _check(self, row: AnyRow) -> None:
        self._room_for_more()
        if self.result and not self._came_late(row):
            raise RecordError("bad_row", seq=self.seq, problem="the game was over")

    def _came_late(self, row: AnyRow) -> bool:
        called_off = bool(self.rows) and isinstance(self.rows[-1], FINAL)
        return self.first_format and isinstance(row, SEATING) and not called_off

    def _played(self, row: Played | Placed) -> None:
        if self.state.actor != row.seat:
            raise RecordError("wrong_row_seat", seq=self.seq)
        if isinstance(row, Played):
            self._check_chance(row)
        self._stand(row, self._play(row))

    def _stand(self, row: Played | Placed, after: State) -> None:
        self.stands.append(len(self.rows))
        self.rows.append(row)
        self.states.append(after)
        self.asked = len(self.rows)
        if row.seat == NATURE and isinstance(row, Played) and row.chance and row.chance.total > 1:
            self.throws[row.chance.round] = self.throws.get(row.chance.round, 0) + 1
            self.settled = self.asked

    def _play(self, row: Played | Placed) -> State:
        try:
            return self.state.play(row.move)
        except IllegalMove as error:
            raise RecordError("illegal_move", seq=self.seq, problem=str(error)) from error

    def _check_chance(self, row: Played) -> None:
        """Check that nature's rows name their throw, and no other rows do."""
        if row.seat != NATURE:
            if row.chance is not None:
                raise RecordError("wrong_chance", seq=self.seq)
            return
        odds, state, chance = self.state.odds(), self.state, row.chance
        total = sum(weight for _, weight in odds)
        if chance is None or (chance.round, chance.total) != (state.round, total):
            raise RecordError("wrong_chance", seq=self.seq)
        if not 0 <= chance.pick < total or at(odds, chance.pick) != row.move:
            raise RecordError("wrong_chance", seq=self.seq)

    def _taken_back(self, row: Takeback) -> None:
        if self.takebacks >= MOST_TAKEBACKS:
            raise RecordError("too_many_takebacks", most=MOST_TAKEBACKS)
        if not self.settled <= row.to <= self.seq:
            raise RecordError("bad_takeback", seq=self.seq)
        self.takebacks += 1
        while self.stands and self.stands[-1] >= row.to:
            self.stands.pop()
        self._follow(row, self.states[row.to])
        self.asked = self.seq

    def _event(self, row: Event) -> None:
        seat = getattr(row, "seat", 0)
        if not 0 <= seat < self.seats:
            raise RecordError("bad_row", seq=self.seq, problem=f"there is no seat {seat}")
        if isinstance(row, BotTakes):
            self.bots[seat] = row.level
        elif isinstance(row, BotReturns):
            self._returned(seat)
        elif isinstance(row, GaveUp):
            self._given_up(row)
        elif isinstance(row, Claimed) and self.seats != PAIR:
            raise RecordError("bad_row", seq=self.seq, problem="only one of two players can claim the win")
        self._follow(row, self.state)

    def _returned(self, seat: Seat) -> None:
        if seat in self.gone:
            raise RecordError("bad_row", seq=self.seq, problem=f"seat {seat} was given up")
        self.bots.pop(seat, None)

    def _given_up(self, row: GaveUp) -> None:
        if row.seat in self.gone:
            raise RecordError("bad_row", seq=self.seq, problem=f"seat {row.seat} was given up")
        self.bots[row.seat] = row.level
        self.gone |= {row.seat}


def result(state: State, last: AnyRow | None, seats: int) -> Result | None:
    """Return the result after this row: by the rules, or by an event of the server."""
    if outcome := state.outcome():
        return Result(outcome.points, outcome.ranks, outcome.winners, outcome.rule)
    return _called_off(last, range(seats)) if isinstance(last, FINAL) else None


def _called_off(row: AnyRow, seats: range) -> Result:
    """Return the result of an event: no winner if the game was agreed drawn, abandoned or called off; a seat
    that resigned, ran out of time or left loses to all others."""
    loser = row.seat if isinstance(row, Resigned | Flagged) else None
    if isinstance(row, Claimed):
        loser = 1 - row.seat
    winners = () if loser is None else tuple(seat for seat in seats if seat != loser)
    ranks = tuple(len(seats) if seat == loser else 1 for seat in seats)
    return Result((0,) * len(seats), ranks, winners, type(row).__name__.lower())


def behind(found: Result, gone: frozenset[Seat]) -> Result:
    """Return a result in which these seats share the last place, so that the others win a drawn game. A game
    that was called off still has no winner."""
    ranks = ranking([(seat not in gone, -rank * (seat not in gone)) for seat, rank in enumerate(found.ranks)])
    best = tuple(seat for seat, rank in enumerate(ranks) if rank == 1 and seat not in gone)
    return Result(found.points, ranks, () if found.reason in NOBODYS else best, found.reason)


def line(rows: Iterable[AnyRow]) -> list[int]:
    """Return the numbers of the moves that stand, takebacks honoured."""
    seqs: list[int] = []
    for seq, row in enumerate(rows):
        if isinstance(row, Takeback):
            while seqs and seqs[-1] >= row.to:
                seqs.pop()
        elif isinstance(row, MOVES):
            seqs.append(seq)
    return seqs


def told(
    rows: Sequence[AnyRow], states: Sequence[State], seqs: Sequence[int], seat: Seat | None
) -> list[Told]:
    """Return moves of a log as a seat heard them."""
    return [
        Told(row.seat, states[seq].veil(row.move, seat))
        for seq in seqs
        if isinstance(row := rows[seq], MOVES)
    ]
