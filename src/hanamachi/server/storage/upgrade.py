"""Upgrade a stored table to the current version of its game, when it is opened.

A migration of all tables at once would keep every user waiting, and could not know the games of installed
packages.
"""

from collections.abc import Iterator

import msgspec
from msgspec.structs import replace

from hanamachi.core.game import Game, Raw
from hanamachi.core.log import AnyRow
from hanamachi.core.upgrade import Renewed, moves_upgraded, upgraded
from hanamachi.server.storage.table_rows import StoredTable
from hanamachi.server.tables.model import Setup
from hanamachi.server.tables.time_control import Clocks


def upgraded_table(stored: StoredTable, game: Game) -> StoredTable:
    """Return the table under the current rules; rows that cannot be read follow unchanged."""
    setup = stored.setup
    if setup.version >= game.version:
        return stored
    old = list(readable(stored))
    found = upgraded(game, setup.version, len(stored.seats), setup.options, old)
    rows = [msgspec.json.encode(row) for row in found.rows] + [row for _, row in stored.rows[len(old) :]]
    return replace(
        stored,
        setup=upgraded_setup(setup, len(stored.seats), game, found),
        rows=list(enumerate(rows)),
        asked=None if stored.asked is None else dict(enumerate(found.moments)).get(stored.asked),
        clocks=upgraded_clocks(stored.clocks, found.moments) if stored.clocks else None,
    )


def upgraded_clocks(clocks: Clocks, moments: list[int]) -> Clocks:
    """Return the clocks with their row numbers moved. A thinking time stays with the last of the rows that
    its row has become."""
    now, running = dict(enumerate(moments)), clocks.running
    took = {now.get(row + 1, row + 1) - 1: seconds for row, seconds in clocks.took.items()}
    asked = replace(running, asked=now.get(running.asked, running.asked)) if running else None
    return replace(clocks, took=took, running=asked)


def readable(stored: StoredTable) -> Iterator[Raw]:
    """Yield the stored rows up to the first that is missing or cannot be read."""
    for seq, (at, data) in enumerate(stored.rows):
        try:
            row = msgspec.json.decode(data)
            msgspec.convert(row, AnyRow)
        except (msgspec.DecodeError, UnicodeDecodeError):
            return
        if at != seq:
            return
        yield row


def upgraded_setup(setup: Setup, seats: int, game: Game, found: Renewed) -> Setup:
    """Return the set-up for the current version. `moments` maps row numbers of older versions to today's, so
    that links to a moment keep working."""
    before = {version: [found.moments[at] for at in moments] for version, moments in setup.moments.items()}
    return replace(
        setup,
        version=game.version,
        options=found.options,
        taken_over=moves_upgraded(game, setup.version, seats, setup.options, setup.taken_over),
        moments=before | {str(setup.version): found.moments},
    )
