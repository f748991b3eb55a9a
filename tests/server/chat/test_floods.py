"""Floods of lines: limits hold for all sockets and all workers, and one side cannot use up the other's."""

import contextlib
from contextlib import ExitStack
from typing import Any

import pytest
import sqlalchemy as sa
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from hanamachi.server.chat import lines
from hanamachi.server.db.schema import TALK
from hanamachi.server.runtime.limits import Rate
from tests.server.support.talkers import NEVER, ask, do, opened, talker
from tests.server.support.visitors import guest, two_players


def test_the_pace_of_one_user_holds_for_all_their_sockets(database: str) -> None:
    with opened(database, talk=Rate(3, NEVER)) as house, ExitStack() as stack:
        table, mika, _ = two_players(house, talk="all")
        tabs = [stack.enter_context(talker(house, mika, table, 0)) for _ in range(2)]
        assert [tabs[n % 2].say(f"line {n}") for n in range(5)] == ["", "", "", "too_many", "too_many"]


def test_the_pace_is_counted_in_the_database(database: str) -> None:
    """So it holds for a worker that has seen nothing of it: here a house that has opened again."""
    with opened(database, talk=Rate(2, NEVER)) as house:
        table, mika, rin = two_players(house, talk="all")
        with talker(house, mika, table, 0) as one:
            assert [one.say("hello"), one.say("hello")] == ["", ""]
    with opened(database, talk=Rate(2, NEVER)) as house, ExitStack() as stack:
        one, other = (stack.enter_context(talker(house, who, table)) for who in (mika, rin))
        assert one.say("hello") == "talk_too_fast"
        assert other.say("hello") == ""
    do(database, sa.update(TALK).values(at=TALK.c.at - 60 * 2 / NEVER))
    with opened(database, talk=Rate(2, NEVER)) as house, talker(house, mika, table, 0) as one:
        assert one.say("after a while") == ""


def test_spectators_cannot_use_up_what_players_may_say(database: str) -> None:
    with opened(database, table_talk=Rate(3, NEVER)) as house, ExitStack() as stack:
        table, mika, _ = two_players(house, talk="all")
        crowd = [stack.enter_context(talker(house, guest(house, f"G{n}"), table)) for n in range(4)]
        assert [each.phrase("hello") for each in crowd] == ["", "", "", "talk_too_fast"]
        assert stack.enter_context(talker(house, mika, table, 0)).phrase("hello") == ""


def test_only_the_newest_lines_of_each_side_are_kept_and_shown(
    house: TestClient, at: Any, database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lines, "MOST_KEPT", 8)
    monkeypatch.setattr(lines, "SHOWN", 5)
    table, mika, rin = two_players(house, talk="all")
    one, other, spy = at(mika, table, 0), at(rin, table, 1), at(guest(house, "Aki"), table)
    assert spy.say("quiet") == ""
    for n in range(12):
        assert one.say(f"line {n}") == ""
        other.until(lambda me, n=n: me.texts[-1:] == [f"line {n}"])
    assert other.texts == [f"line {n}" for n in range(12)]  # nothing is taken away from who was here
    at(rin, table, 1).hears(*(f"line {n}" for n in range(7, 12)))
    kept = ask(database, sa.select(TALK.c.side, TALK.c.text).order_by(TALK.c.side, TALK.c.number))
    newest = [("players", f"line {n}") for n in range(4, 12)]
    assert [tuple(row) for row in kept] == [("gallery", "quiet"), *newest]


def test_whoever_floods_is_cut_off(database: str) -> None:
    """10,000 lines at once: few are saved, the socket is closed, and the others go on talking."""
    with opened(database, messages=Rate(60, NEVER), talk=Rate(6, NEVER)) as house:
        table, mika, rin = two_players(house, talk="all")
        with talker(house, rin, table, 1) as other:
            refused = set()
            with talker(house, mika, table, 0) as one, contextlib.suppress(WebSocketDisconnect):
                for sent in range(10_000):
                    refused.add(one.say(f"flood {sent}"))
            assert one.asked < 100
            assert refused == {"", "too_many"}
            other.until(lambda me: me.lines)
            other.settle()
            assert len(other.lines) < 10
            assert len(ask(database, sa.select(TALK.c.number))) < 10
            assert other.phrase("hello") == ""
