"""Keep the list of a user's tables on the home page live: tell each connection which of them changed."""

import asyncio
from collections.abc import Callable, Iterable

from hanamachi.server.runtime import monotonic
from hanamachi.server.tables.changes import changes_lists
from hanamachi.server.tables.events import TableChanged, TableOpened
from hanamachi.server.tables.model import SeatHolder

SEND_INTERVAL = 1.0  # seconds between two messages to one connection


class MyTablesFeed:
    """The changes that one connection was not told yet. `wake` is called when it is time to send them."""

    def __init__(self, lang: str, wake: Callable[[], None]) -> None:
        self.lang, self.wake = lang, wake
        self.changed: set[str] = set()
        self.shown: set[str] = set()  # the tables in the list of this connection
        self.last = monotonic.now() - SEND_INTERVAL
        self.due: asyncio.TimerHandle | None = None
        self.ready = False

    def add(self, table: str) -> None:
        """Send this table with the next message."""
        self.changed.add(table)
        if self.due is None:
            wait = max(0.0, self.last + SEND_INTERVAL - monotonic.now())
            self.due = asyncio.get_running_loop().call_later(wait, self._send)

    def _send(self) -> None:
        self.due, self.last, self.ready = None, monotonic.now(), True
        self.wake()

    def take(self) -> set[str]:
        """Return the tables that changed since this was last called."""
        changed, self.changed, self.ready = self.changed, set(), False
        return changed

    def show(self, changed: set[str], listed: set[str]) -> list[str]:
        """Note which tables are listed now. Return those that changed and are not listed any more."""
        gone = (changed & self.shown) - listed
        self.shown = (self.shown | listed) - gone
        return sorted(gone)

    def close(self) -> None:
        if self.due:
            self.due.cancel()


class MyTablesFeeds:
    """The feeds of all connections at this worker, by user."""

    def __init__(self) -> None:
        self.of: dict[str, set[MyTablesFeed]] = {}

    def subscribe(self, guest: str, feed: MyTablesFeed) -> None:
        self.of.setdefault(guest, set()).add(feed)

    def unsubscribe(self, guest: str, feed: MyTablesFeed) -> None:
        feed.close()
        feeds = self.of.get(guest, set())
        feeds.discard(feed)
        if not feeds:
            self.of.pop(guest, None)

    def table_changed(self, event: TableChanged) -> None:
        """Update lists after a commit of this worker. After one of another worker the cluster calls `update`,
        also for tables that are not open here."""
        if event.origin == "here" and changes_lists(event.before, event.after):
            self.update_players(event.table, event.after.seats)

    def table_opened(self, event: TableOpened) -> None:
        self.update_players(event.table, event.snapshot.seats)

    def update_players(self, table: str, seats: Iterable[SeatHolder]) -> None:
        """Update a table in the lists of its players, and in all lists that show it."""
        for guest in {held.guest for held in seats if held.guest}:
            self.update(table, guest)
        self.update_shown({table})

    def update_shown(self, tables: set[str]) -> None:
        """Update these tables in every list that shows them."""
        for feed in [feed for feeds in self.of.values() for feed in feeds]:
            for table in feed.shown & tables:
                feed.add(table)

    def update(self, table: str, guest: str) -> None:
        """Update a table in a user's list."""
        for feed in self.of.get(guest, ()):
            feed.add(table)
