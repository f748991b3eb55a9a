"""Games of bots as records, to be brought to a house: their decisions are judged, which those of staged tables are not."""

import json
from functools import cache
from typing import Any

from playwright.sync_api import Page

from hanamachi.bots import make_bot
from hanamachi.core import record
from hanamachi.core.table import Table
from hanamachi.games import GAMES
from tests.e2e.support.play import send

NAMES = ["Mika", "Rin", "Aki", "Haruki", "Lucie", "Tomek"]


@cache
def novices(game: str, most: int, seats: int = 2, **options: Any) -> str:
    """Mika and Rin, both novices; Rin resigns after so many decisions, if it is not over. With more players that
    does not end a game: let them play it out."""
    law = GAMES[game]
    begun = Table.begin(law, NAMES[:seats], law.options(**options), b"\7" * 32, ["plum"] * seats)
    table, bots = begun.deal(), [make_bot(game, "novice", seat) for seat in range(seats)]
    for _ in range(most):
        seat, state = table.actor, table.state
        if seat is None:
            break
        table = table.submit(
            seat, table.seq, bots[seat].choose(state.view(seat), state.moves(), table.story(seat))
        )
    ended = table if table.result else table.resign(1)
    return record.write(ended.record(open_seed=True)).decode()


def brought(page: Page, data: str) -> str:
    """Bring a record to the house, again if a busy machine took too long to read it; return the table's id."""
    told: dict[str, Any] = {"reason": "took_too_long"}
    while told.get("reason") == "took_too_long":
        told = send(page, "POST", "/api/records", json.loads(data))
    return str(told["id"])
