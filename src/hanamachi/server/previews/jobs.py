"""Work out the boards of studies and puzzles in a process of a pool. Results are bytes of JSON."""

import msgspec
from msgspec import Struct

from hanamachi.core.game import Seat, State
from hanamachi.core.table import Refused
from hanamachi.server.analysis.studies.rendering import Look, seen, table_at
from hanamachi.server.analysis.study_tree import tree
from hanamachi.server.previews.preview import opening
from hanamachi.server.puzzles.jobs import opened


class PuzzleBoard(Struct, frozen=True):
    task: str
    names: list[str]
    view: msgspec.Raw


def study_board(look: Look, at: int | None, seat: Seat | None) -> bytes:
    """Return a seat's view (None: the gallery's) of a moment of a study; without one, of its beginning."""
    if at is not None:
        try:
            return board(table_at(look, at).state, seat)
        except Refused:
            pass
    here = seen(look)
    log = tree.fold(here.study, here.game, here.study.trunk)
    return board(opening(log.states), seat)


def board(state: State, seat: Seat | None) -> bytes:
    return msgspec.json.encode(state.view(seat))


def puzzle_board(game: str, id_: str, lang: str) -> bytes:
    """Return a puzzle as it is set: the view of the seat that is asked."""
    puzzle = opened(game, id_, lang)
    names = [str(name) for name in puzzle.names]
    return msgspec.json.encode(PuzzleBoard(puzzle.task, names, msgspec.Raw(msgspec.json.encode(puzzle.view))))
