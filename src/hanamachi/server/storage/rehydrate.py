"""Rehydrate a table: fold its stored rows into a snapshot that can be played.

Rows that cannot be read end the fold, and the table is shown as damaged.
"""

from collections.abc import Mapping, Sequence
from typing import get_args

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from hanamachi.core import fair, record
from hanamachi.core.game import Game
from hanamachi.core.log import AnyRow, Fold, Log, Played, RecordError, Seated
from hanamachi.core.nature import fair_dice
from hanamachi.core.options import choose
from hanamachi.core.table import Table
from hanamachi.core.words import Refusal
from hanamachi.server.storage.table_rows import StoredTable
from hanamachi.server.storage.upgrade import upgraded_table
from hanamachi.server.tables.errors import NotFound
from hanamachi.server.tables.model import Playing, SideState, Snapshot, Waiting, Window, record_of
from hanamachi.server.tables.time_control import Clocks

StoredRows = Sequence[tuple[int, bytes]]  # with their numbers
decode_row = msgspec.json.Decoder(AnyRow).decode


class Newer(Refusal):
    """Refuse a table that a newer server has written: that server must be asked."""


def rehydrate(stored: StoredTable, games: Mapping[str, Game]) -> Snapshot:
    """Return the snapshot of a stored table, upgraded to the current version of its game."""
    if stored.setup.game not in games:
        raise NotFound("unknown_game", name=stored.setup.game, known=tuple(games))
    game = games[stored.setup.game]
    if stored.setup.version > game.version:  # a newer house beside this one has written it anew
        raise Newer("newer_rules")
    stored = upgraded_table(stored, game)
    side = side_of(stored)
    if not stored.rows:
        return Waiting(stored.setup, stored.seats, side=side)
    table, whole = table_of(stored, game)
    window, child = window_of(stored, game), stored.child
    return still_asked(
        Playing(
            stored.setup,
            stored.seats,
            table,
            window,
            child=child,
            damaged=not whole,
            side=side,
            clocks=stored.clocks,
        )
    )


def side_of(stored: StoredTable) -> SideState:
    """Return what stands beside the game of a stored table."""
    return msgspec.json.decode(stored.side, type=SideState) if stored.side else SideState()


def with_new_rows(snapshot: Playing, stored: StoredTable) -> Playing | None:
    """Return a snapshot with the rows that were added since, and everything else as `stored` has it. Return
    None if the rows cannot follow, or if the game was upgraded meanwhile."""
    after = with_rows(snapshot, stored.rows)
    if after is None or stored.setup.version != snapshot.setup.version:
        return None
    side = side_of(stored)
    window = window_of(stored, snapshot.table.game)
    about = {
        "setup": stored.setup,
        "seats": stored.seats,
        "window": window,
        "child": stored.child,
        "side": side,
        "clocks": with_new_times(snapshot.clocks, stored.clocks),
    }
    return still_asked(replace(after, **about))


def with_rows(snapshot: Playing, rows: StoredRows) -> Playing | None:
    """Return a snapshot with more rows, or None if they cannot follow."""
    fold = Fold(snapshot.table.log, first_format=snapshot.table.format < 2)
    if snapshot.damaged or not add_all(fold, rows, snapshot.table.game):
        return None
    return replace(snapshot, table=replace(snapshot.table, log=fold.log())) if rows else snapshot


def with_new_times(known: Clocks | None, new: Clocks | None) -> Clocks | None:
    """Return the new clocks with the thinking times of both."""
    return replace(new, took={**known.took, **new.took}) if known and new else new


def still_asked(snapshot: Playing) -> Playing:
    """Close an answer window whose question the current rules do not ask."""
    return (
        replace(snapshot, window=None)
        if snapshot.window and snapshot.window.seat != snapshot.window_seat()
        else snapshot
    )


def table_of(stored: StoredTable, game: Game) -> tuple[Table, bool]:
    """Fold the rows. Return the table, and False if a row could not follow."""
    recorded = record_of(stored.setup, stored.seats, ())
    fold = Fold(Log(len(recorded.seats), (record.start(recorded, game),)), first_format=recorded.format < 2)
    whole = add_all(fold, stored.rows, game) and proven(fold, stored)
    seed, words = bytes.fromhex(stored.setup.seed), recorded.fairness.words
    options = choose(game.options, recorded.options)
    log = fold.log()
    return Table(
        game,
        recorded.seats,
        options,
        seed,
        words,
        log=log,
        nature=fair_dice(seed, words),
        format=recorded.format,
    ), whole


def add_all(fold: Fold, rows: StoredRows, game: Game) -> bool:
    """Add stored rows to a fold. Return False at the first that is missing or cannot follow."""
    for seq, (at, data) in enumerate(rows, fold.seq):
        try:
            if at != seq:
                return False
            row = decode_row(data)
            fold.add(record.with_move(without_name(row), seq, game))
        except (RecordError, msgspec.DecodeError):
            if is_news(data):
                raise Newer("newer_rules") from None
            return False
    return True


def without_name(row: AnyRow) -> AnyRow:
    """Return a row without the name that an older worker may have written into it."""
    return Seated(row.seat) if isinstance(row, Seated) else row


class Kind(Struct, frozen=True):
    """The type of a row."""

    type: str


KINDS = {str(kind.__struct_config__.tag) for kind in get_args(AnyRow)}


def is_news(data: bytes) -> bool:
    """Return True if a row has a type that only a newer server knows."""
    try:
        return msgspec.json.decode(data, type=Kind).type not in KINDS
    except msgspec.DecodeError:
        return False


def proven(fold: Fold, stored: StoredTable) -> bool:
    """Return True if all throws of nature follow from the committed seed."""
    chances = [row.chance for row in fold.rows if isinstance(row, Played) and row.chance]
    words = [held.words or "" for held in stored.seats]
    try:
        fair.check(bytes.fromhex(stored.setup.seed), stored.setup.commitment, words, chances)
    except fair.Unfair:
        return False
    return True


def window_of(stored: StoredTable, game: Game) -> Window | None:
    """Return the open answer window of a stored table."""
    if stored.asked is None:
        return None
    sealed = None if stored.sealed is None else msgspec.json.decode(stored.sealed, type=game.move)
    return Window(stored.asked, stored.asked_seat, sealed)
