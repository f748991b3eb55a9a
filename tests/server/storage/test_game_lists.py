"""My games: found again by game, by state and by how they came out, a page at a time, from columns alone."""

import asyncio
import sqlite3
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from hanamachi.games import GAMES
from hanamachi.server.app import TableServices, make_app
from hanamachi.server.db.engine import url_of
from hanamachi.server.db.schema import migrate
from hanamachi.server.storage.store import Store
from tests.kept.houses import dump
from tests.server.support.visitors import HOST, Seat, guest, open_table, problem, two_players


@pytest.fixture
def house(database: str) -> Iterator[TestClient]:
    with TestClient(make_app(database), base_url=HOST) as client:
        yield client


def page(house: TestClient, who: dict[str, str], **filters: Any) -> Any:
    answer = house.get("/api/me/games", params=filters, headers=who)
    assert answer.status_code == 200, answer.text
    return answer.json()


def ids(house: TestClient, who: dict[str, str], **filters: Any) -> list[str]:
    return [one["id"] for one in page(house, who, **filters)["games"]]


def resign(house: TestClient, who: dict[str, str], table: str, seat: int) -> None:
    with house.websocket_connect("/ws", headers=who) as socket:
        at = Seat(socket, table, seat)
        at.send(type="resign", seat=seat)
        at.until(lambda message: message.get("result"))


def test_a_game_tells_when_how_and_against_whom(house: TestClient) -> None:
    before = time.time()
    table, mika, rin = two_players(house, options={"match": "series"})
    (running,) = page(house, mika)["games"]
    assert (running["over"], running["result"], running["score"]) == (False, "", [])
    assert before <= running["begun"] <= running["moved"] <= time.time()
    assert running["names"] == ["Mika", "Rin"]
    assert running["mine"] == [0]
    assert running["mode"] == ["length of the match: first to win three rounds"]
    resign(house, rin, table, 1)
    (mine,), (hers,) = page(house, mika)["games"], page(house, rin)["games"]
    assert (mine["result"], hers["result"]) == ("won", "lost")
    assert (mine["over"], mine["reason"], mine["score"]) == (True, "resigned", [0, 0])
    assert mine["moved"] > running["moved"]


def test_filters(house: TestClient) -> None:
    table, mika, rin = two_players(house)
    other = open_table(house, mika, game="hanamikoji")
    resign(house, rin, table, 1)
    assert ids(house, mika) == [other, table]
    assert ids(house, mika, game="okiya") == [table]
    assert ids(house, mika, state="running") == [other]
    assert ids(house, mika, state="finished", result="won") == [table]
    assert ids(house, mika, result="lost") == ids(house, rin, result="won") == []
    assert ids(house, rin, result="lost") == [table]
    assert page(house, {}) == {"games": [], "next": None}
    assert problem(house.get("/api/me/games?state=lost", headers=mika)) == (409, "bad_filter")
    assert problem(house.get("/api/me/games?before=x", headers=mika)) == (409, "bad_filter")


def test_pages(house: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hanamachi.server.edge.api.me.PAGE", 2)
    mika = guest(house, "Mika")
    tables = [open_table(house, mika) for _ in range(5)][::-1]
    open_table(house, mika, lesson="first", seats=[{"kind": "me"}, {"kind": "shared"}])  # is no game
    first = page(house, mika)
    second = page(house, mika, before=first["next"])
    third = page(house, mika, before=second["next"])
    assert [one["id"] for each in (first, second, third) for one in each["games"]] == tables
    assert third["next"] is None


def test_nothing_is_folded_for_a_list(house: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    table, mika, rin = two_players(house)
    resign(house, rin, table, 1)
    monkeypatch.setattr("hanamachi.server.live.table_storage.rehydrate", lambda *_: pytest.fail("folded"))
    assert ids(house, mika) == [table]


def test_on_a_shared_screen_nobody_won_or_lost(house: TestClient) -> None:
    mika = guest(house, "Mika")
    table = open_table(house, mika, seats=[{"kind": "shared"}, {"kind": "shared"}])
    resign(house, mika, table, 1)
    (one,) = page(house, mika)["games"]
    assert (one["result"], one["mine"], one["over"]) == ("", [0, 1], True)


def test_games_of_an_older_house_are_settled_once(tmp_path: Path) -> None:
    path = tmp_path / "house.db"
    with sqlite3.connect(path) as db:
        db.executescript(dump("0001"))
    db.close()
    migrate(url_of(str(path)))

    async def story() -> None:
        store = Store(str(path))
        server = TableServices(store, GAMES, None)  # type: ignore[arg-type]
        before = await store.without_result()
        assert len(before) > 5
        await server.rooms.settle()
        assert await store.without_result() == []
        await server.close()
        await store.close()

    asyncio.run(story())
    with sqlite3.connect(path) as db:
        told = db.execute("SELECT finished, damaged, result IS NULL, game, begun FROM tables").fetchall()
        came = db.execute("SELECT DISTINCT came FROM seats WHERE came IS NOT NULL").fetchall()
    db.close()
    assert all(game and (begun or not finished) for finished, _, _, game, begun in told)
    assert not [row for row in told if row[0] and not row[1] and row[2]]
    assert came
