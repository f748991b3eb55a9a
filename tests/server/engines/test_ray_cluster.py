"""Bots on a real Ray cluster of this machine (make test-extras)."""

import asyncio
import logging
import os
import signal
import subprocess
import sys
import time
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from hanamachi.bots import ladder_of
from hanamachi.games import GAMES
from hanamachi.server.app import Server, app_of
from hanamachi.server.engines.bot_pool import BotPool
from hanamachi.server.engines.on_ray import RayPool
from hanamachi.server.engines.tasks import Kind, answer, first_question
from hanamachi.server.runtime import metrics
from hanamachi.server.runtime.limits import Limits
from hanamachi.server.storage.store import Store
from tests.server.support.ray_cluster import LocalCluster, local_cluster
from tests.server.support.visitors import HOST, Seat, guest, open_table

pytestmark = [pytest.mark.extras, pytest.mark.filterwarnings("default")]
LONG = 120.0  # seconds after which what should happen will not happen any more


@pytest.fixture(scope="module")
def cluster() -> Iterator[LocalCluster]:
    pytest.importorskip("ray")
    with local_cluster() as found:
        yield found


def until(done: Callable[[], bool]) -> None:
    limit = time.monotonic() + LONG
    while not done():
        assert time.monotonic() < limit
        time.sleep(0.05)


async def soon(done: Callable[[], bool]) -> None:
    async with asyncio.timeout(LONG):
        while not done():
            await asyncio.sleep(0.05)


def story(
    address: str, scene: Callable[[RayPool, BotPool, BotPool], Awaitable[None]], servers: int = 1
) -> None:
    """Two pools of a server, for tables and for reviews, with its actors."""

    async def whole() -> None:
        ray = RayPool(address, servers=lambda: servers)
        tables, reviews = BotPool(1, ray=ray), BotPool(1, ray=ray)
        living = asyncio.create_task(ray.live_on())
        try:
            await soon(lambda: ray.ready == 2 // servers)
            await scene(ray, tables, reviews)
        finally:
            living.cancel()
            await asyncio.gather(living, return_exceptions=True)
            tables.close()
            reviews.close()

    asyncio.run(whole())


async def prepared(ray: RayPool, kind: Kind) -> None:
    """Until an actor knows a kind of tasks and is free."""
    ray.place(kind)
    await soon(lambda: ray.knows(kind) and all(actor.free for actor in ray.actors.values()))


def test_bots_and_judges_of_each_game_answer_as_at_home(cluster: LocalCluster) -> None:
    async def scene(ray: RayPool, tables: BotPool, reviews: BotPool) -> None:
        metrics.FAR.counts.clear()
        for name, game in GAMES.items():
            asked = first_question(game)
            await prepared(ray, (name, "novice"))
            assert await tables.ask("mika", asked, "novice", 7) == answer(asked, "novice", 7)
            if ladder_of(name).judge:
                await prepared(ray, (name, None))
                assert (await reviews.judge("mika", asked)).chances
        judges = sum(ladder_of(name).judge is not None for name in GAMES)
        assert judges >= 4
        assert metrics.FAR.counts == {"handed_out": len(GAMES) + judges, "answered": len(GAMES) + judges}
        assert not tables.all | reviews.all  # no local process was even started

    story(cluster.address, scene)


def test_reviews_wait_behind_tables(cluster: LocalCluster) -> None:
    async def scene(ray: RayPool, tables: BotPool, reviews: BotPool) -> None:
        asked, came = first_question(GAMES["okiya"]), list[str]()
        await prepared(ray, ("okiya", "novice"))
        for pool in (tables, reviews):
            await pool.turns.take("somebody")  # no local process is free

        async def ask(pool: BotPool, what: str) -> None:
            await pool.ask("mika", asked, "novice", 7)
            came.append(what)

        waiting = [asyncio.create_task(ask(reviews, "review")) for _ in range(4)]
        await asyncio.sleep(0)
        waiting += [asyncio.create_task(ask(tables, "table")) for _ in range(3)]
        await asyncio.gather(*waiting)
        assert came == ["review", "table", "table", "table", "review", "review", "review"]

    story(cluster.address, scene, servers=2)  # so this one has one actor


def test_a_cluster_of_this_machine_is_found(cluster: LocalCluster, monkeypatch: pytest.MonkeyPatch) -> None:
    """`auto`; and when the server has gone its actors are gone."""
    monkeypatch.setenv("RAY_ADDRESS", f"127.0.0.1:{cluster.port}")

    async def scene(ray: RayPool, tables: BotPool, _reviews: BotPool) -> None:
        await prepared(ray, ("okiya", "novice"))
        assert 0 <= await tables.ask("mika", first_question(GAMES["okiya"]), "novice", 7) < 12
        assert len(cluster.actors()) == 2

    story("auto", scene)
    until(lambda: not cluster.actors())


def test_another_release_is_refused_in_words(cluster: LocalCluster, tmp_path: Path) -> None:
    """The server believes to be another one."""
    about = tmp_path / "hanamachi-9.9.dist-info"
    about.mkdir()
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: hanamachi\nVersion: 9.9\n")
    command = [sys.executable, "-m", "hanamachi", "serve", "--lang", "en", "--bots", cluster.address]
    env = {**os.environ, "PYTHONPATH": str(tmp_path), "XDG_DATA_HOME": str(tmp_path)}
    ended = subprocess.run(command, env=env, capture_output=True, text=True, timeout=LONG, check=False)
    assert ended.returncode == 2
    assert "A node of the Ray cluster has hanamachi" in ended.stderr
    assert "this server 9.9: both must be the same." in ended.stderr


def handed_out() -> int:
    return metrics.FAR.counts["handed_out"]


def test_a_node_killed_in_mid_thought_and_a_cluster_lost_cost_no_game(
    cluster: LocalCluster, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)
    metrics.RAY_LOST.counts.clear()
    house = Server(Store(str(tmp_path / "house.db")), "127.0.0.1", None, Limits(), bots=cluster.address)
    with TestClient(app_of(house), base_url=HOST) as client:
        ray = house.engines.ray
        until(lambda: ray.ready == 2)
        assert client.get("/readyz").json()["bots_run_in"] == f"the Ray cluster at {cluster.address}"
        mika = guest(client, "Mika")
        table = open_table(client, mika, seats=[{"kind": "me"}, {"kind": "bot", "level": "novice"}])
        with client.websocket_connect("/ws", headers=mika) as socket:
            seat = Seat(socket, table, 0)
            seat.until(lambda told: told.get("choices"))
            seat.play()
            seat.until(lambda told: told.get("choices"))
            until(lambda: ray.knows(("okiya", "novice")) and all(actor.free for actor in ray.actors.values()))
            before = handed_out()
            for pid in cluster.actors():
                os.kill(pid, signal.SIGSTOP)  # they think for long
            seat.play()
            until(lambda: handed_out() == before + 1)
            began = time.monotonic()
            cluster.kill_node()
            seat.until(lambda told: told.get("choices"))
            assert time.monotonic() - began < house.engines.bots.seconds
            assert client.get("/readyz").json()["bots_run_in"] == f"the Ray cluster at {cluster.address}"
            cluster.kill()
            until(lambda: ray.state == "lost")
            ready = client.get("/readyz")
            assert ready.status_code == 200
            expected = f"local processes, the Ray cluster at {cluster.address} is lost"
            assert ready.json()["bots_run_in"] == expected
            seat.play()
            seat.until(lambda told: told.get("choices") or told.get("result"))
    assert metrics.RAY_LOST.counts == {"": 1}
    assert caplog.text.count("is lost, bots run in local processes") == 1
