"""The street is live: whoever stands there hears of their own tables, and of nobody else's."""

from collections.abc import Iterator
from typing import Any

import pytest
from starlette.testclient import TestClient

from hanamachi.server.app import make_app
from hanamachi.server.notifications import my_tables_feed
from tests.server.support.idle import at_rest, until
from tests.server.support.visitors import HOST, Seat, guest, open_table, two_players


@pytest.fixture
def house(database: str) -> Iterator[TestClient]:
    with TestClient(make_app(database), base_url=HOST) as client:
        yield client


def told(socket: Any) -> dict[str, Any]:
    message = socket.receive_json()
    assert message["type"] == "mytables"
    return {one["id"]: one for one in message["tables"]}


def test_a_turn_an_end_and_a_rematch_are_heard(house: TestClient) -> None:
    table, mika, rin = two_players(house)
    with (
        house.websocket_connect("/ws", headers=mika) as street,
        house.websocket_connect("/ws", headers=rin) as b,
        house.websocket_connect("/ws", headers=mika) as a,
    ):
        street.send_json({"type": "street", "lang": "en"})
        first = told(street)[table]
        seats = [Seat(a, table, 0), Seat(b, table, 1)]
        mover = next(seat for seat in seats if seat.last["choices"])
        assert first["yours"] == (mover.seat == 0)
        mover.play()
        assert told(street)[table]["yours"] != first["yours"]
        seats[1].send(type="resign", seat=1)
        assert told(street)[table]["result"] == "won"
        seats[1].until(lambda message: message.get("result"))
        seats[1].send(type="rematch", seat=1)
        (offered,) = told(street).values()
        assert offered["yours"]
        assert not offered["started"]


def test_strangers_hear_nothing_of_it(house: TestClient) -> None:
    table, _mika, rin = two_players(house)
    kiku = guest(house, "Kiku")
    with (
        house.websocket_connect("/ws", headers=kiku) as street,
        house.websocket_connect("/ws", headers=rin) as b,
    ):
        street.send_json({"type": "street"})
        assert told(street) == {}
        seat = Seat(b, table, 1)
        seat.send(type="resign", seat=1)
        seat.until(lambda message: message.get("result"))
        mine = open_table(house, kiku)
        assert told(street).keys() == {mine}


def test_at_most_one_message_a_second(monkeypatch: pytest.MonkeyPatch) -> None:
    import asyncio

    async def story() -> None:
        woken: list[set[str]] = []
        street = my_tables_feed.MyTablesFeed("en", lambda: woken.append(street.take()))
        for table in ("a", "b"):
            street.add(table)
        await until(lambda: bool(woken))
        assert woken == [{"a", "b"}]
        for table in ("c", "d", "c"):
            street.add(table)
        await at_rest()
        assert woken == [{"a", "b"}]
        street.close()

    monkeypatch.setattr(my_tables_feed, "SEND_INTERVAL", 60.0)
    asyncio.run(story())
