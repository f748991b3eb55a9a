"""Tell a game otherwise: other moves of which a seat heard the same, so that other cards are hidden from it.

A card is exchanged for another wherever both are named in what the seat did not hear. So every seat has a
story of its own that fits the new cards, and the path is a log like any other.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from random import Random
from typing import Any

import msgspec
from msgspec import Struct

from hanamachi.core.game import Game, Hidden, Move, Seat, State
from hanamachi.core.table import Refused
from hanamachi.server.analysis.study_tree.tree import Ply, Study, World, start_of

SAMPLES = 200  # imagined states that say which cards may lie in a place
STEPS = 20_000  # moves that one search plays
IMAGINED = 4  # states that are tried until the moves can be told so
MOST_EXCHANGES = 60  # until hidden cards lie as in an imagined state
Places = Counter[Hidden]
Spot = tuple[str, Seat | None]


class Options(Struct, frozen=True):
    """The cards that may lie in a hidden place, as far as the seat knows."""

    place: str
    seat: Seat | None
    cards: tuple[str, ...]


def options(game: Game, state: State, eyes: Seat) -> list[Options]:
    """Return what may lie in each hidden place. It follows from the seat's view alone."""
    if game.hidden is None:
        return []
    view, rng, found = state.view(eyes), Random(SAMPLES), dict[Spot, set[str]]()
    for _ in range(SAMPLES):
        for hidden in game.hidden.lie(game.imagine(view, rng), eyes):
            found.setdefault((hidden.place, hidden.seat), set()).add(hidden.card)
    order = game.hidden.cards.index
    spots = sorted(found, key=lambda spot: (spot[1] is None, spot))
    return [Options(*spot, tuple(sorted(found[spot], key=order))) for spot in spots]


def changed(
    study: Study, game: Game, line: Sequence[Ply], eyes: Seat, place: str, of: Seat | None, card: str
) -> World:
    """Return the world in which this card lies in a hidden place, if the story allows it."""
    states = states_of(study, game, line)
    if not any(
        (each.place, each.seat) == (place, of) and card in each.cards
        for each in options(game, states[-1], eyes)
    ):
        raise Refused("card_not_possible")
    here, wanted = places(game, states[-1], eyes), Hidden(place, of, card)
    if wanted in here:
        return World(eyes, tuple(line), place, of, card)

    def fits(state: State) -> bool:
        return wanted in places(game, state, eyes)

    for old in dict.fromkeys(each.card for each in here if (each.place, each.seat) == (place, of)):
        found = retold(game, states, line, eyes, (old, card), fits)
        if found is not None:
            return World(eyes, found, place, of, card)
    raise Refused("no_such_world")


def dealt_again(study: Study, game: Game, line: Sequence[Ply], eyes: Seat, rng: Random) -> World:
    """Return a world in which the hidden cards lie as in a state that the seat imagines. If the moves cannot
    be told so, others are imagined, and the nearest is taken."""
    states = states_of(study, game, line)
    nearest, left = tuple(line), len(game.pieces(states[-1])) + 1
    for _ in range(IMAGINED):
        wanted = places(game, game.imagine(states[-1].view(eyes), rng), eyes)
        found = exchanged_until(study, game, line, eyes, wanted)
        missing = (wanted - places(game, states_of(study, game, found)[-1], eyes)).total()
        if missing < left:
            nearest, left = found, missing
        if not left:
            break
    return World(eyes, nearest)


def exchanged_until(
    study: Study, game: Game, line: Sequence[Ply], eyes: Seat, wanted: Places
) -> tuple[Ply, ...]:
    """Exchange two cards at a time, as long as more of them lie as wanted then."""
    states = states_of(study, game, line)
    for _ in range(MOST_EXCHANGES):
        pairs = exchanges(places(game, states[-1], eyes), wanted)
        tries = (nearer_by(game, states, line, eyes, pair, wanted) for pair in pairs)
        nearer = next((found for found in tries if found is not None), None)
        if nearer is None:
            break
        line, states = nearer, states_of(study, game, nearer)
    return tuple(line)


def nearer_by(
    game: Game,
    states: Sequence[State],
    line: Sequence[Ply],
    eyes: Seat,
    pair: tuple[str, str],
    wanted: Places,
) -> tuple[Ply, ...] | None:
    """Return the moves with two cards exchanged, if more cards lie as wanted then."""
    far = (wanted - places(game, states[-1], eyes)).total()
    return retold(
        game, states, line, eyes, pair, lambda state: (wanted - places(game, state, eyes)).total() < far
    )


def exchanges(here: Places, wanted: Places) -> Iterator[tuple[str, str]]:
    """Yield pairs of cards (one that is, one that shall be) for each place."""
    pairs = dict[tuple[str, str], None]()
    for missing in wanted - here:
        for surplus in here - wanted:
            if (missing.place, missing.seat) == (surplus.place, surplus.seat):
                pairs[surplus.card, missing.card] = None
    yield from pairs


def places(game: Game, state: State, eyes: Seat) -> Places:
    return Counter(game.hidden.lie(state, eyes)) if game.hidden else Counter()


def states_of(study: Study, game: Game, line: Sequence[Ply]) -> list[State]:
    states = [start_of(study, game)]
    for ply in line:
        states.append(states[-1].play(ply.move))
    return states


def retold(
    game: Game,
    states: Sequence[State],
    line: Sequence[Ply],
    eyes: Seat,
    pair: tuple[str, str],
    fits: Callable[[State], bool],
) -> tuple[Ply, ...] | None:
    """Search the ways to exchange two cards in moves that the seat did not hear whole, the fewest changes
    first at each move. Return the moves of the first whose last state fits."""
    others = [
        [move for move in exchanged(game, ply.move, pair) if state.veil(move, eyes) != move]
        for state, ply in zip(states, line, strict=False)
    ]
    paths: list[tuple[int, State, tuple[Any, ...] | None]] = [(0, states[0], None)]
    for _ in range(STEPS):
        if not paths:
            return None
        ply, state, chain = paths.pop()
        if ply == len(line):
            if fits(state):
                return tuple(unchained(line, chain))
            continue
        heard = states[ply].veil(line[ply].move, eyes)
        after = followed(state, [line[ply].move, *others[ply]], line[ply].seat, eyes, heard)
        paths += [(ply + 1, new, (move, chain)) for move, new in reversed(after)]
    return None


def followed(
    state: State, moves: Sequence[Move], seat: Seat, eyes: Seat, heard: Any
) -> list[tuple[Move, State]]:
    """Return those of the moves that can be made and sound the same, with the states after them."""
    if state.actor != seat:
        return []
    legal = state.moves()
    same = [move for move in moves if move in legal and state.veil(move, eyes) == heard]
    return [(move, state.play(move)) for move in same]


def unchained(line: Sequence[Ply], chain: tuple[Any, ...] | None) -> list[Ply]:
    moves = list[Any]()
    while chain is not None:
        move, chain = chain
        moves.append(move)
    return [Ply(ply.seat, move) for ply, move in zip(line, reversed(moves), strict=True)]


def exchanged(game: Game, move: Move, pair: tuple[str, str]) -> list[Move]:
    """Return a move with one card in the place of the other, in both directions."""
    found = list[Move]()
    assert game.hidden is not None
    content: dict[str, Any] = msgspec.to_builtins(move)
    two = tuple(map(game.hidden.cards.index, pair))
    for one, other in (two, two[::-1]):
        for field in sorted(game.hidden.fields & content.keys()):
            for said in replaced(content[field], one, other):
                try:
                    found.append(msgspec.convert(content | {field: said}, game.move))
                except msgspec.ValidationError:
                    continue
    return list(dict.fromkeys(each for each in found if each != move))


def replaced(said: Any, one: int, other: int) -> list[Any]:
    """Return what a field says with one card exchanged, sorted as groups of cards are."""
    if isinstance(said, int):
        return [other] if said == one else []
    if isinstance(said, list | tuple) and all(isinstance(each, int) for each in said) and one in said:
        once = list(said)
        once[once.index(one)] = other
        return [sorted(once)]
    return []
