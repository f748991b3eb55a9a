"""Preview what follows from moves a seat might make, computed from its view and never from the true state."""

from collections.abc import Sequence
from random import Random

from msgspec import Struct
from msgspec.structs import replace

from hanamachi.core.fair import Chance
from hanamachi.core.game import NATURE, Move, Seat
from hanamachi.core.log import Fold, Log, Played, RecordError
from hanamachi.core.table import Refused, Table
from hanamachi.server.live.broadcast.rendering import SeatRenderer
from hanamachi.server.protocol.messages import Choice, Frame
from hanamachi.server.tables.model import Playing

MOST_MOVES = 8
MOST_ROWS = 64


class Prospect(Struct, frozen=True):
    """The frames after the moves, and the choices this seat would have then."""

    frames: list[Frame]
    choices: list[Choice]


def prospect(snapshot: Playing, seat: Seat, moves: Sequence[Move], lang: str) -> Prospect:
    """In a state that the seat's view allows, these moves are made as far as they are legal, and what the
    seat can foresee follows. What it cannot foresee is imagined in that state, and is never shown."""
    table = snapshot.table
    fold = Fold(Log(len(table.names), (table.game.imagine(table.state.view(seat), Random(0)),)))
    for move in moves:
        if fold.actor != seat or not made(fold, seat, move):
            break
        go_on(fold, seat)
    return told(snapshot, seat, replace(table, log=fold.log()), lang)


def made(fold: Fold, seat: Seat, move: Move) -> bool:
    try:
        fold.add(Played(seat, move))
    except RecordError:
        return False
    return True


def go_on(fold: Fold, seat: Seat) -> None:
    """Nature's moves that the seat can foresee."""
    while fold.actor == NATURE and fold.seq < MOST_ROWS and fold.state.todo[0].foreseen(seat):
        (move, _weight), *_others = fold.state.odds()
        fold.add(Played(NATURE, move, Chance(fold.state.round, 1, 0)))


def told(snapshot: Playing, seat: Seat, imagined: Table, lang: str) -> Prospect:
    """The imagined rows as if they followed those that are kept."""
    teller = SeatRenderer(replace(snapshot, table=imagined), seat, lang)
    frames = list[Frame]()
    for at in range(imagined.seq):
        line = replace(teller.one_line(at), seq=snapshot.seq + at, chance=None)
        frames.append(Frame(snapshot.seq + at + 1, line, teller.view(at + 1)))
    return Prospect(frames, teller.choices(teller.view(imagined.seq)))


def check(snapshot: Playing, seat: Seat, seq: int, moves: Sequence[object]) -> None:
    """Refuse a preview of a seat that is not asked now, or of too many moves."""
    table = snapshot.table
    if table.result:
        raise Refused("game_over")
    if seq != table.seq:
        raise Refused("stale", seq=seq, now=table.seq)
    if seat != table.actor:
        raise Refused("wrong_seat")
    if len(moves) > MOST_MOVES:
        raise Refused("too_many_moves", most=MOST_MOVES)
