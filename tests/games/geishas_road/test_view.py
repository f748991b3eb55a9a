"""What each seat knows: views, prompts, veils."""

from random import Random

import pytest
from msgspec.structs import replace

from hanamachi.core.conformance import random_story
from hanamachi.core.game import NATURE, Prompt, Seat, Veiled
from hanamachi.games.geishas_road import GAME
from hanamachi.games.geishas_road.moves import (
    Acting,
    Counter,
    Deal,
    Dealing,
    Hide,
    Left,
    Options,
    Remove,
    Replace,
    Right,
    ShowingLeft,
    Take,
)
from hanamachi.games.geishas_road.records import Returned
from hanamachi.games.geishas_road.rules import State
from hanamachi.games.geishas_road.view import Stage, Taking
from tests.games.geishas_road.tables import END, card, cards, lanterns, move, play, table

ADVANCED = Options("advanced")
HIDDEN = {"Hide", "Left", "Right", "Deal", "Replace"}


def gift(*more: str) -> State:
    state = table("pink3 red3 blue3 green3", "pink4 red4", options=ADVANCED)
    return play(state, "gift", "lay pink3", "lay red3", "lay blue3", *more)


def test_a_view_holds_what_lies_open() -> None:
    state = table(
        "pink1 red2",
        "blue3",
        options=Options("harder"),
        mine="green1",
        theirs="yellow2 yellow3",
        lefts=(card("pink3"), card("pink4")),
        rights=(card("red1"), None),
        favours=(0, None, 1, None, None),
        guests=((1, 0, 0, 0, 0), (0, 2, 0, 0, 0)),
        waiting=(2, 1, 3, 3, 3),
        tiles=(lanterns(3), (), (), (), ()),
        tokens=((0, 3), (1, 2)),
        drawn=(7, 6),
        schemed=(6, 5),
        hid=(3, 4),
        pool="blue1",
        box=(1,),
    )
    view = state.view(0)
    assert view.seat == 0
    assert view.options == state.options
    assert (view.round, view.starter) == (1, 0)
    assert (view.circle, view.pawns) == (state.circle, state.pawns)
    assert (view.favours, view.guests, view.waiting) == (state.favours, state.guests, state.waiting)
    assert (view.pool, view.hands, view.hand) == (1, (2, 1), cards("pink1 red2"))
    assert (view.sides, view.taken) == (state.sides, ((), ()))
    assert view.sums == ((0, 0, 0, 0, 1), (0, 0, 0, 5, 0))
    assert (view.tokens, view.specials) == (((0, 3), (1, 2)), ((), ()))
    assert (view.left, view.right) == (card("pink3"), card("red1"))
    assert (view.lefts, view.rights) == ((True, True), (True, False))
    assert (view.upper, view.lower, view.tiles) == (state.upper, state.lower, state.tiles)
    assert (view.drawn, view.schemed, view.hid, view.box) == ((7, 6), (6, 5), (3, 4), (1,))
    assert (view.offer, view.returned, view.rounds, view.outcome) == (None, (), (), None)
    other = state.view(1)
    assert (other.hand, other.left, other.right) == (cards("blue3"), card("pink4"), None)
    gallery = state.view(None)
    assert (gallery.hand, gallery.left, gallery.right) == (None, None, None)
    assert replace(other, seat=None, hand=None, left=None, right=None) == gallery
    assert replace(view, seat=None, hand=None, left=None, right=None) == gallery


def test_the_right_card_is_never_shown_while_the_game_goes_on() -> None:
    """G15: no view of the other seat or the gallery, and no veiled move, ever tells it."""
    story = random_story(GAME, 2, Options(), Random(11), 240)
    rights = [each for each in story.moves if isinstance(each, Right)]
    assert len(rights) >= 2
    for state, played in zip(story.states, story.moves, strict=False):
        if isinstance(played, Right):
            owner = state.todo[0].seat
            for seat in (1 - owner, None):
                assert state.veil(played, seat) == Veiled(owner, "Right")
            assert state.veil(played, owner) == played
    end = story.states[-1]
    assert isinstance(end, State)
    assert [end.view(seat).right for seat in (0, 1, None)] == [*end.rights, None]


def test_stages() -> None:
    assert table("pink1").view(0).stage == Stage("Acting", 2)
    state = gift("counter hidden")
    assert state.view(None).stage == Stage("Removing", 6, hidden=True)
    assert play(state, "remove 1").view(None).stage == Stage("Replacing", 5, hidden=True)
    assert gift("counter").view(None).stage == Stage("Removing", 6)
    assert play(state, "remove 1", "replace red4").view(None).stage == Stage("Dealing", 4)
    harder = play(table("pink1", options=Options("harder")), "reveal", "lay pink1")
    assert harder.view(None).stage == Stage("Taking", 2, card=card("pink1"))
    done = play(table(mine="pink1", theirs="red1", todo=(END,), round=2), "score")
    assert done.view(None).stage == Stage("", 0)


@pytest.mark.parametrize(
    ("moves", "action", "needs"),
    [
        ((), None, 0),
        (("reveal",), 0, 1),
        (("intrigue",), 1, 2),
        (("intrigue", "left pink3"), 1, 1),
        (("gift",), 2, 3),
        (("gift hidden",), 2, 3),
        (("gift", "lay pink3"), 2, 2),
        (("competition", "lay pink3", "lay red3", "lay blue3"), 3, 1),
        (("competition", "lay pink3", "lay red3", "lay blue3", "lay green3"), 3, 0),
        (("gift", "lay pink3", "lay red3", "lay blue3"), None, 0),
    ],
)
def test_G14_to_G17_the_stage_says_what_an_action_still_takes(
    moves: tuple[str, ...], action: int | None, needs: int
) -> None:
    state = play(table("pink3 red3 blue3 green3", "pink4 red4", options=ADVANCED), *moves)
    stage = state.view(None).stage
    assert (stage.action, stage.needs) == (action, needs)


PROMPTS = [
    (("reveal",), Prompt(0, "reveal", "G14")),
    (("intrigue",), Prompt(0, "left", "G15")),
    (("intrigue", "left pink3"), Prompt(0, "right", "G15")),
    (("gift",), Prompt(0, "lay", "G16", {"action": "@action.gift", "cards": "@cards:3"})),
    (("gift", "lay pink3"), Prompt(0, "lay", "G16", {"action": "@action.gift", "cards": "@cards:2"})),
    (("gift hidden",), Prompt(0, "hide", "G34")),
    (
        ("competition hidden", "hide pink3"),
        Prompt(0, "lay", "G17", {"action": "@action.competition", "cards": "@cards:3"}),
    ),
    (
        ("competition", "lay pink3", "lay red3", "lay blue3", "lay green3"),
        Prompt(0, "pair", "G17", {"card": "@card.pink3"}),
    ),
]


@pytest.mark.parametrize(("moves", "prompt"), PROMPTS)
def test_prompts(moves: tuple[str, ...], prompt: Prompt) -> None:
    state = play(table("pink3 red3 blue3 green3", options=ADVANCED), *moves)
    for seat in (0, 1, None):
        assert state.view(seat).prompt == prompt


def test_more_prompts() -> None:
    names = ("@action.reveal", "@action.competition")
    state = table("pink1", tokens=((0, 3), ()))
    assert state.view(1).prompt == Prompt(0, "act", "G13", {"actions": names}, rules=("G14", "G17"))
    hidden = table("pink1", tokens=((0, 3), ()), options=ADVANCED).view(0).prompt
    assert hidden is not None
    assert hidden.rules == ("G14", "G17", "G34")
    counter = Prompt(1, "counter", "G35", {"action": "@action.gift"})
    assert gift().view(0).prompt == counter
    assert gift("counter").view(0).prompt == Prompt(1, "remove", "G35")
    assert gift("counter", "remove 1").view(0).prompt == Prompt(1, "replace", "G35")
    assert gift("counter hidden", "remove 1").view(0).prompt == Prompt(1, "replace_hidden", "G37")
    again = gift("counter", "remove 1", "replace red4", "deal 2 pink3")
    assert again.view(0).prompt == Prompt(0, "counter", "G36", {"action": "@action.gift"})
    assert play(again, "pass").view(0).prompt == Prompt(0, "choose_2", "G35")
    harder = play(table("pink2", options=Options("harder")), "reveal", "lay pink2")
    assert harder.view(1).prompt == Prompt(0, "take_1", "G22", {"teahouse": "@colour.blue"})
    assert table(todo=(END,)).view(0).prompt is None


def heard(state: State, text: str) -> list[object]:
    """A move as seat 0, seat 1 and the gallery hear it."""
    return [state.veil(move(text), seat) for seat in (0, 1, None)]


def test_G15_both_intrigue_cards_are_veiled() -> None:
    state = play(table("pink1 red2"), "intrigue")
    assert heard(state, "left red2") == [Left(card("red2")), Veiled(0, "Left"), Veiled(0, "Left")]
    half = play(state, "left red2")
    assert heard(half, "right pink1") == [Right(card("pink1")), Veiled(0, "Right"), Veiled(0, "Right")]


def test_G7_a_drawn_card_is_seen_by_the_one_who_draws() -> None:
    state = table(todo=(Dealing(NATURE, 1), END))
    hidden = Veiled(NATURE, "Deal", {"to": 1})
    assert heard(state, "deal 2 red3") == [hidden, Deal(1, card("red3")), hidden]


def test_G34_the_face_down_card_is_veiled() -> None:
    state = play(table("pink3 red3 blue3", options=ADVANCED), "gift hidden")
    assert heard(state, "hide red3") == [Hide(card("red3")), Veiled(0, "Hide"), Veiled(0, "Hide")]


def test_G35_a_replacing_card_is_open_unless_face_down() -> None:
    shown, hidden = gift("counter", "remove 1"), gift("counter hidden", "remove 1")
    assert heard(shown, "replace red4") == [Replace(card("red4"))] * 3
    assert heard(hidden, "replace red4") == [
        Veiled(1, "Replace"),
        Replace(card("red4")),
        Veiled(1, "Replace"),
    ]


def test_all_other_moves_are_public() -> None:
    for seed in range(6):
        story = random_story(GAME, 2, Options("advanced", destiny=bool(seed % 2)), Random(seed), 300)
        for state, played in zip(story.states, story.moves, strict=False):
            if type(played).__name__ not in HIDDEN:
                assert [state.veil(played, seat) for seat in (0, 1, None)] == [played] * 3


def test_G40_a_removed_card_that_lay_open_is_known_to_all() -> None:
    state = gift("counter", "remove 2")
    known = (Returned(card("red3"), None, (0, 0)),)
    assert [state.view(seat).returned for seat in (0, 1, None)] == [known] * 3
    assert state.veil(Remove(1), 0) == Remove(1)


def test_G40_a_removed_face_down_card_only_to_the_one_who_laid_it() -> None:
    state = play(
        table("pink3 red3 blue3 green3", "pink4 red4", options=ADVANCED, drawn=(7, 6)),
        *("gift hidden", "hide red3", "lay pink3", "lay blue3", "counter", "remove 1"),
    )
    known = (Returned(card("red3"), 0, (7, 6)),)
    assert [state.view(seat).returned for seat in (0, 1, None)] == [known, (), ()]


def test_of_a_card_returned_twice_the_last_time_is_known() -> None:
    first, public = Returned(card("red3"), None, (7, 6)), Returned(card("red3"), None, (8, 8))
    other = Returned(card("pink1"), None, (8, 8))
    state = table("blue1", returned=(first, other, public))
    assert state.view(1).returned == (public, other)
    secret = Returned(card("red3"), 1, (8, 8))
    state = table("blue1", returned=(first, secret))
    assert [state.view(seat).returned for seat in (0, 1, None)] == [(first,), (secret,), (first,)]


def test_no_question_tells_what_a_hand_holds() -> None:
    """Whether a seat is asked to counter depends on its token and on how many cards it holds."""
    other = table("pink3 red3 blue3 green3", "pink1 yellow2", options=ADVANCED)
    same = play(other, "gift", "lay pink3", "lay red3", "lay blue3")
    assert same.todo == gift().todo
    assert list(same.moves()) == list(gift().moves())


@pytest.mark.parametrize("seat", [0, 1, None])
def test_a_view_never_holds_another_hand(seat: Seat | None) -> None:
    """The bytes of a view do not change with cards that it must not show."""
    import msgspec

    one = table(
        "pink1 red2", "blue3 green4", pool="yellow1 yellow2", todo=(Acting(0), ShowingLeft(NATURE, 0))
    )
    hands = [one.hands[s] if s == seat else cards("yellow1 yellow2") for s in (0, 1)]
    other = replace(one, hands=tuple(hands), pool=cards("blue3 green4"), rights=one.rights)
    assert msgspec.json.encode(one.view(seat)) == msgspec.json.encode(other.view(seat))


def test_moves_of_taking_and_countering_are_public() -> None:
    harder = play(table("pink1", options=Options("harder")), "reveal", "lay pink1")
    assert harder.veil(Take(favour=True), 1) == Take(favour=True)
    assert gift().veil(Counter(hidden=True), 0) == Counter(hidden=True)


def test_G16_G35_the_view_says_how_many_cards_are_chosen_first() -> None:
    assert table("pink1", "blue3").view(0).share == 0
    assert [gift().view(seat).share for seat in (0, 1, None)] == [1, 1, 1]
    assert gift("counter", "remove 1", "replace pink4").view(0).share == 2


def test_G24_the_view_says_who_would_win_each_geisha() -> None:
    state = table("", "", mine="pink1 red2 blue1", theirs="red3 blue1", favours=(1, 0, 1, 0, None))
    assert state.view(None).leads == (0, 1, 1, 0, None)


def test_G16_G17_the_view_says_what_is_taken_together() -> None:
    assert table("pink1").view(0).shares == ()
    assert gift().view(None).shares == ((0,), (1,), (2,))
    state = table("pink3 red3 blue3 green3", "pink4", options=ADVANCED)
    paired = play(state, "competition", "lay pink3", "lay red3", "lay blue3", "lay green3", "pair 3")
    assert paired.view(1).shares == ((0, 2), (1, 3))


def test_G35_G38_the_view_says_who_may_counter_and_what_follows() -> None:
    assert gift().view(None).may_counter == (True, True)
    assert table("pink1").view(None).may_counter == (False, False)
    assert gift().view(0).counter_share == 2
    again = ("counter", "remove 1", "replace red4", "deal 2 pink3")
    assert gift(*again).view(0).counter_share == 1
    literal = table(
        "pink3 red3 blue3 green3", "pink4 red4", options=replace(ADVANCED, double_counter_gift="literal")
    )
    offered = play(literal, "gift", "lay pink3", "lay red3", "lay blue3", *again)
    assert offered.view(0).counter_share == 2
    assert gift("counter").view(0).counter_share == 0


def test_G22_the_view_says_what_a_symbol_may_bring() -> None:
    state = play(table("pink1", options=Options("harder")), "reveal", "lay pink1")
    where = state.pawns[0]
    assert state.view(None).takings == (Taking(False, 2, where), Taking(True, 1, where))
    assert table("pink1").view(0).takings == ()


def test_G26_G32_the_view_adds_up_the_points() -> None:
    done = play(table(mine="pink1", theirs="red1", todo=(END,), round=2), "score").view(None)
    assert done.scores == tuple(tuple(tally.total for tally in each.tallies) for each in done.rounds)
    assert done.totals == tuple(map(sum, zip(*done.scores, strict=True)))
    assert any(done.totals)
    at_once = play(table(mine="pink1 red1 blue1 green1", theirs="", todo=(END,)), "score").view(None)
    assert (at_once.scores, at_once.totals) == (((),), (0, 0))
