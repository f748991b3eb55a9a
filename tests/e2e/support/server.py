"""Start a server of our own for a browser, and say where the browser is: Debian's Chromium, on loopback only."""

import os
import shutil
import signal
import subprocess
import sys
import time
import urllib.request
from pathlib import Path

from playwright.sync_api import expect

from tests.ports import free_port

BROWSERS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")  # the lightest first
CHROMIUM = next(filter(None, map(shutil.which, BROWSERS)), None)
OUTSIDE = "192.0.2.7"  # an address that Chromium maps to 127.0.0.1: an origin that is not localhost
FLAGS = [
    *("--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking"),
    *("--disable-component-update", "--disable-sync", f"--host-resolver-rules=MAP {OUTSIDE} 127.0.0.1"),
]
QUIET = "/healthz"  # where there is nothing to draw
PATIENCE = 30_000  # milliseconds until a sign of the app is missed; whoever sees it goes on at once
THINKING = 10 * PATIENCE  # until a judge has an opinion, or a whole game was played by sockets
expect.set_options(timeout=PATIENCE)


def with_a_fifth_game() -> dict[str, str]:
    """The house also finds the game of the tests, by its entry point."""
    here = str(Path(__file__).parents[2] / "fifth_game")
    return {
        **os.environ,
        "PYTHONPATH": os.pathsep.join([here, *filter(None, [os.environ.get("PYTHONPATH")])]),
    }


class House:
    """A running house that can be stopped and started again over the same database."""

    program: tuple[str, ...] = (sys.executable, "-m", "hanamachi")

    def __init__(self, folder: Path, env: dict[str, str] | None = None) -> None:
        self.env = env or with_a_fifth_game()
        self.database = f"sqlite+aiosqlite:///{folder / 'house.db'}"
        self.port = free_port()
        self.url = f"http://localhost:{self.port}"

    def start(self) -> None:
        command = ["serve", "--port", str(self.port), "--database", self.database]
        quiet = subprocess.DEVNULL
        self.process = subprocess.Popen([*self.program, *command], stdout=quiet, stderr=quiet, env=self.env)
        late = time.monotonic() + 2 * PATIENCE / 1000
        while not self.answers():
            assert self.process.poll() is None, "the house has closed"
            assert time.monotonic() < late, "the house did not open"
            time.sleep(0.05)

    def answers(self) -> bool:
        try:
            urllib.request.urlopen(f"{self.url}{QUIET}", timeout=PATIENCE / 1000).read()
        except OSError:
            return False
        return True

    def stop(self) -> None:
        self.process.send_signal(signal.SIGINT)
        self.process.wait(PATIENCE / 1000)
