"""Count and measure what the server does, for Prometheus.

Counting is always on. The numbers are served on a port of this machine alone, and Prometheus' client library
is loaded only when that port is opened.
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
BATCH_SIZES = (1, 2, 4, 8, 16, 32, 64)


class Tally:
    """Count events, by a label."""

    def __init__(self, what: str, label: str = "") -> None:
        self.what, self.label = what, label
        self.counts: Counter[str] = Counter()

    def add(self, kind: str = "", n: int = 1) -> None:
        self.counts[kind] += n


class Spread:
    """Collect measurements in a histogram."""

    def __init__(self, what: str, bounds: tuple[float, ...] = SECONDS) -> None:
        self.what, self.bounds = what, bounds
        self.counts, self.sum = [0] * (len(bounds) + 1), 0.0

    def add(self, size: float) -> None:
        self.counts[bisect_left(self.bounds, size)] += 1
        self.sum += size

    @contextmanager
    def timed(self) -> Iterator[None]:
        """Measure the seconds that a block takes."""
        start = time.perf_counter()
        try:
            yield
        finally:
            self.add(time.perf_counter() - start)


class Level:
    """Read values that go up and down, by a label."""

    def __init__(self, what: str, label: str = "") -> None:
        self.what, self.label = what, label
        self.readings: dict[str, Callable[[], float]] = {}

    def read(self, reading: Callable[[], float], kind: str = "") -> None:
        """Register the function that returns the current value."""
        self.readings[kind] = reading


PEOPLE = Level("people who have a page of this worker open, or had until a moment ago")
BEGUN = Tally("games that have begun, without lessons", "game")
FINISHED = Tally("games that have ended, without lessons", "game")
BOT_WAITS = Spread("seconds that a table waited for a bot's move, waking and asking again included")
MOVES = Tally("rows of games that are on disk")
COMMITS = Spread("seconds of a commit")
BATCHES = Spread("writes that went into one commit", BATCH_SIZES)
REFUSALS = Tally("what was refused", "reason")
THINKING = Spread("seconds until a bot or a judge has answered, its turn awaited")
WARMUPS = Spread("seconds until a level was woken", WARMUP_SECONDS)
READY = Level("1 if a level is awake, and answers without compiling first", "level")
REPLACED = Tally("bots that gave no answer three times, and were replaced by a lower level", "level")
FAR = Tally("tasks that the Ray cluster was given, and what became of them", "became")
FAR_SECONDS = Spread("seconds until the Ray cluster has answered, or was waited for no longer")
FAR_THINKERS = Level("actors of the Ray cluster that are ready")
RAY_LOST = Tally("how often the Ray cluster was lost")
LAPSED = Tally("how often a worker was away for longer than its lease")
BROKEN = Tally("LISTEN connections to PostgreSQL that were lost")
SIGNALS = Tally("calls of guests who are away", "outcome")
DEEDS = Tally("deeds of hosts that this worker has followed", "kind")
BANS = Level("bans of users and of networks that hold", "of")
LAG = Spread("seconds by which the event loop is late")
SOCKETS = Level("sockets that are open")
ROOMS = Level("tables in memory")
WATCHERS = Level("sockets that watch a table")
QUEUES = Level("what waits", "queue")

ALL: dict[str, Tally | Spread | Level] = {
    "hanamachi_people": PEOPLE,
    "hanamachi_games_begun": BEGUN,
    "hanamachi_games_finished": FINISHED,
    "hanamachi_bot_wait_seconds": BOT_WAITS,
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
    "hanamachi_ray_lost": RAY_LOST,
    "hanamachi_lease_lapsed": LAPSED,
    "hanamachi_line_broken": BROKEN,
    "hanamachi_signals": SIGNALS,
    "hanamachi_deeds": DEEDS,
    "hanamachi_bans": BANS,
    "hanamachi_loop_lag_seconds": LAG,
    "hanamachi_sockets": SOCKETS,
    "hanamachi_rooms": ROOMS,
    "hanamachi_watchers": WATCHERS,
    "hanamachi_waiting": QUEUES,
}


async def watch_the_loop(every: float = 0.5) -> None:
    """Measure again and again how late the event loop wakes."""
    loop = asyncio.get_running_loop()
    while True:
        due = loop.time() + every
        await asyncio.sleep(every)
        LAG.add(max(0.0, loop.time() - due))


def serve(port: int) -> Callable[[], None]:
    """Serve the metrics on a port of this machine, and return the function that ends it. Raise OSError if the
    port is taken."""
    from prometheus_client import CollectorRegistry, ProcessCollector, start_http_server

    registry = CollectorRegistry()
    registry.register(Collector())
    ProcessCollector(registry=registry)
    server, thread = start_http_server(port, addr="127.0.0.1", registry=registry)

    def end() -> None:
        server.shutdown()
        server.server_close()
        thread.join()

    return end


class Collector:
    """Hand our metrics to Prometheus' client library."""

    def collect(self) -> Iterator[Any]:
        for name, each in ALL.items():
            yield family(name, each)


def family(name: str, each: Tally | Spread | Level) -> Any:
    """Convert one of our metrics to Prometheus' own type."""
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
