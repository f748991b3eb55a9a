"""Set a table by hand: deal what a test needs, play lines of notation, jump to the end of a round."""

import pytest
from msgspec.structs import replace

from hanamachi.core.game import NATURE, IllegalMove, Move
from hanamachi.core.words import Fact
from hanamachi.games.hanamikoji import GAME
from hanamachi.games.hanamikoji.moves import Options, Scoring
from hanamachi.games.hanamikoji.pieces import NAMES, NO_CARDS, Counts, Item, Tokens, together
from hanamachi.games.hanamikoji.rules import State, start

EN = GAME.text.words("en")
FIRST = Options(starter="first")
SMALL = Options(starter="first", box="small")
NOBODY: Tokens = (None,) * 7


def items(names: str) -> list[Item]:
    return [NAMES.index(name) for name in names.split()]


def counts(names: str) -> Counts:
    return together(NO_CARDS, items(names))


def play(state: State, *lines: str) -> State:
    for line in lines:
        state = state.play(GAME.text.read(line, EN))
    return state


def dealt(one: str, other: str, options: Options = FIRST) -> State:
    """Both hands dealt, and the first seat's last card drawn: it is about to act."""
    *mine, drawn = one.split()
    state = start(2, options)
    for pair in zip(mine, other.split(), strict=True):
        state = play(state, *(f"deal {seat} {name}" for seat, name in enumerate(pair, 1)))
    return play(state, f"draw 1 {drawn}")


def first_turn() -> State:
    """The first seat is about to act, with one card of each item."""
    return dealt("flute fan scroll parasol lute tea_set flower", "flower flower tea_set tea_set lute fan")


FIRST_ROUND = (
    *("secret flower", "draw 2 flower", "gift tea_set tea_set flower", "take tea_set"),
    *("draw 1 tea_set", "gift flute fan tea_set", "take tea_set"),
    *("draw 2 lute", "discard fan flower", "draw 1 parasol"),
    *("competition scroll tea_set / parasol lute", "take parasol lute"),
    *("draw 2 scroll", "secret scroll", "draw 1 flute", "discard flute parasol"),
    *("draw 2 parasol", "competition lute flower / parasol lute", "take lute flower"),
)
"""A whole round after first_turn(), up to the Secrets. Never drawn: a flower."""


def scoring(
    one: str, other: str, tokens: Tokens = NOBODY, number: int = 1, options: Options = FIRST
) -> State:
    """A round about to be scored with these cards on the two sides."""
    state = replace(start(2, options), todo=(Scoring(NATURE),), sides=(counts(one), counts(other)))
    return replace(state, tokens=tokens, round=number)


def owned(one: str, other: str) -> Tokens:
    """Art tokens: those of these items are the first seat's, and those the second's."""
    mine, theirs = items(one), items(other)
    return tuple(0 if item in mine else 1 if item in theirs else None for item in range(7))


def refusal(state: State, move: Move) -> tuple[str, dict[str, Fact]]:
    """Why a move is refused. Nothing changes by it."""
    before = repr(state)
    with pytest.raises(IllegalMove) as refused:
        state.play(move)
    assert repr(state) == before
    return refused.value.reason, refused.value.facts
