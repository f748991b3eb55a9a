"""Deeds between two workers of one house on one PostgreSQL: what a host does at one holds at the other."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
import sqlalchemy as sa

from hanamachi.server.db.group_commit import lock_names
from hanamachi.server.db.schema import DEEDS, REPORTS
from hanamachi.server.moderation import hosts
from hanamachi.server.moderation.journal import LOCK, TERMINAL
from hanamachi.server.protocol.close_codes import BANNED
from tests.postgres import Postgres
from tests.server.moderation.hosts import Desk, House, make_host
from tests.server.moderation.test_bans import CLUB
from tests.server.moderation.test_people_and_tables import NO_TABLE, closed_with, until
from tests.server.support.members import rows, sign_up, user_id, write
from tests.server.support.talkers import talker
from tests.server.support.visitors import Seat, guest, problem, two_players

DAY = 86_400


@pytest.fixture
def two(postgres: Postgres) -> Iterator[tuple[House, House]]:
    with postgres.fresh("newest") as url:
        one, other = House(url), House(url)
        with one.client, other.client:
            yield one, other


def test_a_ban_closes_sockets_at_both_workers(two: tuple[House, House]) -> None:
    one, other = two
    desk, mika = Desk(one, make_host(one)), guest(other.client, "Mika")
    with (
        other.client.websocket_connect("/ws", headers=mika) as far,
        one.client.websocket_connect("/ws", headers=mika) as near,
    ):
        desk.about("Mika", "ban", why="insults", seconds=DAY)
        assert closed_with(near)[0] == closed_with(far)[0] == BANNED
    for house in two:
        assert problem(house.client.get("/api/me", headers=mika)) == (403, "banned")


def test_an_address_ban_holds_at_both_workers(two: tuple[House, House]) -> None:
    one, other = two
    desk, club = Desk(one, make_host(one)), other.at(CLUB)
    mika, rin, aki = guest(club, "Mika"), sign_up(club, other.database, "Rin"), guest(one.at(CLUB), "Aki")
    with (
        club.websocket_connect("/ws", headers=mika) as far,
        club.websocket_connect("/ws", headers=rin) as member,
        one.at(CLUB).websocket_connect("/ws", headers=aki) as near,
    ):
        until(lambda: desk.get("/people"), lambda people: len(people) == 3)
        assert desk.get(f"/people/{desk.handle('Mika')}/address")["people"] == 2
        desk.about("Mika", "ban", why="insults", seconds=DAY, address=True)
        assert closed_with(far)[0] == closed_with(near)[0] == BANNED
        member.send_json({"type": "ping"})
        while member.receive_json()["type"] != "pong":
            pass
    for house in two:
        answer = house.at(CLUB).put("/api/me", json={"name": "Mika again"})
        assert problem(answer) == (403, "banned_address")


def test_a_table_closed_at_one_worker_is_closed_at_the_other(two: tuple[House, House]) -> None:
    one, other = two
    table, mika, _ = two_players(other.client)
    with other.client.websocket_connect("/ws", headers=mika) as socket:
        seat = Seat(socket, table, 0)
        Desk(one, make_host(one)).post(f"/tables/{table}/close", why="good night")
        told = seat.until(lambda last: last["result"])
    assert (told["closed"], told["result"]["reason"]) == ("good night", "calledoff")


def test_rules_limits_and_names_hold_at_the_other_worker(two: tuple[House, House]) -> None:
    one, other = two
    desk = Desk(one, make_host(one))
    table, mika, _ = two_players(other.client)
    with other.client.websocket_connect("/ws", headers=mika) as socket:
        seat = Seat(socket, table, 0)
        desk.about("Mika", "rename", name="Kiku")
        seat.until(lambda last: last.get("table", NO_TABLE)["seats"][0]["name"] == "Kiku")
    desk.put("/message", en="Good evening")
    desk.put("/limits", name="bot_places", value=4)
    until(lambda: other.client.get("/api/house").json(), lambda told: told["message"] == "Good evening")
    until(lambda: other.server.engines.bots.turns.places, lambda places: places == 4)
    desk.about("Kiku", "end-sessions")
    until(lambda: other.client.get("/api/me", headers=mika).status_code, lambda status: status == 401)


def test_hosts_at_two_workers_answer_one_report_once(two: tuple[House, House]) -> None:
    """Both press at the same moment: one deed, one row of the journal."""
    one, other = two
    desks = [Desk(one, make_host(one)), Desk(other, make_host(one, "Aki"))]
    table, mika, rin = two_players(one.client, talk="all")
    with talker(one.client, mika, table, 0) as a, talker(other.client, rin, table, 1) as b:
        assert b.say("loser") == ""
        a.hears("loser")
        assert a.about("report", "loser") == ""
    [report] = desks[0].get("/reports")
    path = f"/api/host/people/{report['author']['handle']}/mute"
    body = {"seconds": 3_600, "report": report["id"]}

    def press(desk: Desk) -> int:
        return desk.client.post(path, json=body, headers=desk.who).status_code

    with ThreadPoolExecutor(2) as pool:
        assert sorted(pool.map(press, desks)) == [200, 409]
    assert [row["kind"] for row in rows(one.database, DEEDS)] == ["mute"]
    assert rows(one.database, REPORTS)[0]["outcome"] == "mute"


def test_many_deeds_at_once_are_numbered_without_a_gap(two: tuple[House, House]) -> None:
    one, other = two
    desks = [Desk(one, make_host(one)), Desk(other, make_host(one, "Aki"))]
    people = [guest(one.client, f"Sora {n}") for n in range(10)]
    handles = [desks[0].handle(f"Sora {n}") for n in range(10)]
    tables = [two_players(one.client)[0] for _ in range(4)]
    calls: list[tuple[Desk, str, dict[str, Any]]] = [
        *((desks[n % 2], f"/people/{each}/warn", {"why": "x"}) for n, each in enumerate(handles)),
        *((desks[n % 2], f"/tables/{each}/close", {"why": "x"}) for n, each in enumerate(tables)),
        *((desks[n % 2], f"/people/{each}/mute", {"seconds": 60}) for n, each in enumerate(handles)),
    ]

    def do(call: tuple[Desk, str, dict[str, Any]]) -> int:
        desk, path, body = call
        answer = desk.client.post(f"/api/host{path}", json=body, headers=desk.who)
        return answer.status_code

    with ThreadPoolExecutor(6) as pool:
        assert set(pool.map(do, calls)) == {200}
    assert [row["number"] for row in rows(one.database, DEEDS)] == list(range(1, len(calls) + 1))
    assert len(people) == 10


def test_a_host_who_is_revoked_while_acting_does_all_or_nothing(two: tuple[House, House]) -> None:
    one, other = two
    desk = Desk(other, make_host(one))
    guest(one.client, "Mika")
    path = f"/api/host/people/{desk.handle('Mika')}/warn"
    user = user_id(desk.who)

    def act(_: int) -> int:
        return other.client.post(path, json={"why": "x"}, headers=desk.who).status_code

    def revoke(db: sa.Connection) -> None:
        lock_names(db, {LOCK})
        hosts.remove_host(db, user, TERMINAL)

    with ThreadPoolExecutor(4) as pool:
        answers = pool.map(act, range(8))
        write(one.database, revoke)
        done = list(answers)
    assert set(done) <= {200, 404}
    kinds = [row["kind"] for row in rows(one.database, DEEDS)]
    assert kinds.count("warn") == done.count(200)
    assert act(0) == 404
