"""Work on long logs in one thread of their own, so that all other work finds a free one.

A game of some thousand rows takes seconds to rehydrate.
"""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import TypeVar

LONG = 1_000  # rows
THREAD = ThreadPoolExecutor(1, thread_name_prefix="long")

Found = TypeVar("Found")


async def in_thread(rows: int, work: Callable[..., Found], *given: object) -> Found:
    """Run work on a log of so many rows in a thread. Long ones come one after the other. Without rows there
    is next to nothing to do."""
    if not rows:
        return work(*given)
    if rows < LONG:
        return await asyncio.to_thread(work, *given)
    return await asyncio.get_running_loop().run_in_executor(THREAD, partial(work, *given))
