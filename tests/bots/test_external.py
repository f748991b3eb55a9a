"""Bots from outside: programs that answer lines of JSON, and Python functions."""

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from hanamachi.bots import dismiss, ladder_of, level_name, levels, make_bot
from hanamachi.bots.external import BadBot, Failed, Late, Program, index, read_source, register, registered
from hanamachi.core.game import Move
from hanamachi.games.okiya import GAME
from hanamachi.games.okiya.moves import Take
from hanamachi.locales import catalogue
from tests.games.okiya.garden import laid

ANSWERS = """
import json, sys
for line in sys.stdin:
    asked = json.loads(line)
    {answer}
"""


@pytest.fixture
def program(tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[Program]:
    """A bot that answers with the code it is given."""
    script = tmp_path / "bot.py"
    script.write_text(ANSWERS.format(answer=request.param))
    bot = Program(GAME, f"{sys.executable} {script}", seed=7)
    yield bot
    bot.close()
    assert bot.process.returncode is not None


def asked(bot: Program) -> Move:
    state = laid()
    return bot.choose(state.view(0), state.moves(), [])


answer = pytest.mark.parametrize


@answer(
    "program", ["print(2, flush=True)", "print(json.dumps(asked['notation'][2]), flush=True)"], indirect=True
)
def test_an_answer_is_an_index_or_a_notation(program: Program) -> None:
    assert [asked(program), asked(program)] == [laid().moves()[2]] * 2


@answer(
    "program",
    [
        "print(asked['notation'].index('a2') if (asked['game'], asked['seed']) == ('okiya', 7) else 0, flush=True)"
    ],
    indirect=True,
)
def test_the_question_says_what_a_seat_knows(program: Program) -> None:
    assert asked(program) == Take(GAME.text.read("a2", GAME.text.words("en")).square)  # type: ignore[attr-defined]


@answer(
    "program, complaint",
    [
        ("raise KeyError('hand')", "ended with code 1: KeyError: 'hand'"),
        ("sys.exit(3)", "ended with code 3"),
        ("print('hello', flush=True)", "answered 'hello', which is no JSON"),
        ("print(99, flush=True)", "answered '99', which is no legal move"),
        ("print(-1, flush=True)", "answered '-1', which is no legal move"),
        ("print('true', flush=True)", "answered 'true', which is no legal move"),
        ("print('\"z9\"', flush=True)", "answered '\"z9\"', which is no legal move"),
    ],
    indirect=["program"],
)
def test_a_program_that_fails_says_how(program: Program, complaint: str) -> None:
    with pytest.raises(Failed) as failed:
        asked(program)
    assert str(failed.value) == complaint


@answer("program", ["import time; time.sleep(60)"], indirect=True)
def test_a_program_that_hangs_is_put_down(program: Program) -> None:
    program.seconds = 0.2
    with pytest.raises(Late):
        asked(program)
    assert program.process.wait(30) != 0


@answer("program", ["import subprocess; subprocess.Popen(['sleep', '60']).wait()"], indirect=True)
def test_its_family_goes_with_it(program: Program) -> None:
    """The sleeper would keep the pipe open, and the wait would last a minute."""
    program.seconds = 0.5
    with pytest.raises(Late):
        asked(program)


def test_an_index_counts_from_zero() -> None:
    assert index(b"0\n", ["a1", "a2"]) == 0
    assert index(b' "a2" ', ["a1", "a2"]) == 1


@pytest.mark.parametrize(
    ("spec", "reason"),
    [
        ("mine", "bad_bot"),
        ("=python3", "bad_bot"),
        ("mine=", "bad_bot"),
        ("my bot=python3", "bad_bot"),
        ("mine='python3", "bad_bot"),
        ("mine=no-such-program", "no_program"),
        ("mine=py:no_such_module:f", "no_function"),
        ("mine=py:json:no_such_function", "no_function"),
        ("mine=py:", "no_function"),
    ],
)
def test_a_bot_that_cannot_be_is_refused(spec: str, reason: str) -> None:
    with pytest.raises(BadBot) as refused:
        read_source(spec)
    assert refused.value.reason == reason


def test_a_registered_bot_is_a_level_of_every_game(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("HANAMACHI_BOTS", "")
    script = tmp_path / "bot.py"
    script.write_text(ANSWERS.format(answer="print(1, flush=True)"))
    register(read_source(f"mine={sys.executable} {script}"))
    register(read_source("ours=py:hanamachi.bots.okiya.perfect:perfect"))
    assert registered()["ours"] == "py:hanamachi.bots.okiya.perfect:perfect"
    assert levels("mai_star")[-2:] == ["mine", "ours"]
    assert "mine" not in ladder_of("okiya").names
    words = catalogue("house")("fr")
    assert [level_name(level, words) for level in ("student", "mine")] == ["Élève", "mine"]
    state = laid()
    bot = make_bot("okiya", "mine", 1)
    assert bot.choose(state.view(0), state.moves(), []) == state.moves()[1]
    dismiss(bot)
    assert type(make_bot("okiya", "ours", 1)).__name__ == "Perfect"


def test_a_name_of_the_house_cannot_be_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HANAMACHI_BOTS", "")
    for level in (*ladder_of("okiya").names, *ladder_of("hanamikoji").names, "human"):
        with pytest.raises(BadBot):
            register(read_source(f"{level}=python3 bot.py"))
