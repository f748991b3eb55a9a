"""Hand tasks of bots and judges to the actors of a Ray cluster (`hanamachi serve --bots`).

An actor gets the same tasks as a local process: what one seat sees, may do and has heard. Its answers are
checked. What it does not answer in time falls back to a local process, and so does everything while the
cluster is lost; the server looks for it again and again.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any, Protocol

from hanamachi.bots import ladder_of
from hanamachi.bots.judge import Opinion
from hanamachi.core.words import Refusal
from hanamachi.server.engines.ray_connection import (
    ActorFailed,
    BadCluster,
    ClusterLost,
    check_versions,
    open_connection,
)
from hanamachi.server.engines.tasks import BotTask, Kind
from hanamachi.server.runtime import metrics, monotonic
from hanamachi.server.runtime.process_pool import FairQueue

LOG = logging.getLogger(__name__)
BEAT = 2.0  # seconds between two looks at the cluster
SILENT = 10.0  # seconds without an answer to such a look, after which the cluster is lost
PAUSES = (1.0, 2.0, 5.0, 10.0, 30.0)  # seconds before the next try to connect
MOST = 256  # actors of one server process


class Connected(Protocol):
    """A connection to a cluster, as far as this module uses it."""

    ended: "asyncio.Future[None]"

    def ask(self, wanted: str, *given: Any) -> "asyncio.Future[Any]": ...
    def close(self) -> None: ...


class NoRemoteAnswer(Exception):
    """An actor gave no usable answer in time."""


class RayActor:
    """One actor, which does one task at a time. `kinds` are those that it has prepared."""

    def __init__(self, pool: "RayPool", connection: Connected, number: int) -> None:
        self.pool, self.connection, self.number = pool, connection, number
        self.ready = self.busy = False
        self.kinds: set[Kind] = set()
        self.unable: set[Kind] = set()

    @property
    def free(self) -> bool:
        return self.ready and not self.busy

    def take(self) -> "RayActor":
        self.busy = True
        return self

    def give_back(self) -> None:
        """Take the next task, if one waits."""
        self.busy = False
        self.pool.offer(self)

    async def think(self, errand: BotTask, seconds: float, limit: float) -> int | Opinion:
        """Return the answer if it comes within `seconds`, else raise NoRemoteAnswer. The actor itself gives
        up after `limit`; until then it is busy."""
        metrics.FAR.add("handed_out")
        answer = self.connection.ask("think", self.number, errand, limit)
        answer.add_done_callback(self._answered)
        with metrics.FAR_SECONDS.timed():
            await within(seconds, answer)
        found = errand.read(answer.result()) if answer.done() and not answer.exception() else None
        if found is not None:
            metrics.FAR.add("answered")
            return found
        if answer.done() and not answer.exception():
            metrics.FAR.add("refused")
        metrics.FAR.add("taken_back")
        if not answer.done():
            answer.add_done_callback(lambda _: metrics.FAR.add("late"))
        raise NoRemoteAnswer

    async def prepare(self, kind: Kind) -> None:
        """Prepare for a kind of tasks, in time that is not counted."""
        answer = self.connection.ask("prepare", self.number, *kind)
        answer.add_done_callback(self._answered)
        try:
            await answer
            self.kinds.add(kind)
        except ActorFailed as failed:
            LOG.warning("an actor of the Ray cluster could not prepare %s %s: %s", *kind, failed)
            self.unable.add(kind)
        except ClusterLost:
            self.unable.add(kind)

    def _answered(self, answer: "asyncio.Future[Any]") -> None:
        error = None if answer.cancelled() else answer.exception()
        if isinstance(error, ActorFailed) and not error.gone:
            self.kinds.clear()  # its process may have been replaced
        elif error:
            self.pool.remove(self)
            return
        asyncio.get_running_loop().call_soon(self.give_back)


async def within(seconds: float, answer: "asyncio.Future[Any]") -> None:
    """Wait for an answer, so long at most, by the server's clock."""
    late = asyncio.ensure_future(monotonic.sleep(seconds))
    try:
        await asyncio.wait({answer, late}, return_when=asyncio.FIRST_COMPLETED)
    finally:
        late.cancel()


class RayPool:
    """All actors of this server process, and the queues of tasks that wait for one: those of tables first.

    `address`: of the cluster; without one there are never any actors. `servers` returns how many server
    processes share the cluster."""

    def __init__(
        self,
        address: str | None = None,
        connect: Callable[[str], Awaitable[Connected]] = open_connection,
        servers: Callable[[], int] = lambda: 1,
    ) -> None:
        self.address, self.connect, self.servers = address, connect, servers
        self.actors: dict[int, RayActor] = {}
        self.turns: list[FairQueue] = []
        self.preparing: dict[Kind, asyncio.Task[None]] = {}
        self.starting: set[asyncio.Task[None]] = set()
        self.state = "connecting"
        self.last = 0

    # Which actor gets a task.

    def knows(self, kind: Kind) -> bool:
        """True if an actor has prepared this level, or judge."""
        return any(kind in actor.kinds for actor in self.actors.values())

    def place(self, kind: Kind) -> RayActor | None:
        """Take a free actor that is prepared. If there is none, a free one begins to prepare."""
        free = [actor for actor in self.actors.values() if actor.free]
        able = next((actor for actor in free if kind in actor.kinds), None)
        if able:
            return able.take()
        willing = [actor for actor in free if kind not in actor.unable]
        if willing and kind not in self.preparing and is_of_the_package(kind):
            chosen = min(willing, key=lambda actor: len(actor.kinds))
            task = asyncio.get_running_loop().create_task(chosen.take().prepare(kind))
            self.preparing[kind] = task
            task.add_done_callback(lambda _: self.preparing.pop(kind))
        return None

    def offer(self, actor: RayActor) -> None:
        """Give a free actor to a task that waits: tables come before reviews."""
        if actor.free and actor.number in self.actors:
            any(turns.offer(actor.take, actor.kinds.__contains__) for turns in self.turns)

    def remove(self, actor: RayActor) -> None:
        """Forget an actor that is gone, or is not wanted."""
        self.actors.pop(actor.number, None)
        actor.ready = False
        actor.kinds.clear()

    # How many there are.

    @property
    def ready(self) -> int:
        return sum(actor.ready for actor in self.actors.values())

    def resize(self, connection: Connected, cores: int) -> None:
        """Have one actor for each core of this server process's share."""
        wanted = min(MOST, max(1, cores // max(1, self.servers())))
        idle = [actor for actor in self.actors.values() if not actor.busy]
        for actor in idle[: max(0, len(self.actors) - wanted)]:
            self.remove(actor)
            connection.ask("end", actor.number)
        for _ in range(wanted - len(self.actors)):
            self.last += 1
            self.actors[self.last] = actor = RayActor(self, connection, self.last)
            task = asyncio.get_running_loop().create_task(self._start(actor))
            self.starting.add(task)
            task.add_done_callback(self.starting.discard)

    async def _start(self, actor: RayActor) -> None:
        try:
            check_versions([await actor.connection.ask("start", actor.number)])
        except ActorFailed as failed:
            LOG.warning("an actor of the Ray cluster could not start: %s", failed)
            self.remove(actor)
        except Refusal as refusal:
            LOG.error("a node of the Ray cluster runs other versions: %s %s", refusal.reason, refusal.facts)
            actor.busy = True  # it keeps its place, or the next one would be started there
        except ClusterLost:
            self.remove(actor)
        else:
            actor.ready = True
            self.offer(actor)

    # Whether the cluster is there.

    def where(self) -> str:
        """Say in words where bots run."""
        if self.address is None:
            return "local processes"
        if self.state == "connected":
            return f"the Ray cluster at {self.address}"
        how = "is lost" if self.state == "lost" else "is being connected"
        return f"local processes, the Ray cluster at {self.address} {how}"

    async def live_on(self) -> None:
        """Use the cluster for as long as it is there, and look for it again when it is lost."""
        pauses = iter(PAUSES)
        while self.address is not None:
            try:
                await self._use(await self.connect(self.address))
            except ClusterLost as lost:
                pauses = iter(PAUSES) if self.state == "connected" else pauses
                self._lose(str(lost))
            except BadCluster as refusal:
                self._lose(f"{refusal.reason} {refusal.facts}")
            await monotonic.sleep(next(pauses, PAUSES[-1]))

    async def _use(self, connection: Connected) -> None:
        LOG.info("bots run on the Ray cluster at %s", self.address)
        self.state = "connected"
        try:
            while True:
                self.resize(connection, await self._cores(connection))
                await within(BEAT, connection.ended)
        finally:
            for actor in list(self.actors.values()):
                self.remove(actor)
            for task in (*self.starting, *self.preparing.values()):
                task.cancel()
            connection.close()

    async def _cores(self, connection: Connected) -> int:
        cores = connection.ask("cores")
        await within(SILENT, cores)
        with suppress(ActorFailed):
            if cores.done():
                found: int = cores.result()
                return found
        raise ClusterLost("no answer")

    def _lose(self, why: str) -> None:
        if self.state != "lost":
            metrics.RAY_LOST.add()
            LOG.error("the Ray cluster at %s is lost, bots run in local processes: %s", self.address, why)
        self.state = "lost"


def is_of_the_package(kind: Kind) -> bool:
    """True for judges and levels of a ladder. External bots are programs of the server's machine."""
    game, level = kind
    ladder = ladder_of(game)
    return level in ladder.names if level else ladder.judge is not None
