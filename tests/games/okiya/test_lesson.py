"""The browser's lesson of Okiya: its line is legal and wins, and what the teacher says to other moves is true."""

import json
from pathlib import Path
from typing import Any

import pytest

from hanamachi.games.okiya.layout import decode
from hanamachi.games.okiya.moves import Take
from hanamachi.games.okiya.pieces import NAMES
from hanamachi.games.okiya.rules import State
from tests.games.okiya.garden import laid, take

PLACE = Path(__file__).parents[3] / "web" / "src" / "games" / "okiya"
LESSON = json.loads((PLACE / "lessons" / "round.json").read_text("utf-8"))
LINE = [NAMES[each["move"]["square"]] for each in LESSON["line"]]


def after(decisions: int) -> State:
    return take(laid(decode(LESSON["layout"])), " ".join(LINE[:decisions]))


def open_to(state: State) -> list[str]:
    return [NAMES[move.square] for move in state.moves() if isinstance(move, Take)]


def steps_of(reply: str) -> list[dict[str, Any]]:
    return [step for step in LESSON["steps"] if any(each["key"] == reply for each in step.get("wrong", []))]


def test_the_line_is_legal_and_its_square_wins() -> None:
    ended = after(len(LINE))
    score = ended.odds()[0][0]
    won = ended.play(score).outcome()
    assert won is not None
    assert (won.winners, won.rule) == ((0,), "O8")
    assert [each["seat"] for each in LESSON["line"]] == [place % 2 for place in range(len(LINE))]


def test_every_step_is_told_in_its_order() -> None:
    places = [step["from"] for step in LESSON["steps"]]
    assert places == sorted(places)
    assert places[-1] == len(LINE)


def test_instead_of_another_tile_the_teacher_names_that_of_the_script() -> None:
    for step in steps_of("okiya.learn.instead"):
        (reply,) = step["wrong"]
        assert reply["holes"]["square"] == LINE[step["from"]]
        assert step["gold"] == [str(NAMES.index(LINE[step["from"]]))]


def test_the_puzzle_has_one_answer_and_every_other_tile_lets_black_in() -> None:
    (puzzle,) = steps_of("okiya.learn.lets")
    state, golden = after(puzzle["from"]), {NAMES[int(square)] for square in puzzle["gold"]}
    answer = LINE[puzzle["from"]]
    assert sorted(open_to(state)) == sorted([answer, *(reply["move"] for reply in puzzle["wrong"])])
    assert not golden & set(open_to(take(state, answer)))
    for reply in puzzle["wrong"]:
        assert reply["holes"]["square"] == reply["move"]
        assert reply["holes"]["open"] in golden & set(open_to(take(state, reply["move"])))


@pytest.mark.parametrize("lang", ["en", "fr", "pl"])
def test_every_step_has_its_words(lang: str) -> None:
    words = json.loads((PLACE / "words" / f"{lang}.json").read_text("utf-8"))
    for step in LESSON["steps"]:
        assert words[step["key"]]
        assert words[step["key"] + ".why"]
