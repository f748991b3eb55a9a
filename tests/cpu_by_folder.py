"""Print at the end of a run how much CPU the tests of each folder took, with the processes that they started."""

import os
import time
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path, PurePosixPath

import pytest

from tests.postgres import times

CPU = "cpu of "
COLLECTING, HANDING_OUT = "(collecting)", "(handing out tests)"
SPENT: defaultdict[str, float] = defaultdict(float)  # seconds by folder; in the process that prints them


class Meter:
    """What this process and all that it started have taken since the meter was last read."""

    def __init__(self) -> None:
        self.before = 0.0
        self.collecting = 0.0

    def read(self) -> float:
        before, self.before = self.before, sum(os.times()[:4]) + alive(os.getpid())
        return self.before - before


METER = Meter()


def alive(pid: int) -> float:
    """Seconds of the processes that a process has started and that have not ended, and of theirs."""
    total = 0.0
    for thread in Path(f"/proc/{pid}/task").glob("*/children"):
        try:
            started = [int(each) for each in thread.read_text().split()]
        except OSError:
            continue  # it has just ended
        total += sum(sum(times(str(each))) + alive(each) for each in started)
    return total


def folder(nodeid: str) -> str:
    return str(PurePosixPath(nodeid.partition("::")[0]).parent)


def pytest_collection_finish() -> None:
    METER.collecting = METER.read()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_teardown(item: pytest.Item, nextitem: pytest.Item | None) -> Iterator[None]:
    """The last test of a folder says what all took. xdist sends that to the process that prints."""
    yield
    here = folder(item.nodeid)
    if nextitem is None or folder(nextitem.nodeid) != here:
        item.user_properties += [(CPU + here, METER.read()), (CPU + COLLECTING, METER.collecting)]
        METER.collecting = 0.0


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    for name, value in report.user_properties if report.when == "teardown" else ():
        if name.startswith(CPU):
            SPENT[name.removeprefix(CPU)] += float(str(value))


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    if terminalreporter.config.getoption("dist", "no") != "no":
        SPENT[HANDING_OUT] = time.process_time()
    if sum(SPENT.values()) < 60:
        return  # a few tests: nobody wants a table of them
    terminalreporter.section("CPU by folder")
    for name, seconds in sorted(SPENT.items(), key=lambda each: -each[1]):
        if seconds >= 1:
            terminalreporter.write_line(f"{seconds:7.0f} s  {name}")
    terminalreporter.write_line(f"{sum(SPENT.values()):7.0f} s  in all")
