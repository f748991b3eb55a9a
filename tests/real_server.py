"""A server in a process of its own, on loopback, for clients that know nothing of its code."""

import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.ports import free_port


@contextmanager
def running(folder: Path) -> Iterator[str]:
    """Start a server; yield its host and port."""
    address = f"localhost:{free_port()}"
    command = ["serve", "--port", address.split(":")[1], "--database", str(folder / "house.db")]
    process = subprocess.Popen([sys.executable, "-m", "hanamachi", *command], stdout=subprocess.DEVNULL)
    try:
        until_it_lives(address, process)
        yield address
    finally:
        process.terminate()
        process.wait(30)


def until_it_lives(address: str, process: "subprocess.Popen[bytes]") -> None:
    while process.poll() is None:
        try:
            urllib.request.urlopen(f"http://{address}/readyz").close()
        except OSError:
            time.sleep(0.05)
        else:
            return
    raise AssertionError("the house did not open")
