"""How the house is doing, in numbers: counted always, told only on a port of its own on this machine.

The rest of the house calls the objects below. Prometheus' own library is loaded when the port is opened.
"""

import asyncio
import time
from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import accumulate
from typing import Any

SECONDS = (0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1, 3, 10, 30)
WARMUP_SECONDS = (0.3, 1, 3, 10, 30, 100, 300, 1000)
JOBS = (1, 2, 4, 8, 16, 32, 64)


class Tally:
    """How often something happened, of each kind."""

    def __init__(self, what: str, label: str = "") -> None:
        self.what, self.label = what, label
        self.counts: Counter[str] = Counter()

    def add(self, kind: str = "", n: int = 1) -> None:
        self.counts[kind] += n


class Spread:
    """How large something is, again and again."""

    def __init__(self, what: str, bounds: tuple[float, ...] = SECONDS) -> None:
        self.what, self.bounds = what, bounds
        self.counts, self.sum = [0] * (len(bounds) + 1), 0.0

    def add(self, size: float) -> None:
        self.counts[bisect_left(self.bounds, size)] += 1
        self.sum += size

    @contextmanager
    def timed(self) -> Iterator[None]:
        start = time.perf_counter()
        try:
            yield
        finally:
            self.add(time.perf_counter() - start)


class Level:
    """How much of something there is at this moment, by name."""

    def __init__(self, what: str, label: str = "") -> None:
        self.what, self.label = what, label
        self.readings: dict[str, Callable[[], float]] = {}

    def read(self, reading: Callable[[], float], kind: str = "") -> None:
        """From now on it is found so."""
        self.readings[kind] = reading


MOVES = Tally("rows of games that are on disk")
COMMITS = Spread("seconds of a commit")
BATCHES = Spread("jobs that went into one commit", JOBS)
REFUSALS = Tally("what was refused", "reason")
THINKING = Spread("seconds until a bot or a judge has answered, its turn awaited")
WARMUPS = Spread("seconds until a level was woken", WARMUP_SECONDS)
READY = Level("1 if a level is awake, and answers without compiling first", "level")
REPLACED = Tally("bots that gave no answer three times, and were replaced by a lower level", "level")
FAR = Tally("questions that other machines were asked, and what became of them", "became")
FAR_SECONDS = Spread("seconds until another machine has answered, or was waited for no longer")
FAR_THINKERS = Level("lines to machines that think for the house")
LAPSED = Tally("how often a worker was away for longer than its lease")
BROKEN = Tally("how often the line to the other workers broke")
SIGNALS = Tally("calls of guests who are away", "outcome")
LAG = Spread("seconds by which the event loop is late")
SOCKETS = Level("sockets that are open")
ROOMS = Level("tables in memory")
WATCHERS = Level("sockets that watch a table")
QUEUES = Level("what waits", "queue")

ALL: dict[str, Tally | Spread | Level] = {
    "hanamachi_moves_kept": MOVES,
    "hanamachi_commit_seconds": COMMITS,
    "hanamachi_commit_jobs": BATCHES,
    "hanamachi_refusals": REFUSALS,
    "hanamachi_thinking_seconds": THINKING,
    "hanamachi_warmup_seconds": WARMUPS,
    "hanamachi_level_ready": READY,
    "hanamachi_bots_replaced": REPLACED,
    "hanamachi_far_questions": FAR,
    "hanamachi_far_seconds": FAR_SECONDS,
    "hanamachi_far_thinkers": FAR_THINKERS,
    "hanamachi_lease_lapsed": LAPSED,
    "hanamachi_line_broken": BROKEN,
    "hanamachi_signals": SIGNALS,
    "hanamachi_loop_lag_seconds": LAG,
    "hanamachi_sockets": SOCKETS,
    "hanamachi_rooms": ROOMS,
    "hanamachi_watchers": WATCHERS,
    "hanamachi_waiting": QUEUES,
}


async def watch_the_loop(every: float = 0.5) -> None:
    loop = asyncio.get_running_loop()
    while True:
        due = loop.time() + every
        await asyncio.sleep(every)
        LAG.add(max(0.0, loop.time() - due))


def tell(port: int) -> Callable[[], None]:
    """Tell whoever asks on this machine. What is returned ends it. OSError if the port is taken."""
    from prometheus_client import CollectorRegistry, ProcessCollector, start_http_server

    registry = CollectorRegistry()
    registry.register(House())
    ProcessCollector(registry=registry)
    server, thread = start_http_server(port, addr="127.0.0.1", registry=registry)

    def end() -> None:
        server.shutdown()
        server.server_close()
        thread.join()

    return end


class House:
    """What Prometheus' library asks for the numbers."""

    def collect(self) -> Iterator[Any]:
        for name, each in ALL.items():
            yield family(name, each)


def family(name: str, each: Tally | Spread | Level) -> Any:
    from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, HistogramMetricFamily

    if isinstance(each, Spread):
        buckets = list(zip([*map(str, each.bounds), "+Inf"], accumulate(each.counts), strict=True))
        return HistogramMetricFamily(name, each.what, buckets, each.sum)
    labels = [each.label] if each.label else []
    kind = CounterMetricFamily if isinstance(each, Tally) else GaugeMetricFamily
    told = kind(name, each.what, labels=labels)
    for label, value in numbers(each).items():
        told.add_metric([label] if labels else [], value)
    return told


def numbers(each: Tally | Level) -> dict[str, float]:
    if isinstance(each, Tally):
        return dict(each.counts) or ({} if each.label else {"": 0})
    return {kind: reading() for kind, reading in list(each.readings.items())}
