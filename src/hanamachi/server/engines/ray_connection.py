"""Connect to a Ray cluster from a process of its own, with a pipe to the server.

Ray ends the process that uses it when its cluster is gone for a minute, and some of its calls block for as
long. So the server never imports it: if the cluster is lost, only the process of the connection is.
"""

import asyncio
import os
import re
import signal
import socket
import sys
import threading
import warnings
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from multiprocessing.connection import Connection
from typing import Any, Literal
from urllib.parse import urlsplit

from msgspec import Struct

from hanamachi.core.words import Name, Refusal
from hanamachi.server.engines.ray_actor import BotActor, Versions, version_reader
from hanamachi.server.engines.tasks import BotTask
from hanamachi.server.runtime import logs
from hanamachi.server.runtime.process_pool import SPAWN

OPENING = 60.0  # seconds in which a cluster must answer for the first time
KNOCKING = 5.0  # seconds in which a port must be open; Ray itself tries for half a minute
LOOKING = 30.0  # seconds in which every node must have told its versions


class BadCluster(Refusal):
    """The cluster cannot be used: nothing will change that but its operator."""


class ClusterLost(Exception):
    """The cluster cannot be reached, or not any more."""


class ActorFailed(Exception):
    """An actor gave no answer. It is `gone` if it will never give one."""

    def __init__(self, problem: str, *, gone: bool) -> None:
        super().__init__(problem)
        self.gone = gone


class Reply(Struct, frozen=True):
    """The answer to the request of this number; number 0 is the opening."""

    number: int
    how: Literal["done", "failed", "gone", "refused"]
    value: Any = None


# In the process of the connection.


def connect(pipe: Connection, address: str) -> None:
    """Run in the process of the connection: obey until the server closes the pipe."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    os.environ["RAY_CLIENT_RECONNECT_GRACE_PERIOD"] = "0"  # the server connects anew itself
    os.environ.setdefault("RAY_BACKEND_LOG_LEVEL", "fatal")  # and says itself that a cluster is lost, once
    warnings.simplefilter("ignore")
    sys.argv = sys.argv[:1]  # Ray tells its cluster how a program was started: no address of a database
    logs.start()
    try:
        knock(address)
        cluster = Cluster(address, pipe)
        nodes = cluster.versions()
    except Refusal as refusal:
        pipe.send(Reply(0, "refused", refusal))
        return
    except Exception as error:  # Ray's own, of many kinds
        pipe.send(Reply(0, "failed", short(error)))
        return
    pipe.send(Reply(0, "done", nodes))
    with suppress(EOFError, OSError):
        while True:
            cluster.obey(*pipe.recv())


def knock(address: str) -> None:
    """Raise OSError if the address does not answer, unless Ray is to find it."""
    parts = urlsplit(address)
    if parts.port:
        socket.create_connection((parts.hostname, parts.port), KNOCKING).close()


class Cluster:
    """The actors of one server process, by number."""

    def __init__(self, address: str, pipe: Connection) -> None:
        import ray

        self.ray, self.pipe, self.lock = ray, pipe, threading.Lock()
        try:
            ray.init(address=address, log_to_driver=False, logging_level="error")
        except RuntimeError as error:
            raise other_versions(str(error)) or error from error
        self.actor_class = ray.remote(num_cpus=1)(BotActor)
        self.actors: dict[int, Any] = {}

    def versions(self) -> list[Versions]:
        """Return what runs on every node."""
        from ray.util.scheduling_strategies import NodeAffinitySchedulingStrategy

        task = self.ray.remote(num_cpus=0)(version_reader())
        nodes = [node["NodeID"] for node in self.ray.nodes() if node["Alive"]]
        there = [NodeAffinitySchedulingStrategy(node, soft=False) for node in nodes]
        found = [task.options(scheduling_strategy=each).remote() for each in there]
        return [Versions(*each) for each in self.ray.get(found, timeout=LOOKING)]

    def obey(self, number: int, wanted: str, given: tuple[Any, ...]) -> None:
        """Carry out one of the methods below. The answer of an actor is sent when it comes."""
        try:
            found = getattr(self, wanted)(*given)
        except Exception as error:  # Ray's own, of many kinds
            self.send(Reply(number, "gone", short(error)))
            return
        if isinstance(found, Future):
            found.add_done_callback(lambda done: self.send(self.outcome(number, done)))
        else:
            self.send(Reply(number, "done", found))

    def cores(self) -> int:
        return int(self.ray.cluster_resources().get("CPU", 0))

    def start(self, actor: int) -> "Future[Any]":
        """Ask for an actor. The answer comes when the cluster has a core for it."""
        self.actors[actor] = self.actor_class.remote()
        return future_of(self.actors[actor].ready.remote())

    def end(self, actor: int) -> None:
        if found := self.actors.pop(actor, None):
            self.ray.kill(found)

    def prepare(self, actor: int, game: str, level: str | None) -> "Future[Any]":
        return future_of(self.actors[actor].prepare.remote(game, level))

    def think(self, actor: int, errand: BotTask, seconds: float) -> "Future[Any]":
        return future_of(self.actors[actor].think.remote(errand, seconds))

    def outcome(self, number: int, done: "Future[Any]") -> Reply:
        error = done.exception()
        if error is None:
            return Reply(number, "done", done.result())
        gone = isinstance(error, (self.ray.exceptions.RayActorError, ConnectionError))
        return Reply(number, "gone" if gone else "failed", short(error))

    def send(self, reply: Reply) -> None:
        with self.lock, suppress(OSError):
            self.pipe.send(reply)


def future_of(ref: Any) -> "Future[Any]":
    found: Future[Any] = ref.future()
    return found


def other_versions(problem: str) -> BadCluster | None:
    """Return the refusal of another version of Ray or Python, if that is what Ray complains of."""
    found = re.findall(r"Ray: (\S+)\s+Python: (\S+)", problem)
    if len(found) != 2:
        return None
    (ray, python), (our_ray, our_python) = found
    return BadCluster(
        "other_ray", ray=Name(ray), python=Name(python), our_ray=Name(our_ray), our_python=Name(our_python)
    )


def check_versions(nodes: list[Versions]) -> None:
    """Refuse a cluster with a node that runs another version of anything that matters."""
    ours = Versions(*version_reader()())
    for node in nodes:
        if not node.hanamachi:
            raise BadCluster("node_without_hanamachi", ours=ours.hanamachi)
        if node.hanamachi != ours.hanamachi:
            raise BadCluster("node_of_other_release", ours=ours.hanamachi, theirs=Name(node.hanamachi))
        if (node.ray, node.python) != (ours.ray, ours.python):
            theirs = {"ray": Name(node.ray), "python": Name(node.python)}
            raise BadCluster("other_ray", **theirs, our_ray=Name(ours.ray), our_python=Name(ours.python))


def short(error: BaseException) -> str:
    """Return the last line that Ray says: those before it tell where."""
    lines = [line.strip() for line in str(error).splitlines() if line.strip()]
    return f"{type(error).__name__}: {lines[-1] if lines else ''}"[:200].rstrip(".")


# In the server.


class RayConnection:
    """The process of a connection. `ended` is done when it is gone, whyever."""

    def __init__(self, address: str, target: Callable[[Connection, str], None] = connect) -> None:
        self.loop = asyncio.get_running_loop()
        self.pipe, theirs = SPAWN.Pipe()
        self.process = SPAWN.Process(target=target, args=(theirs, address), daemon=True)
        self.theirs = theirs
        self.opened: asyncio.Future[Any] = self.loop.create_future()
        self.ended: asyncio.Future[None] = self.loop.create_future()
        self.waiting: dict[int, asyncio.Future[Any]] = {0: self.opened}
        self.last, self.closed = 0, False
        self.sender = ThreadPoolExecutor(1, thread_name_prefix="ray")
        threading.Thread(target=self._run, daemon=True, name="ray replies").start()

    def ask(self, wanted: str, *given: Any) -> "asyncio.Future[Any]":
        """Send a request. The future fails with ActorFailed or, if the connection is gone, ClusterLost."""
        self.last += 1
        answer = self.waiting[self.last] = self.loop.create_future()
        if self.ended.done():
            self._end()
        else:
            self.sender.submit(self._send, (self.last, wanted, given))
        return answer

    def close(self) -> None:
        self.closed = True
        self.sender.shutdown(wait=False, cancel_futures=True)
        if self.process.pid:
            self.process.kill()

    def _send(self, request: tuple[int, str, tuple[Any, ...]]) -> None:
        with suppress(OSError):
            self.pipe.send(request)

    def _run(self) -> None:
        """Run in a thread: start the process and hand on its replies until it ends."""
        self.process.start()
        self.theirs.close()
        with suppress(EOFError, OSError, RuntimeError):
            while not self.closed:
                self.loop.call_soon_threadsafe(self._hear, self.pipe.recv())
        self.process.kill()
        self.process.join()
        self.pipe.close()
        with suppress(RuntimeError):  # the server is closed
            self.loop.call_soon_threadsafe(self._end)

    def _hear(self, reply: Reply) -> None:
        answer = self.waiting.pop(reply.number)
        if answer.done():
            return
        if reply.how == "done":
            answer.set_result(reply.value)
        elif reply.how == "refused":
            fail(answer, reply.value)
        elif reply.number:
            fail(answer, ActorFailed(reply.value, gone=reply.how == "gone"))
        else:
            fail(answer, ClusterLost(reply.value))

    def _end(self) -> None:
        if not self.ended.done():
            self.ended.set_result(None)
        for answer in self.waiting.values():
            if not answer.done():
                fail(answer, ClusterLost("the connection ended"))
        self.waiting.clear()


def fail(answer: "asyncio.Future[Any]", error: Exception) -> None:
    answer.set_exception(error)
    answer.exception()  # whoever asked may be gone


async def check_cluster(address: str) -> None:
    """Connect once, and raise what `open_connection` raises. A cluster that is busy gets a second chance."""
    try:
        connection = await open_connection(address)
    except ClusterLost:
        connection = await open_connection(address)
    connection.close()
    await connection.ended


async def open_connection(address: str) -> RayConnection:
    """Connect to a cluster whose nodes run what we run. BadCluster if one does not, ClusterLost if nobody
    answers."""
    connection = RayConnection(address)
    try:
        async with asyncio.timeout(OPENING):
            check_versions(await connection.opened)
    except TimeoutError:
        connection.close()
        raise ClusterLost("no answer") from None
    except BaseException:
        connection.close()
        raise
    return connection
