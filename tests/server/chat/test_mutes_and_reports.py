"""What follows a mute, a report, an erasure and an export."""

import json
from contextlib import ExitStack
from typing import Any

import msgspec
import sqlalchemy as sa
from starlette.testclient import TestClient

from hanamachi.server.chat import reports
from hanamachi.server.db.schema import META, REPORTS
from hanamachi.server.runtime.limits import Rate
from tests.server.support.talkers import NEVER, ask, do, id_of, opened, talker
from tests.server.support.visitors import guest, open_table, problem, sit, two_players

# Mutes.


def test_who_is_muted_is_silent_at_every_table_and_does_not_notice(house: TestClient, at: Any) -> None:
    table, mika, rin = two_players(house, talk="all")
    one, other = at(mika, table, 0), at(rin, table, 1)
    assert [other.say("hello"), other.say("loser")] == ["", ""]
    one.hears("hello", "loser")
    assert one.about("mute", "loser") == ""
    one.hears()
    assert [each["name"] for each in one.muted] == ["Rin"]
    assert other.say("anybody?") == ""  # nothing is different for them
    assert one.say("so quiet here") == ""
    other.hears("hello", "loser", "anybody?", "so quiet here")
    one.hears("so quiet here")
    at(mika, table, 0).hears("so quiet here")  # a reload
    next_table = open_table(house, mika, seats=[{"kind": "me"}, {"kind": "open"}], talk="all")
    sit(house, rin, next_table, 1)
    assert at(rin, next_table, 1).say("here I am") == ""
    there = at(mika, next_table, 0)
    there.until(lambda me: me.muted)
    assert there.texts == []
    mutes = house.get("/api/me/mutes", headers=mika).json()
    assert [(each["id"], each["name"]) for each in mutes] == [(there.muted[0]["id"], "Rin")]
    assert house.get("/api/me/mutes", headers=rin).json() == []
    answer = house.post("/api/me/mutes/end", json={"id": mutes[0]["id"]}, headers=mika)
    assert answer.json() == []
    there.hears("here I am")


def test_a_mute_shows_no_id_and_needs_a_line_that_was_heard(house: TestClient, at: Any) -> None:
    table, mika, rin = two_players(house, talk="all")
    one, other, spy = at(mika, table, 0), at(rin, table, 1), at(guest(house, "Aki"), table)
    assert [other.say("hello"), spy.say("psst")] == ["", ""]
    for each in (one, other):
        each.hears("hello")
    assert one.ask(type="mute", side="gallery", number=1) == "no_line"  # it would tell that somebody talks
    assert one.ask(type="mute", side="players", number=2) == "no_line"
    assert other.about("mute", "hello") == "own_line"
    assert one.about("mute", "hello") == ""
    one.hears()
    told = json.dumps([one.muted, house.get("/api/me/mutes", headers=mika).json()])
    assert id_of(rin) not in told
    name = {"id": one.muted[0]["id"]}
    assert house.post("/api/me/mutes/end", json=name, headers=rin).json() == []  # another user's
    assert len(house.get("/api/me/mutes", headers=mika).json()) == 1
    house.cookies.clear()
    assert problem(house.get("/api/me/mutes")) == (404, "not_known")


# Reports.


def stored(database: str) -> list[Any]:
    return ask(database, sa.select(REPORTS).order_by(REPORTS.c.at))


def context(report: Any) -> list[str]:
    return [line.text for line in msgspec.json.decode(report.lines, type=list[reports.ReportedLine])]


def test_a_report_keeps_the_last_twenty_lines_and_counts_once(
    house: TestClient, at: Any, database: str
) -> None:
    table, mika, rin = two_players(house, talk="all")
    one, other = at(mika, table, 0), at(rin, table, 1)
    for n in range(25):
        assert (one if n % 2 else other).say(f"line {n}") == ""
    one.hears(*(f"line {n}" for n in range(25)))
    assert [one.about("report", "line 24") for _ in range(3)] == ["", "", ""]
    assert one.about("report", "line 0") == ""  # an old line comes with those before it
    assert one.about("report", "line 1") == "own_line"
    new, old = stored(database)
    assert context(new) == [f"line {n}" for n in range(5, 25)]
    assert context(old) == ["line 0"]
    assert (new.table_id, new.side, new.number, new.resolved) == (table, "players", 25, None)
    assert (new.reporter, new.author) == (id_of(mika), id_of(rin))
    assert not any(id_of(who) in new.lines for who in (mika, rin))


def test_strangers_report_nothing(house: TestClient, at: Any, database: str) -> None:
    """Neither who never looked on, nor who comes later, nor anybody what they do not hear."""
    table, mika, _ = two_players(house, talk="all")
    one, spy = at(mika, table, 0), at(guest(house, "Aki"), table)
    assert [one.say("hello"), spy.say("psst")] == ["", ""]
    one.settle()
    assert one.ask(type="report", side="gallery", number=1) == "no_line"
    assert spy.ask(type="report", side="players", number=1) == "no_line"
    one.resign()
    late = at(guest(house, "Late"), table)
    late.hears("hello", "psst")
    assert late.about("report", "hello") == "not_there_then"
    elsewhere, *_ = two_players(house, talk="all")
    stranger = at(guest(house, "Stranger"), elsewhere)
    assert stranger.ask(type="report", side="players", number=1) == "no_line"
    assert stored(database) == []
    spy.hears("hello", "psst")
    assert spy.about("report", "hello") == ""  # said while they were here
    assert one.say("and now?") == ""
    late.hears("hello", "psst", "and now?")
    assert late.about("report", "and now?") == ""
    again = at(guest(house, "Again"), table)
    again.hears("hello", "psst", "and now?")
    assert again.phrase("hello") == ""  # who talks here is no stranger
    again.hears("hello", "psst", "and now?", "hello")
    assert again.about("report", "psst") == ""
    assert len(stored(database)) == 3


def test_a_spectator_who_comes_back_was_there(house: TestClient, at: Any, database: str) -> None:
    table, mika, _ = two_players(house, talk="all")
    at(mika, table, 0)
    aki, yuki, late = (guest(house, name) for name in ("Aki", "Yuki", "Late"))
    rude = at(yuki, table)
    assert rude.say("hello") == ""
    with talker(house, aki, table) as first:
        first.hears("hello")
        assert rude.say("loser") == ""
        first.hears("hello", "loser")
    for who, answer in ((aki, ""), (late, "not_there_then"), (late, "not_there_then")):
        with talker(house, who, table) as again:
            again.hears("hello", "loser")
            assert again.about("report", "loser") == answer
            assert again.about("report", "hello") == "not_there_then"
    assert [report.reporter for report in stored(database)] == [id_of(aki)]


def test_reports_are_limited(database: str) -> None:
    with opened(database, reports=Rate(1, NEVER)) as house, ExitStack() as stack:
        table, mika, rin = two_players(house, talk="all")
        one = stack.enter_context(talker(house, mika, table, 0))
        other = stack.enter_context(talker(house, rin, table, 1))
        assert [other.say("one"), other.say("two")] == ["", ""]
        one.hears("one", "two")
        assert [one.about("report", "one"), one.about("report", "two")] == ["", "too_many"]
        assert len(stored(database)) == 1


def test_a_report_outlives_its_author_but_not_thirty_days(database: str) -> None:
    with opened(database) as house:
        table, mika, rin = two_players(house, talk="all")
        with talker(house, mika, table, 0) as one, talker(house, rin, table, 1) as other:
            assert other.say("a threat") == ""
            one.hears("a threat")
            assert one.about("report", "a threat") == ""
        for who in (rin, mika):
            assert house.delete("/api/me", headers=who).status_code == 204
        (report,) = stored(database)
        assert (context(report), report.author, report.reporter) == (["a threat"], None, None)
    do(database, sa.update(REPORTS).values(at=REPORTS.c.at - reports.KEPT + 60))
    with opened(database) as house:
        house.put("/api/me", json={"name": "Mika"})  # written after what is deleted at the start
        assert len(stored(database)) == 1
    do(database, sa.update(REPORTS).values(at=REPORTS.c.at - 61))
    with opened(database) as house:
        house.put("/api/me", json={"name": "Mika"})
        assert stored(database) == []


# Erasure and export.


def test_what_an_erased_author_said_is_gone_everywhere(house: TestClient, at: Any, database: str) -> None:
    table, mika, rin = two_players(house, talk="all")
    aki = guest(house, "Aki")
    one, spy = at(mika, table, 0), at(guest(house, "Yuki"), table)
    assert at(rin, table, 1).say("VIOLET") == ""
    assert at(aki, table).say("VERMILION") == ""
    one.hears("VIOLET")
    spy.hears("VERMILION")
    assert one.about("mute", "VIOLET") == ""
    for who in (aki, rin):
        assert house.delete("/api/me", headers=who).status_code == 204
    one.until(lambda me: not me.texts and not me.muted)
    spy.until(lambda me: not me.texts)
    rows = [str(row) for each in META.sorted_tables for row in ask(database, sa.select(each))]
    assert not [row for row in rows if "VIOLET" in row or "VERMILION" in row]
    again = at(mika, table, 0)
    again.settle()
    assert again.texts == []
    assert one.say("still here") == ""
    spy.hears("still here")  # the game is over: Rin has left it


def test_a_user_is_given_their_own_words_alone(house: TestClient, at: Any) -> None:
    table, mika, rin = two_players(house, talk="all")
    one, other = at(mika, table, 0), at(rin, table, 1)
    assert [one.say("mine"), other.say("theirs"), one.phrase("thanks")] == ["", "", ""]
    one.hears("mine", "theirs", "thanks")
    assert [one.about("report", "theirs"), one.about("mute", "theirs")] == ["", ""]
    told = house.get("/api/me/export", headers=mika).json()
    assert [(each["text"], each["phrase"]) for each in told["talk"]] == [("mine", None), ("", "thanks")]
    assert [each["number"] for each in told["reports"]] == [2]
    assert len(told["mutes"]) == 1
    assert "theirs" not in json.dumps(told)
    told = house.get("/api/me/export", headers=rin).json()
    assert (told["reports"], told["mutes"]) == ([], [])  # nobody tells them
