"""Send the list of the user's tables to one connection: all of them once, then those that changed."""

import contextlib

from hanamachi.core.words import Refusal
from hanamachi.server.edge.sockets.outbox import Outbox
from hanamachi.server.notifications.my_tables_feed import MyTablesFeed, MyTablesFeeds
from hanamachi.server.protocol.messages import MyTables
from hanamachi.server.runtime.uptime import Uptime
from hanamachi.server.storage.game_lists import one_of_mine
from hanamachi.server.storage.store import Store

NEWEST_TABLES = 50  # of a user, in the first message


class MyTablesSubscription:
    """The list of a user's tables as one connection shows it."""

    def __init__(
        self, outbox: Outbox, guest: str, feeds: MyTablesFeeds, store: Store, uptime: Uptime
    ) -> None:
        self.outbox, self.guest, self.feeds = outbox, guest, feeds
        self.store, self.uptime = store, uptime
        self.feed: MyTablesFeed | None = None

    async def subscribe(self, lang: str) -> None:
        self.unsubscribe()
        self.feed = MyTablesFeed(lang, self.outbox.wake)
        self.feeds.subscribe(self.guest, self.feed)
        await self._send(self.feed)

    def unsubscribe(self) -> None:
        if self.feed:
            self.feeds.unsubscribe(self.guest, self.feed)
            self.feed = None

    async def send(self) -> None:
        """Send what changed. If the list cannot be read now, it is sent with the next change."""
        if self.feed and self.feed.ready:
            with contextlib.suppress(Refusal):
                await self._send(self.feed)

    async def _send(self, feed: MyTablesFeed) -> None:
        changed, guest = feed.take(), self.guest
        try:
            found = await self.store.tables_of(guest, NEWEST_TABLES, only=changed) if guest else []
        except Refusal:
            for table in changed:
                feed.add(table)
            raise
        now, gone = self.uptime.now(), feed.show(changed, {one.id for one in found})
        self.outbox.add(MyTables([one_of_mine(one, guest, feed.lang, now) for one in found], gone))
