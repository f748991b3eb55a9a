"""Notation, reading in three languages, the table in plain lines, help."""

import pytest
from msgspec.structs import replace

from hanamachi.core.conformance import Stranger
from hanamachi.core.game import Move, Told, Veiled
from hanamachi.core.telling import called, explain, tell
from hanamachi.core.words import LANGUAGES, Fact, Unreadable, Words, in_force, rules
from hanamachi.games.hanamikoji import GAME, notation
from hanamachi.games.hanamikoji.moves import (
    Competition,
    Deal,
    Discard,
    Draw,
    Gift,
    Options,
    Reveal,
    Score,
    Secret,
    Start,
    TakeOne,
    TakePair,
)
from hanamachi.games.hanamikoji.rules import start
from tests.games.hanamikoji.staging import FIRST_ROUND, SMALL, dealt, first_turn, play, scoring

NAMES = ["Ada", "Bea"]
VIEW = start(2, Options()).view(0)
WRITTEN = {
    "start 2": Start(1),
    "deal 1 tea_set": Deal(0, 5),
    "draw 2 flute": Draw(1, 0),
    "secret flower": Secret(6),
    "discard fan fan": Discard((1, 1)),
    "gift flute fan lute": Gift((0, 1, 4)),
    "competition flute fan / lute flower": Competition(((0, 1), (4, 6))),
    "take scroll": TakeOne(2),
    "take scroll tea_set": TakePair((2, 5)),
    "reveal 1 parasol": Reveal(0, 3),
    "score": Score(),
}


@pytest.mark.parametrize("line", WRITTEN)
def test_notation(line: str) -> None:
    assert GAME.text.write(WRITTEN[line]) == line
    for lang in LANGUAGES:
        assert GAME.text.read(line, GAME.text.words(lang)) == WRITTEN[line]


@pytest.mark.no_cover
@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_move_can_be_read_back(lang: str) -> None:
    words, universe = GAME.text.words(lang), GAME.universe(2, Options())
    assert GAME.text.label is not None
    for move in (*universe.decisions, *universe.nature):
        assert GAME.text.read(GAME.text.write(move), words) == move
    for move in universe.decisions:
        assert GAME.text.read(GAME.text.label(VIEW, move, words), words) == move


def test_no_other_move_is_written() -> None:
    with pytest.raises(TypeError):
        GAME.text.write(Stranger())


SAID: list[tuple[str, str, Move]] = [
    ("en", "Gift: tea set, flute, fan", Gift((0, 1, 5))),
    ("en", "  COMPETITION lute FLOWER/fan  flute ", Competition(((0, 1), (4, 6)))),
    ("en", "take tea set", TakeOne(5)),
    ("fr", "prenez papier", TakeOne(2)),
    ("pl", "weź parasolkę", TakeOne(3)),
    ("en", "take tea set + tea set", TakePair((5, 5))),
    ("fr", "offre service à thé, flûte, éventail", Gift((0, 1, 5))),
    ("fr", "Dépôt papier + ombrelle", Discard((2, 3))),
    ("fr", "echange luth fleur / flute service a the", Competition(((0, 5), (4, 6)))),
    ("fr", "prendre luth", TakeOne(4)),
    ("pl", "podaruj zwój kwiat serwis do herbaty", Gift((2, 5, 6))),
    ("pl", "Podarunek zwoj kwiat flet", Gift((0, 2, 6))),
    ("pl", "odrzuć parasolka lutnia", Discard((3, 4))),
    ("pl", "rywalizacja flet wachlarz / lutnia kwiat", Competition(((0, 1), (4, 6)))),
    ("pl", "wez serwis do herbaty flet", TakePair((0, 5))),
    ("pl", "sekret kwiat", Secret(6)),
]


@pytest.mark.parametrize(("lang", "typed", "move"), SAID)
def test_what_people_type(lang: str, typed: str, move: Move) -> None:
    assert GAME.text.read(typed, GAME.text.words(lang)) == move


KNOWN = tuple(f"@item.{name}" for name in ("flute", "fan", "scroll", "parasol", "lute", "tea_set", "flower"))
UNREADABLE: list[tuple[str, str, dict[str, Fact]]] = [
    ("", "unreadable", {"text": ""}),
    (" dance flute", "unreadable", {"text": "dance flute"}),
    ("start", "unreadable", {"text": "start"}),
    ("start 3", "unreadable", {"text": "3"}),
    ("deal 0 flute", "unreadable", {"text": "0"}),
    ("deal 1", "unreadable", {"text": "deal 1"}),
    ("draw 1 tea set", "unreadable", {"text": "draw 1 tea set"}),
    ("reveal 1 cat", "unreadable", {"text": "reveal 1 cat"}),
    ("score 1", "unreadable", {"text": "score 1"}),
    ("gift flute / fan lute", "unreadable", {"text": "flute / fan lute"}),
    ("secret cat", "unknown_item", {"text": "cat", "known": KNOWN}),
    ("take tea", "unknown_item", {"text": "tea", "known": KNOWN}),
    ("take", "take_what", {}),
    ("take flute fan lute", "take_what", {}),
    (
        "secret",
        "wrong_count",
        {"action": "@action.secret", "needs": "@cards:1", "got": "@cards:0", "rule": "H8"},
    ),
    (
        "gift fan",
        "wrong_count",
        {"action": "@action.gift", "needs": "@cards:3", "got": "@cards:1", "rule": "H10"},
    ),
    ("competition flute fan lute flower", "not_pairs", {"rule": "H11"}),
    ("competition flute / fan lute flower", "not_pairs", {"rule": "H11"}),
]


@pytest.mark.parametrize(("typed", "reason", "facts"), UNREADABLE)
def test_what_cannot_be_read_is_explained(typed: str, reason: str, facts: dict[str, Fact]) -> None:
    with pytest.raises(Unreadable) as refused:
        GAME.text.read(typed, GAME.text.words("en"))
    assert (refused.value.reason, refused.value.facts) == (reason, facts)
    for lang in LANGUAGES:
        assert explain(refused.value, GAME.text.words(lang))


def test_plurals_in_a_refusal() -> None:
    with pytest.raises(Unreadable) as refused:
        GAME.text.read("gift fan", GAME.text.words("en"))
    said = [explain(refused.value, GAME.text.words(lang)) for lang in LANGUAGES]
    assert said == [
        "Gift takes 3 cards, not 1 card (H10).",
        "Offre : il faut 3 cartes, et non 1 carte (H10).",
        "Podarunek to 3 karty, a nie 1 karta (H10).",
    ]


# ------------------------------------------------------------------ tables


def test_the_table_in_the_middle_of_a_round() -> None:
    state = play(first_turn(), *FIRST_ROUND[:11])
    none = "geishas: 0, art points: 0"
    assert GAME.text.table(state.view(0), GAME.text.words("en"), NAMES).splitlines() == [
        "Round 1 of 3. Ada starts it. Deck: 3 cards.",
        "Ayane, flute 2. Ada: 1, Bea: 0. Token: in the middle",
        "Iroha, fan 2. Ada: 1, Bea: 0. Token: in the middle",
        "Tomoyo, scroll 2. Ada: 0, Bea: 0. Token: in the middle",
        "Yoko, parasol 3. Ada: 0, Bea: 0. Token: in the middle",
        "Chiharu, lute 3. Ada: 0, Bea: 0. Token: in the middle",
        "Ruri, tea set 4. Ada: 1, Bea: 2. Token: in the middle",
        "Anju, flower 5. Ada: 0, Bea: 1. Token: in the middle",
        f"Ada: 1 card in hand; actions left: Discard; used: Secret, Gift, Competition; {none}",
        f"Bea: 3 cards in hand; actions left: Secret, Competition; used: Discard, Gift; {none}",
        "Your hand: parasol",
        "Your Secret: flower",
        "Ada offers a Competition: scroll, tea set; or parasol, lute.",
        "To move: Bea",
    ]
    theirs = GAME.text.table(state.view(1), GAME.text.words("en"), NAMES).splitlines()
    assert theirs[10:12] == ["Your hand: lute, lute, flower", "Your discards: fan, flower"]


def test_the_table_after_a_round() -> None:
    state = play(first_turn(), *FIRST_ROUND, "reveal 1 flower", "reveal 2 scroll", "score")
    lines = GAME.text.table(state.view(None), GAME.text.words("en"), NAMES).splitlines()
    assert lines[0] == "Round 2 of 3. Bea starts it. Deck: 20 cards."
    assert lines[1] == "Ayane, flute 2. Ada: 0, Bea: 0. Token: Ada"
    assert lines[-2].endswith("used: none; geishas: 2, art points: 6")
    cards = "Ayane 1-0, Iroha 1-0, Tomoyo 1-1, Yoko 0-2, Chiharu 1-2, Ruri 2-2, Anju 2-1"
    assert lines[-1] == f"Round 1, cards given: {cards}. Art points: Ada: 9, Bea: 6"


def test_the_table_with_other_options() -> None:
    words = GAME.text.words("en")
    endless = GAME.text.table(start(2, Options(rounds="until_won")).view(0), words, NAMES)
    assert endless.startswith("Round 1; rounds go on until somebody wins. Deck: 20 cards.\n")
    assert endless.endswith("Your hand: none")
    small = GAME.text.table(dealt("flute parasol tea_set", "flute parasol", SMALL).view(1), words, NAMES)
    assert [line.split(",")[0] for line in small.splitlines()[1:4]] == ["Ayane", "Yoko", "Ruri"]
    assert small.endswith("Your hand: flute, parasol\nTo move: Ada")
    over = scoring("flute fan scroll parasol", "").play(Score())
    assert "actions left: Secret" in GAME.text.table(over.view(None), words, NAMES)


TOLD: list[tuple[int, Move | Veiled, str]] = [
    (-1, Start(1), "Bea starts the first round."),
    (-1, Deal(0, 5), "Ada is dealt: tea set."),
    (-1, Veiled(-1, "Deal", {"to": 0}), "Ada is dealt a card."),
    (-1, Draw(1, 0), "Bea draws: flute."),
    (-1, Veiled(-1, "Draw", {"to": 1}), "Bea draws a card."),
    (0, Secret(6), "Ada keeps a card secret: flower."),
    (0, Veiled(0, "Secret"), "Ada keeps a card secret."),
    (0, Discard((1, 1)), "Ada discards two cards: fan, fan."),
    (0, Veiled(0, "Discard"), "Ada discards two cards face down."),
    (0, Gift((0, 1, 4)), "Ada offers a Gift: flute, fan, lute."),
    (0, Competition(((0, 1), (4, 6))), "Ada offers a Competition: flute, fan; or lute, flower."),
    (1, TakeOne(2), "Bea takes: scroll."),
    (1, TakePair((2, 5)), "Bea takes a pair: scroll, tea set."),
    (-1, Reveal(0, 3), "Ada reveals the Secret: parasol."),
    (-1, Score(), "The gifts are compared and the art tokens move."),
]


@pytest.mark.parametrize(("seat", "move", "said"), TOLD)
def test_what_is_told(seat: int, move: Move | Veiled, said: str) -> None:
    assert tell(GAME, Told(seat, move), GAME.text.words("en"), NAMES) == said


@pytest.mark.parametrize("lang", LANGUAGES)
def test_help_for_every_item_geisha_and_action(lang: str) -> None:
    words = GAME.text.words(lang)
    topics = GAME.text.topics(words)
    assert len(topics) == 7 + 7 + 4
    assert topics[words("item.tea_set")] == topics["Ruri"] == words("help.tea_set")
    assert topics[words("action.gift")] == words("help.gift")


def test_a_label_in_another_language() -> None:
    assert GAME.text.label is not None
    said = [GAME.text.label(VIEW, Competition(((0, 1), (5, 6))), GAME.text.words(lang)) for lang in LANGUAGES]
    assert said == [
        "competition flute + fan / tea set + flower",
        "échange flûte + éventail / service à thé + fleur",
        "rywalizuj flet + wachlarz / serwis do herbaty + kwiat",
    ]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_help_and_rules_follow_the_options(lang: str) -> None:
    words = GAME.text.words(lang)
    small, long = in_force(words, SMALL), in_force(words, Options(rounds="until_won"))
    assert rules(words).keys() - rules(small).keys() == {"H9", "H11", "H16", "H17", "H18", "H20"}
    assert rules(words).keys() - rules(long).keys() == {"H19"}
    assert long("rule.H18") != words("rule.H18")
    topics = [name for name, text in GAME.text.topics(small).items() if text]
    assert len(topics) == 3 + 3 + 2
    assert small("about") != words("about")


def test_the_small_box_in_words() -> None:
    small = in_force(GAME.text.words("en"), SMALL)
    assert small("rule.H5").endswith("Each player gets two; the other four are the deck.")
    assert small("rule.H7").endswith("so each player has two turns.")


@pytest.mark.parametrize(
    ("lang", "typed", "echo"), [("pl", "podaruj Żółw flet flet", "Żółw"), ("fr", "offre flûte Épée", "Épée")]
)
def test_what_is_typed_comes_back_as_it_was_typed(lang: str, typed: str, echo: str) -> None:
    with pytest.raises(Unreadable) as refused:
        GAME.text.read(typed, GAME.text.words(lang))
    assert refused.value.facts["text"] == echo


def test_labels_of_catalogues_that_are_no_longer_used_are_forgotten() -> None:
    """A catalogue in force is made anew after it was forgotten itself."""
    phrases = GAME.text.words("en").phrases
    for _ in range(notation.LABELS + 10):
        notation.label(VIEW, Secret(6), Words("en", phrases))
    assert notation._label.cache_info().currsize == notation.LABELS


def test_after_a_round_it_is_told_who_starts_the_next_and_why() -> None:
    words, names = GAME.text.words("en"), called(["Ann", "Bea"], reader=0)
    told = GAME.text.aftermath["Score"]
    before = scoring("flute", "fan", number=1)
    after = before.play(Score())
    assert (after.starter, after.round) == (1, 2)
    other = told(before.view(None), after.view(None), words, names)
    assert other == "Bea starts the next round, as the other player started this one."
    mine = told(before.view(None), replace(after, starter=0).view(None), words, names)
    assert mine == "You start the next round, as the other player started this one."
    won = scoring("flute fan scroll parasol", "", number=1)
    assert told(won.view(None), won.play(Score()).view(None), words, names) == ""
