"""Keep a study: a tree of moves over a start, as a value. Each change returns the next study.

The trunk is the game that is studied; its moments have the numbers 0 (nothing is played) to its length. A
node beside it adds one move, or tells the moves up to its parent otherwise (`World`). Nature's moves are
placed like all others, and prove nothing.
"""

from collections.abc import Sequence
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from hanamachi.core import user_text
from hanamachi.core.game import NATURE, Game, IllegalMove, Seat, State
from hanamachi.core.log import Fold, Log, Placed, RecordError
from hanamachi.core.options import OptionError, choose
from hanamachi.core.table import Refused, Table

FORMAT = 1
MOST_NODES, MOST_WORLDS, MOST_TRUNK = 2_000, 50, 4_000  # of one study
NAME, NOTE = 80, 300  # signs


class Ply(Struct, frozen=True):
    """A move of a player or of chance."""

    seat: Seat
    move: Any  # the game's own union


class World(Struct, frozen=True, omit_defaults=True):
    """The moves up to a moment told otherwise, so that a seat hears the same. `place`, `of` and `card`: what
    was asked for; empty if the hidden cards were dealt again."""

    eyes: Seat
    line: tuple[Ply, ...]
    place: str = ""
    of: Seat | None = None
    card: str = ""


class Node(Struct, frozen=True, omit_defaults=True, kw_only=True):
    """A moment beside the trunk: after a move, or in another world. A remark on the trunk has neither."""

    id: int
    parent: int
    ply: Ply | None = None
    world: World | None = None
    name: str = ""
    note: str = ""


class Older(Struct, frozen=True):
    """A branch of an older version of the rules, which today's rules cannot follow. It can only be
    exported."""

    version: int
    line: tuple[Ply, ...]
    name: str = ""
    note: str = ""


class Study(Struct, frozen=True, omit_defaults=True, kw_only=True):
    """A tree of moves. `remarks`: names and notes on the trunk; `last`: the greatest number of a node."""

    format: int = FORMAT
    game: str
    version: int
    seats: tuple[str, ...]
    options: dict[str, bool | int | str] = {}
    trunk: tuple[Ply, ...] = ()
    nodes: tuple[Node, ...] = ()
    remarks: tuple[Node, ...] = ()
    older: tuple[Older, ...] = ()
    last: int = 0
    picture: Seat | None = None  # whose eyes the picture of its link has; None: the gallery's

    @property
    def next(self) -> int:
        """Return the number of the next node. No number is given twice."""
        return max(self.last, len(self.trunk)) + 1


def begun(game: Game, seats: Sequence[str], options: dict[str, Any], trunk: Sequence[Ply]) -> Study:
    """Return a study of these moves, without a branch."""
    if len(trunk) > MOST_TRUNK:
        raise Refused("study_too_long", most=MOST_TRUNK)
    return Study(
        game=game.name, version=game.version, seats=tuple(seats), options=options, trunk=tuple(trunk)
    )


def trunk_of(table: Table) -> tuple[Ply, ...]:
    """Return the moves of a game that stand."""
    rows = (table.rows[seq] for seq in table.log.stands)
    return tuple(Ply(row.seat, row.move) for row in rows)  # type: ignore[union-attr]


def moment_at(table: Table, seq: int) -> int:
    """Return the moment of a game's trunk that a row of its log leads to."""
    return sum(stands < seq for stands in table.log.stands)


def decided_from(study: Study, at: int) -> int:
    """Return the first moment of the trunk from this one on at which chance has done what it does."""
    later = (n for n in range(at, len(study.trunk)) if study.trunk[n].seat != NATURE)
    return next(later, len(study.trunk))


def node_of(study: Study, at: int) -> Node | None:
    """Return a node beside the trunk; None for a moment of the trunk. Refuse a number of neither."""
    if 0 <= at <= len(study.trunk):
        return None
    for node in study.nodes:
        if node.id == at:
            return node
    raise Refused("no_such_moment")


def line_to(study: Study, at: int) -> tuple[Ply, ...]:
    """Return all moves from the start to a moment."""
    after: list[Ply] = []
    by_id = {node.id: node for node in study.nodes}
    while at > len(study.trunk):
        node = by_id.get(at)
        if node is None:
            raise Refused("no_such_moment")
        if node.world:
            return (*node.world.line, *reversed(after))
        assert node.ply is not None
        after.append(node.ply)
        at = node.parent
    if at < 0:
        raise Refused("no_such_moment")
    return (*study.trunk[:at], *reversed(after))


def line_through(study: Study, at: int) -> tuple[int, ...]:
    """Return the moments from the start through this one to the end of its branch, one after each move. A
    node of another world stands for the moment at which it begins."""
    down = [at]
    while (parent := parent_of(study, down[-1])) is not None:
        down.append(parent)
    line = list(reversed(down))
    while (after := children_of(study, line[-1])) and len(line) <= MOST_TRUNK + MOST_NODES:
        line.append(after[0])
    worlds = {node.id: node.parent for node in study.nodes if node.world}
    return tuple(each for each in line if each not in {worlds[one] for one in line if one in worlds})


def parent_of(study: Study, at: int) -> int | None:
    node = node_of(study, at)
    return node.parent if node else at - 1 if at else None


def children_of(study: Study, at: int) -> list[int]:
    """Return the moments that follow: that of the trunk first, worlds last."""
    own = [at + 1] if at < len(study.trunk) else []
    nodes = sorted((node for node in study.nodes if node.parent == at), key=lambda n: (bool(n.world), n.id))
    return [*own, *(node.id for node in nodes)]


def start_of(study: Study, game: Game) -> State:
    """Return the state before the first move. Raise `RecordError` if the options do not fit."""
    try:
        return game.start(len(study.seats), choose(game.options, dict(study.options)))
    except OptionError as error:
        raise RecordError("bad_options", problem=str(error)) from error


def fold(study: Study, game: Game, line: Sequence[Ply]) -> Log:
    """Return the log of these moves, each checked."""
    found = Fold(Log(len(study.seats), (start_of(study, game),)))
    for ply in line:
        found.add(Placed(ply.seat, ply.move))
    return found.log()


def added(study: Study, game: Game, at: int, seat: Seat, move: Any) -> tuple[Study, int]:
    """Add a move, unless it is there already. Return the study and the moment after the move."""
    state = fold(study, game, line_to(study, at)).state
    return joined(study, at, checked(state, seat, move))


def checked(state: State, seat: Seat, move: Any) -> Ply:
    """Return a move that answers what is owed, or refuse it."""
    if state.actor is None:
        raise Refused("game_over")
    if state.actor != seat:
        raise Refused("wrong_seat")
    if move not in state.moves():
        state.play(move)  # says why not
        raise IllegalMove("no_such_chance", "")
    return Ply(seat, move)


def joined(study: Study, at: int, ply: Ply) -> tuple[Study, int]:
    """Add a move that is known to be legal, unless it is there already."""
    if at < len(study.trunk) and study.trunk[at] == ply:
        return study, at + 1
    for node in study.nodes:
        if node.parent == at and node.ply == ply:
            return study, node.id
    node = Node(id=study.next, parent=at, ply=ply)
    return grown(study, node), node.id


def with_world(study: Study, at: int, world: World) -> tuple[Study, int]:
    """Add another world at a moment: it has as many moves as the one that is known."""
    if sum(node.world is not None for node in study.nodes) >= MOST_WORLDS:
        raise Refused("too_many_worlds", most=MOST_WORLDS)
    node = Node(id=study.next, parent=at, world=world)
    return grown(study, node), node.id


def grown(study: Study, node: Node) -> Study:
    if len(study.nodes) >= MOST_NODES:
        raise Refused("too_many_branches", most=MOST_NODES)
    return replace(study, nodes=(*study.nodes, node), last=node.id)


def remarked(study: Study, at: int, *, name: str | None = None, note: str | None = None) -> Study:
    """Set the name or the note of a moment; "" removes it."""
    said = {"name": name, "note": note}
    told = {key: text for key, text in said.items() if text is not None}
    user_text.said(told.get("name", ""), NAME)
    user_text.said(told.get("note", ""), NOTE)
    if node_of(study, at):
        changed = (replace(node, **told) if node.id == at else node for node in study.nodes)
        return replace(study, nodes=tuple(changed))
    known = next((each for each in study.remarks if each.id == at), Node(id=at, parent=at - 1))
    new = replace(known, **told)
    others = tuple(each for each in study.remarks if each.id != at)
    return replace(study, remarks=(*others, new) if new.name or new.note else others)


def without(study: Study, at: int) -> Study:
    """Delete a branch: a node and all that follows. The trunk stays."""
    if node_of(study, at) is None:
        raise Refused("trunk_stays")
    gone = {at}
    for node in sorted(study.nodes, key=lambda each: each.id):  # a parent is older than its children
        if node.parent in gone:
            gone.add(node.id)
    kept = tuple(node for node in study.nodes if node.id not in gone)
    return replace(study, nodes=kept, last=study.next - 1)
