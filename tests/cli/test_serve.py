"""`hanamachi serve` as a process: doors held open, its files, its numbers, its log."""

import json
import resource
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.ports import free_port

HALF = b"GET /api/me HTTP/1.1\r\nhost: localhost\r\n"
HANDLES = 256


class Served:
    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.port, self.numbers = free_port(), free_port()
        limits = ("--limit", "header_seconds=1")
        where = (
            "--port",
            str(self.port),
            "--metrics-port",
            str(self.numbers),
            "--database",
            str(folder / "house.db"),
        )
        command = [sys.executable, "-m", "hanamachi", "serve", *where, *limits]
        with (folder / "log").open("wb") as log:
            self.process = subprocess.Popen(
                command, stdout=subprocess.PIPE, stderr=log, preexec_fn=few_handles
            )

    def ask(self, path: str, port: int | None = None) -> str:
        address = f"http://localhost:{port or self.port}{path}"
        return urllib.request.urlopen(address, timeout=30).read().decode()  # type: ignore[no-any-return]

    def until_told(self) -> str:
        """Return the line that says where the server is, as soon as it is printed."""
        assert self.process.stdout is not None
        return self.process.stdout.readline().decode()

    def until_ready(self) -> None:
        while self.process.poll() is None:
            try:
                self.ask("/readyz")
            except OSError:
                time.sleep(0.05)
            else:
                return
        raise AssertionError((self.folder / "log").read_text())

    def stop(self) -> int:
        self.process.send_signal(signal.SIGTERM)
        self.process.communicate(timeout=30)
        return self.process.returncode


def few_handles() -> None:
    resource.setrlimit(resource.RLIMIT_NOFILE, (HANDLES, HANDLES))


def test_the_port_answers_when_the_address_is_printed(tmp_path: Path) -> None:
    served = Served(tmp_path)
    try:
        assert f"http://localhost:{served.port}" in served.until_told()
        assert served.ask("/healthz")
    finally:
        served.stop()


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    house = Served(tmp_path_factory.mktemp("house"))
    try:
        house.until_ready()
        yield house
    finally:
        house.stop()


def test_half_requests_shut_nobody_out_and_fill_no_log(house: Served) -> None:
    """H3: with 256 handles, 300 half requests shut everybody out; the log got 165,685 tracebacks."""
    held = [socket.create_connection(("127.0.0.1", house.port)) for _ in range(HANDLES + 44)]
    for each in held:
        try:
            each.sendall(HALF)
        except ConnectionError:
            continue  # there was no room for this one
    house.until_ready()  # as soon as the first ones were waited for long enough
    assert json.loads(house.ask("/healthz")) == {"alive": True, "program": "hanamachi"}
    for each in held:
        each.close()
    lines = (house.folder / "log").read_text().splitlines()
    assert len(lines) < 100
    assert {json.loads(line)["what"] for line in lines} == {"connection refused: too many from one address"}


def test_the_databases_files_are_the_owners_alone(house: Served) -> None:
    """M4: 0644, and readable by everybody."""
    files = sorted(house.folder.glob("house.db*"))
    assert [path.name for path in files] == ["house.db", "house.db-shm", "house.db-wal"]
    assert {path.stat().st_mode & 0o777 for path in files} == {0o600}


def test_numbers_are_told_on_a_port_of_their_own_and_never_on_the_public_one(house: Served) -> None:
    numbers = house.ask("/metrics", house.numbers)
    assert "hanamachi_commit_seconds_count" in numbers
    assert "hanamachi_waiting" in numbers
    assert "hanamachi_" not in house.ask("/healthz")
    with pytest.raises(OSError):
        urllib.request.urlopen(f"http://localhost:{house.port}/api/metrics")


def test_the_house_closes_when_it_is_told_to(house: Served) -> None:
    assert house.stop() in (0, -signal.SIGTERM)
