"""A Ray cluster of this machine, started and stopped by a test."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.ports import free_port

STARTING = 120.0  # seconds
SETTINGS = {
    "RAY_USAGE_STATS_ENABLED": "0",
    "RAY_AUTH_MODE": "disabled",
    "PYTHONPATH": str(Path(__file__).parents[2] / "fifth_game"),  # a node knows the games of the server
    "RAY_CLIENT_SERVER_CHECK_CHANNEL_TIMEOUT_S": "120",  # where many tests run at once
}
ACTOR = "ray::BotActor"  # how the title of an actor's process begins


class LocalCluster:
    """A head node without cores, and one node with some. Their processes are found by folder and port."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.port, self.client_port = folder, free_port(), free_port()

    @property
    def address(self) -> str:
        return f"ray://127.0.0.1:{self.client_port}"

    def start(self, cores: int) -> None:
        head = [f"--port={self.port}", f"--ray-client-server-port={self.client_port}"]
        self._run("--head", *head, f"--temp-dir={self.folder}", "--include-dashboard=false", "--num-cpus=0")
        self.add_node(cores)

    def add_node(self, cores: int) -> None:
        self._run(f"--address=127.0.0.1:{self.port}", f"--num-cpus={cores}")

    def _run(self, *flags: str) -> None:
        ray = Path(sys.executable).with_name("ray")
        env = {**os.environ, **SETTINGS}
        subprocess.run([ray, "start", *flags], env=env, check=True, capture_output=True, timeout=STARTING)

    def processes(self, holding: str = "") -> list[int]:
        """Those whose title holds this, the eldest first."""
        found = [int(entry.name) for entry in Path("/proc").iterdir() if entry.name.isdigit()]
        return [pid for pid in sorted(found) if holding in title(pid) and self._owns(pid)]

    def _owns(self, pid: int) -> bool:
        here = title(pid)
        if str(self.folder) in here or f":{self.port}" in here:
            return True
        return here.startswith("ray::") and self._owns(parent(pid))

    def actors(self) -> list[int]:
        return self.processes(ACTOR)

    def kill_node(self) -> None:
        """Cut the power of the node that has the cores."""
        self._kill([self.processes("raylet/raylet")[-1], *self.actors()])

    def kill(self) -> None:
        """Cut the power of everything."""
        until = time.monotonic() + STARTING
        while (left := self.processes()) and time.monotonic() < until:
            self._kill(left)
            time.sleep(0.1)

    def _kill(self, processes: list[int]) -> None:
        for pid in processes:
            with suppress(OSError):
                os.kill(pid, signal.SIGKILL)


def title(pid: int) -> str:
    with suppress(OSError):
        return Path(f"/proc/{pid}/cmdline").read_bytes().decode(errors="replace")
    return ""


def parent(pid: int) -> int:
    with suppress(OSError):
        return int(Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[1])
    return 0


@contextmanager
def local_cluster(cores: int = 2) -> Iterator[LocalCluster]:
    with TemporaryDirectory(prefix="ray", dir="/tmp", ignore_cleanup_errors=True) as folder:
        cluster = LocalCluster(Path(folder))
        try:
            cluster.start(cores)
            yield cluster
        finally:
            cluster.kill()
