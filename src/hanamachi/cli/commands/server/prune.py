"""hanamachi prune: pack old finished games into less space. They stay in lists, and open as replays."""

import sys
from collections.abc import Sequence

from hanamachi.cli import new_parser
from hanamachi.cli.support.database import add_database, database_of
from hanamachi.core.words import Words
from hanamachi.server.ops.prune import CannotPrune, Counted, count, prune, seconds_of

REFUSED = 1  # exit code if the operator said no


def run(args: Sequence[str], words: Words) -> int:
    parser = new_parser("prune", words)
    parser.add_argument("--older-than", required=True, metavar="AGE", help=words("flag.older_than"))
    parser.add_argument("--dry-run", action="store_true", help=words("flag.dry_run"))
    parser.add_argument("--yes", action="store_true", help=words("flag.yes"))
    add_database(parser, words)
    given = parser.parse_args(args)
    age, database = seconds_of(given.older_than), database_of(given)
    found = count(database, age)
    print(words("prune_found", games=found.games, rows=found.rows, size=megabytes(found.before)), flush=True)
    if given.dry_run or not found.games:
        return 0
    if not given.yes and not agrees(words):
        return REFUSED
    done = sum_of(list(prune(database, age)))
    print(words("pruned", games=done.games, before=megabytes(done.before), after=megabytes(done.after)))
    return 0


def agrees(words: Words) -> bool:
    """Ask the operator. A script must say --yes."""
    if not sys.stdin.isatty():
        raise CannotPrune("prune_unasked")
    return input(words("prune_ask")).strip().lower() in words("prune_yes").split("|")


def sum_of(parts: Sequence[Counted]) -> Counted:
    return Counted(
        sum(part.games for part in parts),
        sum(part.rows for part in parts),
        sum(part.before for part in parts),
        sum(part.after for part in parts),
    )


def megabytes(size: int) -> str:
    return f"{size / 1e6:.2f}"
