"""Members with rated games, put into the house's database: for leaderboards and members' pages."""

from collections.abc import Sequence
from functools import cache
from threading import Lock
from typing import Any
from urllib.parse import quote

import sqlalchemy as sa
from playwright.sync_api import Page

from hanamachi.server.accounts import members
from hanamachi.server.db import timestamps
from hanamachi.server.db.schema import RESULT_SEATS, RESULTS
from hanamachi.server.ratings.levels import levels_of
from hanamachi.server.ratings.results import next_number
from hanamachi.server.ratings.worker import work_out_some
from hanamachi.server.storage.store import Store
from tests.e2e.support import company
from tests.e2e.support.server import House
from tests.e2e.support.staged import Somebody, guest_of, written

MEMBERS = [
    Somebody(f"{name} the Member") for name in ("Wilhelmina-Charlotte", "Kunegunda", "Mika", "Étienne")
]
DAY = 86_400.0
ROUNDS = 6  # times that each member meets each other one: then their ratings are settled
FIRST = Lock()  # several browsers are led by several threads, and `cache` lets two of them in


def add_result(
    db: sa.Connection, game: str, days: float, one: str, other: str | None, level: str = ""
) -> None:
    """Add a result: the first member has won against the other one, or against a bot."""
    key = {"game": game, "number": next_number(db, game)}
    at = timestamps.now(db) - days * DAY
    db.execute(sa.insert(RESULTS).values(**key, list=game, at=at, ranks="[1,2]", pairs="[[0,1]]"))
    bot = levels_of(game)[level] if level else None
    rival: dict[str, Any] = {"rating_id": other, "level": level or None}
    rival |= {"rating": bot.rating if bot else None, "deviation": bot.deviation if bot else None}
    mine = {"rating_id": one, "level": None, "rating": None, "deviation": None}
    db.execute(sa.insert(RESULT_SEATS), [{**key, "seat": 0, **mine}, {**key, "seat": 1, **rival}])


def rating_ids(db: sa.Connection, users: Sequence[str]) -> list[str]:
    found = members.members_among(db, users)
    return [found[user].rating_id for user in users]


def settled(house: House) -> None:
    """Four members have settled ratings in Okiya's list."""
    with FIRST:
        _settle(house)


@cache
def _settle(house: House) -> None:
    def play(db: sa.Connection) -> None:
        for who in MEMBERS:
            members.create(db, who.guest, who.name)
        ids = rating_ids(db, [who.guest for who in MEMBERS])
        for number in range(ROUNDS):
            for stronger, one in enumerate(ids):
                for other in ids[stronger + 1 :]:
                    winner, loser = (other, one) if number == 2 else (one, other)
                    add_result(db, "okiya", 25 - number * 4, winner, loser)
        work_out_some(db, "")

    async def keep(store: Store) -> None:
        for who in MEMBERS:
            await store.users.rename(who.guest, who.name)
        await store.database.write(play)

    written(house, keep)


def rated(house: House, page: Page) -> str:
    """This browser is a member who has played rated games of two kinds; the path of their page."""
    settled(house)
    company.as_member("/account")(house, page)
    me = guest_of(page)
    name = ""

    def play(db: sa.Connection) -> None:
        nonlocal name
        ids = rating_ids(db, [who.guest for who in MEMBERS])
        (mine,) = rating_ids(db, [me])
        for number in range(ROUNDS):
            for level in ("student", "adept"):
                add_result(db, "okiya", 24 - number * 4, mine, None, level)
        add_result(db, "hanamikoji", 0, mine, ids[2])
        work_out_some(db, "")
        found = members.member_of(db, me)
        name = found.name if found else ""

    async def keep(store: Store) -> None:
        await store.database.write(play)

    written(house, keep)
    return f"/member/{quote(name)}"


def listed(house: House, page: Page) -> str:
    """The leaderboard in which this member has a place; its path."""
    rated(house, page)
    return "/ratings/okiya"


def other_member(house: House, page: Page) -> str:
    """Another member's page; its path."""
    settled(house)
    return f"/member/{quote(MEMBERS[0].name)}"
