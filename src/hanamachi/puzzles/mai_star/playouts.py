"""Play a decision of Mai-Star on many times by the learned policy: how often each move wins."""

from collections.abc import Sequence
from zlib import crc32

import msgspec
import numpy as np

from hanamachi.bots.mai_star.judge import weigh
from hanamachi.bots.mai_star.policy.trained import trained
from hanamachi.core.game import Move
from hanamachi.games.mai_star.kernel.imagine import unseen_of
from hanamachi.games.mai_star.kernel.translate import move_number
from hanamachi.games.mai_star.view import MaiStarView


def shares(view: MaiStarView, moves: Sequence[Move], deals: int) -> list[float]:
    """Return the share of games that each move wins, in two playouts on each of so many deals."""
    assert view.seat is not None
    (tables, missing), seed, found = unseen_of(view), crc32(msgspec.json.encode(view)), np.zeros((deals, 2))
    means = []
    for move in moves:
        chance = np.array([seed], np.uint64)
        weigh(tables, missing, move_number(move), view.seat, trained(), chance, found, np.zeros(4))
        means.append(float(found.mean()))
    return means
