"""Decide what players may do about an absent player: let a bot play on, claim the win, or call the game off.

`allowed` is the whole rule; docs/absence.md shows it as a table. The rest gathers its facts and applies it.
"""

from collections.abc import Callable, Collection, Iterator

from msgspec import Struct
from msgspec.structs import replace

from hanamachi.core.game import Seat
from hanamachi.core.log import PAIR, Played
from hanamachi.core.table import Table
from hanamachi.server.tables.model import Playing, Setup, Snapshot, rows_after, running_of
from hanamachi.server.tables.time_control import Days, Live
from hanamachi.server.tables.transitions import Transition, at_table, playing

BY_PATIENCE, BY_CLOCK = 1, 2  # the rules by which tables were opened: of older servers, of this one
LONG = 600.0  # seconds after which a game of two players without a clock may be called off
EARLY = 2  # a game of two players on a live clock may be called off until each has moved so often


class Allowed(Struct, frozen=True):
    """The seconds of absence after which the remaining players may act; None: never."""

    bot: float | None = None
    claim: float | None = None
    call_off: float | None = None


def allowed(setup: Setup, seats: int, *, timed: bool, early: bool) -> Allowed:
    """Return what is allowed about an absent player. `timed`: the absent player's clock has begun to count.
    `early`: not every player has moved twice yet."""
    patience = float(setup.patience)
    if setup.lesson:
        return Allowed()
    if setup.absence_rule == BY_PATIENCE:
        return Allowed(bot=patience)
    if isinstance(setup.clock, Days):
        return Allowed()
    if setup.rated:
        return Allowed(
            claim=patience if timed and seats == PAIR else None, call_off=patience if early else None
        )
    if seats > PAIR:
        return Allowed(bot=patience, call_off=patience)
    if isinstance(setup.clock, Live):
        return Allowed(bot=patience, claim=patience if timed else None, call_off=patience if early else None)
    return Allowed(bot=patience, call_off=max(patience, LONG))


def allowed_at(here: Playing, absent: Seat) -> Allowed:
    """Return what is allowed at this table about one absent player."""
    seats = len(here.seats)
    if not isinstance(here.setup.clock, Live) or (seats != PAIR and not here.setup.rated):
        return allowed(here.setup, seats, timed=False, early=False)  # it does not depend on who has moved
    early = any(moves_of(here.table, seat, EARLY) < EARLY for seat in range(seats))
    return allowed(here.setup, seats, timed=has_been_timed(here, absent), early=early)


def has_been_timed(here: Playing, seat: Seat) -> bool:
    """Return True if the seat's own clock counts or has counted. A player who has neither moved nor looked at
    the game, or whose first-move time runs, cannot lose by a claim."""
    if has_moved(here.table, seat):
        return True
    running = running_of(here)
    return running is not None and running.seat == seat and here.setup.first_move is None


def has_moved(table: Table, seat: Seat) -> bool:
    return moves_of(table, seat, 1) > 0


def moves_of(table: Table, seat: Seat, most: int) -> int:
    """Count a seat's moves up to `most`. Answers that the server gave for a silent player do not count."""
    count = 0
    for _ in own_moves(table, seat):
        count += 1
        if count == most:
            break
    return count


def own_moves(table: Table, seat: Seat) -> Iterator[Played]:
    """Yield the moves that a seat made itself."""
    silence = table.game.silence
    for row in table.rows:
        if isinstance(row, Played) and row.seat == seat and (silence is None or row.move != silence):
            yield row


Check = Callable[[Playing], None]  # raises Refused


def checked(check: Check, transition: Transition) -> Transition:
    """Return the transition behind a check that runs at the moment of the commit, on the table as it is
    then."""

    def happen(snapshot: Snapshot) -> Snapshot:
        check(playing(snapshot))
        return transition(snapshot)

    return happen


def claim(seat: Seat) -> Transition:
    """End the game with this seat's win."""
    return at_table(lambda table: table.claim(seat))


def call_off(seat: Seat, present: Collection[str | None]) -> Transition:
    """Note that this seat agrees to call the game off, and end it once every player present agrees."""

    def transition(snapshot: Snapshot) -> Snapshot:
        here = playing(snapshot)
        agreed = tuple(sorted({*here.side.quits, seat}))
        if not set(present) <= {here.seats[by].guest for by in agreed}:
            return here.with_side(quits=agreed)
        return replace(here, table=here.table.call_off())

    return transition


def moved_since(before: Playing, after: Playing, seats: Collection[Seat]) -> bool:
    """Return True if one of these seats moved after `before`: its player is back, wherever they are
    connected."""
    return any(isinstance(row, Played) and row.seat in seats for row in rows_after(before, after))
