"""Clocks over the wire: what is told, pings of the house, days off, and wishes that cannot be."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from hanamachi.server.app import make_app
from tests.server.support.visitors import HOST, Seat, guest, open_table, problem, say, two_players

LIVE = {"type": "live", "base": 300, "increment": 3}


@pytest.fixture
def house(tmp_path: Path) -> Iterator[TestClient]:
    with TestClient(make_app(str(tmp_path / "house.db")), base_url=HOST) as client:
        yield client


def asked(house: TestClient, table: str, players: list[dict[str, str]]) -> int:
    """Whose turn it is."""
    listed = [house.get("/api/me", headers=who).json()["tables"][0]["yours"] for who in players]
    return listed.index(True)


def test_a_question_on_a_live_clock_comes_with_a_ping_and_the_answer_with_its_time(house: TestClient) -> None:
    table, *players = two_players(house, clock=LIVE)
    first = asked(house, table, players)
    with house.websocket_connect("/ws", headers=players[first]) as socket:
        seat = Seat(socket, table, first)
        assert seat.last["table"]["clock"] == LIVE
        seat.until(lambda told: told["type"] == "ping")
        seat.send(type="pong")
        assert seat.hear()["clock"]["running"] == first
        assert 299_000 < seat.last["clock"]["left"][first] <= 300_000
        (mine,) = house.get("/api/me", headers=players[first]).json()["tables"]
        assert 290 < mine["left"] <= 300
        assert mine["mode"][-1] == "5 min + 3 s a move"
        seat.play()
        told = seat.until(lambda told: told["type"] == "updates" and told["frames"])
        assert told["frames"][0]["line"]["took"] >= 0
        assert told["clock"]["left"][first] > 300_000
    replay = house.get(f"/api/tables/{table}/replay", headers=players[first]).json()
    assert any(frame["line"] and frame["line"]["took"] is not None for frame in replay["frames"])


@pytest.mark.parametrize(
    ("wish", "found"),
    [
        ({"clock": {"type": "live", "base": 0}}, (409, "bad_clock")),
        ({"clock": {"type": "live", "base": 3_600_000}}, (409, "bad_clock")),
        ({"clock": {"type": "live", "base": 60, "increment": 1, "delay": 1}}, (409, "clock_both")),
        ({"clock": {"type": "days", "days": 0}}, (409, "bad_clock")),
        ({"clock": {"type": "sand"}}, (400, "bad_json")),
        ({"clock": {"type": "live", "base": 1e400}}, (400, "bad_json")),
        ({"clock": {"type": "live", "base": 0.5}}, (400, "bad_json")),
        ({"clock": LIVE, "lesson": "first", "seats": [{"kind": "me"}] * 2}, (409, "no_clock_in_lessons")),
    ],
)
def test_a_clock_that_cannot_be_is_refused_in_words(
    house: TestClient, wish: dict[str, Any], found: tuple[int, str]
) -> None:
    mika = guest(house, "Mika")
    body = {"game": "okiya", "seats": [{"kind": "me"}, {"kind": "open"}]} | wish
    data = str(body).replace("'", '"').replace("inf", "1e400")
    answer = house.post("/api/tables", content=data, headers=mika | {"content-type": "application/json"})
    assert problem(answer) == found
    assert house.get("/api/me", headers=mika).json()["tables"] == []


def test_days_off_are_ones_own_and_are_told_and_forgotten_with_one(house: TestClient) -> None:
    mika = guest(house, "Mika")
    assert problem(house.put("/api/me/away", json={"days": 3})) == (404, "no_name")
    assert house.get("/api/me/away", headers=mika).json() == {"left": 0, "days": 30}
    assert problem(house.put("/api/me/away", json={"days": 31}, headers=mika)) == (409, "bad_days_off")
    found = house.put("/api/me/away", json={"days": 10}, headers=mika).json()
    assert found == {"left": 864_000, "days": 20}
    (told,) = house.get("/api/me/export", headers=mika).json()["days_off"]
    assert told["ends"] - told["begins"] == 864_000
    back = house.put("/api/me/away", json={"days": 0}, headers=mika).json()
    assert back["left"] == 0
    assert back["days"] > 20  # what was not used is given back
    house.put("/api/me/away", json={"days": 1}, headers=mika)
    assert house.delete("/api/me", headers=mika).status_code == 204
    house.cookies.clear()
    assert house.get("/api/me/away", headers=mika).json()["days"] == 30


def test_two_players_take_back_and_play_again_on_a_clock(house: TestClient) -> None:
    table, *players = two_players(house, clock=LIVE, takebacks=True)
    first = asked(house, table, players)
    with (
        house.websocket_connect("/ws", headers=players[first]) as one,
        house.websocket_connect("/ws", headers=players[1 - first]) as other,
    ):
        mine, theirs = Seat(one, table, first), Seat(other, table, 1 - first)
        mine.until(lambda told: told.get("choices") and told["clock"]["running"] == first)
        mine.play()
        theirs.until(lambda told: told.get("choices"))
        mine.send(type="asktakeback", seat=first)
        theirs.until(lambda told: told.get("takeback") == first)
        theirs.send(type="answertakeback", seat=1 - first, agree=True)
        back = mine.until(lambda told: told.get("choices"))
        assert back["clock"]["running"] == first
        assert back["clock"]["left"][first] > 300_000  # what was taken back stays paid for, and is paid once
        assert back["clock"]["left"][1 - first] < 300_000  # who was asked is charged until then
        mine.send(type="resign", seat=first)
        mine.until(lambda told: told.get("result"))
        mine.send(type="rematch", seat=first)
        child = mine.until(lambda told: told.get("table") and told["table"]["child"])["table"]["child"]
    card = house.get(f"/api/tables/{child}", headers=players[0]).json()["table"]
    for who in players:
        say(house, who, child, card["commitment"])
    with house.websocket_connect("/ws", headers=players[0]) as socket:
        assert Seat(socket, child, None).last["clock"] == {
            "left": [300_000, 300_000],
            "running": None,  # it begins when who is asked has come
            "delay": 0,
            "first": False,
        }


def test_a_rematch_has_the_clock_and_a_game_played_on_has_none(house: TestClient) -> None:
    mika = guest(house, "Mika")
    table = open_table(house, mika, clock=LIVE)
    with house.websocket_connect("/ws", headers=mika) as socket:
        seat = Seat(socket, table, 0)
        seat.send(type="resign", seat=0)
        seat.until(lambda told: told["type"] == "updates" and told["result"])
        seat.send(type="rematch", seat=0)
        child = seat.until(lambda told: told["type"] == "updates" and told["table"]["child"])["table"][
            "child"
        ]
    assert house.get(f"/api/tables/{child}", headers=mika).json()["table"]["clock"] == LIVE
    body = {"seq": 3, "seat": 0, "level": "random"}
    other = house.post(f"/api/tables/{table}/play-on", json=body, headers=mika).json()["id"]
    assert house.get(f"/api/tables/{other}", headers=mika).json()["table"]["clock"] is None
