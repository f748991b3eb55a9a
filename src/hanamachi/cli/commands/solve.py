"""hanamachi solve: show perfect play from a position, in any game whose judge is exact."""

import argparse
import json
from collections.abc import Sequence

import msgspec

from hanamachi.bots import ladder_of, ladders
from hanamachi.bots.judge import Opinion
from hanamachi.cli import BadUsage, new_parser
from hanamachi.cli.support.game_options import add_options, explain_refusals, parsed, read_options
from hanamachi.cli.support.terminal import Terminal, patience
from hanamachi.core.game import NATURE, Game, IllegalMove, Move, State
from hanamachi.core.telling import explain
from hanamachi.core.value import Value
from hanamachi.core.words import Words

Worths = list[tuple[Move, Value]]


def parser_for(game: Game | None, words: Words) -> argparse.ArgumentParser:
    parser = new_parser("solve", words)
    parser.add_argument("game", nargs="?", help=words("flag.game"))
    needed = game is not None and game.layouts is not None
    parser.add_argument("--layout", required=needed, metavar="CODE", help=words("flag.layout"))
    parser.add_argument("--moves", default="", metavar="MOVE,MOVE,...", help=words("flag.moves"))
    parser.add_argument("--json", action="store_true", help=words("flag.json"))
    if game:
        add_options(parser, game, words)
    return parser


def run(args: Sequence[str], words: Words) -> int:
    game, given = parsed(args, words, parser_for)
    if game is None:
        parser_for(None, words).error("the following arguments are required: game")
    with explain_refusals(game, words):
        state = position(game, given, words)
    moves = state.moves()
    with patience(words("compiling")):
        opinion = ladder_of(game.name).opinion(state.view(state.actor), moves, [])
    (print_json if given.json else show)(game, state, given, worths(moves, opinion), words)
    return 0


def position(game: Game, given: argparse.Namespace, words: Words) -> State:
    """Return the position: the start of the given layout, with seat 1 to begin, after the given moves."""
    if not ladder_of(game.name).exact:
        known = tuple(name for name, ladder in ladders().items() if ladder.exact)
        raise BadUsage("not_exact", name=game.name, known=known)
    if given.layout and not game.layouts:
        raise BadUsage("no_layouts")
    state = game.start(game.seats[0], read_options(game, given, words))
    for move in laid(game, given):
        state = state.play(move)
    for number, name in enumerate(filter(None, given.moves.split(",")), 1):
        state = after(game, state, number, name, words)
    if state.actor in (None, NATURE):
        raise BadUsage("nothing_to_solve")
    return state


def laid(game: Game, given: argparse.Namespace) -> Sequence[Move]:
    return game.layouts.moves(given.layout, 0) if game.layouts else ()


def after(game: Game, state: State, number: int, name: str, words: Words) -> State:
    phrases = game.text.words(words.lang)
    try:
        return state.play(game.text.read(name, phrases))
    except IllegalMove as error:
        raise BadUsage("bad_move", number=number, name=name, problem=explain(error, phrases)) from error


def worths(moves: Sequence[Move], opinion: Opinion) -> Worths:
    """Return each move with its value, the best first."""
    assert opinion.values is not None
    return [(moves[place], opinion.values[place]) for place in opinion.ranked()]


def print_json(game: Game, state: State, given: argparse.Namespace, worths: Worths, _words: Words) -> None:
    answer = {
        "game": game.name,
        "layout": game.layouts.write(laid(game, given)) if game.layouts else None,
        "seat": state.actor,
        "best": msgspec.to_builtins(worths[0][1]),
        "moves": {game.text.write(move): msgspec.to_builtins(value) for move, value in worths},
    }
    print(json.dumps(answer))


def show(game: Game, state: State, _given: argparse.Namespace, worths: Worths, words: Words) -> None:
    terminal, text, view = Terminal(), game.text, state.view(state.actor)
    phrases = text.words(words.lang)
    styles = {phrases(key): style for key, style in text.styles.items()}
    names = [seat_name(seat, phrases, words) for seat in range(game.seats[0])]
    assert state.actor is not None
    terminal.say(text.table(view, phrases, names), styles)
    terminal.say(words("solved", who=names[state.actor], value=in_words(worths[0][1], words)))
    for move, value in worths:
        label = text.label(view, move, phrases) if text.label else text.write(move)
        terminal.say(words("solved_move", move=label, value=in_words(value, words)), styles)


def seat_name(seat: int, phrases: Words, words: Words) -> str:
    """Return the game's name for an empty seat, or "player N" if it has none."""
    return phrases.phrases.get(f"seat.{seat + 1}") or words("player", number=seat + 1)


def in_words(value: Value, words: Words) -> str:
    told = words.count(f"value.{value.result}", value.plies)
    return told if value.points is None else f"{told} ({value.points:+d})"
