"""Start a game: seat the bots, place what was given by hand, and deal."""

import msgspec

from hanamachi.core.nature import Nature
from hanamachi.core.options import choose
from hanamachi.core.table import Table
from hanamachi.core.user_text import distinct_names
from hanamachi.games import GAMES
from hanamachi.server.tables.model import Playing, Setup, Waiting


def started(waiting: Waiting, nature: Nature | None = None) -> Playing:
    """Return the started game. `nature` replaces the fair dice."""
    setup, seats, game = waiting.setup, waiting.seats, GAMES[waiting.setup.game]
    names, words = distinct_names([held.name for held in seats]), [held.words or "" for held in seats]
    options = choose(game.options, setup.options)
    table = Table.begin(game, names, options, bytes.fromhex(setup.seed), words, nature)
    for seat, held in enumerate(seats):
        if held.kind == "bot":
            table = table.bot_takes(seat, held.level or "random")
    return Playing(setup, seats, placed(table, setup).deal())


def placed(table: Table, setup: Setup) -> Table:
    """Place a layout given by its code, or the moves of a continued game."""
    if setup.layout and table.game.layouts:
        table = table.lay(table.game.layouts.moves(setup.layout, setup.starter))
    for seat, move in setup.taken_over:
        table = table.place(seat, msgspec.convert(move, table.game.move))
    return table
