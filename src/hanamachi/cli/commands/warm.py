"""hanamachi warm: compile all kernels now rather than when they are first needed.

A game's kernel names what it has to compile, its ladder the levels that compile, and each batched board is
stepped once. Games are compiled in parallel, and the machine code is kept on disk. A game whose kernels are
all there is not played again.
"""

import multiprocessing
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from importlib import import_module
from os import cpu_count
from pathlib import Path
from random import Random

from hanamachi.bots import ladder_of, make_bot
from hanamachi.cli import new_parser
from hanamachi.cli.support.game_options import find_game
from hanamachi.core.game import Game, Seat
from hanamachi.core.table import Table
from hanamachi.core.words import Refusal, Words
from hanamachi.games import GAMES, OURS, kernels
from hanamachi.games.kernels import inventory
from hanamachi.games.kernels.cache_folder import writable_folder


class NothingKept(Refusal):
    """Raised if there is no folder in which compiled kernels could be kept."""


def run(args: Sequence[str], words: Words) -> int:
    parser = new_parser("warm", words)
    parser.add_argument("games", nargs="*", metavar="GAME", help=words("flag.warm"))
    names = [find_game(name, words).name for name in parser.parse_args(args).games] or list(GAMES)
    if (folder := writable_folder(Path(kernels.__file__))) is None:
        raise NothingKept("no_cache_folder")
    cold = [name for name in names if not inventory.is_complete(folder, name)]
    for name in names:
        if name not in cold:
            report(name, words)
    if cold:
        with ProcessPoolExecutor(cpu_count(), multiprocessing.get_context("spawn")) as pool:
            for name in pool.map(partial(warm, folder), cold):
                report(name, words)
    return 0


def report(name: str, words: Words) -> None:
    print(words("warmed", name=GAMES[name].text.words(words.lang)("name")), flush=True)


def warm(folder: Path, name: str) -> str:
    made_from = inventory.origin()
    for compile_it in all_of(GAMES[name]):
        compile_it()
    if GAMES[name] in OURS:  # what other packages are made from is not known
        inventory.write(folder, name, made_from, import_module("hanamachi.games.kernels.shelf").USED)
    return name


def all_of(game: Game) -> Iterator[Callable[[], None]]:
    """Yield the functions that compile a game, the foundations first."""
    if game.kernel:
        yield import_module(game.kernel).warm
    ladder = ladder_of(game.name)
    for level in ladder.warm:
        yield partial(ask, game, level)
    if ladder.judge:
        yield partial(judge, game)
    if game.name in import_module("hanamachi.adapters.boards").BOARDS:
        yield partial(import_module("hanamachi.adapters.boards.warming").warm, game.name)


def new_table(game: Game) -> Table:
    names = [""] * game.seats[0]
    return Table.begin(game, names, game.options(), bytes(32), names).deal()


def ask(game: Game, level: str) -> None:
    """Ask a level a question of each kind, some of them late in the game: its end may compile what its
    beginning does not."""
    for table, seat in questions(game):
        state = table.state
        make_bot(game.name, level, seat).choose(state.view(seat), state.moves(), table.story(seat))


def questions(game: Game) -> list[tuple[Table, Seat]]:
    """Return the last decisions of each kind in a game of random moves. Their kind is which moves are
    offered."""
    table, rng = new_table(game), Random(1)
    last: dict[frozenset[type], tuple[Table, Seat]] = {}
    while (seat := table.actor) is not None:
        moves = table.state.moves()
        if len(moves) > 1:
            last[frozenset(map(type, moves))] = table, seat
        table = table.submit(seat, table.seq, rng.choice(moves))
    return list(last.values())


def judge(game: Game) -> None:
    state = new_table(game).state
    ladder_of(game.name).opinion(state.view(state.actor), state.moves(), [])
