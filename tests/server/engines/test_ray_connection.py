"""The process between a server and a Ray cluster, without Ray: how it is asked, refused, lost and closed."""

import asyncio
import os
import socket
import subprocess
import sys
from collections.abc import Callable
from multiprocessing.connection import Connection

import pytest

from hanamachi.core.words import Name, Refusal
from hanamachi.server.engines import ray_connection
from hanamachi.server.engines.ray_actor import BotActor
from hanamachi.server.engines.ray_connection import (
    ActorFailed,
    BadCluster,
    ClusterLost,
    RayConnection,
    check_cluster,
    check_versions,
    knock,
    open_connection,
    other_versions,
    short,
)
from hanamachi.server.engines.tasks import BotTask, Question
from hanamachi.server.runtime.process_pool import TaskFailed
from tests.ports import free_port
from tests.server.engines.test_bot_pool import a_question
from tests.server.support import fake_cluster
from tests.server.support.fake_cluster import OURS

MISMATCH = """Version mismatch: The cluster was started with:
    Ray: 2.59.1
    Python: 3.12.4
This process on Ray Client was started with:
    Ray: 2.60.0
    Python: 3.11.2
"""
Target = Callable[[Connection, str], None]


def test_requests_are_answered_by_number_until_the_process_ends() -> None:
    async def scene() -> None:
        connection = RayConnection("tea", fake_cluster.answers)
        assert await connection.opened == [OURS]
        assert await connection.ask("done", 1, "x") == ("tea", (1, "x"))
        with pytest.raises(ActorFailed) as failed:
            await connection.ask("failed")
        with pytest.raises(ActorFailed) as gone:
            await connection.ask("gone")
        assert (failed.value.gone, gone.value.gone) == (False, True)
        with pytest.raises(ClusterLost):
            await connection.ask("die")
        await connection.ended
        with pytest.raises(ClusterLost):
            await connection.ask("done")
        connection.close()

    asyncio.run(scene())


@pytest.mark.parametrize(
    ("target", "expected"),
    [
        (fake_cluster.refuses, BadCluster),
        (fake_cluster.is_old, BadCluster),
        (fake_cluster.fails, ClusterLost),
        (fake_cluster.hangs, ClusterLost),
    ],
)
def test_a_cluster_that_cannot_be_used_leaves_no_process(
    target: Target, expected: type[Exception], monkeypatch: pytest.MonkeyPatch
) -> None:
    made: list[RayConnection] = []

    def make(address: str) -> RayConnection:
        made.append(RayConnection(address, target))
        return made[0]

    async def scene() -> None:
        with pytest.raises(expected):
            await open_connection("tea")
        await made[0].ended

    if target is fake_cluster.hangs:
        monkeypatch.setattr(ray_connection, "OPENING", 0.5)
    monkeypatch.setattr(ray_connection, "RayConnection", make)
    asyncio.run(scene())
    assert not made[0].process.is_alive()


def test_a_cluster_that_is_busy_gets_a_second_chance(monkeypatch: pytest.MonkeyPatch) -> None:
    targets = iter([fake_cluster.fails, fake_cluster.answers, fake_cluster.fails, fake_cluster.fails])
    monkeypatch.setattr(
        ray_connection, "RayConnection", lambda address: RayConnection(address, next(targets))
    )
    asyncio.run(check_cluster("tea"))
    with pytest.raises(ClusterLost, match="nobody is there"):
        asyncio.run(check_cluster("tea"))


def test_a_connection_that_is_closed_at_once_leaves_no_process() -> None:
    async def scene() -> RayConnection:
        connection = RayConnection("tea", fake_cluster.answers)
        connection.close()
        await connection.ended
        return connection

    assert not asyncio.run(scene()).process.is_alive()


# Versions.


def test_every_node_must_run_what_the_server_runs() -> None:
    check_versions([OURS, OURS])
    for odd, reason in (
        ({"hanamachi": ""}, "node_without_hanamachi"),
        ({"hanamachi": "0.0.1"}, "node_of_other_release"),
        ({"ray": "1.0"}, "other_ray"),
        ({"python": "2.7"}, "other_ray"),
    ):
        node = type(OURS)(**{"ray": OURS.ray, "python": OURS.python, "hanamachi": OURS.hanamachi, **odd})
        with pytest.raises(BadCluster) as refused:
            check_versions([OURS, node])
        assert refused.value.reason == reason


def test_rays_own_complaint_of_versions_is_understood() -> None:
    found = other_versions(MISMATCH)
    assert found is not None
    assert found.facts == {
        "ray": Name("2.59.1"),
        "python": Name("3.12.4"),
        "our_ray": Name("2.60.0"),
        "our_python": Name("3.11.2"),
    }
    assert other_versions("no room") is None


def test_what_ray_says_is_cut_to_its_last_line() -> None:
    assert short(ValueError("here\nthere\n  it failed.\n")) == "ValueError: it failed"
    assert short(ValueError()) == "ValueError: "
    assert len(short(ValueError("x" * 999))) == 200


def test_a_closed_port_is_found_at_once() -> None:
    knock("auto")
    with socket.create_server(("127.0.0.1", 0)) as door:
        knock(f"ray://127.0.0.1:{door.getsockname()[1]}")
    with pytest.raises(OSError, match="refused"):
        knock(f"ray://127.0.0.1:{free_port()}")


# What runs on a node.


def test_an_actor_thinks_as_a_local_process_does() -> None:
    actor = BotActor()
    try:
        assert actor.ready() == OURS
        for odd in (("chess", "novice"), ("chess", None), ("okiya", "mine")):
            with pytest.raises(TaskFailed, match="is not installed on this node"):
                actor.prepare(*odd)
        actor.prepare("okiya", "novice")
        assert actor.think(BotTask(a_question(), "novice", 1), 30.0) in range(12)
        with pytest.raises(Refusal):
            actor.think(BotTask(a_question(), "god", 1), 30.0)
        before = actor.worker
        assert before is not None
        os.kill(before.process.pid or 0, 9)
        with pytest.raises(TaskFailed):
            actor.think(BotTask(a_question(), "novice", 1), 30.0)
        assert actor.think(BotTask(a_question(), "novice", 1), 30.0) in range(12)
    finally:
        if actor.worker:
            actor.worker.stop()


def test_a_server_never_imports_ray() -> None:
    """Not even with the modules that use it."""
    code = "import hanamachi.server.app, sys; sys.exit('ray' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_a_question_is_all_bytes_and_a_name() -> None:
    assert Question.__annotations__ == {"game": str, "view": bytes, "moves": bytes, "story": bytes}
