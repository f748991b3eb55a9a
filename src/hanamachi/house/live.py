"""One table while somebody looks at it: its seats, its game, and what each watcher may be told."""

import asyncio
from collections.abc import Sequence
from time import monotonic
from typing import Any, Protocol

import msgspec

from hanamachi.bots import level_name
from hanamachi.core import fair
from hanamachi.core.game import NATURE, Game, Seat, State, Told
from hanamachi.core.log import AnyRow, BotTakes, Placed, Played, line
from hanamachi.core.options import choose
from hanamachi.core.record import Fairness, Record
from hanamachi.core.table import Refused, Table
from hanamachi.core.telling import ask, tell
from hanamachi.core.words import Name, Words
from hanamachi.games.okiya.layout import decode, encode
from hanamachi.games.okiya.moves import Begin, Lay, Laying
from hanamachi.house.store import Held, Setup
from hanamachi.house.window import Pace, Window
from hanamachi.house.wire import Choice, Line, SeatInfo, TableInfo, Updates, WindowInfo
from hanamachi.locales import catalogue


class Watcher(Protocol):
    guest: str
    seat: Seat | None
    seq: int
    lang: str

    def tell(self, message: Updates, /) -> None: ...


class Live:
    """A table with its watchers. All its changes happen under `lock`, and are kept before they are told."""

    def __init__(self, table_id: str, game: Game, setup: Setup, seats: list[Held]) -> None:
        self.id, self.game, self.setup, self.seats = table_id, game, setup, seats
        self.options = choose(game.options, setup.options)
        self.lock = asyncio.Lock()
        self.watchers: set[Watcher] = set()
        self.table: Table | None = None
        self.takeback: Seat | None = None
        self.child: str | None = None
        self.thinking: State | None = None  # what a bot thinks about
        self.pace = Pace(game, setup.window)
        self.votes: dict[Seat, set[str]] = {}
        self.last_seen: dict[str, float] = {}

    @classmethod
    def fold(cls, table_id: str, game: Game, setup: Setup, seats: list[Held], log: Sequence[bytes]) -> "Live":
        """The table as the store has it."""
        live = cls(table_id, game, setup, seats)
        if log:
            rows = tuple(_row(data, game) for data in log)
            live.table = Table.resume(live.record_of(rows), game)
        return live

    def record_of(self, rows: tuple[AnyRow, ...]) -> Record:
        """An open record of these rows, for the house itself."""
        seed = bytes.fromhex(self.setup.seed)
        words = tuple(held.words or "" for held in self.seats)
        return Record(
            game=self.game.name,
            version=self.setup.version,
            seats=tuple(held.name for held in self.seats),
            options=self.setup.options,
            log=rows,
            fairness=Fairness(fair.commitment(seed), words, self.setup.seed),
        )

    @property
    def seq(self) -> int:
        return self.table.seq if self.table else 0

    def ready(self) -> bool:
        """Whether every seat is held and has given its words."""
        return self.table is None and all(held.words is not None for held in self.seats)

    def start(self) -> None:
        names = [held.name for held in self.seats]
        words = [held.words or "" for held in self.seats]
        self.table = Table(self.game, names, self.options, bytes.fromhex(self.setup.seed), words)
        for seat, held in enumerate(self.seats):
            if held.kind == "bot":
                self.table.bot_takes(seat, held.level or "random")
        self._place(self.table)
        self.table.deal()

    def _place(self, table: Table) -> None:
        """What was given by hand: a layout's tiles, or the moves of a game that is taken over."""
        if self.setup.layout:
            if self.setup.starter is not None:
                table.place(NATURE, Begin(self.setup.starter))
            table.deal(until=Laying)
            for tile in decode(self.setup.layout):
                table.place(NATURE, Lay(tile))
        for seat, move in self.setup.taken_over:
            table.place(seat, msgspec.convert(move, self.game.move))

    def garden(self) -> tuple[str, Seat | None]:
        """The layout code of the garden in which this game began (Okiya), and who began it."""
        assert self.table is not None
        if self.game.name != "okiya":
            raise Refused("no_layouts")
        moves = [row.move for row in self.table.log if isinstance(row, Played | Placed)]
        starters = [move.starter for move in moves if isinstance(move, Begin)]
        return encode([move.tile for move in moves if isinstance(move, Lay)][:16]), next(iter(starters), None)

    def holds(self, guest: str, seat: Seat | None) -> bool:
        return seat is not None and 0 <= seat < len(self.seats) and self.seats[seat].guest == guest

    def seats_of(self, guest: str) -> list[Seat]:
        return [seat for seat, held in enumerate(self.seats) if held.guest == guest]

    def may_watch(self, guest: str) -> bool:
        return self.setup.spectators or bool(self.seats_of(guest))

    def here(self, seat: Seat) -> bool:
        return self.seats[seat].kind == "bot" or any(
            self.seats[seat].guest == watcher.guest for watcher in self.watchers
        )

    def window(self) -> Window | None:
        """The window that is open. On a shared screen it opens when its player has taken the screen."""
        if self.table is None or self.setup.lesson:
            return None
        watched = {watcher.seat for watcher in self.watchers}
        bots = self.table.levels()
        reached = {
            seat for seat, held in enumerate(self.seats) if held.kind != "shared" or seat in {*watched, *bots}
        }
        return self.pace.now(self.table, reached)

    def thought(self, state: State) -> None:
        if self.thinking is state:
            self.thinking = None

    def away_for(self, seat: Seat) -> float:
        """Seconds since this seat's player was last seen here; none if they never were."""
        return monotonic() - self.last_seen.get(self.seats[seat].guest or "", monotonic())

    def names(self, lang: str) -> list[str]:
        """The players' names; a bot's is in the language of who looks, numbered if there are several."""
        house, bots = catalogue("house")(lang), [held.kind for held in self.seats].count("bot")
        phrase = "bot" if bots > 1 else "one_bot"
        return [
            held.name
            if held.kind != "bot"
            else house(phrase, level=level_name(held.level or "random", house), number=seat + 1)
            for seat, held in enumerate(self.seats)
        ]

    def info(self, guest: str, lang: str) -> TableInfo:
        names, bots = self.names(lang), self.table.levels() if self.table else {}
        seats = [
            SeatInfo(held.kind, names[seat], bots.get(seat, held.level), self.here(seat), held.guest == guest)
            for seat, held in enumerate(self.seats)
        ]
        return TableInfo(
            id=self.id,
            game=self.game.name,
            version=self.setup.version,
            options=msgspec.to_builtins(self.options),
            seats=seats,
            spectators=self.setup.spectators,
            takebacks=self.setup.takebacks,
            hints=self.setup.hints,
            started=self.table is not None,
            commitment=fair.commitment(bytes.fromhex(self.setup.seed)),
            words=[held.words or "" for held in self.seats] if self.table else [],
            parent=self.setup.parent,
            child=self.child,
            layout=self.setup.layout,
            lesson=self.setup.lesson,
            window=self.setup.window if self.game.silence else None,
        )

    def updates(self, guest: str, seat: Seat | None, seq: int, lang: str) -> Updates:
        """What a watcher has not heard yet, through the eyes of its seat."""
        if self.table is None:
            return Updates(self.info(guest, lang), seat, 0, 0, [], None, "", None, None, [], None, None)
        return Teller(self, self.table, seat, lang).updates(guest, seq)


class Teller:
    """A running game through one seat's eyes and in one language."""

    def __init__(self, live: Live, table: Table, seat: Seat | None, lang: str) -> None:
        self.live, self.table, self.seat = live, table, seat
        self.game, self.phrases = live.game, live.game.text.words(lang)
        self.house: Words = catalogue("house")(lang)
        self.lang, self.names = lang, live.names(lang)

    def updates(self, guest: str, seq: int) -> Updates:
        table, state = self.table, self.table.state
        view = state.view(self.seat)
        over = table.result() is not None
        return Updates(
            table=self.live.info(guest, self.lang),
            seat=self.seat,
            from_seq=seq,
            seq=table.seq,
            lines=self.lines(seq),
            view=view,
            words=self.game.text.table(view, self.phrases, self.names),
            ask=ask(view.prompt, self.phrases, self.names) if view.prompt and not over else None,
            asked=None if over else view.prompt and view.prompt.seat,
            choices=self.choices(view),
            takeback=self.live.takeback,
            result=table.result(),
            seed=table.seed.hex() if over else None,
            window=self.window(),
            passing=self.seat in self.live.pace.passing,
        )

    def window(self) -> WindowInfo | None:
        window = self.live.window()
        if window is None:
            return None
        sealed = self.live.pace.sealed(window) if self.seat == window.seat else None
        return WindowInfo(round(1000 * window.seconds), round(1000 * window.left()), sealed)

    def lines(self, seq: int) -> list[Line]:
        stands = set(line(self.table.log))
        return [self.one_line(n) for n in range(seq, self.table.seq) if n in stands or not self._played(n)]

    def _played(self, seq: int) -> bool:
        return isinstance(self.table.log[seq], Played | Placed)

    def one_line(self, seq: int, *, openly: bool = False) -> Line:
        row = self.table.log[seq]
        if not isinstance(row, Played | Placed):
            return Line(seq, None, None, row, self.event(row))
        heard = row.move if openly else self.table.states[seq].veil(row.move, self.seat)
        told = Told(row.seat, heard)
        said = f"{tell(self.game, told, self.phrases, self.names)} {self.aftermath(seq, told.kind)}".strip()
        chance = row.chance if isinstance(row, Played) and self.table.result() else None
        return Line(seq, row.seat, heard, None, said, chance)

    def aftermath(self, seq: int, kind: str) -> str:
        """What the move did, as far as this seat sees it."""
        if kind not in self.game.text.aftermath:
            return ""
        before, after = (self.table.states[at].view(self.seat) for at in (seq, seq + 1))
        return self.game.text.aftermath[kind](before, after, self.phrases, self.names)

    def event(self, row: AnyRow) -> str:
        facts = msgspec.structs.asdict(row)
        names = {"who": self.names[facts["seat"]]} if "seat" in facts else {}
        level = {"level": Name(level_name(row.level, self.house))} if isinstance(row, BotTakes) else {}
        return self.house(f"event.{type(row).__name__.lower()}", **names, **level)

    def choices(self, view: Any) -> list[Choice]:
        if self.table.actor != self.seat or self.seat is None:
            return []
        text = self.game.text
        return [
            Choice(
                move,
                text.write(move),
                text.label(view, move, self.phrases) if text.label else text.write(move),
            )
            for move in self.table.state.moves()
        ]


def _row(data: bytes, game: Game) -> AnyRow:
    row: AnyRow = msgspec.json.decode(data, type=AnyRow)
    if isinstance(row, Played | Placed):
        return msgspec.structs.replace(row, move=msgspec.convert(row.move, game.move))
    return row
