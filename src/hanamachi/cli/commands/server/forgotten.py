"""hanamachi forgotten: list the users who asked to be erased, to erase them again after an old backup is
restored."""

from collections.abc import Sequence

from hanamachi.cli import new_parser
from hanamachi.cli.support.database import add_database, database_of
from hanamachi.core.words import Words
from hanamachi.server.ops.backup import listed


def run(args: Sequence[str], words: Words) -> int:
    parser = new_parser("forgotten", words)
    add_database(parser, words)
    for digest in listed(database_of(parser.parse_args(args))):
        print(digest)
    return 0
