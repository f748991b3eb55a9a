"""However long a text is that should name a move, reading it costs no more than its length, in every game."""

import sys
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from random import Random
from typing import Any

import pytest

from hanamachi.core.game import Game
from hanamachi.core.words import LANGUAGES, Unreadable
from hanamachi.games import OURS

WORDS = 150
NONSENSE = ("red 3", "flute", "take", "lay", "a/b", "ąé", "1 2", "gift flute")


def calls(work: Callable[[], Any]) -> int:
    """How many calls the work makes; a step of a generator is one."""
    made = 0

    def count(_frame: Any, event: str, _arg: Any) -> None:
        nonlocal made
        made += event in ("call", "c_call")

    sys.setprofile(count)
    try:
        work()
    finally:
        sys.setprofile(None)
    return made


def phrases_of(game: Game, lang: str) -> set[str]:
    """Some texts that name a move, or the beginning of one, or nothing."""
    words, dice = game.text.words(lang), Random(7)
    state = game.start(game.seats[0], game.options())
    found = set(NONSENSE)
    for _ in range(60):
        if not (moves := state.moves()):
            break
        move = dice.choice(moves)
        found.add(game.text.write(move))
        if game.text.label and state.actor is not None and state.actor >= 0:
            found.add(game.text.label(state.view(state.actor), move, words))
        state = state.play(move)
    return found


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("game", OURS, ids=lambda game: game.name)
def test_twice_the_text_costs_at_most_twice_as_much(game: Game, lang: str) -> None:
    words = game.text.words(lang)

    def read(text: str) -> None:
        with suppress(Unreadable):
            game.text.read(text, words)

    for phrase in sorted(phrases_of(game, lang)):
        for text in (f"{phrase} ", f"x {phrase} ", f"{phrase}, "):
            read(text)
            short, long = (calls(partial(read, text * n)) for n in (WORDS, 2 * WORDS))
            assert long < 2.2 * short, (text, short, long)
