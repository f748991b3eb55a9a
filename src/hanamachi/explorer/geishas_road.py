"""Count how games of Geisha's Road begin. Cards are told by their values, whatever their colours."""

from collections.abc import Iterable
from typing import Any

from hanamachi.core.words import Words
from hanamachi.explorer.openings import Decision, Openings, Path
from hanamachi.games.geishas_road import moves as m
from hanamachi.games.geishas_road.pieces import ACTION_NAMES, COMPETITION, GIFT, VALUE, Card
from hanamachi.games.geishas_road.records import Offer
from hanamachi.puzzles.path import Setting

MODES = ("basic", "harder", "advanced")
HIDDEN = "hidden"
COUNTER = "counter"
OFFERS = (GIFT, COMPETITION)


class RoadOpenings(Openings):
    """The action token of the first player, its cards by value, what the rival chose, and their first
    token."""

    game = "geishas_road"
    settings = tuple(Setting(2, {"mode": mode}) for mode in MODES)
    shares = (2, 1, 1)

    def setting_of(self, options: Any) -> int | None:
        return None if options.destiny else MODES.index(options.mode)

    def path(self, decisions: Iterable[Decision]) -> Path | None:
        first: list[Decision] = []
        for state, move in decisions:
            if isinstance(move, m.Use) and first:
                return (*steps(first), kind(move))
            first.append((state, move))
        return None

    def by_starter(self, path: Path) -> bool:
        return len(path) < 2

    def label(self, step: str, words: Words) -> str:
        name, *rest = step.split(" ")
        if name == COUNTER:
            return words("special.counteroffer")
        if name in ACTION_NAMES and rest in ([], [HIDDEN]):
            also = [words("special.hidden_offer")] if rest else []
            return " + ".join([words(f"action.{name}"), *also])
        cards = step.removeprefix(f"{name} " if name in ACTION_NAMES else "")
        return cards.replace(" ", " + ").replace(" + / + ", " / ")


def kind(use: m.Use) -> str:
    return ACTION_NAMES[use.action] + (f" {HIDDEN}" if use.hidden else "")


def steps(decisions: list[Decision]) -> list[str]:
    """Return the token of the first turn, its cards, and the answer to an offer."""
    (_, use), *rest = decisions
    assert isinstance(use, m.Use)
    if use.action not in OFFERS:
        cards = [move.card for _, move in rest if isinstance(move, m.Lay | m.Left | m.Right)]
        return [kind(use), f"{ACTION_NAMES[use.action]} {valued(cards)}"]
    return [kind(use), *answered(rest, use)]


def answered(decisions: list[Decision], use: m.Use) -> list[str]:
    """Return an offer by its values, and how it was answered."""
    answers = (m.Counter, m.Choose)
    state, answer = next((state, move) for state, move in decisions if isinstance(move, answers))
    name, offer = ACTION_NAMES[use.action], state.offer
    made = f"{name} {paired(offer) if use.action == COMPETITION else valued(offer.cards)}"
    if isinstance(answer, m.Counter):
        return [made, COUNTER]
    return [made, valued(offer.cards[place] for place in chosen(offer, answer))]


def chosen(offer: Offer, answer: m.Choose) -> list[int]:
    """Return the places that are taken. In a Competition one place stands for its pair."""
    if offer.action == GIFT or len(answer.places) > 1:
        return list(answer.places)
    pair = {0, offer.partner}
    return [at for at in range(len(offer.cards)) if (at in pair) == (answer.places[0] in pair)]


def paired(offer: Offer) -> str:
    pair = {0, offer.partner}
    parts = [[card for at, card in enumerate(offer.cards) if (at in pair) == of] for of in (True, False)]
    return " / ".join(sorted(map(valued, parts)))


def valued(cards: Iterable[Card | None]) -> str:
    return " ".join(str(value) for value in sorted(VALUE[card] for card in cards if card is not None))


OPENINGS = RoadOpenings()
