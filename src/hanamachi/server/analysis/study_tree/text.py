"""Write a study as text that people can read and edit, and read it back.

A line holds the number of a move, who makes it and its notation. Other moves at the same moment stand below
it, further to the right, and the line goes on after them. A world is written as the branch that it is.
"""

import re
from collections.abc import Iterator, Mapping
from typing import Any

import msgspec
from msgspec import Struct

from hanamachi.core.game import NATURE, Game
from hanamachi.core.log import RecordError
from hanamachi.core.options import OptionError, choose, chosen
from hanamachi.core.words import Refusal
from hanamachi.server.analysis.study_tree.file import check_moves, checked
from hanamachi.server.analysis.study_tree.tree import Ply, Study, joined, line_to, remarked

HEAD = re.compile(r"(game|players|options): (.*)")
LINE = re.compile(r"( *)(\d{1,5})\. (\d{1,2}|chance): ([^\"#]*)(?: \"([^\"]*)\")?(?: # (.*))?")
STEP = 4  # spaces to the right for a branch


class Branch(Struct):
    """A node of the tree that is written: a move, what was said of it, and what follows."""

    ply: Ply | None = None
    name: str = ""
    note: str = ""
    after: list["Branch"] = []


def write(study: Study, game: Game) -> str:
    """Return a study as text."""
    head = [
        f"game: {study.game} {study.version}",
        f"players: {' / '.join(name.replace(' / ', ' ') for name in study.seats)}",
    ]
    values = msgspec.json.encode(dict(study.options)).decode()
    return "\n".join([*head, f"options: {values}", "", *lines(whole(study), game)]) + "\n"


def whole(study: Study) -> Branch:
    """Return the tree of all moves. Worlds begin where they differ."""
    root = Branch()
    grow(root, study.trunk)
    for each in (*study.nodes, *study.remarks):
        end = grow(root, line_to(study, each.id))
        end.name, end.note = end.name or each.name, end.note or each.note
    return root


def grow(branch: Branch, line: tuple[Ply, ...]) -> Branch:
    """Return the end of this line, which is added as far as it is new."""
    for ply in line:
        after = next((each for each in branch.after if each.ply == ply), None)
        if after is None:
            after = Branch(ply)
            branch.after.append(after)
        branch = after
    return branch


def lines(root: Branch, game: Game) -> Iterator[str]:
    """Yield the line that goes on first, and before it goes on the other moves at the same moment."""
    waiting = moves_after(root, 1, 0)
    while waiting:
        branch, number, deep, first = waiting.pop()
        yield one_line(branch, number, deep, game)
        following = moves_after(branch, number + 1, deep)
        if first and waiting and waiting[-1][1] == number and waiting[-1][2] > deep:
            at = next(i for i, each in enumerate(waiting) if each[1] == number and each[2] > deep)
            waiting[at:at] = following
        else:
            waiting += following


def moves_after(branch: Branch, number: int, deep: int) -> list[tuple[Branch, int, int, bool]]:
    """Return the moves after a branch, the last one first: (what, its number, how far right, whether the line
    goes on with it)."""
    after = [(each, number, deep + bool(i), not i) for i, each in enumerate(branch.after)]
    return after[::-1]


def one_line(branch: Branch, number: int, deep: int, game: Game) -> str:
    assert branch.ply is not None
    who = "chance" if branch.ply.seat == NATURE else str(branch.ply.seat + 1)
    name = f' "{branch.name.replace(chr(34), chr(39))}"' if branch.name else ""
    note = f" # {branch.note}" if branch.note else ""
    return f"{' ' * STEP * deep}{number}. {who}: {game.text.write(branch.ply.move)}{name}{note}"


def read(text: str, games: Mapping[str, Game]) -> Study:
    """Read a study from text. Refuse what is none, and each line that is no move."""
    head = {found[1]: found[2] for line in text.splitlines() if (found := HEAD.fullmatch(line))}
    name, _, version = head.get("game", "").partition(" ")
    if not {"game", "players", "options"} <= head.keys() or not version.isdecimal():
        raise RecordError("not_a_study", problem="game, players or options are missing")
    if name not in games:
        raise RecordError("unknown_game", name=name, known=tuple(games))
    game = games[name]
    if int(version) != game.version:
        raise RecordError("text_of_other_version", theirs=version, ours=game.version)
    seats = tuple(head["players"].split(" / "))
    if len(seats) not in game.seats:
        raise RecordError("bad_record_seats", seats=len(seats))
    empty = Study(game=name, version=game.version, seats=seats, options=options_of(head["options"], game))
    study = checked(with_lines(empty, game, text))
    check_moves(study, game)
    return study


def options_of(text: str, game: Game) -> dict[str, Any]:
    try:
        return chosen(choose(game.options, msgspec.json.decode(text, type=dict[str, Any])))
    except (msgspec.DecodeError, OptionError) as error:
        raise RecordError("bad_options", problem=str(error)) from error


def with_lines(study: Study, game: Game, text: str) -> Study:
    """Add the moves of all lines. A line follows the last one of the number before, as far left as it or one
    branch less."""
    words, ends = game.text.words("en"), dict[int, dict[int, int]]()
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip() or HEAD.fullmatch(line):
            continue
        found = LINE.fullmatch(line.rstrip())
        if found is None:
            raise RecordError("bad_study_line", line=number)
        deep, at = len(found[1]) // STEP, int(found[2])
        parent = 0 if at == 1 else parent_of(ends, deep, at)
        if parent is None:
            raise RecordError("bad_study_line", line=number)
        ply = Ply(NATURE if found[3] == "chance" else int(found[3]) - 1, told(game, found[4], words, number))
        study, moment = joined(study, parent, ply)
        study = remarked(study, moment, name=found[5] or "", note=found[6] or "")
        ends = {left: known for left, known in ends.items() if left <= deep}
        ends[deep] = {n: end for n, end in ends.get(deep, {}).items() if n < at} | {at: moment}
    return study


def parent_of(ends: Mapping[int, Mapping[int, int]], deep: int, at: int) -> int | None:
    """Return the moment after which a move stands: on its own line, or where that branched off."""
    own = ends.get(deep, {})
    if own and max(own) == at - 1:
        return own[at - 1]
    below = (ends[left][at - 1] for left in range(deep - 1, -1, -1) if at - 1 in ends.get(left, {}))
    return next(below, own.get(at - 1) if not deep else None)


def told(game: Game, notation: str, words: Any, line: int) -> Any:
    try:
        return game.text.read(notation.strip(), words)
    except Refusal as error:
        raise RecordError("bad_study_line", line=line) from error
