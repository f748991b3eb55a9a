"""What hosts see of people and tables, and what they do to them. No hand is ever told."""

import json
import re
from contextlib import ExitStack
from typing import Any

import pytest
from starlette.testclient import TestClient

from hanamachi.server.db.schema import RESULTS, TABLES
from hanamachi.server.protocol.close_codes import SESSION_ENDED
from tests.server.moderation.hosts import Desk, House, make_host
from tests.server.support.members import lose, rated_table, rows, sign_up, user_id, write
from tests.server.support.once.in_turn import in_turn
from tests.server.support.talkers import talker
from tests.server.support.visitors import Seat, guest, open_table, problem, two_players

NO_TABLE = {"seats": [{"name": ""}] * 2}  # of a message that is about no table


def until(look: Any, done: Any) -> Any:
    """Ask again until it is so; every test here ends, or hangs for pytest's own limit."""
    while not done(found := look()):
        pass
    return found


def closed_with(socket: Any) -> tuple[int, str]:
    """Return the code with which a socket is closed, and the last sentence before it."""
    said = ""
    while (told := socket.receive())["type"] == "websocket.send":
        message = json.loads(told["text"])
        said = message["sentence"] if message["type"] == "declined" else said
    return told["code"], said


def test_people_are_shown_by_handles(house: House, desk: Desk) -> None:
    mika = guest(house.client, "Mika")
    rin = sign_up(house.client, house.database, "Rin")
    table = open_table(house.client, mika, seats=[{"kind": "me"}, {"kind": "open"}])
    with ExitStack() as stack:
        for who in (mika, rin):
            stack.enter_context(house.client.websocket_connect("/ws", headers=who))
        found = until(lambda: desk.get("/people"), lambda people: len(people) == 2)
    told = json.dumps(found)
    found.sort(key=lambda one: str(one["person"]["name"]))  # both came in one write
    assert [(one["person"]["name"], one["person"]["kind"]) for one in found] == [
        ("Mika", "guest"),
        ("Rin", "member"),
    ]
    assert [one["tables"] for one in found] == [[{"id": table, "game": "okiya"}], []]
    for who in (mika, rin, desk.who):
        assert user_id(who) not in told
    assert all(one["here"] and one["since"] for one in found)
    assert desk.person("Mika")["person"]["handle"] == found[0]["person"]["handle"]


@in_turn("handle", ["", "x", "A" * 43, "%00", "é", "../tables"])
def test_a_handle_that_was_made_up_leads_to_nobody(house: House, desk: Desk, handle: str) -> None:
    answer = house.client.post(f"/api/host/people/{handle}/warn", headers=desk.who, json={"why": "x"})
    assert answer.status_code in (400, 404, 405), answer.text


def test_an_idle_table_is_marked(house: House, desk: Desk) -> None:
    table, _, _ = two_players(house.client)
    assert [(one["id"], one["begun"], one["idle"]) for one in desk.get("/tables")] == [(table, True, False)]
    write(house.database, lambda db: db.execute(TABLES.update().values(moved=TABLES.c.moved - 700)))
    found = desk.get("/tables")[0]
    assert found["idle"]
    assert found["quiet"] >= 700
    assert [one["name"] for one in found["people"]] == ["Mika", "Rin"]


def test_no_answer_has_a_hand_of_a_running_game(house: House, desk: Desk) -> None:
    """The keys and values of a player's own view that others do not see are in nothing that hosts read."""
    table, mika, rin = two_players(house.client, game="hanamikoji", talk="all")
    with ExitStack() as stack:
        socket = stack.enter_context(house.client.websocket_connect("/ws", headers=mika))
        seat = Seat(socket, table, 0)
        own = json.dumps(seat.last["view"])
        a = stack.enter_context(talker(house.client, mika, table, 0))
        b = stack.enter_context(talker(house.client, rin, table, 1))
        assert a.say("hello") == ""
        b.hears("hello")
        assert b.about("report", "hello") == ""
        told = "".join(
            json.dumps(desk.get(path))
            for path in (
                "",
                "/people",
                "/people?name=Mika",
                "/tables",
                "/reports",
                "/bans",
                "/log",
                "/limits",
            )
        )
    assert "hand" in own
    for secret in ('"hand"', '"view"', '"seed"', '"rows"', '"move"', '"words"', '"token"'):
        assert secret not in told
    seed = json.loads(rows(house.database, TABLES)[0]["setup"])["seed"]
    assert seed not in told


def test_a_game_in_progress_is_closed_and_its_players_are_told_why(house: House, desk: Desk) -> None:
    table, mika, rin = two_players(house.client)
    why = 'We close at ten. <b>Good night</b> & "thank you"'
    with house.client.websocket_connect("/ws", headers=rin) as socket:
        seat = Seat(socket, table, 1)
        assert desk.post(f"/tables/{table}/close", why=why) == []
        told = seat.until(lambda last: last["result"])
    assert (told["result"]["reason"], told["result"]["winners"], told["closed"]) == ("calledoff", [], why)
    for who in (mika, rin):
        [notice] = house.client.get("/api/me", headers=who).json()["notices"]
        assert (notice["kind"], notice["why"], notice["table"]) == ("closed", why, table)
    assert house.client.delete("/api/me/notices", headers=mika).status_code == 204
    assert house.client.get("/api/me", headers=mika).json()["notices"] == []
    record = house.client.get(f"/api/tables/{table}/record", headers=rin).text
    assert "We close" not in record
    assert desk.refused("POST", f"/tables/{table}/close", why="again") == (409, "game_over")
    [deed] = desk.get("/log")["deeds"]
    assert (deed["kind"], deed["by"], deed["table"], deed["why"]) == ("close", "Haru", table, why)


def test_the_players_of_a_closed_table_are_told_wherever_they_are(house: House, desk: Desk) -> None:
    table, mika, _ = two_players(house.client)
    with house.client.websocket_connect("/ws", headers=mika) as socket:
        socket.send_json({"type": "street", "lang": "en"})
        desk.post(f"/tables/{table}/close", why="late")
        while socket.receive_json()["type"] != "accountnews":
            pass
    assert house.client.get("/api/me", headers=mika).json()["notices"][0]["kind"] == "closed"


def test_a_table_that_waits_is_closed(house: House, desk: Desk) -> None:
    mika = guest(house.client, "Mika")
    table = open_table(house.client, mika, seats=[{"kind": "me"}, {"kind": "open"}])
    with house.client.websocket_connect("/ws", headers=mika) as socket:
        seat = Seat(socket, table, None)
        desk.post(f"/tables/{table}/close", why="idle")
        assert seat.until(lambda last: last["closed"])["closed"] == "idle"
    assert {seat["kind"] for seat in house.client.get(f"/api/tables/{table}").json()["table"]["seats"]} == {
        "closed"
    }
    assert desk.refused("POST", f"/tables/{table}/close", why="idle") == (409, "game_over")


def test_a_rated_game_that_is_closed_does_not_count(house: House, desk: Desk) -> None:
    mika, rin = (sign_up(house.client, house.database, name) for name in ("Mika", "Rin"))
    lose(house.client, mika, rin)
    assert len(rows(house.database, RESULTS)) == 1
    table = rated_table(house.client, mika, rin)
    desk.post(f"/tables/{table}/close", why="cheating is looked into")
    told = house.client.get(f"/api/tables/{table}/ratings", headers=mika).json()
    assert told["counted"] is False
    assert len(rows(house.database, RESULTS)) == 1


def test_closing_needs_a_reason_and_a_table(desk: Desk, house: House) -> None:
    table, _, _ = two_players(house.client)
    assert desk.refused("POST", f"/tables/{table}/close", why=" ") == (409, "why_needed")
    assert desk.refused("POST", "/tables/nowhere/close", why="x") == (404, "no_table")
    assert desk.refused("POST", f"/tables/{table}/close", why="a\u202eb") == (400, "bad_signs")
    assert desk.refused("POST", f"/tables/{table}/close", why="a" * 301) == (400, "too_many_signs")


def test_whom_a_host_mutes_nobody_hears(house: House, desk: Desk) -> None:
    table, mika, _ = two_players(house.client, talk="all")
    with talker(house.client, mika, table, 0) as a:
        assert a.say("one") == ""
        assert desk.about("Mika", "mute", seconds=86_400, why="insults")["muted"]
        assert a.say("two") == a.phrase("hello") == "muted"
        assert desk.about("Mika", "unmute")["muted"] is None
        assert a.say("three") == ""
    assert desk.refused("POST", f"/people/{desk.handle('Mika')}/unmute") == (409, "not_muted")
    assert desk.refused("POST", f"/people/{desk.handle('Mika')}/mute", seconds=1) == (409, "bad_seconds")


def test_who_was_renamed_keeps_that_name(house: House, desk: Desk) -> None:
    table, mika, rin = two_players(house.client)
    with house.client.websocket_connect("/ws", headers=rin) as socket:
        seat = Seat(socket, table, 1)
        desk.about("Mika", "rename", name="Tea leaf", why="no such names here")
        seat.until(lambda last: last.get("table", NO_TABLE)["seats"][0]["name"] == "Tea leaf")
    again = house.client.put("/api/me", json={"name": "Mika"}, headers=mika)
    assert problem(again) == (409, "name_kept")
    same = house.client.put("/api/me", json={"name": "Tea leaf"}, headers=mika)
    assert same.status_code == 200
    [notice] = house.client.get("/api/me", headers=mika).json()["notices"]
    assert (notice["kind"], notice["name"], notice["why"]) == ("renamed", "Tea leaf", "no such names here")
    [deed] = desk.get("/log")["deeds"]
    assert (deed["name"], deed["why"]) == ("Mika", "Tea leaf: no such names here")


def test_a_member_is_renamed_and_nobody_gets_a_members_name(house: House, desk: Desk) -> None:
    rin = sign_up(house.client, house.database, "Rin")
    desk.about("Rin", "rename", name="Rina")
    assert house.client.get("/api/me", headers=rin).json()["name"] == "Rina"
    assert problem(house.client.put("/api/me", json={"name": "Rin"}, headers=rin)) == (409, "name_kept")
    handle = desk.handle("Rina")
    assert desk.refused("POST", f"/people/{handle}/rename", name="Haru") == (400, "name_taken")


def test_who_is_signed_out_is_gone_from_every_browser(house: House, desk: Desk) -> None:
    rin = sign_up(house.client, house.database, "Rin")
    token = house.client.post("/api/me/bots", json={"name": "Maru"}, headers=rin).json()["token"]
    house.client.cookies.clear()
    with house.client.websocket_connect("/ws", headers=rin) as socket:
        desk.about("Rin", "end-sessions")
        assert closed_with(socket)[0] == SESSION_ENDED
    assert problem(house.client.get("/api/me", headers=rin)) == (401, "ended")
    bot = house.client.get("/api/me", headers={"authorization": f"Bearer {token}"})
    assert problem(bot) == (401, "bad_token")


def test_a_warning_is_shown_once(house: House, desk: Desk) -> None:
    mika = guest(house.client, "Mika")
    with house.client.websocket_connect("/ws", headers=mika) as socket:
        desk.about("Mika", "warn", why="Please be kind.")
        while socket.receive_json()["type"] != "accountnews":
            pass
    [notice] = house.client.get("/api/me", headers=mika).json()["notices"]
    assert (notice["kind"], notice["why"]) == ("warned", "Please be kind.")
    handle = desk.handle("Mika")
    assert desk.refused("POST", f"/people/{handle}/warn", why="") == (409, "why_needed")


@pytest.mark.parametrize("deed", ["warn", "mute", "rename", "end-sessions", "ban"])
def test_a_host_does_nothing_to_themselves_or_to_other_hosts(house: House, desk: Desk, deed: str) -> None:
    make_host(house, "Aki")
    body = {"why": "x", "seconds": 3_600, "name": "Other"}
    for name, reason in (("Haru", "own_deed"), ("Aki", "other_host")):
        assert desk.refused("POST", f"/people/{desk.handle(name)}/{deed}", **body) == (409, reason)
    assert desk.get("/log")["deeds"] == []


def test_open_pages_of_hosts_hear_of_deeds_and_others_do_not(house: House, desk: Desk) -> None:
    mika = guest(house.client, "Mika")
    with (
        house.client.websocket_connect("/ws", headers=desk.who) as mine,
        house.client.websocket_connect("/ws", headers=mika) as other,
    ):
        desk.put("/message", en="Club evening", fr="Soirée du club", pl="Wieczór klubu")
        assert {mine.receive_json()["type"] for _ in range(2)} == {"housenews", "hostnews"}
        other.send_json({"type": "ping"})
        heard: list[str] = []
        while not heard or heard[-1] != "pong":
            heard.append(other.receive_json()["type"])
        assert "hostnews" not in heard


def test_names_on_the_page_are_plain_text(house: House, desk: Desk) -> None:
    client: TestClient = house.client
    guest(client, "<script>alert(1)</script>")
    found = desk.get("/people?name=script")
    assert [one["person"]["name"] for one in found] == ["<script>alert(1)</script>"]
    assert not re.search("[\u202e\u0000]", json.dumps(found))
