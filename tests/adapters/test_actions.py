"""Moves and their ids: there and back, and the same for as long as the game's version is."""

from pathlib import Path
from random import Random

import pytest

from hanamachi.adapters.actions import Actions, BadAction, actions
from hanamachi.adapters.setting import BadSetting, Setting, returns, sentence, setting
from hanamachi.core.conformance import random_story
from hanamachi.core.game import NATURE, Outcome
from hanamachi.core.options import OptionError
from hanamachi.core.words import Refusal
from tests.goldens import check_golden

HERE = Path(__file__).parent / "ids"
SETTINGS = [
    setting("okiya"),
    setting("hanamikoji"),
    setting("hanamikoji", options={"box": "small"}),
    setting("geishas_road"),
    setting("geishas_road", options={"mode": "harder", "destiny": True}),
    setting("geishas_road", options={"mode": "advanced", "starter": "first"}),
    setting("mai_star", 3),
    setting("mai_star", 6),
]


def listed(each: Setting) -> str:
    table, write = Actions(each), each.game.text.write
    lines = [f"{each.name} {each.game.version}, {each.seats} seats, {each.options}", "", "decisions"]
    lines += [f"{number} {write(move)}" for number, move in enumerate(table.decisions)]
    lines += ["", "nature", *(f"{number} {write(move)}" for number, move in enumerate(table.nature))]
    return "\n".join(lines) + "\n"


@pytest.mark.parametrize("name", ["okiya", "hanamikoji", "geishas_road", "mai_star"])
def test_golden_ids(name: str) -> None:
    texts = [listed(each) for each in SETTINGS if each.name == name]
    check_golden(HERE / f"{name}.txt.xz", "\n".join(texts))


@pytest.mark.parametrize("each", SETTINGS, ids=str)
def test_ids_and_moves_are_one_to_one_and_legal_moves_have_ids(each: Setting) -> None:
    table = actions(each)
    assert [table.ids[move] for move in table.decisions] == list(range(len(table)))
    assert [table.chances[move] for move in table.nature] == list(range(len(table.nature)))
    story = random_story(each.game, each.seats, each.options, Random(1), 10_000)
    for state in story.states[:-1]:
        legal = table.legal(state)
        moves = table.nature if state.actor == NATURE else table.decisions
        assert legal == sorted(set(legal))
        assert {moves[number] for number in legal} == set(state.moves())
    assert table.legal(story.states[-1]) == []


def test_equal_settings_share_their_ids() -> None:
    assert actions(setting("okiya")) is actions(setting("okiya", 2, {"match": "single"}))


@pytest.mark.parametrize(
    ("name", "seats", "options", "words"),
    [
        ("go", None, {}, "Unknown game: go."),
        ("okiya", 3, {}, "This game is for 2 players, not 3."),
        ("mai_star", "4", {}, "This game is for 3–6 players, not 4."),
        ("okiya", 2, {"komi": 7}, "This game has no option komi."),
        ("okiya", 2, {"match": "long"}, "long is not a value of match."),
        ("hanamikoji", 2, {"box": "small", "rounds": "until_won"}, "small"),
    ],
)
def test_a_bad_setting_is_refused_in_words(
    name: str, seats: int | None, options: dict[str, object], words: str
) -> None:
    with pytest.raises(Refusal) as refused:
        setting(name, seats, options)
    assert isinstance(refused.value, BadSetting | OptionError)
    assert words in sentence(refused.value, name if name != "go" else None)


@pytest.mark.parametrize(
    ("number", "words"), [(16, "from 0 to 15"), (-1, "from 0 to 15"), (5, "not allowed")]
)
def test_a_bad_id_is_refused_in_words(number: int, words: str) -> None:
    table = actions(setting("okiya"))
    with pytest.raises(BadAction) as refused:
        table.decision(number, [0, 1, 2, 3])
    assert words in sentence(refused.value)


def test_what_an_end_is_worth() -> None:
    assert returns(Outcome((1, 0), (1, 2), (0,), "O7")) == (1.0, -1.0)
    assert returns(Outcome((1, 1), (1, 1), (), "H19")) == (0.0, 0.0)
    assert returns(Outcome((1, 1), (1, 1), (0, 1), "G32")) == (0.0, 0.0)
    assert returns(Outcome((9, 5, 5), (1, 2, 2), (0,), "M32")) == (1.0, -0.5, -0.5)
    assert returns(Outcome((9, 9, 5), (1, 1, 3), (0, 1), "M32")) == (0.25, 0.25, -0.5)
