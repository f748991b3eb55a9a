"""Joining by link: one request names a visitor, seats them and gives their part in the shuffle."""

from collections.abc import Iterator
from typing import Any

import pytest
from starlette.testclient import TestClient

from hanamachi.server.app import make_app
from tests.server.support.visitors import HOST, Seat, guest, open_table, problem

FIREFOX = {"user-agent": "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"}


@pytest.fixture
def house(database: str) -> Iterator[TestClient]:
    with TestClient(make_app(database), base_url=HOST) as client:
        yield client


@pytest.fixture
def table(house: TestClient) -> str:
    return open_table(house, guest(house, "Mika"), seats=[{"kind": "me"}, {"kind": "open"}])


def commitment(house: TestClient, table: str) -> str:
    house.cookies.clear()
    return str(house.get(f"/api/tables/{table}").json()["table"]["commitment"])


def join(house: TestClient, table: str, **wish: Any) -> Any:
    return house.post(f"/api/tables/{table}/seats", json={"seat": 1, **wish}, headers=FIREFOX)


def test_a_visitor_joins_with_one_request_and_looks_with_the_next(house: TestClient, table: str) -> None:
    """Three requests, and then the table had to be asked for again."""
    seen = commitment(house, table)
    answer = join(house, table, name="Rin", words="plum", commitment=seen)
    assert answer.status_code == 200, answer.text
    card = answer.json()
    assert (card["mine"], card["table"]["started"]) == ([1], True)
    assert [seat["name"] for seat in card["table"]["seats"]] == ["Mika", "Rin"]
    assert card["table"]["words"][1] == "plum"
    assert {"hanamachi", "hanamachi-device"} <= set(house.cookies)
    assert [each["here"] for each in house.get("/api/me/devices", headers=FIREFOX).json()] == [True]
    cookie = "; ".join(f"{name}={value}" for name, value in house.cookies.items())
    with house.websocket_connect("/ws", headers={"cookie": cookie}) as socket:
        assert Seat(socket, table, 1).last["seat"] == 1


def test_the_part_of_the_last_player_follows_the_commitment(house: TestClient, table: str) -> None:
    """Without the commitment they neither give their part nor sit down; but they keep their name."""
    for unseen in ("", "0" * 64):
        answer = join(house, table, name="Rin", words="plum", commitment=unseen)
        assert problem(answer) == (409, "commitment_unseen")
    assert house.get("/api/me").json()["name"] == "Rin"
    seats = house.get(f"/api/tables/{table}").json()["table"]["seats"]
    assert [seat["kind"] for seat in seats] == ["guest", "open"]


def test_a_visitor_who_comes_too_late_has_a_name_all_the_same(house: TestClient, table: str) -> None:
    seen = commitment(house, table)
    join(house, table, name="Rin", words="plum", commitment=seen)
    house.cookies.clear()
    late = join(house, table, name="Aki", words="crane", commitment=seen)
    assert problem(late) == (409, "seat_taken")
    assert house.get("/api/me").json()["name"] == "Aki"
    assert problem(join(house, table, name="Aki")) == (409, "seat_taken")


def test_a_bad_part_names_nobody(house: TestClient, table: str) -> None:
    answer = join(house, table, name="Rin", words="x" * 201, commitment=commitment(house, table))
    assert answer.status_code == 400
    assert dict(house.cookies) == {}


def test_whoever_has_a_name_needs_none_to_sit_down(house: TestClient, table: str) -> None:
    rin = guest(house, "Rin")
    body = {"seat": 1, "words": "plum", "commitment": commitment(house, table)}
    answer = house.post(f"/api/tables/{table}/seats", json=body, headers=rin)
    assert (answer.json()["table"]["started"], "set-cookie" in answer.headers) == (True, False)


def test_a_stranger_without_a_name_cannot_sit_down(house: TestClient, table: str) -> None:
    seen = commitment(house, table)
    assert problem(join(house, table, words="plum", commitment=seen)) == (404, "no_name")
