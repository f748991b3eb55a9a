"""Which cards a seat does not see: in every state that it imagines they lie in the same places."""

from collections import Counter
from random import Random

import pytest

from hanamachi.core.conformance import random_story
from hanamachi.core.game import Hidden
from hanamachi.games.mai_star import GAME
from hanamachi.games.mai_star.hidden import HIDDEN
from tests.games.mai_star.staging import side, table


@pytest.mark.parametrize("seed", range(3))
def test_hidden_cards_lie_where_they_are_imagined(seed: int) -> None:
    story = random_story(GAME, 3, GAME.options(), Random(seed), 5_000, lively=True)
    seen = set[str]()
    for state in story.states[:: 1 + len(story.states) // 150]:
        for eyes in range(3):
            here = HIDDEN.lie(state, eyes)
            imagined = HIDDEN.lie(GAME.imagine(state.view(eyes), Random(seed)), eyes)
            assert Counter((each.place, each.seat) for each in here) == Counter(
                (each.place, each.seat) for each in imagined
            )
            assert all(each.seat != eyes and each.card in HIDDEN.cards for each in here)
            seen |= {each.place for each in here}
    assert "hand" in seen
    assert all(any(hasattr(move, field) for move in story.moves) for field in HIDDEN.fields)
    words = [GAME.text.words(lang).phrases for lang in ("en", "fr", "pl")]
    assert all(f"place.{place}" in book for place in seen for book in words)
    assert all(card in book for card in HIDDEN.cards for book in words)


def test_M24_a_card_at_the_bottom_is_hidden_from_all_but_spring_breeze() -> None:
    state = table(side("hazy"), side("spring_breeze"), bottom="green-ronin")
    bottom = Hidden("bottom", None, "card.green_ronin")
    assert [bottom in HIDDEN.lie(state, eyes) for eyes in (0, 1, 2)] == [True, False, True]
