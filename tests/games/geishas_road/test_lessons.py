"""The browser's lessons: fixed chance by name, and a line that is legal to its end."""

import json
from hashlib import sha256
from pathlib import Path

import msgspec
import pytest

from hanamachi.core.table import Table
from hanamachi.games.geishas_road import GAME
from hanamachi.games.geishas_road.moves import AnyMove, Options

LESSONS = sorted((Path(__file__).parents[3] / "web/src/games/geishas_road/lessons").glob("*.json"))


@pytest.mark.parametrize("path", LESSONS, ids=lambda path: path.stem)
def test_a_lesson_is_legal_to_its_end(path: Path) -> None:
    lesson = json.loads(path.read_text("utf-8"))
    seed = sha256(f"lesson {lesson['name']}".encode()).digest()
    options = msgspec.convert(lesson["options"], Options)
    table = Table.begin(GAME, ["Mika", "Mika 2"], options, seed, ["lesson", "lesson"]).deal()
    for each in lesson["line"]:
        table = table.submit(each["seat"], table.seq, msgspec.convert(each["move"], AnyMove))
    assert [step["from"] for step in lesson["steps"]] == sorted(step["from"] for step in lesson["steps"])
    assert lesson["steps"][-1]["from"] == len(lesson["line"])


def test_the_lesson_of_the_basic_game_is_a_whole_round() -> None:
    (basic,) = [json.loads(path.read_text("utf-8")) for path in LESSONS if path.stem == "basic"]
    uses = [(each["seat"], each["move"]["action"]) for each in basic["line"] if each["move"]["type"] == "Use"]
    assert sorted(uses) == [(seat, action) for seat in (0, 1) for action in range(4)]
