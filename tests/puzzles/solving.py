"""Solve a puzzle again, from its position alone: what the tests do with some, and the fuzzer with all."""

from hanamachi.games import GAMES
from hanamachi.puzzles.opened import OpenedPuzzle
from hanamachi.puzzles.puzzle import Puzzle
from hanamachi.puzzles.subject import subjects


def solve_again(puzzle: Puzzle) -> None:
    """Check that the position makes the same puzzle again, with the same worth of every move and the same
    proof, and that it can be told."""
    game, line = GAMES[puzzle.header.game], puzzle.line
    position, subject = puzzle.position(game), subjects()[game.name]
    found = subject.seek(position)
    assert found is not None, puzzle.id
    proof = [list(each) for each in found.proof] if isinstance(found.proof, list) else found.proof
    assert (found.kind, found.worths, proof) == (line.kind, line.worths, line.proof), puzzle.id
    assert found.theme == line.theme, puzzle.id
    assert line.kind in subject.kinds
    assert line.theme in subject.themes
    for lang in ("en", "fr", "pl"):
        opened = OpenedPuzzle(puzzle, lang)
        assert opened.task
        assert opened.judge(opened.right[0]).verdict == "right"
        assert opened.judge(None).verdict == "shown"
        for place in range(len(opened.moves)):
            assert opened.judge(place).reason
        wrong = opened.hint()
        assert not set(wrong) & set(opened.right)
        assert len(wrong) <= len(opened.moves) - 2
