"""Set a table by hand, and play lines of notation on it."""

from collections.abc import Sequence
from random import Random
from typing import Any

import pytest

from hanamachi.core.game import NATURE, IllegalMove, Move, Seat
from hanamachi.core.words import Fact
from hanamachi.games.mai_star import GAME
from hanamachi.games.mai_star.knowledge import Known, nothing_known
from hanamachi.games.mai_star.moves import Acting, AnyStep, Card, Cards, Ending, Options
from hanamachi.games.mai_star.pieces import CARD_NAMES, CARDS, COPIES, GEISHA_NAMES, OIRAN_CARD
from hanamachi.games.mai_star.rules import State
from hanamachi.games.mai_star.table import Place

EN = GAME.text.words("en")
OPTIONS = Options()


def card(name: str) -> Card:
    return CARD_NAMES.index(name.replace("-", "_"))


def cards(names: str) -> Cards:
    return tuple(card(name) for name in names.split())


def names(row: Sequence[Card]) -> str:
    return " ".join(CARD_NAMES[each].replace("_", "-") for each in row)


def side(geisha: str, hand: str = "", guests: str = "", advertisers: str = "") -> Place:
    hand_cards = tuple(sorted(cards(hand)))
    return Place(GEISHA_NAMES.index(geisha), hand_cards, cards(guests), cards(advertisers))


BYSTANDER = side("hazy", "green-emissary")


def table(
    *sides: Place,
    deck: str | None = None,
    bottom: str = "",
    options: Options = OPTIONS,
    todo: tuple[AnyStep, ...] = (Acting(0), Ending(0)),
    oiran: bool = False,
    known: Known | None = None,
    **more: Any,
) -> State:
    """Seat 0 is to act; bystanders fill three seats. The deck is `deck`, else all that lies nowhere.

    What is left is discarded; so is Oiran, unless she lies somewhere or `oiran` leaves her in the deck.
    """
    places = (*sides, *[BYSTANDER] * (3 - len(sides)))
    left = list(COPIES)
    for pile in (cards(bottom), *(row for p in places for row in (p.hand, p.guests, p.advertisers))):
        for each in pile:
            left[each] -= 1
    assert min(left) >= 0
    pool = [0 if each == OIRAN_CARD and not oiran else left[each] for each in CARDS]
    if deck is not None:
        pool = [cards(deck).count(each) for each in CARDS]
    discards = tuple(each for each in CARDS for _ in range(left[each] - pool[each]))
    known = known or nothing_known(len(places))
    return State(
        todo, options, places, known, pool=tuple(pool), bottom=cards(bottom), discards=discards, **more
    )


def play(state: State, *lines: str) -> State:
    for line in lines:
        state = state.play(GAME.text.read(line, EN))
    return state


def by_nature(state: State, seed: int = 1) -> State:
    """Until somebody must decide."""
    rng = Random(seed)
    while state.actor == NATURE:
        state = state.play(state.draw(rng))
    return state


def moves(state: State, verb: str = "") -> list[str]:
    """What may be answered, in notation; or what may follow one verb."""
    written = [GAME.text.write(move) for move in state.moves()]
    if not verb:
        return written
    return [line.partition(" ")[2] for line in written if line.partition(" ")[0] == verb]


def asked(state: State) -> tuple[Seat, str]:
    """Who is asked what."""
    prompt = state.view(None).prompt
    assert prompt is not None
    return prompt.seat, prompt.ask


def refusal(state: State, move: Move | str) -> tuple[str, dict[str, Fact]]:
    """Why a move is refused. Nothing changes by it."""
    before = repr(state)
    with pytest.raises(IllegalMove) as refused:
        state.play(GAME.text.read(move, EN) if isinstance(move, str) else move)
    assert repr(state) == before
    return refused.value.reason, refused.value.facts


def hand(state: State, seat: Seat = 0) -> str:
    return names(state.places[seat].hand)


def guests(state: State, seat: Seat = 0) -> str:
    return names(state.places[seat].guests)


def advertisers(state: State, seat: Seat = 0) -> str:
    return names(state.places[seat].advertisers)


def discards(state: State, before: State) -> str:
    """What has been discarded since."""
    gone = list(state.discards)
    for each in before.discards:
        gone.remove(each)
    return names(gone)
