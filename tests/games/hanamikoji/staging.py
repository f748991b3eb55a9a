"""Set a table by hand: deal what a test needs, play lines of notation, jump to the end of a round."""

from collections.abc import Sequence

import pytest
from msgspec.structs import replace

from hanamachi.core.game import NATURE, IllegalMove, Move, Seat
from hanamachi.core.words import Fact
from hanamachi.games.hanamikoji import GAME
from hanamachi.games.hanamikoji.moves import Draw, Options, Scoring
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
    """Both hands dealt; whatever is left over in `one` is drawn by the first seat, which acts now."""
    state, hands = start(2, options), (one.split(), other.split())
    size = len(hands[1])
    for card in range(size):
        for seat in (0, 1):
            state = play(state, f"deal {seat + 1} {hands[seat][card]}")
    return play(state, *(f"draw 1 {name}" for name in hands[0][size:]))


def first_turn() -> State:
    """The first seat is about to act, with one card of each item."""
    return dealt("flute fan scroll parasol lute tea_set flower", "flower flower tea_set tea_set lute fan")


def scoring(
    sides: tuple[str, str], tokens: Tokens = NOBODY, round: int = 1, options: Options = FIRST  # noqa: A002
) -> State:
    """A round about to be scored with these cards on the sides."""
    one, other = sides
    state = replace(start(2, options), todo=(Scoring(NATURE),), sides=(counts(one), counts(other)))
    return replace(state, tokens=tokens, round=round)


def owned(one: str, other: str) -> Tokens:
    """Art tokens: those of these items are the first seat's, those the second's."""
    mine, theirs = items(one), items(other)
    return tuple(0 if item in mine else 1 if item in theirs else None for item in range(7))


def refusal(state: State, move: Move) -> tuple[str, dict[str, Fact]]:
    """Why a move is refused, and that nothing has changed."""
    before = repr(state)
    with pytest.raises(IllegalMove) as refused:
        state.play(move)
    assert repr(state) == before
    return refused.value.reason, refused.value.facts


def draw_any(state: State) -> State:
    """Nature draws the first card there is."""
    move = state.odds()[0][0]
    assert isinstance(move, Draw)
    return state.play(move)


def whole_round(state: State, *turns: str, drawn: Sequence[Seat] = ()) -> State: ...
