"""What the house keeps, without a socket: rows in their order, races, guests, and a disk that says no."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest
import sqlalchemy as sa

from hanamachi.core.log import Resigned, Seated
from hanamachi.house.store import Held, Raced, Setup, Store

SETUP = Setup(game="okiya", version=1, options={}, host="g", seed="00" * 32)
SEATS = [Held("guest", "Mika", "g", words="w"), Held("open")]


@pytest.fixture
def url(tmp_path: Path) -> str:
    return f"sqlite+aiosqlite:///{tmp_path / 'house.db'}"


def with_store(url: str, work: Callable[[Store], Awaitable[Any]]) -> Any:
    async def whole() -> Any:
        store = Store(url)
        await store.open()
        try:
            return await work(store)
        finally:
            await store.close()

    return asyncio.run(whole())


def test_a_table_comes_back_as_it_was(url: str) -> None:
    async def keep(store: Store) -> None:
        await store.add_table("t", SETUP, SEATS)
        await store.append("t", 0, [Seated(0, "Mika"), Seated(1, "Rin")], finished=False)
        await store.append("t", 2, [Resigned(1)], finished=True, seats={1: Held("guest", "Rin", "h")})

    with_store(url, keep)
    setup, seats, log = with_store(url, lambda store: store.load_table("t"))
    assert setup == SETUP
    assert seats == [SEATS[0], Held("guest", "Rin", "h")]
    assert [msgspec.json.decode(row)["type"] for row in log] == ["seated", "seated", "resigned"]
    assert with_store(url, lambda store: store.tables_of("h")) == [("t", True)]
    assert with_store(url, lambda store: store.load_table("u")) is None


@pytest.mark.parametrize("moments", range(12))
def test_what_was_begun_is_written_whole_whenever_its_asker_goes(url: str, moments: int) -> None:
    async def go_away(store: Store) -> None:
        await store.add_table("t", SETUP, SEATS)
        asker = asyncio.create_task(store.append("t", 0, [Seated(0, "Mika")], finished=True))
        for _ in range(1 + 3 * moments):
            await asyncio.sleep(0)
        asker.cancel()

    with_store(url, go_away)
    _, _, log = with_store(url, lambda store: store.load_table("t"))
    assert len(log) == 1


def test_of_two_writers_of_one_row_the_second_loses_all_of_its_rows(url: str) -> None:
    async def race(store: Store) -> Any:
        await store.add_table("t", SETUP, SEATS)
        await store.append("t", 0, [Seated(0, "Mika"), Seated(1, "Rin")], finished=False)
        with pytest.raises(Raced) as raced:
            await store.append("t", 1, [Resigned(1), Resigned(0)], finished=True, seats={1: Held("bot")})
        assert raced.value.reason == "stale"
        return await store.load_table("t"), await store.tables_of("g")

    (_, seats, log), mine = with_store(url, race)
    assert len(log) == 2
    assert seats == SEATS
    assert mine == [("t", False)]


def test_a_guests_tables_are_newest_first(url: str) -> None:
    async def three(store: Store) -> Any:
        for name in ("a", "b", "c"):
            await store.add_table(name, SETUP, SEATS)
        return await store.tables_of("g", 2)

    assert [table for table, _ in with_store(url, three)] == ["c", "b"]


def test_names_and_the_key_of_the_cookies_stay(url: str) -> None:
    async def first(store: Store) -> bytes:
        await store.name_guest("g", "Mika")
        await store.name_guest("g", "Mika Ito")
        return await store.secret()

    key = with_store(url, first)
    assert len(key) == 32
    assert with_store(url, lambda store: store.secret()) == key
    assert with_store(url, lambda store: store.guest_name("g")) == "Mika Ito"
    assert with_store(url, lambda store: store.guest_name("h")) is None


def test_sqlite_writes_ahead_and_fully(url: str) -> None:
    async def pragmas(store: Store) -> list[Any]:
        async with store.engine.connect() as db:
            return [
                await db.scalar(sa.text(f"PRAGMA {name}"))
                for name in ("journal_mode", "synchronous", "foreign_keys")
            ]

    assert with_store(url, pragmas) == ["wal", 2, 1]
