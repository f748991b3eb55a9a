"""hanamachi arena as people use it, and bots from outside at the terminal."""

import io
import json
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from hanamachi.cli import main
from tests import interrupts

DOCS = Path(__file__).parents[2] / "docs" / "write-a-bot.md"
Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> Run:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setenv("HANAMACHI_BOTS", "")

    def go(*words: str, typed: str = "") -> tuple[int, str, str]:
        monkeypatch.setattr("sys.stdin", io.StringIO(typed))
        with pytest.raises(SystemExit) as left:
            main([part for word in words for part in (word.split() if "=" not in word else [word])])
        said = capsys.readouterr()
        return int(left.value.code or 0), said.out, said.err

    return go


@pytest.fixture
def example(tmp_path: Path) -> str:
    """The ten lines of the documentation, as a command."""
    (code,) = re.findall(r"```python\n(#!.*?)```", DOCS.read_text("utf-8"), re.S)
    assert len(code.splitlines()) == 10
    path = tmp_path / "mybot.py"
    path.write_text(code)
    return f"mine={sys.executable} {path}"


@pytest.fixture
def maker(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """The Python bot of the documentation."""
    (code,) = re.findall(r"```python\n(class First.*?)```", DOCS.read_text("utf-8"), re.S)
    (tmp_path / "mybots.py").write_text(code)
    monkeypatch.chdir(tmp_path)
    return "first=py:mybots:First"


def test_bots_of_an_installed_package_meet_in_the_arena(run: Run, tmp_path: Path) -> None:
    out_file = tmp_path / "out.json"
    code, out, _ = run(f"arena tsukimi novice random --deals 20 --processes 1 --json {out_file}")
    assert code == 0
    assert "novice" in out
    assert json.loads(out_file.read_text("utf-8"))["mishaps"] == []


def test_a_match_in_words_json_and_a_picture(run: Run, tmp_path: Path) -> None:
    out_file, plot = tmp_path / "out.json", tmp_path / "out.svg"
    words = (
        f"arena okiya random novice --deals 4 --processes 1 --match series --json {out_file} --plot {plot}"
    )
    code, out, _ = run(words)
    assert code == 0
    assert "4 deals, 8 games." in out
    assert re.search(r"novice +\d+\.\d % \(", out)
    report = json.loads(out_file.read_text())
    assert report["contest"]["options"] == {"match": "series"}
    assert sum(report["meetings"][0]["pairs"]) == 4
    assert plot.read_text().startswith("<svg")
    again, same, told = run(words)
    assert (again, same) == (0, out)
    assert "8 games are already in" in told


def test_a_round_robin_has_a_cross_table_in_every_language(run: Run, tmp_path: Path) -> None:
    for lang, heading in (("en", "rating in Elo"), ("fr", "classement Elo"), ("pl", "ranking Elo")):
        journal = tmp_path / "games.jsonl"
        code, out, _ = run(f"arena okiya random random novice --deals 2 --journal {journal} --lang {lang}")
        assert code == 0
        assert heading in out
        assert re.search(r"random-2 +\d+\.\d +· +\d+\.\d\n", out)


def test_a_larger_table_and_a_clean_cache(run: Run, tmp_path: Path) -> None:
    code, out, _ = run("arena mai_star random random --seats 4 --deals 1")
    assert code == 0
    assert "1 deals, 4 games." in out
    assert "Equal bots would each score 25.0 %" in out
    assert not list((tmp_path / "cache").rglob("*.jsonl"))


def test_the_sequential_test_is_told(run: Run) -> None:
    _, out, _ = run("arena okiya novice random --deals 40 --sprt 0,100")
    assert "The test says: 100 Elo or more rather than 0" in out
    assert int(out.split()[0]) < 40
    _, out, _ = run("arena okiya novice random --deals 1 --sprt 0,10")
    assert "it needs more deals" in out


@pytest.mark.parametrize("game", ["okiya", "hanamikoji", "geishas_road"])
def test_the_programs_of_the_documentation_play(
    run: Run, example: str, maker: str, game: str, tmp_path: Path
) -> None:
    out_file = tmp_path / "out.json"
    code, _, _ = run(f"arena {game}", example, maker, f"--deals 1 --json {out_file} --budget-ms 5000")
    assert code == 0
    report = json.loads(out_file.read_text())
    assert [each["name"] for each in report["standings"]] == ["mine", "first"]
    assert report["deals"] == 1
    assert report["mishaps"] == []


def test_a_bot_that_crashes_is_named(run: Run, tmp_path: Path) -> None:
    broken = tmp_path / "broken.py"
    broken.write_text("raise ValueError('no idea')")
    code, out, _ = run("arena okiya random", f"mine={sys.executable} {broken}", "--deals 2")
    assert code == 0
    assert "mine lost games without playing them to the end: late 0, crashed 4." in out
    assert "ended with code 1: ValueError: no idea" in out


def test_an_interrupt_loses_nothing(run: Run, tmp_path: Path) -> None:
    command = [sys.executable, "-m", "hanamachi", "arena", "okiya", "student", "novice", "--deals", "12"]
    first, second = tmp_path / "first.json", tmp_path / "second.json"
    env = {**os.environ, "COVERAGE_PROCESS_START": ""}
    going = subprocess.Popen(
        [*command, "--json", first], env=env, stderr=subprocess.PIPE, text=True, preexec_fn=interrupts.heeded
    )
    journal = Path(f"{first}.games.jsonl")
    while not (journal.exists() and journal.read_bytes().count(b"\n") > 5):
        time.sleep(0.05)
        assert going.poll() is None
    going.send_signal(signal.SIGINT)
    _, said = going.communicate(timeout=120)
    assert going.returncode == 130
    assert "run the same command to continue" in said
    kept = journal.read_bytes().count(b"\n") - 1
    code, _, told = run(" ".join([*command[3:], f"--json {first}"]))
    assert code == 0
    assert f"{kept} games are already" in told
    run(" ".join([*command[3:], f"--json {second} --processes 1"]))
    reports = [json.loads(path.read_text()) for path in (first, second)]
    assert reports[0]["meetings"] == reports[1]["meetings"]


@pytest.mark.parametrize(
    "words",
    [
        "arena",
        "arena okiya",
        "arena okiya random",
        "arena okiya random novice",
        "arena okiya random --deals 2",
        "arena go random novice --deals 2",
        "arena okiya random god --deals 2",
        "arena okiya random novice --deals 0",
        "arena okiya random novice --deals two",
        "arena okiya random novice --deals 2 --processes 0",
        "arena okiya random novice --deals 2 --budget-ms 0",
        "arena okiya random novice --deals 2 --ray local --processes 2",
        "arena okiya random novice --deals 2 --seats 3",
        "arena mai_star random novice --deals 2 --seats 4 --sprt 0,5",
        "arena mai_star random novice random --deals 2 --seats 4",
        "arena okiya random novice --deals 2 --sprt 5",
        "arena okiya random novice --deals 2 --sprt 5,0",
        "arena okiya random novice --deals 2 --sprt nan,5",
        "arena okiya random novice --deals 2 --match never",
        "arena okiya random novice --deals 2 --json /nowhere/at/all.json --journal /dev/null/x",
    ],
)
def test_bad_input_gets_a_sentence(run: Run, words: str) -> None:
    code, out, err = run(words)
    assert (code, out) == (2, "")
    assert err.strip().endswith((".", "?"))
    assert "Traceback" not in err


@pytest.mark.parametrize("bot", ["=x", "mine=", "mine=no-such-program", "mine=py:nowhere:f"])
def test_a_bot_that_cannot_be_gets_a_sentence(run: Run, bot: str) -> None:
    for words in (
        (f"arena okiya random {bot}", "--deals 1"),
        ("serve --bot", bot),
        ("play okiya --bot", bot),
    ):
        code, _, err = run(*(part for word in words for part in word.split()))
        assert code == 2
        assert err.strip().endswith(".")


def test_a_program_sits_at_the_terminal(run: Run, example: str) -> None:
    code, out, _ = run("play okiya --seed 1 --bot", example, "--against mine", typed="1\n" * 40)
    assert code == 0
    assert "mine takes" in out


def test_help_shows_the_games_options(run: Run) -> None:
    code, out, _ = run("arena hanamikoji --help")
    assert code == 0
    assert "--rounds" in out
    assert run("arena --help")[0] == 0
