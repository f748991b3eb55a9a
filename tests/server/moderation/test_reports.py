"""Reports: what hosts see of them, and two hosts at one report."""

from contextlib import ExitStack
from typing import Any

import pytest

from hanamachi.server.db.schema import DEEDS, REPORTS
from tests.server.moderation.hosts import Desk, House, make_host
from tests.server.support.members import rows, write
from tests.server.support.talkers import talker
from tests.server.support.visitors import guest, problem, two_players


@pytest.fixture
def reported(house: House) -> tuple[str, dict[str, str], dict[str, str]]:
    """A table at which Rin has insulted Mika, who reports it."""
    table, mika, rin = two_players(house.client, talk="all")
    with ExitStack() as stack:
        a = stack.enter_context(talker(house.client, mika, table, 0))
        b = stack.enter_context(talker(house.client, rin, table, 1))
        assert a.say("hello") == ""
        b.hears("hello")
        assert b.say("<b>loser</b>") == ""
        a.hears("hello", "<b>loser</b>")
        assert a.about("report", "<b>loser</b>") == ""
    return table, mika, rin


def test_a_report_is_shown_with_its_context(house: House, desk: Desk, reported: tuple[str, Any, Any]) -> None:
    [found] = desk.get("/reports")
    assert (found["reporter"]["name"], found["author"]["name"]) == ("Mika", "Rin")
    assert [(line["text"], line["reported"]) for line in found["lines"]] == [
        ("hello", False),
        ("<b>loser</b>", True),
    ]
    assert (found["table"], found["games"], found["reports"], found["others"]) == (reported[0], 1, 0, 0)
    assert desk.get()["reports"] == 1


def test_hosts_hear_of_a_report(house: House, desk: Desk) -> None:
    table, mika, rin = two_players(house.client, talk="all")
    with (
        house.client.websocket_connect("/ws", headers=desk.who) as mine,
        talker(house.client, mika, table, 0) as a,
        talker(house.client, rin, table, 1) as b,
    ):
        assert b.say("loser") == ""
        a.hears("loser")
        assert a.about("report", "loser") == ""
        assert mine.receive_json()["type"] == "hostnews"


def test_two_hosts_at_one_report(house: House, desk: Desk, reported: Any) -> None:
    other = Desk(house, make_host(house, "Aki"))
    [report] = desk.get("/reports")
    path, author = f"/reports/{report['id']}", report["author"]["handle"]
    assert desk.post(f"{path}/take")["answering"]["mine"]
    assert other.get("/reports")[0]["answering"]["name"] == "Haru"
    assert other.refused("POST", f"{path}/take") == (409, "report_taken")
    assert other.refused("POST", f"{path}/resolve") == (409, "report_taken")
    mute = {"seconds": 3_600, "report": report["id"]}
    assert other.refused("POST", f"/people/{author}/mute", **mute) == (409, "report_taken")
    assert desk.post(f"/people/{author}/mute", **mute)["muted"]
    assert other.refused("POST", f"/people/{author}/mute", **mute) == (409, "report_resolved")
    assert other.refused("POST", f"{path}/resolve") == (409, "report_resolved")
    assert desk.get("/reports") == []
    [answered] = other.get("/reports?all=1")
    assert (answered["outcome"], answered["by"], answered["answering"]) == ("mute", "Haru", None)
    assert [deed["kind"] for deed in desk.get("/log")["deeds"]] == ["mute"]


def test_a_host_who_went_away_holds_a_report_for_five_minutes(
    house: House, desk: Desk, reported: Any
) -> None:
    other = Desk(house, make_host(house, "Aki"))
    [report] = desk.get("/reports")
    desk.post(f"/reports/{report['id']}/take")
    since = REPORTS.c.answering_since - 301
    write(house.database, lambda db: db.execute(REPORTS.update().values(answering_since=since)))
    assert other.get("/reports")[0]["answering"] is None
    assert other.post(f"/reports/{report['id']}/take")["answering"]["name"] == "Aki"
    assert other.post(f"/reports/{report['id']}/leave")["answering"] is None
    assert desk.post(f"/reports/{report['id']}/resolve") == []
    assert rows(house.database, DEEDS)[0]["kind"] == "nothing"


def test_a_deed_answers_only_a_report_about_the_same_person(house: House, desk: Desk, reported: Any) -> None:
    guest(house.client, "Sora")
    [report] = desk.get("/reports")
    answer = desk.refused("POST", f"/people/{desk.handle('Sora')}/warn", why="x", report=report["id"])
    assert answer == (409, "other_report")
    assert desk.refused("POST", f"/people/{desk.handle('Sora')}/warn", why="x", report="none") == (
        404,
        "gone",
    )
    table, _, _ = two_players(house.client)
    assert desk.refused("POST", f"/tables/{table}/close", why="x", report=report["id"]) == (
        409,
        "other_report",
    )
    assert desk.get("/log")["deeds"] == []
    desk.post(f"/tables/{reported[0]}/close", why="insults", report=report["id"])
    assert desk.get("/reports?all=1")[0]["outcome"] == "close"


def test_all_reports_of_one_line_are_answered_at_once(house: House, desk: Desk, reported: Any) -> None:
    again = rows(house.database, REPORTS)[0] | {"id": "other", "reporter": None}
    write(house.database, lambda db: db.execute(REPORTS.insert().values(again)))
    assert [one["others"] for one in desk.get("/reports")] == [1, 1]
    [first, _] = desk.get("/reports")
    assert desk.post(f"/reports/{first['id']}/resolve") == []


def test_a_report_whose_author_was_erased_leads_to_nobody(house: House, desk: Desk, reported: Any) -> None:
    assert house.client.delete("/api/me", headers=reported[2]).status_code == 204
    [found] = desk.get("/reports")
    assert (found["author"], found["games"], found["reports"]) == (None, 0, 0)
    assert found["lines"][1]["text"] == "<b>loser</b>"
    assert desk.post(f"/reports/{found['id']}/resolve") == []


def test_a_stranger_cannot_report(house: House, desk: Desk) -> None:
    table, _, rin = two_players(house.client, talk="all")
    with talker(house.client, rin, table, 1) as b:
        assert b.say("loser") == ""
        stranger = guest(house.client, "Sora")
        with talker(house.client, stranger, table) as late:
            assert late.ask(type="report", side="players", number=1) == "no_line"
    assert desk.get("/reports") == []


# Texts of studies.


@pytest.fixture
def shared(house: House) -> tuple[str, dict[str, str], dict[str, str]]:
    """A study of Rin's with a rude note, which Mika reports."""
    mika, rin = guest(house.client, "Mika"), guest(house.client, "Rin")
    wish = {"game": "okiya", "name": "Look"}
    study = house.client.post("/api/studies", json=wish, headers=rin).json()["id"]
    edits = {"name": "This way"}, {"note": "<b>loser</b>"}, {"share": ""}
    for revision, [(kind, text)] in enumerate(each.items() for each in edits):
        body = {"revision": revision, "kind": kind, "at": 1, "text": text, "on": True}
        assert house.client.post(f"/api/studies/{study}/edits", json=body, headers=rin).status_code == 200
    reported = house.client.post(f"/api/studies/{study}/reports", json={"at": 1}, headers=mika)
    assert reported.status_code == 204
    return study, mika, rin


def test_hosts_hear_of_a_reported_study(house: House, desk: Desk, shared: tuple[str, Any, Any]) -> None:
    with house.client.websocket_connect("/ws", headers=desk.who) as mine:
        path = f"/api/studies/{shared[0]}/reports"
        assert house.client.post(path, json={"at": 0}, headers=shared[1]).status_code == 204
        assert mine.receive_json()["type"] == "hostnews"
    assert desk.get()["reports"] == 2


@pytest.mark.parametrize("deed", ["mute", "ban"])
def test_a_reported_study_is_answered_and_kept_from_others(
    house: House, desk: Desk, shared: tuple[str, Any, Any], deed: str
) -> None:
    study, mika, rin = shared
    [found] = desk.get("/reports")
    assert (found["table"], found["game"], found["author"]["name"]) == (study, "okiya", "Rin")
    assert [(line["side"], line["text"], line["reported"]) for line in found["lines"]] == [
        ("study", "Look", False),
        ("study", "This way", True),
        ("study", "<b>loser</b>", True),
    ]
    path = f"/api/studies/{study}"
    assert house.client.get(path, headers=mika).status_code == 200
    desk.about("Rin", deed, why="be kind", seconds=3_600, report=found["id"])
    assert desk.get("/reports") == []
    assert desk.get("/reports?all=1")[0]["outcome"] == deed
    assert problem(house.client.get(path, headers=mika)) == (404, "no_such_study")
    if deed == "mute":
        assert house.client.get(path, headers=rin).status_code == 200  # their own
        desk.about("Rin", "unmute")
        assert house.client.get(path, headers=mika).status_code == 200
