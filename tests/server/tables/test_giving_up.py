"""One player of many gives up: a bot plays on for good, the others with it, and all that is told says so."""

from collections.abc import Iterator
from typing import Any

import pytest
from starlette.testclient import TestClient

from hanamachi.server.app import make_app
from tests.server.support.visitors import HOST, Seat, guest, open_table, sit

SEATS = [{"kind": "me"}, {"kind": "open"}, {"kind": "bot", "level": "random"}]


@pytest.fixture
def house(database: str) -> Iterator[TestClient]:
    with TestClient(make_app(database), base_url=HOST) as client:
        yield client


def three(house: TestClient) -> tuple[str, dict[str, str], dict[str, str]]:
    mika, rin = guest(house, "Mika"), guest(house, "Rin")
    table = open_table(house, mika, game="mai_star", seats=SEATS, window=1, stand_in="novice")
    sit(house, rin, table, 1)
    return table, mika, rin


def gone(message: Any) -> list[bool]:
    return [seat["gone"] for seat in message["table"]["seats"]]


def test_the_others_play_on_with_a_bot(house: TestClient) -> None:
    table, mika, rin = three(house)
    with house.websocket_connect("/ws", headers=mika) as a, house.websocket_connect("/ws", headers=rin) as b:
        mine, hers = Seat(a, table, 0), Seat(b, table, 1)
        hers.send(type="resign", seat=1)
        told = mine.until(lambda news: news.get("table") and any(gone(news)))
        assert (gone(told), told["result"]) == ([False, True, False], None)
        assert told["table"]["seats"][1]["level"] == "novice"
        assert "Rin resigns. A bot takes over: Novice." in [frame["line"]["said"] for frame in told["frames"]]
        hers.send(type="resign", seat=1)
        assert hers.until(lambda news: news["type"] == "declined")["reason"] == "gave_up"


def test_who_gave_up_is_offered_no_moves(house: TestClient) -> None:
    table, mika, rin = three(house)
    with house.websocket_connect("/ws", headers=mika) as a, house.websocket_connect("/ws", headers=rin) as b:
        seats = [Seat(a, table, 0), Seat(b, table, 1)]
        asked = seats[seats[0].until(lambda news: news["asked"] in (0, 1))["asked"]]
        asked.until(lambda news: news["choices"])
        asked.send(type="resign", seat=asked.seat)
        told = asked.until(lambda news: news.get("table") and any(gone(news)))
        assert told["choices"] == []


def test_coming_back_does_not_give_it_back(house: TestClient) -> None:
    table, _mika, rin = three(house)
    with house.websocket_connect("/ws", headers=rin) as b:
        hers = Seat(b, table, 1)
        hers.send(type="resign", seat=1)
        hers.until(lambda news: news.get("table") and any(gone(news)))
    with house.websocket_connect("/ws", headers=rin) as c:
        assert gone(Seat(c, table, 1).last) == [False, True, False]
    assert not house.get("/api/me", headers=rin).json()["tables"][0]["yours"]


def test_when_only_bots_are_left_it_ends_and_can_be_read_again(house: TestClient) -> None:
    table, mika, rin = three(house)
    with house.websocket_connect("/ws", headers=mika) as a, house.websocket_connect("/ws", headers=rin) as b:
        mine, hers = Seat(a, table, 0), Seat(b, table, 1)
        hers.send(type="resign", seat=1)
        mine.send(type="resign", seat=0)
        result = mine.until(lambda news: news.get("result"))["result"]
    assert (result["reason"], result["winners"], result["ranks"]) == ("gaveup", [2], [2, 2, 1])
    snapshot = house.get(f"/api/tables/{table}/record", headers=mika)
    assert [row["seat"] for row in snapshot.json()["log"] if row["type"] == "gaveup"] == [1, 0]
    brought = house.post(
        "/api/records", content=snapshot.content, headers=mika | {"content-type": "application/json"}
    )
    assert brought.status_code == 201
    replay = house.get(f"/api/tables/{brought.json()['id']}/replay?eyes=open", headers=mika).json()
    assert replay["result"] == result
    assert all(seat["gone"] for seat in replay["table"]["seats"][:2])
