"""Play one game as a value: each event returns the next table, and the old one stays.

A table keeps the log and lets nature answer. It does no input or output.
"""

from collections.abc import Iterable, Sequence
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from hanamachi.core import fair, record
from hanamachi.core.game import NATURE, Game, Move, Seat, State, Told
from hanamachi.core.log import (
    PAIR,
    Agreed,
    AnyRow,
    BotReturns,
    BotTakes,
    CalledOff,
    Claimed,
    Flagged,
    Fold,
    GaveUp,
    Lapsed,
    Log,
    Placed,
    Played,
    Resigned,
    Result,
    Seated,
    Takeback,
)
from hanamachi.core.nature import Nature, answer, fair_dice
from hanamachi.core.options import choose, chosen
from hanamachi.core.record import Fairness, Record
from hanamachi.core.words import Refusal


class Refused(Refusal):
    """The table refused an action; nothing changed."""


class Table(Struct, frozen=True):
    """One game in play. `seq`, the length of the log, names a moment."""

    game: Game
    names: tuple[str, ...]
    options: Any
    seed: bytes
    words: tuple[str, ...]
    log: Log
    nature: Nature
    format: int = record.FORMAT

    @classmethod
    def begin(
        cls,
        game: Game,
        names: Sequence[str],
        options: Any,
        seed: bytes,
        words: Sequence[str],
        nature: Nature | None = None,
    ) -> "Table":
        """Seat all players. Nothing is dealt yet. `nature` replaces the seed's fair dice."""
        log = Log(len(names), (game.start(len(names), options),))
        seated = log.then(*map(Seated, range(len(names))))
        answers = nature or fair_dice(seed, words)
        return cls(game, tuple(names), options, seed, tuple(words), seated, answers)

    @classmethod
    def resume(cls, kept: Record, game: Game) -> "Table":
        """Continue an unfinished game. Its record must hold the seed."""
        log = record.replay(kept, game)
        record.prove(kept)
        seed, words = bytes.fromhex(kept.fairness.seed or ""), kept.fairness.words
        options = choose(game.options, kept.options)
        return cls(game, kept.seats, options, seed, words, log, fair_dice(seed, words), kept.format)

    @property
    def rows(self) -> tuple[AnyRow, ...]:
        return self.log.rows

    @property
    def seq(self) -> int:
        return self.log.seq

    @property
    def state(self) -> State:
        return self.log.state

    @property
    def actor(self) -> Seat | None:
        return self.log.actor

    @property
    def result(self) -> Result | None:
        return self.log.result

    @property
    def bots(self) -> dict[Seat, str]:
        """Return the seats that bots hold, and their levels."""
        return dict(self.log.bots)

    def story(self, seat: Seat | None, seq: int | None = None) -> list[Told]:
        """Return what a seat heard, up to now or up to a moment of the past."""
        return self.log.story(seat, seq)

    def place(self, seat: Seat, move: Move) -> "Table":
        """Place a move by hand, neither chance nor choice, before the game goes on by itself."""
        if seat != self.actor:
            raise Refused("wrong_seat")
        fold = Fold(self.log)
        fold.play(Placed(seat, move), self.state.play(move))
        return replace(self, log=fold.log())

    def lay(self, moves: Iterable[Move]) -> "Table":
        """Place nature's moves by hand; throw what must be thrown before one of them can come."""
        fold = Fold(self.log)
        for move in moves:
            answer(fold, self.nature, until=move)
            fold.play(Placed(NATURE, move), fold.state.play(move))
        return replace(self, log=fold.log())

    def deal(self) -> "Table":
        """Make nature's moves, up to the next decision."""
        fold = Fold(self.log)
        answer(fold, self.nature)
        return replace(self, log=fold.log())

    def submit(self, seat: Seat, seq: int, move: Move) -> "Table":
        """Make a seat's move, and nature's answers. Raise `Refused` or `IllegalMove` if it is not allowed."""
        after = self.after(seat, seq, move)
        fold = Fold(self.log)
        fold.play(Played(seat, move), after)
        answer(fold, self.nature)
        return replace(self, log=fold.log())

    def after(self, seat: Seat, seq: int, move: Move) -> State:
        """Return the state after this move. Raise `Refused` or `IllegalMove` if it is not allowed."""
        if 0 <= seq < self.seq and self.rows[seq] == Played(seat, move):
            raise Refused("already_played")
        self._still_on()
        if seq != self.seq:
            raise Refused("stale", seq=seq, now=self.seq)
        if seat != self.actor:
            raise Refused("wrong_seat")
        return self.state.play(move)

    def bot_takes(self, seat: Seat, level: str) -> "Table":
        self._still_on()
        return self._with(BotTakes(seat, level))

    def bot_returns(self, seat: Seat) -> "Table":
        self._still_on()
        if seat in self.log.gone:
            raise Refused("gave_up")
        return self._with(BotReturns(seat))

    def resign(self, seat: Seat, stand_in: str = "random") -> "Table":
        """Resign. Of two players the other wins; at a larger table a bot of this level plays on in the
        seat."""
        self._still_on()
        if seat in self.log.gone:
            raise Refused("gave_up")
        return self._with(Resigned(seat) if len(self.names) == PAIR else GaveUp(seat, stand_in))

    def flag(self, seat: Seat, stand_in: str | None = None) -> "Table":
        """End a seat's time: it loses, or a bot of this level plays on in it."""
        self._still_on()
        return self._with(Flagged(seat) if stand_in is None else GaveUp(seat, stand_in))

    def agree(self) -> "Table":
        """End the game in a draw, in games that allow one."""
        self._still_on()
        if not self.game.draws(self.options):
            raise Refused("no_draws")
        return self._with(Agreed())

    def claim(self, seat: Seat) -> "Table":
        """End the game with this seat's win, because its opponent left."""
        self._still_on()
        return self._with(Claimed(seat))

    def call_off(self) -> "Table":
        """End the game without a result, because a player left."""
        self._still_on()
        return self._with(CalledOff())

    def lapse(self, seat: Seat) -> "Table":
        """End the game without a result, because this seat did not make its first move in time."""
        self._still_on()
        return self._with(Lapsed(seat))

    def moot(self, seq: int | None = None) -> bool:
        """Return True if the open question, or that at a row of the past, need not be put to a person."""
        state = self.state if seq is None else self.log.states[seq]
        return self.game.moot(state.view(state.actor))

    def last_answer(self, seat: Seat) -> int:
        """Return the row of this seat's last move that stands and answered a real choice: a takeback leads
        back there. A moot question would be answered again at once."""
        for seq in reversed(self.log.stands):
            row = self.rows[seq]
            if isinstance(row, Played) and row.seat == seat and not self.moot(seq):
                return seq
        raise Refused("no_takeback")

    def takeback(self, to: int) -> "Table":
        """Take back all moves after row `to`. Refuse if one of them was hidden or random."""
        self._still_on()
        if not self.may_take_back(to):
            raise Refused("no_takeback")
        return self._with(Takeback(to))

    def may_take_back(self, to: int) -> bool:
        undone = [seq for seq in self.log.stands if seq >= to]
        return bool(undone) and not self.result and all(map(self._plain, undone))

    def _plain(self, seq: int) -> bool:
        """Return True if a move was public and, if it was nature's, foreseen by all."""
        row, before = self.rows[seq], self.log.states[seq]
        assert isinstance(row, Played | Placed)
        ears, step = [*range(len(self.names)), None], before.todo[0]
        if row.seat == NATURE and not all(step.foreseen(seat) for seat in ears):
            return False
        return all(before.veil(row.move, seat) == row.move for seat in ears)

    def _still_on(self) -> None:
        if self.result:
            raise Refused("game_over")

    def _with(self, row: AnyRow) -> "Table":
        return replace(self, log=self.log.then(row))

    def record(self, *, open_seed: bool) -> Record:
        """Return the record of the game so far. It holds the seed only once the game is over."""
        return Record(
            format=self.format,
            game=self.game.name,
            version=self.game.version,
            seats=self.names,
            options=chosen(self.options),
            log=self.rows,
            fairness=Fairness(fair.commitment(self.seed), self.words, self.seed.hex() if open_seed else None),
            result=self.result,
        )
