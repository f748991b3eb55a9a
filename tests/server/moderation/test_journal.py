"""The journal of deeds: nobody can edit it, and who is erased is gone from it all the same."""

import json
from typing import Any

import pytest
import sqlalchemy as sa
from sqlalchemy.exc import SQLAlchemyError

from hanamachi.server.db.schema import BANS, DEED_PEOPLE, DEEDS, META, RESTRICTIONS
from hanamachi.server.moderation import deeds
from hanamachi.server.moderation.deeds import About
from hanamachi.server.moderation.journal import Host
from tests.server.moderation.hosts import Desk, House, make_host
from tests.server.support.members import rows, user_id, write
from tests.server.support.visitors import Seat, guest, two_players

EDITS = [
    "UPDATE deeds SET kind = 'nothing'",
    "DELETE FROM deeds",
    "DELETE FROM deeds WHERE number = 1",
    "INSERT INTO deeds (number, at, kind, terminal, what) VALUES (7, 0, 'ban', false, '')",
    "INSERT INTO deeds (number, at, kind, terminal, what) VALUES (1, 0, 'ban', false, '')",
]
OF_ONE = {
    "sqlite": ["INSERT OR REPLACE INTO deeds (number, at, kind, terminal, what) VALUES (1, 0, 'x', 0, '')"],
    "postgresql": [
        "TRUNCATE deeds",
        "INSERT INTO deeds (number, at, kind, terminal, what) VALUES (1, 0, 'x', false, '') "
        "ON CONFLICT (number) DO UPDATE SET kind = 'x'",
    ],
}


def test_the_database_lets_nobody_edit_the_journal(house: House, desk: Desk) -> None:
    desk.put("/guests", guests="link")
    desk.put("/guests", guests="open")
    before = rows(house.database, DEEDS)
    kind = "sqlite" if "://" not in house.database else "postgresql"
    for statement in (*EDITS, *OF_ONE[kind]):
        with pytest.raises(SQLAlchemyError):
            write(house.database, lambda db, statement=statement: db.execute(sa.text(statement)))
    assert rows(house.database, DEEDS) == before
    assert len(before) == 2


def test_the_journal_says_who_did_what_and_when_by_the_names_of_then(house: House, desk: Desk) -> None:
    mika = guest(house.client, "Mika")
    desk.about("Mika", "mute", seconds=3_600, why="insults")
    house.client.put("/api/me", json={"name": "Kiku"}, headers=mika)
    [deed] = desk.get("/log")["deeds"]
    assert (deed["kind"], deed["by"], deed["name"], deed["why"]) == ("mute", "Haru", "Mika", "insults")
    assert deed["until"] - deed["at"] == pytest.approx(3_600, abs=5)
    assert not deed["terminal"]
    assert user_id(mika) not in json.dumps(deed)


def test_who_is_erased_is_gone_from_the_journal(house: House, desk: Desk) -> None:
    mika = guest(house.client, "Mika")
    desk.about("Mika", "mute", seconds=3_600, why="said VIOLET things")
    desk.about("Mika", "ban", seconds=3_600, why="VIOLET again")
    before = rows(house.database, DEEDS)
    told = house.client.get("/api/me/export", headers=mika).json()
    assert [(deed["kind"], deed["said"]) for deed in told["deeds"]] == [
        ("mute", "said VIOLET things"),
        ("ban", "VIOLET again"),
    ]
    assert house.client.delete("/api/me", headers=mika).status_code == 204
    assert rows(house.database, DEEDS) == before
    kept = [rows(house.database, table) for table in (DEEDS, DEED_PEOPLE, BANS, RESTRICTIONS)]
    for secret in ("VIOLET", "Mika", user_id(mika)):
        assert secret not in json.dumps(kept)
    assert [(deed["kind"], deed["by"], deed["name"]) for deed in desk.get("/log")["deeds"]] == [
        ("ban", "Haru", ""),
        ("mute", "Haru", ""),
    ]


def test_why_a_table_was_closed_goes_with_its_players(house: House, desk: Desk) -> None:
    table, mika, rin = two_players(house.client)
    desk.post(f"/tables/{table}/close", why="VIOLET is rude")
    assert house.client.delete("/api/me", headers=mika).status_code == 204
    house.client.delete("/api/me/notices", headers=rin)
    kept = [rows(house.database, each) for each in META.sorted_tables]
    assert "VIOLET" not in str(kept)
    with house.client.websocket_connect("/ws", headers=rin) as socket:
        assert Seat(socket, table, 1).last["closed"] == ""


def test_a_host_who_is_erased_leaves_deeds_of_nobody(house: House, desk: Desk) -> None:
    guest(house.client, "Mika")
    desk.about("Mika", "warn", why="x")
    other = Desk(house, make_host(house, "Aki"))
    assert house.client.delete("/api/me", headers=desk.who).status_code == 204
    assert other.get()["hosts"] == ["Aki"]
    assert [(deed["by"], deed["name"]) for deed in other.get("/log")["deeds"]] == [("", "Mika")]


def test_the_journal_is_read_page_by_page(house: House, desk: Desk) -> None:
    for n in range(60):
        desk.put("/guests", guests=("open", "link")[n % 2])
    first = desk.get("/log")
    assert len(first["deeds"]) == 50
    second = desk.get(f"/log?before={first['next']}")
    assert [deed["number"] for deed in first["deeds"] + second["deeds"]] == list(range(60, 0, -1))
    assert second["next"] is None
    assert desk.refused("GET", "/log?before=x")[1] == "bad_filter"


def test_a_deed_and_its_row_are_one_transaction(house: House, desk: Desk) -> None:
    """A process that is killed in between leaves neither."""
    mika = guest(house.client, "Mika")
    work = deeds.mute(Host(user_id(desk.who)), About(user_id(mika), "x"), 3_600)

    class Killed(Exception):
        pass

    def killed(db: sa.Connection) -> Any:
        work(db)
        assert db.scalar(sa.select(sa.func.count()).select_from(DEEDS)) == 1
        raise Killed

    with pytest.raises(Killed):
        write(house.database, killed)
    assert rows(house.database, DEEDS) == rows(house.database, DEED_PEOPLE) == []
    assert rows(house.database, RESTRICTIONS) == []
