"""Health that does not lie."""

import asyncio
from pathlib import Path
from typing import Any

import pytest
from starlette.applications import Starlette
from starlette.routing import Route
from starlette.testclient import TestClient

from hanamachi.server.edge import health
from hanamachi.server.edge.health import Health


class Store:
    """A store that can break."""

    def __init__(self) -> None:
        self.writes, self.error = 0, None
        self.hangs = False

    error: Exception | None

    async def breathe(self) -> None:
        self.writes += 1
        if self.error:
            raise self.error
        if self.hangs:
            await asyncio.sleep(3600)


class Clock:
    now = 10.0

    def __call__(self) -> float:
        return self.now


def house(store: Store, folder: Path | None = None, least: int = 0, clock: Clock | None = None) -> TestClient:
    levels = {"okiya": {"perfect": "waking"}}
    found = Health(store.breathe, folder, least, lambda: levels, clock or Clock(), lambda: "local processes")
    return TestClient(Starlette(routes=[Route("/healthz", found.alive), Route("/readyz", found.ready)]))


def test_alive_is_alive_whatever_the_disk_does() -> None:
    store = Store()
    store.error = OSError(28, "No space left on device")
    assert house(store).get("/healthz").json() == {"alive": True, "program": "hanamachi"}


def test_ready_means_that_a_write_was_done(tmp_path: Path) -> None:
    store = Store()
    answer = house(store, tmp_path).get("/readyz")
    assert answer.status_code == 200
    assert 0 <= answer.json()["disk"] <= 1
    assert answer.headers["cache-control"] == "no-store"
    assert store.writes == 1
    assert house(store).get("/readyz").json() == {
        "disk": None,
        "bots": {"okiya": {"perfect": "waking"}},
        "bots_run_in": "local processes",
    }


@pytest.mark.parametrize("error", [OSError(28, "No space left"), ValueError("file is not a database")])
def test_a_house_that_cannot_write_is_not_ready(error: Exception) -> None:
    """M5: `healthy: true` with a full disk, a locked and a malformed database."""
    store = Store()
    store.error = error
    answer = house(store).get("/readyz?lang=pl")
    assert (answer.status_code, answer.json()["reason"]) == (503, "not_writing")
    assert answer.json()["sentence"].startswith("Serwer nie może")


def test_nor_is_one_that_waits_for_its_disk(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(health, "WRITE_SECONDS", 0.01)
    store = Store()
    store.hangs = True
    answer = house(store).get("/readyz")
    assert (answer.status_code, answer.json()["reason"]) == (503, "slow_disk")


def test_nor_is_one_whose_disk_is_almost_full(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    disk: Any = type("Disk", (), {"total": 1 << 40, "free": 5 << 20})
    monkeypatch.setattr("shutil.disk_usage", lambda _folder: disk)
    answer = house(Store(), tmp_path, 1 << 26).get("/readyz")
    assert (answer.status_code, answer.json()["sentence"]) == (503, "The disk is almost full: 5 MB left.")


def test_who_asks_often_causes_one_write_a_second() -> None:
    store, clock = Store(), Clock()
    with house(store, clock=clock) as client:
        assert {client.get("/readyz").status_code for _ in range(20)} == {200}
        assert store.writes == 1
        clock.now += 1
        client.get("/readyz")
    assert store.writes == 2
