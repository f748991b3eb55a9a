"""perft.txt: how many ways a round can go, counted by the rules and by a second, separate counter."""

from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from hanamachi.games.okiya.layout import decode
from hanamachi.games.okiya.moves import Options, Scoring
from hanamachi.games.okiya.pieces import NAMES
from hanamachi.games.okiya.rules import State
from tests.games.okiya.garden import laid, take

LINES = [line.split() for line in (Path(__file__).parent / "perft.txt").read_text().splitlines()]
DEPTHS = [line[1:] for line in LINES if line[:1] == ["depths"]]
ENDS = [line[1:] for line in LINES if line[:1] == ["ends"]]
REASON = {"O7": "pattern", "O8": "pattern", "O9": "blocked", "O10": "full"}


def nodes(state: State, depth: int) -> int:
    if depth == 0 or isinstance(state.todo[0], Scoring):
        return int(depth == 0)
    return sum(nodes(state.play(move), depth - 1) for move in state.moves())


def leaves(state: State) -> Iterator[str]:
    step = state.todo[0]
    if isinstance(step, Scoring):
        drawn = step.score.winner is None
        yield REASON[step.score.rule] + ("-drawn" if drawn else "")
        return
    for move in state.moves():
        yield from leaves(state.play(move))


class Counter2:
    """The second counter: cells by column and row, nothing shared with the rules."""

    def __init__(self, layout: tuple[int, ...]) -> None:
        self.tile = {(i % 4, i // 4): (t // 4, t % 4) for i, t in enumerate(layout)}

    def wins(self, cells: frozenset[tuple[int, int]]) -> bool:
        rows = any(all((x, y) in cells for x in range(4)) for y in range(4))
        columns = any(all((x, y) in cells for y in range(4)) for x in range(4))
        slopes = all((i, i) in cells for i in range(4)) or all((i, 3 - i) in cells for i in range(4))
        boxes = any(
            {(x, y), (x + 1, y), (x, y + 1), (x + 1, y + 1)} <= cells for x in range(3) for y in range(3)
        )
        return rows or columns or slopes or boxes

    def ends(
        self,
        me: frozenset[tuple[int, int]],
        you: frozenset[tuple[int, int]],
        last: tuple[int, int] | None,
        depth: int,
    ) -> Counter[str]:
        """How lines of `depth` more plies end: `open` where they could go on."""
        free = [cell for cell in self.tile if cell not in me | you and self.fits(cell, last)]
        if self.wins(you):
            return Counter(["pattern"])
        if not free:
            return Counter(["full" if len(me | you) == 16 else "blocked"])
        if depth == 0:
            return Counter(["open"])
        total = Counter[str]()
        for cell in free:
            total += self.ends(you, me | {cell}, cell, depth - 1)
        return total

    def fits(self, cell: tuple[int, int], last: tuple[int, int] | None) -> bool:
        if last is None:
            return not {cell[0], cell[1]} <= {1, 2}
        return any(a == b for a, b in zip(self.tile[cell], self.tile[last], strict=True))


@pytest.mark.parametrize("line", DEPTHS, ids=lambda line: line[0])
def test_nodes_to_depth_five(line: list[str]) -> None:
    code, *counts = line
    assert [nodes(laid(decode(code)), depth) for depth in range(1, 6)] == list(map(int, counts))


@pytest.mark.parametrize("line", DEPTHS, ids=lambda line: line[0])
def test_nodes_by_the_second_counter(line: list[str]) -> None:
    """A round needs seven plies to end, so every line of five plies is open (or blocked at its tip)."""
    code, *counts = line
    second = Counter2(decode(code))
    ends = [second.ends(frozenset(), frozenset(), None, depth) for depth in range(1, 6)]
    assert [sum(count.values()) - early(ends, depth) for depth, count in enumerate(ends)] == list(
        map(int, counts)
    )


def early(ends: list[Counter[str]], depth: int) -> int:
    """Lines that were over before this depth."""
    return ends[depth - 1]["blocked"] + ends[depth - 1]["pattern"] if depth else 0


@pytest.mark.parametrize("line", ENDS, ids=lambda line: f"{line[0]}-{line[2]}")
def test_ends_of_the_round(line: list[str]) -> None:
    code, squares, rule, *counts = line
    state = take(laid(decode(code), Options(full_board=rule)), squares.replace(",", " "))  # type: ignore[arg-type]
    counted = Counter(leaves(state))
    assert [f"{key}={counted[key]}" for key in sorted(counted)] == counts


@pytest.mark.parametrize("line", ENDS, ids=lambda line: f"{line[0]}-{line[2]}")
def test_ends_by_the_second_counter(line: list[str]) -> None:
    code, squares, _rule, *counts = line
    cells = [(NAMES.index(name) % 4, NAMES.index(name) // 4) for name in squares.split(",")]
    found = Counter2(decode(code)).ends(frozenset(cells[::2]), frozenset(cells[1::2]), cells[-1], 16)
    assert [f"{key}={found[key]}" for key in sorted(found)] == [
        count.replace("-drawn", "") for count in counts
    ]
