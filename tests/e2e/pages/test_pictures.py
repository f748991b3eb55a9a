"""The pictures of the README: the words on them are still those of the app."""

from typing import Any

import msgspec
import pytest

from tests.e2e.support.play import named
from tests.e2e.support.server import House
from tools.build.screenshots import PICTURES, WORDS, open_review, standing_words
from tools.games import of_games

RECORDED: dict[str, list[str]] = msgspec.json.decode(WORDS.read_bytes())


def test_every_picture_of_a_page_has_its_words_recorded() -> None:
    pictured = {name.stem.rpartition("-")[0].rpartition("-")[0] for name in PICTURES.glob("*-light.webp")}
    assert {name.replace("_", "-") for name in RECORDED} == pictured
    assert all(RECORDED.values())


@pytest.mark.parametrize("name", RECORDED)
def test_the_app_still_says_what_the_picture_shows(visit: Any, house: House, name: str) -> None:
    """If this fails the page has changed: look at it, and take the pictures anew (make screenshots)."""
    page = visit("/", locale="en")
    page.wait_for_load_state("networkidle")
    if name == "review":
        open_review(page, house)
    elif name != "home":
        of_games("picture")[name].play(named(page, "Mika"), house)
    assert set(RECORDED[name]) - standing_words(page) == set()
