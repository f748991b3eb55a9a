"""What is written down: one line each, sparing, and nothing that is somebody's secret."""

import asyncio
import io
import json
import logging
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from hanamachi.server.runtime import logs

HAND = "lute lute parasol"


class Clock:
    def __init__(self) -> None:
        self.now = 5.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def written() -> Iterator[io.StringIO]:
    """What comes out, with the log of the tests put back afterwards."""
    root = logging.getLogger()
    before, level, loud = root.handlers[:], root.level, logging.raiseExceptions
    root.handlers[:] = []  # basicConfig closes those it takes away
    stream = io.StringIO()
    logs.start(stream)
    yield stream
    root.handlers[:] = before
    root.setLevel(level)
    logging.raiseExceptions = loud


def lines(stream: io.StringIO) -> list[dict[str, Any]]:
    return [json.loads(line) for line in stream.getvalue().splitlines()]


def break_it(hand: str) -> None:
    raise KeyError(hand)


def test_an_error_is_one_line_with_its_class_and_place_and_no_values(written: io.StringIO) -> None:
    """M3: 3-4 kB of traceback each. M4: a hidden move's row was in it."""
    try:
        break_it(HAND)
    except KeyError:
        logging.getLogger("house").exception("a request failed")
    (line,) = lines(written)
    assert (line["level"], line["from"], line["what"]) == ("error", "house", "a request failed")
    assert line["error"] == "KeyError"
    assert line["where"][-1].startswith("test_logs.py:")
    assert line["where"][-1].endswith(" break_it")
    assert HAND not in written.getvalue()


def test_of_the_systems_errors_the_words_are_told(written: io.StringIO) -> None:
    try:
        Path("/nowhere/at/all").read_bytes()
    except OSError:
        logging.getLogger("house").exception("a file")
    assert lines(written)[0]["problem"] == "No such file or directory"


def test_only_the_first_line_is_told_and_not_all_of_a_long_one(written: io.StringIO) -> None:
    """SQLAlchemy puts the query into the second, PostgreSQL the values of a key."""
    logging.getLogger("house").error("locked\n[SQL: INSERT %s]", HAND)
    logging.getLogger("house").error("x" * 5000)
    assert [line["what"] for line in lines(written)] == ["locked", "x" * 300]


def test_what_nobody_waited_for_is_told_without_its_contents(written: io.StringIO) -> None:
    async def forget() -> None:
        loop = asyncio.get_running_loop()
        loop.set_exception_handler(logs.log_unhandled)
        loop.call_soon(break_it, HAND)
        await asyncio.sleep(0)
        loop.call_exception_handler({"message": "no exception at all", "hand": HAND})

    asyncio.run(forget())
    first, second = lines(written)
    assert first["error"] == "KeyError"
    assert second["what"] == "no exception at all"
    assert HAND not in written.getvalue()


def record(text: str = "too many open files") -> logging.LogRecord:
    return logging.LogRecord("house", logging.ERROR, "", 0, text, (), None)


def test_a_flood_of_one_kind_is_a_few_lines_a_second() -> None:
    """H3: 165,685 "Too many open files" in the first seconds."""
    clock = Clock()
    sparing = logs.Throttle(clock)
    assert sum(sparing.filter(record()) for _ in range(10_000)) == logs.AT_ONCE
    assert sparing.filter(record("another kind"))
    clock.now += 1
    late = record()
    assert sparing.filter(late)
    assert json.loads(logs.Lines().format(late))["and"] == f"{10_000 - logs.AT_ONCE} more like it"
    clock.now += 1
    assert "and" not in json.loads(logs.Lines().format(record()))


def test_many_kinds_take_no_more_memory() -> None:
    sparing = logs.Throttle(Clock())
    for n in range(3 * logs.MOST_KINDS):
        sparing.filter(record(f"kind {n}"))
    assert len(sparing.tallies) == logs.MOST_KINDS


def test_information_is_not_written_and_a_full_disk_is_borne(written: io.StringIO) -> None:
    logging.getLogger("uvicorn.error").info("started")
    assert written.getvalue() == ""
    written.close()
    logging.getLogger("house").error("nowhere to write this")
