"""Run long work in a pool of processes, fairly between the users who ask for it.

A process that crashes or takes too long is killed and replaced, and its caller gets `Lost`. Results are small
or bytes: unpickling a large one would block the event loop.

Time spent compiling kernels, loading them, or otherwise preparing for the first answer of a kind
(`ProcessPool.preparation`) does not count against the time limit of an answer.
"""

import asyncio
import logging
import multiprocessing
import os
import signal
import time
from collections import deque
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from typing import Any

from msgspec import Struct

from hanamachi.core.words import Refusal
from hanamachi.games.kernels import compile_time
from hanamachi.server.runtime import logs

LOG = logging.getLogger(__name__)
SPAWN = multiprocessing.get_context("spawn")
PREPARING = 120.0  # seconds, without those of compiling, in which a process must be ready for a kind of work
MOST_PROCESSES = 8  # to which a pool may be resized
COMPILING = 1800.0  # seconds after which one function that is still compiled never will be

Call = tuple[Callable[..., Any], tuple[Any, ...]]


class TaskFailed(Exception):
    """Raised if the process crashed, failed or was too slow."""


class Compiling(Struct, frozen=True):
    """A process sends this when it begins or ends compiling: that time is not counted."""

    on: bool


def work(pipe: Connection, patience: int) -> None:
    """Run in the child process: receive a function and its arguments, send back its result or refusal."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the server, which then ends its processes
    logs.start()
    if patience and hasattr(os, "nice"):
        os.nice(patience)
    compile_time.HERE.listener = lambda busy: pipe.send(Compiling(busy))
    while True:
        try:
            wanted, given = pipe.recv()
        except EOFError:
            return
        try:
            pipe.send(outcome(wanted, given))
        except (BrokenPipeError, ConnectionResetError):
            LOG.info("the server process is gone; this worker process ends")
            return
        except Exception as error:
            LOG.exception("worker process failed")
            with suppress(OSError):
                pipe.send(TaskFailed(f"the worker failed: {type(error).__name__}"))
            return


def outcome(wanted: Callable[..., Any], given: tuple[Any, ...]) -> tuple[bool, Any]:
    try:
        return True, wanted(*given)
    except Refusal as refusal:
        return False, refusal


class Worker:
    """One child process and the pipe to it."""

    def __init__(self, patience: int) -> None:
        self.pipe, theirs = SPAWN.Pipe()
        self.process: BaseProcess = SPAWN.Process(target=work, args=(theirs, patience), daemon=True)
        self.process.start()
        theirs.close()
        self.prepared: set[Call] = set()

    def ask(self, wanted: Callable[..., Any], given: tuple[Any, ...], seconds: float) -> tuple[bool, Any]:
        """Run a function in the process and return (succeeded, result). Raise `Lost` if no answer came in
        time."""
        try:
            self.pipe.send((wanted, given))
            answer = self._answer(seconds)
        except (EOFError, OSError) as error:
            raise TaskFailed("the worker crashed") from error
        if isinstance(answer, TaskFailed):
            raise answer
        return answer

    def _answer(self, left: float) -> tuple[bool, Any] | TaskFailed:
        """Wait for the answer for `left` seconds; seconds spent compiling are added."""
        compiling = False
        while True:
            began = time.monotonic()
            if not self.pipe.poll(COMPILING if compiling else left):
                raise TaskFailed("the worker was too slow")
            if not compiling:
                left = max(0.0, left - (time.monotonic() - began))
            said: tuple[bool, Any] | TaskFailed | Compiling = self.pipe.recv()
            if not isinstance(said, Compiling):
                return said
            compiling = said.on

    def stop(self) -> None:
        self.process.kill()
        self.process.join()
        self.pipe.close()


class QueuedTask(Struct, frozen=True, eq=False):
    """A request for a slot, and the kind of work it is for."""

    kind: Any
    place: asyncio.Future[Any]


class FairQueue:
    """Hand out a fixed number of slots round-robin between users: one to each, then one to each again. A
    request that names its kind of work may also get a slot elsewhere."""

    def __init__(self, places: int) -> None:
        self.places = self.free = places
        self.waiting: dict[str, deque[QueuedTask]] = {}

    async def take(self, who: str, kind: Any = None) -> Any:
        """Wait for a slot. Return None for a local one, or the actor of a cluster that was offered."""
        if self.free > 0 and not self.waiting:
            self.free -= 1
            return None
        place: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        self.waiting.setdefault(who, deque()).append(QueuedTask(kind, place))
        try:
            return await place
        except asyncio.CancelledError:
            if place.done() and not place.cancelled():
                self._give_back(place.result())
            raise

    def _give_back(self, place: Any) -> None:
        if place is None:
            self.give()
        else:
            place.give_back()

    def give(self) -> None:
        """Give back a local slot; the next user in turn gets it, unless there are fewer slots now."""
        if self.free < 0 or not self.offer(lambda: None, lambda _kind: True):
            self.free += 1

    def resize(self, places: int) -> None:
        """Have more slots, or fewer once those that are taken are given back."""
        more, self.places = places - self.places, places
        if more < 0:
            self.free += more
        for _ in range(more):
            self.give()

    @property
    def taken(self) -> int:
        """Return how many slots are taken."""
        return self.places - self.free

    def offer(self, place: Callable[[], Any], fits: Callable[[Any], bool]) -> bool:
        """Offer a free slot for some kinds of work. Return True if a waiting request took it."""
        for who, mine in list(self.waiting.items()):
            found = next((each for each in mine if not each.place.done() and fits(each.kind)), None)
            self._leave(who, found)
            if found:
                found.place.set_result(place())
                return True
        return False

    def _leave(self, who: str, served: QueuedTask | None) -> None:
        """Move a user who was served behind all others, and drop requests that were cancelled."""
        rest = deque(each for each in self.waiting[who] if each is not served and not each.place.done())
        if served or not rest:
            del self.waiting[who]
        if rest:
            self.waiting[who] = rest

    def __len__(self) -> int:
        return sum(map(len, self.waiting.values()))


class ProcessPool:
    """A pool of processes. `patience` lowers their priority (as `nice` does)."""

    def __init__(self, count: int = 2, seconds: float = 20.0, patience: int = 0) -> None:
        self.seconds, self.patience = seconds, patience
        self.turns = FairQueue(count)
        self.idle: list[Worker] = []
        self.threads = ThreadPoolExecutor(max(count, MOST_PROCESSES), thread_name_prefix="worker")
        self.all: set[Worker] = set()
        self.running: set[asyncio.Task[tuple[bool, Any]]] = set()

    async def do(self, who: str, wanted: Callable[..., Any], *given: Any) -> Any:
        """Wait for a slot, then run a function in a process. Raise the `Refusal` that it raises, or `Lost` if
        no answer came."""
        await self.turns.take(who)
        return await self.run(wanted, *given)

    async def run(self, wanted: Callable[..., Any], *given: Any, seconds: float | None = None) -> Any:
        """Run a function in a process, for a caller who already holds a slot and may have less than the full
        time."""
        allowed = self.seconds if seconds is None else seconds
        task = asyncio.get_running_loop().create_task(self._run(wanted, given, allowed))
        self.running.add(task)
        task.add_done_callback(self._done)
        fine, answer = await asyncio.shield(task)
        if not fine:
            raise answer
        return answer

    def _done(self, task: "asyncio.Task[tuple[bool, Any]]") -> None:
        self.running.discard(task)
        self.turns.give()
        if not task.cancelled():
            task.exception()  # the caller may have been cancelled

    async def _run(
        self, wanted: Callable[..., Any], given: tuple[Any, ...], seconds: float
    ) -> tuple[bool, Any]:
        loop, first = asyncio.get_running_loop(), self.preparation(wanted, given)
        worker = self._idle_for(first)
        if worker is None:
            worker = await loop.run_in_executor(self.threads, self._start)
        try:
            if first and first not in worker.prepared:
                prepared = await loop.run_in_executor(self.threads, worker.ask, *first, PREPARING)
                worker.prepared.add(first)
                if first == (wanted, given):
                    self.idle.append(worker)
                    return prepared
            answer = await loop.run_in_executor(self.threads, worker.ask, wanted, given, max(0.0, seconds))
        except BaseException:
            self._put_down(worker)
            raise
        self.idle.append(worker)
        return answer

    def preparation(self, _wanted: Callable[..., Any], _given: tuple[Any, ...]) -> Call | None:
        """Return the call that a process must have made once before this work, if there is one."""
        return None

    def _idle_for(self, first: Call | None) -> Worker | None:
        """Take an idle process, preferably one that is prepared."""
        found = next((each for each in reversed(self.idle) if first in each.prepared), None)
        found = found or (self.idle[-1] if self.idle else None)
        if found:
            self.idle.remove(found)
        return found

    def _start(self) -> Worker:
        worker = Worker(self.patience)
        self.all.add(worker)
        return worker

    def _put_down(self, worker: Worker) -> None:
        self.all.discard(worker)
        worker.stop()

    def close(self) -> None:
        for worker in list(self.all):
            self._put_down(worker)
        self.threads.shutdown(wait=False, cancel_futures=True)
