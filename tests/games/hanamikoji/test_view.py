"""What each seat sees and hears."""

import pytest
from msgspec.structs import replace

from hanamachi.core.game import NATURE, Prompt, Seat, Veiled
from hanamachi.core.words import Fact
from hanamachi.games.hanamikoji import GAME
from hanamachi.games.hanamikoji.moves import (
    Competition,
    Deal,
    Discard,
    Draw,
    Gift,
    Options,
    Outlook,
    Reveal,
    Round,
    Score,
    Secret,
    Share,
    Standing,
    Start,
    TakeOne,
    TakePair,
)
from hanamachi.games.hanamikoji.pieces import NO_CARDS
from hanamachi.games.hanamikoji.rules import State, start
from hanamachi.games.hanamikoji.view import HanamikojiView
from tests.games.hanamikoji.staging import FIRST, FIRST_ROUND, counts, dealt, first_turn, owned, play, scoring

EARS: tuple[Seat | None, ...] = (0, 1, None)


def middle() -> State:
    """The first seat is offered three cards; both sides have a Secret or discards under a token."""
    state = play(first_turn(), "secret lute", "draw 2 flower", "discard fan flower", "draw 1 parasol")
    state = play(state, "discard parasol parasol", "draw 2 flute")
    return play(state, "gift flute flower tea_set")


NOTHING = Outlook((None,) * 7, None, wins=False, race=(Standing(0, 0), Standing(0, 0)))
PUBLIC = HanamikojiView(
    seat=None,
    prompt=Prompt(0, "take_one", "H10", {"items": ("@item.flute", "@item.tea_set", "@item.flower")}),
    outcome=None,
    options=FIRST,
    round=1,
    rounds=3,
    goal=Standing(4, 11),
    starter=0,
    deck=4,
    hands=(5, 3),
    hand=None,
    actions=((2, 3), (0, 3)),
    secrets=(True, False),
    secret=None,
    discards=(),
    offer=Gift((0, 5, 6)),
    shares=(Share((0,), (5, 6)), Share((5,), (0, 6)), Share((6,), (0, 5))),
    sides=(NO_CARDS, NO_CARDS),
    unseen=(1, 2, 2, 3, 3, 3, 4),
    tokens=(None,) * 7,
    race=(Standing(0, 0), Standing(0, 0)),
    outlook=NOTHING,
    history=(),
    races=(),
)


def test_the_gallery_sees_what_is_public() -> None:
    assert middle().view(None) == PUBLIC


def test_H8_H9_a_seat_sees_its_hand_and_its_own_face_down_cards() -> None:
    hand = counts("flute fan scroll tea_set flower")
    own = replace(PUBLIC, seat=0, hand=hand, secret=4, discards=(3, 3), unseen=(0, 1, 1, 1, 2, 2, 3))
    assert middle().view(0) == own
    theirs = counts("flower tea_set lute")
    assert middle().view(1) == replace(
        PUBLIC, seat=1, hand=theirs, secret=None, discards=(1, 6), unseen=(1, 1, 2, 3, 2, 2, 2)
    )


def test_H13_a_secret_turned_up_lies_on_the_side() -> None:
    state = play(first_turn(), *FIRST_ROUND)
    assert state.view(1).secrets == (True, True)
    assert (state.view(0).secret, state.view(1).secret) == (6, 2)
    turned = play(state, "reveal 1 flower")
    assert turned.view(0).secrets == (False, True)
    assert (turned.view(0).secret, turned.view(1).secret) == (None, 2)
    assert turned.view(1).sides[0][6] == state.sides[0][6] + 1


def test_H5_the_deck_does_not_count_the_card_set_aside() -> None:
    assert start(2, FIRST).view(None).deck == 20
    assert first_turn().view(0).deck == 7
    assert play(first_turn(), *FIRST_ROUND).view(0).deck == 0


def test_the_view_tells_rounds_and_the_end() -> None:
    won = scoring("flute fan scroll parasol", "lute", number=2).play(Score())
    seen = won.view(None)
    assert (seen.round, seen.prompt, seen.outcome) == (2, None, won.outcome())
    tokens = owned("flute fan scroll parasol", "lute")
    assert seen.tokens == tokens
    assert seen.history == (Round(0, (counts("flute fan scroll parasol"), counts("lute")), tokens, (9, 3)),)
    assert seen.races == ((Standing(4, 9), Standing(1, 3)),)
    assert start(2, Options()).view(0).starter is None


def test_H7_the_prompt_names_the_actions_left() -> None:
    actions = ("@action.secret", "@action.discard", "@action.gift", "@action.competition")
    rules = ("H8", "H9", "H10", "H11")
    state = first_turn()
    assert state.view(1).prompt == Prompt(0, "act", "H7", {"actions": actions}, rules=rules)
    state = play(state, "secret flute")
    assert state.view(0).prompt is None
    state = play(state, "draw 2 flower", "discard fan flower", "draw 1 flower")
    assert state.view(None).prompt == Prompt(0, "act", "H7", {"actions": actions[1:]}, rules=rules[1:])


def test_H11_the_prompt_names_both_pairs() -> None:
    state = play(first_turn(), "competition lute flower / flute fan")
    facts: dict[str, Fact] = {"one": ("@item.flute", "@item.fan"), "other": ("@item.lute", "@item.flower")}
    assert state.view(0).prompt == Prompt(1, "take_pair", "H11", facts)
    assert state.view(0).offer == Competition(((0, 1), (4, 6)))


# ------------------------------------------------------------------ veils


def test_cards_dealt_and_drawn_are_seen_by_whom_they_go_to() -> None:
    dealing = start(2, FIRST)
    assert [dealing.veil(Deal(0, 3), seat) for seat in EARS] == [
        Deal(0, 3),
        Veiled(NATURE, "Deal", {"to": 0}),
        Veiled(NATURE, "Deal", {"to": 0}),
    ]
    drawing = play(first_turn(), "secret flute")
    assert [drawing.veil(Draw(1, 3), seat) for seat in EARS] == [
        Veiled(NATURE, "Draw", {"to": 1}),
        Draw(1, 3),
        Veiled(NATURE, "Draw", {"to": 1}),
    ]


def test_H8_a_secret_is_hidden() -> None:
    hidden = Veiled(0, "Secret")
    assert [first_turn().veil(Secret(3), seat) for seat in EARS] == [Secret(3), hidden, hidden]


def test_H9_discards_are_hidden() -> None:
    move, hidden = Discard((0, 6)), Veiled(1, "Discard")
    state = play(first_turn(), "secret flute", "draw 2 flower")
    assert [state.veil(move, seat) for seat in EARS] == [hidden, move, hidden]


@pytest.mark.parametrize("seat", EARS)
def test_everything_else_is_public(seat: Seat | None) -> None:
    assert start(2, Options()).veil(Start(1), seat) == Start(1)
    for move in (Gift((0, 1, 2)), Competition(((0, 1), (2, 3)))):
        assert first_turn().veil(move, seat) == move
    assert middle().veil(TakeOne(0), seat) == TakeOne(0)
    offered = play(first_turn(), "competition lute flower / flute fan")
    assert offered.veil(TakePair((0, 1)), seat) == TakePair((0, 1))
    ending = play(first_turn(), *FIRST_ROUND)
    assert ending.veil(Reveal(0, 6), seat) == Reveal(0, 6)
    assert scoring("", "").veil(Score(), seat) == Score()


def test_a_hand_is_seen_by_its_seat_alone() -> None:
    other = dealt("flute fan scroll parasol lute tea_set flower", "flower flower tea_set tea_set lute scroll")
    assert first_turn().view(0) == other.view(0)
    assert first_turn().view(None) == other.view(None)
    assert first_turn().view(1) != other.view(1)


def test_the_visiting_card() -> None:
    assert (GAME.name, GAME.version, list(GAME.seats)) == ("hanamikoji", 1, [2])


def test_H14_H15_the_outlook_compares_the_cards_that_everybody_sees() -> None:
    before = owned("fan flower", "flute tea_set")
    outlook = scoring("parasol flute", "flower flute lute", tokens=before).view(None).outlook
    would = (Standing(2, 5), Standing(4, 14))
    assert outlook == Outlook(owned("fan parasol", "flute tea_set lute flower"), 1, wins=True, race=would)
    assert first_turn().view(0).outlook == NOTHING


@pytest.mark.parametrize(
    ("one", "other", "ahead", "wins"),
    [
        ("flute fan scroll parasol", "tea_set flower", 0, True),  # H16: four geishas
        ("flute parasol lute", "fan flower tea_set", 1, True),  # H16: eleven points
        ("flute fan scroll parasol", "lute tea_set flower", 1, True),  # H17: both, and more points
        ("flute fan", "parasol", 0, False),
        ("flute parasol", "flower", None, False),
    ],
)
def test_H16_H17_the_outlook_says_who_would_be_ahead(
    one: str, other: str, ahead: Seat | None, wins: bool
) -> None:
    outlook = scoring("", "", tokens=owned(one, other)).view(None).outlook
    assert (outlook.ahead, outlook.wins) == (ahead, wins)


def test_H11_a_pair_leaves_the_other() -> None:
    state = play(first_turn(), "competition lute flower / flute fan")
    assert state.view(None).shares == (Share((0, 1), (4, 6)), Share((4, 6), (0, 1)))
    assert first_turn().view(0).shares == ()


def test_H16_the_view_counts_what_the_art_tokens_come_to() -> None:
    state = scoring("", "", tokens=owned("flute flower", "tea_set"))
    assert state.view(None).race == (Standing(2, 7), Standing(1, 4))


def test_H18_H20_the_view_says_how_many_rounds_there_are_and_what_wins() -> None:
    assert start(2, Options(rounds="until_won")).view(None).rounds is None
    small = start(2, Options(box="small")).view(None)
    assert (small.rounds, small.goal) == (1, None)
