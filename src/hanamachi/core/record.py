"""A game record: the start and the log. Everything else is folded from it.

The log holds the moves, nature's with their chance, and the house's events. A record is sealed with a
digest of its own content, so a damaged file is noticed before it is believed.
"""

import hashlib
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
from msgspec import Struct

from hanamachi.core import fair
from hanamachi.core.game import NATURE, Game, IllegalMove, OptionError, Seat, State, Told, at
from hanamachi.core.options import choose
from hanamachi.core.words import Refusal


class Row(Struct, frozen=True, tag=str.lower):
    """One row of a log."""


class Played(Row, frozen=True):
    seat: Seat
    move: Any  # the game's own union
    chance: fair.Chance | None = None  # nature's moves only


class Placed(Row, frozen=True):
    """A move put on the table by hand: a layout given by its code, or a game taken over from another."""

    seat: Seat
    move: Any


class Seated(Row, frozen=True):
    seat: Seat
    name: str


class BotTakes(Row, frozen=True):
    seat: Seat
    level: str


class BotReturns(Row, frozen=True):
    seat: Seat


class Takeback(Row, frozen=True):
    to: int  # the log is read as if it had this length


class Resigned(Row, frozen=True):
    seat: Seat


class Flagged(Row, frozen=True):
    seat: Seat


class Agreed(Row, frozen=True):
    """The seats agreed on a draw."""


class Abandoned(Row, frozen=True):
    pass


Event = Seated | BotTakes | BotReturns | Takeback | Resigned | Flagged | Agreed | Abandoned
AnyRow = Played | Placed | Event
FINAL = (Resigned, Flagged, Agreed, Abandoned)


class Fairness(Struct, frozen=True):
    """The commitment shown first, each seat's words, and the seed once the game is over."""

    commitment: str
    words: tuple[str, ...]
    seed: str | None = None


class Result(Struct, frozen=True):
    """How it ended. The reason is a rule's number, or the house's event."""

    points: tuple[int, ...]
    ranks: tuple[int, ...]
    winners: tuple[Seat, ...]
    reason: str


class Record(Struct, frozen=True, kw_only=True):
    game: str
    version: int
    seats: tuple[str, ...]
    options: dict[str, bool | int | str]
    log: tuple[AnyRow, ...]
    fairness: Fairness
    result: Result | None = None
    seal: str = ""


class RecordError(Refusal):
    """A record that cannot be believed."""


def write(record: Record) -> bytes:
    """The record as sealed JSON."""
    sealed = msgspec.structs.replace(record, seal=seal(record))
    return msgspec.json.format(msgspec.json.encode(sealed), indent=1) + b"\n"


def seal(record: Record) -> str:
    bare = msgspec.structs.replace(record, seal="")
    return hashlib.sha256(msgspec.json.encode(bare, order="sorted")).hexdigest()


def read(data: bytes, games: Mapping[str, Game]) -> Record:
    """A record from JSON, its moves decoded. RecordError in every other case."""
    record = _decode(data)
    if record.seal != seal(record):
        raise RecordError("broken_seal")
    game = game_of(record, games)
    if record.version > game.version:
        raise RecordError("newer_version", theirs=record.version, ours=game.version)
    return msgspec.structs.replace(record, log=_moves(record, game))


def _decode(data: bytes) -> Record:
    try:
        return msgspec.json.decode(data, type=Record)
    except msgspec.ValidationError as error:
        raise RecordError("not_a_record", problem=str(error)) from error
    except msgspec.DecodeError as error:
        raise RecordError("not_json", problem=str(error)) from error


def _moves(record: Record, game: Game) -> tuple[AnyRow, ...]:
    return tuple(
        _with_move(row, seq, game) if isinstance(row, Played | Placed) else row
        for seq, row in enumerate(record.log)
    )


def _with_move(row: Played | Placed, seq: int, game: Game) -> Played | Placed:
    try:
        return msgspec.structs.replace(row, move=msgspec.convert(row.move, game.move))
    except msgspec.ValidationError as error:
        raise RecordError("bad_row", seq=seq, problem=str(error)) from error


def game_of(record: Record, games: Mapping[str, Game]) -> Game:
    if record.game not in games:
        raise RecordError("unknown_game", name=record.game, known=tuple(games))
    return games[record.game]


def aged(record: Record, game: Game) -> bool:
    """Whether the record was made under an older version of the game's rules."""
    return record.version < game.version


def fold(record: Record, game: Game) -> list[State]:
    """The states of a record: the one before the log, then one after each row. Its result must follow."""
    states = replay(record, game)
    if result(states[-1], record.log, len(record.seats)) != record.result:
        raise RecordError("wrong_result")
    return states


def replay(record: Record, game: Game) -> list[State]:
    """The same, whatever the record says of the result."""
    states = [start(record, game)]
    for seq, row in enumerate(record.log):
        if seq and isinstance(record.log[seq - 1], FINAL):
            raise RecordError("bad_row", seq=seq, problem="the game was over")
        states.append(step(states, record.log[:seq], row))
    return states


def start(record: Record, game: Game) -> State:
    if len(record.seats) not in game.seats:
        raise RecordError("bad_record_seats", seats=len(record.seats))
    try:
        return game.start(len(record.seats), choose(game.options, record.options))
    except OptionError as error:
        raise RecordError("bad_options", problem=str(error)) from error


def step(states: Sequence[State], log: Sequence[AnyRow], row: AnyRow) -> State:
    """The state after one more row; `states` are those before and after each row of `log`."""
    if isinstance(row, Takeback):
        if not 0 <= row.to < len(states) or any(map(_random, log[row.to :])):
            raise RecordError("bad_takeback", seq=len(log))
        return states[row.to]
    return _play(states[-1], row, len(log)) if isinstance(row, Played | Placed) else states[-1]


def _random(row: AnyRow) -> bool:
    return isinstance(row, Played) and row.chance is not None and row.chance.total > 1


def _play(state: State, row: Played | Placed, seq: int) -> State:
    if state.actor != row.seat:
        raise RecordError("wrong_row_seat", seq=seq)
    if isinstance(row, Played) and row.seat == NATURE:
        _check_chance(state, row, seq)
    try:
        return state.play(row.move)
    except IllegalMove as error:
        raise RecordError("illegal_move", seq=seq, problem=str(error)) from error


def _check_chance(state: State, row: Played, seq: int) -> None:
    odds = state.odds()
    total = sum(weight for _, weight in odds)
    chance = row.chance
    if chance is None or (chance.round, chance.total) != (state.round, total):
        raise RecordError("wrong_chance", seq=seq)
    if not 0 <= chance.pick < total or at(odds, chance.pick) != row.move:
        raise RecordError("wrong_chance", seq=seq)


def result(state: State, log: Sequence[AnyRow], seats: int) -> Result | None:
    """How the game stands at the end of this log: by its rules, or by the house's last event."""
    if outcome := state.outcome():
        return Result(outcome.points, outcome.ranks, outcome.winners, outcome.rule)
    return _called_off(log[-1], range(seats)) if log and isinstance(log[-1], FINAL) else None


def _called_off(row: AnyRow, seats: range) -> Result:
    """Nobody wins an agreed or abandoned game; who resigned or ran out of time loses to all others."""
    loser = row.seat if isinstance(row, Resigned | Flagged) else None
    winners = () if loser is None else tuple(seat for seat in seats if seat != loser)
    ranks = tuple(len(seats) if seat == loser else 1 for seat in seats)
    return Result((0,) * len(seats), ranks, winners, type(row).__name__.lower())


def line(log: Sequence[AnyRow]) -> list[int]:
    """The seqs of the moves that stand, takebacks honoured."""
    seqs: list[int] = []
    for seq, row in enumerate(log):
        if isinstance(row, Takeback):
            seqs = [s for s in seqs if s < row.to]
        elif isinstance(row, Played | Placed):
            seqs.append(seq)
    return seqs


def story(log: Sequence[AnyRow], states: Sequence[State], seat: Seat | None) -> list[Told]:
    """The moves that stand, as a seat heard them."""
    return [_told(log[seq], states[seq], seat) for seq in line(log)]


def _told(row: AnyRow, before: State, seat: Seat | None) -> Told:
    assert isinstance(row, Played | Placed)
    return Told(row.seat, before.veil(row.move, seat))


def prove(record: Record) -> int:
    """How many throws of nature the shown seed explains. fair.Unfair, or RecordError without a seed."""
    proof = record.fairness
    if proof.seed is None:
        raise RecordError("no_seed")
    try:
        seed = bytes.fromhex(proof.seed)
    except ValueError as error:
        raise RecordError("no_seed") from error
    throws = [row.chance for row in record.log if isinstance(row, Played) and row.chance]
    return fair.check(seed, proof.commitment, proof.words, throws)
