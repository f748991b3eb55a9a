"""hanamachi backup: copy the whole database of a running server to one file.

Given a folder, each copy gets a name with the time, and `--keep` removes the oldest.
"""

from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path

from hanamachi.cli import new_parser
from hanamachi.cli.support.database import add_database, database_of
from hanamachi.core.user_text import visible
from hanamachi.core.words import Words
from hanamachi.server.ops.backup import backup

COPIES = "house-*.backup"


def run(args: Sequence[str], words: Words) -> int:
    parser = new_parser("backup", words)
    parser.add_argument("file", type=Path, help=words("flag.backup_file"))
    parser.add_argument("--keep", type=int, metavar="N", help=words("flag.keep"))
    add_database(parser, words)
    given = parser.parse_args(args)
    folder = given.file if given.file.is_dir() else None
    file = folder / f"house-{datetime.now(UTC):%Y%m%d-%H%M%S}.backup" if folder else given.file
    backup(database_of(given), file)
    print(words("backed_up", path=visible(str(file)), size=f"{file.stat().st_size / 1e6:.1f}"))
    if folder and given.keep is not None:
        remove_old(folder, max(1, given.keep))
    return 0


def remove_old(folder: Path, keep: int) -> None:
    """Remove all copies but the newest. Their names are in the order of their times."""
    for file in sorted(folder.glob(COPIES))[:-keep]:
        file.unlink()
