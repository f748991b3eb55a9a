"""The way to a position: it comes back, and what is no way is refused."""

from random import Random

import pytest

from hanamachi.games import GAMES
from hanamachi.puzzles.path import BadPath, Setting, Walk, walked

SETTING = Setting(2)


def walk(game: str, decisions: int) -> Walk:
    found, dice = Walk(GAMES[game], SETTING, "seed", 7), Random(game)
    while len(found.taken) < decisions or len(found.state.moves()) < 2:
        found.take(dice.randrange(len(found.state.moves())))
    return found


@pytest.mark.parametrize("game", ["okiya", "hanamikoji", "geishas_road"])
def test_a_way_comes_back_with_the_story_of_its_seat(game: str) -> None:
    before = walk(game, 5)
    again = walked(GAMES[game], SETTING, "seed", 7, before.path())
    assert again.state == before.state
    assert again.story == before.position().story
    other = walked(GAMES[game], SETTING, "other seed", 7, walk(game, 0).path())
    assert other.state != walk(game, 0).state


def test_a_copy_goes_on_by_itself_with_the_same_chances() -> None:
    first = walk("hanamikoji", 3)
    other, path = first.copy(), first.path()
    other.take(0)
    assert first.path() == path
    first.take(0)
    assert (first.state, first.position().story) == (other.state, other.position().story)


@pytest.mark.parametrize("path", ["", "AA", "!", "AAAA", "_" * 40, "é"])
def test_what_is_no_way_is_refused(path: str) -> None:
    with pytest.raises(BadPath):
        walked(GAMES["okiya"], SETTING, "seed", 7, path)
