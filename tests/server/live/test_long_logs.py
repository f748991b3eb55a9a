"""Long logs: folded once for many looks, in a thread of their own, and never so many that others wait."""

import asyncio
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import cache, partial
from types import SimpleNamespace
from typing import Any

import pytest
from starlette.testclient import TestClient

from hanamachi.core.table import Refused
from hanamachi.server.analysis import jobs
from hanamachi.server.app import Server, app_of
from hanamachi.server.live import lingering_rooms, table_storage
from hanamachi.server.live.lingering_rooms import LingeringRooms
from hanamachi.server.live.table_storage import Toll
from hanamachi.server.runtime.limits import Limits, Rate
from hanamachi.server.runtime.long_logs import LONG
from hanamachi.server.storage.rehydrate import rehydrate
from hanamachi.server.storage.store import Store
from tests.server.live.test_stalls import a_long_record
from tests.server.support.visitors import HOST, guest, problem, two_players

LOOKERS = 8
ROWS = 1_000  # of a log that is called long


Bring = Callable[[int], list[str]]


class Folds:
    """Counts the folds of long logs, says which threads made them, and can keep them waiting."""

    def __init__(self) -> None:
        self.threads: list[str] = []
        self.go_on = threading.Event()
        self.go_on.set()
        self.fold: Callable[..., Any] = rehydrate

    def __call__(self, stored: Any, games: Any) -> Any:
        if len(stored.rows) >= ROWS:
            self.threads.append(threading.current_thread().name)
            assert self.go_on.wait(60)
        return self.fold(stored, games)


@pytest.fixture
def folds(monkeypatch: pytest.MonkeyPatch) -> Folds:
    folds = Folds()
    monkeypatch.setattr(table_storage, "rehydrate", folds)
    return folds


@pytest.fixture
def inside(database: str) -> Server:
    return Server(Store(database), "127.0.0.1", None, Limits(long_games=Rate(LOOKERS, 0.1)))


@pytest.fixture
def house(inside: Server) -> Iterator[TestClient]:
    with TestClient(app_of(inside), base_url=HOST) as client:
        yield client


@cache
def brought() -> jobs.ImportedGame:
    return jobs.check_record(a_long_record())


@pytest.fixture
def bring(house: TestClient, inside: Server) -> Bring:
    """Long games that somebody has brought."""
    assert house.portal
    game = brought()
    facts = game.setup, game.seats, game.rows, game.result
    call = partial(house.portal.call, inside.new_tables.add_record, *facts)
    return lambda count: [call() for _ in range(count)]


def test_many_looks_at_a_long_game_fold_it_once(house: TestClient, folds: Folds, bring: Bring) -> None:
    """N5: with and without a cookie, its card and its record, at once and one after the other."""
    (table,) = bring(1)
    with ThreadPoolExecutor(LOOKERS) as lookers:
        paths = [f"/api/tables/{table}", f"/api/tables/{table}/record"] * LOOKERS
        assert [answer.status_code for answer in lookers.map(house.get, paths)] == [200] * len(paths)
    assert len(folds.threads) == 1
    assert folds.threads[0].startswith("long")


def test_while_long_games_are_folded_others_open_tables(
    house: TestClient, folds: Folds, bring: Bring
) -> None:
    """N5: looks at eight of them once took all threads."""
    tables = bring(LOOKERS)
    folds.go_on.clear()
    with ThreadPoolExecutor(LOOKERS + 1) as people:
        looks = [people.submit(house.get, f"/api/tables/{table}") for table in tables]
        begun = people.submit(two_players, house)
        try:
            assert begun.result(timeout=30)[0]
            assert len(folds.threads) <= 1
        finally:
            folds.go_on.set()
        assert [look.result().status_code for look in looks] == [200] * LOOKERS


def test_who_has_many_long_games_read_must_wait(house: TestClient, folds: Folds, bring: Bring) -> None:
    """Who looks again at one that is open need not, and who looks at a short one neither."""
    *tables, last = bring(LOOKERS + 1)
    assert {house.get(f"/api/tables/{table}").status_code for table in tables} == {200}
    assert problem(house.get(f"/api/tables/{last}")) == (429, "too_many")
    with house.websocket_connect("/ws", headers=guest(house, "Rin")) as socket:
        socket.send_json({"type": "watch", "table": last, "lang": "en"})
        while (heard := socket.receive_json())["type"] != "declined":
            pass
        assert heard["reason"] == "too_many"
    assert house.get(f"/api/tables/{tables[0]}").status_code == 200
    short = two_players(house)[0]
    assert house.get(f"/api/tables/{short}").status_code == 200
    assert len(folds.threads) == LOOKERS


def test_who_is_refused_a_long_game_has_nobody_else_refused(
    house: TestClient, inside: Server, bring: Bring
) -> None:
    """Two come at once: the first has had too many, the other waits for the same log."""
    (table,) = bring(1)

    def refuse() -> None:
        raise Refused("took_too_long")

    async def look(toll: Toll | None) -> int:
        async with inside.rooms.visit(table, toll) as room:
            return room.snapshot.seq

    async def both() -> tuple[Any, Any]:
        return await asyncio.gather(look(refuse), look(None), return_exceptions=True)

    assert house.portal
    refused, seq = house.portal.call(both)
    assert isinstance(refused, Refused)
    assert seq >= ROWS


def staying(*, seconds: float, monkeypatch: pytest.MonkeyPatch) -> tuple[LingeringRooms, list[str]]:
    dropped: list[str] = []
    monkeypatch.setattr(lingering_rooms, "SECONDS", seconds / 2)
    monkeypatch.setattr(lingering_rooms, "LONG_SECONDS", seconds)
    return LingeringRooms(lambda room: dropped.append(room.id)), dropped


def room(name: str, rows: int = LONG, *, needed: bool = False, closed: bool = False) -> Any:
    return SimpleNamespace(id=name, snapshot=SimpleNamespace(seq=rows), needed=needed, closed=closed)


def test_few_rooms_stay(monkeypatch: pytest.MonkeyPatch) -> None:
    async def story() -> None:
        stays, dropped = staying(seconds=60.0, monkeypatch=monkeypatch)
        monkeypatch.setattr(lingering_rooms, "MOST", 2)
        monkeypatch.setattr(lingering_rooms, "MOST_ROWS", 5 * LONG)
        stays.leave(room("short", LONG - 1))
        stays.leave(room("closed", closed=True))
        assert dropped == ["closed"]
        for name in ("a", "b", "a", "c"):
            stays.leave(room(name))
        assert dropped == ["closed", "short", "b"]  # the oldest look
        stays.leave(room("large", 5 * LONG))
        assert dropped[3:] == ["a", "c"]
        stays.leave(room("huge", 6 * LONG))
        assert (dropped[5:], stays.stays) == (["large", "huge"], {})
        stays.leave(room("last"))
        stays.close()
        assert (len(dropped), stays.stays) == (7, {})

    asyncio.run(story())


def test_a_room_that_nobody_needs_goes_in_the_end(monkeypatch: pytest.MonkeyPatch) -> None:
    async def story() -> None:
        stays, dropped = staying(seconds=0.01, monkeypatch=monkeypatch)
        stays.leave(room("a"))
        stays.leave(room("b", needed=True))  # somebody came back meanwhile
        while stays.stays:
            await asyncio.sleep(0.01)
        assert dropped == ["a"]

    asyncio.run(story())
