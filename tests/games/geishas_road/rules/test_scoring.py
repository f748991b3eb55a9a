"""The end of a round and of the game: G23 to G29, G32, G33."""

from collections.abc import Iterator
from functools import cache
from itertools import product
from typing import Any

import pytest
from msgspec.structs import replace

from hanamachi.core.game import NATURE, Outcome
from hanamachi.games.geishas_road.guests import ALIKE, DIFFERENT, best_division
from hanamachi.games.geishas_road.moves import Options, ShowingLeft
from hanamachi.games.geishas_road.records import Round, Tally
from hanamachi.games.geishas_road.rules import State
from hanamachi.games.geishas_road.scoring import winner
from tests.games.geishas_road.tables import END, asked, card, lanterns, pawns, play, side, table

# The rulebook's example, A is seat 0: pink 5:1, red 4:6, blue 5:5, yellow 3:3, green 3:7.
A = "pink2 pink3 red1 red3 blue1 blue4 yellow3 green1 green2"
B = "pink1 red2 red4 blue2 blue3 yellow1 yellow2 green3 green4"
NOTHING = Tally(0, 0, 0, 0)


def scoring(mine: str = A, theirs: str = B, **fields: Any) -> State:
    return table(mine=mine, theirs=theirs, todo=(END,), pool="", **fields)


def example(**fields: Any) -> State:
    """Blue's lantern is a 3; red's one and green's two add up to 7; yellow's goes to nobody."""
    tiles = ((), lanterns(2), lanterns(3), lanterns(4), lanterns(1, 4))
    return scoring(**{"favours": (None, None, 0, None, 1), "tiles": tiles, **fields})


def test_G23_the_start_player_shows_first_and_resolves_at_once() -> None:
    state = table(
        todo=(ShowingLeft(NATURE, 1), ShowingLeft(NATURE, 0), END),
        lefts=(card("blue2"), card("red3")),
        rights=(card("pink1"), card("pink2")),
        pawns=pawns(blue="pink", red="yellow"),
        starter=1,
    )
    half = play(state, "show 2 red3")
    assert (side(half, 0), side(half, 1)) == ("", "red3")
    assert half.tiles == ((), lanterns(1), (), (), ())
    done = play(half, "show 1 blue2")
    assert (side(done, 0), side(done, 1)) == ("blue2", "red3")
    assert done.tiles == ((), lanterns(1), lanterns(2), (), ())
    assert done.lefts == (None, None)
    assert done.rights == (card("pink1"), card("pink2"))
    assert done.todo == (END,)


def test_G23_as_any_other_card_it_can_bring_guests() -> None:
    state = table(
        options=Options("harder"),
        todo=(ShowingLeft(NATURE, 0), ShowingLeft(NATURE, 1), END),
        lefts=(card("blue2"), card("red3")),
    )
    after = play(state, "show 1 blue2")
    assert asked(after) == (0, "take_1", "G22")
    assert play(after, "take guests").todo == (ShowingLeft(NATURE, 1), END)


def test_G24_the_rulebook_example() -> None:
    state = example()
    done = play(state, "score")
    first = Tally(geishas=2, lanterns=3, guests=0, specials=0)
    second = Tally(geishas=2, lanterns=7, guests=0, specials=0)
    assert done.rounds == (
        Round(
            starter=0,
            sums=((5, 4, 5, 3, 3), (1, 6, 5, 3, 7)),
            winners=(0, 1, 0, None, 1),
            lanterns=state.tiles,
            tallies=(first, second),
        ),
    )
    assert (first.total, second.total) == (5, 9)
    assert (done.round, done.starter) == (2, 0)
    assert done.outcome() is None


@pytest.mark.parametrize(
    ("sums", "favoured", "won"),
    [
        ((5, 4), None, 0),
        ((5, 4), 1, 0),
        ((4, 5), None, 1),
        ((4, 5), 0, 1),
        ((3, 3), None, None),
        ((3, 3), 0, 0),
        ((3, 3), 1, 1),
    ],
)
def test_G24_larger_sums_win_and_ties_go_to_the_favoured(
    sums: tuple[int, int], favoured: int | None, won: int | None
) -> None:
    assert winner(*sums, favoured) == won


def test_G24_sums_count_not_cards() -> None:
    done = play(scoring("pink1 pink2", "pink4"), "score")
    assert done.rounds[0].winners == (1, None, None, None, None)


FOUR = "pink2 pink3 red4 blue4 blue1 yellow4 green1"
ONE = "pink1 red2 red1 blue2 yellow3 green3 green4"


@pytest.mark.parametrize("number", [1, 2])
def test_G25_four_geishas_win_at_once_whatever_the_points(number: int) -> None:
    """The other's one geisha has all the lanterns."""
    before = (Round(0, ((0,) * 5,) * 2, (None,) * 5, ((),) * 5, (NOTHING, Tally(1, 9, 0, 0))),)
    state = scoring(
        FOUR,
        ONE,
        tiles=((), (), (), (), lanterns(4, 3)),
        round=number,
        rounds=before if number == 2 else (),
    )
    done = play(state, "score")
    assert done.todo == ()
    assert done.rounds[-1].winners == (0, 0, 0, 0, 1)
    assert done.rounds[-1].tallies == ()
    points = (0, 10) if number == 2 else (0, 0)
    assert done.outcome() == Outcome(points, (1, 2), (0,), "G25")


def test_G25_five_geishas_and_the_other_seat() -> None:
    done = play(scoring("pink1", "pink2 red1 blue1 yellow1 green1"), "score")
    assert done.outcome() == Outcome((0, 0), (2, 1), (1,), "G25")


def test_G25_three_geishas_do_not() -> None:
    done = play(scoring("pink1 red1 blue1", "yellow1 green1"), "score")
    assert done.outcome() is None
    assert done.round == 2


@pytest.mark.parametrize(("number", "worth"), [(1, 1), (2, 2)])
def test_G26_a_tile_is_worth_the_number_of_the_round_plus_its_lanterns(number: int, worth: int) -> None:
    tiles = (lanterns(3, 2), lanterns(4), (), (), ())
    done = play(scoring("pink1 blue3", "red1", tiles=tiles, round=number), "score")
    assert done.rounds[-1].tallies == (Tally(2 * worth, 5, 0, 0), Tally(worth, 4, 0, 0))


def test_G27_guests_count_in_their_best_sets() -> None:
    guests = ((3, 1, 1, 0, 0), (0, 2, 0, 0, 0))
    done = play(scoring("pink1", "red1", options=Options("harder"), guests=guests), "score")
    assert [tally.guests for tally in done.rounds[0].tallies] == [5, 1]


def test_G27_the_table_of_sets() -> None:
    assert ALIKE == (0, 0, 1, 4)
    assert DIFFERENT == (0, 0, 1, 3, 6, 10)
    assert [best_division((n, 0, 0, 0, 0)) for n in range(4)] == [0, 0, 1, 4]
    assert [best_division((1,) * n + (0,) * (5 - n)) for n in range(6)] == [0, 0, 1, 3, 6, 10]
    assert best_division((3, 3, 3, 3, 3)) == 30


@cache
def exhaustive(guests: tuple[int, ...]) -> int:
    """The best of every way to take one set out and divide the rest."""
    return max((points + exhaustive(rest) for points, rest in sets(guests)), default=0)


def sets(guests: tuple[int, ...]) -> Iterator[tuple[int, tuple[int, ...]]]:
    for colour, held in enumerate(guests):
        for n in range(2, held + 1):
            yield {2: 1, 3: 4}[n], (*guests[:colour], held - n, *guests[colour + 1 :])
    for colours in product((0, 1), repeat=5):
        if sum(colours) >= 2 and all(held >= n for held, n in zip(guests, colours, strict=True)):
            rest = tuple(held - n for held, n in zip(guests, colours, strict=True))
            yield {2: 1, 3: 3, 4: 6, 5: 10}[sum(colours)], rest


def test_G27_the_best_division_is_the_best_of_all() -> None:
    for guests in product(range(4), repeat=5):
        assert best_division(guests) == exhaustive(tuple(sorted(guests))), guests


def test_G28_each_unused_special_token_is_a_point() -> None:
    state = scoring("pink1", "red1", options=Options("advanced"), specials=((0, 1), (1,)))
    done = play(state, "score")
    assert done.rounds[0].tallies == (Tally(1, 0, 0, 2), Tally(1, 0, 0, 1))


@pytest.mark.parametrize(
    ("tiles", "before", "after"),
    [
        ((lanterns(1), (), (), (), ()), 0, 1),
        (((), lanterns(1), (), (), ()), 0, 0),
        ((lanterns(1), (), (), (), ()), 1, 1),
        (((), lanterns(1), (), (), ()), 1, 0),
        (((),) * 5, 0, 1),
        (((),) * 5, 1, 0),
    ],
)
def test_G29_round_two_is_started_by_who_has_fewer_points(
    tiles: tuple[tuple[int, ...], ...], before: int, after: int
) -> None:
    done = play(scoring("pink1", "red1", tiles=tiles, starter=before), "score")
    assert done.starter == after
    assert done.rounds[0].starter == before
    assert (done.round, done.todo[-1]) == (2, END)


def second(mode: str = "basic", first: tuple[int, int] = (0, 0), **fields: Any) -> State:
    """Round 2 about to be scored: one geisha each, and these points from round 1."""
    tallies = tuple(Tally(0, points, 0, 0) for points in first)
    before = Round(1, ((0,) * 5,) * 2, (None,) * 5, ((),) * 5, tallies)
    options = Options(mode)  # type: ignore[arg-type]
    return scoring("pink1", "red1", round=2, rounds=(before,), options=options, **fields)


def test_G32_more_points_over_both_rounds_win() -> None:
    assert play(second(first=(3, 4)), "score").outcome() == Outcome((5, 6), (2, 1), (1,), "G32")
    tiles = (lanterns(2), (), (), (), ())
    assert play(second(first=(3, 4), tiles=tiles), "score").outcome() == Outcome((7, 6), (1, 2), (0,), "G32")


def test_G32_in_basic_a_tie_is_shared() -> None:
    state = second(favours=(1, 0, None, None, None))
    assert play(state, "score").outcome() == Outcome((2, 2), (1, 1), (0, 1), "G32")


@pytest.mark.parametrize("mode", ["harder", "advanced"])
def test_G32_else_favour_tokens_break_the_tie(mode: str) -> None:
    one = second(mode, favours=(1, 1, None, None, None), specials=((), ()))
    assert play(one, "score").outcome() == Outcome((2, 2), (2, 1), (1,), "G32")
    even = second(mode, favours=(1, 0, None, None, None), specials=((), ()))
    assert play(even, "score").outcome() == Outcome((2, 2), (1, 1), (0, 1), "G32")


def test_G32_points_come_before_favour_tokens() -> None:
    state = second("harder", first=(1, 0), favours=(1, 1, None, None, None))
    assert play(state, "score").outcome() == Outcome((3, 2), (1, 2), (0,), "G32")


def test_G32_the_game_is_over() -> None:
    done = play(second(), "score")
    assert (done.todo, done.actor, list(done.moves()), list(done.odds())) == ((), None, [], [])
    assert len(done.rounds) == 2
    assert second().outcome() is None


def test_G33_points_and_totals_can_be_negative() -> None:
    tiles = ((15,), (13,), (), (), ())  # -2 and -1 with the dark side up
    state = scoring("pink1", "red1", options=Options(destiny=True), tiles=tiles)
    done = play(state, "score")
    assert [tally.total for tally in done.rounds[0].tallies] == [-1, 0]
    assert done.starter == 0
    last = replace(second(first=(-4, -3)), tiles=tiles)
    assert play(last, "score").outcome() == Outcome((-4, -2), (2, 1), (1,), "G32")


def test_only_a_score_scores() -> None:
    assert [type(each).__name__ for each in example().moves()] == ["Score"]
