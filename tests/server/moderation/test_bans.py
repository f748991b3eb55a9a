"""Bans of users and of addresses: who is kept out, who may stay, and what nobody is ever told."""

import json

import pytest

from hanamachi.server.accounts import joining
from hanamachi.server.db.schema import ARRIVALS, BANS, DEEDS
from hanamachi.server.moderation.addresses import Marker
from hanamachi.server.protocol.close_codes import BANNED
from tests.server.moderation.hosts import Desk, House
from tests.server.moderation.test_people_and_tables import closed_with, until
from tests.server.support.members import rows, sign_up, user_id, write
from tests.server.support.visitors import guest, problem

CLUB, HOME = "203.0.113.7", "198.51.100.9"
DAY = 86_400


def test_a_banned_user_is_kept_out_everywhere(house: House, desk: Desk) -> None:
    mika = guest(house.client, "Mika")
    with house.client.websocket_connect("/ws", headers=mika) as socket:
        desk.about("Mika", "ban", why="insults", seconds=7 * DAY)
        code, said = closed_with(socket)
    assert code == BANNED
    assert "insults" in said
    assert "7 days" in said
    for method, path in (
        ("GET", "/api/me"),
        ("PUT", "/api/me"),
        ("POST", "/api/tables"),
        ("GET", "/api/account"),
    ):
        answer = house.client.request(
            method, path, headers=mika, json={"name": "x"} if method != "GET" else None
        )
        if path != "/api/account":  # which is needed to export and erase
            assert problem(answer) == (403, "banned")
            assert "insults" in answer.json()["sentence"]
    with house.client.websocket_connect("/ws", headers=mika) as socket:
        assert closed_with(socket)[0] == BANNED
    for path in ("/api/house", "/api/games", "/api/words/house"):
        assert house.client.get(path, headers=mika).status_code == 200
    assert house.client.get("/api/me/export", headers=mika).json()["bans"][0]["why"] == "insults"


def test_a_ban_ends_and_can_be_lifted(house: House, desk: Desk) -> None:
    mika = guest(house.client, "Mika")
    desk.about("Mika", "ban", why="insults", seconds=DAY)
    [ban] = desk.get("/bans")
    assert (ban["name"], ban["why"], ban["by"], ban["address"]) == ("Mika", "insults", "Haru", False)
    assert desk.post(f"/bans/{ban['id']}/lift") == []
    assert house.client.get("/api/me", headers=mika).status_code == 200
    assert desk.refused("POST", f"/bans/{ban['id']}/lift") == (404, "gone")
    desk.about("Mika", "ban", why="again", seconds=60)
    write(house.database, lambda db: db.execute(BANS.update().values(until=BANS.c.until - 60)))
    desk.put("/guests", guests="open")  # any deed has the bans read again
    assert house.client.get("/api/me", headers=mika).status_code == 200
    assert desk.get("/bans") == []


def test_a_ban_needs_a_reason_and_an_end(house: House, desk: Desk) -> None:
    guest(house.client, "Mika")
    path = f"/people/{desk.handle('Mika')}/ban"
    assert desk.refused("POST", path, why="  ", seconds=DAY) == (409, "why_needed")
    for seconds in (0, -1, 59, 2_000 * DAY):
        assert desk.refused("POST", path, why="x", seconds=seconds) == (409, "bad_seconds")
    assert desk.refused("POST", path, why="x")[0] == 400
    assert rows(house.database, BANS) == rows(house.database, DEEDS) == []


def test_a_banned_member_is_banned_in_other_browsers_and_so_are_their_bots(house: House, desk: Desk) -> None:
    rin = sign_up(house.client, house.database, "Rin")
    code = house.client.post("/api/me/devices/code", json={}, headers=rin).json()["addresses"][0]
    token = house.client.post("/api/me/bots", json={"name": "Maru"}, headers=rin).json()["token"]
    house.client.cookies.clear()
    desk.about("Rin", "ban", why="cheating", seconds=DAY)
    house.client.cookies.clear()
    other = house.client.post("/api/device", json={"code": code.rpartition("#")[2]})
    assert other.status_code == 200
    assert problem(house.client.get("/api/me")) == (403, "banned")
    house.client.cookies.clear()
    assert problem(house.client.get("/api/me", headers={"authorization": f"Bearer {token}"})) == (
        403,
        "banned",
    )


def test_a_banned_user_returns_with_a_new_cookie(house: House, desk: Desk) -> None:
    """Without a ban of the network nothing stops them; with it they, and other new guests there, stay out."""
    club, home = house.at(CLUB), house.at(HOME)
    mika, rin, aki = guest(club, "Mika"), sign_up(club, house.database, "Rin"), guest(club, "Aki")
    sockets = [club.websocket_connect("/ws", headers=who) for who in (mika, rin, aki)]
    opened = [socket.__enter__() for socket in sockets]
    until(lambda: desk.get("/people"), lambda people: len(people) == 3)
    handle = desk.handle("Mika")
    shared = desk.get(f"/people/{handle}/address")
    assert (shared["possible"], shared["people"], shared["members"]) == (True, 2, 1)
    desk.about("Mika", "ban", why="insults", seconds=30 * DAY, address=True)
    assert closed_with(opened[0])[0] == BANNED
    assert closed_with(opened[2])[0] == BANNED  # a guest of the same network
    club.cookies.clear()
    assert problem(club.put("/api/me", json={"name": "Mika again"})) == (403, "banned_address")
    assert problem(club.get("/api/me", headers=aki)) == (403, "banned_address")
    assert club.get("/api/me", headers=rin).status_code == 200  # a member stays
    opened[1].send_json({"type": "ping"})
    while opened[1].receive_json()["type"] != "pong":
        pass
    opened[1].close()
    assert guest(home, "Sora")
    with club.websocket_connect("/ws") as socket:
        assert closed_with(socket)[0] == BANNED
    ends = {ban["address"]: ban["until"] - ban["at"] for ban in desk.get("/bans")}
    assert ends == {False: 30 * DAY, True: 7 * DAY}
    told = json.dumps([desk.get("/bans"), desk.get("/log"), desk.get("/people")])
    for secret in (CLUB, *(row["address"] for row in rows(house.database, BANS) if row["address"])):
        assert secret not in told
    assert CLUB not in json.dumps([rows(house.database, BANS), rows(house.database, ARRIVALS)])
    for socket in sockets:
        socket.__exit__(None, None, None)


@pytest.mark.parametrize("address", ["127.0.0.1", "::1", "::ffff:127.0.0.1", "127.9.9.9"])
def test_loopback_is_never_banned(house: House, desk: Desk, address: str) -> None:
    client = house.at(address)
    mika = guest(client, "Mika")
    with client.websocket_connect("/ws", headers=mika):
        until(lambda: desk.get("/people"), lambda people: len(people) == 1)
        shared = desk.get(f"/people/{desk.handle('Mika')}/address")
        assert (shared["possible"], shared["why"]) == (False, "local")
        path = f"/people/{desk.handle('Mika')}/ban"
        refused = desk.refused("POST", path, why="x", seconds=DAY, address=True)
        assert refused == (409, "address_shared")
    assert rows(house.database, BANS) == []


def test_who_is_not_here_has_no_address(house: House, desk: Desk) -> None:
    guest(house.client, "Mika")
    path = f"/people/{desk.handle('Mika')}"
    assert desk.get(f"{path}/address")["why"] == "away"
    assert desk.refused("POST", f"{path}/ban", why="x", seconds=DAY, address=True) == (409, "address_unknown")


@pytest.mark.parametrize(
    ("address", "proxies", "why"),
    [
        ("10.0.0.5", ("10.0.0.0/24",), "proxy"),
        ("10.0.1.5", ("10.0.0.0/24",), ""),
        ("2001:db8::", ("2001:db8::5",), "proxy"),
        ("2001:db8:1::", ("2001:db8::5",), ""),
        ("testclient", (), "local"),
        ("0.0.0.0", (), "local"),
    ],
)
def test_a_proxy_has_no_address_that_can_be_banned(address: str, proxies: tuple[str, ...], why: str) -> None:
    found = Marker("key", proxies).mark(address)
    assert found.why == why
    assert bool(found.digest) == (not why)
    assert address not in found.digest


def test_digests_differ_by_key() -> None:
    assert Marker("one").mark(CLUB) != Marker("other").mark(CLUB)


def test_a_guest_who_is_banned_cannot_launder_the_ban_by_joining_a_member(house: House, desk: Desk) -> None:
    mika, rin = guest(house.client, "Mika"), sign_up(house.client, house.database, "Rin")
    desk.about("Mika", "ban", why="insults", seconds=DAY)
    one, other = user_id(mika), user_id(rin)
    write(house.database, lambda db: joining.join(db, one, other, ("", ""), 0.0, lambda *_: None))
    desk.put("/guests", guests="open")
    assert problem(house.client.get("/api/me", headers=rin)) == (403, "banned")
