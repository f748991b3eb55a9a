"""The review of a finished game: what each decision was worth, told as it is thought."""

import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from hanamachi.bots.judge import opinion
from hanamachi.games.okiya import GAME
from hanamachi.games.okiya.moves import Begin, Lay, Take
from hanamachi.games.okiya.solver import solve
from hanamachi.house.app import make_app
from house.test_app import ME_AND_BOT, Seat, finish, guest, open_table, problem


@pytest.fixture
def house(tmp_path: Path) -> Iterator[TestClient]:
    with TestClient(make_app(f"sqlite+aiosqlite:///{tmp_path / 'house.db'}")) as client:
        yield client


def reviewed(house: TestClient, table: str, lang: str = "en") -> Any:
    """The whole review, once it is done."""
    for _ in range(400):
        review = house.get(f"/api/tables/{table}/review?lang={lang}").json()
        if review["done"]:
            return review
        time.sleep(0.05)
    raise TimeoutError("the review takes too long")


def test_a_finished_game_is_reviewed_by_the_exact_solver(house: TestClient) -> None:
    mika = guest(house, "Mika")
    table = open_table(house, mika, seats=ME_AND_BOT)
    assert problem(house.get(f"/api/tables/{table}/review")) == (409, "not_finished")
    with house.websocket_connect("/ws", headers=mika) as socket:
        last = finish(Seat(socket, table, 0))
    review = reviewed(house, table)
    told = [line for line in last["lines"] if line["move"]]
    assert told
    assert review["count"] == len(review["decisions"]) > 1
    replay = house.get(f"/api/tables/{table}/replay?eyes=open").json()["frames"]
    for each in review["decisions"]:
        line = replay[each["seq"] + 1]["line"]
        assert line["seat"] == each["seat"]
        assert each["played"]["chance"] <= each["moves"][0]["chance"]
        assert {move["chance"] for move in each["moves"]} <= {0, 0.5, 1}
        hints = house.get(f"/api/tables/{table}/hints?seq={each['seq']}").json()
        best = {"win": 1, "draw": 0.5, "loss": 0}[hints["best"]["result"]]
        assert each["moves"][0]["chance"] == best
    loser = 1 - last["result"]["winners"][0]  # whose last choice cannot have been a winning one
    assert [d["played"]["chance"] for d in review["decisions"] if d["seat"] == loser][-1:] != [1]
    polish = reviewed(house, table, "pl")["decisions"][0]["moves"][0]
    assert polish["notation"] == review["decisions"][0]["moves"][0]["notation"]
    assert polish["label"] != review["decisions"][0]["moves"][0]["label"]


def test_who_may_not_watch_gets_no_review(house: TestClient) -> None:
    mika, aki = guest(house, "Mika"), guest(house, "Aki")
    table = open_table(house, mika, spectators=False)
    with house.websocket_connect("/ws", headers=mika) as socket:
        seat = Seat(socket, table, 0)
        seat.send(type="resign", seat=0)
        seat.until(lambda message: message.get("result"))
    assert problem(house.get(f"/api/tables/{table}/review", headers=aki)) == (409, "no_spectators")


def test_a_game_without_a_judge_is_not_reviewed(house: TestClient) -> None:
    mika = guest(house, "Mika")
    table = open_table(house, mika, game="tsukimi")
    with house.websocket_connect("/ws", headers=mika) as socket:
        seat = Seat(socket, table, 0)
        seat.send(type="resign", seat=0)
        seat.until(lambda message: message.get("result"))
    assert problem(house.get(f"/api/tables/{table}/review")) == (409, "no_review_for_game")


def test_the_judge_of_okiya_is_exact() -> None:
    state: Any = GAME.start(2, GAME.options()).play(Begin(0))
    for tile in range(16):
        state = state.play(Lay(tile))
    moves = state.moves()
    values = solve(state).moves
    for move, chance in zip(moves, opinion("okiya", state.view(0), moves, []).chances, strict=True):
        assert isinstance(move, Take)
        assert (chance == 1) == (values[move.square].result == "win")
