"""A game of the arena as a record: it folds, verifies and replays like one of the house."""

from collections.abc import Sequence
from pathlib import Path

from hanamachi.arena.contest import BadContest, Contest, Fault, Fixture
from hanamachi.core import fair, record
from hanamachi.core.game import State
from hanamachi.core.log import Flagged, Played, Resigned, result
from hanamachi.core.record import Fairness, Record


def path_of(folder: Path, fixture: Fixture) -> Path:
    return folder / f"{fixture.deal:06}-{fixture.lineup}-{fixture.rotation}.json"


def prepare(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise BadContest("cannot_write", path=str(folder), problem=error.strerror or str(error)) from error


def keep(
    folder: Path,
    contest: Contest,
    fixture: Fixture,
    rows: Sequence[Played],
    state: State,
    fault: Fault | None,
) -> None:
    """Write a game down. Who was late has run out of time; who crashed has resigned."""
    names = [contest.contenders[who].name for who in contest.seating(fixture)]
    seed = contest.deal_seed(fixture)
    end = () if fault is None else (Flagged(fault.seat) if fault.kind == "late" else Resigned(fault.seat),)
    log = (*rows, *end)
    kept = Record(
        format=record.FORMAT,
        game=contest.game,
        version=contest.version,
        seats=tuple(names),
        options=contest.options,
        log=log,
        fairness=Fairness(fair.commitment(seed), (), seed.hex()),
        result=result(state, log[-1] if log else None, contest.seats),
    )
    path_of(folder, fixture).write_bytes(record.write(kept))
