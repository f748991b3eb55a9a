"""Where people meet: who is here, what stands in the lobby, who wants to play now and is paired with whom.

Nothing is decided here: `pairing` decides who plays with whom, the database who pairs. This looks whenever
something has changed or is due, and tells whoever it concerns.
"""

import asyncio
import contextlib
from collections.abc import Coroutine
from functools import partial
from typing import TYPE_CHECKING, Any, Protocol

from hanamachi.core.words import Refusal
from hanamachi.server.db import timestamps
from hanamachi.server.db.connection import NotSaved, WriteScope
from hanamachi.server.edge.rate_limits import Holders
from hanamachi.server.matchmaking import queue_entries
from hanamachi.server.matchmaking.lobby import Board, board, tonight
from hanamachi.server.matchmaking.online import OnlineUsers
from hanamachi.server.matchmaking.pairing import Wish, next_look
from hanamachi.server.matchmaking.queue_status import Queued, queued, your_place
from hanamachi.server.protocol.messages import YourPlace, encode
from hanamachi.server.tables import transitions
from hanamachi.server.tables.model import Snapshot, Waiting

if TYPE_CHECKING:
    from hanamachi.server.live.registry import RoomRegistry

PAUSE = 1.0  # seconds between two looks at the lobby
AGAIN = 5.0  # seconds after which the queue is looked at though no hint came


class Attending(Protocol):
    """Who hears of the lobby and of their place."""

    guest: str
    lobby_lang: str
    tables: bool  # of the lobby, too

    def gather(self) -> None: ...  # the lobby is not as it was told
    def placed(self, message: YourPlace, /) -> None: ...


class Matchmaking:
    def __init__(self, rooms: "RoomRegistry") -> None:
        self.rooms, self.store = rooms, rooms.store
        self.visitors = OnlineUsers(rooms.store, self.stir)
        self.attending: set[Attending] = set()
        self.board = Board()
        self.encoded: dict[str, bytes] = {}
        self.told: dict[str, Queued] = {}  # the places of guests who attend here, as they were told
        self.changed, self.wanted = asyncio.Event(), asyncio.Event()
        self.reading = asyncio.Lock()  # nobody is told what was read before what was told last
        self.holders = Holders()  # of places in the queue
        self.tasks: set[asyncio.Task[Any]] = set()

    async def open(self) -> None:
        await self.visitors.open()
        self._start(self._show_on())
        self._start(self._pair_on())

    def _start(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)

    async def close(self) -> None:
        tasks = list(self.tasks)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await self.visitors.close()

    def stir(self) -> None:
        """Somebody came or went, a public table changed, somebody wants to play."""
        self.changed.set()
        self.wanted.set()

    # The lobby.

    async def enter(self, one: Attending) -> None:
        self.attending.add(one)
        self.wanted.set()
        if one.tables:
            await self._look()
            one.gather()
        if one.guest:
            async with self.reading:
                now, found = await self.store.database.read(partial(queued, guests=[one.guest]))
                one.placed(your_place(found.get(one.guest), now, one.lobby_lang))

    def leave(self, one: Attending) -> None:
        self.attending.discard(one)

    def news(self, lang: str) -> bytes:
        """The lobby in a language, encoded once for all."""
        if lang not in self.encoded:
            self.encoded[lang] = encode(tonight(self.board, lang))
        return self.encoded[lang]

    async def _show_on(self) -> None:
        while True:
            await self.changed.wait()
            self.changed.clear()
            if any(each.tables for each in self.attending):
                with contextlib.suppress(Refusal):
                    await self._look()
            await asyncio.sleep(PAUSE)

    async def _look(self) -> None:
        """If the lobby is not as it was, everybody there hears of it."""
        async with self.reading:
            await self._read()

    async def _read(self) -> None:
        rooms = list(self.rooms.rooms.values())
        looking = {room.id: sum(each.seat is None for each in room.watchers) for room in rooms}
        read = partial(board, worker=self.store.worker, looking=looking)
        before, self.board = self.board, await self.store.database.read(read)
        if self.board != before:
            self.encoded = {}
            for each in list(self.attending):
                if each.tables:
                    each.gather()

    # Those who want to play now.

    async def join(self, guest: str, wish: Wish, address: str, most: int) -> None:
        """Wait for a match. At most `most` guests of one address may; each worker counts its own."""
        beside = self.holders.beside(address, guest)
        job = partial(queue_entries.join, guest=guest, wish=wish, beside=beside, most=most)
        try:
            holding = await self._write(job)
        except queue_entries.TooManyPlaces as refusal:
            self.holders.settle(address, refusal.holding)
            raise
        self.holders.settle(address, holding)

    async def agree(self, guest: str) -> None:
        await self._write(partial(queue_entries.agree, guest=guest))

    async def quit(self, guest: str) -> None:
        """Those who were found are back in their places."""
        if table := await self._write(partial(queue_entries.leave, guest=guest)):
            await self._part(table, "left", {guest})

    async def _write(self, job: Any) -> Any:
        found = await self.store.database.write(job, WriteScope(lobby=True))
        self.stir()
        return found

    async def _pair_on(self) -> None:
        while True:
            self.wanted.clear()
            try:
                wait = await self.pair()
            except NotSaved:
                wait = PAUSE
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(wait):  # wait_for may swallow that the house closes
                    await self.wanted.wait()

    async def pair(self) -> float | None:
        """Whatever is due happens, and whoever it concerns is told. Seconds until more may be due."""
        database = self.store.database
        if await database.read(queue_entries.anything_due):
            await self._settle()
        await self._tell_places()
        return await database.read(wait_for)

    async def _settle(self) -> None:
        opened = await self.store.database.write(
            partial(queue_entries.settle, worker=self.store.worker), WriteScope(lobby=True)
        )
        if opened is None:
            return
        self.changed.set()
        for table, opening in opened:
            self.rooms.my_tables.stir(table, opening.seats)
        for table in await self.store.database.read(queue_entries.lapsed):
            with contextlib.suppress(Refusal):
                await self._part(table, "late", None)

    async def _part(self, table: str, why: str, dropped: set[str] | None) -> None:
        """A table that was found waits no more. `dropped`: who leaves the queue; else who did not confirm."""
        late: set[str] = set()

        def transition(snapshot: Snapshot) -> Snapshot:
            if isinstance(snapshot, Waiting):
                late.clear()
                late.update(held.guest for held in snapshot.seats if held.guest and held.words is None)
            return transitions.lapse(snapshot)

        def also(db: Any) -> None:
            queue_entries.part(db, table, late if dropped is None else dropped, why)

        async with self.rooms.visit(table) as room:
            await room.change(transition, also=also)
        self.stir()

    async def _tell_places(self) -> None:
        """Whoever attends here hears of their place when something in it has changed."""
        guests = {each.guest for each in self.attending if each.guest}
        if guests:
            async with self.reading:
                await self._tell_all(guests)

    async def _tell_all(self, guests: set[str]) -> None:
        now, found = await self.store.database.read(partial(queued, guests=guests))
        for guest in guests & {*found, *self.told}:
            if found.get(guest) != self.told.get(guest):
                self._tell_place(guest, found.get(guest), now)
        self.told = found

    def _tell_place(self, guest: str, place: Queued | None, now: float) -> None:
        for each in list(self.attending):
            if each.guest == guest:
                each.placed(your_place(place, now, each.lobby_lang))


def wait_for(db: Any) -> float | None:
    """Seconds until something may be due though nobody comes or goes."""
    now, waiting = timestamps.now(db), queue_entries.waiters(db)
    times = [next_look([each.place for each in waiting], now), queue_entries.next_due(db)]
    seconds = [when - now if when > now else PAUSE for when in times if when is not None]
    return min([*seconds, AGAIN] if waiting else seconds, default=None)
