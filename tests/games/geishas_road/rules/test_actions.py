"""Turns and actions: G13 to G18."""

from itertools import permutations

from msgspec.structs import replace

from hanamachi.core.game import NATURE
from hanamachi.games.geishas_road.agenda import turns
from hanamachi.games.geishas_road.moves import (
    Acting,
    Dealing,
    Options,
    Resolving,
    Scoring,
    ShowingLeft,
    Taking,
)
from tests.games.geishas_road.tables import (
    END,
    answers,
    asked,
    card,
    cards,
    hand,
    lanterns,
    move,
    pawns,
    play,
    refusal,
    side,
    table,
)

HARDER = Options("harder")
SEVEN = "pink1 pink2 red3 blue1 blue4 yellow2 green3"


def test_G13_draw_then_act_four_turns_each_the_starter_first() -> None:
    two = [Dealing(NATURE, 1), Acting(1), Dealing(NATURE, 0), Acting(0)]
    assert list(turns(1)) == [*two * 4, ShowingLeft(NATURE, 1), ShowingLeft(NATURE, 0), Scoring(NATURE)]
    assert turns(0)[:2] == (Dealing(NATURE, 0), Acting(0))


def test_G13_each_token_once_in_any_order() -> None:
    state = table(SEVEN)
    assert answers(state) == ["reveal", "intrigue", "gift", "competition"]
    assert asked(state) == (0, "act", "G13")
    after = play(replace(state, todo=(Acting(0), Acting(0), END)), "intrigue", "left pink1", "right pink2")
    assert after.tokens == ((0, 2, 3), (0, 1, 2, 3))
    assert answers(after) == ["reveal", "gift", "competition"]
    assert refusal(after, "intrigue") == {"reason": "used", "rule": "G13", "action": "@action.intrigue"}


def test_G13_there_are_always_enough_cards() -> None:
    """Whatever the order, a token left never needs more cards than the hand has after drawing."""
    for order in permutations((1, 2, 3, 4)):
        held = 6
        for n, needs in enumerate(order):
            held += 1
            assert max(order[n:]) <= held
            held -= needs
        assert held == 0


def test_G14_reveal_lays_one_card_on_the_own_side_and_resolves_it() -> None:
    state = play(table(SEVEN), "reveal")
    assert asked(state) == (0, "reveal", "G14")
    assert answers(state) == [f"lay {name}" for name in SEVEN.split()]
    after = play(state, "lay red3")
    assert (side(after, 0), side(after, 1)) == ("red3", "")
    assert after.pawns == pawns(red="green")
    assert hand(after, 0) == "pink1 pink2 blue1 blue4 yellow2 green3"
    assert after.todo == (END,)
    assert refusal(state, "lay red4") == {"reason": "not_in_hand", "rule": "G14", "card": "@card.red4"}


def test_G15_intrigue_hides_a_left_and_a_right_card() -> None:
    state = play(table(SEVEN, drawn=(7, 6)), "intrigue")
    assert asked(state) == (0, "left", "G15")
    assert answers(state) == [f"left {name}" for name in SEVEN.split()]
    half = play(state, "left blue4")
    assert asked(half) == (0, "right", "G15")
    assert answers(half) == [f"right {name}" for name in SEVEN.split() if name != "blue4"]
    done = play(half, "right pink1")
    assert (done.lefts, done.rights) == ((card("blue4"), None), (card("pink1"), None))
    assert done.schemed == (7, 0)
    assert done.sides == ((), ())
    assert done.pawns == pawns()
    assert hand(done, 0) == "pink2 red3 blue1 yellow2 green3"
    assert refusal(state, "left red4") == {"reason": "not_in_hand", "rule": "G15", "card": "@card.red4"}
    assert refusal(half, "right blue4") == {"reason": "not_in_hand", "rule": "G15", "card": "@card.blue4"}


def test_G15_the_cards_cannot_be_swapped_later_nor_the_right_one_shown() -> None:
    state = play(table(SEVEN, todo=(Acting(0), Acting(0), END)), "intrigue", "left blue4", "right pink1")
    for illegal in ("left pink1", "right blue4"):
        assert refusal(state, illegal)["reason"] == "not_now"
    end = replace(state, todo=(ShowingLeft(NATURE, 0), END))
    assert answers(end) == ["show 1 blue4"]
    assert refusal(end, "show 1 pink1") == {"reason": "not_now", "rule": "G13"}
    assert refusal(end, "show 2 blue4") == {"reason": "not_now", "rule": "G13"}
    shown = play(end, "show 1 blue4")
    assert (shown.lefts, shown.rights) == ((None, None), (card("pink1"), None))
    assert side(shown, 0) == "blue4"


def test_G16_the_rival_takes_one_card_and_resolves_it_then_the_actor_two() -> None:
    state = play(table(SEVEN), "gift")
    assert asked(state) == (0, "lay", "G16")
    assert answers(state) == [f"lay {name}" for name in SEVEN.split()]
    assert refusal(state, "lay red4") == {"reason": "not_in_hand", "rule": "G16", "card": "@card.red4"}
    laid = play(state, "lay red3", "lay blue4", "lay pink2")
    assert asked(laid) == (1, "choose_1", "G16")
    assert laid.offer is not None
    assert laid.offer.cards == (card("pink2"), card("red3"), card("blue4"))
    assert answers(laid) == ["choose 1", "choose 2", "choose 3"]
    done = play(laid, "choose 3")
    assert (side(done, 0), side(done, 1)) == ("pink2 red3", "blue4")
    assert done.pawns == pawns(blue="red", pink="blue", red="green")
    assert done.offer is None
    assert done.taken == ((), ())
    assert done.todo == (END,)


def test_G16_the_rival_resolves_first() -> None:
    """Both geishas come home: the rival's takes the first lantern."""
    state = table(SEVEN, pawns=pawns(blue="red", red="yellow"), upper=lanterns(1, 2, 3))
    done = play(state, "gift", "lay red3", "lay blue1", "lay green3", "choose 1")
    assert side(done, 1) == "red3"
    assert done.tiles == ((), lanterns(1), lanterns(2), (), ())


def test_G16_the_order_of_laying_does_not_matter() -> None:
    state = play(table(SEVEN), "gift")
    assert play(state, "lay red3", "lay blue4", "lay pink2") == play(
        state, "lay blue4", "lay pink2", "lay red3"
    )


def test_G16_wrong_shares_are_refused() -> None:
    state = play(table(SEVEN), "gift", "lay red3", "lay blue4", "lay pink2")
    assert refusal(state, "choose 1 2") == {"reason": "wrong_count", "rule": "G16", "needs": 1}
    assert refusal(state, "choose 4") == {"reason": "bad_choice", "rule": "G16"}


def test_G17_the_rival_takes_one_of_two_pairs() -> None:
    state = play(table(SEVEN), "competition", "lay blue4", "lay red3", "lay pink1", "lay yellow2")
    assert asked(state) == (0, "pair", "G17")
    assert answers(state) == ["pair 2", "pair 3", "pair 4"]
    paired = play(state, "pair 3")
    assert asked(paired) == (1, "choose_pair", "G17")
    assert answers(paired) == ["choose 1 3", "choose 2 4"]
    one = play(paired, "choose 1 3")
    assert (side(one, 0), side(one, 1)) == ("red3 yellow2", "pink1 blue4")
    other = play(paired, "choose 2 4")
    assert (side(other, 0), side(other, 1)) == ("pink1 blue4", "red3 yellow2")
    assert one.pawns == other.pawns == pawns(blue="red", red="green", pink="red", yellow="pink")


def test_G17_every_pairing_of_places() -> None:
    state = play(table(SEVEN), "competition", "lay blue4", "lay red3", "lay pink1", "lay yellow2")
    assert answers(play(state, "pair 2")) == ["choose 1 2", "choose 3 4"]
    assert answers(play(state, "pair 4")) == ["choose 1 4", "choose 2 3"]


def test_G17_refusals() -> None:
    state = play(table(SEVEN), "competition")
    assert refusal(state, "lay red4") == {"reason": "not_in_hand", "rule": "G17", "card": "@card.red4"}
    laid = play(state, "lay blue4", "lay red3", "lay pink1", "lay yellow2")
    for illegal in ("pair 1", "pair 5"):
        assert refusal(laid, illegal) == {"reason": "bad_pair", "rule": "G17"}
    paired = play(laid, "pair 3")
    assert refusal(paired, "choose 1 2") == {"reason": "not_a_pair", "rule": "G17"}
    assert refusal(paired, "choose 1") == {"reason": "wrong_count", "rule": "G17", "needs": 2}


def test_G18_the_order_is_asked_when_lanterns_would_go_to_other_tiles() -> None:
    state = table(SEVEN, pawns=pawns(blue="red", red="yellow"), upper=lanterns(1, 2, 3))
    laid = play(state, "gift", "lay red3", "lay blue1", "lay green3", "choose 3")
    assert asked(laid) == (0, "resolve", "G18")
    assert answers(laid) == ["resolve red3", "resolve blue1"]
    assert play(laid, "resolve red3").tiles == ((), lanterns(1), lanterns(2), (), ())
    assert play(laid, "resolve blue1").tiles == ((), lanterns(2), lanterns(1), (), ())
    cards_left = ("@card.red3", "@card.blue1")
    assert refusal(laid, "resolve green3") == {"reason": "not_taken", "rule": "G18", "cards": cards_left}


def test_G18_the_order_is_not_asked_when_the_lanterns_are_alike() -> None:
    state = table(SEVEN, pawns=pawns(blue="red", red="yellow"), upper=lanterns(2, 2, 3))
    done = play(state, "gift", "lay red3", "lay blue1", "lay green3", "choose 3")
    assert done.todo == (END,)
    assert done.tiles == ((), lanterns(2), lanterns(2), (), ())


def test_G18_the_order_is_not_asked_when_one_comes_first_and_the_other_second_time_home() -> None:
    state = table(SEVEN, pawns=pawns(blue="red", red="yellow"), tiles=((), lanterns(4), (), (), ()))
    done = play(state, "gift", "lay red3", "lay blue1", "lay green3", "choose 3")
    assert done.todo == (END,)
    assert done.tiles == ((), lanterns(4, 2), lanterns(1), (), ())


def test_G18_each_card_of_one_colour_moves_the_pawn_on_its_own() -> None:
    """1 then 4, or 4 then 1, from home: both end at home once. From the place before home it matters."""
    home = play(table(SEVEN), "gift", "lay blue1", "lay blue4", "lay green3", "choose 3")
    assert home.todo == (END,)
    assert home.pawns == pawns(green="blue")
    assert home.tiles == ((), (), lanterns(1), (), ())
    before = table(SEVEN, pawns=pawns(blue="red"))
    laid = play(before, "gift", "lay blue1", "lay blue4", "lay green3", "choose 3")
    assert asked(laid) == (0, "resolve", "G18")
    assert play(laid, "resolve blue1").tiles == ((), (), lanterns(1), (), ())
    assert play(laid, "resolve blue4").tiles == ((), (), (), (), ())
    assert play(laid, "resolve blue1").pawns == play(laid, "resolve blue4").pawns == (*before.pawns[:4], 2)


def test_G18_the_rival_is_asked_for_a_pair_too_and_first() -> None:
    state = table(
        "red3 blue1 pink1 green1", pawns=pawns(blue="red", red="yellow", pink="green", green="yellow")
    )
    laid = play(state, "competition", *(f"lay {name}" for name in ["red3", "blue1", "pink1", "green1"]))
    chosen = play(laid, "pair 4", "choose 2 3")
    assert asked(chosen) == (1, "resolve", "G18")
    assert chosen.todo[:2] == (Resolving(1), Resolving(0))
    assert chosen.taken == (cards("pink1 green1"), cards("red3 blue1"))
    half = play(chosen, "resolve red3")
    assert asked(half) == (0, "resolve", "G18")
    assert side(half, 1) == "red3 blue1"
    assert half.taken == (cards("pink1 green1"), ())
    assert play(half, "resolve green1").tiles == (lanterns(4), lanterns(1), lanterns(2), (), lanterns(3))


def test_G18_the_order_is_asked_when_a_choice_lies_in_between() -> None:
    """The 1 brings a choice between guest and favour token, wherever it comes."""
    state = table("pink1 red3 green3", options=HARDER)
    laid = play(state, "gift", "lay pink1", "lay red3", "lay green3", "choose 3")
    assert asked(laid) == (0, "resolve", "G18")
    first = play(laid, "resolve pink1")
    assert first.todo[:2] == (Taking(0, card("pink1")), Resolving(0))
    assert side(first, 0) == "pink1"
    assert side(play(first, "take guests"), 0) == "pink1 red3"
    last = play(laid, "resolve red3")
    assert last.todo == (Taking(0, card("pink1")), END)
    assert side(last, 0) == "pink1 red3"


def test_G18_a_choice_after_both_orders_needs_no_question() -> None:
    """Pink passes a teahouse without tokens; whichever 1 comes last brings the choice, the same either way."""
    state = table(
        "pink1 pink2 green3",
        options=HARDER,
        favours=(1, 1, 1, None, 1),
        waiting=(0, 0, 0, 3, 0),
    )
    laid = play(state, "gift", "lay pink1", "lay pink2", "lay green3", "choose 3")
    assert asked(laid) == (0, "resolve", "G18")  # the last card's symbols differ: 1 or 2
    ways = {name: play(laid, f"resolve {name}") for name in ("pink1", "pink2")}
    assert asked(ways["pink1"]) == (0, "take_1", "G22")
    assert asked(ways["pink2"]) == (0, "take_2", "G22")


def test_G18_without_symbols_or_homecoming_nothing_is_asked() -> None:
    state = table("pink3 red3 green3 blue3", options=HARDER)
    laid = play(state, "competition", *(f"lay {name}" for name in ["pink3", "red3", "green3", "blue3"]))
    assert play(laid, "pair 2", "choose 1 2").todo == (END,)


def test_G18_guests_taken_without_a_choice_need_no_order() -> None:
    """Both come to the blue teahouse where one guest is left and no favour token: equal either way."""
    state = table(
        "pink1 red2 green3",
        options=HARDER,
        waiting=(0, 0, 1, 0, 0),
        favours=(1, 1, 1, 1, 1),
        pawns=pawns(pink="red", red="pink"),
    )
    laid = play(state, "gift", "lay pink1", "lay red2", "lay green3", "choose 3")
    assert laid.todo == (END,)
    assert laid.guests == ((0, 0, 1, 0, 0), (0,) * 5)


def test_a_move_that_does_not_answer_is_refused_with_the_rule_of_the_question() -> None:
    state = table(SEVEN)
    assert refusal(state, "lay red3") == {"reason": "not_now", "rule": "G13"}
    assert refusal(play(state, "reveal"), "gift") == {"reason": "not_now", "rule": "G14"}
    assert refusal(play(state, "gift"), move("pass")) == {"reason": "not_now", "rule": "G16"}
