"""No byte tells the answer before it is given: a card is equal, whatever is right and whatever is hidden."""

from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from hanamachi.games import GAMES
from hanamachi.puzzles.opened import OpenedPuzzle
from hanamachi.puzzles.path import Position
from hanamachi.puzzles.puzzle import Puzzle, shipped
from hanamachi.puzzles.subject import subjects
from hanamachi.server.protocol.messages import encode
from hanamachi.server.puzzles import jobs


def card(puzzle: Puzzle, monkeypatch: pytest.MonkeyPatch, lang: str = "en") -> bytes:
    """All that a process tells of a puzzle before it is answered."""
    jobs.opened.cache_clear()
    monkeypatch.setattr(jobs, "by_id", lambda _game: {puzzle.id: puzzle})
    return encode(jobs.set_puzzle(puzzle.header.game, puzzle.id, lang))


def with_another_answer(puzzle: Puzzle, dice: Random) -> Puzzle:
    """The same puzzle with the worths of its moves exchanged, and other proofs, themes and grades."""
    worths = list(puzzle.line.worths)
    while worths == list(puzzle.line.worths):
        dice.shuffle(worths)
    proof = 0.0 if isinstance(puzzle.line.proof, float) else None
    found = "0" * len(puzzle.line.found)
    return replace(puzzle, line=replace(puzzle.line, worths=worths, theme="", found=found, proof=proof))


@pytest.mark.parametrize("game", subjects())
def test_a_card_is_equal_whatever_is_right(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    dice = Random(game)
    for puzzle in shipped(GAMES[game])[:15]:
        other = with_another_answer(puzzle, dice)
        assert other.id == puzzle.id
        assert card(other, monkeypatch) == card(puzzle, monkeypatch)


@pytest.mark.parametrize("game", [name for name in subjects() if GAMES[name].secrets])
def test_a_card_is_equal_whatever_is_hidden(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    dice, differing = Random(game), 0
    for puzzle in shipped(GAMES[game])[:5]:
        position = puzzle.position(GAMES[game])
        before = card(puzzle, monkeypatch)
        for _ in range(3):
            state: Any = GAMES[game].imagine(position.view, dice)
            differing += state != position.state
            elsewhere = Position(position.game, state, position.story)
            with monkeypatch.context() as patch:
                patch.setattr(Puzzle, "position", lambda _self, _game, there=elsewhere: there)
                assert card(puzzle, monkeypatch) == before
    assert differing


def test_a_leak_would_be_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    dice = Random(1)
    puzzle = shipped(GAMES["okiya"])[0]
    real = OpenedPuzzle.labelled
    monkeypatch.setattr(
        OpenedPuzzle,
        "labelled",
        lambda self, place: real(self, place) + ("!" if place in self.right else ""),
    )
    assert card(with_another_answer(puzzle, dice), monkeypatch) != card(puzzle, monkeypatch)
