"""The process between a server and a Ray cluster, without Ray: how it is asked, refused, lost and closed."""

import asyncio
import os
import signal
import socket
import subprocess
import sys
import warnings
from collections.abc import Callable
from multiprocessing.connection import Connection
from typing import Any

import pytest

from hanamachi.core.game import Hidden
from hanamachi.core.words import Name, Refusal
from hanamachi.server.engines import ray_connection
from hanamachi.server.engines.ray_actor import BotActor
from hanamachi.server.engines.ray_connection import (
    ActorFailed,
    BadCluster,
    ClusterLost,
    RayConnection,
    Reply,
    check_cluster,
    check_versions,
    connect,
    knock,
    open_connection,
    other_versions,
    short,
)
from hanamachi.server.engines.tasks import BotTask, Question
from hanamachi.server.runtime import logs
from hanamachi.server.runtime.process_pool import TaskFailed
from tests.ports import free_port
from tests.server.engines.test_bot_pool import a_question
from tests.server.support import fake_cluster
from tests.server.support.fake_cluster import OURS, fake_ray

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


# The process itself, with a module that is called ray.


class Pipe:
    """Brings requests and notes replies; at the end it is closed."""

    def __init__(self, *requests: tuple[int, str, tuple[Any, ...]]) -> None:
        self.requests, self.sent = list(requests), list[Reply]()

    def recv(self) -> tuple[int, str, tuple[Any, ...]]:
        if not self.requests:
            raise EOFError
        return self.requests.pop(0)

    def send(self, reply: Reply) -> None:
        self.sent.append(reply)


def told(monkeypatch: pytest.MonkeyPatch, modules: dict[str, Any], *requests: Any) -> list[Reply]:
    """What the process of a connection says to these requests."""
    for name, module in modules.items():
        monkeypatch.setitem(sys.modules, name, module)
    monkeypatch.setattr(sys, "argv", ["hanamachi", "serve", "--database", "postgresql://secret@tea/house"])
    monkeypatch.setattr(os, "environ", dict(os.environ))
    for module, name in ((signal, "signal"), (warnings, "simplefilter"), (logs, "start")):
        monkeypatch.setattr(module, name, lambda *_: None)
    pipe = Pipe(*requests)
    connect(pipe, "auto")  # type: ignore[arg-type]
    return pipe.sent


class FakeActor(BotActor):
    def prepare(self, game: str, level: str | None) -> None:
        raise fake_cluster.ActorDied("the node is gone") if game == "lost" else ValueError("no compiler")

    def think(self, errand: BotTask, seconds: float) -> int:
        return len(errand.question.game)


def test_requests_are_carried_out_with_ray(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ray_connection, "BotActor", FakeActor)
    modules = fake_ray()
    replies = told(
        monkeypatch,
        modules,
        (1, "cores", ()),
        (2, "start", (7,)),
        (3, "think", (7, BotTask(a_question(), "novice", 1), 20.0)),
        (4, "prepare", (7, "lost", None)),
        (5, "prepare", (7, "okiya", "perfect")),
        (6, "think", (8, BotTask(a_question(), "novice", 1), 20.0)),
        (7, "end", (7,)),
        (8, "end", (7,)),
    )
    assert replies == [
        Reply(0, "done", [OURS]),
        Reply(1, "done", 3),
        Reply(2, "done", OURS),
        Reply(3, "done", len("okiya")),
        Reply(4, "gone", "ActorDied: the node is gone"),
        Reply(5, "failed", "ValueError: no compiler"),
        Reply(6, "gone", "KeyError: 8"),
        Reply(7, "done", None),
        Reply(8, "done", None),
    ]
    assert len(modules["ray"].killed) == 1
    assert sys.argv == ["hanamachi"]  # no address of a database, which Ray might tell


@pytest.mark.parametrize(
    ("problem", "how", "value"),
    [
        (RuntimeError(MISMATCH), "refused", "other_ray"),
        (RuntimeError("no room."), "failed", "RuntimeError: no room"),
        (ConnectionError("nobody"), "failed", "ConnectionError: nobody"),
    ],
)
def test_a_cluster_that_cannot_be_opened_is_reported(
    problem: Exception, how: str, value: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def init(**_given: Any) -> None:
        raise problem

    (reply,) = told(monkeypatch, fake_ray(init))
    found = reply.value.reason if isinstance(reply.value, Refusal) else reply.value
    assert (reply.number, reply.how, found) == (0, how, value)


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


def test_a_question_is_bytes_a_name_and_the_cards_that_are_supposed() -> None:
    told = {"game": str, "view": bytes, "moves": bytes, "story": bytes, "lying": tuple[Hidden, ...]}
    assert Question.__annotations__ == told
