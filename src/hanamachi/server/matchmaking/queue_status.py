"""Tell players how their search for a match goes: position, other players, the match that was found."""

from collections.abc import Collection

from msgspec import Struct

from hanamachi.locales import catalogue
from hanamachi.server.matchmaking.pairing import CompatibilityIndex, QueueEntry, fill_time
from hanamachi.server.matchmaking.settlement import MatchTable, QueueReading
from hanamachi.server.protocol.messages import YourPlace
from hanamachi.server.protocol.rest import Found
from hanamachi.server.storage.game_lists import mode
from hanamachi.server.tables.players import names_in


class QueueStatus(Struct, frozen=True):
    """A player's entry, and what the other entries mean for it."""

    entry: QueueEntry
    others: int  # compatible entries
    accepting_bots: int  # of all of them, this one included
    starts_at: float | None  # when a game for more than two may start with free seats
    table: MatchTable | None


def statuses(reading: QueueReading, guests: Collection[str]) -> dict[str, QueueStatus]:
    """Return the status of those of these guests who are in the queue."""
    index = CompatibilityIndex((entry for entry in reading.entries if entry.available), reading.refused)
    mine = [entry for entry in reading.entries if entry.guest in guests]
    return {entry.guest: _status(entry, index, reading.tables) for entry in mine}


def _status(entry: QueueEntry, index: CompatibilityIndex, tables: dict[str, MatchTable]) -> QueueStatus:
    others = index.compatible_with(entry)
    everyone = [entry, *others]
    starts_at = min(map(fill_time, everyone)) if max(entry.request.players) > 2 else None
    accepting = sum(each.accepts_bots for each in everyone)
    return QueueStatus(entry, len(others), accepting, starts_at, tables.get(entry.table or ""))


def message(status: QueueStatus | None, now: float, lang: str) -> YourPlace:
    """Return the message that tells a player their status; None: not in the queue."""
    if status is None:
        return YourPlace("")
    entry, why = status.entry, status.entry.returned_because
    return YourPlace(
        game=entry.request.game,
        waited=milliseconds(now - entry.since),
        others=status.others,
        fills=None if status.starts_at is None else milliseconds(status.starts_at - now),
        agreed=status.accepting_bots,
        agrees=entry.accepts_bots,
        found=_found(status.table, entry.guest, now, lang) if status.table else None,
        why=catalogue("house")(lang)(f"back.{why}") if why else "",
    )


def _found(table: MatchTable, guest: str, now: float, lang: str) -> Found:
    mine = [held for held in table.seats if held.guest == guest]
    named = zip(table.seats, names_in(table.seats, lang), strict=True)
    return Found(
        table=table.id,
        commitment=table.setup.commitment,
        names=[name for held, name in named if held.guest != guest],
        mode=mode(table.setup, lang),
        left=milliseconds((table.setup.until or now) - now),
        ready=any(held.words is not None for held in mine),
        waiting=sum(held.kind == "guest" and held.words is None for held in table.seats),
        rated=table.setup.rated,
    )


def milliseconds(seconds: float) -> int:
    return max(0, round(1000 * seconds))
