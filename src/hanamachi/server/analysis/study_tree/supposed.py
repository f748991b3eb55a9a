"""Say which hidden cards a judge of a study may count on: those that the reader laid, or with all cards open
those that lie there."""

from collections.abc import Sequence

from hanamachi.core.game import NATURE, Game, Hidden, Seat, State
from hanamachi.server.analysis.study_tree.tree import (
    Node,
    Ply,
    Study,
    World,
    fold,
    line_to,
    node_of,
    parent_of,
)


def supposed(study: Study, game: Game, at: int, eyes: Seat) -> tuple[Hidden, ...]:
    """Return the card that was changed for these eyes, as long as they know that it lies there."""
    node = world_of(study, at)
    if node is None or node.world is None or node.world.eyes != eyes:
        return ()
    world, line = node.world, line_to(study, at)
    since = line[len(world.line) :]
    if known_for(game, world, fold(study, game, line).states[len(world.line) :], since) < len(since):
        return ()
    return (Hidden(world.place, world.of, world.card),)


def known_for(game: Game, world: World, states: Sequence[State], since: Sequence[Ply]) -> int:
    """Return for how many moves since a change the eyes that asked for it know that the card lies there; -1:
    no card was chosen. `states`: from the change on."""
    if game.hidden is None or not world.place:
        return -1
    before = 1
    for moves, state in enumerate(states):
        count = cards_in(game, state, world.eyes, world.place, world.of)
        moved = moves > 0 and since[moves - 1].seat not in (world.eyes, NATURE)
        if count < before or (moved and world.place not in game.hidden.lasting):
            return moves - 1
        before = count
    return len(since)


def lies_for(game: Game, world: World, states: Sequence[State]) -> int:
    """Return for how many moves since a change the card does lie there; -1: no card was chosen."""
    if game.hidden is None or not world.place:
        return -1
    lie, wanted = game.hidden.lie, Hidden(world.place, world.of, world.card)
    return (
        next((n for n, state in enumerate(states) if wanted not in lie(state, world.eyes)), len(states)) - 1
    )


def world_of(study: Study, at: int) -> Node | None:
    """Return the last node on the way to a moment at which the cards were laid otherwise."""
    here: int | None = at
    while here is not None and (node := node_of(study, here)):
        if node.world:
            return node
        here = parent_of(study, here)
    return None


def cards_in(game: Game, state: State, eyes: Seat, place: str, of: Seat | None) -> int:
    """Return how many cards a hidden place has. A seat knows that."""
    assert game.hidden is not None
    return sum((each.place, each.seat) == (place, of) for each in game.hidden.lie(state, eyes))


def openly(game: Game, state: State, seat: Seat) -> tuple[Hidden, ...]:
    """Return all cards that a seat does not see, but those of the deck."""
    return tuple(game.hidden.lie(state, seat)) if game.hidden else ()
