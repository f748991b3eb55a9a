"""One table while somebody looks at it or waits for it: what is kept of it, and who is told.

There is one way to change a table. `change` works out what it would become, on a value that nobody else sees,
has that kept, and only then makes it the table's truth, tells it and wakes whoever is next. So a watcher can
be told only what is kept, whoever asks and whenever.
"""

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any, Protocol

import sqlalchemy as sa

from hanamachi.core.game import Seat
from hanamachi.core.log import Played
from hanamachi.core.table import Refused
from hanamachi.core.words import Refusal
from hanamachi.house import clock
from hanamachi.house.database import NotKept
from hanamachi.house.deeds import Deed, come_back, returning, stands
from hanamachi.house.folding import NotHere
from hanamachi.house.kept import Kept, Playing, Window, holds, may_watch, people_at, rows_after, seats_of
from hanamachi.house.pausing import Pause, round_ended
from hanamachi.house.presence import Presences, in_portions
from hanamachi.house.store import Raced
from hanamachi.house.telling import Card, Eyes, updates
from hanamachi.house.unkept import Asked, Unkept
from hanamachi.house.wire import encode

LONG = 40  # rows that are told aside, so that nobody waits for their words
FRESH = 0.05  # seconds for which the time that is left to a window need not be told anew
TRIES = 3

Also = Callable[[sa.Connection], Any]


class Watcher(Protocol):
    """Somebody who looks at a table. What is new is fetched when there is time to send it."""

    guest: str
    seat: Seat | None
    seq: int
    reads: bool  # is waited for between rounds

    @property
    def eyes(self) -> Eyes: ...
    def stir(self) -> None: ...  # the table is not as it was told
    def see(self) -> None: ...  # others came or went
    def decline(self, refusal: Refusal, /) -> None: ...  # something did not happen
    def notice(self, reason: str, seat: Seat, /) -> None: ...  # what a seat asked for was answered
    def turn_away(self) -> None: ...  # the table cannot be read: come back later


class Keeper(Protocol):
    """Where a room's table is kept, and what happens because it changed."""

    async def load(self, table: str, /) -> tuple[Kept, float]: ...
    async def keep(
        self, table: str, before: Kept, after: Kept, left: float, also: Also | None, /
    ) -> None: ...
    def attend(self, room: "Room", /) -> None: ...
    def drop(self, room: "Room", /) -> None: ...


class Room:
    def __init__(self, table: str, kept: Kept, keeper: Keeper, left: float = 0.0) -> None:
        self.id, self.kept, self.keeper = table, kept, keeper
        self.unkept = Unkept()
        self.lock = asyncio.Lock()
        self.watchers: set[Watcher] = set()
        self.presences = Presences(self)
        self.visits = 0  # requests that have to do with this table now
        self.tasks: set[asyncio.Task[Any]] = set()
        self.ends = clock.now() + left  # when the open window ends
        self.timed: int | None = None  # the question whose window somebody waits for
        self.thinking: int | None = None  # the question about which a bot thinks
        self.version = 0  # of all that can be told
        self.card = Card(table)
        self.told: dict[tuple[Eyes, int], tuple[bytes, float]] = {}
        self.telling: asyncio.Task[None] | None = None
        self.closed = False

    # One way to change.

    async def change(self, deed: Deed, *, aside: bool = False, also: Also | None = None) -> None:
        """Refused or IllegalMove: nothing happened. NotKept: nothing happened, and it may be tried again.

        It goes on to its end even if whoever wanted it is gone. `aside`: the deed is long work. `also`: what
        is written with it, or not at all."""
        await asyncio.shield(self.start(self._change(deed, aside=aside, also=also)))

    async def _change(self, deed: Deed, *, aside: bool = False, also: Also | None = None) -> None:
        async with self.lock:
            for _ in range(TRIES):
                if self.closed:
                    break
                before = self.kept
                after = await asyncio.to_thread(deed, before) if aside else deed(before)
                after = self.attended(after, before)
                if after is before or await self._keep(before, after, also):
                    return
        raise NotKept

    def attended(self, kept: Kept, before: Kept | None = None) -> Kept:
        """The table with the window that is due; while somebody reads how a round ended, none opens."""
        if not isinstance(kept, Playing) or kept.table.game.silence is None:
            return kept
        pausing = self.unkept.pause or (round_ended(before or kept, kept) and self.readers(kept))
        return kept.attended(frozenset() if pausing else self.reached(kept))

    def readers(self, kept: Playing) -> set[str]:
        """The guests who play here, look on, and say when they have read how a round ended."""
        playing = {kept.seats[seat].guest for seat in people_at(kept) if seat not in kept.table.bots}
        return {watcher.guest for watcher in self.watchers if watcher.reads and watcher.guest in playing}

    def reached(self, kept: Playing) -> frozenset[Seat]:
        """The seats that can be asked now. On a shared screen a player must have taken the screen."""
        watched = {watcher.seat for watcher in self.watchers} if is_shared(kept) else set()
        seats = enumerate(kept.seats)
        there = (s for s, held in seats if held.kind != "shared" or s in watched or s in kept.table.bots)
        return frozenset(there)

    async def _keep(self, before: Kept, after: Kept, also: Also | None) -> bool:
        """Whether it was kept. If that failed or is not known, what is there is read before anybody is told
        anything; if that is something else, the deed must be worked out again."""
        left = self.left_after(before, after)
        try:
            await self.keeper.keep(self.id, before, after, left, also)
        except (NotKept, Raced):
            found, left = await self._read_anew()
            if same(found, before):
                raise NotKept from None
            self._become(found, left)
            return same(found, after)
        self._become(after, left)
        return True

    async def _read_anew(self) -> tuple[Kept, float]:
        try:
            return await self.keeper.load(self.id)
        except Refusal:
            self.close()
            raise

    def _become(self, kept: Kept, left: float) -> None:
        before, self.kept = self.kept, kept
        if asked_at(before) != asked_at(kept):  # else not even a commit may move its end
            self.ends = clock.now() + left
        self._end_questions()
        self._read_on(before, kept)
        self.tell(only=sealed_alone(before, kept))
        if who_is_missed(before) != who_is_missed(kept):
            self.presences.stir()
        self.keeper.attend(self)

    def _end_questions(self) -> None:
        """What was asked of the players before the table went on is asked no more, and they hear that."""
        takeback = self.unkept.takeback
        if takeback and not still_open(self.kept, takeback):
            self.unkept.takeback = None
            self.announce("takeback_moot", takeback.seat)
        draw, kept = self.unkept.draw, self.kept
        if draw and isinstance(kept, Playing) and (kept.table.result or not stands(kept, draw)):
            self.unkept.draw = None
            if not kept.table.result:
                self.announce("draw_moot", draw.seat)

    def _read_on(self, before: Kept, kept: Kept) -> None:
        """Who moves has gone on; at the end of a round all who read are waited for."""
        if isinstance(kept, Playing) and round_ended(before, kept) and (readers := self.readers(kept)):
            self.unkept.pause = Pause(readers)
        elif pause := self.unkept.pause:
            for row in rows_after(before, kept):
                if isinstance(row, Played) and row.seat >= 0:
                    pause.go_on(kept.seats[row.seat].guest or "")

    def go_on(self, guest: str) -> None:
        if self.unkept.pause and self.unkept.pause.go_on(guest):
            self.tell()

    def resumed(self, kept: Kept) -> Kept:
        """The pause is over; said under the lock, so that no answer slips in before its window is open."""
        self.unkept.pause = None
        return kept

    def left_after(self, before: Kept, after: Kept) -> float:
        """Seconds of the window: those that were left, or all of a new one."""
        if not isinstance(after, Playing) or after.window is None:
            return 0.0
        return self.left() if asked_at(before) == after.window.asked else after.pace

    def left(self) -> float:
        return max(0.0, self.ends - clock.now())

    # Who is here.

    def check(self, guest: str, seat: Seat | None) -> None:
        """Whether a guest may look through these eyes."""
        if seat is not None and not holds(self.kept, guest, seat):
            raise Refused("not_your_seat")
        if seat is None and not may_watch(self.kept, guest):
            raise NotHere("no_spectators")

    def enter(self, watcher: Watcher) -> None:
        """Who owns a seat that a bot plays has it back."""
        self.watchers.add(watcher)
        for seat in seats_of(self.kept, watcher.guest):
            self.unkept.votes.pop(seat, None)
        watcher.stir()
        self.presences.stir()
        watcher.see()
        self.keeper.attend(self)
        if isinstance(self.kept, Playing) and self._waited_for(self.kept, watcher):
            self.start(self._change(come_back(watcher.guest)))

    def _waited_for(self, kept: Playing, watcher: Watcher) -> bool:
        return bool(returning(kept, watcher.guest)) or (not kept.damaged and self.attended(kept) is not kept)

    def leave(self, watcher: Watcher) -> None:
        if watcher in self.watchers:
            self.watchers.discard(watcher)
            if seats_of(self.kept, watcher.guest):
                self.unkept.seen[watcher.guest] = clock.now()
            self.presences.stir()
            if not any(other.guest == watcher.guest for other in self.watchers):
                self.go_on(watcher.guest)
            self.leave_memory()

    def here(self, seat: Seat) -> bool:
        held, kept = self.kept.seats[seat], self.kept
        gone = isinstance(kept, Playing) and seat in kept.table.log.gone
        return gone or held.kind == "bot" or any(held.guest == watcher.guest for watcher in self.watchers)

    # Tasks and the end.

    def start(self, work: Coroutine[Any, Any, Any]) -> "asyncio.Task[Any]":
        task = asyncio.get_running_loop().create_task(work)
        self.tasks.add(task)
        task.add_done_callback(self._ended)
        return task

    def _ended(self, task: "asyncio.Task[Any]") -> None:
        self.tasks.discard(task)
        if not task.cancelled():
            task.exception()  # whoever waits for it hears of it
        self.leave_memory()

    def leave_memory(self) -> None:
        """A table that nobody watches and nobody waits for is forgotten here; it is on disk."""
        if not (self.watchers or self.tasks or self.visits):
            self.keeper.drop(self)

    def close(self) -> None:
        """The table cannot be read: everybody comes back later."""
        self.closed = True
        self.keeper.drop(self)
        for watcher in list(self.watchers):
            watcher.turn_away()
        self.watchers.clear()

    # Telling.

    def tell(self, only: Seat | None = None) -> None:
        """Everybody (or who looks through one seat's eyes) hears what is new, the players first."""
        self.version += 1
        self.told.clear()
        players = [watcher for watcher in self.watchers if watcher.seat is not None]
        for watcher in players:
            if only in (None, watcher.seat):
                watcher.stir()
        if only is None and len(players) < len(self.watchers):
            self._tell_gallery()

    def announce(self, reason: str, seat: Seat) -> None:
        """What a seat asked of the others is answered, or asked no more."""
        for watcher in list(self.watchers):
            watcher.notice(reason, seat)
        self.tell()

    def _tell_gallery(self) -> None:
        if self.telling is None or self.telling.done():
            self.telling = self.start(self._tell_in_portions())

    async def _tell_in_portions(self) -> None:
        """All who look on, and again if there was a change meanwhile: then perhaps to others, too."""
        version = -1
        while version != self.version:
            version = self.version
            gallery = [watcher for watcher in self.watchers if watcher.seat is None]
            await in_portions(gallery, lambda watcher: watcher.stir())

    async def news(self, watcher: Watcher) -> tuple[bytes, int]:
        """What a watcher has not heard, encoded, and how many rows it knows then. What is the same for many
        is encoded once."""
        kept, version, seq = self.kept, self.version, min(watcher.seq, self.kept.seq)
        key = watcher.eyes, seq
        data, made = self.told.get(key, (b"", 0.0))
        if not data or ((window_of(kept) or self.unkept.pause) and clock.now() - made > FRESH):
            facts = self.card, kept, self.unkept, watcher.eyes, seq, self.left()
            data = await asyncio.to_thread(told_as, *facts) if kept.seq - seq > LONG else told_as(*facts)
            if version == self.version:
                self.told[key] = data, clock.now()
        return data, kept.seq


def window_of(kept: Kept) -> Window | None:
    return kept.window if isinstance(kept, Playing) else None


def who_is_missed(kept: Kept) -> object:
    """What decides, besides who is here, about whose absence counts."""
    return (kept.table.result is None, kept.table.bots) if isinstance(kept, Playing) else None


def still_open(kept: Kept, asked: Asked) -> bool:
    return isinstance(kept, Playing) and not kept.table.result and kept.table.log.asked == asked.at


def asked_at(kept: Kept) -> int | None:
    """The question whose window is open."""
    window = window_of(kept)
    return window.asked if window else None


def is_shared(kept: Kept) -> bool:
    return any(held.kind == "shared" for held in kept.seats)


def same(one: Kept, other: Kept) -> bool:
    """Whether two values of a table are kept as the same."""
    return window_of(one) == window_of(other) and looks_same(one, other)


def looks_same(one: Kept, other: Kept) -> bool:
    """Whether nobody but the asked seat could tell two values apart."""
    if not isinstance(one, Playing) or not isinstance(other, Playing):
        return one == other
    rows = one.table.rows == other.table.rows
    return rows and asked_at(one) == asked_at(other) and (one.seats, one.child) == (other.seats, other.child)


def sealed_alone(before: Kept, after: Kept) -> Seat | None:
    """The seat that alone may notice a change: an answer was sealed, and nothing else happened."""
    window = window_of(after)
    return window.seat if window and looks_same(before, after) else None


def told_as(*facts: Any) -> bytes:
    return encode(updates(*facts))
