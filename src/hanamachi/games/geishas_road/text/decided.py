"""Tell a decision of several moves in one sentence: an action with its cards, an answer, a choice."""

from collections.abc import Sequence

from hanamachi.core.game import Told, Veiled
from hanamachi.core.words import Name, Words
from hanamachi.games.geishas_road.moves import Right
from hanamachi.games.geishas_road.offers import together
from hanamachi.games.geishas_road.pieces import ACTION_NAMES, Card, Place
from hanamachi.games.geishas_road.records import Offer
from hanamachi.games.geishas_road.text.table import card_name
from hanamachi.games.geishas_road.view import RoadView

Steps = Sequence[
    tuple[RoadView, Told]
]  # the moves of a decision as a seat heard them, each with the view before it


def decided(steps: Steps, after: RoadView, words: Words, names: Sequence[str]) -> str:
    """Tell a decision. A card that lies face down is named to those who know it."""
    view, last = steps[-1]
    who = Name(names[last.seat])
    match last.kind:
        case "Lay" if after.offer is None:
            return words("decided.reveal", who=who, card=card_name(last.move.card))
        case "Lay" | "Pair":
            return offered(after, who, words)
        case "Right":
            return schemed(steps, who, words)
        case "Replace":
            return countered(steps, who, words)
        case "Choose":
            assert view.offer is not None
            cards = [laid(view.offer, place, words) for place in last.move.places]
            return words("decided.choose", who=who, cards=listed(cards, words))
        case _:
            return ""


def offered(after: RoadView, who: Name, words: Words) -> str:
    """Tell a Gift, or a Competition by its pairs."""
    assert after.offer is not None
    offer, groups = after.offer, together(after.offer)
    parts = [" + ".join(laid(offer, place, words) for place in group) for group in groups]
    cards = listed(parts, words) if offer.partner is None else Name(" / ".join(parts))
    return words(f"decided.{ACTION_NAMES[offer.action]}", who=who, cards=cards)


def schemed(steps: Steps, who: Name, words: Words) -> str:
    """Tell an Intrigue, with its cards if this seat knows them."""
    left, right = (told.move for _, told in steps[-2:])
    if not isinstance(right, Right):
        return words("decided.intrigue", who=who)
    return words("decided.intrigue_own", who=who, left=card_name(left.card), right=card_name(right.card))


def countered(steps: Steps, who: Name, words: Words) -> str:
    """Tell a Counteroffer: the card that goes back into the deck, and the one in its place."""
    (before, removal), (view, replacement) = steps[-2:]
    assert before.offer is not None
    out = laid(before.offer, removal.move.place, words)
    card = None if isinstance(replacement.move, Veiled) else replacement.move.card
    return words("decided.counter", who=who, out=out, into=named(card, view.stage.hidden, words))


def laid(offer: Offer, place: Place, words: Words) -> Name:
    """Name a card of an offer, as this seat sees it."""
    return named(offer.cards[place], place in offer.down, words)


def named(card: Card | None, down: bool, words: Words) -> Name:
    name = Name(words.name(card_name(card)))
    return Name(words("decided.down", card=name)) if down and card is not None else name


def listed(parts: Sequence[str], words: Words) -> Name:
    """Return "one", "one and another", "one, another and a third"."""
    *some, last = parts
    return Name(words("decided.and", some=Name(", ".join(some)), last=Name(last)) if some else last)
