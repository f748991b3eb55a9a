"""Small tables for the tests: states laid out by hand, moves in notation."""

from typing import Any

import pytest
from msgspec.structs import replace

from hanamachi.core.game import NATURE, IllegalMove, Move, Seat
from hanamachi.games.geishas_road import GAME
from hanamachi.games.geishas_road.moves import Acting, Journey, Options, Scoring, Travelling
from hanamachi.games.geishas_road.pieces import CARD_NAMES, COLOUR_NAMES, DECK, Card, Cards, bright, put
from hanamachi.games.geishas_road.rules import State, start

EN = GAME.text.words("en")
PINK, RED, BLUE, YELLOW, GREEN = range(5)
END = Scoring(NATURE)


def cards(text: str) -> Cards:
    """Cards by name, in the order of the box."""
    return tuple(sorted(card(name) for name in text.split()))


def card(name: str) -> Card:
    return CARD_NAMES.index(name)


def lanterns(*points: int) -> tuple[int, ...]:
    """Bright lanterns with these points, of some kind that has them."""
    return tuple(bright({1: 0, 2: 2, 3: 5, 4: 7}[each]) for each in points)


def table(
    hand: str = "",
    rival: str = "",
    *,
    options: Options | None = None,
    mine: str = "",
    theirs: str = "",
    pool: str | None = None,
    **fields: Any,
) -> State:
    """Seat 0 is to act in the middle of round 1; the teahouses stand in the order of the colours.

    Cards that are not named lie in the pool.
    """
    state = start(2, options or Options())
    laid = (cards(hand), cards(rival)), (cards(mine), cards(theirs))
    named = {each for pair in laid for place in pair for each in place}
    left = tuple(each for each in DECK if each not in named) if pool is None else cards(pool)
    defaults: dict[str, Any] = {
        "todo": (Acting(0), END),
        "starter": 0,
        "circle": (PINK, RED, BLUE, YELLOW, GREEN),
        "pool": left,
        "hands": laid[0],
        "sides": laid[1],
        "box": (),
        "upper": lanterns(1, 2, 3, 4, 1),
        "lower": lanterns(2, 3, 3, 2),
    }
    return replace(state, **(defaults | fields))


def move(text: str) -> Move:
    return GAME.text.read(text, EN)


def play(state: State, *texts: str) -> State:
    """These moves, and after each the journeys that it set off."""
    for text in texts:
        state = travelled(state.play(move(text)))
    return state


def travelled(state: State) -> State:
    while state.todo and isinstance(state.todo[0], Travelling):
        state = state.play(Journey(state.todo[0].card))
    return state


def answers(state: State) -> list[str]:
    """What may be answered now, in notation."""
    return [GAME.text.write(each) for each in state.moves()]


def asked(state: State) -> tuple[Seat, str, str]:
    """Who is asked, what, and by which rule."""
    prompt = state.view(None).prompt
    assert prompt is not None
    return prompt.seat, prompt.ask, prompt.rule


def refusal(state: State, illegal: str | Move) -> dict[str, Any]:
    """Why a move is refused: its reason and facts. Nothing has changed."""
    with pytest.raises(IllegalMove) as caught:
        state.play(move(illegal) if isinstance(illegal, str) else illegal)
    return {"reason": caught.value.reason, **caught.value.facts}


def side(state: State, seat: Seat) -> str:
    return " ".join(CARD_NAMES[each] for each in state.sides[seat])


def hand(state: State, seat: Seat) -> str:
    return " ".join(CARD_NAMES[each] for each in state.hands[seat])


def pawns(**where: str) -> tuple[int, ...]:
    """Each geisha at her own teahouse, but for those named: pawns(red="blue")."""
    standing: tuple[int, ...] = (0, 1, 2, 3, 4)
    for geisha, teahouse in where.items():
        standing = put(standing, COLOUR_NAMES.index(geisha), COLOUR_NAMES.index(teahouse))
    return standing
