"""`hanamachi` without a command: opens the server in the browser on a terminal, and prints its help elsewhere."""

import json
import os
import pty
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from threading import Thread

import pytest

from tests.ports import free_port

ROOT = Path(__file__).parents[2]
COMMAND = [sys.executable, "-m", "hanamachi"]


def environment(folder: Path, port: int) -> dict[str, str]:
    """The browser is a program that writes down which address it is given."""
    browser = folder / "browser"
    browser.write_text(
        f'#!/bin/sh\necho "$1" > {folder}/opened.new && mv {folder}/opened.new {folder}/opened\n'
    )
    browser.chmod(0o755)
    settings = {"HANAMACHI_PORT": str(port), "HANAMACHI_DATABASE": str(folder / "house.db")}
    return {**os.environ, **settings, "BROWSER": f"{browser} %s", "LANG": "en_GB.UTF-8", "LC_ALL": ""}


class OnTerminal:
    """The command on a terminal of its own."""

    def __init__(self, folder: Path, port: int, *args: str) -> None:
        self.ours, theirs = pty.openpty()
        self.process = subprocess.Popen(
            [*COMMAND, *args], stdin=theirs, stdout=theirs, stderr=theirs, env=environment(folder, port)
        )
        os.close(theirs)
        self.said = ""

    def until(self, pattern: str) -> str:
        """Read until the pattern is on the screen. Fail if the program ends before."""
        while not re.search(pattern, self.said):
            try:
                self.said += os.read(self.ours, 10_000).decode()
            except OSError:  # the program has ended
                raise AssertionError(self.said) from None
        return self.said

    def end(self) -> tuple[int, str]:
        """Return the exit code, and all that was said."""
        try:
            while more := os.read(self.ours, 10_000):
                self.said += more.decode()
        except OSError:
            pass
        os.close(self.ours)
        return self.process.wait(), self.said


def test_on_a_terminal_it_opens_the_browser_and_again_the_same_server(tmp_path: Path) -> None:
    port = free_port()
    first = OnTerminal(tmp_path, port)
    try:
        first.until(rf"http://localhost:{port}")
        second = OnTerminal(tmp_path, port, "--lang", "fr")
        assert second.end() == (0, f"Hanamachi est déjà en marche\u00a0: http://localhost:{port}\r\n")
        assert (tmp_path / "opened").read_text().strip() == f"http://localhost:{port}"
    finally:
        first.process.terminate()
        first.end()


class Other(BaseHTTPRequestHandler):
    """Another program that answers everything with JSON."""

    answer: object = {"alive": True}

    def do_GET(self) -> None:
        body = json.dumps(self.answer).encode()
        self.send_response(200)
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: object) -> None:
        pass


@pytest.fixture(params=[{"alive": True}, ["hanamachi"], "hanamachi" * 1000])
def strange_port(request: pytest.FixtureRequest) -> Iterator[int]:
    server = HTTPServer(("127.0.0.1", 0), type("Answer", (Other,), {"answer": request.param}))
    thread = Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield server.server_port
    server.shutdown()
    server.server_close()
    thread.join()


def test_a_port_of_another_program_is_refused(strange_port: int, tmp_path: Path) -> None:
    code, said = OnTerminal(tmp_path, strange_port).end()
    assert (code, said) == (2, f"Port {strange_port} is taken: choose another with --port.\r\n")
    assert not (tmp_path / "opened").exists()


def test_without_a_terminal_it_prints_its_help_and_ends_with_2(tmp_path: Path) -> None:
    ended = subprocess.run(
        COMMAND, stdin=subprocess.DEVNULL, capture_output=True, text=True, env=environment(tmp_path, 1)
    )
    assert (ended.returncode, ended.stderr) == (2, "")
    assert "  serve      start the server" in ended.stdout
    asked = subprocess.run([*COMMAND, "--help"], capture_output=True, text=True, env=environment(tmp_path, 1))
    assert (asked.returncode, asked.stdout) == (0, ended.stdout)


def test_it_tells_its_version() -> None:
    said = subprocess.run([*COMMAND, "--version"], capture_output=True, text=True)
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    assert (said.returncode, said.stdout) == (0, f"hanamachi {project['version']}\n")
