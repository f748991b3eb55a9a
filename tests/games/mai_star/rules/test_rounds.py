"""Set-up, the end of a turn, of a round and of the game. (M5, M6, M20, M27 to M34, M38)"""

from typing import Any

import pytest
from msgspec.structs import replace

from hanamachi.core.game import NATURE, Outcome
from hanamachi.games.mai_star.festival import next_starter
from hanamachi.games.mai_star.moves import (
    Acting,
    AnyStep,
    Choose,
    Choosing,
    Dealing,
    Ending,
    First,
    Options,
    Scoring,
    Shuffling,
    Starting,
)
from hanamachi.games.mai_star.pieces import COPIES
from hanamachi.games.mai_star.rules import State, start
from hanamachi.games.mai_star.table import Place, Result, Turn
from tests.games.mai_star.staging import (
    OPTIONS,
    asked,
    by_nature,
    hand,
    moves,
    play,
    refusal,
    side,
    table,
)

GEISHAS = ("morning-star", "maple-leaf", "summer-sea", "spring-breeze", "sound-of-bell", "hazy")


def test_M5_choosing_goes_counter_clockwise() -> None:
    state = start(4, OPTIONS)
    assert state.odds() == [(First(seat), 1) for seat in range(4)]
    chosen = play(state, "first 2")
    choosing: list[AnyStep] = [Choosing(seat) for seat in (1, 0, 3, 2)]
    assert chosen.todo == (*choosing, Shuffling(NATURE), Acting(2), Ending(2))
    assert chosen.starter == 2
    assert moves(chosen) == [f"choose {name}" for name in GEISHAS]
    assert refusal(state, First(4)) == ("not_now", {"rule": "M5"})
    assert refusal(state, "score") == ("not_now", {"rule": "M5"})


def test_M5_the_player_in_seat_1_may_choose_first() -> None:
    """Nobody draws lots then, and all else is as if the lot had fallen on that player."""
    state = start(4, Options(chooser="first"))
    assert state.todo == play(start(4, OPTIONS), "first 1").todo
    assert (state.actor, state.starter) == (0, 1)
    managed = start(4, Options(management=True, chooser="first"))
    assert managed.todo == play(start(4, Options(management=True)), "first 1").todo
    assert managed.actor == NATURE  # the deal


def test_M5_a_geisha_is_taken_once() -> None:
    state = play(start(3, OPTIONS), "first 1", "choose summer-sea")
    assert "choose summer-sea" not in moves(state)
    assert refusal(state, "choose summer-sea") == (
        "geisha_taken",
        {"rule": "M5", "geisha": "@geisha.summer_sea"},
    )
    assert refusal(state, Choose(6)) == ("no_such_geisha", {"rule": "M5", "geisha": "6"})
    assert refusal(state, "search") == ("not_now", {"rule": "M5"})
    assert state.places[0] == Place(2)


@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_M6_five_cards_each_in_the_first_round(seats: int) -> None:
    state = play(start(seats, OPTIONS), "first 1", *(f"choose {name}" for name in GEISHAS[:seats]))
    more = [2 if place.geisha == 5 else 0 for place in state.places]
    assert state.todo[:seats] == tuple(Dealing(-1, seat, 5 + more[seat]) for seat in range(seats))
    assert state.moves() == [move for move, _ in state.odds()]
    assert [n for _, n in state.odds()] == list(COPIES)
    dealt = by_nature(state)
    assert [len(place.hand) for place in dealt.places] == [5 + n for n in more]
    assert asked(dealt) == (1, "acting")
    assert dealt.deck == 75 - 5 * seats - sum(more)
    assert refusal(state, "draw 1 shogun") == ("not_now", {"rule": "M6"})
    assert refusal(state, "deal 2 shogun") == ("not_now", {"rule": "M6"})


def test_M6_play_is_clockwise() -> None:
    state = table(side("hazy", "red-citizen red-thief"), side("maple_leaf", "blue-thief"))
    order = []
    for _ in range(4):
        order.append(state.actor)
        state = by_nature(play(state, "search"))
    assert order == [0, 1, 2, 0]


# ------------------------------------------------------------------ the end of a round


def test_M27_an_empty_hand_ends_the_round() -> None:
    state = table(side("hazy", "red-actor"))
    over = play(state, "guest red-actor")
    assert (over.todo, over.over_by()) == ((Scoring(NATURE),), "M27")


def test_M27_advertising_the_last_card_is_not_enough() -> None:
    state = by_nature(play(table(side("hazy", "red-actor")), "advertise red-actor"))
    assert state.todo == (Acting(1), Ending(1))


def test_M27_an_empty_hand_of_another_player() -> None:
    attacker = side("hazy", "red-sumo-wrestler blue-citizen")
    state = play(table(attacker, side("summer_sea", "red-thief")), "guest red-sumo-wrestler", "target 2")
    over = play(by_nature(state), "pick red-thief")
    assert (over.todo, over.over_by()) == ((Scoring(NATURE),), "M27")


def test_M28_an_empty_deck_ends_the_round() -> None:
    state = table(side("hazy", "red-actor blue-actor"), deck="red-thief")
    over = play(state, "search", "draw 1 red-thief")
    assert (over.todo, over.over_by()) == ((Scoring(NATURE),), "M28")
    assert play(table(side("hazy", "red-actor blue-actor"), deck="red-thief"), "guest red-actor").actor == 1


def test_M28_the_turn_is_finished_first() -> None:
    maple = side("maple_leaf", "red-citizen blue-citizen", advertisers="blue-ronin")
    state = play(
        table(maple, deck="red-thief red-doctor"), "guest red-citizen", "target 1", "draw 1 red-doctor"
    )
    assert asked(state) == (0, "use_target_again")
    assert play(state, "target 1", "draw 1 red-thief").todo == (Scoring(NATURE),)


def six(*first: Place, deck: str, turn: int = 0, **more: Any) -> State:
    """Six players with a hand of two; seat `turn` is to act."""
    hands = [f"{colour}-citizen {colour}-ronin" for colour in ("red", "blue", "green")]
    hands += [f"{colour}-thief {colour}-merchant" for colour in ("red", "blue", "green")]
    names = ("morning_star", "maple_leaf", "summer_sea", "spring_breeze", "sound_of_bell", "hazy")
    sides = [side(name, held) for name, held in zip(names, hands, strict=True)]
    sides[: len(first)] = first
    return table(*sides, deck=deck, todo=(Acting(turn), Ending(turn)), **more)


def test_M29_the_last_lap_of_six() -> None:
    state = play(six(deck="red-actor"), "search", "draw 1 red-actor")
    assert (state.lap, state.todo) == (5, (Acting(1), Ending(1)))
    turns = [state.actor]
    while state.over_by() is None:
        seat = state.todo[-1].seat
        stay = "advertise " + hand(state, seat).split()[0]
        state = play(state, stay) if seat != 4 else play(state, stay, "decline")
        turns += [] if state.todo == (Scoring(NATURE),) else [state.actor]
    assert turns == [1, 2, 3, 4, 5, 0]
    assert (state.lap, state.over_by()) == (0, "M29")


def test_M29_an_empty_hand_still_ends_the_round() -> None:
    state = play(six(deck="red-actor"), "search", "draw 1 red-actor", "advertise blue-citizen")
    assert (state.lap, state.actor) == (4, 2)
    last = replace(state, places=(*state.places[:2], replace(state.places[2], hand=(2,)), *state.places[3:]))
    over = play(last, "advertise red-ronin")
    assert (over.todo, over.over_by()) == ((Scoring(NATURE),), "M27")


def test_M29_five_players_have_no_lap() -> None:
    sides = [side("hazy", "red-citizen red-ronin")] + [side("maple_leaf", "blue-thief")] * 2
    sides += [side("summer_sea", "green-thief")] * 2
    state = play(table(*sides, deck="red-actor"), "search", "draw 1 red-actor")
    assert (state.lap, state.todo) == (None, (Scoring(NATURE),))


def test_M29_a_full_deck_starts_no_lap() -> None:
    state = play(six(deck="red-actor red-doctor"), "search", "draw 1 red-actor")
    assert state.lap is None


def test_M38_a_doctors_turn_is_not_part_of_the_last_lap() -> None:
    strong = side(
        "hazy", "red-doctor red-ronin blue-ronin green-ronin", advertisers="red-okaasan red-okaasan"
    )
    others = ("maple_leaf", "summer_sea", "spring_breeze", "sound_of_bell", "morning_star")
    held = ("red-citizen", "blue-citizen", "green-citizen", "red-thief", "blue-thief")
    sides = [strong, *(side(name, cards) for name, cards in zip(others, held, strict=True))]
    state = play(table(*sides, deck="", lap=3), "guest red-doctor", "use")
    assert (state.lap, state.todo) == (3, (Acting(0), Ending(0)))
    assert play(state, "guest red-ronin").lap == 2
    causing = play(table(*sides, deck="red-actor"), "guest red-doctor", "use", "search", "draw 1 red-actor")
    assert (causing.lap, causing.todo) == (5, (Acting(1), Ending(1)))
    both = play(table(*sides, deck=""), "guest red-doctor", "use")
    assert (both.lap, both.todo) == (6, (Acting(0), Ending(0)))


def test_M38_the_last_turn_of_the_lap_may_be_a_doctors() -> None:
    strong = side("hazy", "red-doctor red-ronin blue-ronin", advertisers="red-okaasan red-okaasan")
    others = ("maple_leaf", "summer_sea", "spring_breeze", "sound_of_bell", "morning_star")
    held = ("red-citizen", "blue-citizen", "green-citizen", "red-thief", "blue-thief")
    sides = [strong, *(side(name, cards) for name, cards in zip(others, held, strict=True))]
    again = play(table(*sides, deck="", lap=0), "guest red-doctor", "use")
    assert (again.lap, again.todo) == (0, (Acting(0), Ending(0)))
    over = play(again, "guest red-ronin")
    assert (over.lap, over.todo, over.over_by()) == (0, (Scoring(NATURE),), "M29")


def test_M38_an_empty_hand_ends_the_lap_with_its_doctor() -> None:
    sides = [side("hazy", "red-doctor", advertisers="red-okaasan red-okaasan")]
    sides += [side("maple_leaf", f"{colour}-actor") for colour in ("red", "blue", "green")]
    sides += [side("summer_sea", f"{colour}-thief") for colour in ("red", "blue")]
    over = play(table(*sides, deck="", lap=0), "guest red-doctor", "use")
    assert (over.todo, over.over_by()) == ((Scoring(NATURE),), "M27")


def test_M29_is_an_option() -> None:
    """Without the last lap the round of six ends like any other (M28)."""
    state = six(deck="red-actor", options=Options(last_lap=False))
    over = play(state, "search", "draw 1 red-actor")
    assert (over.lap, over.todo, over.over_by()) == (None, (Scoring(NATURE),), "M28")


FULL = "red-ronin red-ronin blue-ronin blue-ronin green-ronin green-ronin red-courtesan"
AT_ONCE, WITH_THE_TURN = Options(limited_guests="at_once"), Options(limited_guests="end_of_turn")


@pytest.mark.parametrize("number", [1, 2, 3])
@pytest.mark.parametrize("options", [AT_ONCE, WITH_THE_TURN])
def test_M34_limited_guests(number: int, options: Options) -> None:
    full = " ".join(FULL.split()[: 4 + number])
    state = table(side("hazy", "red-actor blue-actor", full), round=number)
    assert play(state, "guest red-actor").over_by() is None
    limited = replace(state, options=options)
    assert by_nature(play(limited, "search")).over_by() is None
    over = play(limited, "guest red-actor")
    assert (over.todo, over.over_by()) == ((Scoring(NATURE),), "M34")


def test_M34_the_round_ends_at_any_point() -> None:
    """The guest who is too many has no effect, and what was owed is owed no more."""
    five = " ".join(FULL.split()[:5])
    bell = side("sound_of_bell", "red-thief blue-citizen", five, "red-okaasan red-okaasan")
    victim = side("maple_leaf", "red-merchant", "blue-actor")
    over = play(table(bell, victim, options=AT_ONCE), "guest red-thief")
    assert (over.todo, over.over_by()) == ((Scoring(NATURE),), "M34")
    assert asked(play(table(bell, victim, options=WITH_THE_TURN), "guest red-thief")) == (0, "use_target")


def test_M34_an_effect_may_bring_too_many_guests() -> None:
    """Samurai takes one from somebody, Daimyo turns advertisers into them; a turn's ability is over."""
    five = " ".join(FULL.split()[:4])
    strong = side("morning_star", "blue-samurai blue-citizen", five, "blue-okaasan blue-okaasan")
    victim = side("maple_leaf", "red-merchant", "blue-actor")
    taken = play(table(strong, victim, options=AT_ONCE), "shine service", "guest blue-samurai", "target 2")
    assert (taken.todo, taken.over_by(), taken.turn) == ((Scoring(NATURE),), "M34", Turn())


def test_M34_a_doctor_who_fills_the_house_gives_no_other_turn() -> None:
    four, three = (" ".join(FULL.split()[:n]) for n in (4, 3))
    for row, options, question in (
        (four, AT_ONCE, (1, "acting")),
        (three, AT_ONCE, (0, "use")),
        (four, WITH_THE_TURN, (0, "use")),
    ):
        host = side("hazy", "red-doctor blue-citizen", row, "red-okaasan")
        assert asked(play(table(host, options=options), "guest red-doctor")) == question


def test_M34_more_guests_of_another_player() -> None:
    row = " ".join(FULL.split()[:6])
    sides = side("hazy", "red-actor blue-actor"), side("maple_leaf", "red-thief", row)
    assert play(table(*sides, options=WITH_THE_TURN), "search", "draw 1 red-doctor").over_by() == "M34"


def test_M34_comes_before_the_empty_hand() -> None:
    five = " ".join(FULL.split()[:5])
    over = play(table(side("hazy", "red-actor", five), options=AT_ONCE), "guest red-actor")
    assert over.over_by() == "M34"
    assert play(table(side("hazy", "red-actor", five)), "guest red-actor").over_by() == "M27"


def test_M34_judged_with_the_turn_it_comes_after_the_empty_hand() -> None:
    """Both are judged at the same moment then: M34 ends a round that M27 does not."""
    five = " ".join(FULL.split()[:5])
    over = play(table(side("hazy", "red-actor", five), options=WITH_THE_TURN), "guest red-actor")
    assert (over.todo, over.over_by()) == ((Scoring(NATURE),), "M27")


# ------------------------------------------------------------------ the score


def scored(*sides: Place, number: int = 1, options: Options = OPTIONS, **more: Any) -> State:
    return play(table(*sides, todo=(Scoring(NATURE),), round=number, options=options, **more), "score")


def test_M30_income_minus_two_for_each_card() -> None:
    state = scored(
        side("hazy", "", "red-actor red-thief"),
        side("maple_leaf", "red-doctor blue-doctor", "blue-actor"),
        side("summer_sea", "red-merchant blue-merchant green-merchant", "green-actor"),
    )
    result = Result("M27", (5, 1, 2), (9, 5, 5), (0, 2, 3), (9, 1, 0))
    assert state.results == (result,)
    assert state.totals() == (9, 1, 0)
    assert refusal(table(side("hazy"), todo=(Scoring(NATURE),)), "search") == ("not_now", {"rule": "M30"})


def test_M6_all_is_shuffled_for_the_next_round() -> None:
    state = scored(side("hazy", "", "red-actor"), side("maple_leaf", "red-thief", "shogun foreigner"))
    assert (state.round, state.pool, state.discards, state.bottom) == (2, COPIES, (), ())
    assert state.places == (Place(5), Place(1), Place(5))
    assert state.todo == (
        *(Dealing(NATURE, 0, 8), Dealing(NATURE, 1, 6), Dealing(NATURE, 2, 8)),
        *(Acting(2), Ending(2)),
    )
    third = scored(side("hazy", "", "red-actor"), side("maple_leaf", "red-thief"), number=2)
    assert third.todo[:2] == (Dealing(NATURE, 0, 9), Dealing(NATURE, 1, 7))


@pytest.mark.parametrize(
    ("totals", "last", "starter"),
    [
        ((5, 3, 4), 0, 1),
        ((9, 0, 0), 2, 1),
        ((0, 9, 0), 2, 2),
        ((0, 0, 9), 2, 0),
        ((0, 0, 9, 0), 0, 3),
        ((9, 0, 9, 0), 0, 1),
        ((9, 0, 9, 0), 1, 3),
        ((9, 0, 9, 0), 2, 3),
        ((9, 0, 9, 0), 3, 1),
        ((9, 9, 0, 0), 3, 2),
        ((4, 4, 4), 0, None),
    ],
)
def test_M31_who_begins_the_next_round(totals: tuple[int, ...], last: int, starter: int | None) -> None:
    assert next_starter(totals, last) == starter


def test_M31_the_totals_count() -> None:
    before = Result("M27", (0, 1, 2), (0, 0, 0), (0, 0, 0), (0, 20, 20))
    state = scored(
        side("hazy", "", "red-actor"),
        side("maple_leaf", "red-thief"),
        number=2,
        results=(before,),
        starter=1,
    )
    assert (state.totals(), state.starter, state.round) == ((5, 20, 20), 0, 3)


def test_M31_all_equal_is_random() -> None:
    state = scored(side("hazy"), side("maple_leaf", "red-thief"), starter=2)
    assert (state.todo, state.round) == ((Starting(NATURE),), 2)
    assert state.odds() == [(First(0), 1), (First(1), 1), (First(2), 1)]
    begun = play(state, "first 2")
    assert (begun.starter, begun.todo[-1]) == (1, Ending(1))
    assert by_nature(begun).actor == 1


def test_M33_management_mode() -> None:
    options = Options(management=True)
    state = play(start(3, options), "first 2")
    assert state.todo[:3] == tuple(Dealing(NATURE, seat, 5) for seat in range(3))
    choosing = (Choosing(1), Choosing(0), Choosing(2), Acting(2), Ending(2))
    assert state.todo[3:] == choosing
    later = scored(side("hazy", "", "red-actor"), side("maple_leaf", "red-thief"), options=options)
    assert later.places == (Place(), Place(), Place())
    assert later.todo[:3] == tuple(Dealing(NATURE, seat, 6) for seat in range(3))
    assert later.todo[3:] == (Choosing(1), Choosing(2), Choosing(0), Acting(1), Ending(1))
    drawn = play(scored(side("hazy"), options=options), "first 3")
    assert drawn.todo[3:] == (Choosing(2), Choosing(0), Choosing(1), Acting(2), Ending(2))


def final(*points: int, left: tuple[int, int, int] = (0, 1, 1)) -> Outcome:
    """After the third round, in which everybody earned nothing."""
    before = Result("M27", (0, 1, 2), points, (0, 0, 0), points)
    held = ("", "green-emissary", "blue-doctor blue-doctor red-doctor")
    by_count = {0: "", 1: held[1], 2: "blue-doctor red-doctor", 3: held[2]}
    sides = [
        side(name, by_count[n]) for name, n in zip(("hazy", "maple_leaf", "summer_sea"), left, strict=True)
    ]
    state = scored(*sides, number=3, results=(before,))
    assert state.todo == ()
    assert (state.moves(), state.odds(), state.actor) == ((), (), None)
    assert refusal(state, "search") == ("over", {"rule": "M32"})
    outcome = state.outcome()
    assert outcome is not None
    return outcome


def test_M32_the_highest_total_wins() -> None:
    assert final(7, 30, 12) == Outcome((7, 30, 12), (3, 1, 2), (1,), "M32")


def test_M32_tied_fewer_cards_in_hand() -> None:
    assert final(30, 30, 12, left=(2, 0, 1)) == Outcome((30, 30, 12), (2, 1, 3), (1,), "M32")


def test_M32_still_tied_is_shared() -> None:
    assert final(30, 12, 30, left=(1, 0, 1)) == Outcome((30, 12, 30), (1, 3, 1), (0, 2), "M32")


def test_no_outcome_before_the_end() -> None:
    assert start(3, OPTIONS).outcome() is None
    assert table(side("hazy", "red-citizen")).outcome() is None
