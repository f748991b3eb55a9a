"""The street is live: a guest hears which of their tables changed, whether they watch one or not."""

import asyncio
from collections.abc import Callable, Iterable

from hanamachi.server.runtime import monotonic
from hanamachi.server.tables.changes import changes_lists
from hanamachi.server.tables.events import TableChanged, TableOpened
from hanamachi.server.tables.model import SeatHolder

PAUSE = 1.0  # seconds between two messages to one socket


class MyTablesFeed:
    """What one socket has not heard yet."""

    def __init__(self, lang: str, wake: Callable[[], None]) -> None:
        self.lang, self.wake = lang, wake
        self.changed: set[str] = set()
        self.shown: set[str] = set()  # the tables that this socket was told of
        self.last = monotonic.now() - PAUSE
        self.due: asyncio.TimerHandle | None = None
        self.ready = False

    def stir(self, table: str) -> None:
        self.changed.add(table)
        if self.due is None:
            wait = max(0.0, self.last + PAUSE - monotonic.now())
            self.due = asyncio.get_running_loop().call_later(wait, self._tell)

    def _tell(self) -> None:
        self.due, self.last, self.ready = None, monotonic.now(), True
        self.wake()

    def take(self) -> set[str]:
        """The tables that changed since this was last asked."""
        changed, self.changed, self.ready = self.changed, set(), False
        return changed

    def show(self, changed: set[str], listed: set[str]) -> list[str]:
        """These are in its list now. Those that changed and are there no more."""
        gone = (changed & self.shown) - listed
        self.shown = (self.shown | listed) - gone
        return sorted(gone)

    def close(self) -> None:
        if self.due:
            self.due.cancel()


class MyTablesFeeds:
    def __init__(self) -> None:
        self.of: dict[str, set[MyTablesFeed]] = {}

    def enter(self, guest: str, street: MyTablesFeed) -> None:
        self.of.setdefault(guest, set()).add(street)

    def leave(self, guest: str, street: MyTablesFeed) -> None:
        street.close()
        here = self.of.get(guest, set())
        here.discard(street)
        if not here:
            self.of.pop(guest, None)

    def table_changed(self, event: TableChanged) -> None:
        """Update the lists in which a commit of this worker is seen. The cluster tells of
        those of other workers, also at tables that are not open here."""
        if event.origin == "here" and changes_lists(event.before, event.after):
            self.stir(event.table, event.after.seats)

    def table_opened(self, event: TableOpened) -> None:
        self.stir(event.table, event.snapshot.seats)

    def stir(self, table: str, seats: Iterable[SeatHolder]) -> None:
        """Whoever sits there hears of it, and whoever sat there."""
        for guest in {held.guest for held in seats if held.guest} | self.showing({table}):
            self.stir_one(table, guest)

    def showing(self, tables: set[str]) -> set[str]:
        """The guests who have one of these tables in a list."""
        return {guest for guest, here in self.of.items() if any(street.shown & tables for street in here)}

    def stir_lists(self, tables: set[str]) -> None:
        """Whoever has some of these tables in a list hears of them."""
        for street in [street for here in self.of.values() for street in here]:
            for table in street.shown & tables:
                street.stir(table)

    def stir_one(self, table: str, guest: str) -> None:
        for street in self.of.get(guest, ()):
            street.stir(table)
