"""A record from a file, with words for all that can be wrong with it."""

import sys
from pathlib import Path

from hanamachi.core import record
from hanamachi.core.game import Game
from hanamachi.core.log import RecordError
from hanamachi.core.record import Record
from hanamachi.core.words import Words
from hanamachi.games import GAMES


def load(path: Path, words: Words) -> tuple[Record, Game]:
    """The record and its game. An older version of the rules is named on the way."""
    try:
        data = path.read_bytes()
    except OSError as error:
        raise RecordError("no_file", path=str(path), problem=error.strerror or str(error)) from error
    kept = record.read(data, GAMES)
    game = record.game_of(kept, GAMES)
    if record.aged(kept, game):
        print(words("aged", theirs=kept.version, ours=game.version), file=sys.stderr)
    return kept, game
