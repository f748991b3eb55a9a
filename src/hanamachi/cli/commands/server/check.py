"""hanamachi check: replay every table and report what is wrong. `--repair` removes leftovers."""

from collections.abc import Sequence

from hanamachi.cli import new_parser
from hanamachi.cli.support.database import add_database, database_of
from hanamachi.core.user_text import one_line
from hanamachi.core.words import Name, Words
from hanamachi.games import GAMES
from hanamachi.server.db.engine import path_of
from hanamachi.server.ops.check import CannotCheck, check
from hanamachi.server.ops.repair import remove_work_tokens

WRONG = 1  # exit code if a table is broken


def run(args: Sequence[str], words: Words) -> int:
    parser = new_parser("check", words)
    add_database(parser, words)
    parser.add_argument("--repair", action="store_true", help=words("flag.repair"))
    given = parser.parse_args(args)
    database = database_of(given)
    path = path_of(database)
    if path and not path.exists():
        raise CannotCheck("nothing_kept", path=Name(path))
    tables = rows = wrong = 0
    for looked in check(database, GAMES):
        tables, rows, wrong = tables + 1, rows + looked.rows, wrong + bool(looked.wrong)
        for each in looked.wrong:
            print(f"{one_line(looked.table)}: {words(f'wrong.{each}')}", flush=True)
    print(words("checked", tables=tables, rows=rows, wrong=wrong))
    if given.repair:
        print(words("repaired", n=remove_work_tokens(database)))
    return WRONG if wrong else 0
