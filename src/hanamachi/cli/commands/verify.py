"""hanamachi verify: replay a record by its rules and prove that the shuffle was fair."""

import json
from collections.abc import Sequence
from pathlib import Path

from hanamachi.cli import new_parser
from hanamachi.cli.support.record_file import load
from hanamachi.core import record
from hanamachi.core.log import Played
from hanamachi.core.words import Words


def run(args: Sequence[str], words: Words) -> int:
    parser = new_parser("verify", words)
    parser.add_argument("record", type=Path, help=words("flag.record"))
    parser.add_argument("--json", action="store_true", help=words("flag.json"))
    given = parser.parse_args(args)
    kept, game = load(given.record)
    record.fold(kept, game)
    throws = record.prove(kept)
    moves = sum(isinstance(row, Played) for row in kept.log)
    if given.json:
        print(json.dumps({"game": game.name, "moves": moves, "throws": throws, "verified": True}))
    else:
        print(words("verified", game=game.text.words(words.lang)("name"), moves=moves, throws=throws))
    return 0
