"""The law and the kernel side by side, led by the same chance; they are compared at each decision."""

from collections.abc import Callable, Sequence
from itertools import product
from typing import Literal

from hanamachi.core.game import NATURE, Move
from hanamachi.games.mai_star.kernel import Position, move_number, ranks, tables_of
from hanamachi.games.mai_star.moves import Options
from hanamachi.games.mai_star.rules import State, start

WORD = 2**64 - 1
BLACK: tuple[Literal["any", "all"], ...] = ("any", "all")
LIMITS: tuple[Literal["no", "at_once", "end_of_turn"], ...] = ("no", "at_once", "end_of_turn")
TABLES = [
    (seats, Options(management, limited, black, lap))
    for seats, management, limited, black, lap in product(
        range(3, 7), (False, True), LIMITS, BLACK, (True, False)
    )
    if lap or seats == 6
]
TABLES += [(seats, Options(management, chooser="first")) for seats in (3, 6) for management in (False, True)]


class Chance:
    """splitmix64, as in the kernel."""

    def __init__(self, seed: int) -> None:
        self.state = seed

    def throw(self, sides: int) -> int:
        if sides == 1:
            return 0
        self.state = z = self.state + 0x9E3779B97F4A7C15 & WORD
        z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9 & WORD
        z = (z ^ z >> 27) * 0x94D049BB133111EB & WORD
        return ((z ^ z >> 31) >> 32) * sides >> 32


Choice = Callable[[Sequence[Move], Chance], Move]


def any_move(moves: Sequence[Move], chance: Chance) -> Move:
    return moves[chance.throw(len(moves))]


def lively_move(moves: Sequence[Move], chance: Chance) -> Move:
    """First a kind of move is drawn, then one of that kind: rare kinds come more often."""
    kinds = list(dict.fromkeys(map(type, moves)))
    kind = kinds[chance.throw(len(kinds))]
    return any_move([move for move in moves if type(move) is kind], chance)


def by_nature(state: State, chance: Chance) -> State:
    """Until somebody must decide. The kernel throws for one of all kinds, then of those there are twice."""
    while state.actor == NATURE:
        odds = state.odds()
        copies = [move for n in (1, 2) for move, weight in odds if weight >= n]
        state = state.play(copies[chance.throw(len(copies))])
    return state


def law_alone(seats: int, options: Options, seed: int) -> tuple[State, int, int]:
    """A game of random moves: its end, its decisions, and the sum of the numbers of legal moves."""
    chance, decisions, choices = Chance(seed), 0, 0
    state = by_nature(start(seats, options), chance)
    while state.todo:
        moves = state.moves()
        decisions, choices = decisions + 1, choices + len(moves)
        state = by_nature(state.play(any_move(moves, chance)), chance)
    return state, decisions, choices


def in_lockstep(seats: int, options: Options, seed: int, choice: Choice, every: int = 1) -> int:
    """A whole game, asserting that the two agree all along. The number of decisions.

    Moves and chance are compared at every decision, the whole tables at `every` so many.
    """
    chance, twin, decisions = Chance(seed), Position.of_new_game(seats, options, seed), 0
    state = by_nature(start(seats, options), chance)
    while state.todo:
        moves = state.moves()
        story = (seats, options, seed, decisions)
        assert twin.moves() == [move_number(move) for move in moves], story
        assert twin.chance[0] == chance.state, story
        if decisions % every == 0:
            assert twin.tables[0] == tables_of(state)[0], story
        move = choice(moves, chance)
        twin.chance[0] = chance.state
        twin.play(move_number(move))
        state = by_nature(state.play(move), chance)
        decisions += 1
    assert same_end(twin, state), (seats, options, seed)
    return decisions


def same_end(twin: Position, state: State) -> bool:
    outcome = state.outcome()
    assert outcome is not None
    same_table = bool(twin.tables[0] == tables_of(state)[0])
    rank = tuple(ranks(twin.tables)[0, : state.seats].tolist())
    points = tuple(twin.tables[0]["totals"][: state.seats].tolist())
    return twin.over and not twin.moves() and same_table and (points, rank) == (outcome.points, outcome.ranks)
