"""Notation, phrases, the table in plain lines, labels, help."""

from itertools import groupby
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from hanamachi.core.conformance import random_story
from hanamachi.core.game import NATURE, Told
from hanamachi.core.options import choose
from hanamachi.core.telling import ask, called, narrate, tell
from hanamachi.core.words import LANGUAGES, Unreadable, in_force, rules
from hanamachi.games.geishas_road import GAME
from hanamachi.games.geishas_road.moves import (
    Choose,
    Counter,
    Darken,
    Deal,
    Hang,
    Hide,
    Lay,
    Left,
    Options,
    Pair,
    Pass,
    Remove,
    Resolve,
    Score,
    ShowLeft,
    Start,
    Take,
    Teahouse,
    TurnUp,
    Use,
)
from hanamachi.games.geishas_road.records import Returned, Round, Tally
from hanamachi.games.geishas_road.rules import State
from tests.games.geishas_road.tables import EN, END, card, cards, lanterns, move, play, table

TEXT = GAME.text
NAMES = ("Anna", "Bob")
FR, PL = TEXT.words("fr"), TEXT.words("pl")
ADVANCED = Options("advanced")


@pytest.mark.no_cover
@pytest.mark.parametrize("lang", LANGUAGES)
def test_notation_comes_back_in_every_language(lang: str) -> None:
    words = TEXT.words(lang)
    for options in (Options(), Options("advanced", destiny=True)):
        universe = GAME.universe(2, options)
        for each in (*universe.decisions, *universe.nature):
            assert TEXT.read(TEXT.write(each), words) == each


@pytest.mark.parametrize(
    ("each", "notation"),
    [
        (Use(2), "gift"),
        (Use(3, hidden=True), "competition hidden"),
        (Lay(card("red3")), "lay red3"),
        (Hide(card("pink1")), "hide pink1"),
        (Left(card("green4")), "left green4"),
        (Pair(2), "pair 3"),
        (Pass(), "pass"),
        (Counter(), "counter"),
        (Counter(hidden=True), "counter hidden"),
        (Remove(0), "remove 1"),
        (Choose((0, 2)), "choose 1 3"),
        (Resolve(card("blue2")), "resolve blue2"),
        (Take(favour=True), "take favour"),
        (Take(favour=False), "take guests"),
        (Teahouse(3), "teahouse yellow"),
        (Deal(1, card("red3")), "deal 2 red3"),
        (Hang(6), "hang 3/-1"),
        (Darken(4), "darken 5"),
        (Start(0), "start 1"),
        (TurnUp(1, card("red3")), "turn 2 red3"),
        (ShowLeft(0, card("red3")), "show 1 red3"),
        (Score(), "score"),
    ],
)
def test_notation(each: Any, notation: str) -> None:
    assert TEXT.write(each) == notation
    assert move(notation) == each


@pytest.mark.parametrize(
    ("typed", "each"),
    [
        ("Kompromis", Use(2)),
        ("podwójny podarunek ukryta", Use(3, hidden=True)),
        ("PODWOJNY PODARUNEK", Use(3)),
        ("połóż czerwona 3", Lay(card("red3"))),
        ("poloz zolta4", Lay(card("yellow4"))),
        ("weź przychylność", Take(favour=True)),
        ("wybierz 3 1", Choose((0, 2))),
        ("kontra ukryta", Counter(hidden=True)),
    ],
)
def test_polish_is_understood(typed: str, each: Any) -> None:
    assert TEXT.read(typed, PL) == each


@pytest.mark.parametrize(
    ("typed", "each"),
    [
        ("Compétition cachée", Use(3, hidden=True)),
        ("poser bleue 2", Lay(card("blue2"))),
        ("prendre invites", Take(favour=False)),
        ("gauche verte 1", Left(card("green1"))),
    ],
)
def test_french_is_understood(typed: str, each: Any) -> None:
    assert TEXT.read(typed, FR) == each


@pytest.mark.parametrize(
    ("typed", "reason", "text"),
    [
        ("dance", "unknown_verb", "dance"),
        ("", "unknown_verb", ""),
        ("lay", "unknown_card", ""),
        ("lay red5", "unknown_card", "red5"),
        ("lay red3 blue1", "unknown_card", "red3 blue1"),
        ("teahouse black", "unknown_colour", "black"),
        ("hang 9/9", "unknown_lantern", "9/9"),
        ("pair", "no_number", ""),
        ("pair two", "no_number", "two"),
        ("remove 0", "no_number", "0"),
        ("remove 100", "no_number", "100"),
        ("remove " + "9" * 5000, "no_number", "9" * 5000),
        ("choose 1 x", "no_number", "x"),
        ("pass now", "too_many_words", "now"),
        ("pair 2 3", "too_many_words", "3"),
        ("gift open", "too_many_words", "open"),
        ("gift guests", "too_many_words", "guests"),
        ("counter slowly", "too_many_words", "slowly"),
        ("take", "guests_or_favour", ""),
        ("take hidden", "guests_or_favour", "hidden"),
        ("take all", "guests_or_favour", "all"),
    ],
)
def test_what_cannot_be_read(typed: str, reason: str, text: str) -> None:
    with pytest.raises(Unreadable) as caught:
        move(typed)
    assert (caught.value.reason, caught.value.facts) == (reason, {"text": text})


def test_names_do_not_collide() -> None:
    """In no language does a name that can be typed mean two things."""
    for lang in LANGUAGES:
        words = TEXT.words(lang)
        for prefix in ("verb", "card", "colour", "mark"):
            for key in words.under(prefix):
                assert words.key(prefix, words(f"{prefix}.{key}")) == key
                assert words.key(prefix, key) == key


LINES = """\
Round 1 of 2. Cards in the deck: 7.
Anna starts this round.
The teahouses, clockwise:
Teahouse 1, pink: pink geisha, 2 guests, favour token.
Teahouse 2, red: red geisha, 3 guests.
Teahouse 3, blue: none.
Teahouse 4, yellow: yellow geisha, 3 guests, favour token.
Teahouse 5, green: blue geisha, green geisha, 1 guest, favour token.
Lanterns, upper row: 3, 1.
Lanterns, lower row: none.
pink geisha. Anna: 3 (1, 2), Bob: 0 (none); lanterns on her tile: 2, 4
red geisha. Anna: 0 (none), Bob: 4 (4); favour token: Bob
blue geisha. Anna: 0 (none), Bob: 0 (none); favour token: Anna
yellow geisha. Anna: 0 (none), Bob: 0 (none)
green geisha. Anna: 0 (none), Bob: 0 (none)
Anna: 2 cards in hand; action tokens left: Reveal, Gift; special tokens left: Hidden offer; \
guests: pink, blue, blue; an Intrigue lies face down
Bob: 1 card in hand; action tokens left: none; special tokens left: none; guests: none
Your hand: red 1, blue 3.
Under your Intrigue, left (will count): green 1.
Under your Intrigue, right (does not count): green 2.
Went back into the deck: yellow 1."""


def full_table() -> State:
    return table(
        "red1 blue3",
        "yellow3",
        options=ADVANCED,
        mine="pink1 pink2",
        theirs="red4",
        pool="yellow1 yellow2 yellow4 green3 green4 blue1 blue2",
        lefts=(card("green1"), None),
        rights=(card("green2"), None),
        tokens=((0, 2), ()),
        specials=((1,), ()),
        waiting=(2, 3, 0, 3, 1),
        guests=((1, 0, 2, 0, 0), (0,) * 5),
        favours=(None, 1, 0, None, None),
        pawns=(0, 1, 4, 3, 4),
        upper=lanterns(3, 1),
        lower=(),
        tiles=(lanterns(2, 4), (), (), (), ()),
        returned=(
            Returned(card("yellow1"), None, (7, 7)),
            Returned(card("red1"), None, (7, 7)),
            Returned(card("red4"), None, (7, 7), shown=(1, 8)),
        ),
    )


def test_the_whole_table_in_plain_lines() -> None:
    assert TEXT.table(full_table().view(0), EN, NAMES) == LINES


def test_the_gallery_sees_no_hand() -> None:
    seen = TEXT.table(full_table().view(None), EN, NAMES)
    assert seen == LINES.partition("\nYour hand")[0] + "\nWent back into the deck: yellow 1, red 1."


def test_basic_shows_neither_guests_nor_special_tokens() -> None:
    seen = TEXT.table(table("pink1").view(0), EN, NAMES).splitlines()
    assert seen[2:4] == ["The teahouses, clockwise:", "Teahouse 1, pink: pink geisha."]
    assert "Bob: 0 cards in hand; action tokens left: Reveal, Intrigue, Gift, Competition" in seen
    assert seen[-1] == "Your hand: pink 1."


def test_before_the_starter_is_known() -> None:
    seen = TEXT.table(GAME.start(2, Options()).view(0), EN, NAMES).splitlines()
    assert seen[0] == "Round 1 of 2. Cards in the deck: 20."
    assert seen[1] == "Lanterns, upper row: none."
    assert seen[-1] == "Your hand: none."


def test_destiny_shows_both_sides_of_lanterns() -> None:
    state = table(options=Options(destiny=True), upper=(13, 0), lower=(), tiles=((15,), (), (), (), ()))
    seen = TEXT.table(state.view(0), EN, NAMES).splitlines()
    assert "Lanterns (other side in brackets): -1 (3), 1 (5)." in seen
    assert "pink geisha. Anna: 0 (none), Bob: 0 (none); lanterns on her tile: -2 (4)" in seen
    assert not any("row" in line for line in seen)


def test_an_offer_in_lines() -> None:
    state = table("pink3 red3 blue3 green3 yellow4", "pink4", options=ADVANCED)
    laid = play(state, "competition hidden", "hide red3", "lay pink3", "lay blue3", "lay green3", "pair 3")
    offer, pairs = TEXT.table(laid.view(1), EN, NAMES).splitlines()[-3:-1]
    assert offer == "Anna offers (Competition): 1: a face-down card, 2: pink 3, 3: blue 3, 4: green 3."
    assert pairs == "Pairs by place: 1 + 3, 2 + 4."
    chosen = play(laid, "pass", "choose 2 4")
    seen = TEXT.table(chosen.view(0), EN, NAMES).splitlines()
    assert "Anna offers (Competition): 1: red 3, 2: pink 3, 3: blue 3, 4: green 3." in seen
    assert "Bob has chosen: 2 + 4." in seen


def narrated(state: State, notation: str, seat: int) -> str:
    """What a seat hears of a move, and what it did."""
    each = move(notation)
    views = (state.view(seat), state.play(each).view(seat))
    heard = Told(state.todo[0].seat, state.veil(each, seat))
    return narrate(GAME, heard, 0, views.__getitem__, EN, NAMES)


def test_what_is_done_with_an_offer_names_the_cards_as_each_seat_sees_them() -> None:
    state = table("pink3 red3 blue3 green3 yellow4", "pink4", options=ADVANCED)
    laid = play(state, "competition hidden", "hide red3", "lay pink3", "lay blue3", "lay green3")
    unseen = "a face-down card"
    for seat, first in enumerate(("red 3", unseen)):
        assert narrated(laid, "pair 3", seat) == (
            f"Anna makes the pairs. The pairs are {first} + blue 3, and pink 3 + green 3."
        )
        whole = play(laid, "pair 3")
        chosen = narrated(play(whole, "pass"), "choose 1 3", seat)
        assert chosen == f"Bob chooses. The choice: {first} + blue 3."
        removed = "Bob shuffles a card of the offer into the deck. The card:"
        countered = play(whole, "counter")
        assert narrated(countered, "remove 1", seat) == f"{removed} {first}."
        assert narrated(countered, "remove 2", seat) == f"{removed} pink 3."
        prompt = laid.view(seat).prompt
        assert prompt is not None
        assert ask(prompt, EN, NAMES) == f"Anna: which card makes a pair with the first one ({unseen})?"


def test_a_choice_that_divides_the_offer_at_once_names_the_cards() -> None:
    gift = play(table("pink3 red3 blue3", "pink4"), "gift", "lay pink3", "lay red3", "lay blue3")
    hand = table("pink3 red3 blue3 green3", "pink4")
    laying = (f"lay {each}" for each in ("pink3", "red3", "blue3", "green3"))
    competition = play(hand, "competition", *laying, "pair 2")
    for seat in (0, 1):
        assert narrated(gift, "choose 2", seat) == "Bob chooses. The choice: red 3."
        assert narrated(competition, "choose 3 4", seat) == "Bob chooses. The choice: blue 3 + green 3."


def test_the_first_card_of_a_pair_is_named() -> None:
    laying = (f"lay {each}" for each in ("pink3", "red3", "blue3", "green3"))
    prompt = play(table("pink3 red3 blue3 green3", "pink4"), "competition", *laying).view(1).prompt
    assert prompt is not None
    assert ask(prompt, EN, NAMES) == "Anna: which card makes a pair with the first one (pink 3)?"


def test_a_gift_has_no_pairs() -> None:
    laid = play(table("pink1 red3 green3", "pink4"), "gift", "lay pink1", "lay red3", "lay green3")
    seen = TEXT.table(laid.view(1), EN, NAMES)
    assert "Anna offers (Gift): 1: pink 1, 2: red 3, 3: green 3." in seen
    assert "Pairs" not in seen


def test_cards_still_to_be_resolved() -> None:
    state = table("pink1 red3 green3", options=Options("harder"))
    laid = play(state, "gift", "lay pink1", "lay red3", "lay green3", "choose 3")
    seen = TEXT.table(laid.view(1), EN, NAMES)
    assert "still to be resolved: pink 1, red 3" in seen


def test_the_score_table() -> None:
    first = table(
        mine="pink1 blue1", theirs="red1", todo=(END,), options=ADVANCED, tiles=(lanterns(3), (), (), (), ())
    )
    second = play(first, "score")
    assert TEXT.table(second.view(None), EN, NAMES).splitlines()[-4:] == [
        "Round 1, Anna’s geishas: pink, blue.",
        "Points: 7 (tiles 2, lanterns 3, guests 0, special tokens 2).",
        "Round 1, Bob’s geishas: red.",
        "Points: 3 (tiles 1, lanterns 0, guests 0, special tokens 2).",
    ]
    four = table(mine="pink1 blue1 red1 green1", todo=(END,), round=2, rounds=second.rounds)
    assert TEXT.table(play(four, "score").view(None), EN, NAMES).splitlines()[-3:] == [
        "Round 2, Anna’s geishas: pink, red, blue, green.",
        "Round 2, Bob’s geishas: none.",
        "Total: Anna 7, Bob 3.",
    ]


def labels(state: State) -> list[str]:
    label = TEXT.label
    assert label is not None
    return [label(state.view(state.actor), each, EN) for each in state.moves()]


def test_labels() -> None:
    state = table("pink3 red3 blue3 green3", "pink4", options=ADVANCED)
    assert labels(state) == [
        *("Reveal", "Intrigue", "Gift", "Competition"),
        *("Gift with Hidden offer", "Competition with Hidden offer"),
    ]
    assert labels(play(state, "reveal")) == ["pink 3", "red 3", "blue 3", "green 3"]
    laid = play(state, "competition hidden", "hide red3", "lay pink3", "lay blue3", "lay green3")
    assert labels(laid) == [
        "1: red 3 + 2: pink 3 / 3: blue 3 + 4: green 3",
        "1: red 3 + 3: blue 3 / 2: pink 3 + 4: green 3",
        "1: red 3 + 4: green 3 / 2: pink 3 + 3: blue 3",
    ]
    paired = play(laid, "pair 2")
    assert labels(paired) == ["accept the offer", "Counteroffer", "Counteroffer with Hidden offer"]
    assert labels(play(paired, "counter")) == [
        *("1: a face-down card", "2: pink 3"),
        *("3: blue 3", "4: green 3"),
    ]
    assert labels(play(paired, "pass")) == ["1: a face-down card + 2: pink 3", "3: blue 3 + 4: green 3"]
    harder = play(table("pink1", options=Options("harder")), "reveal", "lay pink1")
    assert labels(harder) == ["two guests", "a guest and the favour token"]
    one = play(table("pink2", options=Options("harder")), "reveal", "lay pink2")
    assert labels(one) == ["a guest", "the favour token"]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_labels_render_in_every_language(lang: str) -> None:
    label = TEXT.label
    assert label is not None
    words = TEXT.words(lang)
    story = random_story(GAME, 2, ADVANCED, Random(9), 240)
    for state in story.states[:-1]:
        if state.actor != NATURE:
            for each in state.moves():
                assert label(state.view(state.actor), each, words).strip()


def told(seat: int, each: Any) -> str:
    return tell(GAME, Told(seat, each), EN, NAMES)


def test_tellings() -> None:
    assert told(0, Use(3, hidden=True)) == "Anna uses an action: Competition with Hidden offer."
    assert told(1, Lay(card("red3"))) == "Bob lays a card face up: red 3."
    assert told(1, Choose((0, 2))) == "Bob chooses."
    assert told(1, Counter(hidden=True)) == "Bob answers: Counteroffer with Hidden offer."
    assert told(1, Counter()) == "Bob answers: Counteroffer."
    assert told(0, Take(favour=True)) == "Anna takes the favour token."
    assert told(0, Take(favour=False)) == "Anna takes guests."
    assert told(NATURE, Deal(1, card("red3"))) == "Bob draws a card: red 3."
    assert told(NATURE, Hang(6)) == "A lantern is hung up: 3/-1."
    assert told(NATURE, Darken(1)) == "The lantern in place 2 is turned to its dark side."
    assert told(NATURE, Teahouse(1)) == "Next in the circle: the red teahouse."
    assert told(NATURE, Start(1)) == "Bob starts."
    hidden = table(todo=(END,)).veil(Score(), None)
    assert told(NATURE, hidden) == "The round is scored."
    left = play(table("pink1 red2"), "intrigue").veil(Left(card("red2")), 1)
    assert told(0, left) == "Anna lays the left card of the Intrigue."
    assert TEXT.quiet == {"Teahouse", "Hang"}


def test_questions() -> None:
    prompt = play(table("pink3 red3 blue3"), "gift").view(0).prompt
    assert prompt is not None
    asked = "Anna: lay the offer face up (Gift), one card at a time. Still to lay: 3 cards."
    assert ask(prompt, EN, NAMES) == asked


@pytest.mark.parametrize("lang", LANGUAGES)
def test_help_for_every_card_action_and_thing(lang: str) -> None:
    words = TEXT.words(lang)
    topics = TEXT.topics(words)
    assert len(topics) == 4 + 2 + 6 + 20
    assert all(text.strip() and "{" not in text for text in topics.values())
    assert words("card.red3") in topics
    assert words("action.competition") in topics


def test_help_says_what_a_card_does() -> None:
    topics = TEXT.topics(EN)
    assert topics["red 1"] == "Counts 1 and moves a geisha 1 teahouse (red). Two guest symbols."
    assert "our own" in topics["lantern"]
    assert topics["Counteroffer"].startswith("Answer an offer")


def test_styles_name_phrases() -> None:
    assert set(TEXT.styles) == {f"colour.{name}" for name in ("pink", "red", "blue", "yellow", "green")}
    assert all(EN(key) for key in TEXT.styles)


def test_cards_by_name() -> None:
    assert cards("red3 pink1") == (0, 6)


@pytest.mark.parametrize(
    ("text", "lang", "move"),
    [
        ("weź gości", "pl", Take(favour=False)),
        ("weź przychylność", "pl", Take(favour=True)),
        ("prenez invités", "fr", Take(favour=False)),
        ("prenez le jeton de faveur", "fr", Take(favour=True)),
        ("herbaciarnia niebieski", "pl", Teahouse(2)),
    ],
)
def test_what_people_type(text: str, lang: str, move: object) -> None:
    assert TEXT.read(text, TEXT.words(lang)) == move


def test_what_is_typed_comes_back_as_it_was_typed() -> None:
    with pytest.raises(Unreadable) as refused:
        TEXT.read("połóż Źrebię 3", TEXT.words("pl"))
    assert refused.value.facts == {"text": "Źrebię 3"}


def test_points_are_told_as_the_mode_counts_them() -> None:
    tally = Tally(2, 3, 4, 1)
    scored = Round(0, ((0,) * 5,) * 2, (0, 0, 1, None, None), ((),) * 5, (tally, tally))
    for mode, lines in (
        ("basic", "Points: 10 (tiles 2, lanterns 3)."),
        ("harder", "Points: 10 (tiles 2, lanterns 3, guests 4)."),
        ("advanced", "Points: 10 (tiles 2, lanterns 3, guests 4, special tokens 1)."),
    ):
        state = replace(table("pink1", options=choose(Options, {"mode": mode})), rounds=(scored,))
        assert lines in TEXT.table(state.view(0), EN, NAMES).splitlines()


BOX = """\
cards: 1, 2, 3, 4: 1 in each colour
actions: Reveal, Intrigue, Gift, Competition: 1 for each player
specials: Counteroffer, Hidden offer: 1 for each player
others: teahouse, geisha tile: 1 in each colour
others: guest: 3 in each colour
others: favour token: 1 in each colour
lanterns: 1/5, 1/4, 2/4, 2/3, 2/1, 3/0: × 1
lanterns: 3/-1: × 2
lanterns: 4/-2: × 1"""


def test_the_box_lists_every_kind_of_piece() -> None:
    kinds = groupby(TEXT.box(EN), lambda piece: (piece.group, piece.copies))
    lines = (f"{group}: {', '.join(each.name for each in some)}: {copies}" for (group, copies), some in kinds)
    assert "\n".join(lines) == BOX
    for lang in LANGUAGES:
        box = TEXT.box(TEXT.words(lang))
        assert all(piece.about.strip() and piece.copies.strip() for piece in box)
        assert len({piece.key for piece in box}) == 22
        assert [piece.key for piece in box if piece.group in ("cards", "others")] == [
            *("value-1", "value-2", "value-3", "value-4"),
            *("teahouse", "tile", "guest", "favour"),
        ]
    assert TEXT.box(EN)[18].about == "Bright side 2, dark side 1."


def test_guests_agree_in_gender() -> None:
    state = table("pink1", options=Options("harder"))
    seen = replace(state, guests=((0, 0, 2, 0, 1), (0,) * 5)).view(0)
    assert "invités : bleu, bleu, vert" in TEXT.table(seen, TEXT.words("fr"), NAMES)
    assert "goście: niebieski, niebieski, zielony" in TEXT.table(seen, TEXT.words("pl"), NAMES)


def test_the_last_gifts_of_a_round_are_told() -> None:
    story = random_story(GAME, 2, Options(), Random(3), 400)
    at = next(n for n, move in enumerate(story.moves) if isinstance(move, Score))
    before, after = story.states[at].view(None), story.states[at + 1].view(None)
    said = TEXT.aftermath["Score"](before, after, EN, NAMES)
    winner = after.rounds[-1].winners[0]
    by = "won by nobody" if winner is None else f"won by {NAMES[winner]}"
    one, other = (sums[0] for sums in after.rounds[-1].sums)
    first = said.split(". ")[0]
    assert first.startswith(f"pink geisha – Anna: {one} (")
    assert f", Bob: {other} (" in first
    assert first.endswith(f" – {by}")
    assert said.count(" geisha – ") == 5
    assert "@none: " in TEXT.aftermath["Score"](before, after, EN, called(["@none", "#1"]))


@pytest.mark.parametrize(
    ("options", "there", "gone"),
    [
        (Options(), {"G10", "G20"}, {"G11", "G12", "G22", "G27", "G28", "G35", "G42"}),
        (Options("harder"), {"G22", "G27"}, {"G10", "G12", "G28", "G41"}),
        (Options("advanced", destiny=True), {"G35", "G42", "G33"}, {"G10", "G8", "G20"}),
    ],
)
def test_the_rules_follow_the_options(options: Options, there: set[str], gone: set[str]) -> None:
    for lang in LANGUAGES:
        known = rules(in_force(TEXT.words(lang), options))
        assert there <= known.keys()
        assert not gone & known.keys()
        assert {"G25", "G32"} <= known.keys()  # what a game can end by


def whole(state: State, *texts: str, words: Any = EN) -> str:
    """A move of these steps as it is told in one."""
    steps = []
    for text in texts:
        steps.append((state.view(state.actor), move(text)))
        state = state.play(move(text))
    assert TEXT.whole
    return TEXT.whole(steps, words, NAMES)


def test_a_move_of_several_steps_is_told_in_one() -> None:
    state = table("pink1 red2 blue3 green4", "yellow1 yellow2", options=ADVANCED)
    assert whole(state, "reveal", "lay pink1") == "Reveal: pink 1"
    intrigue = "Intrigue: red 2 on the left, pink 1 on the right"
    assert whole(state, "intrigue", "left red2", "right pink1") == intrigue
    laid = "lay pink1", "lay red2", "lay blue3"
    assert whole(state, "gift", *laid) == "Gift: pink 1, red 2, blue 3"
    assert whole(state, "gift", *reversed(laid)) == "Gift: pink 1, red 2, blue 3"
    assert whole(state, "gift") == "Gift"
    paired = "Competition: pink 1 + blue 3 or red 2 + green 4"
    assert whole(state, "competition", *laid, "lay green4", "pair 3") == paired
    hidden = "gift hidden", "hide green4", "lay pink1", "lay red2"
    assert whole(state, *hidden) == "Gift with Hidden offer: green 4 face down, pink 1, red 2"
    assert whole(play(state, "gift"), *laid) == "pink 1, red 2, blue 3"  # begun already
    offered = play(state, "gift", *laid)
    assert whole(offered, "pass", "choose 2") == "accept the offer: take red 2"
    exchanged = "counter", "remove 3", "replace yellow2"
    assert whole(offered, *exchanged) == "Counteroffer: blue 3 into the deck, yellow 2 in its place"
    assert whole(play(state, *hidden), "pass", "choose 1").endswith("take a face-down card")
    assert (
        whole(offered, "pass", "choose 2", words=FR) == "accepter l’offre telle quelle\u00a0: prendre rouge 2"
    )
    assert whole(offered, "pass", "choose 2", words=PL) == "przyjmij ofertę bez zmian: dla ciebie czerwona 2"


def test_which_questions_complete_a_decision() -> None:
    """Those that a player answers right after a move of theirs that does nothing yet."""
    begun = (Use, Counter, Pass, Hide, Lay, Left, Remove)
    asked = set[str]()
    for seed in range(30):
        story = random_story(GAME, 2, ADVANCED, Random(seed), 400, lively=True)
        for before, each, after in zip(story.states, story.moves, story.states[1:], strict=False):
            prompt = after.view(None).prompt
            if prompt and prompt.seat == before.actor and isinstance(each, begun):
                asked.add(prompt.ask)
    assert asked == TEXT.further
