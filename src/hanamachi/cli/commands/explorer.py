"""hanamachi explorer: walk through a game with exact values, or see what was played first."""

import argparse
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any

from hanamachi.bots import level_name
from hanamachi.cli import BadUsage, new_parser, sentence
from hanamachi.cli.commands.solve import in_words
from hanamachi.cli.support.game_options import (
    add_options,
    explain_refusals,
    find_game,
    parsed,
    read_options,
)
from hanamachi.cli.support.terminal import Terminal
from hanamachi.core.game import Game
from hanamachi.core.words import Name, Refusal, Words
from hanamachi.explorer.exact import Walked, any_layout, exact_games
from hanamachi.explorer.file import BadFile, shipped
from hanamachi.explorer.making import maker
from hanamachi.explorer.openings import SEPARATOR, openings
from hanamachi.explorer.tree import Tally, next_steps

MAKE = "make"
BACK = "<"
HOUR = 3600
EVERY = 100  # games after which it is told how many there are


def parser_for(game: Game | None, words: Words) -> argparse.ArgumentParser:
    parser = new_parser("explorer", words)
    parser.add_argument("game", nargs="?", help=words("flag.explorer_game"))
    parser.add_argument("--layout", metavar="CODE", help=words("flag.layout"))
    parser.add_argument("--moves", default="", metavar="MOVE,MOVE,...", help=words("flag.explorer_moves"))
    parser.add_argument("--setting", type=int, default=0, metavar="N", help=words("flag.explorer_setting"))
    parser.add_argument("--plain", action="store_true", help=words("flag.plain"))
    if game and game.name in exact_games():
        add_options(parser, game, words)
    return parser


def maker_for(words: Words) -> argparse.ArgumentParser:
    parser = new_parser("explorer", words)
    parser.add_argument("game", help=words("flag.game"))
    parser.add_argument("--seed", default="hanamachi", help=words("flag.puzzles_seed"))
    parser.add_argument("--games", type=int, default=1000, metavar="N", help=words("flag.explorer_games"))
    parser.add_argument("--hours", type=float, default=1.0, metavar="H", help=words("flag.puzzles_hours"))
    parser.add_argument("--opens", default="master", metavar="LEVEL", help=words("flag.explorer_opens"))
    parser.add_argument("--plays-on", default="adept", metavar="LEVEL", help=words("flag.explorer_plays_on"))
    parser.add_argument("--journal", type=Path, metavar="FILE", help=words("flag.puzzles_journal"))
    parser.add_argument("--out", type=Path, metavar="FILE", help=words("flag.puzzles_out"))
    return parser


def run(args: Sequence[str], words: Words) -> int:
    if MAKE in args:
        return make([word for word in args if word != MAKE], words)
    game, given = parsed(args, words, parser_for)
    known = (*exact_games(), *openings())
    if game is None or game.name not in known:
        raise BadUsage("not_explored", known=known)
    terminal = Terminal(plain=given.plain)
    if game.name in exact_games():
        return walk(game, given, terminal, words)
    return tell_openings(game, given, terminal, words)


def make(args: Sequence[str], words: Words) -> int:
    given = maker_for(words).parse_args(args)
    game = find_game(given.game, words)
    if game.name not in openings():
        raise BadUsage("not_explored", known=tuple(openings()))
    for name in ("games", "hours"):
        if (value := getattr(given, name)) <= 0:
            raise BadUsage("not_positive", flag=f"--{name}", value=str(value))
    journal = given.journal or Path(f"{game.name}.explorer.jsonl")
    making = maker(game.name, given.seed, given.opens, given.plays_on, journal)

    def tell(count: int) -> None:
        if count % EVERY == 0:
            print(words("explorer.made", count=count, wanted=given.games), flush=True)

    making.make(given.games, given.hours * HOUR, tell)
    out = given.out or Path(f"{game.name}.xz")
    out.write_bytes(making.file())
    print(words("explorer.written", count=len(making.games), path=str(out)))
    return 0


def walk(game: Game, given: argparse.Namespace, terminal: Terminal, words: Words) -> int:
    """Show a position with the value of each move, and take steps until the input ends."""
    options = read_options(game, given, words)
    layout = given.layout or any_layout(game, Random())
    steps = [step.strip() for step in given.moves.split(SEPARATOR) if step.strip()]
    with explain_refusals(game, words):
        here = Walked(game, options, layout, steps, words.lang)
    show(here, terminal, words)
    while True:
        try:
            typed = terminal.ask(words("explorer.prompt")).strip()
        except EOFError:
            return 0
        if not typed:
            return 0
        wanted = steps[:-1] if typed == BACK else [*steps, typed]
        try:
            here = Walked(game, options, layout, wanted, words.lang)
        except Refusal as refusal:
            terminal.say(sentence(refusal, here.words, words))
            continue
        steps = wanted
        show(here, terminal, words)


def show(here: Walked, terminal: Terminal, words: Words) -> None:
    text, styles = here.game.text, {here.words(key): style for key, style in here.game.text.styles.items()}
    terminal.say(words("explorer.start", code=here.layout))
    for number, (_, _, value, best) in enumerate(here.taken()):
        mark = "" if best else " ?"
        terminal.say(f"  {number + 1}. {here.label(number)}: {in_words(value, words)}{mark}", styles)
    if text.draw and terminal.draws:
        terminal.draw(text.draw(here.view, here.words, here.names), styles)
    else:
        terminal.say(here.table, styles)
    if here.seat is None:
        terminal.say(here.end, styles)
        return
    terminal.say(words("solved", who=here.names[here.seat], value=in_words(here.worths[0][1], words)))
    for move, value in here.worths:
        terminal.say(words("solved_move", move=here.named(move), value=in_words(value, words)), styles)


def tell_openings(game: Game, given: argparse.Namespace, terminal: Terminal, words: Words) -> int:
    """Tell what was played after the steps of --moves."""
    subject, phrases = openings()[game.name], game.text.words(words.lang)
    try:
        found = shipped(game)
    except BadFile as error:
        raise BadUsage("damaged_explorer", problem=Name(error)) from error
    if found is None:
        raise BadUsage("no_explorer_file")
    if not 0 <= given.setting < len(subject.settings):
        raise BadUsage("no_setting", most=len(subject.settings) - 1)
    path = tuple(step.strip() for step in given.moves.split(SEPARATOR) if step.strip())
    rows = next_steps(found.lines, given.setting, path, starter=subject.by_starter(path))
    if not rows:
        raise BadUsage("no_such_steps")
    head, games = found.header, sum(tally.games for tally in rows.values())
    levels = [Name(level_name(level, words)) for level in (head.opens, head.plays_on)]
    terminal.say(words("explorer.source", count=games, opens=levels[0], plays_on=levels[1]))
    for step, tally in rows.items():
        terminal.say(row(subject.label(step, phrases), step, tally, games, words))
    terminal.say(phrases("explorer.note"))
    return 0


def row(label: str, step: str, tally: Tally, games: int, words: Words) -> str:
    won, lead = tally.won, tally.leads
    facts: dict[str, Any] = {
        "label": Name(label),
        "step": Name(step),
        "count": tally.games,
        "share": round(100 * tally.games / games),
        "won": round(100 * won.mean),
        "low": round(100 * won.low),
        "high": round(100 * won.high),
    }
    said = words("explorer.row", **facts)
    if lead is None:
        return said
    off = Name(words.decimal(lead.high - lead.mean))
    return f"{said}; {words('explorer.row.lead', lead=Name(words.decimal(lead.mean, '+.1f')), off=off)}"
