"""Turn the story of this round into kernel rows: each decision of the rival, or of the seat itself.

The rows hold public facts. Cards laid face down are left out; the belief fills them in.
"""

from collections.abc import Sequence

import numpy as np

from hanamachi.bots.hanamikoji.mind.memory import LENGTH, Memories, Past, remember
from hanamachi.core.game import Seat, Told, Veiled
from hanamachi.games.hanamikoji.kernel import layout as at
from hanamachi.games.hanamikoji.kernel import play
from hanamachi.games.hanamikoji.kernel.layout import Row, Rows
from hanamachi.games.hanamikoji.move_ids import FIRST_DISCARD, decode, encode
from hanamachi.games.hanamikoji.moves import Offer
from hanamachi.games.hanamikoji.packing import told
from hanamachi.games.hanamikoji.pieces import BOXES
from hanamachi.games.hanamikoji.view import HanamikojiView

HIDDEN = {"Secret": 0, "Discard": FIRST_DISCARD}  # stand-ins for cards laid face down
CHANCE = ("Start", "Deal", "Draw", "Reveal", "Score")


def recall(view: HanamikojiView, story: Sequence[Told]) -> Past:
    """Return the rival's decisions, or none if the story does not cover the whole round."""
    assert view.seat is not None
    return recall_of(1 - view.seat, view, story) or Past(*_empty(), np.zeros(LENGTH, np.int64))


def recall_of(seat: Seat, view: HanamikojiView, story: Sequence[Told]) -> Past | None:
    """Return a seat's public decisions, or None if the story does not cover the whole round."""
    return _retold(seat, told(view), view, this_round(story))


def this_round(story: Sequence[Told]) -> list[Told]:
    """Return the decisions since the last round was scored."""
    lines: list[Told] = []
    for line in reversed(story):
        if line.kind == "Score":
            break
        if line.kind not in CHANCE:
            lines.append(line)
    return lines[::-1]


def _empty() -> tuple[Rows, Memories, Row]:
    return np.empty((0, at.FIELDS), np.int64), np.empty((0, LENGTH), np.int64), np.empty(0, np.int64)


def _retold(seat: Seat, now: Row, view: HanamikojiView, lines: Sequence[Told]) -> Past | None:
    row, memory = _dealt(now, view), np.zeros(LENGTH, np.int64)
    rows, memories, moves = [], [], []
    for line in lines:
        if row[at.ASKED] == at.DRAW:
            row[at.ASKED] = at.ACT
        move = _id_of(line, row)
        if move is None or line.seat != row[at.SEAT]:
            return None
        if line.seat == seat:
            rows.append(row.copy())
            memories.append(memory.copy())
            moves.append(move)
        remember(row, memory, move)
        play(row, move)
    public = [at.SIDES, at.SIDES + 1, at.UNUSED, at.UNUSED + 1, at.OFFER, at.TURN]
    if (row[public] != now[public]).any():
        return None
    if not rows:
        return Past(*_empty(), memory)
    return Past(np.array(rows), np.array(memories), np.array(moves, np.int64), memory)


def _dealt(now: Row, view: HanamikojiView) -> Row:
    """Return the public start of this round."""
    row = now.copy()
    row[at.POOL : at.UNUSED] = row[at.TURN] = 0
    row[at.UNUSED] = row[at.UNUSED + 1] = sum(1 << action for action in BOXES[view.options.box].actions)
    row[at.ASKED], row[at.SEAT], row[at.OFFER] = at.ACT, now[at.STARTER], at.NOBODY
    return row


def _id_of(line: Told, row: Row) -> int | None:
    if line.kind in HIDDEN:
        return HIDDEN[line.kind]
    if isinstance(line.move, Veiled):
        return None
    offer = None if row[at.OFFER] == at.NOBODY else decode(int(row[at.OFFER]))
    try:
        return encode(line.move, offer if isinstance(offer, Offer) else None)
    except (AssertionError, KeyError, ValueError):
        return None
