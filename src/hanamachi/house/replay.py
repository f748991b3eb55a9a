"""A game told again, frame by frame, through somebody's eyes."""

from typing import Any

from msgspec import Struct

from hanamachi.core.game import Seat
from hanamachi.core.log import Result
from hanamachi.core.table import Refused
from hanamachi.house.live import Live, Teller
from hanamachi.house.wire import Line, TableInfo


class Frame(Struct, frozen=True):
    """The table after `seq` rows: the last of them, and what is seen."""

    seq: int
    line: Line | None
    view: Any
    words: str
    open: list[Any] = []  # every seat's view, when all cards are open


class Replay(Struct, frozen=True):
    table: TableInfo
    frames: list[Frame]
    result: Result | None
    seed: str | None


def replay(live: Live, guest: str, eyes: str, lang: str) -> Replay:
    """Before the end only one's own seat or the gallery; afterwards any seat, or all cards open."""
    if live.table is None:
        raise Refused("not_started")
    if not live.may_watch(guest):
        raise Refused("no_spectators")
    over = live.table.result() is not None
    seat = eyes_of(live, guest, eyes, over=over)
    teller = Teller(live, live.table, seat, lang)
    everybody = eyes == "open"
    frames = [frame(teller, seq, everybody=everybody) for seq in range(live.table.seq + 1)]
    return Replay(
        live.info(guest, lang), frames, live.table.result(), live.table.seed.hex() if over else None
    )


def eyes_of(live: Live, guest: str, eyes: str, *, over: bool) -> Seat | None:
    if eyes in ("gallery", "open"):
        if eyes == "open" and not over:
            raise Refused("not_finished")
        return None
    if not eyes.isdecimal() or int(eyes) >= len(live.seats):
        raise Refused("no_seat")
    if not over and not live.holds(guest, int(eyes)):
        raise Refused("not_your_seat")
    return int(eyes)


def frame(teller: Teller, seq: int, *, everybody: bool) -> Frame:
    table, text = teller.table, teller.game.text
    state = table.states[seq]
    view = state.view(teller.seat)
    views = [state.view(seat) for seat in range(len(table.names))] if everybody else []
    line = teller.one_line(seq - 1, openly=everybody) if seq else None
    return Frame(seq, line, view, text.table(view, teller.phrases, teller.names), views)
