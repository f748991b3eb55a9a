"""Whatever a house is called, Starlette's test client calls it testserver when it opens a socket. And it is known
when a house rests: rooms do not linger, so that each request sees what a test wrote into the database. Commits do
not wait for one another, which would only cost time. What many houses would do anew is done once: their SQL is
compiled, and the puzzles are read."""

from collections.abc import Iterator
from functools import cache

import pytest

from hanamachi.puzzles.puzzle import read
from tests.server.support.compiled import compile_once
from tests.server.support.idle import watch_threads


@pytest.fixture(scope="session", autouse=True)
def _testserver() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("hanamachi.server.runtime.origins.gethostname", lambda: "testserver")
        patch.setattr("hanamachi.server.live.lingering_rooms.SECONDS", 0.0)
        patch.setattr("hanamachi.server.db.connection.SPACING", 0.0)
        watch_threads(patch)
        compile_once(patch)
        patch.setattr("hanamachi.puzzles.puzzle.read", cache(read))
        yield
