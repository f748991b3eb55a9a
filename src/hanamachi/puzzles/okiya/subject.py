"""Make puzzles of Okiya by its solver: win in n, the only move, save it, most points."""

from collections.abc import Sequence
from typing import Any

from hanamachi.core.value import Value
from hanamachi.core.words import Fact, Name
from hanamachi.games.okiya.moves import Scoring, Take
from hanamachi.games.okiya.rules import State
from hanamachi.games.okiya.solver import Solution, solve
from hanamachi.puzzles.okiya.symmetry import canonical
from hanamachi.puzzles.opened import OpenedPuzzle
from hanamachi.puzzles.path import Position, Setting
from hanamachi.puzzles.puzzle import Line, Worth
from hanamachi.puzzles.subject import Found, Subject

POINTS = {"win": 100.0, "draw": 50.0, "loss": 0.0}
RESULTS = {1: "win", 0: "draw", -1: "loss"}
EARLIEST, SPREAD = 4, 6  # geishas on the board, at least: in some gardens more, so that puzzles differ
SLOWEST = 9  # plies of the longest win
LONG = 7  # plies from which on an ending is long
THEMES = {"O7": "pattern", "O8": "pattern", "O9": "no_tile", "O10": "long_ending"}


class OkiyaSubject(Subject):
    game = "okiya"
    settings = (
        Setting(2),
        Setting(2, {"match": "points"}),
        Setting(2, {"full_board": "draw"}),
    )
    kinds = ("win_in", "only_move", "save", "points")
    themes = ("pattern", "no_tile", "only_safe", "long_ending", "points")
    exact = ("points",)
    levels = ("novice", "apprentice", "student", "adept")

    def seek(self, position: Position) -> Found | None:
        state, moves = position.state, position.moves
        placed = (state.geishas[0] | state.geishas[1]).bit_count()
        if placed < EARLIEST + state.layout[0] % SPREAD or len(moves) < 3 or state.rounds:
            return None
        solution = solve(state)
        values = [solution.moves[move.square] for move in moves if isinstance(move, Take)]
        kind = kind_of(values, state.options.match == "points")
        if kind is None:
            return None
        best = moves[min(range(len(values)), key=lambda place: values[place].order)]
        theme = theme_of(kind, state, solution)
        return Found(kind, theme, list(map(written, values)), replies(state.answer(best)))

    def same(self, position: Position) -> Any:
        return canonical(position.state)

    def worth(self, position: Position, line: Line) -> list[Worth]:
        in_points = position.state.options.match == "points"
        left = 16 - (position.state.geishas[0] | position.state.geishas[1]).bit_count()
        return [worth(number, left if in_points else None) for number in line.worths]

    def right(self, worths: Sequence[Worth]) -> list[int]:
        """Return the best answers: of two that win the faster one is right."""
        orders = [order(each) for each in worths]
        return [place for place, each in enumerate(orders) if each == min(orders)]

    def facts(self, position: Position, line: Line) -> dict[str, Fact]:
        """Return in how many moves of one's own the best answer wins."""
        fastest = min((plies for plies in line.worths if plies > 0), default=0)
        return {"moves": f"@puzzle.moves:{(fastest + 1) // 2}"}

    def reason(self, opened: OpenedPuzzle, place: int | None) -> str:
        (right,) = opened.right
        said = [self.brings(opened, right, "best")]
        if place is not None and place != right:
            said.append(self.brings(opened, place, "yours"))
        return " ".join(said)

    def brings(self, opened: OpenedPuzzle, place: int, which: str) -> str:
        """Say what a move brings if both play their best."""
        worth = opened.worths[place]
        assert worth.plies is not None
        scores = opened.puzzle.line.kind == "points" and worth.result == "win"
        ending = "points" if scores else worth.result
        facts = {
            "moves": f"@puzzle.moves:{(worth.plies + 1) // 2}",
            "points": f"@puzzle.points:{round(worth.points)}",
        }
        return opened.phrases(f"puzzle.{which}.{ending}", move=Name(opened.labelled(place)), **facts)

    def proof(self, position: Position, line: Line) -> Any:
        """Return each answer of the rival to the right move, the reply to it, and in how many moves that
        wins."""
        (right,) = self.right(self.worth(position, line))
        after: State = position.state.answer(position.moves[right])
        if isinstance(after.todo[0], Scoring):
            return {"replies": []}
        shown = []
        for theirs, (place, plies) in zip(after.moves(), line.proof, strict=True):
            then = after.answer(theirs)
            mine = None if isinstance(then.todo[0], Scoring) else then.moves()[place]
            shown.append({"theirs": theirs, "mine": mine, "plies": plies})
        return {"replies": shown}


def order(worth: Worth) -> tuple[int, int]:
    assert worth.result is not None
    assert worth.plies is not None
    return Value(worth.result, worth.plies).order


def written(value: Value) -> int:
    """Return a value as a number: the moves until a win, less than zero for a loss, zero for a draw."""
    return {"win": value.plies, "draw": 0, "loss": -value.plies}[value.result]


def worth(number: int, left: int | None) -> Worth:
    """Return the worth of a move; in a points match the winner has a point for each tile left."""
    result = RESULTS[(number > 0) - (number < 0)]
    points = POINTS[result]
    if left is not None:
        points = float((left - abs(number)) * ((number > 0) - (number < 0)))
    return Worth(points, result, abs(number))  # type: ignore[arg-type]


def kind_of(values: Sequence[Value], points: bool) -> str | None:
    """Return the task that a position sets, if its best move is alone and not plain to see, and some move is
    wrong."""
    ranked = sorted(values, key=lambda value: value.order)
    best, second = ranked[0], ranked[1]
    if best.order == second.order or best.plies < 3:
        return None
    if points:
        both_win = best.result == second.result == "win"
        return "points" if both_win and second.plies - best.plies >= 2 else None
    if best.result == "win" and second.result == "win":
        return "win_in" if best.plies <= SLOWEST and ranked[-1].result != "win" else None
    if best.result == "loss" or second.result != "loss" or best.plies > SLOWEST:
        return None
    at_once = [value for value in ranked[1:] if value.plies <= 2]
    if len(at_once) == len(ranked) - 1:
        return "save"
    if best.result == "draw":
        return "save"
    return "only_move" if ranked[1].plies >= 4 else None


def theme_of(kind: str, state: State, solution: Solution) -> str:
    if kind == "points":
        return "points"
    if kind == "save":
        return "only_safe"
    if solution.best.plies >= LONG:
        return "long_ending"
    return THEMES[ending(state)]


def ending(state: State) -> str:
    """Return the rule that ends the round if both play their best."""
    while not isinstance(state.todo[0], Scoring):
        state = state.answer(solve(state).best_moves()[0])
    return state.todo[0].score.rule


def replies(after: State) -> list[tuple[int, int]]:
    """Return for each answer of the rival the place of the best reply, and the moves until the end from
    there."""
    if isinstance(after.todo[0], Scoring):
        return []
    found = []
    for theirs in after.moves():
        then = after.answer(theirs)
        if isinstance(then.todo[0], Scoring):
            found.append((0, 0))
        else:
            solution = solve(then)
            found.append((then.moves().index(solution.best_moves()[0]), written(solution.best)))
    return found
