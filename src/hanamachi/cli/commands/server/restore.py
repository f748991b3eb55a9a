"""hanamachi restore: create a database from a backup. Never overwrites an existing one."""

from collections.abc import Sequence
from pathlib import Path

from hanamachi.cli import new_parser
from hanamachi.cli.support.database import add_database, database_of
from hanamachi.core.user_text import visible
from hanamachi.core.words import Words
from hanamachi.server.ops.backup import forget_again, on_list, restore


def run(args: Sequence[str], words: Words) -> int:
    parser = new_parser("restore", words)
    parser.add_argument("file", type=Path, help=words("flag.restore_file"))
    parser.add_argument("--forgotten", type=Path, help=words("flag.forgotten"))
    add_database(parser, words)
    given = parser.parse_args(args)
    database, digests = database_of(given), on_list(given.forgotten)
    restore(given.file, database)
    print(words("restored", path=visible(str(given.file))))
    if given.forgotten:
        print(words("forgotten_again", n=forget_again(database, digests)))
    return 0
