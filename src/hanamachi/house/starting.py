"""A game begins: everybody sits, bots take seats, what was given by hand is placed, and nature deals."""

import msgspec

from hanamachi.core.game import NATURE
from hanamachi.core.options import choose
from hanamachi.core.table import Table
from hanamachi.games import GAMES
from hanamachi.games.okiya.layout import decode
from hanamachi.games.okiya.moves import Begin, Lay, Laying
from hanamachi.house.kept import Playing, Setup, Waiting


def started(waiting: Waiting) -> Playing:
    setup, seats, game = waiting.setup, waiting.seats, GAMES[waiting.setup.game]
    names, words = [held.name for held in seats], [held.words or "" for held in seats]
    options = choose(game.options, setup.options)
    table = Table.begin(game, names, options, bytes.fromhex(setup.seed), words)
    for seat, held in enumerate(seats):
        if held.kind == "bot":
            table = table.bot_takes(seat, held.level or "random")
    return Playing(setup, seats, placed(table, setup).deal())


def placed(table: Table, setup: Setup) -> Table:
    """What was given by hand: a layout's tiles, or the moves of a game that is taken over."""
    if setup.layout:
        if setup.starter is not None:
            table = table.place(NATURE, Begin(setup.starter))
        table = table.deal(until=Laying)
        for tile in decode(setup.layout):
            table = table.place(NATURE, Lay(tile))
    for seat, move in setup.taken_over:
        table = table.place(seat, msgspec.convert(move, table.game.move))
    return table
