"""Whatever a house is called, Starlette's test client calls it testserver when it opens a socket. And it is known
when a house rests: rooms do not linger, so that each request sees what a test wrote into the database. Commits do
not wait for one another, which would only cost time. What many houses would do anew is done once: their SQL is
compiled, the puzzles are read, and processes for bots are started."""

from collections.abc import Iterator

import pytest

from hanamachi.core.game import Game
from hanamachi.puzzles.puzzle import Puzzle, read
from tests.server.support.idle import watch_threads
from tests.server.support.once.sql import compile_once
from tests.server.support.once.workers import kept_workers

READ: dict[tuple[bytes, str, int], list[Puzzle]] = {}


def read_once(data: bytes, game: Game) -> list[Puzzle]:
    key = data, game.name, game.version
    if key not in READ:
        READ[key] = read(data, game)
    return READ[key]


@pytest.fixture(scope="session", autouse=True)
def _testserver() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch, kept_workers():
        patch.setattr("hanamachi.server.runtime.origins.gethostname", lambda: "testserver")
        patch.setattr("hanamachi.server.live.lingering_rooms.SECONDS", 0.0)
        patch.setattr("hanamachi.server.db.connection.SPACING", 0.0)
        watch_threads(patch)
        compile_once(patch)
        patch.setattr("hanamachi.puzzles.puzzle.read", read_once)
        yield
