"""hanamachi backup: copy the whole database of a running server to one file."""

from collections.abc import Sequence
from pathlib import Path

from hanamachi.cli import new_parser
from hanamachi.cli.support.database import add_database, database_of
from hanamachi.core.user_text import visible
from hanamachi.core.words import Words
from hanamachi.server.ops.backup import backup


def run(args: Sequence[str], words: Words) -> int:
    parser = new_parser("backup", words)
    parser.add_argument("file", type=Path, help=words("flag.backup_file"))
    add_database(parser, words)
    given = parser.parse_args(args)
    backup(database_of(given), given.file)
    print(words("backed_up", path=visible(str(given.file)), size=f"{given.file.stat().st_size / 1e6:.1f}"))
    return 0
