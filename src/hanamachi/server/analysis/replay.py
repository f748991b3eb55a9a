"""A game told again, frame by frame, through somebody's eyes."""

from msgspec import Struct

from hanamachi.core.game import Seat
from hanamachi.core.log import Result
from hanamachi.core.table import Refused
from hanamachi.server.live.rendering import Teller, info
from hanamachi.server.protocol.messages import Frame, TableInfo
from hanamachi.server.tables.model import Kept, Playing, holds, may_watch
from hanamachi.server.tables.spectators import referees


class Replay(Struct, frozen=True):
    table: TableInfo
    frames: list[Frame]
    result: Result | None
    seed: str | None
    moments: dict[str, list[int]] = {}  # by older version of the rules: where its moments are now


def allowed(kept: Kept, guest: str, eyes: str) -> tuple[Playing, Seat | None]:
    """The game, and the eyes that were asked for: before the end one's own seat, the gallery, or everything
    where a referee may see it; afterwards any seat, or all cards open."""
    if not isinstance(kept, Playing):
        raise Refused("not_started")
    if not may_watch(kept, guest):
        raise Refused("no_spectators")
    over = kept.table.result is not None
    if eyes in ("gallery", "open"):
        if eyes == "open" and not over and not referees(kept):
            raise Refused("not_finished")
        return kept, None
    seat = int(eyes) if eyes.isdecimal() and len(eyes) < 3 else -1
    if not 0 <= seat < len(kept.seats):
        raise Refused("no_seat")
    if not over and not holds(kept, guest, seat):
        raise Refused("not_your_seat")
    return kept, seat


def replayed(kept: Playing, table: str, eyes: Seat | None, lang: str, *, everybody: bool) -> Replay:
    """`everybody`: all cards are open."""
    teller, over = Teller(kept, eyes, lang), kept.table.result is not None
    frames = [frame(teller, seq, everybody=everybody) for seq in range(kept.seq + 1)]
    seed = kept.setup.seed if over else None
    return Replay(info(table, kept, lang), frames, kept.table.result, seed, kept.setup.moments)


def frame(teller: Teller, seq: int, *, everybody: bool) -> Frame:
    table, text = teller.table, teller.game.text
    state = table.log.states[seq]
    view = teller.view(seq)
    views = [state.view(seat) for seat in range(len(table.names))] if everybody else []
    line = teller.one_line(seq - 1, openly=everybody) if seq else None
    return Frame(seq, line, view, text.table(view, teller.phrases, teller.names), views)
