"""A game of the arena as a record: it folds, verifies and replays like one of the house."""

from collections.abc import Sequence
from pathlib import Path

from hanamachi.arena.contest import BadContest, Contest, Fault, Fixture
from hanamachi.core import fair, record
from hanamachi.core.game import Outcome
from hanamachi.core.record import Fairness, Flagged, Played, Record, Resigned, Result


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
    outcome: Outcome | None,
    fault: Fault | None,
) -> None:
    """Write a game down. Who was late has run out of time; who crashed has resigned."""
    names = [contest.contenders[who].name for who in contest.seating(fixture)]
    seed = contest.deal_seed(fixture)
    end = () if fault is None else (Flagged(fault.seat) if fault.kind == "late" else Resigned(fault.seat),)
    kept = Record(
        game=contest.game,
        version=contest.version,
        seats=tuple(names),
        options=contest.options,
        log=(*rows, *end),
        fairness=Fairness(fair.commitment(seed), (), seed.hex()),
        result=by_rules(outcome) if outcome else lost(fault, contest.seats) if fault else None,
    )
    path_of(folder, fixture).write_bytes(record.write(kept))


def by_rules(outcome: Outcome) -> Result:
    return Result(outcome.points, outcome.ranks, outcome.winners, outcome.rule)


def lost(fault: Fault, seats: int) -> Result:
    """Whoever did not play on loses to all others."""
    winners = tuple(seat for seat in range(seats) if seat != fault.seat)
    ranks = tuple(seats if seat == fault.seat else 1 for seat in range(seats))
    return Result((0,) * seats, ranks, winners, "flagged" if fault.kind == "late" else "resigned")
