"""Members of a house, and rated games that they play."""

import time
from typing import Any

import sqlalchemy as sa
from starlette.testclient import TestClient

from hanamachi.server.accounts import members
from hanamachi.server.db import timestamps
from hanamachi.server.db.engine import make_engine, url_of
from hanamachi.server.db.schema import SESSIONS
from tests.server.support.visitors import open_table, sit

Headers = dict[str, str]
LIVE = {"type": "live", "base": 600, "increment": 5}
SECONDS = 30.0  # within which a rating is worked out


def user_id(who: Headers) -> str:
    """The id that a cookie names."""
    return who["cookie"].partition(";")[0].removeprefix("hanamachi=").rpartition(".")[0]


def write(database: str, change: Any) -> Any:
    """Change the database of a running house, as another program would."""
    engine = make_engine(url_of(database), 1, "IMMEDIATE")
    try:
        with engine.begin() as db:
            return change(db)
    finally:
        engine.dispose()


def rows(database: str, table: sa.Table) -> list[dict[str, Any]]:
    """All rows of a table, in the order of its key."""
    query = sa.select(table).order_by(*table.primary_key.columns)
    found: list[dict[str, Any]] = write(
        database, lambda db: [dict(row._mapping) for row in db.execute(query)]
    )
    return found


def sign_up(house: TestClient, database: str, name: str) -> Headers:
    """A guest who becomes a member, in a browser in which they have just used a credential."""
    house.cookies.clear()
    house.put("/api/me", json={"name": name}, headers={"user-agent": "Mozilla/5.0 Firefox"})
    who = {"cookie": "; ".join(f"{each}={value}" for each, value in sorted(house.cookies.items()))}
    house.cookies.clear()

    def sign(db: sa.Connection) -> None:
        members.create(db, user_id(who), name)
        mine = sa.update(SESSIONS).where(SESSIONS.c.guest == user_id(who))
        db.execute(mine.values(proved=timestamps.now(db)))

    write(database, sign)
    return who


def rating_id(database: str, who: Headers) -> str:
    found = write(database, lambda db: members.member_of(db, user_id(who)))
    assert found is not None
    return str(found.rating_id)


def rated_table(house: TestClient, host: Headers, *others: Headers, **wish: Any) -> str:
    """A rated game that has begun."""
    seats = [{"kind": "me"}, *[{"kind": "open"} for _ in others]]
    table = open_table(house, host, **({"seats": seats, "clock": LIVE, "rated": True} | wish))
    for seat, other in enumerate(others, 1):
        sit(house, other, table, seat)
    return table


def say(house: TestClient, who: Headers, table: str, seat: int, **message: Any) -> None:
    """Send a message from a seat, and wait until the table has changed."""
    with house.websocket_connect("/ws", headers=who) as socket:
        socket.send_json({"type": "watch", "table": table, "seat": seat, "seq": 0, "lang": "en"})
        told = socket.receive_json()
        while told["type"] != "updates":
            told = socket.receive_json()
        seq = told["seq"]
        socket.send_json({"seat": seat} | message)
        while True:
            told = socket.receive_json()
            if told["type"] == "declined":
                raise AssertionError(told["sentence"])
            if told["type"] == "updates" and (told["seq"] > seq or told["result"]):
                return


def ratings_at(house: TestClient, table: str, who: Headers) -> Any:
    """The ratings at a table, once they are worked out."""
    until = time.monotonic() + SECONDS
    while True:
        answer = house.get(f"/api/tables/{table}/ratings", headers=who)
        assert answer.status_code == 200, answer.text
        told = answer.json()
        if told["counted"] is False or (told["counted"] and not told["pending"]):
            return told
        assert time.monotonic() < until, told
        time.sleep(0.01)


def lose(house: TestClient, loser: Headers, *others: Headers, **wish: Any) -> Any:
    """A rated game that the first one gives up; the ratings after it."""
    table = rated_table(house, loser, *others, **wish)
    say(house, loser, table, 0, type="resign")
    return ratings_at(house, table, loser)
