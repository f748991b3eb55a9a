"""A house with company, put into its database: people who are here without a browser, and what they have begun."""

import time
from collections.abc import Callable, Sequence
from functools import cache
from secrets import token_hex, token_urlsafe
from threading import Lock
from typing import Any

import msgspec
import sqlalchemy as sa
from msgspec.structs import replace
from playwright.sync_api import Page

from hanamachi.server.accounts import credentials, members
from hanamachi.server.accounts.passkeys import Passkey
from hanamachi.server.db.schema import QUEUE, SESSIONS, VISITORS
from hanamachi.server.matchmaking.pairing import MatchRequest
from hanamachi.server.storage.store import Store
from hanamachi.server.tables.creation import Opening, TableWish, opening
from hanamachi.server.tables.model import SeatHolder
from tests.e2e.support.server import House
from tests.e2e.support.staged import Somebody, guest_of, reached, written

GUESTS = [Somebody(name) for name in ("Wilhelmina-Charlotte", "Kunegunda", "Jean-Baptiste Poquelin", "Rin")]
RIVALS = [Somebody(name) for name in ("Kunegunda", "Rin", "Mikołaj", "Wilhelm", "Étienne")]
HOUR = 3600.0
LIVE = {"type": "live", "base": 5400, "increment": 30}
WAITING: Sequence[dict[str, Any]] = (
    {
        "game": "mai_star",
        "options": {"management": True, "limited_guests": "end_of_turn", "black_requirement": "all"},
        "seats": [{"kind": "me"}, *[{"kind": "open"}] * 4, {"kind": "bot", "level": "novice"}],
        "clock": LIVE,
        "watching": "seat",
    },
    {
        "game": "geishas_road",
        "options": {"mode": "advanced", "destiny": True, "double_counter_gift": "literal"},
        "clock": {"type": "days", "days": 14},
        "watching": "referee",
    },
    {"game": "hanamikoji", "options": {"rounds": "until_won", "starter": "second"}, "spectators": False},
    {"game": "okiya", "clock": {"type": "live", "base": 75, "delay": 5}},
)
PAIR = [{"kind": "me"}, {"kind": "open"}]


GATHERING = Lock()  # several browsers are led by several threads, and `cache` lets two of them in


def gathered(house: House) -> None:
    """People are here, and each has a table that waits in the lobby."""
    with GATHERING:
        _gather(house)


@cache
def _gather(house: House) -> None:
    opened = [offered(wish, who, public=True) for wish, who in zip(WAITING, GUESTS, strict=True)]

    async def keep(store: Store) -> None:
        for who, table in zip(GUESTS, opened, strict=True):
            await store.users.rename(who.guest, who.name)
            await store.add_table(token_urlsafe(6), table.setup, table.seats)
        here = sa.insert(VISITORS).values([{"guest": who.guest, "worker": ""} for who in GUESTS])
        await store.database.write(lambda db: db.execute(here))

    written(house, keep)


def offered(wish: dict[str, Any], who: Somebody, **more: Any) -> Opening:
    given = {"seats": PAIR, **wish, **more}
    return opening(msgspec.convert(given, TableWish), who.guest, who.name)


def in_company(house: House, page: Page) -> None:
    """This browser has played with them, and two of their games may be watched."""
    gathered(house)
    for name in ("hanamikoji_end", "okiya_end"):
        reached(house, page, name, rivals=GUESTS[1:])
    reached(house, page, "mai_star_6_hand", rivals=RIVALS, public=True)
    reached(house, page, "road_advanced_street", rivals=GUESTS, public=True)


def after_three_games(house: House, page: Page) -> str:
    """This guest has finished three games, so an account is offered; the path of the first page."""
    gathered(house)
    for name in ("hanamikoji_end", "okiya_end", "okiya_end"):
        reached(house, page, name, rivals=GUESTS[1:])
    return "/"


def challenged(house: House, page: Page) -> str:
    """Somebody wants another game; the path of its table."""
    gathered(house)
    return seated(house, page, offered_by=1, clock={"type": "days", "days": 3})


def paired(house: House, page: Page) -> str:
    """Somebody was found for whoever waits in this browser; the path of the lobby."""
    gathered(house)
    table = seated(house, page, clock=LIVE, options={"match": "points", "target": 12})
    place = {"guest": guest_of(page), "since": time.time() - 70, "agrees": False}
    place |= {"wish": msgspec.json.encode(MatchRequest("okiya", (2,))).decode()}
    waits = sa.insert(QUEUE).values(**place, table_id=table.removeprefix("/t/"))
    done(house, waits)
    return "/lobby"


def seated(house: House, page: Page, offered_by: int | None = None, **wish: Any) -> str:
    """A table at which this browser is awaited by somebody; its path."""
    table, other = token_urlsafe(6), GUESTS[0]
    made = offered({"game": "okiya", **wish}, other)
    setup = replace(made.setup, until=time.time() + HOUR, offered_by=offered_by)
    seats = (
        SeatHolder("guest", "", guest_of(page)),
        SeatHolder("guest", other.name, other.guest, words="plum"),
    )
    written(house, lambda store: store.add_table(table, setup, seats))
    return f"/t/{table}"


def with_devices(house: House, page: Page) -> str:
    """This guest has two more browsers; the path to them."""
    then = time.time() - 40 * 24 * HOUR
    known = {"guest": guest_of(page), "begun": then, "seen": then}
    others = [("phone", "Samsung Internet · Android"), ("pad", "Safari · iPad")]
    rows = [{**known, "id": f"{name} {token_urlsafe(4)}", "device": device} for name, device in others]
    done(house, sa.insert(SESSIONS).values(rows))
    return "/devices"


def as_member(path: str, *, news: bool = False) -> Callable[[House, Page], str]:
    """This guest is a member with two passkeys, and perhaps another browser has changed something."""

    def make(house: House, page: Page) -> str:
        user = guest_of(page)

        def change(db: sa.Connection) -> None:
            if members.member_of(db, user) is None:
                members.create(db, user, f"Wilma {token_hex(3)}")
                credentials.set_password(db, user, "$argon2id$v=19$m=8,t=1,p=1$AAAAAAAAAAA$AAAAAAAAAAA")
                credentials.new_codes(db, user)
                for device in ("Samsung Internet · Android", "Safari · iPad"):
                    key = Passkey(token_urlsafe(24), user, "games.hanamachi.example", "", 0, device)
                    credentials.add_passkey(db, key)
            if news:
                credentials.tell_others(db, user, "", "passkey", "Samsung Internet · Android")

        async def keep(store: Store) -> None:
            await store.database.write(change)

        written(house, keep)
        return path

    return make


def done(house: House, statement: sa.Insert) -> None:
    async def do(store: Store) -> None:
        await store.database.write(lambda db: db.execute(statement))

    written(house, do)
