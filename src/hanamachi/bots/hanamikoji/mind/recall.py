"""What a seat has heard of this round, in rows of the kernel: each decision of the rival, or of its own.

The rows hold what everybody saw. What was laid face down is left out; beliefs fill it in.
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from hanamachi.bots.hanamikoji.mind.memory import LENGTH, Memory, remember
from hanamachi.core.game import Seat, Told, Veiled
from hanamachi.games.hanamikoji.kernel import (
    ACT,
    ASKED,
    DISCARDS,
    DRAW,
    FIELDS,
    HANDS,
    NOBODY,
    OFFER,
    POOL,
    SEAT,
    SECRETS,
    SIDES,
    STARTER,
    TURN,
    UNUSED,
    Packed,
    play,
)
from hanamachi.games.hanamikoji.move_ids import FIRST_DISCARD, decode, encode
from hanamachi.games.hanamikoji.moves import Offer
from hanamachi.games.hanamikoji.packing import told
from hanamachi.games.hanamikoji.pieces import BOXES
from hanamachi.games.hanamikoji.view import HanamikojiView

HIDDEN = {"Secret": 0, "Discard": FIRST_DISCARD}  # stand-ins for what was laid face down
CHANCE = ("Start", "Deal", "Draw", "Reveal", "Score")


class Past(NamedTuple):
    """A seat's decisions of this round, in order; the memory of the round so far."""

    rows: Packed  # [decision, field]
    memories: Memory  # [decision, place]
    moves: Packed  # [decision]: the id; of a hidden one its stand-in
    memory: Memory  # now


def recall(view: HanamikojiView, story: Sequence[Told]) -> Past:
    """What the rival did. A story that does not tell all of the round is not believed: nothing is."""
    assert view.seat is not None
    return recall_of(1 - view.seat, view, story) or Past(*_empty(), np.zeros(LENGTH, np.int64))


def recall_of(seat: Seat, view: HanamikojiView, story: Sequence[Told]) -> Past | None:
    """What a seat did, as everybody saw it. None: the story does not tell all of the round."""
    return _retold(seat, told(view), view, this_round(story))


def this_round(story: Sequence[Told]) -> list[Told]:
    """The decisions since the last round was scored."""
    lines: list[Told] = []
    for line in reversed(story):
        if line.kind == "Score":
            break
        if line.kind not in CHANCE:
            lines.append(line)
    return lines[::-1]


def _empty() -> tuple[Packed, Memory, Packed]:
    return np.empty((0, FIELDS), np.int64), np.empty((0, LENGTH), np.int64), np.empty(0, np.int64)


def _retold(seat: Seat, now: Packed, view: HanamikojiView, lines: Sequence[Told]) -> Past | None:
    row, memory = _dealt(now, view), np.zeros(LENGTH, np.int64)
    rows, memories, moves = [], [], []
    for line in lines:
        if row[ASKED] == DRAW:
            row[ASKED] = ACT
        move = _id_of(line, row)
        if move is None or line.seat != row[SEAT]:
            return None
        if line.seat == seat:
            rows.append(row.copy())
            memories.append(memory.copy())
            moves.append(move)
        remember(row, memory, move)
        play(row, move)
    public = [SIDES, SIDES + 1, UNUSED, UNUSED + 1, OFFER, TURN]
    if (row[public] != now[public]).any():
        return None
    if not rows:
        return Past(*_empty(), memory)
    return Past(np.array(rows), np.array(memories), np.array(moves, np.int64), memory)


def _dealt(now: Packed, view: HanamikojiView) -> Packed:
    """The start of this round, as far as everybody saw it."""
    row = now.copy()
    row[[POOL, HANDS, HANDS + 1, SIDES, SIDES + 1, SECRETS, SECRETS + 1, DISCARDS, DISCARDS + 1, TURN]] = 0
    row[UNUSED] = row[UNUSED + 1] = sum(1 << action for action in BOXES[view.options.box].actions)
    row[ASKED], row[SEAT], row[OFFER] = ACT, now[STARTER], NOBODY
    return row


def _id_of(line: Told, row: Packed) -> int | None:
    if line.kind in HIDDEN:
        return HIDDEN[line.kind]
    if isinstance(line.move, Veiled):
        return None
    offer = None if row[OFFER] == NOBODY else decode(int(row[OFFER]))
    try:
        return encode(line.move, offer if isinstance(offer, Offer) else None)
    except (AssertionError, KeyError, ValueError):
        return None
