"""A table and a bot that has to be woken: the game waits, everybody is told, and nobody becomes `random`."""

import asyncio
import logging
import threading
from collections.abc import Iterator
from typing import Any

import pytest
from starlette.testclient import TestClient

from hanamachi.core import record
from hanamachi.core.log import BotTakes
from hanamachi.games import GAMES
from hanamachi.server.app import make_app
from hanamachi.server.engines.bot_pool import BotPool, TaskFailed
from hanamachi.server.engines.tasks import Kind, Preparation, Question
from hanamachi.server.engines.warmup import WarmUp
from hanamachi.server.engines.warmup_times import WarmupTimes
from hanamachi.server.tables import transitions
from hanamachi.server.tables.time_control import Live
from tests.postgres import Postgres
from tests.server.cluster.test_worker import worker
from tests.server.engines.test_warmup import Pool
from tests.server.live.test_durability import Scene, scene
from tests.server.support.idle import at_rest, until
from tests.server.support.visitors import HOST, Seat, finish, guest, open_table

ME_AND_PERFECT = [{"kind": "me"}, {"kind": "bot", "level": "perfect"}]


class Bots:
    """Bots that sleep until the test wakes them, and choose the first move, but for levels that are lost."""

    def __init__(self, patch: pytest.MonkeyPatch) -> None:
        self.awake = threading.Event()
        self.ready: set[Kind] = set()
        self.lost: set[str] = set()
        self.asked: list[str] = []
        bots = self

        async def prepare(_self: BotPool, _who: str, kind: Kind) -> Preparation:
            await asyncio.to_thread(bots.awake.wait, 20)
            bots.ready.add(kind)
            return Preparation(7.0, compiled=True)

        async def ask(_self: BotPool, _who: str, _question: Question, level: str, _seed: int) -> int:
            bots.asked.append(level)
            if level in bots.lost:
                raise TaskFailed("the worker failed: RuntimeError")
            return 0

        patch.setattr(BotPool, "prepare", prepare)
        patch.setattr(BotPool, "is_prepared", lambda _self, kind: kind in bots.ready)
        patch.setattr(BotPool, "ask", ask)


@pytest.fixture
def bots(monkeypatch: pytest.MonkeyPatch) -> Bots:
    return Bots(monkeypatch)


@pytest.fixture
def house(database: str, bots: Bots) -> Iterator[TestClient]:
    with TestClient(make_app(database), HOST) as client:
        yield client
        bots.awake.set()


def waking(message: Any) -> bool:
    return bool(message["waking"])


def started(message: Any) -> bool:
    return bool(message["table"]["started"])


def test_a_game_waits_until_its_bot_is_awake_and_begins_by_itself(house: TestClient, bots: Bots) -> None:
    mika = guest(house, "Mika")
    table = open_table(house, mika, seats=ME_AND_PERFECT)
    with house.websocket_connect("/ws", headers=mika) as socket:
        seat = Seat(socket, table, 0)
        assert seat.until(waking)["waking"] == {"level": "perfect", "left": None}  # never measured here
        assert not started(seat.last)
        assert house.get("/readyz").json()["bots"]["okiya"]["perfect"] == "waking"
        bots.awake.set()
        assert seat.until(started)["waking"] is None
        finish(seat)
    assert house.get("/readyz").json()["bots"]["okiya"]["perfect"] == "ready"
    assert set(bots.asked) == {"perfect"}


def test_a_table_says_how_long_it_takes_and_can_be_called_off(
    house: TestClient, bots: Bots, database: str
) -> None:
    """The time is that of the last time, which the next server knows, too."""
    mika = guest(house, "Mika")
    bots.awake.set()
    with house.websocket_connect("/ws", headers=mika) as socket:
        Seat(socket, open_table(house, mika, seats=ME_AND_PERFECT), 0).until(started)
    bots.awake.clear()
    bots.ready.clear()
    table = open_table(house, mika, seats=ME_AND_PERFECT)
    with house.websocket_connect("/ws", headers=mika) as socket:
        seat = Seat(socket, table, 0)
        told = seat.until(lambda message: waking(message) and message["waking"]["left"])
        assert 0 < told["waking"]["left"] <= 14_000  # twice 7 s: compiled, then loaded
        assert house.post(f"/api/tables/{table}/call-off", headers=mika).status_code == 200
        off = seat.until(lambda message: message["table"]["seats"][0]["kind"] == "closed")
        assert off["waking"] is None


def test_a_game_that_is_played_on_waits_for_its_bot(house: TestClient, bots: Bots) -> None:
    mika = guest(house, "Mika")
    table = open_table(house, mika)
    with house.websocket_connect("/ws", headers=mika) as socket:
        finish(Seat(socket, table, 0))
    wish = {"seq": 20, "seat": 0, "level": "perfect"}
    other = house.post(f"/api/tables/{table}/play-on", json=wish, headers=mika).json()["id"]
    with house.websocket_connect("/ws", headers=mika) as socket:
        seat = Seat(socket, other, 0)
        assert not started(seat.until(waking))
        bots.awake.set()
        seat.until(started)
        finish(seat)


def test_a_bot_that_gives_no_answer_gives_way_to_the_next_lower_level_that_does(
    house: TestClient, bots: Bots, caplog: pytest.LogCaptureFixture
) -> None:
    bots.awake.set()
    bots.lost = {"perfect", "adept"}
    mika = guest(house, "Mika")
    table = open_table(house, mika, seats=ME_AND_PERFECT)
    with house.websocket_connect("/ws", headers=mika) as socket, caplog.at_level(logging.ERROR):
        seat = Seat(socket, table, 0)
        seat.until(started)
        finish(seat)
        told = "The bot for Perfect does not answer. A lower level takes over: Student."
        assert seat.notices == [told]
        said = [frame["line"]["said"] for frame in Seat(socket, table, 0).last["frames"]]
        assert said.count(told) == 1
    snapshot = record.read(house.get(f"/api/tables/{table}/record").content, GAMES)
    assert [row.level for row in snapshot.log if isinstance(row, BotTakes)] == ["perfect", "student"]
    assert bots.asked[:7] == [*["perfect"] * 3, *["adept"] * 3, "student"]
    assert [each.getMessage() for each in caplog.records if "gives no answer" in each.getMessage()] == [
        "the bot okiya perfect gives no answer (the worker failed: RuntimeError); student plays on"
    ]


def test_watchers_at_another_worker_wait_for_the_bot_too(bots: Bots, postgres: Postgres) -> None:
    """One of the workers wakes the bot and begins the game; all tell of it."""
    with postgres.fresh("newest") as url, worker(url) as one, worker(url) as other:
        mika, stranger = guest(one.client, "Mika"), guest(other.client, "Aki")
        table = open_table(one.client, mika, seats=ME_AND_PERFECT)
        with one.seat(mika, table, 0) as a, other.seat(stranger, table, None) as b:
            for seat in (a, b):
                assert seat.until(waking)["waking"]["level"] == "perfect"
                assert not started(seat.last)
            bots.awake.set()
            for seat in (a, b):
                seat.until(started)
        bots.awake.set()


# A bot that comes later.


class Asleep:
    """A table of two people, with bots that the test wakes."""

    def __init__(self, here: Scene) -> None:
        self.here, self.pool = here, Pool()
        self.pool.held.clear()
        asking = here.server.automation
        asking.bots.warmup = WarmUp(self.pool, self.pool, WarmupTimes())
        asking.bots.pool = self  # type: ignore[assignment]
        self.asked: list[str] = []

    async def ask(self, _who: str, _question: Question, level: str, _seed: int) -> int:
        self.asked.append(level)
        return 0

    async def bot_comes(self) -> None:
        await self.here.room.change(transitions.bot_takes(self.here.actor, "perfect"))

    async def told(self) -> list[Any]:
        return [(await ear.news())["waking"] for ear in self.here.ears]


def test_a_bot_that_comes_later_is_woken_and_everybody_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hanamachi.server.live.bot_players.NOTICED", 0.0)

    async def story() -> None:
        async with scene(clock=Live(60)) as here:
            asleep, seq = Asleep(here), here.snapshot.seq
            await asleep.bot_comes()
            await until(lambda: here.snapshot.side.waking is not None)
            assert await asleep.told() == [{"level": "perfect", "left": None}] * 3
            assert here.snapshot.clocks is None or here.snapshot.clocks.running is None  # nobody is charged
            assert not asleep.asked
            asleep.pool.held.set()
            await until(lambda: here.snapshot.seq > seq + 1)
            assert asleep.asked == ["perfect"]
            assert await asleep.told() == [None] * 3

    asyncio.run(story())


def test_who_comes_back_while_the_bot_wakes_has_the_seat(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hanamachi.server.live.bot_players.NOTICED", 0.0)

    async def story() -> None:
        async with scene() as here:
            asleep, seat = Asleep(here), here.actor
            await asleep.bot_comes()
            await until(lambda: here.snapshot.side.waking is not None)
            await here.room.change(transitions.come_back(f"guest{seat}"))
            asleep.pool.held.set()
            await until(lambda: here.snapshot.side.waking is None)
            await at_rest()
            assert here.snapshot.table.actor == seat
            assert seat not in here.snapshot.table.bots
            await here.move()

    asyncio.run(story())
