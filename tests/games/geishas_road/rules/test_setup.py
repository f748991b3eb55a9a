"""The box and the set-up: G1 to G12, G30, G31, G42, G44."""

from collections import Counter
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from hanamachi.core.game import NATURE
from hanamachi.core.options import describe
from hanamachi.games.geishas_road import GAME
from hanamachi.games.geishas_road.agenda import set_up, whole_round
from hanamachi.games.geishas_road.moves import (
    Building,
    Darken,
    Darkening,
    Dealing,
    Favour,
    Favouring,
    Hang,
    Hanging,
    Options,
    Start,
    Starting,
    Teahouse,
)
from hanamachi.games.geishas_road.pieces import (
    ACTION_CARDS,
    ACTION_NAMES,
    BOX,
    CARD_NAMES,
    COLOUR,
    COLOUR_NAMES,
    DECK,
    LANTERN_NAMES,
    LANTERNS,
    POINTS,
    SPECIAL_NAMES,
    SYMBOLS,
    VALUE,
    bright,
    is_bright,
    kind_of,
    turned,
)
from hanamachi.games.geishas_road.rules import State, pieces, start
from tests.games.geishas_road.tables import (
    BLUE,
    EN,
    END,
    GREEN,
    PINK,
    RED,
    YELLOW,
    answers,
    play,
    refusal,
    table,
)

MODES = ("basic", "harder", "advanced")


def set_up_at_random(options: Options, seed: int = 1) -> State:
    """The first round after its set-up, nature's moves at random."""
    state, rng = start(2, options), Random(seed)
    for _ in set_up(options, 1):
        state = state.play(state.draw(rng))
    return state


def test_G1_five_colours_each_with_a_teahouse_and_a_pawn() -> None:
    assert COLOUR_NAMES == ("pink", "red", "blue", "yellow", "green")
    state = start(2, Options())
    assert state.moves() == [Teahouse(colour) for colour in range(5)]
    assert state.pawns == (PINK, RED, BLUE, YELLOW, GREEN)
    assert GAME.seats == range(2, 3)


def test_G2_twenty_cards_with_values_and_symbols() -> None:
    assert len(DECK) == 20
    assert sorted(zip(COLOUR, VALUE, strict=True)) == [(c, v) for c in range(5) for v in (1, 2, 3, 4)]
    assert [SYMBOLS[card] for card in DECK if COLOUR[card] == BLUE] == [2, 1, 0, 0]
    assert CARD_NAMES[:5] == ("pink1", "pink2", "pink3", "pink4", "red1")
    assert all(SYMBOLS[card] == {1: 2, 2: 1}.get(VALUE[card], 0) for card in DECK)


def test_G3_four_action_tokens_for_one_to_four_cards() -> None:
    assert ACTION_NAMES == ("reveal", "intrigue", "gift", "competition")
    assert ACTION_CARDS == (1, 2, 3, 4)
    assert start(2, Options()).tokens == ((0, 1, 2, 3), (0, 1, 2, 3))


@pytest.mark.parametrize("mode", MODES)
def test_G4_G12_two_special_tokens_in_advanced_only(mode: str) -> None:
    assert SPECIAL_NAMES == ("counteroffer", "hidden_offer")
    state = start(2, Options(mode))  # type: ignore[arg-type]
    assert state.specials == (((0, 1), (0, 1)) if mode == "advanced" else ((), ()))


def test_G5_lanterns_guests_and_favour_tokens() -> None:
    assert len(LANTERNS) == 9
    box = Counter(pieces(start(2, Options("harder"))))
    assert sum(box[20 + kind] for kind in set(BOX)) == 9
    assert [box[40 + colour] for colour in range(5)] == [3] * 5
    assert len(start(2, Options("harder")).favours) == 5


def test_G6_the_values_of_lanterns_are_our_own_table() -> None:
    assert LANTERNS == ((1, 5), (1, 4), (2, 4), (2, 3), (2, 1), (3, 0), (3, -1), (3, -1), (4, -2))
    assert POINTS == (1, 5, 1, 4, 2, 4, 2, 3, 2, 1, 3, 0, 3, -1, 4, -2)
    assert BOX == (0, 1, 2, 3, 4, 5, 6, 6, 7)
    for kind, name in enumerate(LANTERN_NAMES):
        face = bright(kind)
        assert f"{POINTS[face]}/{POINTS[turned(face)]}" == name
        assert is_bright(face)
        assert not is_bright(turned(face))
        assert turned(turned(face)) == face
        assert kind_of(face) == kind_of(turned(face)) == kind
    for lang in ("en", "fr", "pl"):
        for phrase in ("rule.G6", "help.lantern"):
            assert all(name in GAME.text.words(lang)(phrase) for name in LANTERN_NAMES)
    assert "our own" in EN("rule.G6")


def test_G7_a_random_circle_and_six_cards_each() -> None:
    state = start(2, Options(starter="first"))
    for n in range(5):
        assert len(state.odds()) == 5 - n
        assert all(weight == 1 for _, weight in state.odds())
        assert state.todo[0] == Building(NATURE)
        state = state.play(state.moves()[-1])
    assert state.circle == (4, 3, 2, 1, 0)
    assert state.pawns == (0, 1, 2, 3, 4)
    done = set_up_at_random(Options(starter="first"))
    assert [len(hand) for hand in done.hands] == [6, 6]
    assert len(done.pool) == 8
    assert done.drawn == (6, 6)
    assert sorted((*done.hands[0], *done.hands[1], *done.pool)) == list(DECK)


def test_G7_cards_are_dealt_in_turn_each_as_likely_as_another() -> None:
    state = table(todo=(Dealing(NATURE, 0), Dealing(NATURE, 1), END))
    assert [weight for _, weight in state.odds()] == [1] * 20
    after = play(state, "deal 1 red3", "deal 2 blue4")
    assert after.hands == ((6,), (11,))
    assert refusal(state, "deal 2 red3") == {"reason": "not_now", "rule": "G13"}
    assert refusal(play(state, "deal 1 red3"), "deal 2 red3")["reason"] == "not_now"


def test_G8_five_lanterns_above_and_four_below_bright_side_up() -> None:
    state = table(todo=(Hanging(NATURE),) * 9, box=BOX, upper=(), lower=())
    assert state.odds() == [(Hang(kind), 2 if kind == 6 else 1) for kind in range(8)]
    after = play(state, "hang 3/-1", "hang 4/-2", "hang 1/5", "hang 3/-1", "hang 2/1")
    assert [POINTS[face] for face in after.upper] == [3, 4, 1, 3, 2]
    assert refusal(after, "hang 3/-1") == {"reason": "not_now", "rule": "G13"}
    done = play(after, "hang 3/0", "hang 2/4", "hang 2/3", "hang 1/4")
    assert [POINTS[face] for face in done.lower] == [3, 2, 2, 1]
    assert done.box == ()
    assert done.upper == after.upper


@pytest.mark.parametrize(("starter", "seat"), [("first", 0), ("second", 1)])
def test_G9_the_start_player_is_chosen(starter: str, seat: int) -> None:
    options = Options(starter=starter)  # type: ignore[arg-type]
    state = set_up_at_random(options)
    assert state.starter == seat
    assert state.todo == whole_round(options, 1, seat)[len(set_up(options, 1)) :]
    assert state.todo[0] == Dealing(NATURE, seat)
    assert Starting(NATURE) not in set_up(options, 1)


def test_G9_or_random() -> None:
    options = Options()
    state = start(2, options)
    assert state.starter is None
    assert state.todo[-1] == Starting(NATURE)
    waiting = table(todo=(Starting(NATURE),), starter=None)
    assert waiting.odds() == [(Start(0), 1), (Start(1), 1)]
    after = play(waiting, "start 2")
    assert after.starter == 1
    assert after.todo[0] == Dealing(NATURE, 1)
    assert refusal(waiting, Start(2)) == {"reason": "not_now", "rule": "G13"}


def test_G10_basic_each_draws_a_favour_token() -> None:
    state = table(todo=(Favouring(NATURE, 0), Favouring(NATURE, 1), END))
    assert state.odds() == [(Favour(0, colour), 1) for colour in range(5)]
    after = play(state, "favour 1 blue")
    assert after.odds() == [(Favour(1, colour), 1) for colour in (0, 1, 3, 4)]
    assert refusal(after, "favour 2 blue") == {"reason": "not_now", "rule": "G13"}
    assert refusal(after, "favour 1 red") == {"reason": "not_now", "rule": "G13"}
    assert play(after, "favour 2 pink").favours == (1, None, 0, None, None)
    assert set_up(Options(), 1).count(Favouring(NATURE, 0)) == 1
    assert set_up(Options(), 1).count(Favouring(NATURE, 1)) == 1
    assert start(2, Options()).waiting == (0,) * 5


@pytest.mark.parametrize("mode", ["harder", "advanced"])
def test_G11_guests_and_favour_tokens_lie_at_the_teahouses(mode: str) -> None:
    state = set_up_at_random(Options(mode))  # type: ignore[arg-type]
    assert state.waiting == (3,) * 5
    assert state.guests == ((0,) * 5, (0,) * 5)
    assert state.favours == (None,) * 5
    assert not any(isinstance(step, Favouring) for step in set_up(state.options, 1))


def test_G38_a_ruling_on_counteroffers_is_asked_for_in_advanced_only() -> None:
    (ruling,) = [option for option in describe(Options) if option.only]
    assert ruling.name == "double_counter_gift"
    assert [ruling.matters(Options(mode)) for mode in ("basic", "harder", "advanced")] == [False, False, True]


def test_the_set_up_in_order() -> None:
    kinds = [type(step) for step in set_up(Options(), 1)]
    assert kinds == [*[Building] * 5, *[Favouring] * 2, *[Dealing] * 12, *[Hanging] * 9, Starting]
    seats = [step.to for step in set_up(Options(), 1) if isinstance(step, Dealing)]
    assert seats == [0, 1] * 6
    second = [type(step) for step in set_up(Options(), 2)]
    assert second == [*[Dealing] * 12, *[Hanging] * 9]


def scored(mode: str = "harder", **fields: Any) -> State:
    """Round 2 after a scored round 1 in which much has moved; seat 0 has more points."""
    first = table(
        options=Options(mode),  # type: ignore[arg-type]
        mine="pink4 red1 blue1 yellow3",
        theirs="pink1 red4 blue4 yellow1",
        todo=(END,),
        hands=((), ()),
        rights=(9, 16),
        pawns=(1, 2, 0, 3, 4),
        tiles=((2,), (), (), (4, 6), ()),
        upper=(),
        **fields,
    )
    return play(first, "score")


def test_G30_round_two_is_set_up_anew_and_the_pawns_stay() -> None:
    state = scored(
        "advanced", tokens=((), ()), specials=((), (1,)), drawn=(10, 9), schemed=(7, 8), hid=(9, 9)
    )
    fresh = start(2, Options("advanced"))
    assert state == replace(
        fresh,
        todo=whole_round(state.options, 2, 1),
        round=2,
        starter=1,
        circle=(0, 1, 2, 3, 4),
        pawns=(1, 2, 0, 3, 4),
        rounds=state.rounds,
    )
    assert len(state.rounds) == 1
    assert state.tokens == ((0, 1, 2, 3), (0, 1, 2, 3))
    assert state.specials == ((0, 1), (0, 1))
    assert state.pool == DECK
    assert state.box == BOX


def test_G31_basic_keeps_the_same_favour_tokens() -> None:
    assert scored("basic", favours=(None, 0, None, 1, None)).favours == (None, 0, None, 1, None)


def test_G31_guests_go_back_and_taken_favour_tokens_stay() -> None:
    state = scored(
        favours=(None, 0, None, 1, None), guests=((1, 0, 2, 0, 0), (0, 3, 0, 0, 1)), waiting=(2, 0, 1, 3, 2)
    )
    assert state.favours == (None, 0, None, 1, None)
    assert state.guests == ((0,) * 5, (0,) * 5)
    assert state.waiting == (3,) * 5


def test_G42_destiny_five_lanterns_two_of_them_dark() -> None:
    options = Options(destiny=True)
    kinds = [type(step) for step in set_up(options, 1) if isinstance(step, Hanging | Darkening)]
    assert kinds == [Hanging] * 5 + [Darkening] * 2
    state = table(todo=(Darkening(NATURE),) * 2, upper=(0, 2, 4, 6, 8), lower=(), options=options)
    assert state.odds() == [(Darken(place), 1) for place in range(5)]
    after = play(state, "darken 2")
    assert after.upper == (0, 3, 4, 6, 8)
    assert after.odds() == [(Darken(place), 1) for place in (0, 2, 3, 4)]
    assert refusal(after, "darken 2") == {"reason": "not_now", "rule": "G13"}
    assert refusal(after, "darken 6") == {"reason": "not_now", "rule": "G13"}
    assert play(after, "darken 5").upper == (0, 3, 4, 6, 9)


def test_G42_the_other_four_lanterns_are_out() -> None:
    state = set_up_at_random(Options(destiny=True))
    assert (len(state.upper), len(state.lower), len(state.box)) == (5, 0, 4)
    assert sum(not is_bright(face) for face in state.upper) == 2
    assert sorted([*map(kind_of, state.upper), *state.box]) == sorted(BOX)


def test_G44_round_two_draws_from_all_nine_again() -> None:
    options = Options(destiny=True)
    first = table(
        "",
        options=options,
        mine="pink4",
        theirs="red4",
        todo=(END,),
        upper=(0, 2),
        lower=(),
        box=(4, 5, 6, 6),
        tiles=((5,), (), (), (), ()),
    )
    state = play(first, "score")
    assert state.box == BOX
    assert (state.upper, state.lower, state.tiles) == ((), (), ((),) * 5)
    kinds = [type(step) for step in set_up(options, 2)]
    assert kinds == [*[Dealing] * 12, *[Hanging] * 5, *[Darkening] * 2]


def test_nature_is_asked_nothing_else() -> None:
    assert answers(table(todo=(Starting(NATURE),), starter=None)) == ["start 1", "start 2"]
