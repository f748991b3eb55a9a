"""Upgrade a study of an older version of its game: each path from the start, like a log.

A branch that the current rules cannot follow is set aside (`Older`): it says so, and is still exported.
"""

from collections.abc import Sequence
from typing import Any

import msgspec
from msgspec import Struct

from hanamachi.core import upgrade
from hanamachi.core.game import Game, IllegalMove, State
from hanamachi.core.log import RecordError
from hanamachi.server.analysis.study_tree.tree import (
    Node,
    Older,
    Ply,
    Study,
    World,
    grown,
    joined,
    line_to,
    remarked,
    start_of,
)


class Path(Struct, frozen=True):
    """An upgraded path: its moves as far as they can be played, and where each moment is now."""

    line: tuple[Ply, ...]
    moments: list[int]


def upgraded(old: Study, game: Game) -> Study:
    """Return a study in the current version of its game. Refuse it if its trunk cannot be played."""
    options = upgraded_options(old, game)
    new = Study(game=game.name, version=game.version, seats=old.seats, options=options, older=old.older)
    path = path_of(old, new, game, old.trunk)
    if path is None or path.moments[len(old.trunk)] > len(path.line):
        raise RecordError("study_too_old", version=old.version)
    new = msgspec.structs.replace(new, trunk=path.line, last=len(path.line))
    places = {at: path.moments[at] for at in range(len(old.trunk) + 1)}
    for remark in old.remarks:
        new = remarked(new, places[remark.id], name=remark.name, note=remark.note)
    for node in old.nodes:
        new = with_node(old, new, game, node, places)
    return new


def upgraded_options(old: Study, game: Game) -> dict[str, Any]:
    return upgrade.upgraded(game, old.version, len(old.seats), dict(old.options), []).options


def with_node(old: Study, new: Study, game: Game, node: Node, places: dict[int, int]) -> Study:
    """Add what stands for an older node, and note its place; or set it aside."""
    path = path_of(old, new, game, line_to(old, node.id)) if node.parent in places else None
    if path is None or path.moments[-1] > len(path.line):
        older = Older(old.version, line_to(old, node.id), node.name, node.note)
        return msgspec.structs.replace(new, older=(*new.older, older))
    if node.world:
        world: World = msgspec.structs.replace(node.world, line=path.line[: path.moments[-1]])
        after = grown(new, Node(id=new.next, parent=places[node.parent], world=world))
        places[node.id] = after.last
    else:
        begin, end = path.moments[-2], path.moments[-1]
        after, places[node.id] = with_line(new, places[node.parent], path.line[begin:end])
    if node.name or node.note:
        after = remarked(after, places[node.id], name=node.name, note=node.note)
    return after


def with_line(study: Study, at: int, line: Sequence[Ply]) -> tuple[Study, int]:
    for ply in line:
        study, at = joined(study, at, ply)
    return study, at


def path_of(old: Study, new: Study, game: Game, line: Sequence[Ply]) -> Path | None:
    """Upgrade the moves of one path and play them; None if not even the start is possible."""
    rows = [{"type": "placed", "seat": ply.seat, "move": msgspec.to_builtins(ply.move)} for ply in line]
    found = upgrade.upgraded(game, old.version, len(old.seats), dict(old.options), rows)
    try:
        return Path(played(start_of(new, game), found.rows, game), found.moments)
    except RecordError:
        return None


def played(state: State, rows: Sequence[dict[str, Any]], game: Game) -> tuple[Ply, ...]:
    """Return the moves of rows up to the first that the rules refuse."""
    line: list[Ply] = []
    for row in rows:
        try:
            move = msgspec.convert(row["move"], game.move)
            if state.actor != row["seat"]:
                break
            state = state.play(move)
        except (IllegalMove, msgspec.ValidationError):
            break
        line.append(Ply(row["seat"], move))
    return tuple(line)
