"""Ray clusters that are none: one of futures for the pool of actors, and processes for the connection."""

import asyncio
import os
import time
from collections.abc import Callable
from concurrent.futures import Future
from multiprocessing.connection import Connection
from types import SimpleNamespace
from typing import Any, NamedTuple

from hanamachi.core.words import Name
from hanamachi.server.engines.ray_actor import Versions, version_reader
from hanamachi.server.engines.ray_connection import BadCluster, ClusterLost, Reply

OURS = Versions(*version_reader()())


class Request(NamedTuple):
    wanted: str
    given: tuple[Any, ...]
    answer: "asyncio.Future[Any]"


class FakeConnection:
    """Cores and new actors are there at once. What actors are asked waits for the test in `requests`."""

    def __init__(self, cores: int = 1) -> None:
        self.cores: int | None = cores  # None: it never answers
        self.ended: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.requests: list[Request] = []
        self.actors: set[int] = set()
        self.versions = OURS
        self.closed = False

    def ask(self, wanted: str, *given: Any) -> "asyncio.Future[Any]":
        answer: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        if self.ended.done():
            answer.set_exception(ClusterLost("gone"))
        elif wanted == "cores" and self.cores is not None:
            answer.set_result(self.cores)
        elif wanted == "start":
            self.actors.add(given[0])
            answer.set_result(self.versions)
        elif wanted == "end":
            self.actors.discard(given[0])
            answer.set_result(None)
        else:
            self.requests.append(Request(wanted, given, answer))
        return answer

    def lose(self) -> None:
        self.cores = None
        self.ended.set_result(None)
        for request in self.requests:
            if not request.answer.done():
                request.answer.set_exception(ClusterLost("gone"))

    def close(self) -> None:
        self.closed = True


# Processes of a connection, found by their names.


def answers(pipe: Connection, address: str) -> None:
    pipe.send(Reply(0, "done", [OURS]))
    while True:
        number, wanted, given = pipe.recv()
        if wanted == "die":
            os._exit(1)
        pipe.send(Reply(number, wanted, (address, given)))


def refuses(pipe: Connection, _address: str) -> None:
    pipe.send(Reply(0, "refused", BadCluster("node_of_other_release", ours="1", theirs=Name("2"))))


def is_old(pipe: Connection, _address: str) -> None:
    pipe.send(Reply(0, "done", [OURS, Versions(OURS.ray, OURS.python, "0.0.1")]))
    pipe.recv()


def fails(pipe: Connection, _address: str) -> None:
    pipe.send(Reply(0, "failed", "nobody is there"))


def hangs(_pipe: Connection, _address: str) -> None:
    time.sleep(600)


# A module that is called ray, for the process of the connection.


class Ref:
    """What a call gives at once: its result is there already."""

    def __init__(self, wanted: Any, given: tuple[Any, ...]) -> None:
        self.found: Future[Any] = Future()
        try:
            self.found.set_result(wanted(*given))
        except Exception as error:
            self.found.set_exception(error)

    def future(self) -> "Future[Any]":
        return self.found


class Remote:
    """A function, a class or an actor, whose calls run here."""

    def __init__(self, what: Any) -> None:
        self.what = what

    def options(self, **_options: Any) -> "Remote":
        return self

    def remote(self, *given: Any) -> Any:
        return Actor(self.what()) if isinstance(self.what, type) else Ref(self.what, given)


class Actor:
    def __init__(self, what: Any) -> None:
        self.what = what

    def __getattr__(self, name: str) -> Remote:
        return Remote(getattr(self.what, name))


class ActorDied(Exception):
    pass


def fake_ray(init: Callable[..., None] = lambda **_: None) -> dict[str, Any]:
    """Return modules for sys.modules. `killed` notes actors that were ended."""
    ray = SimpleNamespace(
        init=init,
        remote=lambda **_: Remote,
        nodes=lambda: [{"NodeID": "a", "Alive": True}, {"NodeID": "b", "Alive": False}],
        get=lambda refs, **_: [ref.future().result() for ref in refs],
        cluster_resources=lambda: {"CPU": 3.0},
        exceptions=SimpleNamespace(RayActorError=ActorDied),
        killed=[],
    )
    ray.kill = ray.killed.append
    strategies = SimpleNamespace(NodeAffinitySchedulingStrategy=lambda node, soft: node)
    return {"ray": ray, "ray.util": SimpleNamespace(), "ray.util.scheduling_strategies": strategies}
