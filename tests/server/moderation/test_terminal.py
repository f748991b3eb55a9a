"""`hanamachi host ...` beside a running house: what it prints, and that the house follows."""

import re
import sys
from typing import Any

import pytest

from hanamachi.cli import main
from hanamachi.server.db.schema import DEEDS
from hanamachi.server.protocol.close_codes import BANNED
from tests.server.moderation.hosts import Desk, House
from tests.server.moderation.test_bans import CLUB
from tests.server.moderation.test_hosts import bind
from tests.server.moderation.test_people_and_tables import NO_TABLE, closed_with, until
from tests.server.support.members import rows, sign_up
from tests.server.support.talkers import talker
from tests.server.support.visitors import Seat, guest, problem, two_players


@pytest.fixture
def run(house: House, capsys: pytest.CaptureFixture[str]) -> Any:
    """Run a command; return its exit code and all that it printed."""

    def command(*args: str) -> tuple[int, str]:
        with pytest.raises(SystemExit) as ended:
            main(["host", *args, "--database", house.database, "--lang", "en"])
        told = capsys.readouterr()
        return int(ended.value.code or 0), told.out + told.err

    return command


def test_a_ban_in_the_terminal_is_followed_by_the_running_house(house: House, run: Any) -> None:
    mika = guest(house.client, "Mika")
    with house.client.websocket_connect("/ws", headers=mika) as socket:
        assert run("ban", "mika", "--for", "7d", "--why", "insults")[0] == 0
        assert closed_with(socket)[0] == BANNED
    assert problem(house.client.get("/api/me", headers=mika)) == (403, "banned")
    code, told = run("bans")
    assert code == 0
    assert re.search(r"Mika +insults", told)
    assert run("unban", "Mika")[0] == 0
    until(lambda: house.client.get("/api/me", headers=mika).status_code, lambda status: status == 200)


def test_a_table_is_closed_from_the_terminal(house: House, run: Any) -> None:
    table, mika, _ = two_players(house.client)
    assert re.search(rf"{table} +okiya +Mika, Rin +game", run("tables")[1])
    with house.client.websocket_connect("/ws", headers=mika) as socket:
        seat = Seat(socket, table, 0)
        assert run("close", table, "--why", "good night")[0] == 0
        told = seat.until(lambda last: last["result"])
    assert (told["closed"], told["result"]["winners"]) == ("good night", [])
    assert run("tables")[1] == "No table is open.\n"
    assert run("close", table, "--why", "again")[0] == 2


def test_people_are_muted_renamed_warned_and_signed_out(house: House, run: Any) -> None:
    table, mika, rin = two_players(house.client, talk="all")
    assert run("mute", "Mika", "--for", "2h", "--why", "insults")[0] == 0
    with talker(house.client, mika, table, 0) as a:
        assert a.say("hello") == "muted"
    assert run("rename", "Mika", "Kiku")[0] == 0
    with house.client.websocket_connect("/ws", headers=rin) as socket:
        seat = Seat(socket, table, 1)
        seat.until(lambda last: last.get("table", NO_TABLE)["seats"][0]["name"] == "Kiku")
    assert run("warn", "Kiku", "--why", "last time")[0] == 0
    kinds = [each["kind"] for each in house.client.get("/api/me", headers=mika).json()["notices"]]
    assert kinds == ["muted", "renamed", "warned"]
    assert run("end-sessions", "Kiku")[0] == 0
    until(lambda: house.client.get("/api/me", headers=mika).status_code, lambda status: status == 401)
    told = run("log")[1]
    assert len(re.findall(r"\(terminal\)", told)) == 4
    assert [row["terminal"] for row in rows(house.database, DEEDS)] == [True] * 4


def test_a_reported_study_is_read_and_answered(house: House, run: Any) -> None:
    mika, rin = guest(house.client, "Mika"), guest(house.client, "Rin")
    wish = {"game": "okiya", "name": "loser"}
    study = house.client.post("/api/studies", json=wish, headers=rin).json()["id"]
    path, share = f"/api/studies/{study}", {"revision": 0, "kind": "share", "at": 0, "on": True}
    assert house.client.post(f"{path}/edits", json=share, headers=rin).status_code == 200
    assert house.client.post(f"{path}/reports", json={"at": 0}, headers=mika).status_code == 204
    told = run("reports")[1]
    assert f"Mika reports Rin, study {study}\n" in told
    assert "  > Rin: loser\n" in told
    mute = ("mute", "Rin", "--for", "1d", "--why", "be kind", "--report", told.split()[0])
    assert run(*mute)[0] == 0
    assert run("reports")[1] == "No report waits.\n"
    assert problem(house.client.get(path, headers=mika)) == (404, "no_such_study")


def test_reports_are_read_and_answered(house: House, run: Any) -> None:
    table, mika, rin = two_players(house.client, talk="all")
    with talker(house.client, mika, table, 0) as a, talker(house.client, rin, table, 1) as b:
        assert b.say("\\x1b[31m loser") == ""
        a.hears("\\x1b[31m loser")
        assert a.about("report", "\\x1b[31m loser") == ""
    told = run("reports")[1]
    assert "Mika reports Rin" in told
    assert "> Rin: \\x1b[31m loser" in told
    report = told.split()[0]
    assert run("mute", "Rin", "--for", "1d", "--report", report)[0] == 0
    assert run("reports")[1] == "No report waits.\n"
    assert run("resolve", report)[0] == 2
    assert "answered: mute" in run("reports", "--all")[1]


def test_the_rules_of_the_house_are_set_from_the_terminal(house: House, run: Any) -> None:
    assert run("message", "--en", "Club evening", "--pl", "Wieczór", "--for", "2h")[0] == 0
    until(lambda: house.client.get("/api/house?lang=pl").json(), lambda told: told["message"] == "Wieczór")
    assert "Club evening" in run("message")[1]
    assert run("registration", "invited")[0] == 0
    assert run("registration")[1] == "invited\n"
    assert len(run("invite")[1].strip()) == 43
    assert run("guests", "link")[0] == 0
    until(lambda: house.client.get("/api/house").json()["guests"], lambda guests: guests == "link")
    assert run("limits", "bot_places", "3")[0] == 0
    until(lambda: house.server.engines.bots.turns.places, lambda places: places == 3)
    assert run("limits", "talk", "3/10")[0] == 0
    until(lambda: house.server.limits.talk.burst, lambda burst: burst == 3)
    assert run("limits", "talk", "usual")[0] == 0
    for bad in (("limits", "body", "1"), ("limits", "talk", "x"), ("guests", "perhaps"), ("limits", "talk")):
        assert run(*bad)[0] == 2, bad
    assert "Free disk space" in run("health")[1] or "://" in house.database


def test_a_grant_makes_a_host(house: House, run: Any) -> None:
    haru = sign_up(house.client, house.database, "Haru")
    code, told = run("grant", "haru")
    assert code == 0
    address, secret = told.split()[0].split("#")
    assert address == "http://localhost:8460/host"
    assert bind(house, secret, haru).json()["state"] == "ready"
    assert run("grant", "Nobody")[0] == 2


def test_a_host_is_revoked(house: House, desk: Desk, run: Any) -> None:
    assert desk.get()["name"] == "Haru"
    assert run("revoke", "Haru")[0] == 0
    assert desk.refused("GET", "") == (404, "not_found")
    assert run("revoke", "Haru")[0] == 2


def test_two_people_of_one_name_are_told_apart_by_handles(house: House, desk: Desk, run: Any) -> None:
    guest(house.client, "Mika"), guest(house.client, "Mika")
    code, told = run("warn", "Mika", "--why", "x")
    assert code == 2
    handle = desk.get("/people?name=Mika")[0]["person"]["handle"]
    assert handle in told
    assert run("warn", handle, "--why", "x")[0] == 0
    assert run("warn", "Nobody", "--why", "x")[0] == 2


def test_a_network_is_banned_after_saying_how_many_share_it(
    house: House, run: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    club = house.at(CLUB)
    mika, aki = guest(club, "Mika"), guest(club, "Aki")
    monkeypatch.setattr(sys.stdin, "isatty", lambda: False, raising=False)
    with club.websocket_connect("/ws", headers=mika), club.websocket_connect("/ws", headers=aki) as other:
        until(lambda: run("people")[1], lambda told: "Mika" in told and "Aki" in told)
        ban = ("ban", "Mika", "--for", "1d", "--why", "insults", "--address")
        code, told = run(*ban)
        assert (code, "Others on this network now: 1;" in told) == (2, True)
        assert run("bans")[1] == "Nobody is banned.\n"
        code, told = run(*ban, "--yes")
        assert code == 0
        assert closed_with(other)[0] == BANNED
    with club.websocket_connect("/ws", headers=aki) as again:
        assert closed_with(again)[0] == BANNED
    assert CLUB not in run("bans")[1] + run("log")[1]


def test_a_name_cannot_command_the_terminal(house: House, run: Any) -> None:
    guest(house.client, "Mika")
    code, told = run("ban", "Mika", "--for", "1d", "--why", "a\x1b[2Jb")
    assert code == 2
    assert "\x1b" not in told


@pytest.mark.parametrize("args", [(), ("people", "a", "b"), ("close",), ("ban", "Mika"), ("dance",)])
def test_a_command_that_is_not_understood_says_how_to_write_it(house: House, run: Any, args: Any) -> None:
    guest(house.client, "Mika")
    assert run(*args)[0] == 2
