"""The exact worth of every move of an Okiya position, where the table allows it or the game is over."""

from msgspec import Struct

from hanamachi.core.table import Refused
from hanamachi.games.okiya.pieces import NAMES
from hanamachi.games.okiya.rules import State
from hanamachi.games.okiya.solver import Value, solve
from hanamachi.house.live import Live


class Hints(Struct, frozen=True):
    best: Value
    moves: dict[str, Value]


def hints(live: Live, guest: str, seq: int) -> Hints:
    table = live.table
    if not live.may_watch(guest):
        raise Refused("no_spectators")
    if table is None or not 0 <= seq <= table.seq:
        raise Refused("no_such_row")
    if not live.setup.hints and table.result() is None:
        raise Refused("no_hints_here")
    state = table.states[seq]
    if not isinstance(state, State):
        raise Refused("no_hints_for_game")
    solution = solve(state)
    return Hints(solution.best, {NAMES[square]: value for square, value in solution.moves.items()})
