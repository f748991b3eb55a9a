"""What a player asks of a running table: a move, a takeback, an answer to somebody being away."""

import asyncio
from typing import Literal

from hanamachi.core.game import Seat
from hanamachi.core.table import Refused
from hanamachi.server.live.broadcast.preview import check, prospect
from hanamachi.server.live.room import Room
from hanamachi.server.protocol.messages import (
    AlwaysPass,
    AnswerDraw,
    AnswerTakeback,
    AskTakeback,
    CallBot,
    CallOff,
    Claim,
    Continue,
    Foreseen,
    Looked,
    OfferDraw,
    Preview,
    Resign,
    Show,
    Submit,
)
from hanamachi.server.tables import absence, clock_rules, offers, spectators, transitions
from hanamachi.server.tables.absence import Check, allowed_at, moved_since
from hanamachi.server.tables.model import Asked, Playing, holds, people_at
from hanamachi.server.tables.players import stand_in
from hanamachi.server.tables.time_control import Days
from hanamachi.server.tables.transitions import playing

What = Literal["bot", "claim", "call_off"]  # may be done about an absent player


def at(room: Room, guest: str, seat: Seat) -> Playing:
    """The game at this table, if the guest holds this seat in it."""
    if not holds(room.snapshot, guest, seat):
        raise Refused("not_your_seat")
    here = playing(room.snapshot)
    if seat in here.table.log.gone:
        raise Refused("gave_up")
    return here


async def submit(room: Room, guest: str, message: Submit, lag: float = 0.0) -> None:
    """`lag`: seconds that it was under way."""
    here = at(room, guest, message.seat)
    if here.side.readers and here.window_seat() is not None:
        raise Refused("still_reading")  # without a window the time of an answer would tell something
    move = transitions.read_move(message.move, here)
    if running := room.deadlines.out_of_time(room.snapshot, message.seat, lag):
        await room.change(clock_rules.flag(running.asked))
        raise Refused("time_up")
    await room.change(transitions.submit(message.seat, message.seq, move), lag=lag)


async def preview(room: Room, guest: str, message: Preview, lang: str) -> Foreseen:
    """It takes no lock and changes nothing; another thread works it out."""
    here = at(room, guest, message.seat)
    check(here, message.seat, message.seq, message.moves)
    moves = [transitions.read_move(move, here) for move in message.moves]
    found = await asyncio.to_thread(prospect, here, message.seat, moves, lang)
    return Foreseen(message.id, message.seat, message.seq, found.frames, found.choices)


async def resign(room: Room, guest: str, message: Resign) -> None:
    at(room, guest, message.seat)
    await room.change(transitions.resign(message.seat))


async def go_on(room: Room, guest: str, message: Continue) -> None:
    at(room, guest, message.seat)
    await room.change(offers.go_on(guest))


async def show(room: Room, guest: str, message: Show) -> None:
    at(room, guest, message.seat)
    await room.change(spectators.show(message.seat, on=message.on))


def always_pass(room: Room, guest: str, message: AlwaysPass) -> None:
    at(room, guest, message.seat)
    (room.passing.add if message.on else room.passing.discard)(message.seat)
    room.broadcaster.mark_changed(only=message.seat)


async def ask_takeback(room: Room, guest: str, message: AskTakeback) -> None:
    """Against bots alone it is granted; people are asked, if it can be at all."""
    here = at(room, guest, message.seat)
    if not here.setup.takebacks:
        raise Refused("no_takebacks_here")
    asked = Asked(message.seat, here.table.log.asked)
    offers.take_back(asked)(here)
    alone = {here.seats[seat].guest for seat in people_at(here)} == {guest}
    await room.change(offers.take_back(asked) if alone else offers.ask(takeback=asked))


async def answer_takeback(room: Room, guest: str, message: AnswerTakeback) -> None:
    at(room, guest, message.seat)
    await room.change(offers.answer_takeback(message.seat, agree=message.agree))


async def offer_draw(room: Room, guest: str, message: OfferDraw) -> None:
    """Offer a draw, where the game allows one and an opponent can agree to it."""
    here = at(room, guest, message.seat)
    here.table.agree()
    if here.table.bots:
        raise Refused("bots_play_on")
    await room.change(offers.ask(draw=Asked(message.seat, here.seq)))


async def answer_draw(room: Room, guest: str, message: AnswerDraw) -> None:
    at(room, guest, message.seat)
    await room.change(offers.answer_draw(message.seat, agree=message.agree))


async def call_bot(room: Room, guest: str, message: CallBot) -> None:
    """A bot takes the seat of somebody who has been away for long, when everybody who is here agrees."""
    here, absent = at(room, guest, message.seat), message.absent
    check = still_away(room, "bot", absent)
    check(here)
    level = stand_in(here.setup, here.seats)
    transition = offers.call_bot(absent, message.seat, present(room, here), level)
    await room.change(absence.checked(check, transition))


async def claim(room: Room, guest: str, message: Claim) -> None:
    """End a game of two with the win of the player who stayed."""
    here, check = at(room, guest, message.seat), still_away(room, "claim")
    check(here)
    await room.change(absence.checked(check, absence.claim(message.seat)))


async def call_off(room: Room, guest: str, message: CallOff) -> None:
    """End the game without a result, once every player present agrees."""
    here, check = at(room, guest, message.seat), still_away(room, "call_off")
    check(here)
    await room.change(absence.checked(check, absence.call_off(message.seat, present(room, here))))


def looked(room: Room, guest: str, message: Looked) -> None:
    at(room, guest, message.seat)
    room.look(guest)


def present(room: Room, here: Playing) -> set[str | None]:
    """Return the people who play here and are connected."""
    return {here.seats[seat].guest for seat in people_at(here) if room.audience.is_present(here, seat)}


def still_away(room: Room, what: What, absent: Seat | None = None) -> Check:
    """Return a check that refuses `what` unless a player (this one, if given) has been away for long enough.
    It holds for a table that changes meanwhile: a player who has moved since is back."""
    before = playing(room.snapshot)

    def check(here: Playing) -> None:
        if here.table.result:
            raise Refused("game_over")
        away = [seat for seat in room.presences.away(here) if absent in (None, seat)]
        if not away or moved_since(before, here, away):
            raise Refused("not_absent")
        waits = [room.presences.left(seat, getattr(allowed_at(here, seat), what)) for seat in away]
        possible = [wait for wait in waits if wait is not None]
        if not possible:
            raise never(here, what)
        if left := -(-min(possible) // 1000):
            raise too_early(what, left)

    return check


def never(here: Playing, what: What) -> Refused:
    """Return the refusal of what is not allowed at this table, however long a player is away."""
    if isinstance(here.setup.clock, Days):
        return Refused("days_clock")
    if what == "claim":
        return Refused("no_claim")
    return Refused("no_call_off") if what == "call_off" else Refused("not_absent")


def too_early(what: What, seconds: int) -> Refused:
    if what == "call_off":
        return Refused("too_early", seconds=seconds)
    return Refused("still_patient", seconds=seconds)
