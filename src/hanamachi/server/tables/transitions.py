"""Define what may happen at a table: functions that return a transition from one snapshot to the next.

A transition that is not allowed raises `Refused` and changes nothing.
"""

from collections.abc import Callable, Collection
from functools import cache
from typing import Any

import msgspec
from msgspec.structs import replace

from hanamachi.core.game import Move, Seat
from hanamachi.core.nature import Nature
from hanamachi.core.table import Refused, Table
from hanamachi.server.runtime.digests import digest, same
from hanamachi.server.tables.model import Playing, SeatHolder, Snapshot, Waiting, host_of, seats_of
from hanamachi.server.tables.players import stand_in
from hanamachi.server.tables.start import started

Transition = Callable[[Snapshot], Snapshot]
FREE = ("open", "reserved")
Awake = Callable[[Waiting], bool]


def always(_table: Waiting) -> bool:
    return True


def waiting(snapshot: Snapshot, otherwise: str) -> Waiting:
    """Return the table if its game has not begun; refuse with the reason `otherwise`."""
    if not isinstance(snapshot, Waiting):
        raise Refused(otherwise)
    return snapshot


def playing(snapshot: Snapshot) -> Playing:
    """Return the table if its game can be played; refuse if it has not begun or is damaged."""
    if not isinstance(snapshot, Playing):
        raise Refused("not_started")
    if snapshot.damaged:
        raise Refused("damaged")
    return snapshot


def sit(guest: str, name: str, seat: Seat, token: str) -> Transition:
    """Take an open seat, or one that a link reserves."""

    def transition(snapshot: Snapshot) -> Snapshot:
        if not 0 <= seat < len(snapshot.seats):
            raise Refused("no_seat")
        table, held = waiting(snapshot, "seat_taken"), snapshot.seats[seat]
        mine = held.kind == "reserved" and same(held.token, digest(token))
        if held.kind != "open" and not mine:
            raise Refused("seat_taken")
        if table.setup.rated and seats_of(table, guest):
            raise Refused("rated_seats")
        return with_seat(table, seat, SeatHolder("guest", name, guest))

    return transition


def give_words(
    guest: str,
    words: str,
    commitment: str,
    nature: Nature | None = None,
    *,
    now: float = 0.0,
    awake: Awake = always,
) -> Transition:
    """Add a user's shuffle words for all their seats. The last ones start the game, if its bots are
    `awake`."""

    def transition(snapshot: Snapshot) -> Snapshot:
        mine = seats_of(snapshot, guest)
        if isinstance(snapshot, Waiting) and snapshot.setup.until and now > snapshot.setup.until:
            raise Refused("lapsed")
        if not mine:
            raise Refused("not_your_seat")
        table = waiting(snapshot, "words_given")
        if commitment != snapshot.setup.commitment:
            raise Refused("commitment_unseen")
        for seat in mine:
            if snapshot.seats[seat].words is None:
                table = with_seat(table, seat, replace(snapshot.seats[seat], words=words, declined=False))
        return begun(table, nature, awake)

    return transition


def decline(guest: str) -> Transition:
    """Decline a rematch that another player offered."""

    def transition(snapshot: Snapshot) -> Snapshot:
        table, mine = waiting(snapshot, "words_given"), seats_of(snapshot, guest)
        if snapshot.setup.offered_by is None or not mine or snapshot.setup.offered_by in mine:
            raise Refused("no_offer")
        for seat in mine:
            table = with_seat(table, seat, replace(snapshot.seats[seat], words=None, declined=True))
        return table

    return transition


def seat_bot(guest: str, seat: Seat, bot: SeatHolder, awake: Awake = always) -> Transition:
    """Give a free seat to a bot, as the host wishes. The game starts if no player is missing."""

    def transition(snapshot: Snapshot) -> Snapshot:
        table = hosted(snapshot, guest)
        if not 0 <= seat < len(snapshot.seats):
            raise Refused("no_seat")
        if snapshot.seats[seat].kind not in FREE:
            raise Refused("seat_taken")
        return begun(with_seat(table, seat, bot), awake=awake)

    return transition


def call_off(guest: str) -> Transition:
    """Close a table before its game begins, as the host wishes."""

    def transition(snapshot: Snapshot) -> Snapshot:
        table = hosted(snapshot, guest)
        return replace(table, seats=tuple(SeatHolder("closed") for _ in snapshot.seats))

    return transition


def lapse(snapshot: Snapshot) -> Snapshot:
    """Close a table that has waited as long as it may."""
    if not isinstance(snapshot, Waiting):
        return snapshot
    return replace(snapshot, seats=tuple(SeatHolder("closed") for _ in snapshot.seats))


def stand_up(guest: str) -> Transition:
    """Give back an open seat before the game begins."""

    def transition(snapshot: Snapshot) -> Snapshot:
        table, mine = waiting(snapshot, "begun_already"), seats_of(snapshot, guest)
        asked = snapshot.setup.until is not None or snapshot.setup.offered_by is not None
        if not mine or asked or host_of(snapshot) in mine:
            raise Refused("not_your_seat")
        for seat in mine:
            table = with_seat(table, seat, SeatHolder("open"))
        return table

    return transition


def hosted(snapshot: Snapshot, guest: str) -> Waiting:
    """Return the table if this user opened it and its game has not begun. A rematch has no host."""
    table = waiting(snapshot, "begun_already")
    if host_of(snapshot) not in seats_of(snapshot, guest):
        raise Refused("not_the_host")
    return table


def begun(table: Waiting, nature: Nature | None = None, awake: Awake = always) -> Snapshot:
    """Start the game once all shuffle words are there and no bot must load first."""
    return started(table, nature) if table.complete and awake(table) else table


def begin(snapshot: Snapshot) -> Snapshot:
    """Start the game of a table that waited for its bots alone."""
    return begun(snapshot) if isinstance(snapshot, Waiting) else snapshot


def with_seat(table: Waiting, seat: Seat, held: SeatHolder) -> Waiting:
    """Return the table with one seat replaced."""
    seats = list(table.seats)
    seats[seat] = held
    return replace(table, seats=tuple(seats))


def submit(seat: Seat, seq: int, move: Move) -> Transition:
    """Make a move. In an answer window, seal it until the window ends."""

    def transition(snapshot: Snapshot) -> Snapshot:
        here = playing(snapshot)
        if here.window is None:
            return replace(here, table=here.table.submit(seat, seq, move))
        here.table.after(seat, seq, move)
        return replace(here, window=replace(here.window, sealed=move))

    return transition


def release(asked: int) -> Transition:
    """End an answer window: play the sealed answer, or pass."""

    def transition(snapshot: Snapshot) -> Snapshot:
        here = playing(snapshot)
        if here.window is None or here.window.asked != asked:
            return snapshot
        table, silence = here.table, here.table.game.silence
        assert silence is not None
        answer = here.window.sealed or silence
        return replace(here, table=table.submit(here.window.seat, table.seq, answer), window=None)

    return transition


def resign(seat: Seat) -> Transition:
    """Resign. Of two players one loses; at a larger table a bot plays on in this seat."""

    def transition(snapshot: Snapshot) -> Snapshot:
        here = playing(snapshot)
        table = here.table.resign(seat, stand_in(here.setup, here.seats))
        return replace(without_seal(here, seat), table=table)

    return transition


def without_seal(here: Playing, seat: Seat) -> Playing:
    """Drop the sealed answer of a seat for which another player or bot answers now."""
    if here.window is None or here.window.seat != seat:
        return here
    return replace(here, window=replace(here.window, sealed=None))


def bot_takes(seat: Seat, level: str) -> Transition:
    """Put a bot into a seat."""
    return at_table(lambda table: table.bot_takes(seat, level))


def come_back(guest: str) -> Transition:
    """Return a user's seats from the bots that stand in. Drop what those sealed, and all votes about the
    absence."""

    def transition(snapshot: Snapshot) -> Snapshot:
        if not isinstance(snapshot, Playing) or snapshot.damaged or snapshot.table.result:
            return snapshot
        after = snapshot
        for seat in returning(snapshot, guest):
            after = replace(without_seal(after, seat), table=after.table.bot_returns(seat))
        return after.with_side(votes=without_votes(snapshot, seats_of(snapshot, guest)), quits=())

    return transition


def returning(snapshot: Playing, guest: str) -> list[Seat]:
    """Return the seats of a user in which a bot stands in."""
    mine, log = seats_of(snapshot, guest), snapshot.table.log
    return [seat for seat in mine if seat in log.bots and seat not in log.gone]


def without_votes(snapshot: Playing, seats: Collection[Seat]) -> tuple[tuple[Seat, Seat], ...]:
    """Return the votes for bots, except those about these seats."""
    return tuple(vote for vote in snapshot.side.votes if vote[0] not in seats)


def at_table(happen: Callable[[Table], Table]) -> Transition:
    """Return the transition that changes the game's table by a function."""

    def transition(snapshot: Snapshot) -> Snapshot:
        here = playing(snapshot)
        return replace(here, table=happen(here.table))

    return transition


def read_move(raw: msgspec.Raw, snapshot: Snapshot) -> Move:
    """Decode a move that a client sent."""
    try:
        move: Move = move_decoder(playing(snapshot).table.game.move).decode(raw)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise Refused("bad_move_format", problem=str(error)) from error
    return move


@cache
def move_decoder(kind: Any) -> "msgspec.json.Decoder[Move]":
    """Return the decoder for the moves of a game."""
    return msgspec.json.Decoder(kind)
