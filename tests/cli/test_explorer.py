"""hanamachi explorer, as people use it."""

import io
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

from hanamachi.cli import main
from hanamachi.explorer import file as files
from hanamachi.explorer.exact import any_layout
from hanamachi.explorer.file import read
from hanamachi.games import GAMES

Run = Callable[..., tuple[int, str, str]]
LAYOUT = any_layout(GAMES["okiya"], Random(1))


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    def go(*words: str, typed: str = "") -> tuple[int, str, str]:
        monkeypatch.setattr("sys.stdin", io.StringIO(typed))
        with pytest.raises(SystemExit) as left:
            main([part for word in words for part in word.split()])
        said = capsys.readouterr()
        return int(left.value.code or 0), said.out, said.err

    return go


@pytest.mark.parametrize(("lang", "loses"), [("en", "loses in 16"), ("fr", "perd en 16"), ("pl", "16 ruch")])
def test_a_walk_goes_on_and_back(run: Run, lang: str, loses: str) -> None:
    command = f"explorer okiya --plain --layout {LAYOUT} --lang {lang}"
    code, said, _ = run(command, typed="d1\n<\nb2\nnonsense\n\n")
    assert code == 0
    assert said.count(LAYOUT) == 3  # the start, the step, the start again: what is refused changes nothing
    assert said.count(loses) >= 13
    assert "nonsense" in said


def test_a_walk_ends_with_the_input_and_begins_anywhere(run: Run) -> None:
    code, said, _ = run(f"explorer okiya --plain --layout {LAYOUT} --moves d1,a1 --full-board draw")
    assert code == 0
    assert "1. d1 pine bird" in said
    assert run("explorer okiya --plain", typed="\n")[0] == 0
    for bad in ("--moves b2", "--layout nonsense", "--full-board maybe"):
        code, said, problem = run(f"explorer okiya {bad}")
        assert (code, said) == (2, "")
        assert "Traceback" not in problem
        assert problem


@pytest.mark.parametrize("game", ["hanamikoji", "geishas_road"])
def test_first_actions_are_told_with_intervals(run: Run, game: str) -> None:
    code, said, _ = run(f"explorer {game} --plain")
    assert code == 0
    assert "Master" in said
    assert "95%" in said
    step = said.partition("[")[2].partition("]")[0]
    assert run(f"explorer {game} --plain --moves {step}")[0] == 0
    for bad in ("--moves nothing", "--setting 9"):
        code, _, problem = run(f"explorer {game} {bad}")
        assert code == 2
        assert problem.strip()


def test_a_damaged_file_is_told_in_words(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    damaged = tmp_path / "damaged.xz"
    monkeypatch.setattr(files, "file_of", lambda _game: damaged)
    code, _, problem = run("explorer hanamikoji")
    assert (code, "No games" in problem) == (2, True)
    damaged.write_bytes(b"nonsense")
    code, _, problem = run("explorer hanamikoji")
    assert (code, "cannot be read" in problem) == (2, True)


def test_games_are_made_into_a_file(run: Run, tmp_path: Path) -> None:
    out = tmp_path / "out.xz"
    command = f"explorer make hanamikoji --opens random --plays-on random --journal {tmp_path}/j --out {out}"
    code, said, _ = run(command, "--games 100")
    assert (code, "100 of 100" in said) == (0, True)
    assert sum(line.games for line in read(out.read_bytes(), GAMES["hanamikoji"]).lines) == 100
    for bad in (
        "explorer make okiya",
        "explorer mai_star",
        f"{command} --games 0",
        f"{command} --opens nobody",
    ):
        assert run(bad)[0] == 2
