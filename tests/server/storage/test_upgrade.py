"""Tables of version 1 of their games, as a house kept them: opened, written anew once, proven, played on."""

import asyncio
import sqlite3
from collections.abc import Callable, Coroutine
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest
import sqlalchemy as sa
from msgspec.structs import replace

from hanamachi.core.log import Takeback
from hanamachi.core.record import prove
from hanamachi.core.table import Table
from hanamachi.games import GAMES
from hanamachi.server.analysis import replay
from hanamachi.server.app import TableServices
from hanamachi.server.db.engine import url_of
from hanamachi.server.db.group_commit import NotSaved
from hanamachi.server.db.schema import TABLES, migrate
from hanamachi.server.storage.rehydrate import rehydrate
from hanamachi.server.storage.store import Store
from hanamachi.server.storage.table_rows import ConcurrentUpdate, StoredTable
from hanamachi.server.storage.upgrade import upgraded_table
from hanamachi.server.tables.model import Playing, SeatHolder, Setup, record_of
from hanamachi.server.tables.start import started
from tests.kept import packed

DUMP = Path(__file__).parents[2] / "kept" / "version_1.sql.xz"


def unpack(path: Path) -> None:
    with sqlite3.connect(path) as db:
        db.executescript(packed.read(DUMP).decode())
    db.close()
    migrate(url_of(str(path)))


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> str:
    path = tmp_path_factory.mktemp("version_1") / "house.db"
    unpack(path)
    return str(path)


def with_rooms(path: str, work: Callable[[TableServices], Coroutine[Any, Any, Any]]) -> Any:
    async def whole() -> Any:
        store = Store(path)
        await store.open()
        try:
            return await work(TableServices(store, GAMES, SimpleNamespace()))  # type: ignore[arg-type]
        finally:
            await store.close()

    return asyncio.run(whole())


def names() -> list[str]:
    with sqlite3.connect(":memory:") as db:
        db.executescript(packed.read(DUMP).decode())
        found = [name for (name,) in db.execute("SELECT id FROM tables ORDER BY id")]
    db.close()
    return found


def stored_as(path: str, name: str) -> StoredTable:
    stored = with_rooms(path, lambda server: server.store.load(name))
    assert isinstance(stored, StoredTable)
    return stored


def opened(path: str, name: str) -> Playing:
    snapshot, _ = with_rooms(path, lambda server: server.tables.load(name))
    assert isinstance(snapshot, Playing)
    return snapshot


def play_out(table: Table) -> Table:
    while table.actor is not None:
        table = table.submit(table.actor, table.seq, table.state.moves()[-1])
    return table


@pytest.mark.parametrize("name", names())
def test_a_table_of_version_1_is_opened_proven_and_played_on(house: str, name: str) -> None:
    before = stored_as(house, name)
    snapshot = opened(house, name)
    assert not snapshot.damaged
    assert snapshot.setup.version == GAMES[snapshot.setup.game].version
    assert (snapshot.table.result is not None) == name.endswith("-over")
    prove(record_of(snapshot.setup, snapshot.seats, snapshot.table.rows))
    done = play_out(snapshot.table)
    assert done.result is not None
    prove(done.record(open_seed=True))
    after = stored_as(house, name)
    assert after == upgraded_table(after, snapshot.table.game)
    assert after.setup == snapshot.setup
    assert rehydrate(after, GAMES) == snapshot
    assert (after.seats, after.turn, after.left) == (before.seats, before.turn, before.left)


@pytest.mark.parametrize("name", [name for name in names() if name.startswith("road")])
def test_moments_of_the_road_move_along(tmp_path: Path, name: str) -> None:
    """The state of an older moment is the one of that moment now: links lead there, takebacks too."""
    unpack(tmp_path / "house.db")
    old = stored_as(str(tmp_path / "house.db"), name)
    snapshot = opened(str(tmp_path / "house.db"), name)
    moments = snapshot.setup.moments["1"]
    rows = [msgspec.json.decode(row) for _, row in old.rows]
    assert len(moments) == len(rows) + 1
    assert moments[-1] == snapshot.seq
    for seq, row in enumerate(rows):
        now = msgspec.json.decode(msgspec.json.encode(snapshot.table.rows[moments[seq]]))
        assert now == ({**row, "to": moments[row["to"]]} if row["type"] == "takeback" else row)
    back = [row for row in snapshot.table.rows if isinstance(row, Takeback)]
    assert len(back) == sum(row["type"] == "takeback" for row in rows)
    assert replay.replay_of(snapshot, name, None, "en", everybody=False).moments == snapshot.setup.moments


def test_a_game_that_is_played_on_begins_with_journeys(house: str) -> None:
    """What was taken over from another table is upgraded, too: from it the same table would begin."""
    snapshot = opened(house, "road_harder-from")
    waiting = SimpleNamespace(setup=snapshot.setup, seats=snapshot.seats)
    begun = started(waiting)  # type: ignore[arg-type]
    placed = [move["type"] for _, move in snapshot.setup.taken_over]
    assert "Journey" in placed
    assert [row.move for row in begun.table.rows if hasattr(row, "move")][: len(placed)] == [
        row.move for row in snapshot.table.rows if hasattr(row, "move")
    ][: len(placed)]


@pytest.mark.parametrize("mode", ["3", "6", "limited", "management"])
def test_a_window_stays_open_for_its_question(house: str, mode: str) -> None:
    before, snapshot = stored_as(house, f"mai_star_{mode}-on"), opened(house, f"mai_star_{mode}-on")
    if snapshot.window is None:  # the rules of now do not ask it
        assert snapshot.window_seat() is None or snapshot.window_seat() != before.asked_seat
    else:
        assert (snapshot.window.seat, snapshot.window.asked) == (
            snapshot.window_seat(),
            snapshot.table.log.asked,
        )
        assert snapshot.window.sealed is not None


def test_a_table_is_written_anew_once_and_by_one(tmp_path: Path) -> None:
    path = str(tmp_path / "house.db")
    unpack(tmp_path / "house.db")

    async def twice(server: TableServices) -> tuple[Any, ...]:
        stored = await server.store.load("road_basic-on")
        assert stored is not None
        snapshot = rehydrate(stored, GAMES)
        answers = await asyncio.gather(
            *(server.store.upgrade("road_basic-on", stored, snapshot) for _ in range(2)),
            return_exceptions=True,
        )
        return snapshot, answers, await server.tables.load("road_basic-on")

    snapshot, answers, (again, _) = with_rooms(path, twice)
    assert answers[0] is None
    assert isinstance(answers[1], ConcurrentUpdate)
    assert again == snapshot


def test_somebody_elses_writing_is_waited_for(tmp_path: Path) -> None:
    path = str(tmp_path / "house.db")
    unpack(tmp_path / "house.db")

    async def raced(server: TableServices) -> None:
        async def late(*_given: Any) -> None:
            raise ConcurrentUpdate

        server.store.upgrade = late  # type: ignore[method-assign,assignment]
        with pytest.raises(NotSaved):
            await server.tables.load("road_basic-on")

    with_rooms(path, raced)
    assert stored_as(path, "road_basic-on").setup.version == 1


@pytest.mark.parametrize("rows", [5, 0])
def test_a_row_more_or_less_is_noticed(tmp_path: Path, rows: int) -> None:
    path = str(tmp_path / "house.db")
    unpack(tmp_path / "house.db")

    async def renew(server: TableServices) -> None:
        stored = await server.store.load("road_basic-on")
        assert stored is not None
        with pytest.raises(ConcurrentUpdate):
            await server.store.upgrade(
                "road_basic-on", replace(stored, rows=stored.rows[:rows]), rehydrate(stored, GAMES)
            )

    with_rooms(path, renew)


def test_a_damaged_table_is_shown_and_left_as_it_lies(tmp_path: Path) -> None:
    """What can be read is read under the rules of now; the file is not touched."""
    path = str(tmp_path / "house.db")
    unpack(tmp_path / "house.db")
    with sqlite3.connect(path) as db:
        db.execute("UPDATE rows SET row = 'moth' WHERE table_id = 'road_basic-over' AND seq = 70")
    db.close()
    before = stored_as(path, "road_basic-over")
    snapshot = opened(path, "road_basic-over")
    assert snapshot.damaged
    assert snapshot.seq == upgraded_table(before, GAMES["geishas_road"]).setup.moments["1"][70] > 70
    after = stored_as(path, "road_basic-over")
    assert (after.setup, after.rows, after.damaged) == (before.setup, before.rows, True)


def test_a_waiting_table_of_an_older_version_begins_under_the_rules_of_now(tmp_path: Path) -> None:
    path = str(tmp_path / "house.db")

    async def wait(server: TableServices) -> Any:
        old = Setup(format=2, game="geishas_road", version=1, options={}, host="g", seed="00" * 32)
        await server.store.add_table("t", old, (SeatHolder("guest", "Mika", "g"), SeatHolder("open")))
        snapshot, _ = await server.tables.load("t")
        return snapshot, await server.store.load("t")

    snapshot, stored = with_rooms(path, wait)
    assert snapshot.setup.version == stored.setup.version == GAMES["geishas_road"].version
    assert (stored.rows, stored.setup.moments) == ([], {"1": [0]})


def test_every_table_of_the_older_house_is_among_them(house: str) -> None:
    engine = sa.create_engine(url_of(house))
    with engine.connect() as db:
        assert sorted(db.scalars(sa.select(TABLES.c.id))) == names()
    engine.dispose()
    assert len(names()) == 33
