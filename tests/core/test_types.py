"""Cheating is a type error: whoever hands a state to a bot hears it from mypy."""

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
HEAD = """
from random import Random
from hanamachi.bots import make_bot
from hanamachi.bots.okiya.perfect import perfect
from hanamachi.core.game import Game, Move, State
from hanamachi.games import GAMES, hanamikoji, okiya
from hanamachi.games.okiya.rules import State as OkiyaState

state: State = GAMES["okiya"].start(2, GAMES["okiya"].options())
bot = make_bot("okiya", "novice", 1)
moves = state.moves()
"""
FAIR = {
    "a view": "bot.choose(state.view(0), moves, [])",
    "its own game's view": "perfect(1).choose(okiya.GAME.start(2, okiya.GAME.options()).view(0), moves, [])",
    "an imagined state's view": "bot.choose(okiya.GAME.imagine(okiya.GAME.start(2, okiya.GAME.options()).view(0), Random(1)).view(0), moves, [])",
}
CHEATING = {
    "a state": "bot.choose(state, moves, [])",
    "a state of the game's own": "def f(mine: OkiyaState) -> Move: return bot.choose(mine, moves, [])",
    "a state for a bot of one game": "perfect(1).choose(okiya.GAME.start(2, okiya.GAME.options()), moves, [])",
    "another game's view": "perfect(1).choose(hanamikoji.GAME.start(2, hanamikoji.GAME.options()).view(0), moves, [])",
    "a state to be imagined": "okiya.GAME.imagine(okiya.GAME.start(2, okiya.GAME.options()), Random(1))",
    "a state to be told": "okiya.GAME.text.table(okiya.GAME.start(2, okiya.GAME.options()), okiya.GAME.text.words('en'), [])",
    "another game's options": "okiya.GAME.start(2, hanamikoji.GAME.options())",
}


@pytest.fixture(scope="module")
def found(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """What mypy says of each line, all of them in one run."""
    file = tmp_path_factory.mktemp("types") / "snippet.py"
    lines = {**FAIR, **CHEATING}
    file.write_text(HEAD + "\n".join(lines.values()) + "\n")
    command = [sys.executable, "-m", "mypy", "--config-file", str(ROOT / "pyproject.toml"), str(file)]
    said = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False).stdout
    first = HEAD.count("\n") + 1
    return {
        name: "\n".join(line for line in said.splitlines() if f"snippet.py:{number}: error" in line)
        for number, name in enumerate(lines, first)
    } | {"all": said}


@pytest.mark.parametrize("what", FAIR)
def test_a_bot_may_be_handed(what: str, found: dict[str, str]) -> None:
    assert not found[what]


@pytest.mark.parametrize("what", CHEATING)
def test_nobody_may_be_handed(what: str, found: dict[str, str]) -> None:
    assert "[arg-type]" in found[what], found["all"]
