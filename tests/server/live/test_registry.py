"""Rooms in memory: one that nobody needs any longer is freed at once, not when a collector comes by."""

import asyncio
import gc
from random import Random
from types import SimpleNamespace
from weakref import ref

import pytest

from hanamachi.core.conformance import random_story
from hanamachi.games import GAMES
from hanamachi.server.app import TableServices
from tests.script import Script
from tests.server.support.memory_store import InMemory
from tests.server.support.wiretap import TABLE, seated, wanted


def test_a_room_that_is_left_is_freed_without_the_garbage_collector(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        "hanamachi.server.live.registry.SETTLED", 0.01
    )  # a room is held so long after it was opened

    async def visited() -> object:
        server = TableServices(InMemory(), GAMES, SimpleNamespace())  # type: ignore[arg-type]
        okiya = GAMES["okiya"]
        moves = random_story(okiya, 2, okiya.options(), Random(1), limit=100).moves
        await server.store.add_table(TABLE, *wanted(okiya, 2))
        async with server.rooms.visit(TABLE) as room:
            await seated(server, room, Script(moves))
            snapshot = ref(room)
        del room
        await asyncio.sleep(0.1)
        assert TABLE not in server.rooms.rooms
        await server.close()
        return snapshot()

    gc.collect()
    gc.disable()
    try:
        assert asyncio.run(visited()) is None
    finally:
        gc.enable()
