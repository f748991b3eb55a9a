"""Hidden offer and Counteroffer: G34 to G41."""

from typing import Any

import pytest
from msgspec.structs import replace

from hanamachi.core.game import NATURE
from hanamachi.games.geishas_road.moves import (
    Acting,
    Choosing,
    Countering,
    Dealing,
    Options,
    Removing,
    Replacing,
    Resolving,
    ShowingLeft,
    TurningUp,
    Use,
)
from hanamachi.games.geishas_road.records import Offer, Returned
from hanamachi.games.geishas_road.rules import State
from tests.games.geishas_road.tables import (
    END,
    answers,
    asked,
    card,
    cards,
    hand,
    lanterns,
    pawns,
    play,
    refusal,
    side,
    table,
)

ADVANCED = Options("advanced")
LITERAL = Options("advanced", double_counter_gift="literal")
MINE = "pink3 red3 blue3 yellow4 green3"
THEIRS = "pink4 red4 blue4"


def advanced(mine: str = MINE, theirs: str = THEIRS, **fields: Any) -> State:
    """No symbols on these cards: nothing else is asked."""
    return table(mine, theirs, **{"options": ADVANCED, "drawn": (7, 6), **fields})


def gift(state: State | None = None) -> State:
    """Seat 0 offers pink3, red3, blue3."""
    return play(state or advanced(), "gift", "lay pink3", "lay red3", "lay blue3")


def hidden_gift(state: State | None = None) -> State:
    """Seat 0 offers red3 face down in the first place, then pink3, blue3."""
    return play(state or advanced(), "gift hidden", "hide red3", "lay pink3", "lay blue3")


def offer(state: State) -> Offer:
    assert state.offer is not None
    return state.offer


def test_G34_a_hidden_offer_lays_one_card_face_down() -> None:
    start = advanced()
    assert answers(start) == [
        "reveal",
        "intrigue",
        "gift",
        "competition",
        "gift hidden",
        "competition hidden",
    ]
    state = play(start, "gift hidden")
    assert state.specials == ((0,), (0, 1))
    assert asked(state) == (0, "hide", "G34")
    assert answers(state) == [f"hide {name}" for name in MINE.split()]
    assert refusal(state, "hide red4") == {"reason": "not_in_hand", "rule": "G34", "card": "@card.red4"}
    laid = play(state, "hide red3")
    assert asked(laid) == (0, "lay", "G16")
    laid = play(laid, "lay pink3", "lay blue3")
    assert offer(laid) == Offer(0, 2, cards=(card("red3"), card("pink3"), card("blue3")), down=(0, None))
    assert laid.hid == (7, 0)
    assert hand(laid, 0) == "yellow4 green3"


def test_G34_it_is_turned_up_only_after_the_choice() -> None:
    chosen = play(hidden_gift(), "pass", "choose 1")
    assert chosen.todo == (TurningUp(NATURE, 0), END)
    assert offer(chosen).chosen == (0,)
    assert chosen.sides == ((), ())
    assert answers(chosen) == ["turn 1 red3"]
    assert refusal(chosen, "turn 1 blue3") == {"reason": "not_now", "rule": "G13"}
    assert refusal(chosen, "turn 2 red3") == {"reason": "not_now", "rule": "G13"}
    done = play(chosen, "turn 1 red3")
    assert (side(done, 0), side(done, 1)) == ("pink3 blue3", "red3")
    assert done.offer is None


def test_G34_with_competition_too() -> None:
    state = play(advanced(), "competition hidden", "hide green3")
    laid = play(state, "lay yellow4", "lay red3", "lay pink3")
    assert asked(laid) == (0, "pair", "G17")
    assert offer(laid).cards == tuple(map(card, ("green3", "pink3", "red3", "yellow4")))
    done = play(laid, "pair 2", "pass", "choose 3 4", "turn 1 green3")
    assert (side(done, 0), side(done, 1)) == ("pink3 green3", "red3 yellow4")


def test_G34_only_with_gift_and_competition() -> None:
    state = advanced()
    for action, name in enumerate(("reveal", "intrigue")):
        facts = {"reason": "hidden_alone", "rule": "G34", "action": f"@action.{name}"}
        assert refusal(state, Use(action, hidden=True)) == facts


def test_G34_once_a_round() -> None:
    state = advanced(specials=((0,), (0, 1)))
    assert answers(state) == ["reveal", "intrigue", "gift", "competition"]
    facts = {"reason": "special_used", "rule": "G34", "special": "@special.hidden_offer"}
    assert refusal(state, "gift hidden") == facts
    used = advanced(tokens=((0, 1, 3), (0, 1, 2, 3)))
    assert answers(used) == ["reveal", "intrigue", "competition", "competition hidden"]
    assert refusal(used, "gift hidden")["reason"] == "used"


def test_G34_not_in_the_other_modes() -> None:
    assert refusal(table(MINE), "gift hidden") == {"reason": "no_specials", "rule": "G12"}
    assert refusal(table(MINE, options=Options("harder")), "gift hidden") == {
        "reason": "no_specials",
        "rule": "G12",
    }


def test_G35_the_rival_may_counter_before_anything_is_chosen() -> None:
    state = gift()
    assert asked(state) == (1, "counter", "G35")
    assert answers(state) == ["pass", "counter", "counter hidden"]
    counter = play(state, "counter")
    assert counter.specials == ((0, 1), (1,))
    assert counter.todo[:3] == (Removing(1), Replacing(1, False), Dealing(NATURE, 1))
    assert counter.todo[3:] == (Countering(0), Choosing(0), END)
    assert asked(counter) == (1, "remove", "G35")
    assert answers(counter) == ["remove 1", "remove 2", "remove 3"]


def test_G35_out_with_a_card_in_with_another_and_draw() -> None:
    removed = play(gift(), "counter", "remove 2")
    assert card("red3") in removed.pool
    assert offer(removed).cards == (card("pink3"), None, card("blue3"))
    assert asked(removed) == (1, "replace", "G35")
    assert answers(removed) == ["replace pink4", "replace red4", "replace blue4"]
    replaced = play(removed, "replace red4")
    assert offer(replaced).cards == (card("pink3"), card("red4"), card("blue3"))
    assert offer(replaced).down == (None, None)
    assert replaced.hid == (0, 0)
    assert hand(replaced, 1) == "pink4 blue4"
    assert "deal 2 red3" in answers(replaced)
    drawn = play(replaced, "deal 2 yellow2")
    assert hand(drawn, 1) == "pink4 blue4 yellow2"
    assert drawn.drawn == (7, 7)
    assert asked(drawn) == (0, "counter", "G36")


def test_G35_then_the_one_who_laid_the_offer_chooses_two_first() -> None:
    state = play(gift(), "counter", "remove 2", "replace red4", "deal 2 yellow2", "pass")
    assert asked(state) == (0, "choose_2", "G35")
    assert answers(state) == ["choose 1 2", "choose 1 3", "choose 2 3"]
    assert refusal(state, "choose 1") == {"reason": "wrong_count", "rule": "G16", "needs": 2}
    assert refusal(state, "choose 1 4") == {"reason": "bad_choice", "rule": "G16"}
    done = play(state, "choose 2 3")
    assert (side(done, 0), side(done, 1)) == ("red4 blue3", "pink3")


def test_G35_the_new_first_chooser_resolves_first() -> None:
    state = advanced(pawns=pawns(blue="green", red="yellow", pink="blue"))
    laid = play(gift(state), "counter", "remove 2", "replace red4", "deal 2 yellow2", "pass", "choose 1 2")
    assert laid.tiles[0] == lanterns(1)
    assert laid.tiles[2] == lanterns(2)


def test_G35_of_a_competition_the_actor_takes_a_pair_first() -> None:
    state = play(advanced(), "competition", "lay pink3", "lay red3", "lay blue3", "lay yellow4", "pair 2")
    assert asked(state) == (1, "counter", "G35")
    countered = play(state, "counter", "remove 4", "replace blue4", "deal 2 yellow4", "pass")
    assert asked(countered) == (0, "choose_pair", "G35")
    assert answers(countered) == ["choose 1 2", "choose 3 4"]
    done = play(countered, "choose 3 4")
    assert (side(done, 0), side(done, 1)) == ("blue3 blue4", "pink3 red3")


def test_G35_the_places_of_an_offer() -> None:
    state = play(gift(), "counter")
    assert refusal(state, "remove 4") == {"reason": "bad_place", "rule": "G35", "n": 3}
    removed = play(state, "remove 1")
    facts = {"reason": "not_in_hand", "rule": "G35", "card": "@card.pink3"}
    assert refusal(removed, "replace pink3") == facts


def test_G35_passing_leaves_the_offer_as_it_is() -> None:
    state = play(gift(), "pass")
    assert asked(state) == (1, "choose_1", "G16")
    assert state.specials == ((0, 1), (0, 1))


def test_G35_each_token_once_a_round() -> None:
    state = gift(advanced(specials=((0, 1), (1,))))
    assert asked(state) == (1, "choose_1", "G16")
    only = gift(advanced(specials=((0, 1), (0,))))
    assert answers(only) == ["pass", "counter"]
    facts = {"reason": "special_used", "rule": "G37", "special": "@special.hidden_offer"}
    assert refusal(only, "counter hidden") == facts


def test_G36_a_counteroffer_may_be_answered() -> None:
    once = play(gift(), "counter", "remove 2", "replace red4", "deal 2 yellow2")
    assert asked(once) == (0, "counter", "G36")
    twice = play(once, "counter", "remove 2", "replace yellow4", "deal 1 red4")
    assert offer(twice).cards == (card("pink3"), card("yellow4"), card("blue3"))
    assert offer(twice).counters == 2
    assert twice.specials == ((1,), (1,))
    assert hand(twice, 0) == "red4 green3"
    assert asked(twice) == (1, "choose_1", "G35")


def test_G36_on_the_present_offer_also_on_ones_own_cards() -> None:
    once = play(gift(), "counter", "remove 2", "replace red4", "deal 2 yellow2", "counter")
    assert answers(once) == ["remove 1", "remove 2", "remove 3"]
    assert card("pink3") in play(once, "remove 1").pool


def test_G36_not_without_the_token() -> None:
    once = play(
        gift(advanced(specials=((1,), (0, 1)))), "counter", "remove 2", "replace red4", "deal 2 yellow2"
    )
    assert asked(once) == (0, "choose_2", "G35")


def test_G37_both_tokens_lay_the_new_card_face_down() -> None:
    state = play(gift(), "counter hidden")
    assert state.specials == ((0, 1), ())
    removed = play(state, "remove 3")
    assert asked(removed) == (1, "replace_hidden", "G37")
    replaced = play(removed, "replace red4", "deal 2 yellow2")
    assert offer(replaced).down == (None, 2)
    assert replaced.hid == (0, 6)
    chosen = play(replaced, "pass", "choose 1 2")
    assert chosen.todo == (TurningUp(NATURE, 2), END)
    done = play(chosen, "turn 3 red4")
    assert (side(done, 0), side(done, 1)) == ("pink3 red3", "red4")


@pytest.mark.parametrize(("options", "ask", "shares"), [(ADVANCED, "choose_1", 3), (LITERAL, "choose_2", 3)])
def test_G38_a_gift_after_two_counteroffers(options: Options, ask: str, shares: int) -> None:
    state = play(
        gift(advanced(options=options)),
        *("counter", "remove 2", "replace red4", "deal 2 yellow2"),
        *("counter", "remove 2", "replace yellow4", "deal 1 red4"),
    )
    assert asked(state) == (1, ask, "G35")
    assert len(answers(state)) == shares
    if options == ADVANCED:
        done = play(state, "choose 2")
        assert (side(done, 0), side(done, 1)) == ("pink3 blue3", "yellow4")
    else:
        done = play(state, "choose 1 2")
        assert (side(done, 0), side(done, 1)) == ("blue3", "pink3 yellow4")


def test_G38_literal_changes_nothing_else() -> None:
    assert asked(play(gift(advanced(options=LITERAL)), "pass")) == (1, "choose_1", "G16")
    once = play(
        gift(advanced(options=LITERAL)), "counter", "remove 2", "replace red4", "deal 2 yellow2", "pass"
    )
    assert asked(once) == (0, "choose_2", "G35")


def test_G38_a_competition_after_two_counteroffers() -> None:
    state = play(advanced(), "competition", "lay pink3", "lay red3", "lay blue3", "lay yellow4", "pair 2")
    twice = play(
        state,
        *("counter", "remove 4", "replace blue4", "deal 2 yellow4"),
        *("counter", "remove 1", "replace green3", "deal 1 pink3"),
    )
    assert asked(twice) == (1, "choose_pair", "G35")
    done = play(twice, "choose 1 2")
    assert (side(done, 0), side(done, 1)) == ("blue3 blue4", "red3 green3")


def test_G39_a_counteroffer_needs_a_card_in_hand() -> None:
    assert asked(gift(advanced(theirs=""))) == (1, "choose_1", "G16")
    once = play(
        gift(advanced(mine="pink3 red3 blue3")), "counter", "remove 2", "replace red4", "deal 2 yellow2"
    )
    assert asked(once) == (0, "choose_2", "G35")


def test_G39_there_is_always_a_card_to_draw() -> None:
    state = play(gift(advanced(pool="")), "counter", "remove 2", "replace red4")
    assert answers(state) == ["deal 2 red3"]


def test_G40_a_face_down_card_is_replaced_by_its_place() -> None:
    state = play(hidden_gift(), "counter", "remove 1")
    assert offer(state).down == (None, None)
    assert offer(state).cards == (None, card("pink3"), card("blue3"))
    assert state.returned == (Returned(card("red3"), 0, (7, 6)),)
    chosen = play(state, "replace red4", "deal 2 yellow2", "pass", "choose 1 2")
    assert chosen.offer is None


def test_G40_only_the_one_who_laid_it_knows_it() -> None:
    state = hidden_gift()
    unseen = (None, card("pink3"), card("blue3"))
    for seat, seen in ((0, offer(state).cards), (1, unseen), (None, unseen)):
        shown = state.view(seat).offer
        assert shown is not None
        assert shown.cards == seen
    removed = play(state, "counter", "remove 1")
    assert [len(removed.view(seat).returned) for seat in (0, 1, None)] == [1, 0, 0]


def test_G40_two_cards_can_lie_face_down() -> None:
    state = play(hidden_gift(), "counter hidden", "remove 2", "replace pink4", "deal 2 yellow2")
    assert offer(state).down == (0, 1)
    assert [state.view(seat).offer.cards for seat in (0, 1)] == [  # type: ignore[union-attr]
        (card("red3"), None, card("blue3")),
        (None, card("pink4"), card("blue3")),
    ]
    chosen = play(state, "pass", "choose 1 2")
    assert chosen.todo == (TurningUp(NATURE, 0), TurningUp(NATURE, 1), END)
    half = play(chosen, "turn 1 red3")
    assert half.todo == (TurningUp(NATURE, 1), END)
    assert offer(half).down == (None, 1)
    done = play(half, "turn 2 pink4")
    assert (side(done, 0), side(done, 1)) == ("pink4 red3", "blue3")


def test_G40_it_may_be_chosen_blind() -> None:
    assert answers(play(hidden_gift(), "pass")) == ["choose 1", "choose 2", "choose 3"]


def test_G41_the_order() -> None:
    state = advanced("pink3 red3 blue1 yellow4", "pink4 red4 blue4", pawns=pawns(blue="red", red="yellow"))
    laid = play(state, "gift hidden", "hide red3", "lay pink3", "lay blue1")
    assert laid.todo == (Countering(1), Choosing(1), END)
    countered = play(laid, "counter", "remove 2", "replace pink4", "deal 2 pink3")
    assert countered.todo == (Countering(0), Choosing(0), END)
    assert play(countered, "pass").todo == (Choosing(0), END)
    chosen = play(countered, "pass", "choose 1 3")
    assert chosen.todo == (TurningUp(NATURE, 0), END)
    shown = play(chosen, "turn 1 red3")
    assert shown.todo == (Resolving(0), Resolving(1), END)
    assert shown.taken == (cards("red3 blue1"), cards("pink4"))
    done = play(shown, "resolve red3", "take guests")
    assert done.tiles == ((), lanterns(1), lanterns(2), (), ())
    assert side(done, 1) == "pink4"


def test_G41_the_cards_of_a_share_come_in_the_order_of_the_box() -> None:
    """The face-down card lies in the first place, whatever it is."""
    state = advanced("pink1 red3 blue3 yellow4", "pink4", specials=((1,), ()))
    laid = play(state, "gift hidden", "hide red3", "lay pink1", "lay blue3", "choose 3", "turn 1 red3")
    assert laid.taken == (cards("pink1 red3"), ())
    assert answers(laid) == ["resolve pink1", "resolve red3"]
    pairs = play(state, "competition hidden", "hide red3", "lay pink1", "lay blue3", "lay yellow4", "pair 2")
    theirs = play(pairs, "choose 1 2", "turn 1 red3")
    assert theirs.taken == (cards("blue3 yellow4"), cards("pink1 red3"))


def test_a_returned_card_that_comes_to_light_is_marked() -> None:
    """Laid again, put into an offer, turned up or shown from an Intrigue: whoever laid it had drawn it."""
    gone = (Returned(card("red3"), None, (5, 5)), Returned(card("blue1"), None, (6, 6)))
    state = advanced(returned=gone, todo=(Acting(0), Acting(0), END))
    assert play(state, "reveal", "lay red3").returned[0].shown == (0, 7)
    laid = play(state, "gift", "lay red3")
    assert laid.returned == (Returned(card("red3"), None, (5, 5), shown=(0, 7)), gone[1])
    hidden = play(replace(state, drawn=(6, 6)), "gift hidden", "hide red3", "lay pink3", "lay blue3")
    assert hidden.returned == gone
    up = play(replace(hidden, drawn=(9, 9)), "pass", "choose 1", "turn 1 red3")
    assert up.returned[0].shown == (0, 6)
    theirs = advanced("pink3 blue3 green3", "red3 pink4", returned=gone)
    laid = play(theirs, "gift", "lay pink3", "lay blue3", "lay green3")
    assert play(laid, "counter", "remove 1", "replace red3").returned[0].shown == (1, 6)
    assert play(laid, "counter hidden", "remove 1", "replace red3").returned[0].shown is None
    end = replace(state, todo=(ShowingLeft(NATURE, 1), END), lefts=(None, card("red3")), schemed=(9, 8))
    assert play(end, "show 2 red3").returned == (Returned(card("red3"), None, (5, 5), shown=(1, 8)), gone[1])
