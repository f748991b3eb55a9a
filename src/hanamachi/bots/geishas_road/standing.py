"""The value table of Geisha's Road: the chance to win at the end of a round, from the result or the lead."""

from math import exp
from pathlib import Path
from typing import Any

import msgspec
import numpy as np

from hanamachi.games.geishas_road.kernel import layout as at
from hanamachi.games.geishas_road.kernel.layout import Row
from hanamachi.games.kernels.compiling import inner

SHEET = Path(__file__).with_name("standing.json")


class Sheet(msgspec.Struct, frozen=True):
    """The parameters learned from self-play, by mode, and the run that made them: docs/training.md."""

    leads: tuple[float, float, float]  # points of lead that make odds of e : 1 to win
    starting: tuple[float, float, float]  # the cost of starting the second round, in log odds
    games: int
    recipe: dict[str, Any]


def read(sheet: Path) -> Sheet:
    return msgspec.json.decode(sheet.read_bytes(), type=Sheet)


def write(sheet: Path, learned: Sheet) -> None:
    sheet.write_bytes(msgspec.json.format(msgspec.json.encode(learned)) + b"\n")


WIDE = 60  # larger leads count as this one
LEARNED = read(SHEET)
LEADS, STARTING = np.array(LEARNED.leads), np.array(LEARNED.starting)


@inner("f8(i8[::1], i8)")
def advantage(row: Row, seat: int) -> float:
    """Return, from 0 to 1, how far a seat is ahead in points."""
    lead = min(max(row[at.TOTAL + seat] - row[at.TOTAL + 1 - seat], -WIDE), WIDE)
    share: float = (lead / WIDE + 1) / 2
    return share


@inner("f8(i8[::1], i8, b1)")
def standing(row: Row, seat: int, by_lead: bool) -> float:
    """Return the chance of a seat to win the game: 1, 0 or a half once it is over. With `by_lead`, for games
    that are decided, the lead alone counts."""
    if by_lead:
        return advantage(row, seat)
    if row[at.NOW] == at.OVER:
        return 0.5 if row[at.RESULT] == at.SHARED else 1.0 if row[at.RESULT] == seat else 0.0
    mode, lead = row[at.MODE], row[at.TOTAL + seat] - row[at.TOTAL + 1 - seat]
    start = -STARTING[mode] if row[at.STARTER] == seat else STARTING[mode]
    odds: float = 1.0 / (1.0 + exp(-(lead / LEADS[mode] + start)))
    return odds
