"""Replay a game frame by frame, as a seat, the gallery or a referee sees it."""

from msgspec import Struct

from hanamachi.core.game import Seat
from hanamachi.core.log import Result
from hanamachi.core.table import Refused
from hanamachi.server.live.broadcast.rendering import SeatRenderer, info
from hanamachi.server.protocol.messages import Frame, TableInfo
from hanamachi.server.tables.model import Playing, Snapshot, holds, may_watch
from hanamachi.server.tables.spectators import referees


class Replay(Struct, frozen=True):
    table: TableInfo
    frames: list[Frame]
    result: Result | None
    seed: str | None
    moments: dict[str, list[int]] = {}  # by older version of the rules: where its moments are now


def check_replay(snapshot: Snapshot, guest: str, eyes: str) -> tuple[Playing, Seat | None]:
    """Return the game and the seat whose view was asked for, or refuse it. Before the end a user may see
    their own seat, the gallery, or all cards where referees may; afterwards any seat, or all cards."""
    if not isinstance(snapshot, Playing):
        raise Refused("not_started")
    if not may_watch(snapshot, guest):
        raise Refused("no_spectators")
    over = snapshot.table.result is not None
    if eyes in ("gallery", "open"):
        if eyes == "open" and not over and not referees(snapshot):
            raise Refused("not_finished")
        return snapshot, None
    seat = int(eyes) if eyes.isdecimal() and len(eyes) < 3 else -1
    if not 0 <= seat < len(snapshot.seats):
        raise Refused("no_seat")
    if not over and not holds(snapshot, guest, seat):
        raise Refused("not_your_seat")
    return snapshot, seat


def replay_of(snapshot: Playing, table: str, eyes: Seat | None, lang: str, *, everybody: bool) -> Replay:
    """`everybody`: all cards are open."""
    teller, over = SeatRenderer(snapshot, eyes, lang, openly=everybody), snapshot.table.result is not None
    frames = [frame(teller, seq, everybody=everybody) for seq in range(snapshot.seq + 1)]
    seed = snapshot.setup.seed if over else None
    return Replay(info(table, snapshot, lang), frames, snapshot.table.result, seed, snapshot.setup.moments)


def frame(teller: SeatRenderer, seq: int, *, everybody: bool) -> Frame:
    table, text = teller.table, teller.game.text
    state = table.log.states[seq]
    view = teller.view(seq)
    views = [state.view(seat) for seat in range(len(table.names))] if everybody else []
    line = teller.one_line(seq - 1) if seq else None
    return Frame(seq, line, view, text.table(view, teller.phrases, teller.names), views)
