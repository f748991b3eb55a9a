"""One clock for all workers, the database's: what a worker's own clock says decides nothing."""

import re
import threading
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from hanamachi.server.db import timestamps
from hanamachi.server.protocol.close_codes import SESSION_ENDED
from tests.postgres import Postgres
from tests.server.accounts.test_sessions import code_of, second
from tests.server.cluster.test_worker import Worker, heard, until
from tests.server.support.browsers import Browser
from tests.server.support.visitors import guest, problem, say, two_players

SERVER = Path(timestamps.__file__).parents[1]
HOUR = 3600.0
SLOW, FAST = -3 * HOUR, 2 * HOUR
Three = tuple[Worker, Worker, Worker]


class Wrong(threading.local):
    """By how much the clock of a thread's worker is wrong."""

    seconds = 0.0


def skewed(url: str, wrong: Wrong, seconds: float) -> Worker:
    """A worker on a machine whose clock is wrong: in its event loop and in its threads."""
    made = Worker(url)
    database = made.house.store.database

    def become_wrong() -> None:
        wrong.seconds = seconds

    for threads in (database.writer, database.readers):
        threads._initializer = become_wrong
    opened = database.open

    async def open_here() -> None:
        become_wrong()
        await opened()

    database.open = open_here  # type: ignore[method-assign]
    return made


@pytest.fixture
def three(postgres: Postgres, monkeypatch: pytest.MonkeyPatch) -> Iterator[Three]:
    true, wrong = timestamps.wall, Wrong()
    monkeypatch.setattr(timestamps, "wall", lambda: true() + wrong.seconds)
    with postgres.fresh("newest") as url, ExitStack() as stack:
        made = [skewed(url, wrong, seconds) for seconds in (0.0, SLOW, FAST)]
        for each in made:
            stack.enter_context(each.client)
        yield made[0], made[1], made[2]


def at(where: Worker, browser: Browser) -> Browser:
    """The same browser, that speaks to another worker."""
    there = Browser(where.client, browser.agent)
    there.jar = browser.jar
    return there


def test_a_browser_that_is_ended_where_the_clock_is_slow_is_ended_everywhere(three: Three) -> None:
    one, slow, fast = three
    mika = Browser(one.client)
    mika.ask("PUT", "/api/me", name="Mika")
    phone = second(mika)
    away = next(each["id"] for each in mika.devices() if not each["here"])
    with fast.client.websocket_connect("/ws", headers=phone.headers) as socket:
        assert at(slow, mika).ask("POST", "/api/me/devices/end", id=away).status_code == 200
        for where in three:
            until(lambda where=where: at(where, phone).name == "")
        assert code_of(socket) == SESSION_ENDED


def test_a_code_counts_for_as_long_at_every_worker(three: Three, monkeypatch: pytest.MonkeyPatch) -> None:
    one, slow, fast = three
    mika = Browser(one.client)
    mika.ask("PUT", "/api/me", name="Mika")
    fresh = at(slow, mika).code()
    for where in (one, fast):
        assert Browser(where.client).ask("POST", "/api/device/look", code=fresh).json() == {"name": "Mika"}
    monkeypatch.setattr("hanamachi.server.accounts.sessions.CODE_SECONDS", -60)
    over = mika.code()
    assert problem(Browser(slow.client).ask("POST", "/api/device", code=over)) == (400, "bad_code")


def test_a_quick_match_is_confirmed_where_the_clock_is_fast(three: Three) -> None:
    one, slow, fast = three
    mika, rin = guest(one.client, "Mika"), guest(one.client, "Rin")
    with (
        one.client.websocket_connect("/ws", headers=mika) as a,
        slow.client.websocket_connect("/ws", headers=rin) as b,
    ):
        for socket in (a, b):
            socket.send_json({"type": "queue", "game": "okiya"})
        found = heard(a, lambda told: told.get("found"))["found"]
        say(slow.client, mika, found["table"], found["commitment"])
        assert say(fast.client, rin, found["table"], found["commitment"])["started"]


def test_a_challenge_is_accepted_where_the_clock_is_fast(three: Three) -> None:
    one, slow, fast = three
    table, mika, rin = two_players(one.client)
    wish = {"table": table, "seat": 1, "game": "okiya"}
    asked = slow.client.post("/api/challenges", json=wish, headers=mika).json()
    say(slow.client, mika, asked["id"], asked["commitment"])
    assert say(fast.client, rin, asked["id"], asked["commitment"])["started"]


def test_what_is_kept_of_a_table_has_the_databases_time(three: Three) -> None:
    """Else games of a worker whose clock is slow are missing in the lobby."""
    _, slow, fast = three
    for where in (slow, fast):
        table, mika, _ = two_players(where.client)
        (mine,) = where.client.get("/api/me", headers=mika).json()["tables"]
        assert mine["id"] == table
        assert all(abs(mine[when] - timestamps.wall()) < 60 for when in ("begun", "moved"))


def test_only_one_module_reads_the_wall_clock() -> None:
    found = {
        path.name for path in SERVER.rglob("*.py") if re.search(r"\btime\.time\b", path.read_text("utf-8"))
    }
    assert found == {"timestamps.py"}
