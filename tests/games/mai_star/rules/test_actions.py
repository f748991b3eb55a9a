"""The five actions. (M7 to M11, M14)"""

from hanamachi.games.mai_star.moves import Acting, Drawing, Ending
from tests.games.mai_star.staging import (
    advertisers,
    asked,
    by_nature,
    discards,
    guests,
    hand,
    moves,
    play,
    refusal,
    side,
    table,
)

FULL = "red-actor blue-thief green-citizen"


def test_a_turn_is_one_action() -> None:
    state = table(side("hazy", FULL, advertisers="red-thief blue-ronin"))
    kinds = "red-actor blue-thief green-citizen"
    assert moves(state) == [
        *(f"{verb} {name}" for verb in ("guest", "advertise", "introduce") for name in kinds.split()),
        *("exchange 1", "exchange 2", "search"),
    ]
    after = play(state, "guest red-actor")
    assert after.todo == (Acting(1), Ending(1))


def test_M7_the_example_of_spring_breeze() -> None:
    """She may welcome a green Sumo Wrestler (5) at once, but no red 5 and no blue 5."""
    state = table(side("spring_breeze", "green-sumo-wrestler red-sumo-wrestler blue-actor red-citizen"))
    assert moves(state, "guest") == ["red-citizen", "green-sumo-wrestler"]
    facts = {"rule": "M7", "card": "@card.red_sumo_wrestler", "need": 5, "have": 1}
    assert refusal(state, "guest red-sumo-wrestler") == (
        "requirement",
        {**facts, "skill": "@skill.performance"},
    )
    assert refusal(state, "guest blue-actor")[1]["skill"] == "@skill.service"


def test_M7_the_newest_guest() -> None:
    state = table(side("hazy", "red-actor red-actor blue-thief", guests="blue-ronin"))
    after = play(state, "guest red-actor")
    assert (guests(after), hand(after)) == ("blue-ronin red-actor", "red-actor blue-thief")
    assert refusal(state, "guest green-actor") == (
        "not_in_hand",
        {"rule": "M7", "card": "@card.green_actor"},
    )


def test_M7_the_effect_may_be_declined() -> None:
    state = table(side("hazy", "red-thief red-actor"), side("summer_sea", "red-ronin", "blue-actor"))
    used = play(state, "guest red-thief")
    assert asked(used) == (0, "use_target")
    declined = play(used, "decline")
    assert (guests(declined), guests(declined, 1)) == ("red-thief", "blue-actor")
    assert asked(declined) == (1, "acting")


def test_M8_advertise_then_draw() -> None:
    maple = table(side("maple_leaf", "green-daimyo red-thief", advertisers="blue-thief"))
    assert moves(maple, "advertise") == ["red-thief", "green-daimyo"]
    assert moves(maple, "guest") == ["red-thief"]
    laid = play(maple, "advertise green-daimyo")
    assert advertisers(laid) == "blue-thief green-daimyo"
    assert laid.todo[0] == Drawing(-1, 0, 1)
    assert guests(laid) == ""
    drawn = play(laid, "draw 1 red-ronin")
    assert (hand(drawn), asked(drawn)) == ("red-ronin red-thief", (1, "acting"))
    assert drawn.deck == maple.deck - 1
    assert refusal(maple, "advertise oiran") == ("not_in_hand", {"rule": "M8", "card": "@card.oiran"})


def test_M8_nothing_to_draw_from_an_empty_deck() -> None:
    state = table(side("hazy", "red-thief red-ronin"), deck="")
    after = play(state, "advertise red-thief")
    assert hand(after) == "red-ronin"


def test_M9_introduce_one() -> None:
    state = table(side("hazy", FULL))
    one = play(state, "introduce blue-thief")
    assert asked(one) == (0, "introducing")
    assert moves(one) == ["introduce red-actor", "introduce green-citizen", "decline"]
    drawn = by_nature(play(one, "decline"))
    assert len(drawn.places[0].hand) == 3
    assert discards(drawn, state) == "blue-thief"
    assert asked(drawn) == (1, "acting")


def test_M9_introduce_two() -> None:
    state = table(side("hazy", FULL))
    two = play(state, "introduce green-citizen", "introduce red-actor")
    assert two.todo[0] == Drawing(-1, 0, 2)
    assert discards(two, state) == "red-actor green-citizen"
    drawn = play(two, "draw 1 red-ronin", "draw 1 red-citizen")
    assert hand(drawn) == "red-citizen red-ronin blue-thief"
    assert asked(drawn) == (1, "acting")
    assert refusal(play(state, "introduce red-actor"), "introduce red-actor") == (
        "not_in_hand",
        {"rule": "M9", "card": "@card.red_actor"},
    )


def test_M9_only_one_with_one_card_in_the_deck() -> None:
    state = table(side("hazy", FULL), deck="red-doctor")
    one = play(state, "introduce blue-thief")
    assert one.todo[0] == Drawing(-1, 0, 1)
    assert play(table(side("hazy", FULL), deck="red-doctor red-ronin"), "introduce blue-thief").actor == 0


def test_M9_only_one_with_one_card_in_hand() -> None:
    one = play(table(side("hazy", "red-actor")), "introduce red-actor")
    assert one.todo[0] == Drawing(-1, 0, 1)


def test_M9_not_with_an_empty_deck() -> None:
    state = table(side("hazy", FULL), deck="")
    assert moves(state, "introduce") == []
    assert refusal(state, "introduce blue-thief") == ("empty_deck", {"rule": "M9"})
    assert refusal(table(side("hazy", FULL)), "introduce red-thief") == (
        "not_in_hand",
        {"rule": "M9", "card": "@card.red_thief"},
    )


def test_M10_exchange_keeps_the_place() -> None:
    state = table(side("hazy", FULL, advertisers="red-thief blue-ronin green-daimyo"))
    chosen = play(state, "exchange 2")
    assert asked(chosen) == (0, "replace")
    assert moves(chosen) == ["replace red-actor", "replace blue-thief", "replace green-citizen"]
    after = play(chosen, "replace red-actor")
    assert advertisers(after) == "red-thief red-actor green-daimyo"
    assert hand(after) == "blue-ronin blue-thief green-citizen"
    assert asked(after) == (1, "acting")
    assert after.deck == state.deck
    assert refusal(chosen, "replace blue-ronin") == (
        "not_in_hand",
        {"rule": "M10", "card": "@card.blue_ronin"},
    )


def test_M10_refusals() -> None:
    state = table(side("hazy", FULL, advertisers="red-thief"))
    assert refusal(state, "exchange 2") == ("no_advertiser", {"rule": "M10", "n": 2})
    empty = table(side("hazy", "", advertisers="red-thief"))
    assert moves(empty) == ["search"]
    assert refusal(empty, "exchange 1") == ("empty_hand", {"rule": "M10"})


def test_M11_search() -> None:
    state = table(side("hazy", FULL))
    drawn = play(state, "search", "draw 1 red-ronin")
    assert hand(drawn) == "red-ronin red-actor blue-thief green-citizen"
    assert asked(drawn) == (1, "acting")
    empty = table(side("hazy", FULL), deck="")
    assert "search" not in moves(empty)
    assert refusal(empty, "search") == ("empty_deck", {"rule": "M11"})


def test_M14_as_many_as_there_are() -> None:
    state = table(side("hazy", "red-merchant red-ronin"), deck="blue-doctor")
    aimed = play(state, "guest red-merchant", "target 2")
    assert aimed.todo[0] == Drawing(-1, 1, 1)
    drawn = play(aimed, "draw 2 blue-doctor")
    assert hand(drawn, 1) == "blue-doctor green-emissary"


def test_M14_the_discard_pile_is_open() -> None:
    state = play(table(side("hazy", FULL)), "introduce blue-thief")
    for seat in (0, 1, 2, None):
        assert state.view(seat).discards == state.discards


def test_draws_weigh_copies() -> None:
    state = play(table(side("hazy", FULL), deck="red-ronin red-ronin shogun"), "search")
    assert [(move.card, n) for move, n in state.odds()] == [(2, 2), (40, 1)]  # type: ignore[attr-defined]
    assert refusal(state, "draw 1 oiran") == ("not_now", {"rule": "M14"})
    assert refusal(state, "draw 2 shogun") == ("not_now", {"rule": "M14"})
    assert refusal(state, "deal 1 shogun") == ("not_now", {"rule": "M14"})
