"""hanamachi play: play a game at the terminal. Every seat is a person or a bot."""

import argparse
import hashlib
import os
import secrets
import tempfile
from collections.abc import Sequence
from pathlib import Path

from hanamachi.bots import UnknownLevel, level_name, levels
from hanamachi.bots.external import HUMAN
from hanamachi.cli import new_parser
from hanamachi.cli.support.game_options import add_options, parsed, read_options
from hanamachi.cli.support.own_bots import add_bots, invite_bots
from hanamachi.cli.support.record_file import load
from hanamachi.cli.support.sitting import Sitting
from hanamachi.cli.support.terminal import Terminal
from hanamachi.core import record
from hanamachi.core.game import Game
from hanamachi.core.log import RecordError
from hanamachi.core.table import Table
from hanamachi.core.words import Refusal, Words
from hanamachi.games import GAMES


class BadSeat(Refusal):
    pass


def parser_for(game: Game | None, words: Words) -> argparse.ArgumentParser:
    parser = new_parser("play", words)
    parser.add_argument("game", nargs="?", help=words("flag.game"))
    parser.add_argument("--against", metavar="LEVEL", help=words("flag.against"))
    parser.add_argument("--seats", type=int, metavar="N", help=words("flag.seats"))
    parser.add_argument("--seat", type=int, default=1, metavar="N", help=words("flag.seat"))
    parser.add_argument("--name", help=words("flag.name"))
    parser.add_argument("--seed", help=words("flag.seed"))
    parser.add_argument("--save", type=Path, metavar="FILE", help=words("flag.save"))
    parser.add_argument("--resume", type=Path, metavar="FILE", help=words("flag.resume"))
    parser.add_argument("--pace", type=float, default=4.0, metavar="SECONDS", help=words("flag.pace"))
    parser.add_argument("--plain", action="store_true", help=words("flag.plain"))
    add_bots(parser, words)
    if game:
        add_options(parser, game, words)
    return parser


def run(args: Sequence[str], words: Words) -> int:
    game, given = parsed(args, words, parser_for)
    invite_bots(given)
    table = resumed(given.resume, words) if given.resume else seated(game, given, words)
    terminal = Terminal(plain=given.plain)
    Sitting(table, terminal, words, Saver(given.save or given.resume), given.pace).play()
    return 0


def seated(game: Game | None, given: argparse.Namespace, words: Words) -> Table:
    """Return a new table with the game, options and players of the flags."""
    game = game or next(iter(GAMES.values()))
    options = read_options(game, given, words)
    players = who_plays(game, given)
    names = [name_of(players, seat, given, words) for seat in range(len(players))]
    table = Table.begin(game, names, options, seed_from(given.seed), [""] * len(names))
    for seat, player in enumerate(players):
        if player != HUMAN:
            table = table.bot_takes(seat, player)
    return table


def who_plays(game: Game, given: argparse.Namespace) -> list[str]:
    """Return each seat's player: the level of a bot, or "human"."""
    seats = game.seats[0] if given.seats is None else given.seats
    if seats not in game.seats:
        raise BadSeat("bad_seats", seats=seats, players=game.players)
    if not 1 <= given.seat <= seats:
        raise BadSeat("bad_seat", seat=given.seat, seats=seats)
    rival = given.against or levels(game.name)[min(1, len(levels(game.name)) - 1)]
    if rival not in (HUMAN, *levels(game.name)):
        raise UnknownLevel("unknown_level", level=rival, known=(*levels(game.name), HUMAN))
    return [HUMAN if seat == given.seat - 1 else rival for seat in range(seats)]


def name_of(players: list[str], seat: int, given: argparse.Namespace, words: Words) -> str:
    """Return a player's name; several bots of one level are numbered by their seats."""
    player = players[seat]
    if player == HUMAN:
        mine = given.name if seat == given.seat - 1 else None
        return mine or words("player", number=seat + 1)
    several = "bot" if players.count(player) > 1 else "one_bot"
    return words(several, level=level_name(player, words), number=seat + 1)


def seed_from(text: str | None) -> bytes:
    """Return the seed of the deal. The same text gives the same deal; without a text it is random."""
    return secrets.token_bytes(32) if text is None else hashlib.sha256(text.encode()).digest()


def resumed(path: Path, words: Words) -> Table:
    kept, game = load(path)
    if kept.result:
        raise RecordError("finished", path=str(path))
    return Table.resume(kept, game)


class Saver:
    """Saves the record after every move. It replaces the file in one step, so it is never half written."""

    def __init__(self, path: Path | None) -> None:
        self.path = path

    def save(self, table: Table) -> str | None:
        """Save the table's record. Return None, or the problem of the operating system."""
        if self.path is None:
            return None
        try:
            write_whole(self.path, record.write(table.record(open_seed=True)))
        except OSError as error:
            return error.strerror or str(error)
        return None


def write_whole(path: Path, data: bytes) -> None:
    handle, scratch = tempfile.mkstemp(dir=path.parent or Path(), prefix=f".{path.name}.")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        os.replace(scratch, path)
    except OSError:
        Path(scratch).unlink(missing_ok=True)
        raise
