"""Load a record from a file, with a clear sentence for every problem."""

from pathlib import Path

from hanamachi.core import record
from hanamachi.core.game import Game
from hanamachi.core.log import RecordError
from hanamachi.core.record import Record
from hanamachi.games import GAMES


def load(path: Path) -> tuple[Record, Game]:
    """Return the record, upgraded to the present rules, and its game."""
    try:
        data = path.read_bytes()
    except OSError as error:
        raise RecordError("no_file", path=str(path), problem=error.strerror or str(error)) from error
    kept = record.read(data, GAMES)
    return kept, record.game_of(kept, GAMES)
