"""What the house keeps, without a socket: rows in their order, races, guests, and a disk that says no."""

import asyncio
import sqlite3
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
import sqlalchemy as sa
from msgspec.structs import replace
from sqlalchemy.exc import OperationalError

from hanamachi.core.table import Table
from hanamachi.games import GAMES
from hanamachi.games.okiya.moves import Take
from hanamachi.server.accounts import cookie_keys
from hanamachi.server.db.engine import is_shared, url_of
from hanamachi.server.db.group_commit import NotSaved
from hanamachi.server.db.schema import META, ROWS, TABLES, migrate
from hanamachi.server.runtime.digests import digest
from hanamachi.server.storage.rehydrate import rehydrate
from hanamachi.server.storage.store import Store
from hanamachi.server.storage.table_rows import ConcurrentUpdate, Erased, StoredTable
from hanamachi.server.tables import transitions
from hanamachi.server.tables.model import Playing, SeatHolder, Setup, Waiting, Window
from hanamachi.server.tables.start import started
from tests.kept.houses import HOUSES, unpack
from tests.postgres import Postgres

SETUP = Setup(format=2, game="okiya", version=1, options={}, host="g", seed="00" * 32)
OPEN = (SeatHolder("guest", "Mika", "g", words="w"), SeatHolder("open"))
SEATS = (SeatHolder("guest", "Mika", "g", words="w"), SeatHolder("guest", "Rin", "h", words="v"))
WAITING = Waiting(SETUP, SEATS)
BEGUN = started(WAITING)


@pytest.fixture
def path(database: str) -> str:
    return database


@pytest.fixture
def file(tmp_path: Path) -> str:
    """For what SQLite alone does."""
    return str(tmp_path / "house.db")


def with_store(path: str, work: Callable[[Store], Awaitable[Any]]) -> Any:
    async def whole() -> Any:
        store = Store(path)
        await store.open()
        try:
            return await work(store)
        finally:
            await store.close()

    return asyncio.run(whole())


def moved(playing: Playing) -> Playing:
    """The same table one move on."""
    table = playing.table
    assert table.actor is not None
    return replace(playing, table=table.submit(table.actor, table.seq, table.state.moves()[0]))


async def begin(store: Store, table: str = "t") -> None:
    for held in SEATS:
        await store.users.rename(held.guest or "", held.name)
    await store.add_table(table, SETUP, SEATS)
    await store.save(table, WAITING, BEGUN)


def test_a_table_comes_back_as_it_was(path: str) -> None:
    async def keep(store: Store) -> None:
        await begin(store)
        await store.save("t", BEGUN, moved(BEGUN))

    with_store(path, keep)
    stored = with_store(path, lambda store: store.load("t"))
    assert rehydrate(stored, GAMES) == moved(BEGUN)
    listed = with_store(path, lambda store: store.tables_of("h"))
    assert [(one.id, one.started, one.finished, one.turn) for one in listed] == [
        ("t", True, False, moved(BEGUN).table.actor)
    ]
    assert with_store(path, lambda store: store.load("u")) is None


@pytest.mark.parametrize("moments", range(8))
def test_what_was_begun_is_written_whole_whenever_its_asker_goes(path: str, moments: int) -> None:
    async def go_away(store: Store) -> None:
        await begin(store)
        asker = asyncio.create_task(store.save("t", BEGUN, moved(BEGUN)))
        for _ in range(1 + 3 * moments):
            await asyncio.sleep(0)
        asker.cancel()

    with_store(path, go_away)
    stored = with_store(path, lambda store: store.load("t"))
    assert len(stored.rows) == moved(BEGUN).seq


def test_of_two_who_write_one_row_the_second_changes_nothing(path: str) -> None:
    """C3: a row that would leave a hole or is not next is refused inside the transaction."""

    async def race(store: Store) -> Any:
        await begin(store)
        once, twice = moved(BEGUN), moved(moved(BEGUN))
        await store.save("t", BEGUN, once)
        for before, after in ((BEGUN, transitions.resign(1)(BEGUN)), (twice, moved(twice))):
            with pytest.raises(ConcurrentUpdate):
                await store.save("t", before, after)
        return await store.load("t")

    assert len(with_store(path, race).rows) == moved(BEGUN).seq


def test_two_who_take_one_chair_are_told_apart_by_the_database(path: str) -> None:
    async def race(store: Store) -> Any:
        waiting = Waiting(SETUP, OPEN)
        await store.add_table("t", SETUP, OPEN)
        both = [transitions.sit(name, name, 1, "")(waiting) for name in ("rin", "aki")]
        answers = await asyncio.gather(
            *(store.save("t", waiting, after) for after in both), return_exceptions=True
        )
        return answers, await store.load("t")

    answers, stored = with_store(path, race)
    assert answers[0] is None
    assert isinstance(answers[1], ConcurrentUpdate)
    assert stored.seats[1].guest == "rin"


def test_of_two_who_give_words_at_once_one_begins_the_game(path: str) -> None:
    async def race(store: Store) -> Any:
        seats = tuple(replace(held, words=None) for held in SEATS)
        waiting = Waiting(SETUP, seats)
        for held in SEATS:
            await store.users.rename(held.guest or "", held.name)
        await store.add_table("t", SETUP, seats)
        both = [transitions.give_words(held.guest or "", "plum", SETUP.commitment)(waiting) for held in SEATS]
        assert all(isinstance(after, Waiting) for after in both)  # each takes the other for the last
        return await asyncio.gather(
            *(store.save("t", waiting, after) for after in both), return_exceptions=True
        )

    first, second = with_store(path, race)
    assert first is None
    assert isinstance(second, ConcurrentUpdate)  # so it is worked out again, and begins the game


def test_what_came_while_a_commit_ran_goes_together_into_the_next(path: str) -> None:
    """H1: one commit for many moves, and nobody waits to gather them."""

    async def many(store: Store) -> list[int]:
        for n in range(20):
            await begin(store, f"t{n}")
        sizes: list[int] = []
        together = store.database.commits._together

        def counted(batch: Any) -> list[Any]:
            sizes.append(len(batch))
            return together(batch)

        store.database.commits._together = counted  # type: ignore[method-assign]
        await asyncio.gather(*(store.save(f"t{n}", BEGUN, moved(BEGUN)) for n in range(20)))
        return sizes

    sizes = with_store(path, many)
    assert sum(sizes) == 20
    assert len(sizes) <= 3


def test_a_job_that_is_refused_does_not_spoil_the_others(path: str) -> None:
    async def mixed(store: Store) -> Any:
        for name in ("a", "b", "c"):
            await begin(store, name)
        wrong = moved(BEGUN)
        work = [
            store.save("a", BEGUN, moved(BEGUN)),
            store.save("b", wrong, moved(wrong)),
            store.save("c", BEGUN, moved(BEGUN)),
        ]
        answers = await asyncio.gather(*work, return_exceptions=True)
        return answers, [len((await store.load(name)).rows) for name in ("a", "b", "c")]  # type: ignore[union-attr]

    answers, lengths = with_store(path, mixed)
    assert [type(answer) for answer in answers] == [type(None), ConcurrentUpdate, type(None)]
    assert lengths == [moved(BEGUN).seq, BEGUN.seq, moved(BEGUN).seq]


@pytest.mark.parametrize("among", [0, 2])
def test_a_job_that_is_refused_after_it_wrote_leaves_nothing(path: str, among: int) -> None:
    """N18: alone or in one commit with others."""

    def refuse(db: sa.Connection) -> None:
        assert db.scalar(sa.select(TABLES.c.child).where(TABLES.c.id == "a")) == "rematch"
        raise Erased

    async def write(store: Store) -> Any:
        for name in ("a", *map(str, range(among))):
            await begin(store, name)
        work = [store.save(str(n), BEGUN, moved(BEGUN)) for n in range(among)]
        work.insert(among // 2, store.save("a", BEGUN, replace(moved(BEGUN), child="rematch"), also=refuse))
        answers = await asyncio.gather(*work, return_exceptions=True)
        return answers, [await store.load(name) for name in ("a", *map(str, range(among)))]

    answers, (refused, *others) = with_store(path, write)
    assert [type(answer) for answer in answers if answer] == [Erased]
    assert (refused.child, len(refused.rows)) == (None, BEGUN.seq)
    assert [len(other.rows) for other in others] == [moved(BEGUN).seq] * among


@pytest.mark.parametrize("place", ["begin", "job", "commit", "after the commit"])
def test_a_batch_that_the_database_threw_away_is_written_again_table_by_table(path: str, place: str) -> None:
    """Wherever it fails: what can be kept is, what was kept already is found, and nothing is doubled."""

    async def fail_once(store: Store) -> Any:
        for name in ("a", "b"):
            await begin(store, name)
        failing_once(store, place)
        work = [store.save(name, BEGUN, moved(BEGUN)) for name in ("a", "b")]
        answers = await asyncio.gather(*work, return_exceptions=True)
        return answers, [len((await store.load(name)).rows) for name in ("a", "b")]  # type: ignore[union-attr]

    answers, lengths = with_store(path, fail_once)
    kept_before = place == "after the commit"
    assert [type(answer) for answer in answers] == [ConcurrentUpdate if kept_before else type(None)] * 2
    assert lengths == [moved(BEGUN).seq] * 2


def failing_once(store: Store, place: str) -> None:
    """The database fails once, at this place of a transaction."""
    names = {"begin": "begin", "job": "before_cursor_execute", "commit": "commit"}
    left = [1]

    def fail(*_args: Any) -> None:
        if left and left.pop():
            raise OperationalError("disk full", None, Exception())

    if place in names:
        sa.event.listen(store.database.commits.engine, names[place], fail)
        return
    together = store.database.commits._together

    def lost_answer(batch: Any) -> list[Any]:
        answers = together(batch)
        fail()
        return answers

    store.database.commits._together = lost_answer  # type: ignore[method-assign]


def test_a_disk_that_says_no_keeps_nothing_and_then_everything(file: str) -> None:
    """C3: nothing has happened, and it may be tried again."""

    async def full(store: Store) -> Any:
        await begin(store)
        pages = await store.database.write(lambda db: db.exec_driver_sql("PRAGMA page_count").scalar())
        await limit(store, int(pages or 0))
        long = replace(BEGUN, seats=(SEATS[0], replace(SEATS[1], words="x" * 100_000)))
        with pytest.raises(NotSaved):
            await store.save("t", BEGUN, long)
        before = await store.load("t")
        await limit(store, 1_000_000)
        await store.save("t", BEGUN, long)
        return before, await store.load("t")

    async def limit(store: Store, pages: int) -> None:
        await store.database.write(lambda db: db.exec_driver_sql(f"PRAGMA max_page_count = {pages}").close())

    before, after = with_store(file, full)
    assert before.seats == SEATS
    assert len(after.seats[1].words) == 100_000


def test_a_reader_takes_no_lock(file: str) -> None:
    """H1: a write that lasts keeps no reader waiting."""

    async def read_meanwhile(store: Store) -> Any:
        await begin(store)
        other = sqlite3.connect(file, isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        try:
            return await asyncio.wait_for(store.load("t"), 30)
        finally:
            other.close()

    assert len(with_store(file, read_meanwhile).rows) == BEGUN.seq


def test_a_guests_tables_are_newest_first_whatever_the_clock_says(path: str) -> None:
    """Low: after the clock went back a day new tables were not first."""

    async def three(store: Store) -> Any:
        for name, now in (("a", 3e9), ("b", 2e9), ("c", 1e9)):
            with pytest.MonkeyPatch.context() as patch:
                patch.setattr("hanamachi.server.db.timestamps.wall", lambda now=now: now)
                await store.add_table(name, SETUP, SEATS)
        return await store.tables_of("g", 2)

    assert [one.id for one in with_store(path, three)] == ["c", "b"]


def test_names_and_the_keys_of_the_cookies_stay(path: str) -> None:
    async def first(store: Store) -> list[bytes]:
        await store.users.rename("g", "Mika")
        await store.users.rename("g", "Mika Ito")
        return await store.database.write(cookie_keys.keys)

    async def turn(store: Store) -> list[bytes]:
        await store.database.write(cookie_keys.add_key)
        return await store.database.write(cookie_keys.keys)

    (key,) = with_store(path, first)
    assert len(key) == 32
    assert with_store(path, lambda store: store.database.write(cookie_keys.keys)) == [key]
    newest, last = with_store(path, turn)
    assert last == key != newest
    assert with_store(path, lambda store: store.users.name("g")) == "Mika Ito"
    assert with_store(path, lambda store: store.users.name("h")) is None


def test_the_connection_that_writes_writes_ahead_and_fully(file: str) -> None:
    async def pragmas(store: Store) -> list[Any]:
        names = ("journal_mode", "synchronous", "foreign_keys", "secure_delete")
        return await store.database.write(
            lambda db: [db.exec_driver_sql(f"PRAGMA {name}").scalar() for name in names]
        )

    assert with_store(file, pragmas) == ["wal", 2, 1, 1]


def test_an_error_of_the_database_tells_no_parameters(path: str, caplog: pytest.LogCaptureFixture) -> None:
    """M4: a hidden move's row stood in the log."""

    async def fail(store: Store) -> None:
        secret = {"table_id": "nowhere", "seq": 0, "row": "the hand of Mika"}
        with pytest.raises(NotSaved):
            await store.database.write(lambda db: db.execute(sa.insert(ROWS), secret).close())

    with_store(path, fail)
    assert caplog.records
    assert "Mika" not in caplog.text


def test_addresses_of_databases() -> None:
    assert url_of("house.db") == "sqlite:///house.db"
    assert url_of("sqlite+aiosqlite:////tmp/house.db") == "sqlite:////tmp/house.db"
    for scheme in (
        "postgres",
        "postgresql",
        "postgresql+asyncpg",
        "postgresql+psycopg2",
        "postgresql+psycopg",
    ):
        assert url_of(f"{scheme}://me@host/db") == "postgresql+psycopg://me@host/db"
    assert url_of("postgresql+asyncpg://host/db?x=1&ssl=require").endswith("/db?x=1&sslmode=require")


@pytest.fixture(scope="module", params=["sqlite", "postgresql"])
def empty(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A database without any shape."""
    if request.param == "sqlite":
        yield str(tmp_path_factory.mktemp("old") / "house.db")
        return
    server: Postgres = request.getfixturevalue("postgres")
    with server.fresh() as url:
        yield url


@pytest.fixture(scope="module", params=HOUSES)
def schema(request: pytest.FixtureRequest) -> str:
    """One that there was."""
    return str(request.param)


@pytest.fixture(scope="module")
def old_house(schema: str, empty: str) -> str:
    """A house of that schema with its tables, brought to the newest shape."""
    forget(empty)
    unpack(schema, empty)
    migrate(url_of(empty))
    return empty


def forget(database: str) -> None:
    engine = sa.create_engine(url_of(database), poolclass=sa.NullPool)
    with engine.begin() as db:
        shared = db.dialect.name == "postgresql"
        for name in sa.inspect(db).get_table_names():
            db.exec_driver_sql(f'DROP TABLE "{name}" {"CASCADE" if shared else ""}')
        if shared:
            db.exec_driver_sql("DROP SEQUENCE IF EXISTS table_numbers")


def test_a_house_of_any_schema_has_the_newest_shape(old_house: str) -> None:
    engine = sa.create_engine(url_of(old_house), poolclass=sa.NullPool)
    found = sa.inspect(engine)
    shape = {name: {c["name"] for c in found.get_columns(name)} for name in META.tables}
    assert shape == {name: {c.name for c in table.columns} for name, table in META.tables.items()}


def test_no_row_of_any_schema_has_a_name_and_nobody_lost_theirs(old_house: str, schema: str) -> None:
    engine = sa.create_engine(url_of(old_house), poolclass=sa.NullPool)
    with engine.connect() as db:
        rows = [msgspec.json.decode(row) for row in db.scalars(sa.select(ROWS.c.row))]
    seated = [row for row in rows if row["type"] == "seated"]
    assert len(seated) > 25
    assert all(row == {"type": "seated", "seat": row["seat"], "name": ""} for row in seated)
    tables = {name: [held.name for held in one.seats] for name, one in everything(old_house).items()}
    assert tables["okiya_single-over"][0] == "Mika"
    if schema >= "0005":
        assert (tables["shared"], tables["brought"]) == (["Ume", "Koto"], ["Mika", "Novice"])


def everything(database: str) -> dict[str, StoredTable]:
    async def load_all(store: Store) -> dict[str, Any]:
        names = await store.database.read(lambda db: list(db.scalars(sa.select(TABLES.c.id))))
        return {name: await store.load(name) for name in names}

    found: dict[str, StoredTable] = with_store(database, load_all)
    return found


def test_every_table_of_any_schema_is_there_and_is_played_on(
    old_house: str, schema: str, tmp_path: Path
) -> None:
    """Finished ones prove their fairness, unfinished ones are played on, a resurrected one is damaged (C4). What
    PostgreSQL has is the same."""
    stored = everything(old_house)
    assert len(stored) > 10
    if is_shared(old_house):
        unpack(schema, str(tmp_path / "house.db"))
        assert stored == everything(str(tmp_path / "house.db"))
        return
    tables = {name: rehydrate(one, GAMES) for name, one in stored.items()}
    first = schema == "0001"
    damaged = [
        name for name, snapshot in tables.items() if isinstance(snapshot, Playing) and snapshot.damaged
    ]
    assert damaged == (["raised-from-the-dead"] if first else [])
    waiting = [name for name, snapshot in tables.items() if isinstance(snapshot, Waiting)]
    assert waiting == (["waiting"] if first else [])
    if first:
        assert tables["waiting"].seats[1].token == digest("token1234567")
    for name, snapshot in tables.items():
        if name.endswith("-on") and isinstance(snapshot, Playing):
            assert play_out(snapshot.table).result is not None


def test_a_new_table_follows_those_of_an_older_house(old_house: str) -> None:
    engine = sa.create_engine(url_of(old_house), poolclass=sa.NullPool)

    def last() -> Any:
        with engine.connect() as db:
            return db.scalar(sa.select(sa.func.max(TABLES.c.number)))

    before = last()
    with_store(old_house, lambda store: store.add_table("newest", SETUP, SEATS))
    assert last() == before + 1


def play_out(table: Table) -> Table:
    while table.actor is not None:
        table = table.submit(table.actor, table.seq, table.state.moves()[-1])
    return table


def test_a_setup_of_the_first_version_is_read() -> None:
    old = msgspec.json.decode(b'{"game":"okiya","version":1,"options":{},"host":"g","seed":"00"}', type=Setup)
    assert (old.format, old.patience, old.offered_by) == (1, 60, None)


def test_of_two_who_seal_an_answer_the_second_is_told(path: str) -> None:
    """A sealed answer is no row, so the length of the log does not tell them apart."""
    asked = replace(BEGUN, window=Window(BEGUN.seq, 0))
    first, second = (replace(asked, window=Window(BEGUN.seq, 0, Take(square))) for square in (0, 1))

    async def race(store: Store) -> Any:
        await begin(store)
        await store.save("t", BEGUN, asked, 4.0)
        await store.save("t", asked, first, 3.0)
        with pytest.raises(ConcurrentUpdate):
            await store.save("t", asked, second, 3.0)
        with pytest.raises(ConcurrentUpdate):
            await store.save("t", asked, replace(moved(BEGUN), window=None))
        await store.save_window_times([("t", BEGUN.seq, 1.5), ("t", 3, 9.0)])
        return await store.load("t")

    stored = with_store(path, race)
    assert msgspec.json.decode(stored.sealed, type=Take) == Take(0)
    assert (stored.asked, stored.left) == (BEGUN.seq, 1.5)


def test_a_table_whose_opening_was_kept_without_an_answer_is_there(path: str) -> None:
    async def lose_the_answer(store: Store) -> Any:
        failing_once(store, "after the commit")
        await asyncio.gather(store.add_table("t", SETUP, SEATS), store.users.rename("g", "Mika"))
        with pytest.raises(ConcurrentUpdate):
            await store.add_table("t", replace(SETUP, seed="11" * 32), SEATS)
        return await store.tables_of("g")

    assert [one.id for one in with_store(path, lose_the_answer)] == ["t"]
