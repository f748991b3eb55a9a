from collections.abc import Sequence

import pytest
from msgspec.structs import replace

from fifth_game import GAME
from fifth_game.moves import Deal, Offer, Pass
from hanamachi.core.game import NATURE, IllegalMove, Move, Prompt, Told, Veiled
from hanamachi.core.telling import (
    ask,
    called,
    decision,
    explain,
    folded,
    named,
    narrate,
    rule_behind,
    story_told,
    tell,
)
from hanamachi.core.words import Fact, Name, Reader, Unreadable, Words

WORDS = GAME.text.words("en")
NAMES = ["Ann", "Bob"]


def test_a_move_is_told_whole_or_veiled() -> None:
    assert tell(GAME, Told(0, Offer(0)), WORDS, NAMES) == "Ann offers a card face down: moon."
    assert tell(GAME, Told(0, Veiled(0, "Offer")), WORDS, NAMES) == "Ann offers a card face down."
    assert tell(GAME, Told(1, Pass()), WORDS, NAMES) == "Bob lets it happen."


def test_nature_has_no_name() -> None:
    assert tell(GAME, Told(NATURE, Deal(2)), WORDS, NAMES) == "A card is drawn: fox."
    assert tell(GAME, Told(NATURE, Veiled(NATURE, "Deal", {"to": 1})), WORDS, NAMES) == "Bob draws a card."


def test_a_name_may_look_like_anything() -> None:
    odd = ["@rule.F1", "#1"]
    assert tell(GAME, Told(0, Pass()), WORDS, odd) == "@rule.F1 lets it happen."
    assert ask(Prompt(0, "act", "F3"), WORDS, odd).startswith("@rule.F1: offer")
    hidden = Told(NATURE, Veiled(NATURE, "Deal", {"to": 0}))
    assert tell(GAME, hidden, WORDS, odd) == "@rule.F1 draws a card."


def test_a_name_in_a_table_may_look_like_anything() -> None:
    state = GAME.start(2, GAME.options())
    odd = called(["@nothing", "#1"])
    assert odd == ["@nothing", "#1"]
    assert GAME.text.table(state.view(0), WORDS, odd)


def test_a_prompt_asks_by_name() -> None:
    assert ask(Prompt(1, "answer", "F4"), WORDS, NAMES) == "Bob: accept the offered card, or decline it?"


def test_a_refusal_is_explained() -> None:
    refusal = IllegalMove("empty_row", "F5", target="#1")
    assert explain(refusal, WORDS, NAMES) == "Bob has nothing in the row that a fox could bite (F5)."
    plain = explain(refusal, WORDS, NAMES, numbered=False)
    assert (plain, rule_behind(refusal)) == ("Bob has nothing in the row that a fox could bite.", "F5")
    assert rule_behind(Unreadable("unknown_verb", text="x")) == ""


@pytest.mark.parametrize("typed", ["@nothing.there", "@", "@card:x", "#7", "#x", "#", "@rule:" + "9" * 5000])
def test_what_somebody_typed_may_look_like_a_fact_and_be_none(typed: str) -> None:
    """M3: the sentence about it is said all the same."""
    assert typed in explain(Unreadable("unknown_verb", text=typed), WORDS, NAMES)


def test_a_name_in_a_refusal_stays_a_name() -> None:
    assert "#1" in explain(Unreadable("unknown_verb", text=Name("#1")), WORDS, NAMES)


def test_seats_get_names_and_other_facts_stay() -> None:
    facts: dict[str, Fact] = {"who": "#1", "n": 3, "card": "@card.moon"}
    assert named(facts, NAMES) == {"who": "Bob", "n": 3, "card": "@card.moon"}


def test_a_row_is_told_with_what_it_did() -> None:
    """Where the game says so for its kind; what was seen is asked for only then."""

    def did(before: str, after: str, _words: Words, names: Sequence[str]) -> str:
        return f"{names[0]}: from {before} to {after}."

    def never(_seq: int) -> str:
        raise AssertionError

    told = "Bob lets it happen."
    assert narrate(GAME, Told(1, Pass()), 4, never, WORDS, NAMES) == told
    telling = replace(GAME, text=replace(GAME.text, aftermath={"Pass": did}))
    assert narrate(telling, Told(1, Pass()), 4, str, WORDS, NAMES) == f"{told} Ann: from 4 to 5."
    silent = replace(GAME, text=replace(GAME.text, aftermath={"Pass": lambda *_seen: ""}))
    assert narrate(silent, Told(1, Pass()), 4, str, WORDS, NAMES) == told


TOLD = Words(
    "en",
    {
        "tell.Aim": "{who} aims at {player}.",
        "you.who.tell.Aim": "You aim at {player}.",
        "you.player.tell.Aim": "{who} aims at you.",
        "you.who.player.tell.Aim": "You aim at yourself.",
        "tell.Wave": "{who} waves at {player}.",
        "you.who.tell.Wave": "You wave at {player}.",
    },
)


def test_a_phrase_says_you_to_whoever_it_names() -> None:
    ann, bob = called(["Ann", "Bob"], reader=0)
    assert TOLD("tell.Aim", who=ann, player=bob) == "You aim at Bob."
    assert TOLD("tell.Aim", who=bob, player=ann) == "Bob aims at you."
    assert TOLD("tell.Aim", who=ann, player=ann) == "You aim at yourself."
    assert TOLD("tell.Aim", who=bob, player=bob) == "Bob aims at Bob."


def test_where_a_phrase_has_no_such_form_the_name_stands() -> None:
    ann, bob = called(["Ann", "Bob"], reader=0)
    assert TOLD("tell.Wave", who=bob, player=ann) == "Bob waves at Ann."
    assert TOLD("tell.Wave", who=ann, player=ann) == "You wave at Ann."


def test_a_reader_stays_one() -> None:
    (ann,) = called(["Ann"], reader=0)
    assert isinstance(Name(ann), Reader)
    assert not isinstance(Name("Ann"), Reader)


def drawn(to: int) -> Told:
    return Told(NATURE, Veiled(NATURE, "Deal", {"to": to}))


def stories(*lines: Told) -> list[str]:
    """What is said of rows from 7 on."""
    rows = list(enumerate(lines, 7))
    return [said for _, said in story_told(GAME, rows, never_seen, WORDS, NAMES)]


def never_seen(seq: int) -> object:
    raise AssertionError(f"nobody looks at row {seq}")


def test_what_nature_does_several_times_is_told_once_with_its_number() -> None:
    assert stories(drawn(1)) == ["Bob draws a card."]
    assert stories(drawn(1), drawn(1), drawn(1)) == ["Bob draws 3 cards."]
    assert stories(Told(NATURE, Deal(2)), Told(NATURE, Deal(0))) == ["Cards are drawn: fox, moon."]


def test_cards_dealt_in_turn_are_told_by_seat() -> None:
    lines = [drawn(0), drawn(1), Told(NATURE, Deal(2)), drawn(0), drawn(1), drawn(1)]
    assert folded(lines, WORDS) == [[2], [0, 3], [1, 4, 5]]
    assert stories(*lines) == ["A card is drawn: fox.", "Ann draws 2 cards.", "Bob draws 3 cards."]


class Hand(Move, frozen=True):
    to: int
    card: int


def test_what_befalls_two_seats_is_told_apart_though_it_is_open() -> None:
    lines = [Told(NATURE, Hand(to, card)) for to, card in ((0, 1), (1, 2), (0, 3))]
    assert folded(lines, Words("en", {"several.tell.Hand": "{to}: {card}"})) == [[1], [0, 2]]


def test_what_comes_between_is_told_between() -> None:
    """Draws before and after somebody's move are not one draw."""
    assert stories(drawn(1), Told(0, Pass()), drawn(1)) == [
        "Bob draws a card.",
        "Ann lets it happen.",
        "Bob draws a card.",
    ]
    assert stories(Told(0, Pass()), Told(0, Pass())) == ["Ann lets it happen."] * 2


def test_without_a_sentence_for_several_each_is_told() -> None:
    bare = Words("en", {key: said for key, said in WORDS.phrases.items() if not key.startswith("several.")})
    assert folded([drawn(1), drawn(1)], bare) == [[0], [1]]


def test_polish_plurals() -> None:
    words = GAME.text.words("pl")
    told = [next(story_told(GAME, [(0, drawn(1))] * n, never_seen, words, NAMES))[1] for n in (1, 2, 5, 22)]
    cards = ["kartę", "2 karty", "5 kart", "22 karty"]
    assert told == [f"Bob dobiera {each}." for each in cards]


def test_a_decision_is_named_by_its_moves_unless_the_game_knows_better() -> None:
    view = GAME.start(2, GAME.options()).view(0)
    steps = [(view, Pass()), (view, Offer(0))]
    plain = replace(GAME, text=replace(GAME.text, label=None))
    assert decision(plain, steps, WORDS, NAMES) == "pass, offer moon"
    wise = replace(GAME, text=replace(GAME.text, whole=lambda steps, _w, names: f"{names[1]}: {len(steps)}"))
    assert decision(wise, steps, WORDS, NAMES) == "Bob: 2"


def test_some_kinds_are_told_by_what_they_did_alone() -> None:
    instead = replace(
        GAME, text=replace(GAME.text, instead={"Pass": lambda a, b, _w, _n: f"from {a} to {b}"})
    )
    assert narrate(instead, Told(1, Pass()), 4, str, WORDS, NAMES) == "from 4 to 5"
