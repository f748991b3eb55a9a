"""Attempts to get a rating by a trick: two tabs, games at once beyond the limit of a day, games that are called off."""

import asyncio
from typing import Any

from msgspec.structs import replace
from starlette.testclient import TestClient

from hanamachi.server.db.engine import is_shared
from hanamachi.server.db.schema import RATINGS, RESULTS, TABLES
from hanamachi.server.ratings.eligibility import rated_if_possible
from hanamachi.server.ratings.results import MOST_TOGETHER, NOT_COUNTED, ResultKeeper
from hanamachi.server.storage.store import Store
from hanamachi.server.tables import transitions
from hanamachi.server.tables.creation import rematch
from hanamachi.server.tables.model import Playing
from tests.server.ratings.test_results import begun, opened
from tests.server.support.members import LIVE, lose, rows, sign_up
from tests.server.support.visitors import guest, open_table, problem

TWO = [{"kind": "me"}, {"kind": "open"}]


def test_two_tabs_of_one_member_are_no_two_players(house: TestClient, database: str) -> None:
    mika = sign_up(house, database, "Mika")
    table = open_table(house, mika, seats=TWO, clock=LIVE, rated=True)
    answer = house.post(f"/api/tables/{table}/seats", json={"seat": 1}, headers=mika)
    assert problem(answer) == (409, "rated_seats")
    assert not house.get(f"/api/tables/{table}", headers=mika).json()["table"]["started"]


def test_games_that_end_at_once_at_two_workers_are_five_a_day(database: str) -> None:
    """Each of two workers ends four games of the same two members in the same moment."""

    async def story() -> None:
        stores = [await opened(database)]
        if is_shared(database):
            stores.append(Store(database))
            stores[1].with_tables.append(ResultKeeper())
            await stores[1].open()
        games = [(f"t{n}", await begun(stores[0], f"t{n}", "mika", "sora")) for n in range(8)]
        saving = [
            stores[n % len(stores)].save(name, before, transitions.resign(n % 2)(before))
            for n, (name, before) in enumerate(games)
        ]
        await asyncio.gather(*saving)
        for store in stores:
            await store.close()

    asyncio.run(story())
    assert len(rows(database, RESULTS)) == MOST_TOGETHER
    counted = sorted(row["counted"] for row in rows(database, TABLES))
    assert counted == [NOT_COUNTED] * (8 - MOST_TOGETHER) + list(range(1, MOST_TOGETHER + 1))


def test_a_game_that_was_called_off_is_over_for_good(database: str) -> None:
    """Nobody resigns in it, flags or claims afterwards. It does not use up a game of the day, and a rematch counts."""

    async def story() -> list[type[Exception]]:
        store = await opened(database)
        before = await begun(store, "t", "mika", "sora")
        off: Playing = replace(before, table=before.table.call_off())
        await store.save("t", before, off)
        assert rated_if_possible(rematch("t", off, 0)).setup.rated
        refused = []
        for late in (transitions.resign(0), transitions.resign(1)):
            try:
                late(off)
            except Exception as error:  # whatever it is called
                refused.append(type(error))
        for n in range(MOST_TOGETHER):
            game = await begun(store, f"t{n}", "mika", "sora")
            await store.save(f"t{n}", game, transitions.resign(0)(game))
        await store.close()
        return refused

    assert len(asyncio.run(story())) == 2
    assert len(rows(database, RESULTS)) == MOST_TOGETHER


def test_a_guest_who_is_joined_later_brings_no_rated_game(house: TestClient, database: str) -> None:
    """Neither by a seat nor by a challenge does a guest come to a rated table."""
    mika, rin = sign_up(house, database, "Mika"), guest(house, "Rin")
    table = open_table(house, mika, seats=TWO, clock=LIVE, rated=True)
    for body in ({"seat": 1}, {"seat": 1, "name": "Rin"}, {"seat": 1, "name": "Somebody new"}):
        answer = house.post(f"/api/tables/{table}/seats", json=body, headers=rin)
        assert problem(answer) == (409, "members_only")
    stranger: dict[str, Any] = {"seat": 1, "name": "A stranger", "words": "plum", "commitment": ""}
    assert problem(house.post(f"/api/tables/{table}/seats", json=stranger)) == (409, "members_only")
    house.cookies.clear()


def test_an_account_that_is_made_anew_begins_anew(house: TestClient, database: str) -> None:
    """Whoever deletes an account after defeats has another rating id: uncertain, and of no old results."""
    mika, sora = sign_up(house, database, "Mika"), sign_up(house, database, "Sora")
    lose(house, mika, sora)
    assert house.delete("/api/me", headers=mika).status_code == 204
    again = sign_up(house, database, "Mika Again")
    told = lose(house, again, sora)
    assert told["seats"][0]["provisional"]
    assert len(rows(database, RATINGS)) == 3
