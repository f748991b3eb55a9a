"""Tells of a user's new name at once, and of the next ones together, a moment later."""

import asyncio
from collections.abc import Awaitable, Callable, Collection

from hanamachi.server.runtime import monotonic

PAUSE = 3.0  # seconds between two tellings of one user's name

Tell = Callable[[str, Collection[str]], Awaitable[None]]


class Renames:
    """`tell`: to everybody who sees this user at one of these tables."""

    def __init__(self, tell: Tell) -> None:
        self.tell = tell
        self.pauses: dict[str, asyncio.Task[None]] = {}
        self.untold: dict[str, set[str]] = {}

    async def rename(self, user: str, tables: Collection[str]) -> None:
        """Tell it now, unless a name of this user was told just before."""
        if user in self.pauses:
            self.untold.setdefault(user, set()).update(tables)
            return
        pause = self.pauses[user] = asyncio.create_task(self._pause(user))
        pause.add_done_callback(lambda _: self.pauses.pop(user))
        await self.tell(user, tables)

    async def _pause(self, user: str) -> None:
        await monotonic.sleep(PAUSE)
        while (tables := self.untold.pop(user, None)) is not None:
            await self.tell(user, tables)
            await monotonic.sleep(PAUSE)

    async def close(self) -> None:
        pauses = list(self.pauses.values())
        for pause in pauses:
            pause.cancel()
        await asyncio.gather(*pauses, return_exceptions=True)
