"""hanamachi ratings: say how many results were worked out. `--rebuild` works out all ratings anew."""

from collections.abc import Sequence

from hanamachi.cli import new_parser
from hanamachi.cli.support.database import add_database, database_of
from hanamachi.core.words import Name, Words
from hanamachi.server.db.engine import path_of
from hanamachi.server.db.startup import prepare
from hanamachi.server.ops.check import CannotCheck
from hanamachi.server.ratings.rebuild import rebuild, state


def run(args: Sequence[str], words: Words) -> int:
    parser = new_parser("ratings", words)
    add_database(parser, words)
    parser.add_argument("--rebuild", action="store_true", help=words("flag.rebuild"))
    given = parser.parse_args(args)
    database = database_of(given)
    path = path_of(database)
    if path and not path.exists():
        raise CannotCheck("nothing_kept", path=Name(path))
    prepare(database)
    if given.rebuild:
        found = rebuild(database)
        print(words("rebuilt", results=found.results, ratings=found.ratings, changed=found.changed))
    else:
        now = state(database)
        print(words("results", results=now.results, waiting=now.waiting, ratings=now.ratings))
    return 0
