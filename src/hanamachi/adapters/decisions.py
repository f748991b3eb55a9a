"""Turn recorded games into a data set, one row per decision: observation, legal moves, choice, outcome."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

from hanamachi.adapters.actions import actions
from hanamachi.adapters.setting import BadSetting, Setting, returns, setting
from hanamachi.adapters.tensors import layout, observation
from hanamachi.core import record
from hanamachi.core.game import NATURE, Outcome, Seat
from hanamachi.core.log import CALLED_OFF, BotReturns, BotTakes, GaveUp, Placed, Played, RecordError, line
from hanamachi.core.record import Record
from hanamachi.games import GAMES


class Decision(Struct, frozen=True):
    record: str  # the file name of the record
    ply: int
    seat: int
    player: str  # the name of the player in this seat
    level: str  # of the bot that decided; empty for a person, and for a bot from outside
    observation: list[int]
    legal: list[int]
    chosen: int
    outcome: float  # the game's return to this seat, from -1 to 1


def load(folder: Path) -> list[tuple[str, Record]]:
    """Return every record of a folder with its file name. All must be of one game with the same options."""
    paths = sorted(folder.glob("*.json"))
    if not paths:
        raise BadSetting("no_records", path=str(folder))
    kept = [(path.name, read(path)) for path in paths]
    if len({setting_of(each) for _, each in kept}) > 1:
        raise BadSetting("mixed_records", path=str(folder))
    return kept


def read(path: Path) -> Record:
    try:
        return record.read(path.read_bytes(), GAMES)
    except OSError as error:
        raise RecordError("no_file", path=str(path), problem=error.strerror or str(error)) from error


def setting_of(kept: Record) -> Setting:
    return setting(kept.game, len(kept.seats), kept.options)


def decisions(name: str, kept: Record) -> Iterator[Decision]:
    """Yield the decisions that were not taken back, in order. A game without a result yields none."""
    if kept.result is None or kept.result.reason in CALLED_OFF:
        return
    where = setting_of(kept)
    table, state = actions(where), where.start()
    worth = returns(Outcome(kept.result.points, kept.result.ranks, kept.result.winners, kept.result.reason))
    for ply, (seq, bots) in enumerate(zip(moves := line(kept.log), bots_at(kept, moves), strict=True)):
        row = kept.log[seq]
        assert isinstance(row, Played | Placed)
        if isinstance(row, Played) and row.seat != NATURE:
            yield Decision(
                record=name,
                ply=ply,
                seat=row.seat,
                player=kept.seats[row.seat],
                level=bots.get(row.seat, ""),
                observation=observation(where.name, state.view(row.seat)).tolist(),
                legal=table.legal(state),
                chosen=table.ids[row.move],
                outcome=worth[row.seat],
            )
        state = state.play(row.move)


def bots_at(kept: Record, moves: Sequence[int]) -> Iterator[Mapping[Seat, str]]:
    """Yield for each of these moves (indices in the log) the levels of the bots at that time, by seat."""
    bots, at = dict[Seat, str](), 0
    for seq in moves:
        for row in kept.log[at:seq]:
            if isinstance(row, BotTakes | GaveUp):
                bots[row.seat] = row.level
            elif isinstance(row, BotReturns):
                bots.pop(row.seat, None)
        at = seq
        yield bots


def all_decisions(kept: Iterable[tuple[str, Record]]) -> Iterator[Decision]:
    for name, each in kept:
        yield from decisions(name, each)


def about(where: Setting) -> dict[str, Any]:
    """Return what a reader of the rows needs: the setting, and the place of each field in an observation."""
    fields = [msgspec.to_builtins(field) for field in layout(where).fields]
    card = {"game": where.name, "version": where.game.version, "seats": where.seats, "fields": fields}
    return card | {"options": msgspec.to_builtins(where.options), "actions": len(actions(where))}


def write_jsonl(path: Path, kept: Sequence[tuple[str, Record]]) -> int:
    """Write one line of JSON per decision, and the description of the rows to FILE.about.json."""
    rows = 0
    with path.open("wb") as out:
        for each in all_decisions(kept):
            out.write(msgspec.json.encode(each) + b"\n")
            rows += 1
    path.with_name(f"{path.name}.about.json").write_bytes(msgspec.json.encode(about(setting_of(kept[0][1]))))
    return rows


def write_parquet(path: Path, kept: Sequence[tuple[str, Record]]) -> int:
    """Write the decisions as Parquet columns (extra `data`), with their description in the schema."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    kinds = [("record", pa.string()), ("ply", pa.int32()), ("seat", pa.int8())]
    where = setting_of(kept[0][1])
    kinds += [("player", pa.string()), ("level", pa.string())]
    kinds += [("observation", pa.list_(pa.int8(), layout(where).size)), ("legal", pa.list_(pa.int16()))]
    kinds += [("chosen", pa.int16()), ("outcome", pa.float32())]
    metadata = {"hanamachi": msgspec.json.encode(about(where))}
    schema, rows = pa.schema(kinds, metadata=metadata), 0
    with pq.ParquetWriter(path, schema) as out:
        for name, each in kept:
            found = [msgspec.to_builtins(decision) for decision in decisions(name, each)]
            out.write_table(pa.Table.from_pylist(found, schema=schema))
            rows += len(found)
    return rows
