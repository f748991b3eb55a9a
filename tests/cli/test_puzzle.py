"""hanamachi puzzle and hanamachi puzzles make, as people use them."""

import io
from collections.abc import Callable
from pathlib import Path

import pytest

from hanamachi.cli import main
from hanamachi.games import GAMES
from hanamachi.puzzles import puzzle as files
from hanamachi.puzzles.opened import OpenedPuzzle
from hanamachi.puzzles.puzzle import Puzzle, read, shipped

Run = Callable[..., tuple[int, str, str]]
ONLY = next(each for each in shipped(GAMES["okiya"]) if each.line.kind == "only_move")


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    def go(*words: str, typed: str = "") -> tuple[int, str, str]:
        monkeypatch.setattr("sys.stdin", io.StringIO(typed))
        with pytest.raises(SystemExit) as left:
            main([part for word in words for part in word.split()])
        said = capsys.readouterr()
        return int(left.value.code or 0), said.out, said.err

    return go


def notation(puzzle: Puzzle, right: bool) -> str:
    opened = OpenedPuzzle(puzzle, "en")
    place = next(at for at in range(len(opened.moves)) if (at in opened.right) == right)
    return opened.game.text.write(opened.moves[place])


@pytest.mark.parametrize(
    ("lang", "right", "wrong"),
    [
        ("en", "Right.", "Not this time."),
        ("fr", "Juste.", "Pas cette fois."),
        ("pl", "Dobrze.", "Nie tym razem."),
    ],
)
def test_an_answer_is_judged_in_every_language(run: Run, lang: str, right: str, wrong: str) -> None:
    command = f"puzzle okiya --id {ONLY.id} --plain --lang {lang}"
    for verdict, is_right in ((right, True), (wrong, False)):
        code, said, _ = run(command, typed=notation(ONLY, is_right) + "\n")
        assert code == 0
        assert ONLY.id in said
        assert verdict in said


def test_a_bad_answer_is_asked_again_and_the_solution_can_be_shown(run: Run) -> None:
    code, said, _ = run(f"puzzle okiya --id {ONLY.id} --plain", typed="nonsense\n\n?\n")
    assert code == 0
    assert "neither a square nor a tile" in said
    assert "The answer:" in said
    assert run(f"puzzle okiya --id {ONLY.id} --plain", typed="")[0] == 0  # no answer at all


@pytest.mark.parametrize("game", ["hanamikoji", "geishas_road", "mai_star"])
def test_every_game_has_puzzles_for_the_terminal(run: Run, game: str) -> None:
    code, said, _ = run(f"puzzle {game} --plain", typed="?\n")
    assert code == 0
    assert "The answer:" in said


def test_what_is_not_there_is_said(run: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    assert run("puzzle okiya --id nothing")[2].count("There is no such puzzle.") == 1
    assert "There is no theme" in run("puzzle okiya --theme nothing")[2]
    monkeypatch.setattr(files, "file_of", lambda game: tmp_path / game)
    assert "There are no puzzles" in run("puzzle okiya")[2]
    (tmp_path / "okiya").write_bytes(b"damaged")
    code, _, said = run("puzzle okiya")
    assert code == 2
    assert "cannot be read" in said


def test_puzzles_are_made_and_made_further(run: Run, tmp_path: Path) -> None:
    places = f"--journal {tmp_path}/journal --out {tmp_path}/okiya.xz --seed test"
    code, said, _ = run(f"puzzles make okiya --count 2 {places}")
    assert code == 0
    assert "2 puzzles are in" in said
    assert len(read((tmp_path / "okiya.xz").read_bytes(), GAMES["okiya"])) == 2
    assert run(f"puzzles make okiya --count 3 {places}")[0] == 0
    assert len(read((tmp_path / "okiya.xz").read_bytes(), GAMES["okiya"])) == 3
    code, _, said = run(f"puzzles make okiya --count 3 {places}x")
    assert code == 2
    assert "was begun for another" in said
    assert run(f"puzzles make okiya --count 0 {places}")[0] == 2
    assert run("puzzles make chess")[0] == 2
