"""The one writer: how writes share a commit."""

import asyncio
from functools import partial
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

from hanamachi.server.db import connection
from hanamachi.server.db.connection import Database
from hanamachi.server.db.group_commit import PendingWrite


def write(name: str, _: sa.Connection) -> str:
    return name


def test_writes_that_come_soon_after_a_commit_share_the_next_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def run() -> tuple[list[int], list[str]]:
        database = Database(str(tmp_path / "house.db"))
        await database.open()
        batches: list[int] = []
        commit = database.commits.write

        def counted(batch: list[PendingWrite]) -> list[Any]:
            batches.append(len(batch))
            return commit(batch)

        database.commits.write = counted  # type: ignore[method-assign,assignment]
        pausing, over = asyncio.Event(), asyncio.Event()

        async def pause(_: float) -> None:
            pausing.set()
            await over.wait()

        answers = [await database.write(partial(write, "first, at once"))]
        monkeypatch.setattr(asyncio, "sleep", pause)
        second = asyncio.create_task(database.write(partial(write, "second")))
        await pausing.wait()
        third = asyncio.create_task(database.write(partial(write, "third")))
        asyncio.get_running_loop().call_soon(over.set)
        answers += await asyncio.gather(second, third)
        await database.close()
        return batches, answers

    monkeypatch.setattr(connection, "SPACING", 3600.0)
    assert asyncio.run(run()) == ([1, 2], ["first, at once", "second", "third"])
