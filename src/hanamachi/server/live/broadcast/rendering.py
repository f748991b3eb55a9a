"""Render a table for a watcher: from its snapshot, as a seat or the gallery may see it."""

from collections.abc import Collection, Sequence
from typing import Any

import msgspec
from msgspec import Struct

from hanamachi.bots import level_name
from hanamachi.core.game import Prompt, Seat, State
from hanamachi.core.log import MOVES, AnyRow, BotReturns, BotTakes, GaveUp, Played
from hanamachi.core.options import choose
from hanamachi.core.telling import ask, called
from hanamachi.core.words import Name, Words, in_force
from hanamachi.games import GAMES
from hanamachi.locales import catalogue
from hanamachi.server.live.broadcast.narration import Narration
from hanamachi.server.live.broadcast.seat_views import SeatViews
from hanamachi.server.protocol.messages import (
    Choice,
    ClockInfo,
    Frame,
    Line,
    PauseInfo,
    SeatInfo,
    TableInfo,
    Updates,
    WakingInfo,
    WindowInfo,
)
from hanamachi.server.tables.clock_rules import first_move
from hanamachi.server.tables.creation import seat_before
from hanamachi.server.tables.model import Playing, Snapshot, Waiting, Waking, host_of, people_at
from hanamachi.server.tables.offers import may_take_back
from hanamachi.server.tables.players import names_in, stand_in
from hanamachi.server.tables.round_break import LONGEST, Pause
from hanamachi.server.tables.time_control import Live, fresh

MOST_PICTURES = 24  # of one update; whoever is further behind sees only what the table is now


class Eyes(Struct, frozen=True):
    """How a watcher sees a table: as which seat, in which language, and whether also in words."""

    seat: Seat | None
    lang: str
    words: bool = False
    there: bool = False  # saw the table as it was before: what is new is shown row by row
    borrowed: bool = False  # looks on, and does not play

    @property
    def own(self) -> Seat | None:
        """The seat for which this watcher may act."""
        return None if self.borrowed else self.seat


def info(table_id: str, snapshot: Snapshot, lang: str) -> TableInfo:
    """A table as everybody may know it."""
    setup, names = snapshot.setup, names_in(snapshot.seats, lang)
    log = snapshot.table.log if isinstance(snapshot, Playing) else None
    bots, gone = (log.bots, log.gone) if log else ({}, ())
    seats = [
        SeatInfo(
            kind=held.kind,
            name=names[seat],
            level=bots.get(seat, held.level),
            ready=held.words is not None,
            declined=held.declined,
            gone=seat in gone,
        )
        for seat, held in enumerate(snapshot.seats)
    ]
    started = isinstance(snapshot, Playing)
    return TableInfo(
        id=table_id,
        game=setup.game,
        version=setup.version,
        options=setup.options,
        seats=seats,
        spectators=setup.spectators,
        takebacks=setup.takebacks,
        hints=setup.hints,
        draws=may_be_drawn(snapshot),
        started=started,
        commitment=setup.commitment,
        words=[held.words or "" for held in snapshot.seats] if started else [],
        patience=setup.patience,
        stand_in=stand_in(setup, snapshot.seats),
        parent=setup.parent,
        child=snapshot.child,
        host=host_of(snapshot),
        offered_by=setup.offered_by,
        offered_from=offered_from(snapshot),
        layout=setup.layout,
        lesson=setup.lesson,
        window=setup.window if GAMES[setup.game].silence else None,
        clock=setup.clock,
        damaged=isinstance(snapshot, Playing) and snapshot.damaged,
        public=setup.public,
        watching=setup.watching,
        until=None if started else setup.until,
        first_move=setup.first_move,
        rated=setup.rated,
        talk=setup.may_be_said,
    )


def offered_from(snapshot: Snapshot) -> Seat | None:
    """Return where the player who offers this rematch sat in the game before."""
    by = snapshot.setup.offered_by
    return None if by is None or snapshot.setup.parent is None else seat_before(by, len(snapshot.seats))


def may_be_drawn(snapshot: Snapshot) -> bool:
    """Return whether people play a game here that can be drawn."""
    game = GAMES[snapshot.setup.game]
    people = all(held.kind != "bot" for held in snapshot.seats)
    return people and game.draws(choose(game.options, snapshot.setup.options))


class Card:
    """What is worked out once for all updates of a table: its public facts, for as long as nothing in them
    changes, and what each seat saw last."""

    def __init__(self, table_id: str) -> None:
        self.table_id = table_id
        self.known: tuple[tuple[object, ...], dict[str, TableInfo]] = (), {}
        self.views: dict[Seat | None, tuple[State, Any]] = {}  # by seat: a state, and what it sees of it

    def info(self, snapshot: Snapshot, lang: str) -> TableInfo:
        begun = (
            (snapshot.table.log.bots, snapshot.table.log.gone, snapshot.damaged)
            if isinstance(snapshot, Playing)
            else None
        )
        facts, (known, infos) = (snapshot.setup, snapshot.seats, snapshot.child, begun), self.known
        if facts != known:
            infos = {}
            self.known = facts, infos
        if lang not in infos:
            infos[lang] = info(self.table_id, snapshot, lang)
        return infos[lang]


class LiveFacts(Struct, frozen=True):
    """What watchers see of a table besides its snapshot. Times are seconds."""

    now: float = 0.0  # the server's time
    window_left: float = 0.0
    until_flag: float = 0.0  # of the clock that runs
    pause: Pause | None = None  # between two rounds
    passing: frozenset[Seat] = frozenset()  # standing orders to pass
    waking: Waking | None = None  # before the game: the bot for which everybody waits


def updates(card: Card, snapshot: Snapshot, live: LiveFacts, eyes: Eyes, seq: int) -> Updates:
    """Return what a watcher does not know yet who knows the first `seq` rows."""
    seat, lang = eyes.seat, eyes.lang
    told = card.info(snapshot, lang)
    if not isinstance(snapshot, Playing):
        waking = waking_info(waking_before(snapshot, live.waking), live.now)
        return Updates(
            table=told,
            seat=seat,
            from_seq=0,
            seq=0,
            frames=[],
            view=None,
            words="",
            ask=None,
            asked=None,
            choices=[],
            takeback=None,
            result=None,
            waking=waking,
            closed=snapshot.side.closed,
        )
    own = eyes.own
    names = [each.name for each in told.seats]
    teller = SeatRenderer(
        snapshot, seat, lang, reader=reader(snapshot, own), borrowed=eyes.borrowed, names=names
    )
    teller.view.last = card.views.get(seat)
    view, result = teller.view(snapshot.table.seq), snapshot.table.result
    card.views[seat] = snapshot.table.state, view
    asked = view.prompt if view.prompt and not result and not snapshot.damaged else None
    choices = teller.choices(view)
    return Updates(
        table=told,
        seat=seat,
        from_seq=seq,
        seq=snapshot.seq,
        frames=teller.frames(seq, there=eyes.there),
        view=view,
        words=teller.game.text.table(view, teller.phrases, teller.names) if eyes.words else "",
        ask=teller.asks(asked) if asked else None,
        asked=asked.seat if asked else None,
        choices=choices,
        takeback=snapshot.side.takeback.seat if snapshot.side.takeback else None,
        result=result,
        draw=snapshot.side.draw.seat if snapshot.side.draw else None,
        seed=snapshot.setup.seed if result else None,
        window=window_info(snapshot, live.passing, own, live.window_left),
        pause=pause_info(snapshot, live.pause),
        passing=own in live.passing,
        rule=asked.rule if asked else "",
        rules=list(asked.rules) if asked else [],
        clock=clock_info(snapshot, live.until_flag),
        undoes=own is not None and may_take_back(snapshot, own),
        shown=list(snapshot.side.shown),
        borrowed=eyes.borrowed,
        waking=waking_info(snapshot.side.waking, live.now),
        moot=bool(choices) and teller.game.moot(view),
        closed=snapshot.side.closed,
    )


def pause_info(snapshot: Playing, pause: Pause | None) -> PauseInfo | None:
    """Return how long the break between two rounds may still take, and for whom it waits."""
    if pause is None:
        return None
    waiting = [seat for seat in people_at(snapshot) if snapshot.seats[seat].guest in snapshot.side.readers]
    return PauseInfo(round(1000 * LONGEST), round(1000 * pause.left()), waiting)


def waking_before(snapshot: Waiting, waking: Waking | None) -> Waking | None:
    """Return the bot without which the game does not begin. Another worker may be the one that wakes it."""
    if not snapshot.complete:
        return None
    return waking or next((Waking(level) for level in reversed(snapshot.levels)), None)


def waking_info(waking: Waking | None, now: float) -> WakingInfo | None:
    if waking is None:
        return None
    return WakingInfo(
        waking.level, None if waking.until is None else round(1000 * max(0.0, waking.until - now))
    )


def clock_info(snapshot: Playing, until_flag: float) -> ClockInfo | None:
    clock = snapshot.setup.clock
    if clock is None:
        return None
    clocks = snapshot.clocks or fresh(clock, len(snapshot.seats))
    left: list[int | None] = [round(1000 * each) for each in clocks.left]
    running, delay = clocks.running, 0.0
    first = running is not None and first_move(snapshot.setup, snapshot.table, running.seat) is not None
    if running and first:
        delay = until_flag
    elif running:
        own = min(until_flag, clocks.left[running.seat]) if isinstance(clock, Live) else until_flag
        left[running.seat], delay = round(1000 * own), until_flag - own
    for seat in snapshot.table.bots:
        left[seat] = None
    return ClockInfo(left, running.seat if running else None, round(1000 * delay), first)


def window_info(
    snapshot: Playing, passing: Collection[Seat], seat: Seat | None, left: float
) -> WindowInfo | None:
    """The window that is open. What is sealed in it is for the asked seat alone."""
    window = snapshot.window
    if window is None:
        return None
    order = snapshot.table.game.silence if window.seat in passing else None
    mine = seat == window.seat and seat not in snapshot.table.log.gone
    sealed = window.sealed or order if mine else None
    return WindowInfo(round(1000 * max(snapshot.window_seconds, left)), round(1000 * left), sealed)


def reader(snapshot: Snapshot, seat: Seat | None) -> Seat | None:
    """Return who is called "you": the one person behind these eyes. On a shared screen all have names."""
    if seat is None or snapshot.setup.lesson:
        return seat
    alone = [held.guest for held in snapshot.seats].count(snapshot.seats[seat].guest) == 1
    return seat if alone else None


class SeatRenderer:
    """A game that has begun, through one seat's eyes and in one language.

    `reader`: the seat that is addressed as "you". `openly`: moves are told with what is hidden. `names`:
    the players' names, if they are known already."""

    def __init__(
        self,
        snapshot: Playing,
        seat: Seat | None,
        lang: str,
        *,
        reader: Seat | None = None,
        borrowed: bool = False,
        openly: bool = False,
        names: Sequence[str] | None = None,
    ) -> None:
        self.table, self.log, self.seat, self.damaged = (
            snapshot.table,
            snapshot.table.log,
            seat,
            snapshot.damaged,
        )
        self.seats, self.clocks = snapshot.seats, snapshot.clocks
        self.borrowed = borrowed
        self.game = snapshot.table.game
        self.phrases = in_force(self.game.text.words(lang), snapshot.table.options, len(snapshot.seats))
        self.house: Words = catalogue("house")(lang)
        self.names = called(names_in(snapshot.seats, lang) if names is None else names, reader)
        self.view = SeatViews(self.log, seat)
        self.narration = Narration(
            self.game, self.log, seat, self.view, self.phrases, self.names, openly=openly
        )

    def asks(self, prompt: Prompt) -> str:
        """The question to whoever is asked; to everybody else, who decides what."""
        if self.seat == prompt.seat and not self.borrowed:
            return ask(prompt, self.phrases, self.names)
        if f"gallery.{prompt.ask}" in self.phrases.phrases:
            return ask(prompt, self.phrases, self.names, manner="gallery")
        return self.house("gallery_ask", who=self.names[prompt.seat])

    def frames(self, seq: int, *, there: bool) -> list[Frame]:
        """The rows from `seq` on; moves that were taken back are told no more. Who is `there` sees the table
        after each; after the last it is not told twice."""
        stands = self.narration.stands
        rows = [n for n in range(seq, self.log.seq) if n in stands or not self._played(n)]
        pictured = self._pictured(rows[:-1]) if there else []
        return [Frame(n + 1, self.one_line(n), self.view(n + 1) if n in pictured else None) for n in rows]

    def _pictured(self, rows: list[int]) -> list[int]:
        """Those that are worth a look by themselves; none, if there are so many that nobody would follow."""
        worth = [n for n in rows if self._played(n) and not self._dealt_on(n) and self.narration.sentence(n)]
        return worth if len(worth) <= MOST_PICTURES else []

    def _dealt_on(self, seq: int) -> bool:
        """Whether this is one of several things that chance brings at once."""
        row, then = self.log.rows[seq : seq + 2]
        if not isinstance(row, Played) or not isinstance(then, Played) or row.chance is None:
            return False
        return row.chance.total > 1 and then.seat == row.seat and type(then.move) is type(row.move)

    def _played(self, seq: int) -> bool:
        return isinstance(self.log.rows[seq], MOVES)

    def one_line(self, seq: int) -> Line:
        row = self.log.rows[seq]
        if not isinstance(row, MOVES):
            return Line(seq, None, None, row, self.event(row, seq), took=self.took(seq))
        told, chance = self.narration, row.chance if isinstance(row, Played) and self.log.result else None
        move, said, decided = told.heard(seq).move, told.sentence(seq), told.decided(seq)
        return Line(seq, row.seat, move, None, said, chance=chance, took=self.took(seq), decided=decided)

    def took(self, seq: int) -> float | None:
        return self.clocks.took.get(seq) if self.clocks else None

    def event(self, row: AnyRow, seq: int) -> str:
        facts = msgspec.structs.asdict(row)
        if isinstance(row, BotTakes) and self.seats[row.seat].level == row.level:
            return self.house("event.seated", who=Name(self.names[row.seat]))  # a bot that plays for itself
        names = {"who": self.names[facts["seat"]]} if "seat" in facts else {}
        level = (
            {"level": Name(level_name(row.level, self.house))} if isinstance(row, BotTakes | GaveUp) else {}
        )
        if isinstance(row, BotTakes) and self.replaces_bot(row.seat, seq):
            return self.house("notice.bot_replaced", **names, **level)
        late = isinstance(row, GaveUp) and self.clocks and not self.clocks.left[row.seat]
        return self.house(f"event.{type(row).__name__.lower()}{'.late' if late else ''}", **names, **level)

    def replaces_bot(self, seat: Seat, seq: int) -> bool:
        """True if another bot had this seat before the row."""
        kinds = BotTakes, GaveUp, BotReturns
        earlier = (
            row for row in reversed(self.log.rows[:seq]) if isinstance(row, kinds) and row.seat == seat
        )
        return isinstance(next(earlier, None), BotTakes | GaveUp)

    def choices(self, view: Any) -> list[Choice]:
        if self.seat is None or self.borrowed or self.damaged:
            return []
        if self.table.actor != self.seat or self.seat in self.log.gone:
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
