"""Find positions of Okiya that are the same: turned or mirrored, with other plants, features or colours."""

from collections.abc import Sequence

from hanamachi.games.okiya.pieces import SIDE, SQUARES, feature, plant
from hanamachi.games.okiya.rules import State

Key = tuple[int, ...]
EMPTY = -1


def turns() -> list[list[int]]:
    """Return the eight ways to turn and mirror the garden, each as the old square of every new one."""
    found = []
    for flip in (False, True):
        for quarter in range(4):
            squares = []
            for at in SQUARES:
                x, y = at % SIDE, at // SIDE
                for _ in range(quarter):
                    x, y = y, SIDE - 1 - x
                squares.append((SIDE - 1 - x if flip else x) + SIDE * y)
            found.append(squares)
    return found


TURNS = turns()


def canonical(state: State) -> Key:
    """Return the least description of a position: who stands where, the tiles in sight, the tile to
    match."""
    seat = state.todo[0].seat
    mine, theirs = state.geishas[seat], state.geishas[1 - seat]
    return min(described(state, mine, theirs, turn, swap) for turn in TURNS for swap in (False, True))


def described(state: State, mine: int, theirs: int, turn: Sequence[int], swap: bool) -> Key:
    """Describe a position with plants and features renamed in the order in which they come; `swap`: plants
    for features."""
    names: tuple[dict[int, int], dict[int, int]] = ({}, {})
    key: list[int] = []
    for at in turn:
        owner = mine >> at & 1 or 2 * (theirs >> at & 1)
        if owner and at != state.last:
            key += [owner, EMPTY, EMPTY]
            continue
        one, other = plant(state.layout[at]), feature(state.layout[at])
        signs = (other, one) if swap else (one, other)
        renamed = [known.setdefault(sign, len(known)) for known, sign in zip(names, signs, strict=True)]
        key += [owner + 3 * (at == state.last), *renamed]
    return tuple(key)
