"""A table: one game being played. It keeps the log, lets nature answer, and does no input or output."""

from collections.abc import Sequence
from typing import Any

import msgspec

from hanamachi.core import fair, record
from hanamachi.core.game import NATURE, Game, Move, Seat, State, Step, Told, at
from hanamachi.core.options import choose, chosen
from hanamachi.core.record import (
    AnyRow,
    BotReturns,
    BotTakes,
    Fairness,
    Placed,
    Played,
    Record,
    Resigned,
    Result,
    Seated,
    Takeback,
)
from hanamachi.core.words import Refusal


class Refused(Refusal):
    """The table did not take it; nothing changed."""


class Table:
    """The log and the states it folds to. `seq`, the length of the log, says which moment is meant."""

    def __init__(self, game: Game, names: Sequence[str], options: Any, seed: bytes, words: Sequence[str]):
        self.game, self.names, self.options = game, tuple(names), options
        self.seed, self.words = seed, tuple(words)
        self.log: list[AnyRow] = []
        self.states: list[State] = [game.start(len(names), options)]
        self.dice = fair.Dice(fair.key(seed, words))
        for seat, name in enumerate(names):
            self._append(Seated(seat, name))

    @classmethod
    def resume(cls, kept: Record, game: Game) -> "Table":
        """An unfinished game goes on. Its record must hold the seed."""
        states = record.replay(kept, game)
        record.prove(kept)
        options = choose(game.options, kept.options)
        seed = bytes.fromhex(kept.fairness.seed or "")
        table = cls(game, kept.seats, options, seed, kept.fairness.words)
        table.log, table.states = list(kept.log), states
        for row in kept.log:
            if isinstance(row, Played) and row.chance:
                table.dice.throw(row.chance.round, row.chance.total)
        return table

    @property
    def seq(self) -> int:
        return len(self.log)

    @property
    def state(self) -> State:
        return self.states[-1]

    @property
    def actor(self) -> Seat | None:
        return None if self.result() else self.state.actor

    def result(self) -> Result | None:
        return record.result(self.state, self.log, len(self.names))

    def place(self, seat: Seat, move: Move) -> None:
        """A move put by hand, neither chance nor choice, before the game goes on by itself."""
        if seat != self.actor:
            raise Refused("wrong_seat")
        self._append(Placed(seat, move), self.state.play(move))

    def deal(self, until: type[Step] | None = None) -> None:
        """Nature's moves, up to the next decision (or the next step of this kind)."""
        while self.actor == NATURE and not (until and isinstance(self.state.todo[0], until)):
            odds = self.state.odds()
            chance = self.dice.throw(self.state.round, sum(weight for _, weight in odds))
            move = at(odds, chance.pick)
            self._append(Played(NATURE, move, chance), self.state.play(move))

    def submit(self, seat: Seat, seq: int, move: Move) -> None:
        """A seat's move and nature's answers. Refused or IllegalMove: nothing changed."""
        self._append(Played(seat, move), self.after(seat, seq, move))
        self.deal()

    def after(self, seat: Seat, seq: int, move: Move) -> State:
        """What this move would lead to. Refused or IllegalMove if it may not be made."""
        self._check(seat, seq, move)
        return self.state.play(move)

    def _check(self, seat: Seat, seq: int, move: Move) -> None:
        if seq < self.seq and self.log[seq] == Played(seat, move):
            raise Refused("already_played")
        if self.result():
            raise Refused("game_over")
        if seq != self.seq:
            raise Refused("stale", seq=seq, now=self.seq)
        if seat != self.actor:
            raise Refused("wrong_seat")

    def bot_takes(self, seat: Seat, level: str) -> None:
        self._append(BotTakes(seat, level))

    def bot_returns(self, seat: Seat) -> None:
        self._append(BotReturns(seat))

    def resign(self, seat: Seat) -> None:
        if self.result():
            raise Refused("game_over")
        self._append(Resigned(seat))

    def takeback(self, to: int) -> None:
        """Read the log as if it had the length `to`. Never of hidden or random things."""
        if self.result():
            raise Refused("game_over")
        undone = [seq for seq in record.line(self.log) if seq >= to]
        if not undone or not all(self._plain(seq) for seq in undone):
            raise Refused("no_takeback")
        self._append(Takeback(to), self.states[to])

    def _plain(self, seq: int) -> bool:
        """Whether a move was neither chance nor hidden from anybody."""
        row, before = self.log[seq], self.states[seq]
        assert isinstance(row, Played | Placed)
        ears = [*range(len(self.names)), None]
        return row.seat != NATURE and all(before.veil(row.move, seat) == row.move for seat in ears)

    def _append(self, row: AnyRow, state: State | None = None) -> None:
        """One more row; the house's own events leave the state as it is."""
        self.log.append(row)
        self.states.append(state or self.state)

    def story(self, seat: Seat | None, seq: int | None = None) -> list[Told]:
        """What a seat heard, up to now or up to a moment of the past."""
        return record.story(self.log[:seq], self.states, seat)

    def levels(self) -> dict[Seat, str]:
        """The seats that bots hold."""
        held: dict[Seat, str] = {}
        for row in self.log:
            if isinstance(row, BotTakes):
                held[row.seat] = row.level
            elif isinstance(row, BotReturns):
                held.pop(row.seat, None)
        return held

    def record(self, *, open_seed: bool) -> Record:
        """The game so far. The seed is in it only once nobody can gain by it."""
        seed = self.seed.hex() if open_seed else None
        kept = Record(
            game=self.game.name,
            version=self.game.version,
            seats=self.names,
            options=chosen(self.options),
            log=tuple(self.log),
            fairness=Fairness(fair.commitment(self.seed), self.words, seed),
            result=self.result(),
        )
        return msgspec.structs.replace(kept, seal=record.seal(kept))
