"""`hanamachi serve --workers 2` as processes: what is refused, who dies is replaced, and all are replaced by and by."""

import asyncio
import os
import random
import signal
from argparse import Namespace
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from hanamachi.cli import main
from hanamachi.cli.support.foreman import Foreman
from hanamachi.server.runtime.limits import Limits
from tests.postgres import Postgres
from tests.storm.serving import SERVE, Served, command
from tests.storm.tables import Plan, open_table

LONG = 180.0  # seconds after which what should happen will not happen any more


@pytest.mark.parametrize(
    ("flags", "said"),
    [
        (["--workers", "2"], "Several workers need PostgreSQL"),
        (["--workers", "2", "--database", "house.db"], "A SQLite file is for one process"),
        (["--workers", "0"], "at least one worker"),
        (["--workers", "many"], "--workers"),
    ],
)
def test_several_workers_need_a_database_that_they_can_share(
    flags: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["serve", "--lang", "en", *flags])
    assert ended.value.code == 2
    assert said in capsys.readouterr().err


class Crew(Served):
    """Two workers and their foreman."""

    def ended(self) -> int:
        """How it ended by itself."""
        assert self.process is not None
        code = self.process.wait(LONG)
        assert self.process.stdin is not None
        self.process.stdin.close()
        self.process = None
        return code

    def processes(self) -> list[int]:
        """The workers, the eldest first; their own thinkers are children of theirs."""
        found = Path(f"/proc/{self.pid}/task/{self.pid}/children").read_text().split()
        return [int(pid) for pid in found if "spawn_main" in command(pid)]


@pytest.fixture(scope="module")
def served(postgres: Postgres, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Crew]:
    with postgres.fresh("newest") as url:
        crew = Crew(tmp_path_factory.mktemp("crew") / "house.db", (*SERVE, "--workers", "2"), url=url)
        try:
            yield crew
        finally:
            crew.kill()


@pytest.fixture
def crew(served: Crew) -> Crew:
    """It may have been closed by the test before."""
    if served.process is None:
        served.start()
    return served


async def until(done: Callable[[], bool]) -> None:
    async with asyncio.timeout(LONG):
        while not done():
            await asyncio.sleep(0.02)


def test_the_address_is_printed_once_when_a_worker_is_open(crew: Crew) -> None:
    said = f"http://localhost:{crew.port}"
    asyncio.run(until(lambda: said in crew.log.read_text()))
    assert crew.answers()
    assert crew.log.read_text().count(said) == 1


def test_a_worker_that_dies_is_replaced_and_games_go_on(crew: Crew) -> None:
    async def story() -> None:
        await until(lambda: len(crew.processes()) == 2)
        before = crew.processes()
        table = await open_table((crew.port,), Plan("okiya", ("me", "bot")), 0, random.Random(1))
        living = [asyncio.create_task(guest.live()) for guest in table.guests]
        os.kill(before[0], signal.SIGKILL)
        await until(lambda: len(crew.processes()) == 2 and before[0] not in crew.processes())
        async with asyncio.timeout(LONG):
            await asyncio.gather(*living)
        assert [guest.wrong for guest in table.guests] == [[]]

    asyncio.run(story())


def test_all_workers_are_replaced_one_by_one_and_no_move_is_lost(crew: Crew) -> None:
    """SIGHUP: a new worker opens, then the old one sends its guests on, and they play on elsewhere."""

    async def story() -> None:
        await until(lambda: len(crew.processes()) == 2)
        before, plan = crew.processes(), Plan("okiya", ("me", "open"), gallery=1)
        table = await open_table((crew.port,), plan, 0, random.Random(2))
        late = table.players[1]  # until they come the game cannot end
        here = [asyncio.create_task(guest.live()) for guest in table.guests if guest is not late]
        await until(lambda: all(guest.seq for guest in table.guests if guest is not late))
        os.kill(crew.pid, signal.SIGHUP)
        await until(lambda: len(crew.processes()) == 2 and not set(before) & set(crew.processes()))
        async with asyncio.timeout(LONG):
            await asyncio.gather(late.live(), *here)
        assert [guest.wrong for guest in table.guests] == [[]] * 3
        assert all(guest.comings > 1 for guest in table.guests if guest is not late)

    asyncio.run(story())


def test_whoever_is_told_to_close_says_so_to_its_guests(crew: Crew) -> None:
    """Code 1012, and everything ends in time."""

    async def story() -> int:
        url = f"ws://127.0.0.1:{crew.port}/ws"
        async with connect(url, ping_interval=None, proxy=None) as socket:
            os.kill(crew.pid, signal.SIGTERM)
            with pytest.raises(ConnectionClosed) as closed:
                await asyncio.wait_for(socket.recv(), LONG)
            assert closed.value.rcvd is not None
            return closed.value.rcvd.code

    assert asyncio.run(story()) == 1012
    assert crew.ended() == 0


class StillOpening:
    """A worker that does not open. Meanwhile the server is told to end."""

    def __init__(self, foreman: Foreman) -> None:
        self.foreman, self.process, self.number, self.ends = foreman, Mock(), 0, 0

    def opens(self, seconds: float) -> bool:
        self.foreman._end()
        return False

    def end(self) -> None:
        self.ends += 1


def test_a_server_that_is_to_end_replaces_no_further_worker() -> None:
    foreman = Foreman(Namespace(host="127.0.0.1", port=0, workers=2), Limits(), lambda: None)
    started: list[StillOpening] = []

    def start(number: int) -> Any:
        started.append(StillOpening(foreman))
        return started[-1]

    foreman._start = start  # type: ignore[method-assign]
    old: list[Any] = [StillOpening(foreman), StillOpening(foreman)]
    foreman.workers = list(old)
    foreman._replace_all()
    foreman.door.close()
    assert foreman.workers == old
    assert [worker.ends for worker in started] == [1]
    assert [worker.ends for worker in old] == [0, 0]


def test_no_worker_outlives_its_foreman(crew: Crew) -> None:
    async def story() -> None:
        await until(lambda: len(crew.processes()) == 2)
        workers = crew.processes()
        crew.kill()
        await until(lambda: not any(command(str(pid)) for pid in workers))

    asyncio.run(story())
