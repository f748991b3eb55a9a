"""The house's numbers, on a port of their own."""

import asyncio
import json
import re
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from hanamachi.server.app import make_app
from hanamachi.server.runtime import metrics
from tests.ports import free_port
from tests.server.support.visitors import HOST, Seat, finish, guest, open_table


@pytest.fixture(scope="module")
def told() -> Iterator[str]:
    """What Prometheus reads."""
    port = free_port()
    end = metrics.serve(port)
    yield f"http://127.0.0.1:{port}/metrics"
    end()


def read(url: str) -> dict[str, float]:
    lines = urllib.request.urlopen(url, timeout=30).read().decode().splitlines()
    return {name: float(value) for name, value in (line.rsplit(" ", 1) for line in lines if line[0] != "#")}


def test_the_numbers_are_told(told: str) -> None:
    before = read(told)
    metrics.MOVES.add(n=3)
    metrics.REFUSALS.add("stale")
    metrics.ROOMS.read(lambda: 7)
    metrics.QUEUES.read(lambda: 2, "writer")
    for jobs in (1, 3, 500):
        metrics.BATCHES.add(jobs)
    with metrics.COMMITS.timed():
        pass
    after = read(told)
    new = {name: value - before.get(name, 0) for name, value in after.items()}
    assert new["hanamachi_moves_kept_total"] == 3
    assert new['hanamachi_refusals_total{reason="stale"}'] == 1
    assert after["hanamachi_rooms"] == 7
    assert after['hanamachi_waiting{queue="writer"}'] == 2
    assert [new[f'hanamachi_commit_jobs_bucket{{le="{le}"}}'] for le in ("1", "4", "64", "+Inf")] == [
        1,
        2,
        2,
        3,
    ]
    assert (new["hanamachi_commit_jobs_sum"], new["hanamachi_commit_jobs_count"]) == (504, 3)
    assert new["hanamachi_commit_seconds_count"] == 1


def test_a_late_event_loop_is_noticed() -> None:
    async def be_late() -> None:
        watch = asyncio.create_task(metrics.watch_the_loop(0.001))
        while sum(metrics.LAG.counts) == before:
            await asyncio.sleep(0.001)
        watch.cancel()

    before = sum(metrics.LAG.counts)
    asyncio.run(be_late())


def test_the_numbers_are_told_on_this_machine_only(told: str) -> None:
    read(told)
    with pytest.raises(OSError):
        read(told.replace("127.0.0.1", "127.0.0.2"))


def test_the_library_is_loaded_only_when_the_port_is_opened() -> None:
    code = "import sys, hanamachi.server.runtime.metrics; print('prometheus_client' in sys.modules)"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout.strip() == "False"


def test_the_dashboard_shows_numbers_that_there_are() -> None:
    page = (Path(__file__).parents[3] / "docs" / "dashboard.json").read_text("utf-8")
    shown = set(re.findall(r"hanamachi_\w+", page))
    known = {name + end for name in metrics.ALL for end in ("", "_total", "_bucket")}
    assert len(shown) > 8
    assert shown <= known
    assert json.loads(page)["panels"]


def test_people_games_and_waits_for_bots_are_counted(tmp_path: Path) -> None:
    """A lesson is no game, and a record that is brought has not been played here."""
    begun, finished = metrics.BEGUN.counts["okiya"], metrics.FINISHED.counts["okiya"]
    waits = sum(metrics.BOT_WAITS.counts)
    with TestClient(make_app(str(tmp_path / "house.db")), base_url=HOST) as house:
        mika = guest(house, "Mika")
        table = open_table(house, mika)
        open_table(house, mika, lesson="first", seats=[{"kind": "me"}, {"kind": "me"}])
        with house.websocket_connect("/ws", headers=mika) as socket:
            player = Seat(socket, table, 0)
            finish(player)
            while not metrics.PEOPLE.readings[""]():
                player.send(type="pong")
        record = house.get(f"/api/tables/{table}/record", headers=mika).content
        brought = house.post(
            "/api/records", content=record, headers=mika | {"content-type": "application/json"}
        )
        assert brought.status_code == 201, brought.text
    assert metrics.BEGUN.counts["okiya"] - begun == 1
    assert metrics.FINISHED.counts["okiya"] - finished == 1
    assert sum(metrics.BOT_WAITS.counts) - waits >= 3
