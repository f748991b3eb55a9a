"""hanamachi puzzles make: make the puzzles of a game from games of bots. It goes on where it stopped."""

import argparse
from collections.abc import Sequence
from pathlib import Path

from hanamachi.cli import BadUsage, new_parser
from hanamachi.cli.support.game_options import find_game
from hanamachi.core.words import Words
from hanamachi.puzzles.making import maker
from hanamachi.puzzles.subject import subjects

HOUR = 3600


def parser_for(words: Words) -> argparse.ArgumentParser:
    parser = new_parser("puzzles", words)
    parser.add_argument("what", choices=("make",), help=words("flag.puzzles_make"))
    parser.add_argument("game", help=words("flag.game"))
    parser.add_argument("--seed", default="hanamachi", help=words("flag.puzzles_seed"))
    parser.add_argument("--count", type=int, default=500, metavar="N", help=words("flag.puzzles_count"))
    parser.add_argument("--hours", type=float, default=8.0, metavar="H", help=words("flag.puzzles_hours"))
    parser.add_argument("--journal", type=Path, metavar="FILE", help=words("flag.puzzles_journal"))
    parser.add_argument("--out", type=Path, metavar="FILE", help=words("flag.puzzles_out"))
    return parser


def run(args: Sequence[str], words: Words) -> int:
    given = parser_for(words).parse_args(args)
    game = find_game(given.game, words)
    if game.name not in subjects():
        raise BadUsage("no_puzzles")
    for name in ("count", "hours"):
        if (value := getattr(given, name)) <= 0:
            raise BadUsage("not_positive", flag=f"--{name}", value=str(value))
    journal = given.journal or Path(f"{game.name}.puzzles.jsonl")
    out = given.out or Path(f"{game.name}.xz")
    making = maker(game.name, given.seed, journal)

    def tell(games: int, count: int) -> None:
        print(words("puzzles.made", games=games, count=count, wanted=given.count), flush=True)

    making.make(given.count, given.hours * HOUR, tell)
    out.write_bytes(making.file())
    print(words("puzzles.written", count=len(making.lines), path=str(out)))
    return 0
