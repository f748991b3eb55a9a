"""hanamachi solve: perfect play of an Okiya round, from a layout and the squares taken so far."""

import argparse
import json
from collections.abc import Sequence

import msgspec

from hanamachi.cli import BadUsage, new_parser
from hanamachi.cli.games import add_options, find_game, in_the_words_of, read_options
from hanamachi.cli.terminal import Terminal, patience
from hanamachi.core.game import IllegalMove
from hanamachi.core.telling import explain
from hanamachi.core.words import Words
from hanamachi.games.okiya import GAME, layout
from hanamachi.games.okiya.moves import Begin, Lay, Options
from hanamachi.games.okiya.pieces import HOUSES, NAMES
from hanamachi.games.okiya.rules import State, start
from hanamachi.games.okiya.solver import Solution, Value, check_solvable, solve


def run(args: Sequence[str], words: Words) -> int:
    parser = new_parser("solve", words)
    parser.add_argument("game", help=words("flag.game"))
    parser.add_argument("--layout", required=True, metavar="CODE", help=words("flag.layout"))
    parser.add_argument("--moves", default="", metavar="a1,b2,...", help=words("flag.moves"))
    parser.add_argument("--json", action="store_true", help=words("flag.json"))
    add_options(parser, GAME, words)
    given = parser.parse_args(args)
    if find_game(given.game, words) is not GAME:
        raise BadUsage("only_okiya", name=given.game)
    phrases = GAME.text.words(words.lang)
    with in_the_words_of(GAME, words):
        state = position(given, words)
        check_solvable(state)
    with patience(words("compiling")):
        solution = solve(state)
    print_json(given.layout, state, solution) if given.json else show(state, solution, phrases, words)
    return 0


def position(given: argparse.Namespace, words: Words) -> State:
    """The layout laid and the squares taken; red begins."""
    options: Options = read_options(GAME, given, words)
    phrases = GAME.text.words(words.lang)
    state = start(2, options).play(Begin(0))
    for tile in layout.decode(given.layout):
        state = state.play(Lay(tile))
    for number, name in enumerate(filter(None, given.moves.split(",")), 1):
        try:
            state = state.play(GAME.text.read(name, phrases))
        except IllegalMove as error:
            raise BadUsage("bad_move", number=number, name=name, problem=explain(error, phrases)) from error
    return state


def print_json(code: str, state: State, solution: Solution) -> None:
    answer = {
        "layout": layout.encode(state.layout),
        "to_move": HOUSES[state.todo[0].seat],
        "best": msgspec.to_builtins(solution.best),
        "moves": {NAMES[at]: msgspec.to_builtins(value) for at, value in solution.moves.items()},
    }
    print(json.dumps(answer))


def show(state: State, solution: Solution, phrases: Words, words: Words) -> None:
    terminal = Terminal()
    styles = {phrases(key): style for key, style in GAME.text.styles.items()}
    names = [phrases(f"house.{house}") for house in HOUSES]
    terminal.say(GAME.text.table(state.view(None), phrases, names), styles)
    mover = HOUSES[state.todo[0].seat]
    terminal.say(words("solved", who=phrases(f"house.{mover}"), value=in_words(solution.best, words)))
    for square, value in sorted(solution.moves.items(), key=lambda each: rank(each[1])):
        tile = phrases(f"tile.{state.layout[square]}")
        line = words("solved_move", square=NAMES[square], tile=tile, value=in_words(value, words))
        terminal.say(line, styles)


def rank(value: Value) -> tuple[int, int]:
    """Fast wins first, fast losses last."""
    return {"win": (0, value.plies), "draw": (1, 0), "loss": (2, -value.plies)}[value.result]


def in_words(value: Value, words: Words) -> str:
    told = words.count(f"value.{value.result}", value.plies)
    return told if value.points is None else f"{told} ({value.points:+d})"
