"""Results at the level of the store: which ends count, and what the tricks of rude players bring."""

import asyncio
from collections.abc import Callable
from typing import Any

import pytest
import sqlalchemy as sa
from msgspec.structs import replace

from hanamachi.core.table import Table
from hanamachi.server.accounts import members
from hanamachi.server.db.schema import GUESTS, RATINGS, RESULTS, TABLES
from hanamachi.server.ratings.results import NOT_COUNTED, ResultKeeper
from hanamachi.server.ratings.worker import RatingWorker
from hanamachi.server.storage.store import Store
from hanamachi.server.tables import transitions
from hanamachi.server.tables.absence import Allowed, allowed
from hanamachi.server.tables.creation import Opening, SeatWish, TableWish, opening
from hanamachi.server.tables.model import Playing, Waiting
from hanamachi.server.tables.time_control import Live
from tests.server.support.members import rows

WISH = TableWish(game="hanamikoji", seats=[SeatWish("me"), SeatWish("open")], clock=Live(600, 5), rated=True)


async def opened(database: str) -> Store:
    """A store in which Mika and Sora are members and Rin is a guest."""
    store = Store(database)
    store.with_tables.append(ResultKeeper())
    await store.open()

    def people(db: sa.Connection) -> None:
        names = ("mika", "sora", "rin")
        db.execute(sa.insert(GUESTS), [{"id": name, "name": name, "created": 0.0} for name in names])
        for name in names[:2]:
            members.create(db, name, name)

    await store.database.write(people)
    return store


async def begun(store: Store, name: str, one: str, other: str) -> Playing:
    wanted: Opening = opening(WISH, one, one)
    before: Any = Waiting(wanted.setup, wanted.seats)
    await store.add_table(name, wanted.setup, wanted.seats)
    commitment = wanted.setup.commitment
    for transition in (
        transitions.give_words(one, "plum", commitment),
        transitions.sit(other, other, 1, ""),
        transitions.give_words(other, "crane", commitment),
    ):
        after = transition(before)
        await store.save(name, before, after)
        before = after
    assert isinstance(before, Playing)
    return before


ENDS: dict[str, tuple[Callable[[Table], Table], bool]] = {
    "resigned": (lambda table: table.resign(0), True),
    "flagged": (lambda table: table.flag(0), True),
    "claimed": (lambda table: table.claim(1), True),
    "calledoff": (lambda table: table.call_off(), False),
    "lapsed": (lambda table: table.lapse(0), False),
}


@pytest.mark.parametrize("end", ENDS)
def test_what_counts_is_decided_by_how_a_game_ends(database: str, end: str) -> None:
    happen, counts = ENDS[end]

    async def story() -> None:
        store = await opened(database)
        before = await begun(store, "t", "mika", "sora")
        await store.save("t", before, replace(before, table=happen(before.table)))
        await RatingWorker(store.database).work()
        await store.close()

    asyncio.run(story())
    results, (table,) = rows(database, RESULTS), rows(database, TABLES)
    assert table["counted"] == (1 if counts else NOT_COUNTED)
    assert [row["ranks"] for row in results] == (["[2,1]"] if counts else [])
    assert len(rows(database, RATINGS)) == 2 * counts


def test_an_end_that_is_saved_twice_is_one_result(database: str) -> None:
    """Two tabs resign at once, or a worker repeats what it does not know to be saved."""

    async def story() -> list[BaseException | None]:
        store = await opened(database)
        before = await begun(store, "t", "mika", "sora")
        after = transitions.resign(0)(before)
        saving = [store.save("t", before, after) for _ in range(3)]
        found = await asyncio.gather(*saving, return_exceptions=True)
        await store.close()
        return found

    found = asyncio.run(story())
    assert sum(each is None for each in found) == 1
    assert len(rows(database, RESULTS)) == 1


@pytest.mark.parametrize(("one", "other"), [("mika", "rin"), ("rin", "mika")])
def test_a_game_with_a_guest_is_never_rated(database: str, one: str, other: str) -> None:
    """Even if somebody got past the door: who plays is looked up when the game begins."""

    async def story() -> None:
        store = await opened(database)
        before = await begun(store, "t", one, other)
        await store.save("t", before, transitions.resign(0)(before))
        await store.close()

    asyncio.run(story())
    (table,) = rows(database, TABLES)
    assert (table["rated"], table["counted"]) == (None, None)
    assert rows(database, RESULTS) == []


def test_no_bot_plays_on_for_an_absent_member() -> None:
    setup = opening(WISH, "mika", "Mika").setup
    for seats in (2, 3, 6):
        found = allowed(setup, seats, timed=True, early=False)
        assert found == Allowed(claim=60.0 if seats == 2 else None)  # the clock decides; nobody calls it off
        assert allowed(setup, seats, timed=True, early=True).call_off == 60.0
