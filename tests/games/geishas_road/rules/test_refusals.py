"""What is refused and why; whatever a move's fields hold, nothing else than IllegalMove comes of it."""

from random import Random
from typing import Any

import pytest

from hanamachi.core.conformance import Stranger, random_story
from hanamachi.core.game import IllegalMove, Move
from hanamachi.games.geishas_road import GAME
from hanamachi.games.geishas_road.moves import (
    Acting,
    AnyMove,
    Choose,
    Counter,
    Deal,
    Lay,
    Options,
    Pair,
    Remove,
    Take,
    Use,
)
from hanamachi.games.geishas_road.rules import State
from tests.games.geishas_road.tables import END, move, play, refusal, table

GARBAGE: tuple[Any, ...] = (-1, 20, 99, None, "red3", 1.0, 1.5, (), (7,), [1], {}, object())


def test_the_game_is_over() -> None:
    done = play(table(mine="pink1", theirs="red1", todo=(END,), round=2), "score")
    assert refusal(done, "score") == {"reason": "over", "rule": "G32"}


def test_a_card_that_does_not_exist_is_not_in_hand() -> None:
    state = play(table("pink1"), "reveal")
    assert refusal(state, Lay(77)) == {"reason": "not_in_hand", "rule": "G14", "card": "77"}
    assert refusal(state, Lay(-1)) == {"reason": "not_in_hand", "rule": "G14", "card": "-1"}


def test_a_card_is_dealt_to_the_one_who_draws_and_from_the_pool() -> None:
    story = random_story(GAME, 2, Options(), Random(3), 240)
    at = next(i for i, each in enumerate(story.moves) if isinstance(each, Deal))
    state, deal = story.states[at], story.moves[at]
    assert isinstance(state, State)
    assert isinstance(deal, Deal)
    for illegal in (Deal(1 - deal.to, deal.card), Deal(deal.to, 20), Deal(deal.to, -1)):
        assert refusal(state, illegal) == {"reason": "not_now", "rule": "G13"}


@pytest.mark.parametrize("kind", AnyMove.__args__, ids=lambda kind: kind.__name__)
def test_garbage_is_refused(kind: type[Move]) -> None:
    """In many states of an advanced game with dark lanterns."""
    story = random_story(GAME, 2, Options("advanced", destiny=True), Random(5), 240)
    fields = len(kind.__struct_fields__)
    for state in story.states[::3]:
        for n, thing in enumerate(GARBAGE):
            other = GARBAGE[(n + 3) % len(GARBAGE)]
            illegal = kind(*(thing, other)[:fields])
            if fields:
                with pytest.raises(IllegalMove):
                    state.play(illegal)


def test_numbers_that_only_look_like_answers() -> None:
    state = table("pink1 red3 blue3 green3 yellow3")
    assert refusal(state, Use(4))["reason"] == "not_now"
    assert refusal(state, Use(0, hidden=1))["reason"] == "not_now"  # type: ignore[arg-type]
    laid = play(state, "competition", "lay pink1", "lay red3", "lay blue3", "lay green3")
    assert refusal(laid, Pair(0))["reason"] == "bad_pair"
    paired = play(laid, "pair 2")
    assert refusal(paired, Choose([0, 1]))["reason"] == "wrong_count"  # type: ignore[arg-type]
    assert refusal(paired, Choose((1, 0)))["reason"] == "not_a_pair"
    advanced = table("pink3 red3 blue3", "pink4", options=Options("advanced"))
    offered = play(advanced, "gift", "lay pink3", "lay red3", "lay blue3")
    assert refusal(offered, Counter(hidden=2))["reason"] == "not_now"  # type: ignore[arg-type]
    assert refusal(play(offered, "counter"), Remove(-1))["reason"] == "bad_place"
    harder = play(table("pink1", options=Options("harder")), "reveal", "lay pink1")
    assert refusal(harder, Take(favour=1)) == {"reason": "not_now", "rule": "G22"}  # type: ignore[arg-type]


def test_a_stranger_is_refused() -> None:
    assert refusal(table("pink1"), Stranger()) == {"reason": "not_now", "rule": "G13"}


@pytest.mark.parametrize(
    ("asking", "illegal", "rule"),
    [
        (("intrigue",), "right pink3", "G15"),
        (("intrigue", "left pink3"), "left red3", "G15"),
        (("gift hidden",), "lay pink3", "G34"),
        (("gift hidden", "hide pink3"), "hide red3", "G16"),
        (("competition",), "hide red3", "G17"),
        (("gift", "lay pink3", "lay red3", "lay blue3"), "choose 1", "G35"),
        (("gift", "lay pink3", "lay red3", "lay blue3", "counter"), "replace pink4", "G35"),
        (("gift", "lay pink3", "lay red3", "lay blue3", "counter hidden", "remove 1"), "remove 2", "G37"),
        (("gift", "lay pink3", "lay red3", "lay blue3", "pass"), "pass", "G16"),
    ],
)
def test_an_answer_to_another_question(asking: tuple[str, ...], illegal: str, rule: str) -> None:
    state = table("pink3 red3 blue3 green3", "pink4", options=Options("advanced"), todo=(Acting(0), END))
    assert refusal(play(state, *asking), move(illegal)) == {"reason": "not_now", "rule": rule}
