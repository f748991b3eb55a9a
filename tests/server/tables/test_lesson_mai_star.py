"""The script of Mai-Star's lesson: with the chance that its name fixes, every move is legal and the player wins."""

import json
from hashlib import sha256
from pathlib import Path

import msgspec
import pytest

from hanamachi.core.table import Table
from hanamachi.core.words import LANGUAGES
from hanamachi.games.mai_star import GAME
from hanamachi.games.mai_star.moves import Ronin
from hanamachi.games.mai_star.view import MaiStarView
from hanamachi.server.tables.creation import LESSON_WORDS

WING = Path(__file__).parents[3] / "web" / "src" / "games" / "mai_star"
LESSON = json.loads((WING / "lessons" / "festival.json").read_text("utf-8"))


def seen(table: Table) -> MaiStarView:
    view = table.state.view(None)
    assert isinstance(view, MaiStarView)
    return view


def test_the_line_is_legal_and_ends_the_festival() -> None:
    seed, seats = sha256(f"lesson {LESSON['name']}".encode()).digest(), LESSON["seats"]
    table = Table.begin(GAME, ["a"] * seats, GAME.options(), seed, [LESSON_WORDS] * seats).deal()
    for step in LESSON["line"]:
        assert not seen(table).results
        table = table.submit(step["seat"], table.seq, msgspec.convert(step["move"], GAME.move))
    (festival,) = seen(table).results
    assert festival.points == (11, 0, 0)
    assert festival.left[0] == 0
    assert msgspec.to_builtins(Ronin(0)) in [step["move"] for step in LESSON["line"]]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_step_has_its_words(lang: str) -> None:
    words = json.loads((WING / "words" / f"{lang}.json").read_text("utf-8"))
    assert all(words[step["key"]] and words[f"{step['key']}.why"] for step in LESSON["steps"])
    made = [step["from"] for step in LESSON["steps"]]
    assert made == sorted(made)
    assert made[-1] == len(LESSON["line"])
