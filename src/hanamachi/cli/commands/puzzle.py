"""hanamachi puzzle: set a puzzle at the terminal, and judge the answer."""

import argparse
from collections.abc import Sequence
from random import Random

from hanamachi.bots import level_name
from hanamachi.cli import new_parser, sentence
from hanamachi.cli.support.game_options import parsed
from hanamachi.cli.support.terminal import Terminal
from hanamachi.core.game import Game, Move
from hanamachi.core.telling import label
from hanamachi.core.words import Name, Refusal, Words
from hanamachi.games import GAMES
from hanamachi.puzzles.opened import Judged, OpenedPuzzle
from hanamachi.puzzles.puzzle import BadFile, Puzzle, shipped

SHOW = "?"


class NoPuzzle(Refusal):
    pass


def parser_for(_game: Game | None, words: Words) -> argparse.ArgumentParser:
    parser = new_parser("puzzle", words)
    parser.add_argument("game", nargs="?", help=words("flag.game"))
    parser.add_argument("--id", help=words("flag.puzzle_id"))
    parser.add_argument("--theme", help=words("flag.puzzle_theme"))
    parser.add_argument("--plain", action="store_true", help=words("flag.plain"))
    return parser


def run(args: Sequence[str], words: Words) -> int:
    game, given = parsed(args, words, parser_for)
    if game is None:
        game = next(iter(GAMES.values()))
    puzzle = OpenedPuzzle(chosen(game, given), words.lang)
    terminal = Terminal(plain=given.plain)
    pose(puzzle, terminal, words)
    try:
        place = answered(puzzle, terminal, words)
    except EOFError:
        return 0
    tell(puzzle, puzzle.judge(place), terminal, words)
    return 0


def chosen(game: Game, given: argparse.Namespace) -> Puzzle:
    """Return the puzzle that the flags name, or one of those they allow."""
    try:
        puzzles = list(shipped(game))
    except BadFile as error:
        raise NoPuzzle("damaged_puzzles", problem=Name(error)) from error
    if not puzzles:
        raise NoPuzzle("no_puzzles")
    if given.id:
        puzzles = [puzzle for puzzle in puzzles if puzzle.id == given.id]
        if not puzzles:
            raise NoPuzzle("no_puzzle")
    themes = tuple(sorted({puzzle.line.theme for puzzle in puzzles}))
    if given.theme and given.theme not in themes:
        raise NoPuzzle("no_puzzle_theme", theme=Name(given.theme), known=themes)
    return Random().choice([each for each in puzzles if given.theme in (None, each.line.theme)])


def pose(puzzle: OpenedPuzzle, terminal: Terminal, words: Words) -> None:
    """Show the position, the task and the possible answers."""
    text, styles = puzzle.game.text, styles_of(puzzle)
    terminal.say(words("puzzle.intro", id=Name(puzzle.puzzle.id)))
    if text.draw and terminal.draws:
        terminal.draw(text.draw(puzzle.view, puzzle.phrases, puzzle.names), styles)
    else:
        terminal.say(puzzle.table, styles)
    terminal.say(puzzle.task, styles)
    for place, move in enumerate(puzzle.moves):
        terminal.say(f"  {text.write(move)}: {puzzle.labelled(place)}", styles)


def answered(puzzle: OpenedPuzzle, terminal: Terminal, words: Words) -> int | None:
    """Ask until a legal answer comes; None if the player wants to be shown."""
    while True:
        typed = terminal.ask(words("puzzle.prompt"))
        if typed == SHOW:
            return None
        try:
            return puzzle.place_of(puzzle.game.text.read(typed, puzzle.phrases))
        except Refusal as refusal:
            terminal.say(sentence(refusal, puzzle.phrases, words, names=puzzle.names))


def tell(puzzle: OpenedPuzzle, found: Judged, terminal: Terminal, words: Words) -> None:
    """Say the verdict, the reason and the proof."""
    styles = styles_of(puzzle)
    terminal.say(words(f"puzzle.verdict.{found.verdict}"))
    terminal.say(found.reason, styles)
    proof = found.proof or {}
    if replies := proof.get("replies"):
        terminal.say(words("puzzle.rival_answers"))
        for reply in replies:
            mine = called(puzzle, reply["mine"]) if reply["mine"] else words("puzzle.reply.none")
            terminal.say(words("puzzle.reply", theirs=called(puzzle, reply["theirs"]), mine=mine), styles)
    if beliefs := [each for each in proof.get("beliefs", ()) if each["chance"]]:
        terminal.say(words("puzzle.rival_may_hold"))
        for each in beliefs:
            name = Name(puzzle.phrases(each["item"]))
            terminal.say(words("puzzle.belief", item=name, chance=round(100 * each["chance"])), styles)
    grade = puzzle.puzzle.grade
    level = Name(level_name(grade, words)) if grade else ""
    terminal.say(words("puzzle.grade", level=level) if grade else words("puzzle.grade.none"))


def called(puzzle: OpenedPuzzle, move: Move) -> Name:
    return Name(label(puzzle.game, puzzle.view, move, puzzle.phrases))


def styles_of(puzzle: OpenedPuzzle) -> dict[str, str]:
    return {puzzle.phrases(key): style for key, style in puzzle.game.text.styles.items()}
