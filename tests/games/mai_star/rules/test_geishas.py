"""Every geisha: her ability, and where it ends. (M2, M16, M20, M21, M24, M25, M33, M36, M37)"""

import pytest

from hanamachi.games.mai_star.moves import (
    Acting,
    Burying,
    Dealing,
    Discarding,
    Drawing,
    Ending,
    Options,
    Scoring,
    Shine,
    Using,
    UsingAgain,
)
from hanamachi.games.mai_star.rules import State, start
from hanamachi.games.mai_star.table import Turn
from tests.games.mai_star.staging import (
    OPTIONS,
    advertisers,
    asked,
    by_nature,
    card,
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

# ------------------------------------------------------------------ Morning Star


def test_M2_morning_star_raises_one_skill() -> None:
    state = table(side("morning_star", "red-emissary blue-actor green-citizen"))
    assert moves(state)[-3:] == ["shine performance", "shine service", "shine intelligence"]
    assert moves(state, "guest") == ["green-citizen"]
    shone = play(state, "shine performance")
    assert shone.todo == state.todo
    assert moves(shone, "guest") == ["red-emissary", "green-citizen"]
    assert moves(shone, "shine") == []
    assert [place.reputation for place in shone.view(1).places] == [(6, 3, 3), (5, 5, 5), (5, 5, 5)]
    assert refusal(shone, "shine service") == ("shone", {"rule": "M2"})


def test_M2_until_the_end_of_the_turn_and_once_per_round() -> None:
    state = table(side("morning_star", "red-emissary red-merchant green-citizen"))
    over = play(state, "shine performance", "guest red-emissary")
    assert over.turn == Turn()
    assert over.view(0).places[0].reputation == (3, 3, 3)
    back = by_nature(play(by_nature(play(over, "search")), "search"))
    assert asked(back) == (0, "acting")
    assert moves(back, "shine") == []
    assert moves(back, "guest") == ["green-citizen"]
    assert refusal(back, "shine service") == ("shone", {"rule": "M2"})


def test_M2_only_morning_star_shines() -> None:
    state = table(side("hazy", "red-emissary"))
    assert refusal(state, "shine performance") == ("not_morning_star", {"rule": "M2"})
    assert refusal(state, Shine(3)) == ("not_now", {"rule": "M7"})


def test_M2_morning_star_shines_again_in_the_next_round() -> None:
    state = play(
        table(side("morning_star", "red-actor", "red-thief")), "shine performance", "guest red-actor"
    )
    assert state.todo == (Scoring(-1),)
    assert not play(state, "score").shone


def test_M36_morning_star_before_a_further_guest() -> None:
    state = table(side("morning_star", "red-courtesan red-emissary green-citizen"))
    used = play(state, "guest red-courtesan")
    assert moves(used) == ["shine performance", "shine service", "shine intelligence", "decline"]
    shone = play(used, "shine performance")
    assert moves(shone) == ["guest red-emissary", "decline"]
    assert guests(play(shone, "guest red-emissary")) == "red-courtesan red-emissary"
    assert refusal(used, Shine(7)) == ("not_now", {"rule": "M7"})
    assert refusal(shone, "shine service") == ("shone", {"rule": "M2"})


def test_M36_not_at_other_questions() -> None:
    state = table(side("morning_star", "red-okaasan red-emissary green-citizen"))
    used = play(state, "guest red-okaasan")
    assert moves(used, "shine") == []
    assert refusal(used, "shine service") == ("not_now", {"rule": "M7"})


def test_M20_the_raise_does_not_carry_over() -> None:
    ads = "green-okaasan"
    state = table(side("morning_star", "green-doctor red-emissary green-citizen", advertisers=ads))
    again = play(state, "shine intelligence", "guest green-doctor", "use")
    assert again.todo == (Acting(0), Ending(0))
    assert again.turn == Turn()
    assert moves(again, "shine") == []
    assert again.view(2).places[0].reputation == (3, 3, 5)


# ------------------------------------------------------------------ Maple Leaf


def maple(hand: str, ads: str = "red-actor red-okaasan red-okaasan") -> State:
    """Red 10."""
    victim = side("summer_sea", "red-ronin blue-ronin", "blue-actor blue-thief", "green-thief blue-doctor")
    return table(side("maple_leaf", hand, "", ads), victim)


def test_M2_maple_leaf_uses_a_red_effect_twice() -> None:
    state = play(maple("red-yakuza green-citizen"), "guest red-yakuza", "target 2")
    assert asked(state) == (0, "use_target_again")
    assert moves(state) == ["target 1", "target 2", "decline"]
    twice = play(state, "target 2")
    assert advertisers(twice, 1) == ""
    assert twice.todo == (Acting(1), Ending(1))
    once = play(state, "decline")
    assert (advertisers(once, 1), once.todo) == ("green-thief", (Acting(1), Ending(1)))


def test_M2_red_alone_is_doubled() -> None:
    state = play(maple("green-citizen blue-doctor"), "guest green-citizen", "target 1")
    assert by_nature(state).todo == (Acting(1), Ending(1))


def test_M36_an_effect_declined_is_not_used_again() -> None:
    state = play(maple("red-yakuza green-citizen"), "guest red-yakuza", "decline")
    assert state.todo == (Acting(1), Ending(1))


def test_M36_no_second_time_without_a_target() -> None:
    poor = table(
        side("maple_leaf", "red-yakuza blue-ronin"), side("summer_sea", "blue-thief", "", "green-thief")
    )
    assert play(poor, "guest red-yakuza", "target 2").todo == (Acting(1), Ending(1))


def test_M16_draws_come_before_the_second_question() -> None:
    """A Citizen for two different players."""
    state = play(maple("red-citizen green-citizen"), "guest red-citizen", "target 2")
    assert state.todo[:2] == (Drawing(-1, 1, 1), UsingAgain(0, card("red-citizen")))
    second = play(state, "draw 2 red-samurai", "target 3", "draw 3 blue-samurai")
    assert (hand(second, 1), hand(second, 2)) == (
        "red-ronin red-samurai blue-ronin",
        "blue-samurai green-emissary",
    )


def test_M2_once_per_turn() -> None:
    """The guest of a Courtesan is doubled, so the Courtesan is not."""
    state = maple("red-courtesan red-yakuza red-thief red-merchant green-citizen")
    chained = play(state, "guest red-courtesan", "guest red-yakuza", "target 2")
    assert asked(chained) == (0, "use_target_again")
    assert play(chained, "target 2").todo == (Acting(1), Ending(1))
    assert play(chained, "target 2").turn == Turn()
    spared = play(chained, "decline")
    assert asked(spared) == (0, "use_guest_again")
    assert moves(spared) == ["guest red-thief", "guest red-merchant", "decline"]
    doubled = play(spared, "guest red-thief")
    assert doubled.turn.doubled
    after = play(doubled, "target 2")
    assert guests(after) == "red-courtesan red-yakuza red-thief"
    assert after.todo == (Acting(1), Ending(1))


def test_M2_two_okaasan_actions() -> None:
    state = maple("red-okaasan red-yakuza green-thief blue-ronin", ads="red-actor")
    first = play(state, "guest red-okaasan", "advertise red-yakuza", "draw 1 blue-emissary")
    assert asked(first) == (0, "use_advertise_again")
    second = play(first, "advertise green-thief", "draw 1 red-samurai")
    assert advertisers(second) == "red-actor red-yakuza green-thief"
    assert hand(second) == "red-samurai blue-ronin blue-emissary"


def test_M20_maple_leaf_with_a_red_doctor_has_two_turns() -> None:
    state = maple("red-doctor green-citizen green-yakuza blue-citizen red-merchant")
    first = play(state, "guest red-doctor", "use")
    assert asked(first) == (0, "use_again")
    assert refusal(first, "target 1") == ("not_now", {"rule": "M36"})
    twice = play(first, "use")
    assert twice.todo == (Acting(0), Ending(0, 1))
    one = by_nature(play(twice, "search"))
    assert one.todo == (Acting(0), Ending(0))
    assert by_nature(play(one, "search")).todo == (Acting(1), Ending(1))
    assert play(first, "decline").todo == (Acting(0), Ending(0))


def test_M20_abilities_are_fresh_in_the_further_turn() -> None:
    state = maple("red-doctor red-yakuza green-citizen")
    again = play(state, "guest red-doctor", "use", "use", "guest red-yakuza", "target 2")
    assert asked(again) == (0, "use_target_again")


def test_M2_red_daimyo_has_nothing_left_the_second_time() -> None:
    state = play(maple("red-daimyo green-citizen"), "guest red-daimyo", "use")
    assert guests(state) == "red-daimyo red-actor red-okaasan red-okaasan"
    assert state.todo == (Acting(1), Ending(1))


def test_M36_maple_leafs_samurai_thief_emissary_and_sumo_wrestler_twice() -> None:
    thief = play(maple("red-thief green-citizen"), "guest red-thief", "target 2", "target 2")
    assert guests(thief, 1) == ""
    samurai = play(maple("red-samurai green-citizen"), "guest red-samurai", "target 2", "target 2")
    assert guests(samurai) == "red-samurai blue-thief blue-actor"
    emissary = play(maple("red-emissary green-citizen"), "guest red-emissary", "target 2", "target 2")
    assert advertisers(emissary) == "red-actor red-okaasan red-okaasan blue-doctor green-thief"
    sumo = play(maple("red-sumo-wrestler green-citizen"), "guest red-sumo-wrestler", "target 2")
    once = play(by_nature(sumo), "pick red-ronin", "target 2")
    assert moves(by_nature(once)) == ["pick blue-ronin"]
    merchant = play(maple("red-merchant green-citizen"), "guest red-merchant", "target 1")
    assert len(by_nature(play(by_nature(merchant), "target 1")).places[0].hand) == 5


# ------------------------------------------------------------------ Summer Sea


def sea(hand: str, ads: str = "", deck: str | None = None) -> State:
    victim = side("maple_leaf", "red-ronin", "red-thief", "green-thief")
    return table(side("summer_sea", hand, "", ads), victim, deck=deck)


def test_M2_summer_sea_follows_a_blue_guest_twice() -> None:
    state = sea("blue-ronin blue-ronin blue-actor blue-okaasan red-citizen")
    first = play(state, "guest blue-ronin")
    assert asked(first) == (0, "following")
    assert moves(first) == ["guest blue-okaasan", "guest blue-ronin", "guest blue-actor", "decline"]
    second = play(first, "guest blue-actor")
    assert asked(second) == (0, "following")
    third = play(second, "guest blue-ronin")
    assert guests(third) == "blue-ronin blue-actor blue-ronin"
    assert third.todo == (Acting(1), Ending(1))
    assert play(second, "decline").todo == (Acting(1), Ending(1))
    assert play(first, "decline").todo == (Acting(1), Ending(1))


def test_M2_after_the_effect() -> None:
    state = play(sea("blue-yakuza blue-actor red-citizen"), "guest blue-yakuza")
    assert asked(state) == (0, "use_target")
    assert asked(play(state, "target 2")) == (0, "following")
    assert asked(play(state, "decline")) == (0, "following")


def test_M2_the_followers_effect_happens() -> None:
    state = play(
        sea("blue-ronin blue-yakuza red-citizen"), "guest blue-ronin", "guest blue-yakuza", "target 2"
    )
    assert advertisers(state, 1) == ""
    assert asked(state) == (0, "following")


def test_M2_blue_alone_follows_blue_alone() -> None:
    state = sea("red-ronin blue-actor blue-citizen blue-emissary")
    assert play(state, "guest red-ronin").todo == (Acting(1), Ending(1))
    first = play(state, "guest blue-actor")
    facts = {"rule": "M2", "card": "@card.red_ronin", "colour": "@colour.blue"}
    assert refusal(first, "guest red-ronin") == ("wrong_colour", facts)
    assert refusal(first, "guest blue-emissary")[0] == "requirement"
    assert refusal(first, "guest blue-actor")[0] == "not_in_hand"
    assert refusal(first, "search") == ("not_now", {"rule": "M2"})


def test_M2_summer_sea_without_a_hand_is_not_asked() -> None:
    assert play(sea("blue-actor"), "guest blue-actor").todo == (Scoring(-1),)


def test_M2_other_geishas_do_not_follow() -> None:
    state = table(side("hazy", "blue-ronin blue-actor"))
    assert play(state, "guest blue-ronin").todo == (Acting(1), Ending(1))


def test_M21_summer_sea_after_a_courtesan() -> None:
    """The Courtesan brings one, and two more may follow: she is asked once at a time."""
    state = sea("blue-courtesan blue-ronin blue-ronin blue-actor blue-actor red-citizen")
    chain = play(state, "guest blue-courtesan", "guest blue-ronin")
    assert (asked(chain), len(chain.todo)) == ((0, "following"), 2)
    full = play(chain, "guest blue-ronin", "guest blue-actor")
    assert guests(full) == "blue-courtesan blue-ronin blue-ronin blue-actor"
    assert full.todo == (Acting(1), Ending(1))
    assert play(chain, "decline").todo == (Acting(1), Ending(1))


def test_M21_a_courtesan_who_followed() -> None:
    state = sea("blue-ronin blue-courtesan blue-actor blue-actor blue-citizen red-citizen")
    used = play(state, "guest blue-ronin", "guest blue-courtesan")
    assert asked(used) == (0, "use_guest")
    more = play(used, "guest blue-actor")
    assert asked(more) == (0, "following")
    assert more.turn.followed == 1
    assert asked(play(more, "guest blue-actor")) == (1, "acting")


def test_M20_followers_are_fresh_in_the_further_turn() -> None:
    ads = "blue-okaasan"
    state = sea("blue-doctor blue-ronin blue-ronin blue-actor red-citizen", ads)
    used = play(state, "guest blue-doctor", "use", "guest blue-ronin", "guest blue-ronin")
    assert used.todo == (Acting(0), Ending(0))
    fresh = play(used, "guest blue-actor")
    assert asked(fresh) == (0, "following")
    assert guests(fresh) == "blue-doctor blue-ronin blue-ronin blue-actor"


# ------------------------------------------------------------------ Spring Breeze


def breeze(hand: str, deck: str | None = None, bottom: str = "") -> State:
    return table(side("spring_breeze", hand), side("hazy", "red-ronin"), deck=deck, bottom=bottom)


def test_M2_spring_breeze_draws_three_and_buries_two() -> None:
    state = play(breeze("green-thief red-citizen"), "advertise green-thief")
    assert state.todo[:3] == (Drawing(-1, 0, 3), Burying(0), Burying(0))
    drawn = play(state, "draw 1 blue-actor", "draw 1 blue-thief", "draw 1 shogun")
    assert asked(drawn) == (0, "burying")
    assert moves(drawn) == ["bury red-citizen", "bury blue-thief", "bury blue-actor", "bury shogun"]
    buried = play(drawn, "bury shogun", "bury blue-thief")
    assert (hand(buried), names(buried.bottom)) == ("red-citizen blue-actor", "shogun blue-thief")
    assert buried.todo == (Acting(1), Ending(1))
    assert buried.deck == state.deck - 1
    assert refusal(drawn, "bury oiran") == ("not_in_hand", {"rule": "M24", "card": "@card.oiran"})
    assert refusal(drawn, "decline") == ("not_now", {"rule": "M2"})


def test_M2_only_after_advertising() -> None:
    assert play(breeze("green-thief red-citizen"), "search").todo[0] == Drawing(-1, 0, 1)
    introduced = play(breeze("green-thief red-citizen"), "introduce green-thief", "decline")
    assert introduced.todo[:2] == (Drawing(-1, 0, 1), Ending(0))


def test_M28_put_back_before_the_end_of_the_turn() -> None:
    """Three cards left: all are drawn, two come back, and the round goes on."""
    state = breeze("green-thief red-citizen", deck="blue-actor blue-thief shogun")
    buried = play(by_nature(play(state, "advertise green-thief")), "bury shogun", "bury blue-thief")
    assert buried.deck == 2
    assert buried.todo == (Acting(1), Ending(1))


def test_M24_two_cards_left() -> None:
    state = breeze("green-thief red-citizen", deck="blue-actor shogun")
    drawn = by_nature(play(state, "advertise green-thief"))
    assert drawn.todo[:2] == (Discarding(0), Ending(0))
    assert moves(drawn) == ["discard red-citizen", "discard blue-actor", "discard shogun"]
    after = play(drawn, "discard red-citizen")
    assert (hand(after), discards(after, state)) == ("blue-actor shogun", "red-citizen")
    assert (after.deck, after.todo) == (0, (Scoring(-1),))
    assert refusal(drawn, "discard oiran") == ("not_in_hand", {"rule": "M24", "card": "@card.oiran"})
    assert refusal(drawn, "bury shogun") == ("not_now", {"rule": "M24"})


def test_M24_one_card_left() -> None:
    state = breeze("green-thief red-citizen", deck="blue-actor")
    after = play(state, "advertise green-thief", "draw 1 blue-actor")
    assert (hand(after), discards(after, state)) == ("red-citizen blue-actor", "")
    assert after.todo == (Scoring(-1),)


def test_M24_none_left() -> None:
    state = breeze("green-thief red-citizen", deck="")
    after = play(state, "advertise green-thief")
    assert (hand(after), after.todo) == ("red-citizen", (Scoring(-1),))


def test_M24_buried_cards_are_cards_of_the_deck() -> None:
    """One in the pool and two at the bottom are three: those two come up and two go back."""
    state = breeze("green-thief red-citizen", deck="blue-actor", bottom="shogun blue-thief")
    drawing = play(state, "advertise green-thief", "draw 1 blue-actor")
    assert moves(drawing) == ["draw 1 shogun"]
    assert refusal(drawing, "draw 1 blue-thief") == ("not_now", {"rule": "M14"})
    drawn = play(drawing, "draw 1 shogun", "draw 1 blue-thief")
    after = play(drawn, "bury blue-thief", "bury red-citizen")
    assert (names(after.bottom), hand(after)) == ("blue-thief red-citizen", "blue-actor shogun")


def test_M24_buried_again_goes_below() -> None:
    state = breeze("green-thief red-citizen", bottom="shogun")
    drawn = play(
        state, "advertise green-thief", "draw 1 blue-actor", "draw 1 blue-thief", "draw 1 red-doctor"
    )
    assert names(play(drawn, "bury blue-thief", "bury red-doctor").bottom) == "shogun blue-thief red-doctor"


def test_M24_okaasan_too() -> None:
    state = breeze("green-okaasan green-thief red-citizen")
    used = play(state, "guest green-okaasan", "advertise green-thief")
    assert used.todo[:3] == (Drawing(-1, 0, 3), Burying(0), Burying(0))


# ------------------------------------------------------------------ Sound of Bell


def bell(hand: str, deck: str | None = None) -> State:
    return table(side("sound_of_bell", hand), side("hazy", "red-ronin"), deck=deck)


def test_M25_the_extra_advertise_before() -> None:
    state = play(bell("red-okaasan red-thief green-citizen"), "advertise red-okaasan", "draw 1 blue-ronin")
    assert asked(state) == (0, "continuing")
    assert moves(state) == [
        *("guest red-thief", "guest blue-ronin", "guest green-citizen"),
        *("advertise red-thief", "advertise blue-ronin", "advertise green-citizen"),
        *("introduce red-thief", "introduce blue-ronin", "introduce green-citizen"),
        *("exchange 1", "search", "decline"),
    ]
    after = play(state, "guest red-thief", "decline")
    assert (guests(after), after.todo) == ("red-thief", (Acting(1), Ending(1)))
    twice = by_nature(play(state, "advertise red-thief"))
    assert twice.todo == (Acting(1), Ending(1))
    assert play(state, "decline").todo == (Acting(1), Ending(1))


@pytest.mark.parametrize("line", ["introduce red-thief", "search"])
def test_M25_the_extra_advertise_after(line: str) -> None:
    state = play(bell("red-citizen red-thief green-citizen"), line)
    state = by_nature(play(state, "decline") if line != "search" else state)
    assert asked(state) == (0, "ringing")
    assert moves(state)[-1] == "decline"
    assert {line.partition(" ")[0] for line in moves(state)} == {"advertise", "decline"}
    after = by_nature(play(state, "advertise green-citizen"))
    assert after.todo == (Acting(1), Ending(1))
    assert advertisers(after) == "green-citizen"
    assert play(state, "decline").todo == (Acting(1), Ending(1))
    assert refusal(state, "search") == ("not_now", {"rule": "M25"})


def test_M25_after_a_guest_and_its_effect() -> None:
    state = play(bell("red-citizen red-thief green-citizen"), "guest red-citizen")
    assert asked(state) == (0, "use_target")
    assert asked(by_nature(play(state, "target 1"))) == (0, "ringing")


def test_M25_after_an_exchange() -> None:
    state = table(side("sound_of_bell", "red-citizen red-thief", advertisers="blue-thief"))
    assert asked(play(state, "exchange 1", "replace red-thief")) == (0, "ringing")


def test_M25_without_a_hand_it_is_over() -> None:
    assert play(bell("red-citizen"), "guest red-citizen", "decline").todo == (Scoring(-1),)


def test_M37_no_possible_action_ends_the_turn() -> None:
    """The bell's last card is laid, and the deck is empty."""
    state = bell("red-citizen", deck="")
    assert play(state, "advertise red-citizen").todo == (Scoring(-1),)
    waiting = table(
        side("hazy", "red-citizen"), side("hazy"), deck="", todo=(Using(0, 0), Acting(1), Ending(1))
    )
    assert play(waiting, "decline").todo == (Scoring(-1),)


# ------------------------------------------------------------------ Hazy


def test_M2_hazy_starts_with_two_more() -> None:
    state = play(start(3, OPTIONS), "first 1", "choose hazy", "choose maple-leaf", "choose morning-star")
    assert state.todo[:3] == (Dealing(-1, 0, 7), Dealing(-1, 1, 5), Dealing(-1, 2, 5))


def test_M33_hazy_takes_her_cards_when_chosen() -> None:
    state = by_nature(play(start(3, Options(management=True)), "first 1"))
    assert [len(place.hand) for place in state.places] == [5, 5, 5]
    chosen = play(state, "choose maple-leaf", "choose hazy")
    assert chosen.todo[0] == Drawing(-1, 2, 2)
    assert asked(by_nature(chosen)) == (1, "choosing")
    assert play(state, "choose maple-leaf").actor == 2
