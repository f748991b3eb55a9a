"""What a view says that the open question could bring. (M2, M4, M7, M9, M12 to M14, M19, M24, M26)"""

from random import Random

import pytest

from hanamachi.core.game import NATURE, Seat
from hanamachi.games.mai_star.choices import Bar
from hanamachi.games.mai_star.moves import Guest, Options
from hanamachi.games.mai_star.prospects import Cancel, Effect, Prospect, Stake
from hanamachi.games.mai_star.rules import State, start
from tests.games.mai_star.staging import asked, by_nature, card, names, play, side, table

HAND = "red-thief red-merchant blue-citizen shogun oiran"


def brings(state: State, name: str, seat: Seat = 0) -> Prospect:
    (found,) = [each for each in state.view(seat).prospects if each.card == card(name)]
    return found


def test_M7_a_guest_is_barred_by_its_requirement_or_brings_its_income() -> None:
    state = table(side("summer_sea", HAND, "red-actor"))  # 3, 5, 1; income 5
    assert brings(state, "red-thief").barred == Bar("requirement", 4, 3)
    assert brings(state, "blue-citizen").barred is None
    assert brings(state, "blue-citizen").income == 5 + 2


def test_M4_black_guests_look_at_one_skill_or_at_every() -> None:
    sea = side("summer_sea", HAND)
    assert brings(table(sea, options=Options(black_requirement="any")), "shogun").barred == Bar("any", 10, 5)
    assert brings(table(sea, options=Options(black_requirement="all")), "shogun").barred == Bar(
        "every", 10, 1
    )


def test_M26_oiran_is_barred_for_good() -> None:
    assert brings(table(side("hazy", HAND)), "oiran").barred == Bar("oiran", 0, 0)


def test_M2_summer_sea_goes_on_with_blue() -> None:
    state = play(table(side("summer_sea", f"{HAND} blue-actor")), "guest blue-actor")
    assert brings(state, "red-thief").barred == Bar("colour")
    assert brings(state, "blue-citizen").barred is None


def test_M3_a_courtesan_brings_her_colour() -> None:
    state = play(table(side("hazy", f"{HAND} red-courtesan")), "guest red-courtesan")
    assert brings(state, "blue-citizen").barred == Bar("colour")
    assert brings(state, "red-thief").barred is None


def test_M12_an_advertiser_adds_to_a_raised_reputation() -> None:
    state = play(table(side("morning_star", HAND)), "shine performance")
    assert brings(state, "red-thief").reputation == (7, 3, 3)
    assert brings(state, "shogun").reputation == (7, 4, 4)


@pytest.mark.parametrize(
    ("geisha", "deck", "drawn"),
    [
        ("hazy", "red-doctor", (1, 0)),
        ("hazy", "", (0, 0)),
        ("spring_breeze", "red-doctor red-doctor blue-doctor", (3, 2)),
        ("spring_breeze", "red-doctor red-doctor", (2, 1)),
        ("spring_breeze", "", (0, 0)),
    ],
)
def test_M24_what_advertising_draws_and_gives_back(geisha: str, deck: str, drawn: tuple[int, int]) -> None:
    brought = brings(table(side(geisha, HAND), deck=deck), "red-thief")
    assert (brought.draws, brought.back) == drawn


def test_M13_the_newest_card_of_a_row_is_at_stake() -> None:
    target = side("maple_leaf", "blue-thief", "red-actor red-ronin", "blue-actor green-ronin")
    hand = "red-thief blue-yakuza green-emissary"
    aimed = {
        name: play(table(side("hazy", hand, "shogun"), target), f"guest {name}") for name in hand.split()[:2]
    }
    assert aimed["red-thief"].view(None).stakes == (
        Stake("guests", card("red-thief")),
        Stake("guests", card("red-ronin")),
        None,
    )
    assert aimed["blue-yakuza"].view(2).stakes == (None, Stake("advertisers", card("green-ronin")), None)
    reacting = play(aimed["red-thief"], "target 2")
    assert reacting.view(1).stakes[1] == Stake("guests", card("red-ronin"))


@pytest.mark.parametrize(
    ("effect", "deck", "told"),
    [
        ("red-citizen", "red-doctor red-doctor", Stake("hand", draws=1)),
        ("red-merchant", "red-doctor red-doctor", Stake("hand", draws=2)),
        ("red-merchant", "red-doctor", Stake("hand", draws=1)),
        ("red-sumo-wrestler", "", Stake("hand")),
    ],
)
def test_M14_a_hand_is_filled_as_far_as_the_deck_goes_or_looked_at(
    effect: str, deck: str, told: Stake
) -> None:
    target = side("maple_leaf", "blue-thief", "red-actor", "blue-actor")
    state = play(table(side("hazy", f"{effect} red-actor"), target, deck=deck), f"guest {effect}")
    assert state.view(2).stakes[1] == told


def test_M19_an_empty_hand_is_not_looked_at() -> None:
    state = play(table(side("hazy", "red-sumo-wrestler"), side("maple_leaf")), "guest red-sumo-wrestler")
    assert [each is None for each in state.view(None).stakes] == [True, True, False]


@pytest.mark.parametrize(("hand", "deck", "most"), [(3, 2, 2), (3, 1, 1), (3, 0, 0), (1, 9, 1)])
def test_M9_how_many_cards_may_be_introduced_at_once(hand: int, deck: int, most: int) -> None:
    cards = ["red-doctor", "blue-doctor", "green-doctor"][:hand]
    state = table(side("hazy", " ".join(cards)), deck=" ".join(["red-samurai"] * min(deck, 2)))
    assert state.view(None).introduces == most
    followed = by_nature(play(state, "introduce red-doctor")) if most else state
    assert (asked(followed)[1] == "introducing") == (most == 2)


def test_M9_an_effect_introduces_nobody() -> None:
    state = table(side("hazy", "red-thief red-actor"), side("maple_leaf", "", "blue-actor"))
    assert play(state, "guest red-thief").view(None).introduces == 0


def test_M12_a_reputation_is_told_by_its_parts() -> None:
    state = play(table(side("morning_star", HAND, "", "red-actor blue-okaasan")), "shine performance")
    place = state.view(None).places[0]
    assert (place.reputation, place.added, place.shining) == ((7, 6, 4), (4, 3, 1), 0)
    assert state.view(None).places[1].shining is None


def test_prospects_are_for_the_asked_and_agree_with_what_may_be_answered() -> None:
    rng, questions = Random(5), 0
    state = by_nature(start(4, Options()))
    while state.outcome() is None:
        seen = [state.view(seat).prospects for seat in (*range(4), None)]
        if state.actor is not None and state.actor != NATURE and any(seen):
            questions += 1
            told = seen[state.actor]
            assert [each for each in seen if each] == [told]
            assert names([each.card for each in told]) == names(
                list(dict.fromkeys(state.places[state.actor].hand))
            )
            guests = [move.card for move in state.moves() if isinstance(move, Guest)]
            assert set(guests) <= {each.card for each in told if each.barred is None}
        state = state.play(state.draw(rng) if state.actor == NATURE else rng.choice(state.moves()))
    assert questions > 50


def test_M15_the_view_says_whose_effect_is_open_and_what_would_cancel_it() -> None:
    attacked = side("hazy", "red-citizen", "red-ronin blue-ronin green-actor")
    state = play(table(side("summer_sea", "blue-thief red-citizen"), attacked), "guest blue-thief")
    view = state.view(None)
    assert (view.effect, view.cancels) == (Effect(card("blue-thief"), 0, None, again=False), ())
    asked_now = play(state, "target 2").view(None)
    assert asked_now.effect == Effect(card("blue-thief"), 0, 1, again=False)
    assert asked_now.cancels == (Cancel(0, 2, saves=True), Cancel(1, 2, saves=True))


def test_M15_the_newest_ronin_saves_only_himself_from_a_thief() -> None:
    attacked = side("hazy", "red-citizen", "green-actor red-ronin")
    state = play(
        table(side("summer_sea", "blue-thief red-citizen"), attacked), "guest blue-thief", "target 2"
    )
    assert state.view(None).cancels == (Cancel(1, 2, saves=False),)


def test_M36_a_red_guest_of_maple_leaf_acts_again() -> None:
    state = table(side("maple_leaf", "red-citizen red-thief"), side("hazy", "red-actor", "red-ronin"))
    first = play(state, "guest red-citizen", "target 2").view(None).effect
    assert first == Effect(card("red-citizen"), 0, 1, again=True)
    second = play(state, "guest red-citizen", "target 2", "ronin 1").view(None)
    assert second.effect == Effect(card("red-citizen"), 0, None, again=False)


def test_the_view_says_whose_turn_it_is() -> None:
    assert table(side("hazy", HAND)).view(None).player == 0
    fresh = start(3, Options(chooser="first"))
    assert fresh.view(None).player is None or fresh.view(None).player == fresh.actor
    assert fresh.view(None).rounds == 3
