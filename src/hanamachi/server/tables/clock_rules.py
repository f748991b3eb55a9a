"""Apply time controls to a table: charge the seat that decided, start the clock of the next, drop flags."""

from collections.abc import Collection, Iterable

from msgspec import Struct
from msgspec.structs import replace

from hanamachi.core.game import NATURE, Seat
from hanamachi.core.log import PAIR, Played
from hanamachi.core.table import Table
from hanamachi.server.tables import time_control as ticking
from hanamachi.server.tables.absence import has_moved
from hanamachi.server.tables.model import Playing, Setup, Snapshot, running_of
from hanamachi.server.tables.players import stand_in
from hanamachi.server.tables.time_control import Clock, Clocks, Days, Live, Off
from hanamachi.server.tables.transitions import Transition, playing

FIRST_MOVE, FIRST_MOVE_OF_MANY = 60, 90  # seconds for each player's first move against strangers
LAG = 0.5  # seconds that are given back at most, and for which a move that is under way is waited for


class Moment(Struct, frozen=True):
    """The facts of time at which a table changes: the uptime, how long the open decision has taken, the seats
    that have seen their question, and the players' days off."""

    now: float
    spent: float = 0.0
    told: Collection[Seat] = ()
    off: tuple[tuple[Off, ...], ...] = ()  # by seat

    def off_at(self, seat: Seat) -> Iterable[Off]:
        return self.off[seat] if seat < len(self.off) else ()


def on_the_clock(snapshot: Playing) -> Seat | None:
    """Return the seat whose clock must run: that of the person who decides. Return None while nature decides,
    during an answer window, in the break between rounds, and after the end."""
    table, actor = snapshot.table, snapshot.table.actor
    if snapshot.setup.clock is None or actor in (None, NATURE, *table.bots) or snapshot.damaged:
        return None
    return None if snapshot.side.readers or snapshot.window_seat() is not None else actor


def first_move_time(clock: Clock | None, seats: int) -> int | None:
    """Return the seconds for each first move at a new table of strangers: none but on a live clock."""
    if not isinstance(clock, Live):
        return None
    return FIRST_MOVE if seats == PAIR else FIRST_MOVE_OF_MANY


def first_move(setup: Setup, table: Table, seat: Seat) -> int | None:
    """Return the seconds for a seat's first move, if that is still to come and has a time of its own. Its
    clock does not count then."""
    return setup.first_move if setup.first_move and not has_moved(table, seat) else None


def timed(before: Snapshot, after: Playing, at: Moment) -> Playing:
    """Return the table with its clocks brought up to date: the seat that decided is charged, and the clock of
    the seat that is asked runs."""
    clock = after.setup.clock
    if clock is None:
        return after
    clocks = after.clocks or ticking.fresh(clock, len(after.seats))
    seat, running = on_the_clock(after), clocks.running
    if running and (running.seat, running.asked) != (seat, after.table.log.asked):
        clocks = paid(before, after, clocks, clock, at.spent)
    if seat is not None:
        clocks = timed_seat(after, clocks, clock, seat, at)
    return after if clocks is after.clocks else replace(after, clocks=clocks)


def timed_seat(snapshot: Playing, clocks: Clocks, clock: Clock, seat: Seat, at: Moment) -> Clocks:
    """Return the clocks with time running for the seat that is asked. A first-move time runs at once, seen
    or not."""
    asked, first = snapshot.table.log.asked, first_move(snapshot.setup, snapshot.table, seat)
    if first is not None:
        return clocks if clocks.running else ticking.limited(clocks, seat, asked, at.now, first)
    if clocks.running:
        return ticking.moved_end(clocks, clock, at.off_at(seat))
    if was_told(snapshot, seat, clock, at):
        return ticking.started(clocks, clock, seat, asked, at.now, at.off_at(seat))
    return clocks


def paid(before: Snapshot, after: Playing, clocks: Clocks, clock: Clock, spent: float) -> Clocks:
    """Return the clocks with the finished decision charged: it was made, or is no longer needed."""
    running, row = clocks.running, after.table.rows[before.seq] if after.seq > before.seq else None
    assert running is not None
    moved = isinstance(row, Played) and row.seat == running.seat
    if isinstance(before, Playing) and first_move(before.setup, before.table, running.seat):
        return ticking.uncharged(clocks, spent, before.seq if row else None)
    most = min(spent, ticking.allowed(clocks, clock))
    return ticking.charged(clocks, clock, most, before.seq if row else None, moved=moved)


def was_told(snapshot: Playing, seat: Seat, clock: Clock, at: Moment) -> bool:
    """Return True if the clock of a question may run: always, except for a player on a live clock who has not
    looked at the game yet."""
    return isinstance(clock, Days) or seat in at.told or has_moved(snapshot.table, seat)


def flag(asked: int) -> Transition:
    """Drop the flag of a seat whose time is up. If the time was for a first move, the game is called off.
    Otherwise of two players one loses; at a larger table, or where the host wished it, a bot plays on."""

    def transition(snapshot: Snapshot) -> Snapshot:
        here, running = playing(snapshot), running_of(snapshot)
        if running is None or running.asked != asked:
            return snapshot
        clock, seat = here.setup.clock, running.seat
        assert here.clocks is not None
        assert clock is not None
        if first := first_move(here.setup, here.table, seat):
            return replace(
                here, table=here.table.lapse(seat), clocks=ticking.uncharged(here.clocks, first, here.seq)
            )
        plays_on = len(here.seats) > PAIR or clock.plays_on
        table = here.table.flag(seat, stand_in(here.setup, here.seats) if plays_on else None)
        spent = ticking.allowed(here.clocks, clock)
        clocks = ticking.charged(here.clocks, clock, spent, here.seq, moved=False)
        return replace(here, table=table, clocks=ticking.fallen(clocks, seat))

    return transition


def remind(asked: int, number: int) -> Transition:
    """Count a reminder as sent, once."""

    def transition(snapshot: Snapshot) -> Snapshot:
        running = running_of(snapshot)
        if running is None or (running.asked, running.signals) != (asked, number):
            return snapshot
        assert isinstance(snapshot, Playing)
        assert snapshot.clocks is not None
        reminded = replace(snapshot.clocks, running=replace(running, signals=number + 1))
        return replace(snapshot, clocks=reminded)

    return transition
