"""Write logs to stderr, one line of JSON each.

A line never holds a hand, a seed, a token or a value of a query: an error is logged by its class and its
place in the code, and by its message only if the operating system wrote it. At most five lines a second of
one kind are written, so that a repeated error cannot fill the disk.
"""

import asyncio
import json
import logging
import math
import sys
import time
import traceback
from collections import OrderedDict
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, TextIO

LOG = logging.getLogger("hanamachi")
LONGEST_MESSAGE, DEEPEST_TRACE = 300, 6  # characters, frames
MOST_KINDS = 1_000  # kinds of lines that are counted
AT_ONCE, SECOND = 5, 1.0  # lines of one kind in so many seconds


class Lines(logging.Formatter):
    """Format a log record as one line of JSON."""

    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, Any] = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "from": record.name,
            "what": record.getMessage().split("\n")[0][:LONGEST_MESSAGE],
        }
        if record.exc_info and record.exc_info[1]:
            line |= error_fields(record.exc_info[1])
        if more := getattr(record, "more", 0):
            line["and"] = f"{more} more like it"
        return json.dumps(line)


def error_fields(error: BaseException) -> dict[str, Any]:
    """Return the class and the place of an error, and the message if the operating system wrote it."""
    frames = traceback.extract_tb(error.__traceback__)[-DEEPEST_TRACE:]
    where = [f"{Path(frame.filename).name}:{frame.lineno} {frame.name}" for frame in frames]
    kind = {"error": type(error).__qualname__, "where": where}
    return kind | {"problem": error.strerror} if isinstance(error, OSError) and error.strerror else kind


class Tally:
    """Count the lines of one kind that were written and suppressed in the current second."""

    def __init__(self) -> None:
        self.since, self.written, self.left_out = -math.inf, 0, 0


class Throttle(logging.Filter):
    """Drop all but a few lines a second of one kind. The next line says how many were dropped."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        super().__init__()
        self.clock = clock
        self.tallies: OrderedDict[tuple[object, ...], Tally] = OrderedDict()

    def filter(self, record: logging.LogRecord) -> bool:
        tally, now = self._tally(kind_of(record)), self.clock()
        if now - tally.since >= SECOND:
            record.more = tally.left_out
            tally.since, tally.written, tally.left_out = now, 0, 0
        if tally.written >= AT_ONCE:
            tally.left_out += 1
            return False
        tally.written += 1
        return True

    def _tally(self, kind: tuple[object, ...]) -> Tally:
        tally = self.tallies.pop(kind, None) or Tally()
        self.tallies[kind] = tally
        if len(self.tallies) > MOST_KINDS:
            self.tallies.popitem(last=False)
        return tally


def kind_of(record: logging.LogRecord) -> tuple[object, ...]:
    return record.name, record.msg, record.exc_info[0] if record.exc_info else None


def start(stream: TextIO | None = None, level: int = logging.WARNING) -> None:
    """Configure logging for this process."""
    handler = logging.StreamHandler(stream or sys.stderr)
    handler.setFormatter(Lines())
    handler.addFilter(Throttle())
    logging.basicConfig(handlers=[handler], level=level, force=True)
    logging.raiseExceptions = False  # a failure to log cannot be logged


def log_unhandled(_loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
    """Log an error of a task that was never awaited. Its message is left out: it may quote private data."""
    if error := context.get("exception"):
        LOG.error("unhandled error in a background task", exc_info=error)
    else:
        LOG.error(context["message"].partition("(")[0])
