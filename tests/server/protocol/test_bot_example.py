"""The example of a bot account plays a rated game against another bot account, at a real server."""

import json
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from http.cookiejar import CookieJar
from pathlib import Path
from typing import Any

import pytest
from websockets.sync.client import connect

from tests.real_server import running

ROOT = Path(__file__).parents[3]
EXAMPLE = ROOT / "examples" / "bot_account.py"
SECONDS = 60.0


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with running(tmp_path_factory.mktemp("house")) as address:
        yield address


def owner(server: str, name: str) -> str:
    """Sign a member up and return the token of their bot."""
    browser = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(CookieJar()))

    def ask(method: str, path: str, **body: Any) -> Any:
        headers = {"content-type": "application/json", "user-agent": "Mozilla/5.0 Firefox"}
        request = urllib.request.Request(f"http://{server}/api{path}", json.dumps(body).encode(), headers)
        request.method = method
        return json.load(browser.open(request))

    ask("PUT", "/me", name=name)
    ask("POST", "/account", name=name, password="four plum trees", keep=[])
    return str(ask("POST", "/me/bots", name=f"{name}s")["token"])


def play(server: str, token: str) -> str:
    command = [sys.executable, str(EXAMPLE), f"http://{server}", token]
    run = subprocess.run(command, capture_output=True, text=True, check=False, timeout=SECONDS)
    assert run.returncode == 0, run.stderr
    return run.stdout.strip()


def rated_games(server: str, bot: str) -> int:
    with urllib.request.urlopen(f"http://{server}/api/members/{bot}%20%5Bbot%5D") as answer:
        return sum(each["games"] for each in json.load(answer)["ratings"])


def test_two_bots_play_a_rated_game(server: str) -> None:
    tokens = [owner(server, name) for name in ("Kitsune", "Tanuki")]
    with ThreadPoolExecutor(2) as both:
        first = both.submit(play, server, tokens[0])
        until_a_table_waits(server, first)
        places = {play(server, tokens[1]), first.result()}
    assert places <= {"place 1", "place 2"}
    late = time.monotonic() + SECONDS
    while rated_games(server, "Kitsunes") + rated_games(server, "Tanukis") < 2:
        assert time.monotonic() < late
        time.sleep(0.05)


def until_a_table_waits(server: str, first: Any) -> None:
    """Wait until the first bot sits at a table."""
    late = time.monotonic() + SECONDS
    while not any(waits(server)):
        assert not first.done(), first.result()
        assert time.monotonic() < late
        time.sleep(0.05)


def waits(server: str) -> Iterator[str]:
    with connect(f"ws://{server}/ws") as socket:
        socket.send(json.dumps({"type": "lobby"}))
        while (told := json.loads(socket.recv(SECONDS)))["type"] != "tonight":
            pass
        yield from (each["id"] for each in told["waiting"])


def test_the_page_shows_the_example() -> None:
    page = (ROOT / "docs" / "bots.md").read_text("utf-8")
    code = EXAMPLE.read_text("utf-8").partition("CLOCK = ")
    assert "".join(code[1:]).strip() in page


@pytest.mark.parametrize("word", ["Authorization: Bearer", "[bot]"])
def test_the_protocol_names_tokens(word: str) -> None:
    assert word in (ROOT / "docs" / "protocol.md").read_text("utf-8")
