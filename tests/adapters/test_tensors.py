"""Tensors say just what their strings say, and nothing that a seat may not know."""

from random import Random

import numpy as np
import pytest

from hanamachi.adapters.setting import BadSetting, Setting
from hanamachi.adapters.stories import ear
from hanamachi.adapters.tensors import (
    encoder,
    information_text,
    layout,
    observation,
    observation_text,
)
from hanamachi.core.conformance import told
from hanamachi.core.game import Told
from tests.adapters.stories import MODES, a_game, retold


@pytest.mark.parametrize("each", MODES, ids=str)
def test_a_layout_names_every_number_once(each: Setting) -> None:
    fields = layout(each).fields
    assert [field.offset for field in fields[1:]] == [field.offset + field.size for field in fields[:-1]]
    assert len({field.name for field in fields}) == len(fields)
    for state in a_game(each, 3).states[::17]:
        for seat in (*range(each.seats), None):
            view = state.view(seat)
            seen = {name: list(numbers) for name, numbers in encoder(each.name).see(view).items()}
            assert [(field.name, field.size) for field in fields] == [(n, len(v)) for n, v in seen.items()]
            tensor = observation(each.name, view)
            assert tensor.dtype == np.int8
            assert tensor.tolist() == [number for numbers in seen.values() for number in numbers]


@pytest.mark.parametrize("each", MODES, ids=str)
def test_observations_are_equal_as_strings_if_and_only_if_as_tensors(each: Setting) -> None:
    rng, pairs = Random(2), set[tuple[str, bytes]]()
    for seed in range(3):
        story = a_game(each, seed)
        for ply in story.some(rng, 25):
            state = story.states[ply]
            others = [
                state.play(move) for move in rng.sample(list(state.moves()), min(3, len(state.moves())))
            ]
            for seat in (*range(each.seats), None):
                views = [state.view(seat), each.game.imagine(state.view(seat), rng).view(seat)]
                views += [other.view(seat) for other in others]
                pairs |= {
                    (observation_text(each.name, view), observation(each.name, view).tobytes())
                    for view in views
                }
    assert len(pairs) > 80
    assert len({text for text, _ in pairs}) == len({tensor for _, tensor in pairs}) == len(pairs)


@pytest.mark.parametrize("each", MODES, ids=str)
def test_information_states_are_equal_as_strings_if_and_only_if_as_tensors(each: Setting) -> None:
    rng, pairs = Random(3), set[tuple[str, bytes]]()
    story = a_game(each, 4)
    length = len(story.moves)
    for seat in range(each.seats):
        lines = told(story, seat)
        for ply in story.some(rng, 20):
            state = story.states[ply]
            next_lines = [Told(lines[ply].seat, state.veil(move, seat)) for move in state.moves()[:4]]
            view = state.view(seat)
            for after in (lines[:ply], *([*lines[:ply], line] for line in next_lines)):
                tensor = observation(each.name, view).tobytes() + ear(each).story(after, length).tobytes()
                pairs.add((information_text(view, after), tensor))
    assert len({text for text, _ in pairs}) == len({tensor for _, tensor in pairs}) == len(pairs)


@pytest.mark.parametrize("each", [each for each in MODES if each.game.secrets], ids=str)
def test_no_tensor_changes_under_a_retelling(each: Setting) -> None:
    rng, different = Random(5), 0
    story = a_game(each, 6)
    for seat in (*range(each.seats), None):
        lines = told(story, seat)
        for ply, states in retold(story, seat, rng, 80):
            view, state = story.states[ply].view(seat), states[-1]
            different += state != story.states[ply]
            assert np.array_equal(observation(each.name, state.view(seat)), observation(each.name, view))
            assert observation_text(each.name, state.view(seat)) == observation_text(each.name, view)
        assert ear(each).story(lines, len(lines)).any()
    assert different > 20


def test_a_game_without_a_sight_is_refused() -> None:
    with pytest.raises(BadSetting):
        encoder("tsukimi")
