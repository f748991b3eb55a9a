"""Model time controls: what a host chooses, how much time each seat has left, and when a flag falls.

All times are seconds of uptime (`runtime/uptime.py`). None of this is part of a game's log or rules.
"""

from collections.abc import Iterable, Mapping

from msgspec import Struct
from msgspec.structs import replace

from hanamachi.core.game import Game, Seat
from hanamachi.core.table import Refused
from hanamachi.core.words import Words

DAY = 86_400.0
MINUTE = 60
BASE = range(10, 3 * 3600 + 1)  # seconds for a whole game
MORE = range(181)  # seconds with every decision
DAYS = range(1, 15)  # for each decision
SIGNALS = (1 / 2, 9 / 10)  # of a decision's time: then its player is reminded, in games of days


class Live(Struct, frozen=True, tag="live", omit_defaults=True):
    """A live clock: seconds for the whole game; every decision adds `increment` seconds, or does not count
    its first `delay` seconds."""

    base: int
    increment: int = 0
    delay: int = 0
    plays_on: bool = False  # when the time is up a bot plays on; at a table of many one always does


class Days(Struct, frozen=True, tag="days", omit_defaults=True):
    """A correspondence clock: days for each decision."""

    days: int
    plays_on: bool = False


class NoClock(Struct, frozen=True, tag="none"):
    """The wish for no clock, which strangers are not granted."""


Clock = Live | Days
Off = tuple[float, float]  # a time during which nobody's days are counted: from, until


class Running(Struct, frozen=True):
    """The clock of a seat that was asked, while it runs."""

    seat: Seat
    asked: int  # the question: the length of the log when it was asked
    since: float
    ends: float  # when its flag falls
    signals: int = 0  # how many reminders were due

    @property
    def due(self) -> float:
        """Return when the next reminder, or the flag, is due."""
        return self.ends if self.signals == len(SIGNALS) else self.reminder(self.signals)

    def reminder(self, number: int) -> float:
        """Return when a reminder is due."""
        return self.ends - (1 - SIGNALS[number]) * (self.ends - self.since)


class Clocks(Struct, frozen=True):
    """The clocks of a table: the time left to each seat, the time of each decision, and the clock that
    runs."""

    left: tuple[float, ...]
    took: Mapping[int, float] = {}  # by the row that ended the decision
    running: Running | None = None


def usual(game: Game) -> Live:
    """Return the clock of strangers who chose none."""
    return Live(game.pace.base, game.pace.increment)


def fresh(clock: Clock, seats: int) -> Clocks:
    """Return the clocks at the beginning of a game."""
    return Clocks((whole(clock),) * seats)


def whole(clock: Clock) -> float:
    """Return the seconds that a seat has at the beginning, or for each decision in a game of days."""
    return clock.days * DAY if isinstance(clock, Days) else float(clock.base)


def delay_of(clock: Clock) -> float:
    """Return the seconds at the beginning of each decision that do not count."""
    return 0.0 if isinstance(clock, Days) else float(clock.delay)


def started(
    clocks: Clocks, clock: Clock, seat: Seat, asked: int, now: float, off: Iterable[Off] = ()
) -> Clocks:
    """Start the clock of the seat that is asked."""
    ends = after(now, clocks.left[seat] + delay_of(clock), off)
    return replace(clocks, running=Running(seat, asked, now, ends, 0 if isinstance(clock, Days) else 2))


def limited(clocks: Clocks, seat: Seat, asked: int, now: float, seconds: float) -> Clocks:
    """Start a fixed time for the seat that is asked; its own clock does not count it."""
    return replace(clocks, running=Running(seat, asked, now, now + seconds, len(SIGNALS)))


def moved_end(clocks: Clocks, clock: Clock, off: Iterable[Off]) -> Clocks:
    """Move the end of the running clock by days off that were set since."""
    running = clocks.running
    assert running is not None
    ends = after(running.since, clocks.left[running.seat] + delay_of(clock), off)
    return clocks if ends == running.ends else replace(clocks, running=replace(running, ends=ends))


def after(since: float, seconds: float, off: Iterable[Off]) -> float:
    """Return the moment at which so many seconds have passed, days off not counted."""
    end = since + seconds
    for begins, until in sorted(off):
        if begins < end and until > since:
            end += until - max(begins, since)
    return end


def allowed(clocks: Clocks, clock: Clock) -> float:
    """Return the seconds that the open decision may take in all."""
    return clocks.left[clocks.running.seat] + delay_of(clock) if clocks.running else 0.0


def charged(clocks: Clocks, clock: Clock, spent: float, row: int | None, *, moved: bool) -> Clocks:
    """Charge a decision that ended with this row. If the seat `moved`, it gets the increment."""
    running = clocks.running
    assert running is not None
    left = list(clocks.left)
    if isinstance(clock, Live):
        rest = max(0.0, left[running.seat] - max(0.0, spent - clock.delay))
        left[running.seat] = rest + (clock.increment if moved else 0)
    took = {} if row is None else {row: round(max(0.0, spent), 3)}
    return Clocks(tuple(left), {**clocks.took, **took})


def uncharged(clocks: Clocks, spent: float, row: int | None) -> Clocks:
    """Note the time of a decision that no clock counted."""
    took = {} if row is None else {row: round(max(0.0, spent), 3)}
    return Clocks(clocks.left, {**clocks.took, **took})


def fallen(clocks: Clocks, seat: Seat) -> Clocks:
    """Set the time of a seat whose flag fell to 0."""
    return replace(clocks, left=(*clocks.left[:seat], 0.0, *clocks.left[seat + 1 :]))


def check(clock: Clock | None) -> None:
    """Refuse a clock that is out of bounds."""
    if isinstance(clock, Days):
        possible = clock.days in DAYS
    else:
        possible = clock is None or (clock.base in BASE and clock.increment in MORE and clock.delay in MORE)
    if not possible:
        raise Refused("bad_clock", least=BASE[0], hours=BASE[-1] // 3600, more=MORE[-1], days=DAYS[-1])
    if isinstance(clock, Live) and clock.increment and clock.delay:
        raise Refused("clock_both")


def in_words(clock: Clock, house: Words) -> str:
    """Describe a clock: 5 min + 3 s a move."""
    if isinstance(clock, Days):
        return house.count("clock.days", clock.days)
    base = base_in_words(clock.base, house)
    if clock.increment:
        return house("clock.increment", base=base, n=clock.increment)
    return house("clock.delay", base=base, n=clock.delay) if clock.delay else house("clock.plain", base=base)


def base_in_words(seconds: int, house: Words) -> str:
    minutes, rest = divmod(seconds, MINUTE)
    parts = [house("clock.minutes", n=minutes)] if minutes else []
    return " ".join([*parts, *([house("clock.seconds", n=rest)] if rest else [])])
