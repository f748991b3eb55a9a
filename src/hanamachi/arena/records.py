"""Write games of the arena as records, which fold, verify and replay like those of the server."""

from pathlib import Path

from hanamachi.arena.contest import BadContest, Fixture
from hanamachi.core import record
from hanamachi.core.table import Table


def path_of(folder: Path, fixture: Fixture) -> Path:
    return folder / f"{fixture.deal:06}-{fixture.lineup}-{fixture.rotation}.json"


def prepare(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise BadContest("cannot_write", path=str(folder), problem=error.strerror or str(error)) from error


def keep(folder: Path, fixture: Fixture, table: Table) -> None:
    """Write a game to its record file."""
    path_of(folder, fixture).write_bytes(record.write(table.record(open_seed=True)))
