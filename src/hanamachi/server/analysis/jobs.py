"""Long work on whole games that runs in a process of a pool. Arguments and results are small, or bytes."""

import gzip

import msgspec
from msgspec import Struct

from hanamachi.core import record, user_text
from hanamachi.core.game import Seat
from hanamachi.core.log import Result
from hanamachi.core.table import Refused
from hanamachi.games import GAMES
from hanamachi.server.analysis.replay import replay_of
from hanamachi.server.protocol.messages import encode
from hanamachi.server.runtime.json_input import depth, refuse_nul
from hanamachi.server.runtime.limits import Limits
from hanamachi.server.storage.rehydrate import rehydrate, without_name
from hanamachi.server.storage.table_rows import StoredTable, text
from hanamachi.server.tables.model import Playing, SeatHolder, Setup

LIMITS = Limits()


class ImportedGame(Struct, frozen=True):
    """A finished game from elsewhere, checked."""

    setup: Setup
    seats: tuple[SeatHolder, ...]
    rows: list[str]
    result: Result


def pack(snapshot: Playing) -> StoredTable:
    """Return a game as it is sent to a process."""
    rows = [(seq, msgspec.json.encode(row)) for seq, row in enumerate(snapshot.table.rows)]
    return StoredTable(snapshot.setup, snapshot.seats, rows, child=snapshot.child, clocks=snapshot.clocks)


def unpack(stored: StoredTable) -> Playing:
    snapshot = rehydrate(stored, GAMES)
    assert isinstance(snapshot, Playing)
    return snapshot


def replay(
    stored: StoredTable, table: str, eyes: Seat | None, lang: str, everybody: bool, small: bool
) -> bytes:
    """Return a whole replay as JSON; `small`: compressed."""
    data = encode(replay_of(unpack(stored), table, eyes, lang, everybody=everybody))
    return gzip.compress(data, 6) if small else data


def check_record(data: bytes) -> ImportedGame:
    """Read a record. Refuse it unless its result and every throw of its dice follow from its moves."""
    if depth(data) > LIMITS.nesting:
        raise Refused("too_deep", most=LIMITS.nesting)
    refuse_nul(data)
    snapshot = record.read(data, GAMES)
    record.fold(snapshot, record.game_of(snapshot, GAMES))
    record.prove(snapshot)
    if snapshot.result is None:
        raise Refused("not_finished")
    seed = snapshot.fairness.seed or ""
    setup = Setup(
        format=snapshot.format,
        game=snapshot.game,
        version=snapshot.version,
        options=dict(snapshot.options),
        host="",
        seed=seed,
    )
    words = [user_text.said(said, LIMITS.words) for said in snapshot.fairness.words] + [""] * len(
        snapshot.seats
    )
    called = [user_text.said(name, LIMITS.name) for name in snapshot.seats]
    seats = [SeatHolder("guest", name, words=words[seat]) for seat, name in enumerate(called)]
    return ImportedGame(
        setup, tuple(seats), [text(without_name(row)) for row in snapshot.log], snapshot.result
    )
