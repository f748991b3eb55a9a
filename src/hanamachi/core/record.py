"""Read and write game records: the start and the log, as a file. All else is folded from them.

A record is sealed with a digest of its own content, so a damaged file is noticed. The seal covers the JSON as
it stands, even fields that this version does not know.
"""

import hashlib
from collections.abc import Mapping
from typing import Any

import msgspec
from msgspec import Struct

from hanamachi.core import fair
from hanamachi.core.game import Game, Raw, State
from hanamachi.core.log import AnyRow, Fold, Log, Placed, Played, RecordError, Result
from hanamachi.core.options import OptionError, choose
from hanamachi.core.upgrade import upgraded

FORMAT = 2  # 1: records without a format number


class Fairness(Struct, frozen=True):
    """The commitment shown first, each seat's words, and the seed once the game is over."""

    commitment: str
    words: tuple[str, ...]
    seed: str | None = None


class Record(Struct, frozen=True, kw_only=True):
    format: int = 1
    game: str
    version: int
    seats: tuple[str, ...]
    options: dict[str, bool | int | str]
    log: tuple[AnyRow, ...]
    fairness: Fairness
    result: Result | None = None
    seal: str = ""


def write(record: Record) -> bytes:
    """Return the record as sealed JSON."""
    bare = msgspec.to_builtins(record)
    return msgspec.json.format(msgspec.json.encode(bare | {"seal": seal(bare)}), indent=1) + b"\n"


def seal(content: Mapping[str, Any]) -> str:
    """Return the digest of a record's JSON, with its seal left empty."""
    return hashlib.sha256(msgspec.json.encode({**content, "seal": ""}, order="sorted")).hexdigest()


def read(data: bytes, games: Mapping[str, Game]) -> Record:
    """Read a record from JSON and decode its moves; one of an older version is upgraded. Raise `RecordError`
    if that fails."""
    content, record = _decode(data)
    if record.format > FORMAT:
        raise RecordError("newer_format", theirs=record.format, ours=FORMAT)
    game = game_of(record, games)
    if record.version > game.version:
        raise RecordError("newer_version", theirs=record.version, ours=game.version)
    if record.version < game.version:
        record = _upgraded(content, record, game)
    return msgspec.structs.replace(record, log=_moves(record, game))


def _upgraded(content: Raw, record: Record, game: Game) -> Record:
    """Upgrade a record of an older version of the game. It has no seal any more."""
    found = upgraded(game, record.version, len(record.seats), content["options"], content["log"])
    log = msgspec.convert(found.rows, tuple[AnyRow, ...])
    renewed = {"version": game.version, "options": found.options, "log": log, "seal": ""}
    return msgspec.structs.replace(record, **renewed)


def _decode(data: bytes) -> tuple[Raw, Record]:
    try:
        content = msgspec.json.decode(data)
        record = msgspec.convert(content, Record)
    except msgspec.ValidationError as error:
        raise RecordError("not_a_record", problem=str(error)) from error
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise RecordError("not_json", problem=str(error)) from error
    if record.seal != seal(content):
        raise RecordError("broken_seal")
    return content, record


def _moves(record: Record, game: Game) -> tuple[AnyRow, ...]:
    return tuple(with_move(row, seq, game) for seq, row in enumerate(record.log))


def with_move(row: AnyRow, seq: int, game: Game) -> AnyRow:
    """Return a row with its move decoded."""
    if not isinstance(row, Played | Placed):
        return row
    try:
        return msgspec.structs.replace(row, move=msgspec.convert(row.move, game.move))
    except msgspec.ValidationError as error:
        raise RecordError("bad_row", seq=seq, problem=str(error)) from error


def game_of(record: Record, games: Mapping[str, Game]) -> Game:
    if record.game not in games:
        raise RecordError("unknown_game", name=record.game, known=tuple(games))
    return games[record.game]


def fold(record: Record, game: Game) -> Log:
    """Return the log of a record, every row checked. Its result must follow."""
    log = replay(record, game)
    if log.result != record.result:
        raise RecordError("wrong_result")
    return log


def replay(record: Record, game: Game) -> Log:
    """Return the log of a record, whatever result the record states."""
    fold = Fold(Log(len(record.seats), (start(record, game),)), first_format=record.format < 2)
    for row in record.log:
        fold.add(row)
    return fold.log()


def start(record: Record, game: Game) -> State:
    if len(record.seats) not in game.seats:
        raise RecordError("bad_record_seats", seats=len(record.seats))
    try:
        return game.start(len(record.seats), choose(game.options, record.options))
    except OptionError as error:
        raise RecordError("bad_options", problem=str(error)) from error


def prove(record: Record) -> int:
    """Return how many throws of nature the seed explains. Raise `fair.Unfair`, or `RecordError` without a
    seed."""
    proof = record.fairness
    if proof.seed is None:
        raise RecordError("no_seed")
    try:
        seed = bytes.fromhex(proof.seed)
    except ValueError as error:
        raise RecordError("no_seed") from error
    throws = [row.chance for row in record.log if isinstance(row, Played) and row.chance]
    return fair.check(seed, proof.commitment, proof.words, throws)
