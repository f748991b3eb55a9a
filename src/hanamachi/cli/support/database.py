"""The database that a command of the server uses: by flag, environment, settings file or default."""

import argparse
import os
import sys
from pathlib import Path

from hanamachi.cli.support.settings import DATABASE, add_settings, settle
from hanamachi.core.words import Name, Words


def add_database(parser: argparse.ArgumentParser, words: Words) -> None:
    """Add the flags --database and --config."""
    add_settings(parser, words, [DATABASE])


def database_of(given: argparse.Namespace) -> str:
    """Return the database that the server uses, too, if it has the same settings."""
    settle(given, [DATABASE])
    found: str = given.database or default_database()
    return found


def default_database() -> str:
    """Return the path of a SQLite file in the folder that systemd gave to the service, else in the user's
    data folder. Raise CannotOpen if there is no such folder."""
    from hanamachi.server.db.startup import CannotOpen

    if folder := os.environ.get("STATE_DIRECTORY", "").partition(os.pathsep)[0]:
        return str(Path(folder) / "house.db")
    base = os.environ.get("XDG_DATA_HOME") or os.path.expanduser(
        "~/Library/Application Support" if sys.platform == "darwin" else "~/.local/share"
    )
    if not os.path.isabs(base):
        raise CannotOpen("no_home")
    folder_of_user = Path(base) / "hanamachi"
    try:
        folder_of_user.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise CannotOpen("no_permission", path=Name(folder_of_user), problem=error.strerror or "?") from error
    return str(folder_of_user / "house.db")
