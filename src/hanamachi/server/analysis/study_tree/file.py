"""Read and write studies as files: a record with variations, sealed like a record."""

from collections.abc import Iterable, Mapping
from typing import Any

import msgspec
from msgspec.structs import replace

from hanamachi.core import user_text
from hanamachi.core.game import Game
from hanamachi.core.log import RecordError
from hanamachi.core.record import seal
from hanamachi.core.table import Refused
from hanamachi.server.analysis.study_tree.tree import (
    FORMAT,
    MOST_NODES,
    MOST_TRUNK,
    MOST_WORLDS,
    NAME,
    NOTE,
    Node,
    Older,
    Ply,
    Study,
    World,
    fold,
)
from hanamachi.server.analysis.study_tree.upgrade import upgraded

MOST_NAME = 40  # signs of a player's name


def write(study: Study) -> bytes:
    """Return a study as sealed JSON."""
    bare = msgspec.to_builtins(study)
    return msgspec.json.format(msgspec.json.encode(bare | {"seal": seal(bare)}), indent=1) + b"\n"


def read(data: bytes, games: Mapping[str, Game]) -> Study:
    """Read a study from a file. Refuse one that is damaged, too large or cannot be played."""
    content = content_of(data)
    if content.get("seal") != seal(content):
        raise RecordError("broken_study_seal")
    bare = {key: value for key, value in content.items() if key != "seal"}
    study = checked(opened(msgspec.json.encode(bare), games))
    check_moves(study, games[study.game])
    return study


def content_of(data: bytes) -> dict[str, Any]:
    try:
        content = msgspec.json.decode(data)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise RecordError("not_json", problem=str(error)) from error
    if not isinstance(content, dict):
        raise RecordError("not_a_study", problem="it is no object")
    return content


def opened(data: bytes, games: Mapping[str, Game]) -> Study:
    """Return a study from the JSON that is stored, in the current version of its game."""
    study = decoded(data)
    if study.game not in games:
        raise RecordError("unknown_game", name=study.game, known=tuple(games))
    game = games[study.game]
    if len(study.seats) not in game.seats:
        raise RecordError("bad_record_seats", seats=len(study.seats))
    if study.version > game.version:
        raise RecordError("newer_version", theirs=study.version, ours=game.version)
    return upgraded(study, game) if study.version < game.version else with_moves(study, game)


def decoded(data: bytes) -> Study:
    """Return a study whose moves are not read yet."""
    try:
        study = msgspec.json.decode(data, type=Study)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise RecordError("not_a_study", problem=str(error)) from error
    if study.format > FORMAT:
        raise RecordError("newer_format", theirs=study.format, ours=FORMAT)
    return study


def with_moves(study: Study, game: Game) -> Study:
    """Return a study with its moves decoded."""
    nodes = tuple(node_with_moves(node, game) for node in study.nodes)
    return replace(study, trunk=plies(study.trunk, game), nodes=nodes)


def node_with_moves(node: Node, game: Game) -> Node:
    own = plies([node.ply], game)[0] if node.ply else None
    world = replace(node.world, line=plies(node.world.line, game)) if node.world else None
    return replace(node, ply=own, world=world)


def plies(line: Iterable[Ply], game: Game) -> tuple[Ply, ...]:
    try:
        return tuple(Ply(ply.seat, msgspec.convert(ply.move, game.move)) for ply in line)
    except msgspec.ValidationError as error:
        raise RecordError("not_a_study", problem=str(error)) from error


def checked(study: Study) -> Study:
    """Check that a study from elsewhere is a tree, within the limits, and that its texts may be shown."""
    if len(study.trunk) > MOST_TRUNK:
        raise Refused("study_too_long", most=MOST_TRUNK)
    if len(study.nodes) > MOST_NODES or len(study.older) > MOST_NODES:
        raise Refused("too_many_branches", most=MOST_NODES)
    if sum(node.world is not None for node in study.nodes) > MOST_WORLDS:
        raise Refused("too_many_worlds", most=MOST_WORLDS)
    for name in study.seats:
        user_text.said(name, MOST_NAME)
    for said in (*study.nodes, *study.remarks):
        check_texts(said)
    for older in study.older:
        check_texts(older)
    known = set(range(len(study.trunk) + 1))
    if any(remark.id not in known or remark.ply or remark.world for remark in study.remarks):
        raise RecordError("not_a_study", problem="a remark is about no moment")
    for node in study.nodes:
        check_node(node, known, len(study.seats))
        known.add(node.id)
    return replace(study, last=max(known))


def check_texts(each: Node | Older) -> None:
    user_text.said(each.name, NAME)
    user_text.said(each.note, NOTE)


def check_node(node: Node, known: set[int], seats: int) -> None:
    """Check that a node is new, follows one that is known, and is one thing."""
    if node.id in known or node.parent not in known or node.id < node.parent:
        raise RecordError("not_a_study", problem=f"node {node.id} does not follow")
    if (node.ply is None) == (node.world is None):
        raise RecordError("not_a_study", problem=f"node {node.id} is no move")
    world: World | None = node.world
    if world and not (0 <= world.eyes < seats and len(world.line) <= MOST_TRUNK):
        raise RecordError("not_a_study", problem=f"node {node.id} is no world")


def check_moves(study: Study, game: Game) -> None:
    """Play every branch. Raise `RecordError` if a move cannot follow."""
    states = dict(enumerate(fold(study, game, study.trunk).states))
    lengths = {at: at for at in states}
    for node in study.nodes:
        if node.world:
            states[node.id] = fold(study, game, node.world.line).state
            lengths[node.id] = len(node.world.line)
            if lengths[node.id] != lengths[node.parent]:
                raise RecordError("not_a_study", problem=f"node {node.id} is no world")
            continue
        assert node.ply is not None
        state = states[node.parent]
        if state.actor is None or state.actor != node.ply.seat or node.ply.move not in state.moves():
            raise RecordError("not_a_study", problem=f"the move of node {node.id} cannot be made")
        states[node.id] = state.answer(node.ply.move)
        lengths[node.id] = lengths[node.parent] + 1
