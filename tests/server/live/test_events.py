"""What follows a commit: lists are told, and the player who is to move and is not here is notified.

It follows also if the commit succeeded and its answer was lost.
"""

import logging

import pytest

from hanamachi.games import GAMES
from hanamachi.server.app import TableServices
from hanamachi.server.live import commands
from hanamachi.server.live.events import Events, RoomTouched
from hanamachi.server.runtime import metrics
from tests.server.live.test_durability import Scene, scene, told
from tests.server.support.idle import at_rest


class Followers:
    """Count what reaches the lists and the notifier of a server."""

    def __init__(self, here: Scene, patch: pytest.MonkeyPatch) -> None:
        self.lists: list[str] = []
        self.notified: list[tuple[str, str]] = []
        patch.setattr(here.server.my_tables, "update_players", lambda table, _seats: self.lists.append(table))
        patch.setattr(
            here.server.notifier, "notify", lambda guest, kind, _table: self.notified.append((guest, kind))
        )


@pytest.mark.parametrize("lost_answer", [False, True])
def test_lists_and_the_absent_player_hear_of_a_commit(
    monkeypatch: pytest.MonkeyPatch, lost_answer: bool
) -> None:
    async def story() -> None:
        async with scene() as here:
            absent = 1 - here.actor
            here.room.leave(here.ears[absent])
            followers = Followers(here, monkeypatch)
            here.disk.lost_answer = lost_answer
            await here.move()
            assert followers.lists == [here.room.id]
            assert followers.notified == [(f"guest{absent}", "turn")]

    told(story)


def test_a_table_of_another_worker_notifies_nobody_here(monkeypatch: pytest.MonkeyPatch) -> None:
    """The worker that committed notifies; all workers update their watchers."""

    async def story() -> None:
        async with scene() as here:
            here.room.leave(here.ears[1 - here.actor])
            followers = Followers(here, monkeypatch)
            other = TableServices(here.disk, GAMES, None)  # type: ignore[arg-type]
            async with other.rooms.visit(here.room.id) as room:
                guest, message = here.submission()
                await commands.submit(room, guest, message)
                moves, stirred = sum(metrics.MOVES.counts.values()), here.ears[2].stirred
                async with here.room.lock:
                    here.room.follow(room.snapshot, 0.0)
            await at_rest()
            assert here.ears[2].stirred > stirred
            assert (followers.lists, followers.notified) == ([], [])
            assert sum(metrics.MOVES.counts.values()) == moves

    told(story)


def test_the_watchers_hear_before_lists_and_notifications(monkeypatch: pytest.MonkeyPatch) -> None:
    async def story() -> None:
        async with scene() as here:
            order: list[str] = []
            player = here.ears[here.actor]
            monkeypatch.setattr(player, "mark_changed", lambda: order.append("watcher"))
            monkeypatch.setattr(here.server.my_tables, "update_players", lambda *_: order.append("lists"))
            here.room.leave(here.ears[1 - here.actor])
            monkeypatch.setattr(here.server.notifier, "notify", lambda *_: order.append("notification"))
            await here.move()
            assert order == ["watcher", "lists", "notification"]

    told(story)


def test_a_subscriber_that_fails_is_logged_and_stops_no_other(caplog: pytest.LogCaptureFixture) -> None:
    heard: list[str] = []

    def fail(_event: RoomTouched) -> None:
        heard.append("first")
        raise ValueError("of the test")

    events = Events()
    events.subscribe(RoomTouched, fail)
    events.subscribe(RoomTouched, lambda event: heard.append(event.table))
    with caplog.at_level(logging.ERROR):
        events.publish(RoomTouched("t"))
    assert heard == ["first", "t"]
    assert "a subscriber of RoomTouched failed" in caplog.text
