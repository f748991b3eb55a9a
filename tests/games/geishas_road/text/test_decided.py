"""A decision of several moves in one sentence, as each seat heard it."""

import pytest

from hanamachi.core.game import Told
from hanamachi.core.telling import called
from hanamachi.core.words import LANGUAGES
from hanamachi.games.geishas_road import GAME
from hanamachi.games.geishas_road.moves import Options
from hanamachi.games.geishas_road.rules import State
from tests.games.geishas_road.tables import move, play, table

NAMES = ("Anna", "Bob")
OPEN = table("pink1 red2 blue3 green4", "yellow1 yellow2", options=Options("advanced"))
GIFT = ("gift", "lay red2", "lay pink1", "lay blue3")
HIDDEN = ("gift hidden", "hide green4", "lay red2", "lay pink1")
PAIRS = ("competition hidden", "hide red2", "lay pink1", "lay blue3", "lay green4", "pair 3")


def told(state: State, *texts: str, seat: int, lang: str = "en", reader: int | None = None) -> str:
    """What a seat hears once these moves of one player are made."""
    steps = []
    for text in texts:
        each = move(text)
        steps.append((state.view(seat), Told(state.todo[0].seat, state.veil(each, seat))))
        state = state.play(each)
    assert GAME.text.decided
    return GAME.text.decided(steps, state.view(seat), GAME.text.words(lang), called(NAMES, reader))


def test_a_reveal_names_its_card() -> None:
    for seat in (0, 1):
        assert told(OPEN, "reveal", "lay pink1", seat=seat) == "Anna reveals pink 1."


def test_a_gift_lies_in_the_order_of_the_box_and_hides_what_is_hidden() -> None:
    assert told(OPEN, *GIFT, seat=1) == "Anna offers a Gift: pink 1, red 2 and blue 3."
    assert told(OPEN, *HIDDEN, seat=0) == "Anna offers a Gift: green 4 (face down), pink 1 and red 2."
    assert told(OPEN, *HIDDEN, seat=1) == "Anna offers a Gift: a face-down card, pink 1 and red 2."


def test_a_competition_is_told_by_its_pairs() -> None:
    offers = "Anna offers a Competition:"
    assert told(OPEN, *PAIRS, seat=0) == f"{offers} red 2 (face down) + blue 3 / pink 1 + green 4."
    assert told(OPEN, *PAIRS, seat=1) == f"{offers} a face-down card + blue 3 / pink 1 + green 4."


def test_an_intrigue_is_named_to_its_player_alone() -> None:
    steps = "intrigue", "left red2", "right pink1"
    own = "Anna plays an Intrigue. Left, it will count: red 2. Right, it is out: pink 1."
    assert told(OPEN, *steps, seat=0) == own
    assert told(OPEN, *steps, seat=1) == "Anna plays an Intrigue: two cards face down."


def test_a_counteroffer_names_what_goes_and_what_comes() -> None:
    offer = play(OPEN, *HIDDEN)
    out = "goes back into the deck"
    taken = "counter", "remove 3", "replace yellow2"
    assert told(offer, *taken, seat=0) == f"Bob counters: red 2 {out}, yellow 2 takes its place."
    unseen = "counter hidden", "remove 1", "replace yellow2"
    assert told(offer, *unseen, seat=0) == (
        f"Bob counters: green 4 (face down) {out}, a face-down card takes its place."
    )
    assert told(offer, *unseen, seat=1) == (
        f"Bob counters: a face-down card {out}, yellow 2 (face down) takes its place."
    )


def test_a_choice_names_the_cards_as_they_lay() -> None:
    offer = play(OPEN, *HIDDEN)
    assert told(offer, "pass", "choose 1", seat=0) == "Bob takes green 4 (face down)."
    assert told(offer, "pass", "choose 1", seat=1) == "Bob takes a face-down card."
    pairs = play(OPEN, *PAIRS)
    assert told(pairs, "pass", "choose 2 4", seat=1) == "Bob takes pink 1 and green 4."


def test_moves_that_are_told_alone_are_left_to_their_own_sentences() -> None:
    state = table("pink1 red3 green3", options=Options("harder"))
    chosen = play(state, "gift", "lay pink1", "lay red3", "lay green3", "choose 3")
    assert told(chosen, "resolve pink1", seat=0) == ""


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_reader_is_addressed(lang: str) -> None:
    said = {
        "en": "You offer a Gift: pink 1, red 2 and blue 3.",
        "fr": "Vous proposez un Cadeau\u00a0: rose 1, rouge 2 et bleue 3.",
        "pl": "Proponujesz Kompromis: różowa 1, czerwona 2 i niebieska 3.",
    }
    assert told(OPEN, *GIFT, seat=0, lang=lang, reader=0) == said[lang]
    assert told(OPEN, *GIFT, seat=1, lang=lang, reader=1).startswith("Anna ")
