"""A state of the rules engine with its history. It is immutable, so copies share it."""

from collections.abc import Sequence
from functools import cached_property
from random import Random
from typing import Any

from hanamachi.adapters.actions import Actions, BadAction, actions
from hanamachi.adapters.setting import Setting, returns
from hanamachi.adapters.stories import Ear
from hanamachi.adapters.tensors import Tensor, observation
from hanamachi.core.game import NATURE, Move, Seat, State, Told

TERMINAL = -4  # pyspiel.PlayerId.TERMINAL


class Moment:
    """A point in a game. `before` is the previous moment, and `move` the move that led from there to here."""

    def __init__(
        self,
        setting: Setting,
        limit: int | None,
        state: State,
        before: "Moment | None" = None,
        move: Move | None = None,
    ) -> None:
        self.setting, self.limit, self.state, self.before, self.move = setting, limit, state, before, move
        self.table: Actions = before.table if before else actions(setting)
        self.plies: int = before.plies + 1 if before else 0
        self.cut = limit is not None and self.plies >= limit and state.actor is not None
        self.player: int = TERMINAL if self.cut or state.actor is None else state.actor
        self.heard: dict[Seat | None, list[Told]] = (
            before.heard if before else {}
        )  # stories of imagined moments
        self.seen: dict[Seat | None, Tensor] = {}
        self.lines: dict[Seat | None, bytes] = {}

    def __deepcopy__(self, _memo: Any) -> "Moment":
        return self

    def __reduce__(self) -> Any:
        return replayed, (self.setting, self.limit, self.moves())

    @cached_property
    def legal(self) -> list[int]:
        return self.table.legal(self.state)

    def outcomes(self) -> list[tuple[int, float]]:
        odds, ids = self.state.odds(), self.table.chances
        total = sum([weight for _, weight in odds])
        return sorted([(ids[move], weight / total) for move, weight in odds])

    def after(self, action: int) -> "Moment":
        """Return the next moment. Raise BadAction or IllegalMove if the action is not legal."""
        if self.player == TERMINAL:
            raise BadAction("game_over")
        moves = self.table.nature if self.state.actor == NATURE else self.table.decisions
        if not 0 <= action < len(moves):
            raise BadAction("no_action_id", id=str(action), most=len(moves) - 1)
        move = moves[action]
        return Moment(self.setting, self.limit, self.state.play(move), self, move)

    def returns(self) -> list[float]:
        outcome = self.state.outcome()
        return list(returns(outcome)) if outcome else [0.0] * self.setting.seats

    def chain(self) -> "list[Moment]":
        """Return every moment from the first to this one."""
        found, now = [self], self
        while now.before:
            now = now.before
            found.append(now)
        return found[::-1]

    def moves(self) -> list[Move]:
        return [each.move for each in self.chain() if each.move is not None]

    def told(self, seat: Seat | None) -> Told:
        """Return the last move as a seat heard it. None stands for spectators."""
        assert self.before is not None
        assert self.move is not None
        assert self.before.state.actor is not None
        return Told(self.before.state.actor, self.before.state.veil(self.move, seat))

    def story(self, seat: Seat | None) -> list[Told]:
        """Return all that a seat has heard, move by move."""
        return [*self.heard.get(seat, ()), *(each.told(seat) for each in self.chain()[1:])]

    def observation(self, seat: Seat | None) -> Tensor:
        """Return a seat's observation. It is cached, because OpenSpiel asks for the first one at every
        call."""
        if seat not in self.seen:
            self.seen[seat] = observation(self.setting.name, self.state.view(seat))
        return self.seen[seat]

    def story_bits(self, seat: Seat | None, writer: Ear) -> bytes:
        """Return the story in the encoding of `writer`, one byte per bit. Every moment caches its own
        line."""
        chain = self.chain()
        for each in chain[1:]:
            if seat not in each.lines:
                each.lines[seat] = bytes(writer.line(each.told(seat)))
        imagined = b"".join(bytes(writer.line(told)) for told in self.heard.get(seat, ()))
        return imagined + b"".join([each.lines[seat] for each in chain[1:]])

    def imagined(self, seat: Seat, rng: Random) -> "Moment":
        """Return a random moment that this seat cannot distinguish from this one. It lacks the other seats'
        stories."""
        state = self.setting.game.imagine(self.state.view(seat), rng)
        moment = Moment(self.setting, self.limit, state)
        moment.heard, moment.plies = {seat: self.story(seat)}, self.plies
        return moment


def first(setting: Setting, limit: int | None) -> Moment:
    return Moment(setting, limit, setting.start())


def replayed(setting: Setting, limit: int | None, moves: Sequence[Move]) -> Moment:
    moment = first(setting, limit)
    for move in moves:
        moment = Moment(setting, limit, moment.state.play(move), moment, move)
    return moment
