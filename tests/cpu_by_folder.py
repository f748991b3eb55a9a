"""Print at the end of a run how much CPU the tests of each folder took, with the processes that they started."""

import os
from collections import defaultdict
from collections.abc import Iterator
from pathlib import PurePosixPath

import pytest

BEGAN = pytest.StashKey[float]()
CPU = "cpu"
SPENT: defaultdict[str, float] = defaultdict(float)  # seconds by folder; in the process that prints them


def cpu() -> float:
    """Seconds of this process and of its children that have ended."""
    return sum(os.times()[:4])


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    item.stash[BEGAN] = cpu()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item, call: pytest.CallInfo[None]) -> Iterator[None]:
    """The report of a test's end says what it took. xdist sends it to the process that prints."""
    report: pytest.TestReport = yield  # type: ignore[assignment]
    if call.when == "teardown":
        report.user_properties.append((CPU, cpu() - item.stash[BEGAN]))
    return report  # type: ignore[return-value]


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    folder = str(PurePosixPath(report.nodeid.partition("::")[0]).parent)
    SPENT[folder] += sum(float(str(value)) for name, value in report.user_properties if name == CPU)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    if sum(SPENT.values()) < 60:
        return  # a few tests: nobody wants a table of them
    terminalreporter.section("CPU by folder")
    for folder, seconds in sorted(SPENT.items(), key=lambda each: -each[1]):
        if seconds >= 1:
            terminalreporter.write_line(f"{seconds:7.0f} s  {folder}")
