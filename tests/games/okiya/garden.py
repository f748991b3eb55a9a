"""Short ways to write Okiya positions in tests."""

from msgspec.structs import replace

from hanamachi.games.okiya.moves import Begin, Lay, Options, Take
from hanamachi.games.okiya.pieces import NAMES, bits
from hanamachi.games.okiya.rules import State, start

PLAIN = tuple(range(16))  # maple sun on a1, maple tanzaku on b1, ... iris rain on d4


def laid(layout: tuple[int, ...] = PLAIN, options: Options | None = None, starter: int = 0) -> State:
    state = start(2, options or Options()).play(Begin(starter))
    for tile in layout:
        state = state.play(Lay(tile))
    return state


def take(state: State, squares: str) -> State:
    """Take squares in turn: "a1 b1 ..."."""
    for name in squares.split():
        state = state.play(Take(NAMES.index(name)))
    return state


def place(state: State, mine: str, theirs: str, last: str) -> State:
    """A position with the mover's and the other's geishas put by hand."""
    seat = state.todo[0].seat
    own, other = (bits([NAMES.index(name) for name in names.split()]) for names in (mine, theirs))
    geishas = (own, other) if seat == 0 else (other, own)
    return replace(state, geishas=geishas, last=NAMES.index(last))
