"""Talk between two workers of one house on one PostgreSQL: lines, mutes and limits hold at both."""

from contextlib import ExitStack
from typing import Any

import sqlalchemy as sa

from hanamachi.server.db.schema import REPORTS, TALK
from hanamachi.server.runtime.limits import Limits
from tests.server.cluster.test_worker import Worker, two, url  # noqa: F401 (fixtures)
from tests.server.support.talkers import Talker, ask, talker
from tests.server.support.visitors import guest, two_players

Two = tuple[Worker, Worker]


def players(stack: ExitStack, workers: Two) -> tuple[str, Talker, Talker]:
    """Return a table at which each player is connected to a worker of their own."""
    one, other = workers
    table, mika, rin = two_players(one.client, talk="all")
    a = stack.enter_context(talker(one.client, mika, table, 0))
    return table, a, stack.enter_context(talker(other.client, rin, table, 1))


def test_a_line_is_heard_at_the_other_worker(two: Two) -> None:  # noqa: F811
    with ExitStack() as stack:
        _, a, b = players(stack, two)
        for n in range(2):
            assert a.say(f"from the one {n}") == ""
            b.until(lambda me, n=n: me.texts[-1:] == [f"from the one {n}"])
            assert b.say(f"from the other {n}") == ""
            for each in (a, b):
                each.until(lambda me, n=n: me.texts[-1:] == [f"from the other {n}"])
        assert (
            a.texts == b.texts == ["from the one 0", "from the other 0", "from the one 1", "from the other 1"]
        )


def test_a_spectator_at_another_worker_is_not_heard_before_the_end(two: Two) -> None:  # noqa: F811
    with ExitStack() as stack:
        table, a, b = players(stack, two)
        spies = [
            stack.enter_context(talker(worker.client, guest(worker.client, "Aki"), table)) for worker in two
        ]
        assert spies[1].say("Mika holds the fan") == ""
        spies[0].hears("Mika holds the fan")
        assert b.say("hm") == ""
        for each in (a, b):
            each.hears("hm")
            each.settle()
            assert each.texts == ["hm"]
        b.resign()
        for each in (a, b, *spies):
            each.hears("Mika holds the fan", "hm")


def test_a_mute_holds_at_every_worker(two: Two) -> None:  # noqa: F811
    one, other = two
    table, mika, rin = two_players(one.client, talk="all")
    with ExitStack() as stack:
        a = stack.enter_context(talker(one.client, mika, table, 0))
        tab = stack.enter_context(talker(other.client, mika, table, 0))
        b = stack.enter_context(talker(other.client, rin, table, 1))
        assert b.say("loser") == ""
        for each in (a, tab):
            each.hears("loser")
        assert a.about("mute", "loser") == ""
        for each in (a, tab):
            each.hears()


def test_the_pace_is_one_for_all_workers(two: Two, url: str) -> None:  # noqa: F811
    table, mika, _ = two_players(two[0].client, talk="all")
    with ExitStack() as stack:
        tabs = [stack.enter_context(talker(worker.client, mika, table, 0)) for worker in two]
        burst = Limits().talk.burst
        answers: list[Any] = [tabs[n % 2].say(f"line {n}") for n in range(burst + 2)]
        assert answers == [""] * burst + ["talk_too_fast"] * 2
    assert len(ask(url, sa.select(TALK.c.number))) == burst


def test_an_author_erased_at_one_worker_is_silent_at_the_other(two: Two, url: str) -> None:  # noqa: F811
    one, other = two
    table, mika, rin = two_players(one.client, talk="all")
    with ExitStack() as stack:
        a = stack.enter_context(talker(one.client, mika, table, 0))
        with talker(other.client, rin, table, 1) as b:
            assert b.say("VIOLET") == ""
        a.hears("VIOLET")
        assert a.about("report", "VIOLET") == ""
        assert other.client.delete("/api/me", headers=rin).status_code == 204
        a.hears()
    assert ask(url, sa.select(TALK.c.number)) == []
    assert [row.author for row in ask(url, sa.select(REPORTS))] == [None]
