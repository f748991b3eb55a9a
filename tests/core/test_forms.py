"""What is no move at all: True is no card and 2.0 is no place. In every game alike."""

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from msgspec.structs import asdict, replace

from fifth_game import GAME as TSUKIMI
from hanamachi.core.conformance import random_story
from hanamachi.core.forms import well_formed
from hanamachi.core.game import Game, IllegalMove, Malformed, Move
from hanamachi.games import GAMES
from hanamachi.locales import catalogue

STREET = [*GAMES.values(), TSUKIMI]
NAMES = [game.name for game in STREET]


class Plain(Move, frozen=True):
    n: int


class Rich(Move, frozen=True):
    n: int | None = None
    yes: bool = False
    name: str = ""
    some: tuple[int, ...] = ()


@pytest.mark.parametrize("move", [Plain(1), Plain(-3), Rich(), Rich(2, True, "a", (1, 2))])
def test_what_is_declared_is_well_formed(move: Move) -> None:
    assert well_formed(move)


@pytest.mark.parametrize(
    "changes",
    [{"n": True}, {"n": 2.0}, {"some": (1, True)}, {"some": (1, (2.0,))}, {"yes": 1.0}, {"name": False}],
)
def test_what_looks_like_a_number_is_not(changes: dict[str, Any]) -> None:
    assert not well_formed(Rich(**changes))


def test_what_is_plainly_something_else_is_left_to_the_law() -> None:
    """It knows better words for it: so many cards, not so many; no card of this name."""
    assert well_formed(Plain("2"))  # type: ignore[arg-type]
    assert well_formed(Rich(some=("x",)))  # type: ignore[arg-type]


def spoiled(value: Any) -> Iterator[Any]:
    """Values that equal this one and are of another type."""
    if isinstance(value, tuple) and value:
        yield from ((each, *value[1:]) for each in spoiled(value[0]))
    elif isinstance(value, bool):
        yield float(value)
    elif isinstance(value, int):
        yield from (float(value), *([bool(value)] if value in (0, 1) else []))


def of_every_kind(game: Game) -> dict[type, tuple[Any, Move]]:
    """A state and a legal move of it, for every kind of move that some games have."""
    found: dict[type, tuple[Any, Move]] = {}
    for seed in range(6):
        seats = game.seats[seed % len(game.seats)]
        story = random_story(game, seats, game.options(), Random(seed), 5000, lively=True)
        for state, move in zip(story.states, story.moves, strict=False):
            found.setdefault(type(move), (state, move))
    return found


@pytest.mark.parametrize("game", STREET, ids=NAMES)
def test_a_legal_move_but_for_a_type_is_refused_in_every_game(game: Game) -> None:
    tried = 0
    for state, move in of_every_kind(game).values():
        state.play(move)
        for field, value in asdict(move).items():
            for other in spoiled(value):
                tried += 1
                with pytest.raises(Malformed):
                    state.play(replace(move, **{field: other}))
    assert tried > 5


def test_it_is_refused_with_a_sentence() -> None:
    refusal = Malformed(Plain(True))
    assert isinstance(refusal, IllegalMove)
    assert refusal.facts == {"rule": "", "problem": "Plain(n=True)"}
    assert f"error.{refusal.reason}" in catalogue("house")("en").phrases
    assert len(str(Malformed(Rich(name="x" * 9999)).facts["problem"])) == 200
