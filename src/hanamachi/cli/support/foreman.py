"""Run the server's processes: one, or several workers behind one port.

Workers share the listening socket, so no connection is refused when one of them ends. A worker that ends is
replaced. On SIGHUP all workers are replaced one by one: the new one is open before the old one sends its
clients away.
"""

import argparse
import multiprocessing
import os
import signal
import socket
import threading
import time
from collections.abc import Callable
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from typing import TYPE_CHECKING, Any

import uvicorn

from hanamachi.cli.support.memory import settle_memory
from hanamachi.cli.support.own_bots import invite_bots
from hanamachi.server.app import Server, app_of
from hanamachi.server.edge import uvicorn_limits
from hanamachi.server.notifications.subscriptions import DeliveryPolicy
from hanamachi.server.runtime import logs, metrics
from hanamachi.server.storage.store import Store

if TYPE_CHECKING:
    from hanamachi.server.runtime.limits import Limits

SPAWN = multiprocessing.get_context("spawn")
TICK = 0.2  # seconds between two looks at the workers
OPENING = 60.0  # seconds a new worker may take until it accepts connections
SOON = 5.0  # seconds: a worker that ended sooner than this after its start is replaced after a pause
PATIENCE = 20.0  # seconds a worker may take to end before it is killed


class Serving(uvicorn.Server):
    """A uvicorn server that reports when it is open, and hands its tables to other workers before it
    closes."""

    def __init__(self, config: uvicorn.Config, house: Server, opened: Callable[[], None]) -> None:
        super().__init__(config)
        self.house, self.opened = house, opened

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        self.opened()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        await self.house.cluster.retire()
        await super().shutdown(sockets)


def work(
    given: argparse.Namespace,
    limits: "Limits",
    door: socket.socket | None = None,
    number: int = 0,
    opened: Callable[[], None] = lambda: None,
) -> None:
    """Run one server process until it is told to end."""
    logs.start()
    if given.metrics_port is not None:
        threading.Thread(target=serve_metrics, args=(given.metrics_port + number,), daemon=True).start()
    reach, store = DeliveryPolicy(given.hook_to, given.push_private), Store(given.database)
    house = Server(
        store, given.host, given.public_url, limits, warm=number == 0, reach=reach, bots=given.bots
    )
    settings = uvicorn_limits.settings(limits, given.proxy)
    app = app_of(house, given.proxy)
    settle_memory()
    config = uvicorn.Config(app, host=given.host, port=given.port, **settings)
    Serving(config, house, opened).run(sockets=[door] if door else None)


def serve_metrics(port: int) -> None:
    """Serve the metrics. Retry while the worker that is being replaced still holds the port."""
    until = time.monotonic() + OPENING
    while time.monotonic() < until:
        try:
            metrics.serve(port)
        except OSError:
            time.sleep(1)
        else:
            return


def run_worker(
    given: argparse.Namespace, limits: "Limits", door: socket.socket, number: int, pipe: Connection
) -> None:
    """Run a worker in its own process, which ends when the foreman does."""
    invite_bots(given)
    threading.Thread(target=end_with, args=(pipe,), daemon=True).start()
    work(given, limits, door, number, lambda: pipe.send("open"))


def end_with(pipe: Connection) -> None:
    try:
        pipe.recv()
    except (EOFError, OSError):
        os.kill(os.getpid(), signal.SIGTERM)


class Worker:
    def __init__(self, given: argparse.Namespace, limits: "Limits", door: socket.socket, number: int) -> None:
        self.number, self.began = number, time.monotonic()
        self.pipe, theirs = SPAWN.Pipe()
        self.process: BaseProcess = SPAWN.Process(
            target=run_worker, args=(given, limits, door, number, theirs), name=f"worker {number}"
        )
        self.process.start()
        theirs.close()

    def opens(self, seconds: float) -> bool:
        """Return whether the worker opens in time."""
        try:
            return self.pipe.poll(seconds) and bool(self.pipe.recv())
        except EOFError:
            return False

    def end(self) -> None:
        self.process.join(PATIENCE)
        self.process.kill()
        self.process.join()
        self.pipe.close()


class Foreman:
    """Starts the workers and replaces them. `opened` is called when the first of them is open."""

    def __init__(self, given: argparse.Namespace, limits: "Limits", opened: Callable[[], None]) -> None:
        self.given, self.limits, self.opened = given, limits, opened
        family = socket.AF_INET6 if ":" in given.host else socket.AF_INET
        self.door = socket.socket(family)
        self.door.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        self.door.bind((given.host, given.port))
        self.door.listen(uvicorn_limits.room_for_connections()[1])
        self.workers: list[Worker] = []
        self.ending = self.renewing = self.announced = False

    def run(self) -> None:
        for sign in (signal.SIGTERM, signal.SIGINT):
            signal.signal(sign, self._end)
        signal.signal(signal.SIGHUP, self._renew)
        self.workers = [self._start(number) for number in range(self.given.workers)]
        while not self.ending:
            wait([worker.process.sentinel for worker in self.workers], TICK)
            self._announce()
            self._replace_the_dead()
            if self.renewing:
                self._replace_all()
        for worker in self.workers:
            worker.process.terminate()
        for worker in self.workers:
            worker.end()

    def _announce(self) -> None:
        if not self.announced and any(worker.opens(0) for worker in self.workers):
            self.announced = True
            self.opened()

    def _end(self, *_: Any) -> None:
        self.ending = True

    def _renew(self, *_: Any) -> None:
        self.renewing = True

    def _start(self, number: int) -> Worker:
        return Worker(self.given, self.limits, self.door, number)

    def _replace_the_dead(self) -> None:
        for at, worker in enumerate(self.workers):
            if not worker.process.is_alive() and not self.ending:
                if time.monotonic() - worker.began < SOON:
                    time.sleep(1)
                worker.end()
                self.workers[at] = self._start(worker.number)

    def _replace_all(self) -> None:
        """Replace the workers one after the other, until the server is to end. A worker whose successor does
        not open stays."""
        self.renewing = False
        for at, old in enumerate(self.workers):
            if self.ending:
                return
            new = self._start(old.number)
            if self._opens(new):
                self.workers[at] = new
                old.process.terminate()
                old.end()
            else:
                new.process.kill()
                new.end()

    def _opens(self, worker: Worker) -> bool:
        """Wait until a worker opens. Give up after a time, or if it dies or the server is to end."""
        until = time.monotonic() + OPENING
        while not self.ending and worker.process.is_alive() and time.monotonic() < until:
            if worker.opens(TICK):
                return True
        return False
