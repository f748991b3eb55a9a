"""A moment of a game: a state of the law and how it came about. It never changes, so copies are the same."""

from collections.abc import Sequence
from functools import cached_property
from random import Random
from typing import Any

from hanamachi.adapters.actions import Actions, BadAction, actions
from hanamachi.adapters.setting import Setting, returns
from hanamachi.core.game import NATURE, Move, Seat, State, Told

TERMINAL = -4  # pyspiel.PlayerId.TERMINAL


class Moment:
    """`before` is the moment before, and `move` what was done there."""

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
        )  # stories that were imagined

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
        """BadAction or IllegalMove for what cannot be done; nothing has changed then."""
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
        """Every moment from the first on, this one included."""
        found, now = [self], self
        while now.before:
            now = now.before
            found.append(now)
        return found[::-1]

    def moves(self) -> list[Move]:
        return [each.move for each in self.chain() if each.move is not None]

    def story(self, seat: Seat | None) -> list[Told]:
        """What a seat (None: the gallery) has heard, line by line."""
        lines = list(self.heard.get(seat, ()))
        for each in self.chain()[1:]:
            assert each.before is not None
            assert each.move is not None
            assert each.before.state.actor is not None
            lines.append(Told(each.before.state.actor, each.before.state.veil(each.move, seat)))
        return lines

    def imagined(self, seat: Seat, rng: Random) -> "Moment":
        """Another moment that looks and sounds the same to a seat. What others have heard is left out."""
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
