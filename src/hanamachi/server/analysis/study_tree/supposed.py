"""Say which hidden cards a judge of a study may count on: those that the reader laid, or with all cards open
those that lie there."""

from itertools import pairwise

from hanamachi.core.game import NATURE, Game, Hidden, Seat, State
from hanamachi.server.analysis.study_tree.tree import Node, Study, fold, line_to, node_of, parent_of


def supposed(study: Study, game: Game, at: int, eyes: Seat) -> tuple[Hidden, ...]:
    """Return the card that was changed for these eyes, as long as they know that it lies there."""
    node = world_of(study, at)
    if game.hidden is None or node is None or node.world is None:
        return ()
    world, line = node.world, line_to(study, at)
    if world.eyes != eyes or not world.place:
        return ()
    since, states = line[len(world.line) :], fold(study, game, line).states[len(world.line) :]
    counts = [cards_in(game, state, eyes, world.place, world.of) for state in states]
    stays = all(after >= before > 0 for before, after in pairwise([1, *counts]))
    moved = any(ply.seat not in (eyes, NATURE) for ply in since)
    if not stays or (moved and world.place not in game.hidden.lasting):
        return ()
    return (Hidden(world.place, world.of, world.card),)


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
