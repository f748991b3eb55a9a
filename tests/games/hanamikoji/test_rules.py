"""The rules of Hanamikoji, number by number, and the examples of the rulebook."""

from collections import Counter
from random import Random

import pytest
from msgspec.structs import replace

from hanamachi.core.conformance import random_story
from hanamachi.core.game import NATURE, Outcome, Universe
from hanamachi.core.options import OptionError
from hanamachi.games.hanamikoji import GAME
from hanamachi.games.hanamikoji.choices import ways
from hanamachi.games.hanamikoji.moves import (
    Acting,
    Choosing,
    Competition,
    Deal,
    Dealing,
    Discard,
    Draw,
    Drawing,
    Gift,
    Options,
    Reveal,
    Revealing,
    Round,
    Score,
    Scoring,
    Secret,
    Start,
    Starting,
    TakeOne,
    TakePair,
)
from hanamachi.games.hanamikoji.pieces import ACTIONS, BOXES, CARDS, NAMES, NO_CARDS, RULES, VALUE
from hanamachi.games.hanamikoji.rules import State, bound, last_round, pieces, start, universe
from tests.games.hanamikoji.staging import (
    EN,
    FIRST,
    FIRST_ROUND,
    NOBODY,
    SMALL,
    counts,
    dealt,
    first_turn,
    items,
    owned,
    play,
    scoring,
)

SEVEN = "flute fan scroll parasol lute tea_set flower"


# ------------------------------------------------------------------ the box


def test_H1_seven_geishas_and_twenty_one_cards() -> None:
    assert dict(zip(NAMES, VALUE, strict=True)) == {
        "flute": 2,
        "fan": 2,
        "scroll": 2,
        "parasol": 3,
        "lute": 3,
        "tea_set": 4,
        "flower": 5,
    }
    assert sum(VALUE) == 21
    assert Counter(pieces(start(2, FIRST))) == dict(enumerate(VALUE))
    assert BOXES["full"].copies == VALUE
    assert BOXES["full"].items == list(range(7))


def test_H2_art_tokens_begin_in_the_middle() -> None:
    assert start(2, FIRST).tokens == (None,) * 7
    assert scoring("flute", "flower").play(Score()).tokens == owned("flute", "flower")


def test_H3_four_action_tokens_each() -> None:
    assert ACTIONS == ("secret", "discard", "gift", "competition")
    assert CARDS == (1, 2, 3, 4)
    assert RULES == ("H8", "H9", "H10", "H11")
    assert start(2, FIRST).actions == ((0, 1, 2, 3), (0, 1, 2, 3))


def test_H4_whom_each_item_pleases() -> None:
    names = ["Ayane", "Iroha", "Tomoyo", "Yoko", "Chiharu", "Ruri", "Anju"]
    assert [EN(f"geisha.{item}") for item in NAMES] == names
    worth = dict(zip(names, VALUE, strict=True))
    assert worth["Yoko"] + worth["Chiharu"] + worth["Ayane"] == 8
    assert worth["Iroha"] + worth["Anju"] + worth["Ruri"] == 11


# ------------------------------------------------------------------ a round is set up


def test_H5_six_cards_each_one_by_one_the_starter_first() -> None:
    deals = [Dealing(NATURE, 1), Dealing(NATURE, 0)] * 6
    assert list(start(2, Options(starter="second")).todo[:12]) == deals


def test_H5_a_card_is_drawn_as_often_as_there_are_copies() -> None:
    state = play(start(2, FIRST), "deal 1 flute", "deal 2 flute", "deal 1 flower")
    assert state.odds() == [
        (Deal(1, item), n) for item, n in ((1, 2), (2, 2), (3, 3), (4, 3), (5, 4), (6, 4))
    ]
    assert state.hands == (counts("flute flower"), counts("flute"))
    assert state.pool == (0, 2, 2, 3, 3, 4, 4)
    assert list(state.moves()) == [move for move, _ in state.odds()]


def test_H5_one_card_is_never_drawn() -> None:
    state = play(first_turn(), *FIRST_ROUND)
    assert state.pool == counts("flower")
    assert not any(isinstance(step, Dealing | Drawing) for step in state.todo)


def test_H6_chance_decides_who_starts() -> None:
    state = start(2, Options())
    assert (state.todo, state.starter) == ((Starting(NATURE),), None)
    assert list(state.odds()) == [(Start(0), 1), (Start(1), 1)]
    assert list(state.moves()) == [Start(0), Start(1)]
    for seat in (0, 1):
        begun = state.play(Start(seat))
        assert begun.starter == seat
        assert begun == replace(start(2, Options(starter=("first", "second")[seat])), options=Options())


def test_H6_or_the_table_decides() -> None:
    assert start(2, Options(starter="first")).starter == 0
    assert start(2, Options(starter="second")).starter == 1


def test_H6_the_other_player_starts_the_next_round() -> None:
    second = scoring("", "").play(Score())
    assert (second.starter, second.todo[0]) == (1, Dealing(NATURE, 1))
    third = replace(second, todo=(Scoring(NATURE),)).play(Score())
    assert (third.starter, third.todo[0], third.round) == (0, Dealing(NATURE, 0), 3)


# ------------------------------------------------------------------ turns


def test_H7_eight_turns_each_begun_by_a_draw() -> None:
    turns = [Drawing(NATURE, 0), Acting(0), Drawing(NATURE, 1), Acting(1)] * 4
    assert list(start(2, FIRST).todo[12:28]) == turns
    state = first_turn()
    assert state.todo[0] == Acting(0)
    assert sum(state.hands[0]) == 7
    drawing = play(state, "secret flute")
    assert drawing.odds() == [
        (Draw(1, item), n) for item, n in ((0, 1), (2, 1), (3, 2), (4, 1), (5, 1), (6, 2))
    ]
    assert play(drawing, "draw 2 flute").hands[1] == counts("flute fan lute tea_set tea_set flower flower")


def test_H7_each_action_once_a_round() -> None:
    state = play(first_turn(), "secret flute")
    assert state.actions == ((1, 2, 3), (0, 1, 2, 3))
    state = play(state, "draw 2 flower", "discard fan flower", "draw 1 parasol")
    assert state.actions == ((1, 2, 3), (0, 2, 3))
    assert not any(isinstance(move, Secret) for move in state.moves())
    for kind in (Discard, Gift, Competition):
        assert any(isinstance(move, kind) for move in state.moves())


def test_H7_all_cards_are_used() -> None:
    state = play(first_turn(), *FIRST_ROUND)
    assert state.actions == ((), ())
    assert state.hands == (NO_CARDS, NO_CARDS)


def test_H8_secret_one_card_face_down() -> None:
    state = play(first_turn(), "secret lute")
    assert state.secrets == (items("lute")[0], None)
    assert state.hands[0] == counts("flute fan scroll parasol tea_set flower")
    assert (state.sides, state.discards) == ((NO_CARDS, NO_CARDS), ((), ()))
    assert state.todo[0] == Drawing(NATURE, 1)


def test_H9_discard_two_cards_face_down() -> None:
    state = play(first_turn(), "discard flower flute")
    assert state.discards == ((0, 6), ())
    assert state.hands[0] == counts("fan scroll parasol lute tea_set")
    assert (state.sides, state.secrets) == ((NO_CARDS, NO_CARDS), (None, None))


def test_H9_discards_do_not_count() -> None:
    state = play(first_turn(), *FIRST_ROUND)
    assert state.discards == ((0, 3), (1, 6))
    scored = play(state, "reveal 1 flower", "reveal 2 scroll", "score")
    assert sum(map(sum, scored.history[0].sides)) == 16


def test_H10_gift_the_rival_takes_one_of_three() -> None:
    state = play(first_turn(), "gift flute fan lute")
    assert state.todo[:2] == (Choosing(1, Gift((0, 1, 4))), Drawing(NATURE, 1))
    assert state.hands[0] == counts("scroll parasol tea_set flower")
    assert list(state.moves()) == [TakeOne(0), TakeOne(1), TakeOne(4)]
    assert state.offer == Gift((0, 1, 4))
    taken = play(state, "take fan")
    assert taken.sides == (counts("flute lute"), counts("fan"))
    assert taken.offer is None
    assert taken.todo[0] == Drawing(NATURE, 1)


def test_H10_equal_cards_are_one_answer() -> None:
    state = dealt("flower flower flower flute fan scroll lute", "tea_set tea_set lute lute fan scroll")
    offered = play(state, "gift flower flower flower")
    assert list(offered.moves()) == [TakeOne(6)]
    assert play(offered, "take flower").sides == (counts("flower flower"), counts("flower"))
    assert list(play(state, "gift flower flute flower").moves()) == [TakeOne(0), TakeOne(6)]


def test_H11_competition_the_rival_takes_one_of_two_pairs() -> None:
    state = play(first_turn(), "competition lute flower / flute fan")
    assert state.todo[:2] == (Choosing(1, Competition(((0, 1), (4, 6)))), Drawing(NATURE, 1))
    assert state.hands[0] == counts("scroll parasol tea_set")
    assert list(state.moves()) == [TakePair((0, 1)), TakePair((4, 6))]
    taken = play(state, "take lute flower")
    assert taken.sides == (counts("flute fan"), counts("lute flower"))
    assert taken.todo[0] == Drawing(NATURE, 1)


def test_H11_equal_pairs_are_one_answer() -> None:
    state = dealt("fan flower flower fan flute scroll lute", "tea_set tea_set lute lute flute scroll")
    offered = play(state, "competition fan flower / flower fan")
    assert list(offered.moves()) == [TakePair((1, 6))]
    assert play(offered, "take fan flower").sides == (counts("fan flower"), counts("fan flower"))


def test_H11_pairs_have_no_order() -> None:
    state = first_turn()
    lines = [
        "flute fan / lute flower",
        "fan flute / flower lute",
        "lute flower / flute fan",
        "flower lute / fan flute",
    ]
    assert len({play(state, f"competition {line}") for line in lines}) == 1
    with_four = [m for m in state.moves() if isinstance(m, Competition) and set(m.items) == {0, 1, 4, 6}]
    assert [m.pairs for m in with_four] == [((0, 1), (4, 6)), ((0, 4), (1, 6)), ((0, 6), (1, 4))]


def test_H11_alike_cards_make_fewer_pairings() -> None:
    state = dealt("flute flute fan scroll tea_set tea_set flower", "tea_set lute lute parasol flower flower")
    pairings = [m.pairs for m in state.moves() if isinstance(m, Competition)]
    assert [pairs for pairs in pairings if sorted((*pairs[0], *pairs[1])) == [0, 0, 1, 2]] == [
        ((0, 0), (1, 2)),
        ((0, 1), (0, 2)),
    ]
    assert [pairs for pairs in pairings if sorted((*pairs[0], *pairs[1])) == [0, 0, 5, 5]] == [
        ((0, 0), (5, 5)),
        ((0, 5), (0, 5)),
    ]


def test_H12_each_card_lies_before_its_geisha() -> None:
    state = play(first_turn(), "gift scroll tea_set flower", "take tea_set", "draw 2 flower")
    state = play(state, "competition flower flower / tea_set lute", "take flower flower")
    assert state.sides == ((0, 0, 1, 0, 0, 0, 3), (0, 0, 0, 0, 1, 2, 0))


# ------------------------------------------------------------------ the end of a round


def test_H13_both_secrets_are_turned_up_and_count() -> None:
    state = play(first_turn(), *FIRST_ROUND)
    assert state.todo == (Revealing(NATURE, 0), Revealing(NATURE, 1), Scoring(NATURE))
    assert state.odds() == [(Reveal(0, 6), 1)]
    one, other = state.sides
    revealed = play(state, "reveal 1 flower")
    assert revealed.secrets == (None, 2)
    assert revealed.sides == (tuple(n + (item == 6) for item, n in enumerate(one)), other)
    assert revealed.odds() == [(Reveal(1, 2), 1)]
    both = play(revealed, "reveal 2 scroll")
    assert both.secrets == (None, None)
    assert both.sides[1] == tuple(n + (item == 2) for item, n in enumerate(other))
    assert both.odds() == [(Score(), 1)]


def test_H14_more_cards_take_the_token() -> None:
    one = "flute fan fan parasol parasol lute"
    other = "flute parasol tea_set lute flower flower"
    for before in (None, 0, 1):
        after = scoring(one, other, tokens=(before,) * 7).play(Score()).tokens
        assert after == (before, 0, before, 0, before, 1, 1)


def test_H15_rulebook_example_of_Ayane() -> None:
    """Up in round 1, it stays in round 2 where nobody gives, and goes down in round 3."""
    first = scoring("flute", "").play(Score())
    assert first.tokens[0] == 0
    second = replace(first, todo=(Scoring(NATURE),)).play(Score())
    assert second.tokens[0] == 0
    third = replace(second, todo=(Scoring(NATURE),), sides=(NO_CARDS, counts("flute"))).play(Score())
    assert third.tokens[0] == 1
    assert [scored.tokens[0] for scored in third.history] == [0, 0, 1]


def test_H15_tokens_never_go_back_to_the_middle() -> None:
    assert scoring("flute", "flute", tokens=owned("flute", "")).play(Score()).tokens == owned("flute", "")


# ------------------------------------------------------------------ the end of the game


def ended(one: str, other: str, number: int = 1, options: Options = FIRST) -> State:
    """A round scored without a card on the sides, after the tokens were won before."""
    return scoring("", "", tokens=owned(one, other), number=number, options=options).play(Score())


def test_H16_rulebook_example_of_eleven_points() -> None:
    upper, lower = "flute parasol lute", "fan flower tea_set"
    assert ended(upper, lower).outcome() == Outcome((8, 11), (2, 1), (1,), "H16")
    assert ended(lower, upper).outcome() == Outcome((11, 8), (1, 2), (0,), "H16")


def test_H16_four_geishas_win_whatever_the_points() -> None:
    four, two = "flute fan scroll parasol", "tea_set flower"
    assert ended(four, two).outcome() == Outcome((9, 9), (1, 2), (0,), "H16")
    assert ended(two, four).outcome() == Outcome((9, 9), (2, 1), (1,), "H16")


@pytest.mark.parametrize("seat", [0, 1])
def test_H16_three_geishas_and_ten_points_do_not_win(seat: int) -> None:
    pair = ("flute parasol flower", "")
    assert ended(*(pair if seat == 0 else pair[::-1])).outcome() is None
    more = ("fan flute scroll parasol", "")
    assert ended(*(more if seat == 0 else more[::-1])).outcome() is not None


def test_H16_one_player_may_meet_both() -> None:
    assert ended(SEVEN, "").outcome() == Outcome((21, 0), (1, 2), (0,), "H16")


def test_H17_four_geishas_against_eleven_points() -> None:
    four, eleven = "flute fan scroll parasol", "lute tea_set flower"
    assert ended(four, eleven).outcome() == Outcome((9, 12), (2, 1), (1,), "H17")
    assert ended(eleven, four).outcome() == Outcome((12, 9), (1, 2), (0,), "H17")
    assert ended("flute fan parasol lute", "tea_set flower scroll").outcome() == Outcome(
        (10, 11), (2, 1), (1,), "H17"
    )


def test_H18_another_round_with_everything_fresh() -> None:
    state = play(first_turn(), *FIRST_ROUND, "reveal 1 flower", "reveal 2 scroll", "score")
    tokens = state.tokens
    assert state == replace(
        start(2, Options(starter="second")),
        options=FIRST,
        round=2,
        tokens=tokens,
        history=state.history,
    )
    assert state.outcome() is None


def test_H18_a_finished_round_is_remembered() -> None:
    state = play(first_turn(), *FIRST_ROUND, "reveal 1 flower", "reveal 2 scroll", "score")
    one = counts("flute fan scroll tea_set tea_set lute flower flower")
    other = counts("scroll parasol parasol lute lute tea_set tea_set flower")
    tokens = owned("flute fan flower", "parasol lute")
    assert state.history == (Round(0, (one, other), tokens, (9, 6)),)
    assert state.tokens == tokens


@pytest.mark.parametrize("number", [1, 2])
def test_H18_three_rounds_at_most(number: int) -> None:
    assert ended("flute", "", number=number).round == number + 1
    assert ended("flute", "", number=number).outcome() is None
    assert ended("flute", "", number=3).todo == ()


def test_H19_after_the_third_round_more_points_win() -> None:
    assert ended("flute fan scroll", "flower", number=3).outcome() == Outcome((6, 5), (1, 2), (0,), "H19")
    assert ended("flute", "parasol", number=3).outcome() == Outcome((2, 3), (2, 1), (1,), "H19")


def test_H19_equal_points_nobody_wins() -> None:
    assert ended("flute parasol", "flower", number=3).outcome() == Outcome((5, 5), (1, 1), (), "H19")
    assert ended("", "", number=3).outcome() == Outcome((0, 0), (1, 1), (), "H19")


def test_H20_until_somebody_wins() -> None:
    options = Options(starter="first", rounds="until_won")
    assert last_round(options) is None
    for number in (3, 4, 17):
        on = ended("flute parasol", "flower", number=number, options=options)
        assert (on.round, on.outcome()) == (number + 1, None)
    won = ended("flute parasol", "fan scroll lute tea_set", number=9, options=options)
    assert won.outcome() == Outcome((5, 11), (2, 1), (1,), "H16")


# ------------------------------------------------------------------ the small box


def test_small_box_three_geishas_two_actions_one_round() -> None:
    state = start(2, SMALL)
    assert state.pool == (2, 0, 0, 3, 0, 4, 0)
    assert state.box.items == items("flute parasol tea_set")
    assert state.actions == ((0, 2), (0, 2))
    turns = [Drawing(NATURE, 0), Acting(0), Drawing(NATURE, 1), Acting(1)] * 2
    end = [Revealing(NATURE, 0), Revealing(NATURE, 1), Scoring(NATURE)]
    assert list(state.todo) == [Dealing(NATURE, 0), Dealing(NATURE, 1)] * 2 + turns + end
    assert last_round(SMALL) == 1


def test_small_box_is_won_by_points() -> None:
    assert ended("flute parasol", "tea_set", options=SMALL).outcome() == Outcome((5, 4), (1, 2), (0,), "H19")
    assert ended("", "flute", options=SMALL).outcome() == Outcome((0, 2), (2, 1), (1,), "H19")
    assert ended("", "", options=SMALL).outcome() == Outcome((0, 0), (1, 1), (), "H19")


def test_small_box_whole_game() -> None:
    state = dealt("flute parasol tea_set", "flute parasol", SMALL)
    gifts = [Secret(0), Secret(3), Secret(5), Gift((0, 3, 5))]
    assert list(state.moves()) == gifts
    state = play(state, "gift flute parasol tea_set", "take tea_set", "draw 2 tea_set", "secret flute")
    state = play(state, "draw 1 tea_set", "secret tea_set", "draw 2 parasol", "gift parasol parasol tea_set")
    state = play(state, "take parasol", "reveal 1 tea_set", "reveal 2 flute", "score")
    assert state.sides == (counts("flute parasol parasol tea_set"), counts("flute parasol tea_set tea_set"))
    assert state.outcome() == Outcome((3, 4), (2, 1), (1,), "H19")
    assert state.pool == counts("tea_set")


def test_small_box_cannot_go_on_until_won() -> None:
    with pytest.raises(OptionError) as refused:
        start(2, Options(box="small", rounds="until_won"))
    assert refused.value.reason == "small_until_won"


# ------------------------------------------------------------------ universe, bound, checks


def test_the_universe_holds_every_group_within_the_copies() -> None:
    decisions = Counter(type(move).__name__ for move in universe(2, FIRST).decisions)
    assert decisions == {
        "Secret": 7,
        "Discard": 28,
        "Gift": 81,
        "Competition": 383,
        "TakeOne": 7,
        "TakePair": 28,
    }
    nature = Counter(type(move).__name__ for move in universe(2, FIRST).nature)
    assert nature == {"Start": 2, "Deal": 14, "Draw": 14, "Reveal": 14, "Score": 1}


def test_the_universe_of_the_small_box() -> None:
    gifts = [
        (0, 0, 3),
        (0, 0, 5),
        (0, 3, 3),
        (0, 3, 5),
        (0, 5, 5),
        (3, 3, 3),
        (3, 3, 5),
        (3, 5, 5),
        (5, 5, 5),
    ]
    decisions = (*map(Secret, (0, 3, 5)), *map(Gift, gifts), *map(TakeOne, (0, 3, 5)))
    cards = (kind(seat, item) for kind in (Deal, Draw, Reveal) for seat in (0, 1) for item in (0, 3, 5))
    assert universe(2, SMALL) == Universe(decisions, (Start(0), Start(1), *cards, Score()))


def test_bound_is_the_longest_game() -> None:
    assert bound(2, FIRST) == 3 * 35
    assert bound(2, Options(starter="second")) == 3 * 35
    assert bound(2, Options()) == 3 * 35 + 1
    assert bound(2, SMALL) == 17
    assert bound(2, Options(box="small")) == 18
    assert bound(2, Options(rounds="until_won")) is None


def test_every_round_has_all_its_plies() -> None:
    lengths = {len(random_story(GAME, 2, Options(), Random(seed), 106).moves) for seed in range(30)}
    assert lengths == {36, 71, 106}
    assert {len(random_story(GAME, 2, SMALL, Random(seed), 17).moves) for seed in range(9)} == {17}


@pytest.mark.parametrize("seed", range(12))
def test_checks_sixteen_cards_on_the_sides_four_discarded_one_removed(seed: int) -> None:
    """The Checks: 10 cards each; 8 on each side, 4 discarded, 1 never drawn; fixed in every round."""
    story = random_story(GAME, 2, Options(), Random(seed), 106)
    before = [
        state for state in story.states if isinstance(state, State) and isinstance(state.todo[:1], tuple)
    ]
    scored = [state for state in before if state.todo[:1] == (Scoring(NATURE),)]
    assert len(scored) == len(story.states[-1].view(None).history)
    for state in scored:
        assert [sum(side) for side in state.sides] == [8, 8]
        assert [len(cards) for cards in state.discards] == [2, 2]
        assert (sum(state.pool), state.hands) == (1, (NO_CARDS, NO_CARDS))
        assert Counter(pieces(state)) == dict(enumerate(VALUE))


def test_checks_alike_hands_have_alike_moves() -> None:
    cards = ["flute", "fan", "scroll", "parasol", "lute", "tea_set"]
    other = "flower flower tea_set tea_set lute fan"
    hands = [" ".join([*cards[n:], *cards[:n], "flower"]) for n in range(6)]
    assert len({tuple(dealt(hand, other).moves()) for hand in hands}) == 1


def test_tokens_are_nobodys_at_first() -> None:
    assert start(2, FIRST).tokens == NOBODY
    assert start(2, FIRST).history == ()
    assert start(2, FIRST).round == 1


def test_H7_each_action_has_its_number_of_cards() -> None:
    """What is remembered of it is forgotten first, so that it is worked out here."""
    ways.cache_clear()
    assert [len(ways(action, tuple(range(number)))) for action, number in enumerate(CARDS)] == [1, 1, 1, 3]


def test_the_tiny_box_of_research_is_the_small_one_with_other_cards() -> None:
    tiny, small = BOXES["tiny"], BOXES["small"]
    assert replace(tiny, copies=small.copies) == small
    assert (sum(tiny.copies), len(tiny.items)) == (sum(small.copies), len(small.items)) == (9, 3)
