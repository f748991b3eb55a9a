"""Walk through a game whose judge is exact: what each move is worth, at every step."""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from functools import cache, cached_property, lru_cache
from importlib import import_module
from random import Random
from typing import Any

from msgspec import Struct

from hanamachi.bots import ladder_of
from hanamachi.core.game import NATURE, Game, IllegalMove, Move, Seat, Told
from hanamachi.core.telling import called, explain, label, narrate
from hanamachi.core.value import Value
from hanamachi.core.words import Name, Refusal, Unreadable, Words, in_force
from hanamachi.games import GAMES, modules

Worth = tuple[Move, Value]
MOST = 64  # steps of a walk; no round of a game that is solved takes as many
LONGEST = 40  # signs of a step that is repeated in a refusal
FIRST: Seat = 0  # who begins: the seats differ in nothing else


class BadStep(Refusal):
    """A step that cannot be read, or is not legal where it stands."""


class Exact(ABC):
    """Says how the start of one game may be turned."""

    game: str
    turns: tuple[str, ...]

    @abstractmethod
    def turned(self, turn: str, moves: Sequence[Move]) -> list[Move]:
        """Return the same walk on a start that is turned: nature's moves and the players'."""


@cache
def exact_games() -> Mapping[str, Exact]:
    """Return the games that can be walked through, by name."""
    found = {game: import_module(name) for game, name in modules("hanamachi.explorer.{}").items()}
    walks = {game: module.WALK for game, module in found.items() if hasattr(module, "WALK")}
    return {game: walk for game, walk in walks.items() if ladder_of(game).exact}


class Place(Struct, frozen=True):
    """A start and the turns that change nothing: its code, and the steps in notation."""

    layout: str
    moves: list[str]


class Walked:
    """A walk from a start that its code gives. Raise `BadStep` at the first step that cannot be taken."""

    def __init__(self, game: Game, options: Any, layout: str, steps: Sequence[str], lang: str) -> None:
        assert game.layouts is not None
        self.game, self.options, self.lang = game, options, lang
        self.words: Words = in_force(game.text.words(lang), options, game.seats[0])
        self.names = called([self.words(f"seat.{seat + 1}") for seat in range(game.seats[0])])
        self.start = list(game.layouts.moves(layout, FIRST))
        self.states = [started(game.name, options, tuple(self.start))]
        self.moves: list[Move] = []
        if len(steps) > MOST:
            raise BadStep("too_many_steps", most=MOST)
        for number, step in enumerate(steps, 1):
            self._take(number, step)

    def _take(self, number: int, step: str) -> None:
        here = self.states[-1]
        try:
            if here.actor in (None, NATURE):
                raise BadStep("walk_is_over")
            move = self.game.text.read(step[:LONGEST], self.words)
            after = here.play(move)
        except (Unreadable, IllegalMove) as error:
            problem = Name(explain(error, self.words, self.names, numbered=False))
            name = Name(step[:LONGEST])
            raise BadStep("bad_move", number=number, name=name, problem=problem) from error
        self.moves.append(move)
        self.states.append(after)

    @property
    def state(self) -> Any:
        return self.states[-1]

    @property
    def seat(self) -> Seat | None:
        """Return the seat that moves; None if the round is over."""
        return None if self.state.actor in (None, NATURE) else self.state.actor

    @property
    def view(self) -> Any:
        return self.state.view(self.seat)

    @cached_property
    def worths(self) -> list[Worth]:
        """Return the legal moves with their values, the best first."""
        return [] if self.seat is None else list(worths(self.game.name, self.state))

    @property
    def layout(self) -> str:
        assert self.game.layouts is not None
        return self.game.layouts.write(self.start)

    def taken(self) -> list[tuple[Seat, Move, Value, bool]]:
        """Return each step with who took it, what it was worth, and whether there was no better one."""
        found = []
        for state, move in zip(self.states, self.moves, strict=False):
            known = worths(self.game.name, state)
            value = dict(known)[move]
            found.append((state.actor, move, value, value == known[0][1]))
        return found

    def label(self, number: int) -> str:
        """Name a step by what was seen before it."""
        state = self.states[number]
        return label(self.game, state.view(state.actor), self.moves[number], self.words)

    def named(self, move: Move) -> str:
        return label(self.game, self.view, move, self.words)

    @property
    def table(self) -> str:
        return self.game.text.table(self.view, self.words, self.names)

    @property
    def end(self) -> str:
        """Tell how the round ended; empty as long as it goes on."""
        if self.seat is not None or self.state.actor is None:
            return ""
        move = self.state.draw(Random(0))
        views = [self.state.view(None), self.state.play(move).view(None)]
        return narrate(self.game, Told(NATURE, move), 0, lambda seq: views[seq], self.words, self.names)

    def turned(self) -> dict[str, Place]:
        """Return where the same walk would be, for each way to turn the start."""
        assert self.game.layouts is not None
        found = {}
        exact = exact_games()[self.game.name]
        for turn in exact.turns:
            moves = exact.turned(turn, [*self.start, *self.moves])
            start, steps = moves[: len(self.start)], moves[len(self.start) :]
            written = [self.game.text.write(each) for each in steps]
            found[turn] = Place(self.game.layouts.write(start), written)
        return found


@lru_cache(64)
def started(game: str, options: Any, start: tuple[Move, ...]) -> Any:
    rules = GAMES[game]
    state: Any = rules.start(rules.seats[0], options)
    for move in start:
        state = state.play(move)
    return state


@lru_cache(4096)
def worths(game: str, state: Any) -> tuple[Worth, ...]:
    """Return the legal moves of a position with their values, the best first."""
    moves = state.moves()
    opinion = ladder_of(game).opinion(state.view(state.actor), moves, [])
    assert opinion.values is not None
    return tuple((moves[place], opinion.values[place]) for place in opinion.ranked())


def any_layout(game: Game, dice: Random) -> str:
    """Return the code of a start at random."""
    assert game.layouts is not None
    state, moves = game.start(game.seats[0], game.options()), []
    while state.actor == NATURE:
        moves.append(state.draw(dice))
        state = state.play(moves[-1])
    return game.layouts.write(moves)


def walk(game: str, options: Any, layout: str, steps: Sequence[str], lang: str) -> Walked:
    return Walked(GAMES[game], options, layout, steps, lang)
