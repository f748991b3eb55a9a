"""The promise: nothing is told before it is kept, and what cannot be kept has not happened.

The numbers in the docstrings are those of the attack that found what each test now holds.
"""

import asyncio
import signal
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from itertools import count
from typing import Any

import msgspec
import pytest

from hanamachi.core.game import Seat
from hanamachi.core.table import Refused
from hanamachi.core.words import Refusal
from hanamachi.games import GAMES
from hanamachi.server.app import TableServices
from hanamachi.server.db.group_commit import NotSaved
from hanamachi.server.live import commands
from hanamachi.server.live.broadcast.rendering import Eyes
from hanamachi.server.live.room import Room
from hanamachi.server.live.table_storage import Opened, Toll
from hanamachi.server.protocol.messages import AnswerTakeback, AskTakeback, CallBot, Rematch, Resign, Submit
from hanamachi.server.storage.rehydrate import rehydrate
from hanamachi.server.storage.table_rows import ConcurrentUpdate, StoredTable
from hanamachi.server.tables import offers, transitions
from hanamachi.server.tables.creation import Opening
from hanamachi.server.tables.model import Asked, Playing, SeatHolder, Setup, Snapshot
from tests.server.support.idle import at_rest, until
from tests.server.support.memory_store import InMemory

USUAL = {"game": "okiya", "version": 1, "options": {}, "host": "guest0", "seed": "00" * 32}
SEATS = tuple(SeatHolder("guest", f"P{seat}", f"guest{seat}", words="w") for seat in range(2))


class Disk(InMemory):
    """A store that waits, fails, or forgets to answer, as the test wants it."""

    def __init__(self) -> None:
        super().__init__()
        self.gate = asyncio.Event()
        self.gate.set()
        self.failing: Callable[[], None] = lambda: None
        self.lost_answer = self.unreadable = False

    async def save(
        self, table: str, before: Snapshot, after: Snapshot, left: float = 0.0, also: Any = None
    ) -> None:
        await self.gate.wait()
        self.failing()
        found = self.tables[table]
        if len(found.rows) != before.seq:
            raise ConcurrentUpdate
        await super().save(table, before, after, left, also)
        if self.lost_answer:
            raise NotSaved

    async def load(self, table: str, long: int | None = None) -> StoredTable | None:
        if self.unreadable:
            raise NotSaved
        return await super().load(table)


def no_room() -> None:
    raise NotSaved


MOMENTS = count()


class Ear:
    """A watcher that fetches what is new whenever it is told that there is something."""

    def __init__(self, room: Room, guest: str, seat: Seat | None) -> None:
        self.room, self.guest, self.seat = room, guest, seat
        self.seq, self.eyes = 0, Eyes(seat, "en", words=True)
        self.through: Seat | None = None
        self.reads = True
        self.stirred = self.seen = self.stirred_at = 0
        self.declined: list[str] = []
        self.notices: list[str] = []

    def return_to_gallery(self) -> None:
        self.through = None

    def lose_seat(self) -> None:
        self.seat = None

    def mark_changed(self) -> None:
        self.stirred += 1
        self.stirred_at = next(MOMENTS)

    def mark_audience_changed(self) -> None:
        self.seen += 1

    def decline(self, refusal: Refusal) -> None:
        self.declined.append(refusal.reason)

    def notice(self, reason: str, _seat: Seat) -> None:
        self.notices.append(reason)

    def send_from_start(self) -> None:
        self.seq = 0

    def close(self) -> None:
        self.declined.append("turned away")

    async def news(self) -> Any:
        data, self.seq = await self.room.broadcaster.encoded_updates(self)
        return msgspec.json.decode(data)


class Scene:
    """A table of Okiya with both players and a stranger at it."""

    def __init__(self, disk: Disk, server: TableServices, room: Room) -> None:
        self.disk, self.server, self.room = disk, server, room
        self.ears = [self.ear(seat) for seat in (0, 1, None)]

    def ear(self, seat: Seat | None) -> Ear:
        ear = Ear(self.room, f"guest{seat}", seat)
        self.room.enter(ear)
        return ear

    @property
    def snapshot(self) -> Playing:
        assert isinstance(self.room.snapshot, Playing)
        return self.room.snapshot

    @property
    def actor(self) -> Seat:
        actor = self.snapshot.table.state.actor
        assert actor is not None
        return actor

    def submission(self) -> tuple[str, Submit]:
        table = self.snapshot.table
        assert table.actor is not None
        move = msgspec.Raw(msgspec.json.encode(table.state.moves()[0]))
        return f"guest{table.actor}", Submit(table.actor, table.seq, move)

    async def move(self) -> None:
        await commands.submit(self.room, *self.submission())

    async def heard(self) -> list[int]:
        return [(await ear.news())["seq"] for ear in self.ears]


@asynccontextmanager
async def scene(**setup: Any) -> AsyncIterator[Scene]:
    disk = Disk()
    server = TableServices(disk, GAMES, None)  # type: ignore[arg-type]
    known = Setup(format=2, **{**USUAL, **setup})
    table = await server.new_tables.establish(Opening(known, SEATS))
    async with server.rooms.visit(table) as room:
        yield Scene(disk, server, room)
    await server.close()


def told(story: Callable[[], Any]) -> None:
    asyncio.run(story())


def test_a_move_that_waits_for_the_disk_is_told_to_nobody() -> None:
    """C2: a stranger who came in the meantime made the house tell it to all."""

    async def story() -> None:
        async with scene(takebacks=True) as here:
            seq = here.snapshot.seq
            here.disk.gate.clear()
            moving = asyncio.create_task(here.move())
            await at_rest()
            late = here.ear(None)
            here.room.leave(here.ears[2])
            here.room.broadcaster.mark_changed()
            assert await here.heard() == [seq] * 3
            assert (await late.news())["seq"] == seq
            here.disk.gate.set()
            await moving
            assert await here.heard() == [seq + 1] * 3

    told(story)


def test_a_move_that_cannot_be_kept_has_not_happened() -> None:
    """C3: the rival went on in a game that was not on disk, and the table was split in two."""

    async def story() -> None:
        async with scene() as here:
            seq, submission = here.snapshot.seq, here.submission()
            here.disk.failing = no_room
            with pytest.raises(NotSaved):
                await commands.submit(here.room, *submission)
            assert await here.heard() == [seq] * 3
            assert here.server.rooms.rooms[here.room.id] is here.room
            here.disk.failing = lambda: None
            await commands.submit(here.room, *submission)
            assert await here.heard() == [seq + 1] * 3
            assert len(here.disk.tables[here.room.id].rows) == seq + 1

    told(story)


def test_a_commit_without_an_answer_is_looked_up_before_anybody_is_told() -> None:
    async def story() -> None:
        async with scene() as here:
            seq, submission = here.snapshot.seq, here.submission()
            here.disk.lost_answer = True
            await commands.submit(here.room, *submission)
            assert await here.heard() == [seq + 1] * 3
            here.disk.lost_answer = False
            with pytest.raises(Refused, match="already_played"):
                await commands.submit(here.room, *submission)

    told(story)


def test_whoever_was_quicker_elsewhere_is_caught_up_with() -> None:
    """A row that another process wrote: the deed is worked out again on what is there."""

    async def story() -> None:
        async with scene() as here:
            other = TableServices(here.disk, GAMES, None)  # type: ignore[arg-type]
            guest, message = here.submission()
            theirs = here.snapshot.table.state.moves()[1]
            async with other.rooms.visit(here.room.id) as room:
                await room.change(transitions.submit(message.seat, message.seq, theirs))
            with pytest.raises(Refused, match="stale"):
                await commands.submit(here.room, guest, message)
            assert await here.heard() == [here.snapshot.seq] * 3
            await here.move()

    told(story)


def test_a_table_that_cannot_be_read_sends_everybody_away_and_comes_back() -> None:
    async def story() -> None:
        async with scene() as here:
            seq = here.snapshot.seq
            here.disk.failing, here.disk.unreadable = no_room, True
            with pytest.raises(NotSaved):
                await here.move()
            assert [ear.declined for ear in here.ears] == [["turned away"]] * 3
            with pytest.raises(NotSaved):
                await here.move()  # the closed room takes nothing any more
            here.disk.failing, here.disk.unreadable = (lambda: None), False
            async with here.server.rooms.visit(here.room.id) as again:
                assert again is not here.room
                assert again.snapshot.seq == seq

    told(story)


def test_a_deed_goes_on_though_whoever_wanted_it_is_gone() -> None:
    async def story() -> None:
        async with scene() as here:
            seq = here.snapshot.seq
            here.disk.gate.clear()
            moving = asyncio.create_task(here.move())
            await at_rest()
            moving.cancel()
            here.disk.gate.set()
            await at_rest()
            assert await here.heard() == [seq + 1] * 3

    told(story)


LATE: dict[str, Callable[[Scene], Any]] = {
    "a bot": lambda here: commands.call_bot(here.room, "guest1", CallBot(1, 0)),
    "a stand-in": lambda here: here.room.change(transitions.bot_takes(0, "novice")),
    "another resignation": lambda here: commands.resign(here.room, "guest1", Resign(1)),
    "a takeback": lambda here: here.room.change(
        offers.take_back(Asked(1 - here.actor, here.snapshot.table.log.asked))
    ),
    "a move": lambda here: here.room.change(
        transitions.submit(here.actor, here.snapshot.seq, here.snapshot.table.state.moves()[0])
    ),
}


@pytest.mark.parametrize("late", LATE)
def test_after_a_resignation_nothing_follows(late: str) -> None:
    """C4: a bot was called to a game that was over, and it went on with its seed known."""

    async def story() -> None:
        async with scene(takebacks=True, patience=0) as here:
            await here.move()
            await commands.resign(here.room, "guest0", Resign(0))
            seq = here.snapshot.seq
            here.room.leave(here.ears[0])
            with pytest.raises(Refused, match="game_over"):
                await LATE[late](here)
            here.ear(0)  # whoever comes back finds it as it was
            await at_rest()
            assert here.snapshot.seq == seq

    told(story)


def test_a_thousand_spectators_are_told_once_and_nobody_is_dropped() -> None:
    """H2: each who came was told to all the others, and a hundred at once threw each other out."""

    async def story() -> None:
        async with scene() as here:
            crowd = [here.ear(None) for _ in range(1000)]
            await at_rest()
            assert max(ear.seen for ear in crowd) <= 2
            for ear in crowd:
                await ear.news()
            came = [ear.stirred for ear in crowd]
            assert max(came) == 1
            await here.move()
            await at_rest()
            assert [ear.stirred for ear in crowd] == [2] * 1000
            players = [ear for ear in here.ears if ear.seat is not None]
            assert max(ear.stirred_at for ear in players) < min(ear.stirred_at for ear in crowd)
            encoded = {id((await here.room.broadcaster.encoded_updates(ear))[0]) for ear in crowd}
            assert len(encoded) == 1
            assert not any(ear.declined for ear in crowd)

    told(story)


def test_who_joins_a_crowd_while_it_is_told_misses_nothing() -> None:
    async def story() -> None:
        async with scene() as here:
            for _ in range(100):
                here.ear(None)
            here.room.broadcaster.mark_changed()
            await asyncio.sleep(0)
            new = here.ear(None)
            here.room.broadcaster.mark_changed()
            await at_rest()
            assert new.stirred == 2

    told(story)


def test_everybody_sees_who_comes_and_goes() -> None:
    """Whoever came was told at once, and by that it was no news for the others any more."""

    async def story() -> None:
        async with scene() as here:
            for ear in here.ears[1:]:
                here.room.leave(ear)
            here.room.presences.last = -10.0
            await at_rest()
            before = here.ears[0].seen
            back = here.ear(1)
            here.room.presences.encoded_message()  # the newcomer's
            here.room.presences.last = -10.0
            await until(lambda: here.ears[0].seen > before)
            await at_rest()
            assert here.ears[0].seen == before + 1
            assert back.seen >= 1
            assert here.room.presences.now().here == [True, True]

    told(story)


def test_who_hears_slowly_gets_one_newest_fold() -> None:
    """H2: whoever did not take 64 messages was dropped."""

    async def story() -> None:
        async with scene() as here:
            seq = here.snapshot.seq
            await here.heard()
            for _ in range(3):
                await here.move()
            news = await here.ears[2].news()
            assert (news["from_seq"], news["seq"], len(news["frames"])) == (seq, seq + 3, 3)

    told(story)


def test_two_answers_to_one_question() -> None:
    """M3: the second one ended in an assertion."""

    async def story() -> None:
        async with scene(takebacks=True) as here:
            guest, message = here.submission()
            await here.move()
            await commands.ask_takeback(here.room, guest, AskTakeback(message.seat))
            other = 1 - message.seat
            answers = [
                commands.answer_takeback(here.room, f"guest{other}", AnswerTakeback(other, True))
                for _ in range(2)
            ]
            first, second = await asyncio.gather(*answers, return_exceptions=True)
            assert first is None
            assert isinstance(second, Refused)
            assert here.snapshot.table.log.takebacks == 1

    told(story)


def test_a_rematch_is_offered_once_and_kept() -> None:
    """Low: the parent forgot it after a restart, and a second one opened another table."""

    async def story() -> None:
        async with scene() as here:
            await commands.resign(here.room, "guest0", Resign(0))
            for seat in (0, 1):
                await here.server.new_tables.offer_rematch(here.room, f"guest{seat}", Rematch(seat))
            child = here.snapshot.child
            assert child is not None
            again = TableServices(here.disk, GAMES, None)  # type: ignore[arg-type]
            async with again.rooms.visit(here.room.id) as room:
                assert room.snapshot.child == child

    told(story)


def test_a_table_that_nobody_needs_leaves_memory() -> None:
    """H3: three thousand tables stayed for ever."""

    async def story() -> None:
        async with scene() as here:
            for ear in here.ears:
                here.room.leave(ear)
            assert here.room.id in here.server.rooms.rooms  # this visit still needs it
        assert here.server.rooms.rooms == {}

    told(story)


def test_a_room_that_is_left_as_soon_as_it_opens_is_opened_again() -> None:
    """Whoever came between looked for ever for what was there and gone, and the whole house stood still."""

    async def story() -> None:
        async with scene() as here:
            server = TableServices(here.disk, GAMES, None)  # type: ignore[arg-type]

            async def read_at_once(table: str, _toll: Toll | None = None) -> Opened:
                stored = here.disk.tables[table]
                return Opened(rehydrate(stored, GAMES), stored)

            server.tables.read = read_at_once  # type: ignore[method-assign,assignment]

            async def look() -> int:
                async with server.rooms.visit(here.room.id) as room:
                    return room.snapshot.seq

            first = asyncio.create_task(look())
            await asyncio.sleep(0)
            others = [asyncio.create_task(look()) for _ in range(3)]
            assert await asyncio.gather(first, *others) == [here.snapshot.seq] * 4
            assert (server.rooms.rooms, server.rooms.opening) == ({}, {})

    stuck = signal.signal(signal.SIGALRM, stand_still)
    signal.setitimer(signal.ITIMER_REAL, 30, 0.5)
    try:
        told(story)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, stuck)


def stand_still(*_: object) -> None:
    raise AssertionError("the house stands still")
