"""When a house in a test has nothing more to do by itself: no thread works for it, and no task is about to go on."""

import asyncio
from collections.abc import Callable
from typing import Any
from weakref import WeakSet

import pytest

TURNS = 40  # of the loop, in which a chain of tasks comes to its end
WORKING: WeakSet[asyncio.Future[Any]] = WeakSet()  # what was given to threads


def watch_threads(patch: pytest.MonkeyPatch) -> None:
    plain = asyncio.BaseEventLoop.run_in_executor

    def noted(loop: asyncio.BaseEventLoop, *given: Any) -> asyncio.Future[Any]:
        answer = plain(loop, *given)
        WORKING.add(answer)
        return answer

    patch.setattr(asyncio.BaseEventLoop, "run_in_executor", noted)


def threads_work() -> bool:
    loop = asyncio.get_running_loop()
    return any(each.get_loop() is loop and not each.done() for each in WORKING)


async def at_rest() -> None:
    """However long the threads take; no clock decides."""
    turns = 0
    while turns < TURNS:
        busy = threads_work()
        turns = 0 if busy else turns + 1
        await asyncio.sleep(0.001 if busy else 0)


async def until(sign: Callable[[], bool]) -> None:
    """For what the house itself waits for by the true clock."""
    async with asyncio.timeout(30):
        while not sign():
            await asyncio.sleep(0.005)
