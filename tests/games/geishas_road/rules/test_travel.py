"""Travelling, coming home, guests: G18 to G22, G43."""

from itertools import permutations, product
from random import Random
from typing import Any

import pytest

from hanamachi.core.game import NATURE
from hanamachi.games.geishas_road.moves import Journey, Options, Resolving, Taking, Travelling
from hanamachi.games.geishas_road.pieces import CARD_NAMES, COLOURS, DECK, VALUE, put
from hanamachi.games.geishas_road.rules import State
from hanamachi.games.geishas_road.travel import walk
from hanamachi.games.geishas_road.view import Stage
from tests.games.geishas_road.tables import (
    BLUE,
    END,
    GREEN,
    PINK,
    answers,
    asked,
    card,
    lanterns,
    move,
    pawns,
    play,
    refusal,
    side,
    table,
)

HARDER = Options("harder")
DESTINY = Options(destiny=True)


def reveal(state: State, name: str) -> State:
    return play(state, "reveal", f"lay {name}")


@pytest.mark.parametrize(
    ("name", "teahouse"), [("pink1", "green"), ("pink2", "blue"), ("pink3", "red"), ("pink4", "yellow")]
)
def test_G19_clockwise_by_the_value_of_the_card(name: str, teahouse: str) -> None:
    state = table(name, circle=(3, 0, 4, 2, 1))
    assert reveal(state, name).pawns == pawns(pink=teahouse)


def test_G19_pawns_share_teahouses_and_the_circle_has_no_end() -> None:
    state = table("yellow4", pawns=pawns(pink="blue", red="blue"))
    assert reveal(state, "yellow4").pawns == pawns(pink="blue", red="blue", yellow="blue")
    assert walk(table(pawns=pawns(green="green")), GREEN, 1) == PINK


def test_G19_it_does_not_matter_whose_token_it_was() -> None:
    """A card the rival takes of a Gift sends its geisha travelling as well."""
    state = table("pink3 red3 green3")
    done = play(state, "gift", "lay pink3", "lay red3", "lay green3", "choose 2")
    assert done.pawns == pawns(pink="yellow", red="green", green="blue")


def test_G20_the_rulebook_example() -> None:
    """The blue geisha, given a 2, comes home for the first time: the leftmost lantern of the upper row."""
    state = table("blue2", pawns=pawns(blue="pink"), upper=lanterns(3, 1, 2), lower=lanterns(4, 2))
    done = reveal(state, "blue2")
    assert done.pawns == pawns()
    assert done.tiles == ((), (), lanterns(3), (), ())
    assert (done.upper, done.lower) == (lanterns(1, 2), lanterns(4, 2))


def test_G20_the_second_time_it_is_the_lower_row() -> None:
    tiles = ((), (), lanterns(2), (), ())
    state = table("blue2", pawns=pawns(blue="pink"), upper=lanterns(3, 1), lower=lanterns(4, 2), tiles=tiles)
    done = reveal(state, "blue2")
    assert done.tiles == ((), (), lanterns(2, 4), (), ())
    assert (done.upper, done.lower) == (lanterns(3, 1), lanterns(2))


def test_G20_passing_by_is_not_coming_home() -> None:
    state = table("blue3", pawns=pawns(blue="pink"))
    done = reveal(state, "blue3")
    assert done.pawns == pawns(blue="yellow")
    assert (done.tiles, done.upper) == (state.tiles, state.upper)


def test_G20_nor_is_another_colours_teahouse() -> None:
    state = table("blue2")
    assert reveal(state, "blue2").tiles == ((),) * 5


def test_G20_the_count_starts_anew_in_round_two() -> None:
    """After the score no tile has a lantern, so the next return is a first one."""
    first = table("", mine="pink3", theirs="red3", todo=(END,), tiles=(lanterns(2, 3), (), (), (), ()))
    assert play(first, "score").tiles == ((),) * 5


def test_G21_no_geisha_comes_home_three_times_in_a_round() -> None:
    for at, order in product(COLOURS, permutations((1, 2, 3, 4))):
        stops = [(at + sum(order[: n + 1])) % 5 for n in range(4)]
        assert stops.count(0) <= 2


def test_G21_a_second_return_without_lanterns_left_brings_nothing() -> None:
    tiles = ((), (), lanterns(2), (), ())
    state = table("blue2", pawns=pawns(blue="pink"), lower=(), tiles=tiles)
    done = reveal(state, "blue2")
    assert (done.tiles, done.lower, done.upper) == (tiles, (), state.upper)


def test_G22_the_rulebook_example() -> None:
    """A green 1: her pawn moves 1, two symbols, the player takes 2 guests there."""
    state = reveal(table("green1", options=HARDER), "green1")
    assert state.pawns == pawns(green="pink")
    assert asked(state) == (0, "take_2", "G22")
    assert state.todo == (Taking(0, card("green1")), END)
    assert answers(state) == ["take guests", "take favour"]
    done = play(state, "take guests")
    assert done.guests == ((2, 0, 0, 0, 0), (0,) * 5)
    assert done.waiting == (1, 3, 3, 3, 3)
    assert done.favours == (None,) * 5
    assert done.todo == (END,)


CASES = [
    # symbols, guests there, favour token there; guests taken, favour taken (None: a choice of both ways)
    (2, 3, True, None),
    (2, 2, True, None),
    (2, 1, True, (1, True)),
    (2, 0, True, (0, True)),
    (2, 3, False, (2, False)),
    (2, 2, False, (2, False)),
    (2, 1, False, (1, False)),
    (2, 0, False, (0, False)),
    (1, 3, True, None),
    (1, 1, True, None),
    (1, 0, True, (0, True)),
    (1, 2, False, (1, False)),
    (1, 0, False, (0, False)),
    (0, 3, True, (0, False)),
    (0, 0, True, (0, False)),
]


@pytest.mark.parametrize(("symbols", "guests", "favour", "taken"), CASES)
def test_G22_as_many_tokens_as_symbols_or_as_there_are(
    symbols: int, guests: int, favour: bool, taken: tuple[int, bool] | None
) -> None:
    name = {2: "green1", 1: "green2", 0: "green3"}[symbols]
    teahouse = {2: 0, 1: 1, 0: 2}[symbols]
    fields: dict[str, Any] = {
        "waiting": put((3,) * 5, teahouse, guests),
        "favours": put((1,) * 5, teahouse, None if favour else 1),
    }
    state = reveal(table(name, options=HARDER, **fields), name)
    if taken is None:
        assert asked(state) == (0, f"take_{symbols}", "G22")
        guests_only, with_token = play(state, "take guests"), play(state, "take favour")
        ends = [(guests_only, symbols, False), (with_token, symbols - 1, True)]
    else:
        ends = [(state, *taken)]
    for end, number, with_favour in ends:
        assert end.todo == (END,)
        assert end.guests[0] == put((0,) * 5, teahouse, number)
        assert end.waiting == put((3,) * 5, teahouse, guests - number)
        assert end.favours[teahouse] == (0 if with_favour else None if favour else 1)
        assert end.guests[1] == (0,) * 5


def test_G22_the_lantern_comes_first_and_home_has_guests_too() -> None:
    state = table("blue2", options=HARDER, pawns=pawns(blue="pink"))
    after = reveal(state, "blue2")
    assert after.tiles[BLUE] == lanterns(1)
    assert asked(after) == (0, "take_1", "G22")
    assert play(after, "take favour").favours == (None, None, 0, None, None)
    assert play(after, "take favour").guests == ((0,) * 5, (0,) * 5)


def test_G22_taking_is_compulsory_and_basic_has_no_guests() -> None:
    assert reveal(table("green1"), "green1").todo == (END,)
    assert answers(reveal(table("green1", options=HARDER), "green1")) == ["take guests", "take favour"]


def test_G22_the_player_on_whose_side_the_card_lies_takes() -> None:
    state = table("green1 red3 pink3", options=HARDER)
    laid = play(state, "gift", "lay green1", "lay red3", "lay pink3", "choose 3")
    assert asked(laid) == (1, "take_2", "G22")
    done = play(laid, "take favour")
    assert done.favours == (1, None, None, None, None)
    assert done.guests == ((0,) * 5, (1, 0, 0, 0, 0))
    assert (side(done, 0), side(done, 1)) == ("pink3 red3", "green1")


def test_G22_guests_of_a_colour_add_up() -> None:
    state = table("green1", options=HARDER, favours=(1,) * 5, guests=((1, 0, 2, 0, 0), (0,) * 5))
    assert reveal(state, "green1").guests == ((3, 0, 2, 0, 0), (0,) * 5)


def test_G22_no_question_when_the_next_card_brings_whatever_is_left() -> None:
    """Three symbols come to the pink teahouse: with three tokens there nothing is asked, with four it is."""
    fields: dict[str, Any] = {"options": HARDER, "pawns": pawns(green="yellow", yellow="green")}
    laid = ("gift", "lay red3", "lay yellow1", "lay green2", "choose 1")
    three = play(table("red3 yellow1 green2", waiting=(2, 3, 3, 3, 3), **fields), *laid)
    assert three.todo == (END,)
    assert three.guests == ((2, 0, 0, 0, 0), (0,) * 5)
    assert three.favours == (0, None, None, None, None)
    assert three.waiting == (0, 3, 3, 3, 3)
    four = play(table("red3 yellow1 green2", waiting=(3, 3, 3, 3, 3), **fields), *laid)
    assert asked(four) == (0, "resolve", "G18")
    assert asked(play(four, "resolve green2")) == (0, "take_1", "G22")


def test_G43_first_return_the_leftmost_lantern_as_it_lies() -> None:
    state = table("blue2", options=DESTINY, pawns=pawns(blue="pink"), upper=(13, 4, 6), lower=())
    done = reveal(state, "blue2")
    assert done.tiles == ((), (), (13,), (), ())
    assert done.upper == (4, 6)


@pytest.mark.parametrize(("lies", "turned"), [(13, 12), (12, 13), (0, 1)])
def test_G43_second_return_turns_it_over(lies: int, turned: int) -> None:
    tiles = ((), (), (lies,), (), ())
    state = table("blue2", options=DESTINY, pawns=pawns(blue="pink"), upper=(4, 6), lower=(), tiles=tiles)
    done = reveal(state, "blue2")
    assert done.tiles == ((), (), (turned,), (), ())
    assert done.upper == (4, 6)


def test_G18_a_journey_is_a_row_of_nature_that_everybody_foresees() -> None:
    laid = table("pink3").play(move("reveal")).play(move("lay pink3"))
    journey = Journey(card("pink3"))
    assert laid.todo == (Travelling(NATURE, 0, card("pink3")), END)
    assert list(laid.odds()) == [(journey, 1)]
    for seat in (0, 1, None):
        assert laid.todo[0].foreseen(seat)
        assert laid.veil(journey, seat) == journey
        assert laid.view(seat).stage == Stage("Travelling", 2, card=card("pink3"))
    assert refusal(laid, "journey pink2") == {"reason": "not_now", "rule": "G13"}
    assert (laid.pawns, side(laid, 0)) == (pawns(), "")
    done = laid.play(journey)
    assert (done.pawns, side(done, 0), done.taken) == (pawns(pink="yellow"), "pink3", ((), ()))


def test_G18_one_journey_a_card_the_choosers_first() -> None:
    state = play(table("pink3 red3 green3"), "gift", "lay pink3", "lay red3", "lay green3")
    state, told = state.play(move("choose 2")), []
    while isinstance(step := state.todo[0], Travelling):
        told.append((step.owner, CARD_NAMES[step.card]))
        state = state.play(Journey(step.card))
    assert told == [(1, "red3"), (0, "pink3"), (0, "green3")]


def test_G18_what_is_resolved_first_travels_first() -> None:
    """Both orders bring other lanterns: their player is asked, and the other card follows by itself."""
    state = table("red4 pink2 green2", pawns=pawns(pink="yellow", green="blue"))
    asks = play(state, "gift", "lay pink2", "lay red4", "lay green2", "choose 2")
    assert asked(asks) == (0, "resolve", "G18")
    first = asks.play(move("resolve green2"))
    assert first.todo == (Travelling(NATURE, 0, card("green2")), Resolving(0), END)
    then = first.play(Journey(card("green2")))
    assert then.todo == (Travelling(NATURE, 0, card("pink2")), END)
    assert then.tiles[GREEN] == lanterns(1)


def test_G18_a_journey_takes_nothing_from_the_generator() -> None:
    laid, rng = table("pink3").play(move("reveal")).play(move("lay pink3")), Random(1)
    before = rng.getstate()
    assert laid.draw(rng) == Journey(card("pink3"))
    assert rng.getstate() == before


def test_the_values_on_the_cards_are_what_moves() -> None:
    assert [VALUE[each] for each in DECK[:4]] == [1, 2, 3, 4]
