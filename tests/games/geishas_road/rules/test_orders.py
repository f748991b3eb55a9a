"""Which questions for an order can matter (G18): told from a view, and checked against every way to play on."""

from collections.abc import Iterator
from random import Random

import msgspec
import pytest
from msgspec.structs import replace

from hanamachi.core.conformance import random_story
from hanamachi.core.game import Seat
from hanamachi.games.geishas_road import GAME
from hanamachi.games.geishas_road.moves import Options, Resolve, Resolving
from hanamachi.games.geishas_road.pieces import DECK, Cards
from hanamachi.games.geishas_road.rules import State
from tests.games.geishas_road.tables import END, asked, cards, pawns, table

HARDER = Options("harder")
MODES = [Options(), HARDER, Options("advanced"), Options("advanced", destiny=True)]
GAMES = 20


def moot(state: State) -> bool:
    return GAME.moot(state.view(state.actor))


def questions(options: Options) -> Iterator[State]:
    """Every question for an order in some random games."""
    for seed in range(GAMES):
        story = random_story(GAME, 2, options, Random(seed), 240)
        for state in story.states:
            if state.todo and isinstance(state.todo[0], Resolving):
                assert isinstance(state, State)
                yield state


def reached(state: State, seat: Seat, owed: Cards) -> set[bytes]:
    """Every state, as JSON, in which these cards are resolved: by legal moves of the true state alone."""
    prompt = state.view(seat).prompt
    takes = prompt is not None and prompt.ask.startswith("take") and prompt.seat == seat
    if set(owed) <= set(state.sides[seat]) and not takes:
        return {msgspec.json.encode(state)}
    return {end for move in state.moves() for end in reached(state.play(move), seat, owed)}


def owing(names: str, pawns: tuple[int, ...]) -> State:
    """Seat 0 resolves these cards; at every teahouse there are guests and a favour token."""
    taken = cards(names)
    state = table(options=HARDER, todo=(Resolving(0), END), taken=(taken, ()), pawns=pawns)
    return replace(state, pool=tuple(card for card in DECK if card not in taken))


def test_G18_a_choice_of_guests_between_two_geishas_that_never_meet_makes_no_order_matter() -> None:
    state = owing("pink2 red3", pawns())
    assert asked(state)[1] == "resolve"
    assert moot(state)


def test_G18_the_order_of_two_geishas_who_both_come_home_matters() -> None:
    """The first of them gets the first lantern."""
    state = owing("pink2 red3", pawns(pink="yellow", red="yellow"))
    assert not moot(state)


def test_G18_only_an_order_is_moot() -> None:
    assert not moot(table("pink1"))
    assert not GAME.moot(owing("pink2 red3", pawns()).play(Resolve(1)).view(0))


@pytest.mark.parametrize("options", MODES, ids=str)
def test_G18_an_order_is_moot_exactly_when_every_one_reaches_the_same_ends(options: Options) -> None:
    told = list[bool]()
    for state in questions(options):
        seat = state.todo[0].seat
        owed = state.taken[seat]
        ends = [reached(state.play(move), seat, owed) for move in state.moves()]
        told.append(moot(state))
        assert told[-1] == all(each == ends[0] for each in ends)
        assert {GAME.moot(state.view(eyes)) for eyes in (0, 1, None)} == {told[-1]}  # nothing hidden is used
    assert False in told
    assert (True in told) == (options.mode != "basic")
