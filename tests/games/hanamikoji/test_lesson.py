"""The browser's lesson of Hanamikoji: its line is legal in the cards that its name deals, and ends as it says."""

import json
from hashlib import sha256
from pathlib import Path
from typing import Any

import msgspec
import pytest

from hanamachi.core.options import choose
from hanamachi.core.table import Table
from hanamachi.games.hanamikoji import GAME
from hanamachi.games.hanamikoji.pieces import FLOWER, SCROLL, geishas
from hanamachi.games.hanamikoji.rules import State
from hanamachi.server.tables.creation import LESSON_WORDS

PLACE = Path(__file__).parents[3] / "web" / "src" / "games" / "hanamikoji"
LESSON = json.loads((PLACE / "lessons" / "round.json").read_text("utf-8"))


def told() -> Table:
    """The table of the lesson, as the house deals it, after the whole line."""
    seed = sha256(f"lesson {LESSON['name']}".encode()).digest()
    options: Any = choose(GAME.options, LESSON["options"])
    table = Table.begin(GAME, ["pupil", "rival"], options, seed, [LESSON_WORDS] * LESSON["seats"]).deal()
    for each in LESSON["line"]:
        table = table.submit(each["seat"], table.seq, msgspec.convert(each["move"], GAME.move))
    return table


def test_the_line_is_legal_and_the_kept_flower_wins_the_game() -> None:
    state = told().state
    assert isinstance(state, State)
    outcome = state.outcome()
    assert outcome is not None
    assert (outcome.winners, outcome.rule, outcome.points) == ((0,), "H16", (13, 6))
    assert geishas(state.tokens, 0) == 4
    assert [side[FLOWER] for side in state.sides] == [2, 1]  # one to one without the Secret
    assert [side[SCROLL] for side in state.sides] == [1, 1]
    assert state.tokens[SCROLL] is None


def test_every_step_waits_for_a_decision_of_the_line() -> None:
    places = [step["from"] for step in LESSON["steps"]]
    assert places == sorted(places)
    assert places[-1] == len(LESSON["line"])
    asked = sorted(set(places))[:-1]
    assert all(
        LESSON["line"][place]["seat"] == 0 for place in asked
    )  # the teacher speaks on the pupil's turn


@pytest.mark.parametrize("lang", ["en", "fr", "pl"])
def test_every_step_has_its_words(lang: str) -> None:
    words = json.loads((PLACE / "words" / f"{lang}.json").read_text("utf-8"))
    for step in LESSON["steps"]:
        assert words[step["key"]]
        assert words[step["key"] + ".why"]
