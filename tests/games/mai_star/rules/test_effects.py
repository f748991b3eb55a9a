"""Every character as a guest: what it does, when it cannot, when it is cancelled.

M3, M13, M19 to M23, M26, M35.
"""

import pytest

from hanamachi.games.mai_star.moves import Acting, Drawing, Ending, Picking, Scoring, Showing
from hanamachi.games.mai_star.rules import State
from tests.games.mai_star.staging import (
    advertisers,
    asked,
    discards,
    guests,
    hand,
    moves,
    names,
    play,
    refusal,
    side,
    table,
)

STRONG = "red-actor red-actor blue-actor blue-actor green-actor"  # Hazy with 10, 10, 10


def mover(hand: str, guests: str = "", ads: str = STRONG) -> State:
    """Hazy, who can welcome anybody; seat 1 has something of everything, seat 2 a hand alone."""
    rich = side(
        "maple_leaf", "blue-ronin green-thief", "blue-merchant red-courtesan", "blue-okaasan red-yakuza"
    )
    return table(side("hazy", hand, guests, ads), rich)


def guarded(hand: str) -> State:
    """... and seat 1 has an open Ronin."""
    rich = side("maple_leaf", "blue-ronin", "green-ronin red-courtesan", "blue-okaasan red-yakuza")
    return table(side("hazy", hand, "", STRONG), rich)


def turn_of(state: State) -> int:
    end = state.todo[-1]
    assert isinstance(end, Ending)
    return end.seat


TARGETED = ("citizen", "yakuza", "thief", "merchant", "sumo-wrestler", "emissary", "samurai")
LEGAL = {
    "citizen": ["1", "2", "3"],
    "yakuza": ["1", "2"],
    "thief": ["1", "2"],
    "merchant": ["1", "2", "3"],
    "sumo-wrestler": ["1", "2", "3"],
    "emissary": ["1", "2"],
    "samurai": ["1", "2"],
}
NEED = {"yakuza": "advertisers", "thief": "guests", "emissary": "advertisers", "samurai": "guests"}


@pytest.mark.parametrize("name", TARGETED)
def test_M35_legal_targets(name: str) -> None:
    state = play(mover(f"blue-{name} blue-citizen"), f"guest blue-{name}")
    assert asked(state) == (0, "use_target")
    assert moves(state) == [*(f"target {n}" for n in LEGAL[name]), "decline"]


@pytest.mark.parametrize("name", NEED)
def test_M35_no_legal_target(name: str) -> None:
    state = play(mover(f"blue-{name} blue-citizen"), f"guest blue-{name}")
    facts = {"rule": "M35", "target": "#2", "card": f"@card.blue_{name}", "need": f"@need.{NEED[name]}"}
    assert refusal(state, "target 3") == ("no_target", facts)
    assert refusal(state, "target 4") == ("no_such_player", {"rule": "M13", "n": 4})


@pytest.mark.parametrize("name", ["citizen", "merchant"])
def test_M35_an_empty_deck_has_no_targets(name: str) -> None:
    state = table(side("hazy", f"blue-{name} red-thief"), deck="")
    assert play(state, f"guest blue-{name}").todo == (Scoring(-1),)


@pytest.mark.parametrize("name", ["yakuza", "emissary"])
def test_M35_nobody_has_an_advertiser(name: str) -> None:
    poor = side("hazy", f"red-{name} blue-citizen", advertisers="red-thief")
    state = table(poor, side("summer_sea", "blue-thief"))
    assert moves(play(state, f"guest red-{name}")) == ["target 1", "decline"]


def test_M35_nobody_at_all_has_an_advertiser() -> None:
    state = table(side("hazy", "red-yakuza blue-citizen"))
    assert asked(play(state, "guest red-yakuza")) == (1, "acting")
    assert refusal(play(state, "guest red-yakuza"), "target 1") == ("not_now", {"rule": "M7"})


def test_M35_nobody_has_a_hand() -> None:
    state = table(side("hazy", "red-sumo-wrestler"), side("summer_sea"), side("maple_leaf"))
    assert play(state, "guest red-sumo-wrestler").todo == (Scoring(-1),)


@pytest.mark.parametrize("name", TARGETED)
def test_M15_cancelled_by_a_ronin(name: str) -> None:
    state = guarded(f"blue-{name} blue-citizen")
    aimed = play(state, f"guest blue-{name}", "target 2")
    assert asked(aimed) == (1, "react_ronin")
    assert moves(aimed) == ["allow", "ronin 1"]
    after = play(aimed, "ronin 1")
    assert (guests(after, 1), discards(after, state)) == ("red-courtesan", "green-ronin")
    assert (advertisers(after, 1), hand(after, 1)) == ("blue-okaasan red-yakuza", "blue-ronin")
    assert (hand(after), advertisers(after), guests(after)) == ("blue-citizen", STRONG, f"blue-{name}")
    assert after.deck == state.deck
    assert turn_of(after) == 1
    assert asked(after) == (1, "acting")


@pytest.mark.parametrize("name", TARGETED)
def test_M15_cancelled_by_oiran(name: str) -> None:
    victim = side("maple_leaf", "oiran blue-ronin", "red-courtesan", "blue-okaasan")
    state = table(side("hazy", f"blue-{name} blue-citizen", "", STRONG), victim)
    aimed = play(state, f"guest blue-{name}", "target 2")
    assert asked(aimed) == (1, "react_hidden")
    assert moves(aimed) == ["allow", "oiran"]
    after = play(aimed, "oiran")
    assert (hand(after, 1), discards(after, state)) == ("blue-ronin", "oiran")
    assert (guests(after, 1), advertisers(after, 1)) == ("red-courtesan", "blue-okaasan")
    assert asked(after) == (1, "acting")
    assert after.deck == state.deck


def test_citizen_lets_one_card_be_drawn() -> None:
    state = play(mover("red-citizen blue-citizen"), "guest red-citizen", "target 3")
    assert state.todo[0] == Drawing(-1, 2, 1)
    assert hand(play(state, "draw 3 red-citizen"), 2) == "red-citizen green-emissary"


def test_citizen_needs_a_reputation_of_one() -> None:
    assert "green-citizen" in moves(table(side("summer_sea", "green-citizen")), "guest")


def test_okaasan_advertises() -> None:
    state = mover("red-okaasan blue-citizen green-thief", ads="red-thief")
    used = play(state, "guest red-okaasan")
    assert asked(used) == (0, "use_advertise")
    assert moves(used) == ["advertise blue-citizen", "advertise green-thief", "decline"]
    after = play(used, "advertise green-thief", "draw 1 blue-doctor")
    assert (advertisers(after), hand(after)) == ("red-thief green-thief", "blue-citizen blue-doctor")
    assert (guests(after), turn_of(after)) == ("red-okaasan", 1)
    assert refusal(used, "advertise red-okaasan") == (
        "not_in_hand",
        {"rule": "M8", "card": "@card.red_okaasan"},
    )
    assert refusal(used, "use") == ("not_now", {"rule": "M7"})
    assert refusal(used, "target 1") == ("not_now", {"rule": "M7"})


def test_okaasan_without_a_hand() -> None:
    assert play(mover("red-okaasan"), "guest red-okaasan").todo == (Scoring(-1),)


def test_ronin_and_actor_do_nothing_when_played() -> None:
    for name in ("red-ronin", "red-actor"):
        state = table(side("hazy", f"{name} blue-citizen"))
        assert asked(play(state, f"guest {name}")) == (1, "acting")


def test_M21_courtesan_brings_a_guest_of_her_colour() -> None:
    state = mover("red-courtesan red-thief red-daimyo blue-citizen", ads="")
    used = play(state, "guest red-courtesan")
    assert asked(used) == (0, "use_guest")
    assert moves(used) == ["guest red-thief", "decline"]
    facts = {"rule": "M21", "card": "@card.blue_citizen", "colour": "@colour.red"}
    assert refusal(used, "guest blue-citizen") == ("wrong_colour", facts)
    assert refusal(used, "guest red-daimyo")[0] == "requirement"
    assert refusal(used, "guest red-actor") == ("not_in_hand", {"rule": "M7", "card": "@card.red_actor"})
    chained = play(used, "guest red-thief")
    assert asked(chained) == (0, "use_target")
    after = play(chained, "target 2")
    assert (guests(after), guests(after, 1)) == ("red-courtesan red-thief", "blue-merchant")
    assert turn_of(after) == 1


def test_M21_courtesans_chain() -> None:
    state = mover("green-courtesan green-courtesan green-citizen red-citizen")
    after = play(state, "guest green-courtesan", "guest green-courtesan", "guest green-citizen", "target 1")
    assert guests(after) == "green-courtesan green-courtesan green-citizen"
    assert after.todo[0] == Drawing(-1, 0, 1)


def test_M21_courtesan_without_a_hand_or_declined() -> None:
    assert play(mover("red-courtesan"), "guest red-courtesan").todo == (Scoring(-1),)
    declined = play(mover("red-courtesan red-thief"), "guest red-courtesan", "decline")
    assert (hand(declined), asked(declined)) == ("red-thief", (1, "acting"))


def test_M21_somebody_with_nothing_that_fits_is_asked_all_the_same() -> None:
    """The question must not tell what is in the hand."""
    used = play(mover("red-courtesan blue-thief"), "guest red-courtesan")
    assert moves(used) == ["decline"]


def test_yakuza_discards_the_newest_advertiser() -> None:
    state = mover("red-yakuza blue-citizen")
    after = play(state, "guest red-yakuza", "target 2")
    assert (advertisers(after, 1), discards(after, state)) == ("blue-okaasan", "red-yakuza")


def test_thief_discards_the_newest_guest() -> None:
    state = mover("green-thief blue-citizen")
    after = play(state, "guest green-thief", "target 2")
    assert (guests(after, 1), discards(after, state)) == ("blue-merchant", "red-courtesan")


def test_M13_a_thief_aimed_at_oneself_hits_itself() -> None:
    """... and nobody asks oneself about cancelling."""
    state = mover("green-thief blue-citizen", guests="red-ronin")
    after = play(state, "guest green-thief", "target 1")
    assert (guests(after), discards(after, state)) == ("red-ronin", "green-thief")
    assert asked(after) == (1, "acting")


def test_M13_yakuza_at_oneself() -> None:
    state = mover("red-yakuza blue-citizen", ads="red-actor blue-thief")
    after = play(state, "guest red-yakuza", "target 1")
    assert (advertisers(after), discards(after, state)) == ("red-actor", "blue-thief")


def test_M13_samurai_and_emissary_at_oneself_change_nothing() -> None:
    for name in ("samurai", "emissary"):
        after = play(mover(f"green-{name} blue-citizen"), f"guest green-{name}", "target 1")
        assert (guests(after), advertisers(after)) == (f"green-{name}", STRONG)


def test_merchant_lets_two_cards_be_drawn() -> None:
    state = play(mover("red-merchant blue-citizen"), "guest red-merchant", "target 1")
    assert state.todo[0] == Drawing(-1, 0, 2)
    after = play(state, "draw 1 shogun", "draw 1 red-ronin")
    assert hand(after) == "red-ronin blue-citizen shogun"


def test_M19_sumo_wrestler_sees_the_hand_and_picks() -> None:
    state = mover("red-sumo-wrestler blue-citizen")
    aimed = play(state, "guest red-sumo-wrestler", "target 2")
    assert aimed.todo[:2] == (Showing(-1, 0, 1, 0), Picking(0, 1))
    assert [move for move, n in aimed.odds() if n == 1] == aimed.moves()
    shown = play(aimed, "show 2 blue-ronin", "show 2 green-thief")
    assert asked(shown) == (0, "pick")
    assert moves(shown) == ["pick blue-ronin", "pick green-thief"]
    after = play(shown, "pick blue-ronin")
    assert (hand(after, 1), discards(after, state)) == ("green-thief", "blue-ronin")
    assert turn_of(after) == 1


def test_M19_refusals() -> None:
    aimed = play(mover("red-sumo-wrestler blue-citizen"), "guest red-sumo-wrestler", "target 2")
    for line in ("show 2 green-thief", "show 1 blue-ronin", "score"):
        assert refusal(aimed, line) == ("not_now", {"rule": "M19"})
    shown = play(aimed, "show 2 blue-ronin", "show 2 green-thief")
    facts = {"rule": "M19", "card": "@card.blue_citizen", "target": "#1"}
    assert refusal(shown, "pick blue-citizen") == ("not_in_that_hand", facts)
    assert refusal(shown, "decline") == ("not_now", {"rule": "M19"})


def test_M19_sumo_wrestler_at_oneself_shows_nothing() -> None:
    state = mover("red-sumo-wrestler blue-citizen green-thief")
    aimed = play(state, "guest red-sumo-wrestler", "target 1")
    assert moves(aimed) == ["pick blue-citizen", "pick green-thief"]
    after = play(aimed, "pick green-thief")
    assert (hand(after), discards(after, state)) == ("blue-citizen", "green-thief")


def test_M19_no_hand_no_target_at_oneself() -> None:
    state = play(mover("red-sumo-wrestler"), "guest red-sumo-wrestler")
    assert moves(state, "target") == ["2", "3"]


def test_emissary_takes_the_newest_advertiser() -> None:
    after = play(mover("red-emissary blue-citizen", ads="red-thief"), "guest red-emissary", "target 2")
    assert advertisers(after) == "red-thief red-yakuza"
    assert advertisers(after, 1) == "blue-okaasan"
    assert after.places[0].reputation() == (7, 5, 5)


def test_samurai_takes_the_newest_guest_without_its_effect() -> None:
    state = mover("red-samurai blue-citizen", guests="blue-ronin")
    after = play(state, "guest red-samurai", "target 2")
    assert guests(after) == "blue-ronin red-samurai red-courtesan"
    assert (guests(after, 1), turn_of(after)) == ("blue-merchant", 1)


def test_M20_doctor_gives_another_turn() -> None:
    state = mover("red-doctor blue-actor blue-citizen", ads="red-actor red-thief")
    used = play(state, "guest red-doctor")
    assert (asked(used), moves(used)) == ((0, "use"), ["use", "decline"])
    again = play(used, "use")
    assert again.todo == (Acting(0), Ending(0))
    assert play(again, "guest blue-actor").todo == (Acting(1), Ending(1))
    assert play(used, "decline").todo == (Acting(1), Ending(1))
    assert refusal(used, "target 1") == ("not_now", {"rule": "M7"})


def test_M20_two_doctors() -> None:
    state = mover("red-doctor blue-doctor green-actor blue-citizen")
    again = play(state, "guest red-doctor", "use", "guest blue-doctor", "use")
    assert again.todo == (Acting(0), Ending(0))


def test_M20_no_further_turn_when_the_round_is_over() -> None:
    assert play(mover("red-doctor"), "guest red-doctor", "use").todo == (Scoring(-1),)


def test_M22_daimyo_brings_his_colour_in_order() -> None:
    row = "red-actor blue-thief red-citizen shogun green-actor red-thief " + "red-okaasan"
    state = mover("red-daimyo blue-citizen", guests="blue-ronin", ads=row)
    used = play(state, "guest red-daimyo")
    assert asked(used) == (0, "use")
    after = play(used, "use")
    assert guests(after) == "blue-ronin red-daimyo red-actor red-citizen red-thief red-okaasan"
    assert advertisers(after) == "blue-thief shogun green-actor"
    assert turn_of(after) == 1
    assert advertisers(play(used, "decline")) == row


def test_M22_daimyo_with_nobody_of_his_colour() -> None:
    ads = "blue-actor blue-actor green-actor green-actor"
    after = play(mover("red-daimyo blue-citizen", ads=ads), "guest red-daimyo")
    assert asked(after) == (1, "acting")


def test_foreigner_discards_the_hand() -> None:
    state = mover("foreigner blue-citizen red-thief red-thief")
    after = play(state, "guest foreigner", "use")
    assert (hand(after), guests(after)) == ("", "foreigner")
    assert discards(after, state) == "red-thief red-thief blue-citizen"
    assert after.todo == (Scoring(-1),)
    kept = play(state, "guest foreigner", "decline")
    assert hand(kept) == "red-thief red-thief blue-citizen"


def test_foreigner_or_shogun_without_a_hand() -> None:
    for name in ("foreigner", "shogun"):
        assert play(mover(name), f"guest {name}").todo == (Scoring(-1),)


def test_M23_shogun_turns_the_hand_into_guests() -> None:
    state = mover("shogun red-thief oiran blue-citizen", guests="red-ronin")
    used = play(state, "guest shogun")
    after = play(used, "use")
    assert guests(after) == "red-ronin shogun red-thief blue-citizen oiran"
    assert after.places[0].income == 2 + 10 + 4 + 2 + 0
    assert (hand(after), after.todo) == ("", (Scoring(-1),))
    assert hand(play(used, "decline")) == "red-thief blue-citizen oiran"


def test_M26_oiran_is_never_a_guest() -> None:
    state = mover("oiran blue-citizen")
    assert moves(state, "guest") == ["blue-citizen"]
    assert refusal(state, "guest oiran") == ("never_guest", {"rule": "M26"})
    laid = play(state, "advertise oiran")
    assert names(laid.places[0].advertisers[-1:]) == "oiran"
    assert laid.places[0].reputation() == (11, 11, 11)


def test_M35_a_further_guest_is_asked_for_even_if_none_fits() -> None:
    """Whoever holds cards could always have one: not to ask would tell that there is none."""
    courtesan = play(table(side("maple_leaf", "red-courtesan red-samurai")), "guest red-courtesan")
    assert (asked(courtesan), moves(courtesan)) == ((0, "use_guest"), ["decline"])
    sea = play(table(side("summer_sea", "blue-actor red-samurai")), "guest blue-actor")
    assert (asked(sea), moves(sea)) == ((0, "following"), ["decline"])
