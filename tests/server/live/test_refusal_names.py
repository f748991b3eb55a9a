"""A refusal at a table calls the players by their names, in the words of whoever is refused."""

from types import SimpleNamespace
from typing import Any

import pytest

from hanamachi.core.game import IllegalMove
from hanamachi.server.edge.errors import explain_refusal
from hanamachi.server.edge.latency import Latency
from hanamachi.server.edge.sockets.outbox import Outbox
from hanamachi.server.edge.sockets.table_feed import TableFeed
from hanamachi.server.tables.creation import SeatWish, TableWish, opening
from hanamachi.server.tables.model import SeatHolder, Waiting

ONE_OF_THREE = IllegalMove("not_in_that_hand", "M19", card="@card.red_ronin", target="#1")


def feed(lang: str) -> TableFeed:
    found = TableFeed(Outbox(), "guest", Latency())
    wish = TableWish(game="mai_star", seats=[SeatWish("me"), SeatWish("open"), SeatWish("bot", "novice")])
    opened = opening(wish, "guest", "Mika")
    seats = (opened.seats[0], SeatHolder("guest", "@Rin#2", "other"), opened.seats[2])
    room: Any = SimpleNamespace(snapshot=Waiting(opened.setup, seats))
    found.room, found.lang = room, lang
    return found


@pytest.mark.parametrize("lang", ["en", "fr", "pl"])
def test_a_player_is_called_by_name(lang: str) -> None:
    said = feed(lang).explain(ONE_OF_THREE)
    assert "@Rin#2" in said
    assert "{" not in said


def test_a_bot_is_called_as_it_is_in_this_language() -> None:
    refusal = IllegalMove("not_in_that_hand", "M19", card="@card.red_ronin", target="#2")
    names = {feed(lang).explain(refusal) for lang in ("en", "fr")}
    assert len(names) == 2
    assert any("Novice" in said for said in names)


def test_without_a_table_nobody_is_named() -> None:
    assert explain_refusal(IllegalMove("wrong_seat", ""), "en", None, ())
