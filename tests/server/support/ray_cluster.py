"""A Ray cluster of this machine, started and stopped by a test."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.ports import free_port

STARTING = 120.0  # seconds
SETTINGS = {"RAY_USAGE_STATS_ENABLED": "0", "RAY_AUTH_MODE": "disabled", "RAY_DISABLE_IMPORT_WARNING": "1"}


class LocalCluster:
    """One head node. All of its processes are in one session of processes, so that none is left behind."""

    def __init__(self, folder: Path, cores: int = 2) -> None:
        self.folder, self.cores = folder, cores
        self.port, self.client_port = free_port(), free_port()

    @property
    def address(self) -> str:
        return f"ray://127.0.0.1:{self.client_port}"

    def start(self) -> None:
        ray = Path(sys.executable).with_name("ray")
        flags = [f"--port={self.port}", f"--ray-client-server-port={self.client_port}"]
        flags += [f"--num-cpus={self.cores}", f"--temp-dir={self.folder}", "--include-dashboard=false"]
        subprocess.run(
            [ray, "start", "--head", *flags],
            env={**os.environ, **SETTINGS},
            check=True,
            capture_output=True,
            timeout=STARTING,
        )

    def processes(self, holding: str = "") -> list[int]:
        """Its processes, those of nodes and actors, of which the title holds this."""
        found = []
        for entry in Path("/proc").iterdir():
            with suppress(OSError, ValueError):
                pid, title = int(entry.name), (entry / "cmdline").read_bytes().decode(errors="replace")
                if self._owns(pid, title) and holding in title:
                    found.append(pid)
        return found

    def _owns(self, pid: int, title: str) -> bool:
        """A worker changes its title; its parent is of the cluster."""
        here = str(self.folder), f":{self.port}"
        if pid == os.getpid():
            return False
        if any(each in title for each in here):
            return True
        if not title.startswith("ray::"):
            return False
        parent = int(Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[1])
        return self._owns(parent, Path(f"/proc/{parent}/cmdline").read_bytes().decode(errors="replace"))

    def kill(self) -> None:
        """End everything at once, as a power failure does."""
        for pid in self.processes():
            with suppress(OSError):
                os.kill(pid, signal.SIGKILL)


@contextmanager
def local_cluster(cores: int = 2) -> Iterator[LocalCluster]:
    with TemporaryDirectory(prefix="ray", dir="/tmp", ignore_cleanup_errors=True) as folder:
        cluster = LocalCluster(Path(folder), cores)
        cluster.start()
        try:
            yield cluster
        finally:
            cluster.kill()
