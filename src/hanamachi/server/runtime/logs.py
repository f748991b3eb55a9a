"""What the house writes down about itself: one line of JSON each, on stderr.

Never a hand, a seed, a token or a value of a query: of an error its class and its place are told, and its
words only where they are the system's. Who makes the same error a thousand times a second fills no disk.
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
LONGEST, DEEPEST = 300, 6  # signs of what is said, frames of a place
KINDS = 1_000  # kinds of lines whose number is remembered
AT_ONCE, SECOND = 5, 1.0  # lines of one kind in so many seconds


class Lines(logging.Formatter):
    """A record as one line of JSON."""

    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, Any] = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "from": record.name,
            "what": record.getMessage().split("\n")[0][:LONGEST],
        }
        if record.exc_info and record.exc_info[1]:
            line |= told(record.exc_info[1])
        if more := getattr(record, "more", 0):
            line["and"] = f"{more} more like it"
        return json.dumps(line)


def told(error: BaseException) -> dict[str, Any]:
    """What may be told of an error: of the system's the words, too."""
    frames = traceback.extract_tb(error.__traceback__)[-DEEPEST:]
    where = [f"{Path(frame.filename).name}:{frame.lineno} {frame.name}" for frame in frames]
    kind = {"error": type(error).__qualname__, "where": where}
    return kind | {"problem": error.strerror} if isinstance(error, OSError) and error.strerror else kind


class Tally:
    """How often one kind of thing was written in this second, and how often not."""

    def __init__(self) -> None:
        self.since, self.written, self.left_out = -math.inf, 0, 0


class Sparing(logging.Filter):
    """A few lines a second for one kind of thing; the next one says how many were left out."""

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
        if len(self.tallies) > KINDS:
            self.tallies.popitem(last=False)
        return tally


def kind_of(record: logging.LogRecord) -> tuple[object, ...]:
    return record.name, record.msg, record.exc_info[0] if record.exc_info else None


def start(stream: TextIO | None = None, level: int = logging.WARNING) -> None:
    """From now on everything that is logged in this process is written so."""
    handler = logging.StreamHandler(stream or sys.stderr)
    handler.setFormatter(Lines())
    handler.addFilter(Sparing())
    logging.basicConfig(handlers=[handler], level=level, force=True)
    logging.raiseExceptions = False  # a log that cannot be written is no reason to say so in it


def unheard(_loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
    """For an event loop: an error that nobody waited for. Its own words show what was at hand."""
    if error := context.get("exception"):
        LOG.error("nobody waited for this error", exc_info=error)
    else:
        LOG.error(context["message"].partition("(")[0])
