"""A house in a process of its own: started, looked at from outside, ended with or without notice."""

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from pathlib import Path

from tests.ports import free_port

RAISED = (
    *(f"{name}=1000000/1000000" for name in ("tables", "all_tables", "bots_alone", "studies", "guests")),
    *(f"{name}=1000000/1000000" for name in ("strangers", "requests", "messages", "watches")),
    *(
        f"{kind}_{name}=1000000/1000000"
        for name in ("messages", "watches", "previews")
        for kind in ("my", "all")
    ),
    "names=1000000/1000000",
    *(f"{name}=1000000" for name in ("bots_due", "sockets", "connections", "refusals")),
)
WIDE = tuple(flag for limit in RAISED for flag in ("--limit", limit))  # limits that scripts do not meet
SERVE = (sys.executable, "-m", "hanamachi", "serve")
TICKS = os.sysconf("SC_CLK_TCK")
ENDING = 120.0  # seconds in which it must have ended
SECONDS = 180.0  # until a house must have opened, however busy the machine is


class Served:
    """`command` serves the file `database`, or another database by its `url`, on a port; what it says goes to a
    log beside the file."""

    def __init__(
        self,
        database: Path,
        command: Sequence[str] = SERVE,
        settings: Mapping[str, str] | None = None,
        url: str = "",
        limits: Sequence[str] = WIDE,
    ) -> None:
        self.database, self.port, self.command = database, free_port(), command
        self.url, self.limits = url or str(database), limits
        fired = {"STORM_FIRED": str(database.with_name("fired.txt"))}
        self.environment = {**os.environ, **fired, **(settings or {})}
        self.log = database.with_suffix(".log")
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> float:
        """Seconds until it was ready."""
        began = time.monotonic()
        process = self.launch()
        while not self.answers():
            if process.poll() is not None or time.monotonic() - began > SECONDS:
                self.kill()
                raise RuntimeError(f"the house did not open: {self.log.read_text()[-2000:]}")
            time.sleep(0.01)
        return time.monotonic() - began

    def launch(self) -> subprocess.Popen[bytes]:
        where = ["--port", str(self.port), "--database", self.url]
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                [*self.command, *where, *self.limits],
                env=self.environment,
                stdin=subprocess.PIPE,
                stdout=log,
                stderr=log,
                bufsize=0,
            )
        return self.process

    def answers(self) -> bool:
        try:
            with socket.create_connection(("127.0.0.1", self.port), timeout=2) as talk:
                talk.sendall(b"GET /readyz HTTP/1.1\r\nhost: 127.0.0.1\r\nconnection: close\r\n\r\n")
                return b" 200 " in talk.recv(64)
        except OSError:
            return False

    def order(self, fault: str) -> None:
        """What is to go wrong next in a house that obeys (broken.py)."""
        assert self.process is not None
        assert self.process.stdin is not None
        self.process.stdin.write(f"{fault}\n".encode())

    def has(self, line: str) -> bool:
        """Whether the house says that it was ordered so ("+job"), or that it happened ("job")."""
        path = self.database.with_name("fired.txt")
        return path.exists() and line in path.read_text().split()

    @property
    def ports(self) -> tuple[int, ...]:
        return (self.port,)

    @property
    def pid(self) -> int:
        assert self.process is not None
        return self.process.pid

    def kill(self) -> None:
        """kill -9: nothing is tidied up. Its workers find that their pipe has ended."""
        self._end(signal.SIGKILL)

    def stop(self) -> None:
        self._end(signal.SIGTERM)

    def _end(self, sign: signal.Signals) -> None:
        if self.process is not None:
            self.process.send_signal(sign)
            self.process.wait(ENDING)
            assert self.process.stdin is not None
            self.process.stdin.close()
            self.process = None

    def cpu(self) -> float:
        """Seconds of CPU that the process itself has used, its children apart."""
        fields = Path(f"/proc/{self.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / TICKS

    def starved(self) -> float:
        """Seconds that its main thread could have run, and others had the core."""
        return int(Path(f"/proc/{self.pid}/schedstat").read_text().split()[1]) / 1e9

    def memory(self) -> int:
        """Bytes of memory that are its own now."""
        lines = Path(f"/proc/{self.pid}/status").read_text().splitlines()
        return next(int(line.split()[1]) << 10 for line in lines if line.startswith("VmRSS"))

    def workers(self) -> list[int]:
        """The processes that think for it. Each is the child of one of its threads."""
        threads = Path(f"/proc/{self.pid}/task").glob("*/children")
        children = [pid for thread in threads for pid in thread.read_text().split()]
        return [int(pid) for pid in children if "spawn_main" in command(pid)]


class Several:
    """Workers of one house, each on a port of its own."""

    def __init__(self, folder: Path, url: str, count: int, settings: Mapping[str, str] | None = None) -> None:
        self.houses = [Served(folder / f"{number}.db", url=url, settings=settings) for number in range(count)]

    def start(self) -> float:
        return max(house.start() for house in self.houses)

    def stop(self) -> None:
        for house in self.houses:
            house.stop()

    @property
    def ports(self) -> tuple[int, ...]:
        return tuple(house.port for house in self.houses)

    def cpu(self) -> float:
        return sum(house.cpu() for house in self.houses)

    def starved(self) -> float:
        """Of the one that was starved most."""
        return max(house.starved() for house in self.houses)

    def memory(self) -> int:
        return sum(house.memory() for house in self.houses)


def command(pid: str) -> str:
    try:
        return Path(f"/proc/{pid}/cmdline").read_text()
    except OSError:
        return ""  # it has ended
