"""Label the legal moves of Geisha's Road: one step, or a whole move with its cards."""

from collections.abc import Sequence

from hanamachi.core.game import Move
from hanamachi.core.words import Name, Words
from hanamachi.games.geishas_road.moves import (
    Choose,
    Counter,
    Hide,
    Lay,
    Left,
    Pair,
    Pass,
    Remove,
    Replace,
    Right,
    Take,
    Use,
)
from hanamachi.games.geishas_road.offers import pairs
from hanamachi.games.geishas_road.pieces import ACTION_NAMES, CARD_NAMES, Place
from hanamachi.games.geishas_road.text.table import card_name
from hanamachi.games.geishas_road.text.tales import laid, on_table
from hanamachi.games.geishas_road.view import RoadView

FURTHER = frozenset(
    {
        *("reveal", "left", "right", "hide", "lay", "pair", "remove", "replace", "replace_hidden"),
        *("choose_1", "choose_2", "choose_pair"),
    }
)  # questions that complete an action or an answer
CARD_STEPS = {Hide: "down", Left: "left", Right: "right", Replace: "in"}  # the card's phrase, by kind of move


def label(view: RoadView, move: Move, words: Words) -> str:
    """Return a legal move as a player would say it."""
    match move:
        case Use(action=action, hidden=hidden):
            return words(f"use.{ACTION_NAMES[action]}{'_hidden' * hidden}")
        case Counter(hidden=hidden):
            return words("counter.hidden" if hidden else "counter.open")
        case Take(favour=favour):
            assert view.prompt is not None
            return words(f"{view.prompt.ask}.{'favour' if favour else 'guests'}")
        case Pair(place=place):
            return " / ".join(offered(view, pair, words) for pair in pairs(place))
        case Remove(place=place):
            return offered(view, (place,), words)
        case Choose(places=places):
            return offered(view, places, words)
        case _:
            card = getattr(move, "card", None)
            return words("pass") if card is None else words(f"card.{CARD_NAMES[card]}")


def offered(view: RoadView, places: Sequence[Place], words: Words) -> str:
    """Return the names of some cards of the offer, with their places."""
    assert view.offer is not None
    cards = [words("line.laid", place=place + 1, card=card_name(view.offer.cards[place])) for place in places]
    return " + ".join(cards)


def whole(steps: Sequence[tuple[RoadView, Move]], words: Words, _names: Sequence[str]) -> str:
    """Return an action with its cards, or an answer to an offer with its meaning. Pairs include their
    cards."""
    paired = any(isinstance(move, Pair) for _, move in steps)
    told = [step for step in in_order(steps) if not (paired and isinstance(step[1], Lay))]
    begun = isinstance(told[0][1], Use | Counter | Pass)
    parts = ", ".join(part(*step, words) for step in told[begun:])
    if begun and parts:
        return words("plan", action=Name(label(*told[0], words)), steps=Name(parts))
    return label(*told[0], words) if begun else parts


def in_order(steps: Sequence[tuple[RoadView, Move]]) -> list[tuple[RoadView, Move]]:
    """Return the steps with face-up cards in the order of the box, in which they will lie."""
    cards = sorted(move.card for _, move in steps if isinstance(move, Lay))
    return [(view, Lay(cards.pop(0)) if isinstance(move, Lay) else move) for view, move in steps]


def part(view: RoadView, move: Move, words: Words) -> str:
    """Return the words that a step adds to a move."""
    match move:
        case Pair(place=place):
            one, other = (laid(on_table(view), pair, words) for pair in pairs(place))
            return words("plan.pairs", one=one, other=other)
        case Choose(places=places):
            return words("plan.take", cards=laid(on_table(view), places, words))
        case Remove(place=place):
            return words("plan.out", card=laid(on_table(view), (place,), words))
        case Hide(card=card) | Left(card=card) | Right(card=card) | Replace(card=card):
            return words(f"plan.{CARD_STEPS[type(move)]}", card=card_name(card))
        case _:
            return label(view, move, words)
