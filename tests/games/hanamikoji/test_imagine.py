"""Imagined states: all that a view allows, each as often as its cards can be laid."""

from math import factorial, prod
from random import Random

import pytest
from msgspec.structs import replace

from hanamachi.core.conformance import Story, check_imagine, possible, random_story
from hanamachi.core.game import Seat
from hanamachi.games.hanamikoji import GAME
from hanamachi.games.hanamikoji.imagine import imagine
from hanamachi.games.hanamikoji.moves import Options
from hanamachi.games.hanamikoji.pieces import NO_CARDS, together
from hanamachi.games.hanamikoji.rules import State, start
from tests.games.hanamikoji.staging import FIRST, FIRST_ROUND, SMALL, first_turn, play

EARS: tuple[Seat | None, ...] = (0, 1, None)


def ways(state: State) -> int:
    """How many ways there are to pick this state's hidden piles from the single cards."""
    under_tokens = [together(NO_CARDS, [item] if item is not None else []) for item in state.secrets]
    under_tokens += [together(NO_CARDS, items) for items in state.discards]
    return prod(
        factorial(sum(split)) // prod(map(factorial, split))
        for split in zip(state.pool, *state.hands, *under_tokens, strict=True)
    )


def test_ways_of_a_small_deal() -> None:
    """Two of four tea sets here, one there, one left: 4! / (2! 1! 1!)."""
    state = play(start(2, SMALL), "deal 1 tea_set", "deal 2 tea_set", "deal 1 tea_set")
    assert ways(state) == 12


def prefix(story: Story, plies: int) -> Story:
    return Story(story.game, story.seats, story.states[: plies + 1], story.moves[:plies])


@pytest.mark.no_cover
@pytest.mark.parametrize("seat", EARS)
@pytest.mark.parametrize("plies", [0, 1, 3, 6, 9, 12, 13, 14, 15, 17])
def test_small_box_support_and_frequencies(plies: int, seat: Seat | None) -> None:
    story = random_story(GAME, 2, SMALL, Random(plies), 17)
    assert check_imagine(prefix(story, plies), seat, ways, Random(5), samples=2500)


def test_small_box_reaches_many_states() -> None:
    """From the seat of a player who has seen a hand of two, and from the gallery."""
    story = prefix(random_story(GAME, 2, SMALL, Random(1), 17), 6)
    assert [len(possible(story, seat)) for seat in EARS] == [5, 6, 75]


@pytest.mark.parametrize("options", [Options(), SMALL, Options(rounds="until_won", starter="second")])
def test_the_agenda_is_written_anew_at_every_ply(options: Options) -> None:
    rng = Random(11)
    for state in random_story(GAME, 2, options, rng, 2000).states:
        for seat in EARS:
            view = state.view(seat)
            imagined = imagine(view, rng)
            assert imagined.todo == state.todo
            assert imagined.view(seat) == view
            assert GAME.pieces(imagined) == GAME.pieces(state)


def test_what_a_seat_knows_is_kept() -> None:
    state = play(first_turn(), *FIRST_ROUND[:13])
    for seed in range(20):
        mine, theirs = (imagine(state.view(seat), Random(seed)) for seat in (0, 1))
        assert (mine.hands[0], mine.secrets[0], mine.discards[0]) == (state.hands[0], 6, ())
        assert (theirs.hands[1], theirs.secrets[1], theirs.discards[1]) == (state.hands[1], None, (1, 6))
        assert sum(mine.hands[1]) == sum(state.hands[1])
        assert len(mine.discards[1]) == 2
        assert list(mine.discards[1]) == sorted(mine.discards[1])
        assert replace(mine, **hidden(state)) == replace(theirs, **hidden(state)) == state


def hidden(state: State) -> dict[str, object]:
    return {name: getattr(state, name) for name in ("pool", "hands", "secrets", "discards")}


def test_what_a_seat_does_not_know_varies() -> None:
    state = play(first_turn(), *FIRST_ROUND[:13])
    imagined = [imagine(state.view(None), Random(seed)) for seed in range(60)]
    for name in ("pool", "hands", "secrets", "discards"):
        assert len({getattr(each, name) for each in imagined}) > 5
    assert {sum(each.pool) for each in imagined} == {3}


def test_the_same_seed_imagines_the_same() -> None:
    view = first_turn().view(1)
    assert imagine(view, Random(3)) == imagine(view, Random(3))
    assert len({imagine(view, Random(seed)) for seed in range(30)}) > 25


def test_options_are_kept() -> None:
    assert imagine(GAME.start(2, FIRST).view(0), Random(1)) == GAME.start(2, FIRST)
    assert imagine(GAME.start(2, Options()).view(None), Random(1)) == GAME.start(2, Options())
