"""Show a user's new name at once, and further new names of the same user together, a moment later."""

import asyncio
from collections.abc import Awaitable, Callable, Collection

from hanamachi.server.live.registry import RoomRegistry
from hanamachi.server.notifications.my_tables_feed import MyTablesFeeds
from hanamachi.server.runtime import monotonic

INTERVAL = 3.0  # seconds between two updates of one user's name


Show = Callable[[str, Collection[str]], Awaitable[None]]


async def show_name(
    rooms: RoomRegistry, my_tables: MyTablesFeeds, user: str, tables: Collection[str]
) -> None:
    """Show what a user is called now wherever they sit, and in lists that contain these tables."""
    await rooms.reload(user, tables)
    my_tables.update_shown(set(tables))


async def show_joined(
    rooms: RoomRegistry, my_tables: MyTablesFeeds, guest: str, member: str, tables: Collection[str]
) -> None:
    """Show a member wherever a guest sat who was joined to them, and in both lists."""
    await show_name(rooms, my_tables, guest, tables)
    for table in tables:
        my_tables.update(table, member)


class Renames:
    """`show` shows the present name of a user at these tables."""

    def __init__(self, show: Show) -> None:
        self.show = show
        self.pauses: dict[str, asyncio.Task[None]] = {}
        self.untold: dict[str, set[str]] = {}

    async def rename(self, user: str, tables: Collection[str]) -> None:
        """Show the new name now, unless another one of this user was shown just before."""
        if user in self.pauses:
            self.untold.setdefault(user, set()).update(tables)
            return
        pause = self.pauses[user] = asyncio.create_task(self._pause(user))
        pause.add_done_callback(lambda _: self.pauses.pop(user))
        await self.show(user, tables)

    async def _pause(self, user: str) -> None:
        await monotonic.sleep(INTERVAL)
        while (tables := self.untold.pop(user, None)) is not None:
            await self.show(user, tables)
            await monotonic.sleep(INTERVAL)

    async def close(self) -> None:
        pauses = list(self.pauses.values())
        for pause in pauses:
            pause.cancel()
        await asyncio.gather(*pauses, return_exceptions=True)
