"""Hand tasks to bot workers on other machines. They get the same questions as local processes.

A remote worker is trusted with what a seat sees, and with nothing else. Its answers are checked; a task that
it does not answer in time falls back to a local process.
"""

import asyncio
from collections.abc import Callable, Mapping
from typing import Any

from msgspec import Struct

from hanamachi.bots.judge import Opinion
from hanamachi.core.words import Refusal
from hanamachi.games import GAMES
from hanamachi.server.engines.tasks import BotTask, Kind
from hanamachi.server.protocol.bot_worker import Chosen, Known, Sorry, Weighed, known_of
from hanamachi.server.protocol.messages import encode
from hanamachi.server.runtime import metrics, monotonic
from hanamachi.server.runtime.process_pool import FairQueue

FAULTS = 10  # answers in a row that were wrong or did not come, until the worker is refused
MAX_SLOTS = 256  # tasks at once, whatever a worker offers


class NoRemoteAnswer(Exception):
    """A remote worker gave no usable answer in time."""


class BadBotWorker(Refusal):
    """The worker cannot work for this server, or not any more."""


class RemoteSlot:
    """One task that a remote worker may take."""

    def __init__(self, thinker: "RemoteBotWorker", number: int) -> None:
        self.thinker, self.number = thinker, number
        self.errand: BotTask | None = None
        self.answer: asyncio.Future[int | Opinion] = asyncio.get_running_loop().create_future()

    async def think(self, errand: BotTask, seconds: float) -> int | Opinion:
        """Astray if nothing comes in time. The place is free again when the thinker has done with it."""
        self.errand = errand
        self.thinker.say(errand.message(self.number))
        metrics.FAR.add("handed_out")
        with metrics.FAR_SECONDS.timed():
            await within(seconds, self.answer)
        if not self.answer.done():
            self.answer.cancel()
            self.thinker.late()
        elif not self.answer.cancelled() and not self.answer.exception():
            metrics.FAR.add("answered")
            return self.answer.result()
        metrics.FAR.add("taken_back")
        raise NoRemoteAnswer

    def lose(self) -> None:
        self.answer.set_exception(NoRemoteAnswer())
        self.answer.exception()  # whoever asked may be gone

    def give_back(self) -> None:
        """Nothing is asked after all."""
        self.thinker.done(self)


async def within(seconds: float, answer: "asyncio.Future[Any]") -> None:
    """Wait for an answer, so long at most, by the server's clock."""
    late = asyncio.ensure_future(monotonic.sleep(seconds))
    try:
        await asyncio.wait({answer, late}, return_when=asyncio.FIRST_COMPLETED)
    finally:
        late.cancel()


class RemoteBotWorker:
    """One worker on another machine: what it knows, and its open tasks. `said` is to be sent."""

    def __init__(self, afar: "RemotePool", knows: Mapping[str, Known], places: int) -> None:
        self.afar, self.kinds, self.places = afar, common(knows), min(places, MAX_SLOTS)
        self.open: dict[int, RemoteSlot] = {}
        self.last, self.faults = 0, 0
        self.said: asyncio.Queue[bytes] = asyncio.Queue()
        self.closed = False

    @property
    def free(self) -> bool:
        return not self.closed and len(self.open) < self.places

    def place(self) -> RemoteSlot:
        self.last += 1
        self.open[self.last] = place = RemoteSlot(self, self.last)
        return place

    def done(self, place: RemoteSlot) -> None:
        self.open.pop(place.number, None)
        self.afar.offer(self)

    def resize(self, places: int) -> None:
        self.places = min(places, MAX_SLOTS)
        self.afar.offer(self)

    def say(self, message: Struct) -> None:
        self.said.put_nowait(encode(message))

    def hear(self, answer: Chosen | Weighed | Sorry) -> None:
        """BadThinker if it was wrong too often."""
        place = self.open.get(answer.id)
        if place is None or place.errand is None:
            self._fault("refused")
            return
        found = None if isinstance(answer, Sorry) else place.errand.read(answer)
        self.done(place)
        if place.answer.done():
            metrics.FAR.add("late")
        elif found is None:
            place.lose()
            self._fault("refused")
        else:
            self.faults = 0
            place.answer.set_result(found)

    def late(self) -> None:
        self.faults += 1

    def _fault(self, what: str) -> None:
        self.faults += 1
        metrics.FAR.add(what)
        self.check()

    def check(self) -> None:
        if self.faults >= FAULTS:
            raise BadBotWorker("too_many_wrong", most=FAULTS)

    def close(self) -> None:
        """Fail all open tasks, which then fall back to local processes."""
        self.closed = True
        self.afar.bot_pool.discard(self)
        for place in self.open.values():
            if not place.answer.done():
                place.lose()


class RemotePool:
    """All remote workers, and the queues of tasks that wait for a slot: those of tables first."""

    def __init__(self) -> None:
        self.bot_pool: set[RemoteBotWorker] = set()
        self.turns: list[FairQueue] = []

    def welcome(self, knows: Mapping[str, Known], places: int) -> RemoteBotWorker:
        thinker = RemoteBotWorker(self, knows, places)
        if not thinker.kinds:
            raise BadBotWorker("nothing_to_think")
        self.bot_pool.add(thinker)
        return thinker

    def knows(self, kind: Kind) -> bool:
        return any(kind in thinker.kinds for thinker in self.bot_pool)

    def place(self, kind: Kind) -> RemoteSlot | None:
        """With the one that has the most room."""
        able = [thinker for thinker in self.bot_pool if thinker.free and kind in thinker.kinds]
        return max(able, key=room_at).place() if able else None

    def offer(self, thinker: RemoteBotWorker) -> None:
        """Its free places go to those who wait."""
        fits: Callable[[Any], bool] = thinker.kinds.__contains__
        while thinker.free and any(turns.offer(thinker.place, fits) for turns in self.turns):
            pass


def room_at(thinker: RemoteBotWorker) -> int:
    return thinker.places - len(thinker.open)


def common(knows: Mapping[str, Known]) -> frozenset[Kind]:
    """Return the kinds of tasks that both know: same rules, same edition of the judge."""
    kinds: set[Kind] = set()
    for name in knows.keys() & GAMES.keys():
        theirs, ours = knows[name], known_of(name)
        if theirs.version == ours.version:
            kinds |= {(name, level) for level in set(theirs.levels) & set(ours.levels)}
            kinds |= {(name, None)} if theirs.judge == ours.judge is not None else set()
    return frozenset(kinds)
