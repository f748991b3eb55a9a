"""The way to a position: it comes back, and what is no way is refused."""

import base64
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


def test_an_older_path_leads_to_the_same_position() -> None:
    """It is one number: the first decision is the lowest digit, a one stands above the last."""
    first, number, worth = Walk(GAMES["hanamikoji"], SETTING, "seed", 7), 0, 1
    for place in (30, 1, 0):
        while len(first.state.moves()) == 1:
            first.take(0)
        number, worth = number + place * worth, worth * len(first.state.moves())
        first.take(place)
    signs = base64.urlsafe_b64encode((number + worth).to_bytes(8)).decode().rstrip("=")
    assert walked(GAMES["hanamikoji"], SETTING, "seed", 7, signs).state == first.state


@pytest.mark.parametrize(("place", "signs"), [(0, "A"), (31, "f"), (32, "gB"), (33, "hB")])
def test_a_place_above_31_takes_more_signs(place: int, signs: str) -> None:
    first = Walk(GAMES["hanamikoji"], SETTING, "seed", 7)
    first.take(place)
    assert first.path() == f".{signs}"
    assert walked(GAMES["hanamikoji"], SETTING, "seed", 7, first.path()).state == first.state


@pytest.mark.parametrize("path", ["", "AA", "!", "AAAA", "_" * 40, "é", ".é", ".g", ".f"])
def test_what_is_no_way_is_refused(path: str) -> None:
    with pytest.raises(BadPath):
        walked(GAMES["okiya"], SETTING, "seed", 7, path)
