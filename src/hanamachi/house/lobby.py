"""The house at work: tables opened, seats taken, moves kept and then told, bots asked."""

import asyncio
import secrets
from collections.abc import Callable, Coroutine, Mapping, Sequence
from time import monotonic
from typing import Any

import msgspec

from hanamachi.bots import ladder
from hanamachi.core import fair, record
from hanamachi.core.game import NATURE, Game, Move, Seat
from hanamachi.core.log import AnyRow, Placed, Played, line
from hanamachi.core.table import Refused, Table
from hanamachi.core.words import Refusal
from hanamachi.house import window
from hanamachi.house.live import Live, Watcher
from hanamachi.house.opening import LESSON_WORDS, SeatWish, TableWish, held_as, rematch_setup, setup_of
from hanamachi.house.store import Held, Raced, Setup, Store
from hanamachi.house.thinkers import Lost, Question, Thinkers
from hanamachi.house.window import Window
from hanamachi.house.wire import (
    AlwaysPass,
    AnswerTakeback,
    AskTakeback,
    CallBot,
    Rematch,
    Resign,
    Submit,
)

MOMENT = 0.9  # seconds that an unhurried bot takes at least
PATIENCE = 60.0  # seconds away after which one vote is enough for a bot


class NotHere(Refusal):
    """There is no such table, or it is not for this guest."""


class Lobby:
    def __init__(self, store: Store, games: Mapping[str, Game], thinkers: Thinkers) -> None:
        self.store, self.games, self.thinkers = store, games, thinkers
        self.live: dict[str, Live] = {}
        self.tasks: set[asyncio.Task[None]] = set()

    async def find(self, table: str) -> Live:
        if table not in self.live:
            found = await self.store.load_table(table)
            if found is None:
                raise NotHere("no_table")
            setup, seats, log = found
            live = Live.fold(table, self.games[setup.game], setup, seats, log)
            self.live.setdefault(table, live)
            self.wake(self.live[table])
        return self.live[table]

    async def open_table(self, guest: str, name: str, wish: TableWish) -> Live:
        game = self.games.get(wish.game)
        if game is None:
            raise NotHere("unknown_game", name=wish.game, known=tuple(self.games))
        if len(wish.seats) not in game.seats:
            raise Refused("bad_seats", seats=len(wish.seats), least=game.seats[0], most=game.seats[-1])
        setup = setup_of(wish, game, guest)
        words = LESSON_WORDS if wish.lesson else wish.words
        seats = [held_as(seat, guest, name, words, game, n) for n, seat in enumerate(wish.seats)]
        return await self._open(game, setup, seats)

    async def sit(self, live: Live, guest: str, name: str, seat: Seat, words: str, token: str = "") -> None:
        """Take an open seat, or one that a link reserves."""
        async with live.lock:
            if not 0 <= seat < len(live.seats):
                raise Refused("no_seat")
            held = live.seats[seat]
            mine = held.kind == "reserved" and secrets.compare_digest(held.token, token)
            if held.kind != "open" and not mine:
                raise Refused("seat_taken")
            live.seats[seat] = Held("guest", name, guest, words=words)
            await self.store.set_seats(live.id, {seat: live.seats[seat]})
        await self.start_if_ready(live)

    async def start_if_ready(self, live: Live) -> None:
        async with live.lock:
            if live.ready():
                live.start()
                await self.keep(live, 0)
        self.tell(live)
        self.wake(live)

    async def keep(self, live: Live, seq: int, seats: dict[int, Held] | None = None) -> None:
        """The rows from `seq` on go to disk. If they cannot, the table forgets them."""
        assert live.table is not None
        rows: Sequence[AnyRow] = live.table.log[seq:]
        try:
            await self.store.append(live.id, seq, rows, finished=live.table.result() is not None, seats=seats)
        except Exception:
            self.live.pop(live.id, None)
            raise

    def tell(self, live: Live, only: Seat | None = None) -> None:
        """Each watcher (or only those of a seat) hears what is new to it."""
        self._time(live)
        for watcher in [one for one in live.watchers if only in (None, one.seat)]:
            watcher.tell(live.updates(watcher.guest, watcher.seat, watcher.seq, watcher.lang))
            watcher.seq = live.seq

    async def watch(self, live: Live, watcher: Watcher) -> None:
        if watcher.seat is not None and not live.holds(watcher.guest, watcher.seat):
            raise Refused("not_your_seat")
        if watcher.seat is None and not live.may_watch(watcher.guest):
            raise NotHere("no_spectators")
        live.watchers.add(watcher)

    def leave(self, live: Live, watcher: Watcher) -> None:
        live.watchers.discard(watcher)
        live.last_seen[watcher.guest] = monotonic()
        self.tell(live)

    async def submit(self, live: Live, guest: str, message: Submit) -> None:
        self._own(live, guest, message.seat)
        try:
            move: Move = msgspec.json.decode(message.move, type=live.game.move)
        except msgspec.DecodeError as error:
            raise Refused("bad_move_format", problem=str(error)) from error
        await self.play(live, message.seat, message.seq, move)

    async def play(self, live: Live, seat: Seat, seq: int, move: Move) -> None:
        async with live.lock:
            assert live.table is not None
            if window := live.window():
                live.table.after(seat, seq, move)
                window.sealed = move
                self.tell(live, only=seat)
                return
            await self._play(live, seat, seq, move)
        self.tell(live)
        self.wake(live)

    async def _play(self, live: Live, seat: Seat, seq: int, move: Move) -> None:
        assert live.table is not None
        before = live.table.seq
        live.table.submit(seat, seq, move)
        live.takeback = None
        await self.keep(live, before)

    def _time(self, live: Live) -> None:
        """Somebody waits for the end of an open window."""
        window = live.window()
        if window and not window.timed:
            window.timed = True
            self._start(self._release(live, window))

    async def _release(self, live: Live, window: Window) -> None:
        """The window ends: what was sealed is told, and silence passes."""
        await window.close()
        async with live.lock:
            if live.window() is not window:
                return
            assert live.table is not None
            await self._play(live, window.seat, live.table.seq, live.pace.answer(window))
        self.tell(live)
        self.wake(live)

    def always_pass(self, live: Live, guest: str, message: AlwaysPass) -> None:
        self._own(live, guest, message.seat)
        (live.pace.passing.add if message.on else live.pace.passing.discard)(message.seat)
        self.tell(live, only=message.seat)

    async def resign(self, live: Live, guest: str, message: Resign) -> None:
        self._own(live, guest, message.seat)
        async with live.lock:
            assert live.table is not None
            before = live.table.seq
            live.table.resign(message.seat)
            await self.keep(live, before)
        self.tell(live)

    async def ask_takeback(self, live: Live, guest: str, message: AskTakeback) -> None:
        """Against bots alone it is granted; people are asked."""
        self._own(live, guest, message.seat)
        if not live.setup.takebacks:
            raise Refused("no_takebacks_here")
        self._last_move(live, message.seat)
        live.takeback = message.seat
        others = {held.guest for held in live.seats if held.kind != "bot"} - {guest}
        if others:
            self.tell(live)
        else:
            await self._take_back(live)

    async def answer_takeback(self, live: Live, guest: str, message: AnswerTakeback) -> None:
        self._own(live, guest, message.seat)
        if live.takeback is None or live.takeback == message.seat:
            raise Refused("no_takeback_asked")
        if message.agree:
            await self._take_back(live)
        else:
            live.takeback = None
            self.tell(live)

    def _last_move(self, live: Live, seat: Seat) -> int:
        assert live.table is not None
        log = live.table.log
        mine = [seq for seq in line(log) if isinstance(row := log[seq], Played) and row.seat == seat]
        if not mine:
            raise Refused("no_takeback")
        return mine[-1]

    async def _take_back(self, live: Live) -> None:
        async with live.lock:
            assert live.table is not None
            assert live.takeback is not None
            before, seat = live.table.seq, live.takeback
            live.takeback = None
            live.table.takeback(self._last_move(live, seat))
            await self.keep(live, before)
        self.tell(live)
        self.wake(live)

    async def call_bot(self, live: Live, guest: str, message: CallBot) -> None:
        """A bot takes an absent seat when everybody who is here wants it."""
        self._own(live, guest, message.seat)
        absent = message.absent
        if not 0 <= absent < len(live.seats) or live.here(absent):
            raise Refused("not_absent")
        votes = live.votes.setdefault(absent, set())
        votes.add(guest)
        present = {
            held.guest for seat, held in enumerate(live.seats) if held.kind != "bot" and live.here(seat)
        }
        if present <= votes or live.away_for(absent) > PATIENCE:
            await self._event(live, lambda table: table.bot_takes(absent, ladder(live.game.name)[-1]))
            live.votes.pop(absent, None)

    async def come_back(self, live: Live, guest: str, message: Any) -> None:
        """Whoever owns a seat that a bot plays gets it back at once."""
        self._own(live, guest, message.seat)
        assert live.table is not None
        if message.seat not in live.table.levels():
            raise Refused("no_bot_there")
        if (window := live.window()) and window.seat == message.seat:
            window.sealed = None  # the bot's
        await self._event(live, lambda table: table.bot_returns(message.seat))

    async def _event(self, live: Live, happen: Callable[[Table], None]) -> None:
        async with live.lock:
            assert live.table is not None
            before = live.table.seq
            happen(live.table)
            await self.keep(live, before)
        self.tell(live)
        self.wake(live)

    async def rematch(self, live: Live, guest: str, message: Rematch) -> Live:
        """Another table with every player one seat further; watchers are told where it is."""
        self._own(live, guest, message.seat)
        assert live.table is not None
        if live.table.result() is None:
            raise Refused("not_over_yet")
        if live.child is None:
            setup = rematch_setup(live, message)
            live.child = (await self._open(live.game, setup, [*live.seats[1:], live.seats[0]])).id
        self.tell(live)
        return self.live[live.child]

    async def play_on(self, live: Live, guest: str, name: str, seq: int, seat: Seat, level: str) -> Live:
        """A new game against bots from a moment of one that is over."""
        if live.table is None or live.table.result() is None:
            raise Refused("not_finished")
        if not live.may_watch(guest):
            raise Refused("no_spectators")
        if not 0 <= seq <= live.table.seq:
            raise Refused("no_such_row")
        if not 0 <= seat < len(live.seats):
            raise Refused("no_seat")
        log = live.table.log
        moves = [
            (row.seat, msgspec.to_builtins(row.move))
            for s in line(log[:seq])
            if isinstance(row := log[s], Played | Placed)
        ]
        setup = msgspec.structs.replace(
            live.setup,
            seed=fair.new_seed().hex(),
            host=guest,
            parent=live.id,
            layout=None,
            taken_over=moves,
            lesson=None,
        )
        wishes = [SeatWish("me") if n == seat else SeatWish("bot", level) for n in range(len(live.seats))]
        seats = [held_as(wish, guest, name, "", live.game, n) for n, wish in enumerate(wishes)]
        return await self._open(live.game, setup, seats)

    async def import_record(self, guest: str, data: bytes) -> Live:
        """A finished game played elsewhere: checked like any record, then kept under a link of its own."""
        kept = record.read(data, self.games)
        game = record.game_of(kept, self.games)
        record.fold(kept, game)
        record.prove(kept)
        if kept.result is None:
            raise Refused("not_finished")
        setup = Setup(
            game=game.name,
            version=kept.version,
            options=kept.options,
            host=guest,
            seed=kept.fairness.seed or "",
        )
        names = zip(kept.seats, kept.fairness.words, strict=False)
        seats = [Held("guest", name, words=words) for name, words in names]
        table = secrets.token_urlsafe(6)
        await self.store.add_table(table, setup, seats)
        await self.store.append(table, 0, kept.log, finished=True)
        return await self.find(table)

    async def _open(self, game: Game, setup: Setup, seats: list[Held]) -> Live:
        table = secrets.token_urlsafe(6)
        await self.store.add_table(table, setup, seats)
        self.live[table] = Live(table, game, setup, seats)
        await self.start_if_ready(self.live[table])
        return self.live[table]

    def _own(self, live: Live, guest: str, seat: Seat) -> None:
        if not live.holds(guest, seat):
            raise Refused("not_your_seat")
        if live.table is None:
            raise Refused("not_started")

    def wake(self, live: Live) -> None:
        """If a bot is to move, it starts to think."""
        self._time(live)
        table, window = live.table, live.window()
        if table is None or table.actor is None or table.actor not in table.levels():
            return
        if live.thinking is table.state or (window and window.sealed):
            return
        live.thinking = table.state
        self._start(self._think(live))

    def _start(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)

    async def _think(self, live: Live) -> None:
        table = live.table
        assert table is not None
        seat, seq = table.actor, table.seq
        assert seat is not None
        assert seat != NATURE
        state, moves = table.state, table.state.moves()
        try:
            index = await self._ask(live, seat)
        except Lost:
            live.thought(state)
            await self._replace(live, seat, seq)
            return
        live.thought(state)
        try:
            await self.play(live, seat, seq, moves[index])
        except (Refusal, Raced):
            self.wake(live)

    async def _ask(self, live: Live, seat: Seat) -> int:
        """A bot's answer. An unhurried one takes a moment at least."""
        if not live.setup.unhurried:
            return await self.thinkers.ask(question(live, seat))
        moment = asyncio.create_task(window.sleep(MOMENT))
        index = await self.thinkers.ask(question(live, seat))
        await moment
        return index

    async def _replace(self, live: Live, seat: Seat, seq: int) -> None:
        """A bot that crashed or hung gives way to a simpler one, and the log says so."""
        assert live.table is not None
        if live.table.seq == seq:
            await self._event(live, lambda table: table.bot_takes(seat, "random"))


def question(live: Live, seat: Seat) -> Question:
    table = live.table
    assert table is not None
    state = table.state
    return Question(
        live.game.name,
        table.levels()[seat],
        int.from_bytes(table.seed[:6]) + table.seq,
        msgspec.json.encode(state.view(seat)),
        msgspec.json.encode(state.moves()),
        msgspec.json.encode(table.story(seat)),
    )
