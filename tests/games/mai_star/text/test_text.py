"""Notation, names in three languages, the table in plain lines, help."""

import pytest
from msgspec.structs import replace

from hanamachi.core.game import Told
from hanamachi.core.telling import ask, called, tell
from hanamachi.core.words import LANGUAGES, Unreadable, in_force, rules
from hanamachi.games.mai_star import GAME
from hanamachi.games.mai_star.moves import (
    Advertise,
    Choose,
    Decline,
    Exchange,
    Guest,
    Introduce,
    Options,
    Reacting,
    Ronin,
    Score,
    Scoring,
    Shine,
    Target,
)
from hanamachi.games.mai_star.pieces import CARD_NAMES, CARDS, CHARACTER_NAMES, COPIES, INCOME, REQUIREMENT
from hanamachi.games.mai_star.rules import State, start
from hanamachi.games.mai_star.table import Result
from hanamachi.games.mai_star.text.aftermath import starts
from hanamachi.games.mai_star.text.notation import VERBS, verbs
from tests.games.mai_star.staging import by_nature, play, side, table

NAMES = ["Ada", "Bea", "Cleo"]
EN, FR, PL = (GAME.text.words(lang) for lang in LANGUAGES)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_notation_comes_back_for_the_whole_universe(lang: str) -> None:
    words = GAME.text.words(lang)
    universe = GAME.universe(6, Options())
    moves = (*universe.decisions, *universe.nature)
    written = [GAME.text.write(move) for move in moves]
    assert len(set(written)) == len(moves) == 463 + 763
    assert all(line.isascii() for line in written)
    assert [GAME.text.read(line, words) for line in written] == list(moves)


def test_the_universe_has_no_duplicates_and_stays_small() -> None:
    universe = GAME.universe(3, Options())
    assert len(set(universe.decisions)) == len(universe.decisions) == 460
    assert len(universe.nature) == len(set(universe.nature)) == 3 + 3 * 3 * 42 + 1


@pytest.mark.parametrize(
    ("text", "lang", "move"),
    [
        ("guest red thief", "en", Guest(5)),
        ("GUEST  Red-Thief", "en", Guest(5)),
        ("inviter voleur rouge", "fr", Guest(5)),
        ("publicité Lutteur de sumo vert", "fr", Advertise(34)),
        ("PUBLICITE lutteur de sumo vert", "fr", Advertise(34)),
        ("zaproś czerwony złodziej", "pl", Guest(5)),
        ("zapros czerwony zlodziej", "pl", Guest(5)),
        ("przedstaw szogun", "pl", Introduce(40)),
        ("guest red-thief", "pl", Guest(5)),
        ("choisir feuille d'érable", "fr", Choose(1)),
        ("wybierz Dźwięk Dzwonu", "pl", Choose(4)),
        ("choose sound-of-bell", "fr", Choose(4)),
        ("briller bleu", "fr", Shine(1)),
        ("shine intelligence", "en", Shine(2)),
        ("shine red", "en", Shine(0)),
        ("błyśnij występ", "pl", Shine(0)),
        ("échanger 3", "fr", Exchange(2)),
        ("cel 2", "pl", Target(1)),
        ("rônin 1", "fr", Ronin(0)),
        ("jouer un invité : voleur rouge", "fr", Guest(5)),
        ("jouer Doctor bleu", "fr", Guest(23)),
        ("jouer étranger", "fr", Guest(39)),
        ("jouer Foreigner", "fr", Guest(39)),
        ("choisir Spring Breeze", "fr", Choose(3)),
        ("choisissez brise de printemps", "fr", Choose(3)),
        ("choose Akenohoshi", "en", Choose(0)),
        ("guest red scholar", "en", Guest(0)),
        ("guest monk", "en", Guest(39)),
        ("zrezygnuj", "pl", Decline()),
        ("reklama szogun", "pl", Advertise(40)),
    ],
)
def test_names_of_the_language(text: str, lang: str, move: object) -> None:
    assert GAME.text.read(text, GAME.text.words(lang)) == move


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_verb_means_one_thing(lang: str) -> None:
    known = verbs(lang)
    assert all(known[verb] is kind for verb, kind in VERBS.items())
    names = GAME.text.words(lang).under("verb")
    assert set(names) == set(VERBS)
    assert len(set(names.values())) == len(VERBS)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_card_has_a_name_of_its_own(lang: str) -> None:
    words = GAME.text.words(lang)
    names = words.under("card")
    assert tuple(names) == CARD_NAMES
    assert len(set(names.values())) == len(CARDS)
    for card, name in enumerate(names.values()):
        assert GAME.text.read(f"guest {name}", words) == Guest(card)


def test_labels_name_what_stands_behind_a_number() -> None:
    label = GAME.text.label
    assert label is not None
    mover = side("maple_leaf", "red-thief red-ronin", "", "blue-okaasan shogun")
    state = table(mover, side("summer_sea", "blue-thief", "green-ronin red-actor"))
    assert [label(state.view(0), move, EN) for move in state.moves()] == [
        *("guest red Ronin", "guest red Thief", "advertise red Ronin", "advertise red Thief"),
        *("introduce red Ronin", "introduce red Thief", "exchange 1 blue Okaasan", "exchange 2 Shogun"),
        "search",
    ]
    used = play(state, "guest red-thief")
    assert [label(used.view(0), move, FR) for move in used.moves()] == [
        *("viser 1 Maple Leaf", "viser 2 Summer Sea", "renoncer"),
    ]
    aimed = play(used, "target 2")
    assert [label(aimed.view(1), move, PL) for move in aimed.moves()] == ["pozwól", "ronin 1 zielony Ronin"]
    first = start(3, Options())
    assert [label(first.view(None), move, EN) for move in first.moves()] == ["first 1", "first 2", "first 3"]
    choosing = play(first, "first 1")
    assert label(choosing.view(0), choosing.moves()[0], PL) == "wybierz Gwiazda Poranna"
    assert label(choosing.view(0), Target(1), EN) == "target 2"
    assert label(first.view(None), Exchange(0), EN) == "exchange 1"
    assert label(first.view(None), Ronin(0), EN) == "ronin 1"
    star = table(side("morning_star", "red-thief"))
    assert label(star.view(0), star.moves()[-1], FR) == "briller intelligence"


TABLE = """\
Festival 2 of 3, started by Cleo.
Deck: 3 cards.
At its bottom, put back by Spring Breeze: 1 card.
Discard pile: {discards}.
1. Ada, Morning Star. Performance 3, service 8, intelligence 3. In hand: 2 cards.
   Guests, income 5: 1 red Actor.
   Advertisers: 1 blue Okaasan.
2. Bea, Spring Breeze. Performance 2, service 4, intelligence 6. In hand: 1 card.
   Guests, income 0: nothing.
   Advertisers: 1 Shogun.
3. Cleo, Hazy. Performance 5, service 5, intelligence 5. In hand: 1 card.
   Guests, income 0: nothing.
   Advertisers: nothing.
You put at the bottom of the deck, next to be drawn first: green Ronin.
Your hand: green Thief (needs 4, pays 4).
Festival 1 (M27). Ada: 1 (income 5, left in hand: 2 cards), Bea: 9 (income 9, left in hand: 0 cards), \
Cleo: 1 (income 3, left in hand: 1 card).
Totals. Ada: 1, Bea: 9, Cleo: 1.
Morning Star has +3 until the end of this turn: service.
The last lap: 1 turn still to start.
Ada’s turn."""


def test_the_whole_table() -> None:
    state = table(
        side("morning_star", "red-thief oiran", "red-actor", "blue-okaasan"),
        side("spring_breeze", "green-thief", "", "shogun"),
        deck="red-doctor red-doctor",
        bottom="green-ronin",
        starter=2,
        round=2,
        results=(Result("M27", (0, 3, 5), (5, 9, 3), (2, 0, 1), (1, 9, 1)),),
        lap=1,
    )
    shone = play(state, "shine service")
    pile = ", ".join(EN(f"card.{CARD_NAMES[card]}") for card in state.discards)
    assert GAME.text.table(shone.view(1), EN, NAMES) == TABLE.format(discards=pile)
    mine = GAME.text.table(shone.view(0), EN, NAMES)
    assert "Your hand: red Thief (needs 4, pays 4), Oiran (cancels an effect)." in mine
    assert "You put at the bottom" not in mine
    assert "Your hand" not in GAME.text.table(shone.view(None), EN, NAMES)


def test_what_is_known_in_other_hands() -> None:
    state = table(side("hazy", "red-thief blue-thief", "", "shogun"), side("maple_leaf", "green-thief"))
    after = play(state, "exchange 1", "replace red-thief")
    assert "   You know in this hand: Shogun.\n" in GAME.text.table(after.view(1), EN, NAMES)
    assert "   Everybody knows in this hand: Shogun.\n" in GAME.text.table(after.view(None), EN, NAMES)
    assert "know" not in GAME.text.table(after.view(0), EN, NAMES)
    assert "   Vous connaissez dans cette main : Shogun.\n" in GAME.text.table(after.view(2), FR, NAMES)
    assert "   Znasz na tej ręce: Szogun.\n" in GAME.text.table(after.view(2), PL, NAMES)


def test_the_table_before_a_geisha_is_chosen() -> None:
    state = start(3, Options())
    assert GAME.text.table(state.view(0), EN, NAMES) == "\n".join(
        [
            "Festival 1 of 3.",
            "Deck: 75 cards.",
            "Discard pile: nothing.",
            "1. Ada, no geisha yet, 0 cards in hand.",
            "2. Bea, no geisha yet, 0 cards in hand.",
            "3. Cleo, no geisha yet, 0 cards in hand.",
            "Your hand: nothing.",
        ]
    )


@pytest.mark.parametrize("lang", LANGUAGES)
def test_questions_and_stories_name_players(lang: str) -> None:
    words = GAME.text.words(lang)
    state = table(side("hazy", "red-thief red-ronin"), side("maple_leaf", "blue-thief", "green-ronin"))
    aimed = play(state, "guest red-thief", "target 2")
    prompt = aimed.view(0).prompt
    assert prompt is not None
    asked = ask(prompt, words, NAMES)
    assert "Ada" in asked
    assert "Bea" in asked
    assert words("card.red_thief") in asked
    assert "Bea" in tell(GAME, Told(0, Target(1)), words, NAMES)
    drawing = play(table(side("hazy", "red-thief")), "search")
    heard = tell(GAME, Told(-1, drawing.veil(drawing.moves()[0], 1)), words, NAMES)
    assert "Ada" in heard
    assert heard != tell(GAME, Told(-1, drawing.moves()[0]), words, NAMES)
    assert "Ada" in tell(GAME, Told(0, Exchange(2)), words, NAMES)
    assert words("skill.service") in tell(GAME, Told(0, Shine(1)), words, NAMES)
    assert words("geisha.hazy") in tell(GAME, Told(0, Choose(5)), words, NAMES)
    assert by_nature(drawing).actor == 1


@pytest.mark.parametrize("lang", LANGUAGES)
def test_help_for_everything(lang: str) -> None:
    words = GAME.text.words(lang)
    topics = GAME.text.topics(words)
    assert len(topics) == 16 + 6 + 5
    for name in CHARACTER_NAMES:
        cards = [card for card in CARDS if CARD_NAMES[card].endswith(name)]
        helped = topics[words(f"character.{name}")]
        assert COPIES[cards[0]] in (1, 2)
        if name != "oiran":
            assert str(REQUIREMENT[cards[0]]) in helped
            assert str(INCOME[cards[0]]) in helped


def test_deals_are_quiet_and_cards_have_colours() -> None:
    assert GAME.text.quiet == {"Deal"}
    assert set(GAME.text.styles) == {f"card.{name}" for name in CARD_NAMES}
    assert len(set(GAME.text.styles.values())) == 4


AFTERMATHS = [
    ("guest red-thief, target 2", "Bea loses a guest: green Ronin."),
    ("guest red-yakuza, target 2", "Bea loses an advertiser: blue Actor."),
    ("guest red-emissary, target 2", "Ada takes an advertiser from Bea: blue Actor."),
    ("guest red-samurai, target 2", "Ada takes a guest from Bea: green Ronin."),
    ("guest red-doctor, use", "Ada has another turn."),
    ("guest red-daimyo, use", "Ada’s advertisers become guests: red Okaasan, red Okaasan."),
    ("guest foreigner, use", "Ada discards their whole hand: red Citizen."),
    ("guest shogun, use", "Ada’s hand becomes guests: red Citizen."),
    ("guest red-merchant, target 2", ""),
    ("guest red-samurai, target 1", ""),
]


@pytest.mark.parametrize(("line", "said"), AFTERMATHS)
def test_what_an_effect_did_is_told_from_the_views(line: str, said: str) -> None:
    *before, last = line.split(", ")
    guest = before[-1].removeprefix("guest ")
    mine = side("hazy", f"{guest} red-citizen", "", "red-okaasan red-okaasan green-actor")
    start = table(mine, side("summer_sea", "blue-citizen", "blue-thief green-ronin", "blue-actor"))
    state = play(start, *before)
    after = play(state, last)
    if isinstance(after.todo[0], Reacting):  # the Ronin might cancel it
        state, last = after, "allow"
        after = play(state, last)
    kind = type(GAME.text.read(last, EN)).__name__
    for seat in (None, 0, 2):
        assert GAME.text.aftermath[kind](state.view(seat), after.view(seat), EN, NAMES) == said


def told_after(state: State, line: str) -> str:
    """What the log adds to a move, as the gallery hears it."""
    kind = type(GAME.text.read(line, EN)).__name__
    told = {**GAME.text.aftermath, **GAME.text.instead}
    return told[kind](state.view(None), play(state, line).view(None), EN, NAMES)


def test_M19_whose_card_a_sumo_wrestler_throws_away_is_told() -> None:
    attacker, target = side("hazy", "red-sumo-wrestler red-thief"), side("maple_leaf", "red-daimyo")
    state = by_nature(play(table(attacker, target), "guest red-sumo-wrestler", "target 2"))
    assert told_after(state, "pick red-daimyo") == "Bea loses it from their hand."


def test_M15_what_was_cancelled_is_told() -> None:
    target = side("maple_leaf", "oiran", "blue-ronin")
    state = play(table(side("hazy", "red-thief red-citizen"), target), "guest red-thief", "target 2")
    for line in ("ronin 1", "oiran"):
        assert told_after(state, line) == "Ada’s red Thief has no effect."


def test_what_is_declined_is_told() -> None:
    hazy = table(side("hazy", "red-thief red-citizen", "", "red-actor"), side("summer_sea", "blue-thief"))
    assert told_after(play(hazy, "guest red-thief"), "decline") == "Ada does not use red Thief."
    assert (
        told_after(by_nature(play(hazy, "introduce red-thief")), "decline")
        == "Ada introduces no second card."
    )
    sea = play(table(side("summer_sea", "blue-actor red-thief")), "guest blue-actor")
    assert told_after(sea, "decline") == "Ada welcomes no further guest."
    bell = table(side("sound_of_bell", "red-thief red-citizen"))
    assert told_after(by_nature(play(bell, "search")), "decline") == "Ada does not advertise again."
    assert (
        told_after(by_nature(play(bell, "advertise red-thief")), "decline") == "Ada takes no further action."
    )


def test_M10_an_exchange_names_the_advertiser() -> None:
    state = table(side("hazy", "red-thief", "", "blue-okaasan red-actor"))
    assert told_after(state, "exchange 2") == "It is: red Actor."


def test_a_scored_festival_is_told() -> None:
    state = play(table(side("hazy", "red-ronin"), side("summer_sea", "blue-thief")), "guest red-ronin")
    assert isinstance(state.todo[0], Scoring)
    said = GAME.text.aftermath["Score"](state.view(0), state.play(Score()).view(0), EN, NAMES)
    assert said.startswith(
        "Ada: 2 (income 2, left in hand: 0 cards). Bea: 0 (income 0, left in hand: 1 card)."
    )


@pytest.mark.parametrize("lang", LANGUAGES)
def test_morning_star_is_told_that_she_may_shine(lang: str) -> None:
    words = GAME.text.words(lang)
    star = table(side("morning_star", "red-courtesan red-thief"))
    shone = play(star, "shine performance")
    for state, offered in ((star, True), (shone, False), (table(side("hazy", "red-thief")), False)):
        prompt = state.view(0).prompt
        assert prompt is not None
        assert (words("shine_too") in ask(prompt, words, NAMES)) is offered
    further = play(star, "guest red-courtesan").view(0).prompt
    assert further is not None
    assert words("shine_too") in ask(further, words, NAMES)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_help_and_rules_follow_the_options(lang: str) -> None:
    words = GAME.text.words(lang)
    usual = in_force(words, Options())
    assert rules(words).keys() - rules(usual).keys() == {"M33", "M34"}
    other = Options(True, "at_once", "all", last_lap=False)
    assert rules(words).keys() - rules(in_force(words, other)).keys() == {"M29", "M38"}
    assert (
        len({in_force(words, each)("rule.M34") for each in (other, Options(limited_guests="end_of_turn"))})
        == 2
    )
    name = words("character.foreigner")
    assert GAME.text.topics(usual)[name] != GAME.text.topics(in_force(words, other))[name]


def test_help_on_black_cards_names_the_skill() -> None:
    assert GAME.text.topics(EN)["Foreigner"].startswith("Needs 9 in any one skill")
    every = in_force(EN, Options(black_requirement="all"))
    assert GAME.text.topics(every)["Shogun"].startswith("Needs 10 in each of the three skills")


def test_no_example_is_given_that_may_not_fit() -> None:
    for lang in LANGUAGES:
        assert GAME.text.words(lang)("error.unreadable", text="x").count(".") == 1


def test_what_is_typed_comes_back_as_it_was_typed() -> None:
    with pytest.raises(Unreadable) as refused:
        GAME.text.read("zaproś Zielony Żółw", PL)
    assert refused.value.facts == {"text": "Zielony Żółw"}


def test_a_player_may_be_called_anything() -> None:
    """Also where results begin with the name."""
    result = Result("M27", (0, 3, 5), (5, 9, 3), (2, 0, 1), (1, 9, 1))
    state = table(side("hazy", "red-thief"), round=2, results=(result,))
    seen = GAME.text.table(state.view(0), EN, called(["@nothing", "#1", "@card:x"]))
    assert "Totals. @nothing: 1, #1: 9, @card:x: 1." in seen


@pytest.mark.parametrize(
    ("totals", "said"),
    [
        ((5, 3, 9), ["Bea has the lowest total and starts the next festival."]),
        (
            (9, 3, 3),
            [
                "Bea is one of those with the lowest total, nearest to the left of the leader, and starts the next festival."
            ],
        ),
        ((4, 4, 4), []),
    ],
)
def test_M31_after_a_festival_it_is_told_who_starts_the_next_and_why(
    totals: tuple[int, ...], said: list[str]
) -> None:
    view = replace(table(side("hazy", "red-thief")).view(None), totals=totals, starter=1)
    assert list(starts(view, GAME.text.words("en"), called(["Ann", "Bea", "Cho"]))) == said
