"""What may happen at a table: each deed leads from one value to the next, or is refused without a trace."""

import hmac
from collections.abc import Callable, Collection
from hashlib import sha256

import msgspec
from msgspec.structs import replace

from hanamachi.core.game import Move, Seat
from hanamachi.core.nature import Nature
from hanamachi.core.table import Refused, Table
from hanamachi.server.tables.model import Held, Kept, Playing, Waiting, host_of, seats_of
from hanamachi.server.tables.players import stand_in
from hanamachi.server.tables.start import started

Deed = Callable[[Kept], Kept]
FREE = ("open", "reserved")
Awake = Callable[[Waiting], bool]


def always(_table: Waiting) -> bool:
    return True


def waiting(kept: Kept, otherwise: str) -> Waiting:
    if not isinstance(kept, Waiting):
        raise Refused(otherwise)
    return kept


def playing(kept: Kept) -> Playing:
    """The table, if it can be played at."""
    if not isinstance(kept, Playing):
        raise Refused("not_started")
    if kept.damaged:
        raise Refused("damaged")
    return kept


def digest(token: str) -> str:
    """A seat's secret as the house keeps it."""
    return sha256(token.encode()).hexdigest()


def sit(guest: str, name: str, seat: Seat, token: str) -> Deed:
    """Take an open seat, or one that a link reserves."""

    def deed(kept: Kept) -> Kept:
        if not 0 <= seat < len(kept.seats):
            raise Refused("no_seat")
        table, held = waiting(kept, "seat_taken"), kept.seats[seat]
        mine = held.kind == "reserved" and hmac.compare_digest(held.token, digest(token))
        if held.kind != "open" and not mine:
            raise Refused("seat_taken")
        return with_seat(table, seat, Held("guest", name, guest))

    return deed


def give_words(
    guest: str,
    words: str,
    commitment: str,
    nature: Nature | None = None,
    *,
    now: float = 0.0,
    awake: Awake = always,
) -> Deed:
    """A guest's part in the shuffle, for all their seats. The last one starts the game, if its bots are
    `awake`."""

    def deed(kept: Kept) -> Kept:
        mine = seats_of(kept, guest)
        if isinstance(kept, Waiting) and kept.setup.until and now > kept.setup.until:
            raise Refused("lapsed")
        if not mine:
            raise Refused("not_your_seat")
        table = waiting(kept, "words_given")
        if commitment != kept.setup.commitment:
            raise Refused("commitment_unseen")
        for seat in mine:
            if kept.seats[seat].words is None:
                table = with_seat(table, seat, replace(kept.seats[seat], words=words, declined=False))
        return begun(table, nature, awake)

    return deed


def decline(guest: str) -> Deed:
    """No, thank you: to a rematch that somebody else offered."""

    def deed(kept: Kept) -> Kept:
        table, mine = waiting(kept, "words_given"), seats_of(kept, guest)
        if kept.setup.offered_by is None or not mine or kept.setup.offered_by in mine:
            raise Refused("no_offer")
        for seat in mine:
            table = with_seat(table, seat, replace(kept.seats[seat], words=None, declined=True))
        return table

    return deed


def seat_bot(guest: str, seat: Seat, bot: Held, awake: Awake = always) -> Deed:
    """The host gives a free seat to a bot. If nobody else is awaited, the game starts."""

    def deed(kept: Kept) -> Kept:
        table = hosted(kept, guest)
        if not 0 <= seat < len(kept.seats):
            raise Refused("no_seat")
        if kept.seats[seat].kind not in FREE:
            raise Refused("seat_taken")
        return begun(with_seat(table, seat, bot), awake=awake)

    return deed


def call_off(guest: str) -> Deed:
    """The host wants no game after all: nobody sits there any more, and nobody can."""

    def deed(kept: Kept) -> Kept:
        table = hosted(kept, guest)
        return replace(table, seats=tuple(Held("closed") for _ in kept.seats))

    return deed


def lapse(kept: Kept) -> Kept:
    """It has waited for as long as it may: nobody sits there any more."""
    if not isinstance(kept, Waiting):
        return kept
    return replace(kept, seats=tuple(Held("closed") for _ in kept.seats))


def stand_up(guest: str) -> Deed:
    """Somebody who took an open seat gives it back before the game begins."""

    def deed(kept: Kept) -> Kept:
        table, mine = waiting(kept, "begun_already"), seats_of(kept, guest)
        asked = kept.setup.until is not None or kept.setup.offered_by is not None
        if not mine or asked or host_of(kept) in mine:
            raise Refused("not_your_seat")
        for seat in mine:
            table = with_seat(table, seat, Held("open"))
        return table

    return deed


def hosted(kept: Kept, guest: str) -> Waiting:
    """The table, if this guest opened it and it still waits. A rematch has no host: all are asked alike."""
    table = waiting(kept, "begun_already")
    if host_of(kept) not in seats_of(kept, guest):
        raise Refused("not_the_host")
    return table


def begun(table: Waiting, nature: Nature | None = None, awake: Awake = always) -> Kept:
    """The game, once everybody's words are there and no bot has to be woken."""
    return started(table, nature) if table.complete and awake(table) else table


def begin(kept: Kept) -> Kept:
    """Start the game of a table that waited for its bots alone."""
    return begun(kept) if isinstance(kept, Waiting) else kept


def with_seat(table: Waiting, seat: Seat, held: Held) -> Waiting:
    seats = list(table.seats)
    seats[seat] = held
    return replace(table, seats=tuple(seats))


def submit(seat: Seat, seq: int, move: Move) -> Deed:
    """A move; if its time must tell nothing, it is sealed until the window ends."""

    def deed(kept: Kept) -> Kept:
        here = playing(kept)
        if here.window is None:
            return replace(here, table=here.table.submit(seat, seq, move))
        here.table.after(seat, seq, move)
        return replace(here, window=replace(here.window, sealed=move))

    return deed


def release(asked: int) -> Deed:
    """The window ends: what was sealed is played, and silence passes."""

    def deed(kept: Kept) -> Kept:
        here = playing(kept)
        if here.window is None or here.window.asked != asked:
            return kept
        table, silence = here.table, here.table.game.silence
        assert silence is not None
        answer = here.window.sealed or silence
        return replace(here, table=table.submit(here.window.seat, table.seq, answer), window=None)

    return deed


def resign(seat: Seat) -> Deed:
    """Of two players one loses; at a table of many a bot plays on in this seat, and the others with it."""

    def deed(kept: Kept) -> Kept:
        here = playing(kept)
        table = here.table.resign(seat, stand_in(here.setup, here.seats))
        return replace(without_seal(here, seat), table=table)

    return deed


def without_seal(here: Playing, seat: Seat) -> Playing:
    """What this seat sealed is forgotten: somebody else answers for it now."""
    if here.window is None or here.window.seat != seat:
        return here
    return replace(here, window=replace(here.window, sealed=None))


def bot_takes(seat: Seat, level: str) -> Deed:
    return at_table(lambda table: table.bot_takes(seat, level))


def come_back(guest: str) -> Deed:
    """Whoever owns a seat that a bot plays has it back at once; what the bot sealed there is forgotten, and
    nobody is asked any more whether a bot shall come or the game shall be called off."""

    def deed(kept: Kept) -> Kept:
        if not isinstance(kept, Playing) or kept.damaged or kept.table.result:
            return kept
        after = kept
        for seat in returning(kept, guest):
            after = replace(without_seal(after, seat), table=after.table.bot_returns(seat))
        return after.saying(votes=without_votes(kept, seats_of(kept, guest)), quits=())

    return deed


def returning(kept: Playing, guest: str) -> list[Seat]:
    """The seats of a guest at which a bot stands in."""
    mine, log = seats_of(kept, guest), kept.table.log
    return [seat for seat in mine if seat in log.bots and seat not in log.gone]


def without_votes(kept: Playing, seats: Collection[Seat]) -> tuple[tuple[Seat, Seat], ...]:
    """The votes for bots, but for those about these seats."""
    return tuple(vote for vote in kept.aside.votes if vote[0] not in seats)


def at_table(happen: Callable[[Table], Table]) -> Deed:
    def deed(kept: Kept) -> Kept:
        here = playing(kept)
        return replace(here, table=happen(here.table))

    return deed


def read_move(raw: msgspec.Raw, kept: Kept) -> Move:
    """A move as a client sent it."""
    try:
        move: Move = msgspec.json.decode(raw, type=playing(kept).table.game.move)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise Refused("bad_move_format", problem=str(error)) from error
    return move
