"""Sample a state that a view allows: shuffle the cards this seat cannot see, and lay them out anew.

A card that went back into the deck is constrained: a player who has it now drew it later.
"""

from collections import defaultdict
from collections.abc import Sequence
from itertools import permutations
from random import Random

from msgspec import Struct
from msgspec.structs import replace

from hanamachi.core.game import NATURE, Hidden, Seat
from hanamachi.games.geishas_road.agenda import SEATS, Steps, countering, offering, whole_round
from hanamachi.games.geishas_road.moves import (
    Resolving,
    Revealing,
    SettingLeft,
    SettingRight,
    Taking,
    Travelling,
    TurningUp,
)
from hanamachi.games.geishas_road.pieces import CARD_NAMES, DECK, Card, put
from hanamachi.games.geishas_road.records import Offer, Returned
from hanamachi.games.geishas_road.rules import State
from hanamachi.games.geishas_road.view import RoadView


class Spot(Struct, frozen=True):
    """The place of one unseen card."""

    kind: str  # hand, left, right, down or pool
    seat: Seat = NATURE
    drawn: int = 0  # how many cards that seat had drawn when this one was last in the hand


def imagine(view: RoadView, rng: Random, lying: Sequence[Hidden] = ()) -> State:
    """Return a random state, uniform over the ways to lay the unseen cards. What other seats know of returned
    cards is left out. `lying`: cards that are supposed to lie in hidden places."""
    spots, cards, fixed = unseen_spots(view), unseen_cards(view), dict[Card, Spot]()
    for each in lying:
        card: Card = CARD_NAMES.index(each.card.removeprefix("card."))
        fixed[card] = next(spot for spot in spots if (spot.kind, spot.seat) == (each.place, each.seat))
        spots.remove(fixed[card])
        cards.remove(card)
    shuffle(view, spots, cards, rng, fixed)
    return laid_out(view, [*spots, *fixed.values()], [*cards, *fixed])


def every_way(view: RoadView) -> list[State]:
    """Return every state that `imagine` may return, each once. Use it only when few cards are unseen."""
    spots, ways = unseen_spots(view), dict[tuple[tuple[str, Card], ...], Sequence[Card]]()
    for cards in permutations(unseen_cards(view)):
        if remembers(view.returned, dict(zip(cards, spots, strict=True))):
            lying = sorted((spot.kind, card) for spot, card in zip(spots, cards, strict=True))
            ways.setdefault(tuple(lying), cards)
    return [laid_out(view, spots, cards) for cards in ways.values()]


def laid_out(view: RoadView, spots: Sequence[Spot], cards: Sequence[Card]) -> State:
    """Return the state in which these cards lie in these spots."""
    laid = defaultdict[tuple[str, Seat], list[Card]](list)
    for spot, card in zip(spots, cards, strict=True):
        laid[spot.kind, spot.seat].append(card)

    def one(kind: str, own: Card | None) -> tuple[Card | None, ...]:
        return tuple(own if seat == view.seat else next(iter(laid[kind, seat]), None) for seat in SEATS)

    return State(
        todo=agenda(view),
        options=view.options,
        round=view.round,
        starter=view.starter,
        specials=view.specials,
        waiting=view.waiting,
        circle=view.circle,
        pawns=view.pawns,
        favours=view.favours,
        rounds=view.rounds,
        pool=tuple(sorted(laid["pool", NATURE])),
        hands=tuple(
            view.hand if view.hand is not None and seat == view.seat else tuple(sorted(laid["hand", seat]))
            for seat in SEATS
        ),
        sides=view.sides,
        taken=view.taken,
        tokens=view.tokens,
        lefts=one("left", view.left),
        rights=one("right", view.right),
        offer=filled(view.offer, one("down", None)) if view.offer else None,
        box=view.box,
        upper=view.upper,
        lower=view.lower,
        tiles=view.tiles,
        guests=view.guests,
        drawn=view.drawn,
        schemed=view.schemed,
        hid=view.hid,
        returned=view.returned,
    )


def filled(offer: Offer, down: Sequence[Card | None]) -> Offer:
    """Return the offer, completed with the cards that this seat does not see."""
    cards = offer.cards
    for place, card in zip(offer.down, down, strict=True):
        if place is not None and card is not None:
            cards = put(cards, place, card)
    return replace(offer, cards=cards)


def unseen_spots(view: RoadView) -> list[Spot]:
    spots = [Spot("pool")] * view.pool
    for seat in SEATS:
        if seat != view.seat:
            down = view.offer and view.offer.down[seat] is not None and len(view.offer.cards)
            spots += [Spot("hand", seat, view.drawn[seat])] * view.hands[seat]
            spots += [Spot("left", seat, view.schemed[seat])] * view.lefts[seat]
            spots += [Spot("right", seat, view.schemed[seat])] * view.rights[seat]
            spots += [Spot("down", seat, view.hid[seat])] * bool(down)
    return spots


def unseen_cards(view: RoadView) -> list[Card]:
    offered = view.offer.cards if view.offer else ()
    own = (*(view.hand or ()), view.left, view.right)
    seen = {*own, *offered, *(card for cards in (*view.sides, *view.taken) for card in cards)}
    return [card for card in DECK if card not in seen]


def shuffle(
    view: RoadView, spots: Sequence[Spot], cards: list[Card], rng: Random, fixed: dict[Card, Spot]
) -> None:
    rng.shuffle(cards)
    while not remembers(view.returned, dict(zip(cards, spots, strict=True)) | fixed):
        rng.shuffle(cards)


def remembers(returned: Sequence[Returned], lying: dict[Card, Spot]) -> bool:
    """Return whether the returned cards can have been drawn since, each by a different draw."""
    draws = list[set[tuple[Seat, int]]]()
    for each in returned:
        spot = lying.get(each.card)
        if spot and spot.kind != "pool":
            draws.append(draws_between(each, spot.seat, spot.drawn))
        elif not spot and each.shown:
            draws.append(draws_between(each, *each.shown))
    return all(draws) and (len(draws) < 2 or len(set.union(*draws)) > 1)


def draws_between(returned: Returned, seat: Seat, drawn: int) -> set[tuple[Seat, int]]:
    return {(seat, n) for n in range(returned.since[seat], drawn)}


def agenda(view: RoadView) -> Steps:
    """Return the agenda: the steps of this turn, and the rest of the round."""
    now = this_turn(view)
    whole = whole_round(view.options, view.round, view.starter)
    return (*now, *whole[len(whole) - (view.stage.owed - len(now)) :])


def this_turn(view: RoadView) -> Steps:
    seat = view.prompt.seat if view.prompt else NATURE
    match view.stage.now:
        case "Revealing":
            return (Revealing(seat),)
        case "SettingLeft":
            return (SettingLeft(seat), SettingRight(seat))
        case "SettingRight":
            return (SettingRight(seat),)
        case "Resolving":
            return resolving(view, seat)
        case "Travelling":
            return travelling(view, view.stage.card)
        case "Taking":
            assert view.stage.card is not None
            return (Taking(seat, view.stage.card), *resolving(view, seat))
        case _:
            return this_offer(view, view.offer) if view.offer else ()


def travelling(view: RoadView, card: Card | None) -> Steps:
    """Return the steps of a journey. The travelling card is still among those its owner has taken."""
    assert card is not None
    owner = 0 if card in view.taken[0] else 1
    rest = resolving(view, owner)
    return (Travelling(NATURE, owner, card), *(rest if len(view.taken[owner]) > 1 else rest[1:]))


def resolving(view: RoadView, seat: Seat) -> Steps:
    return tuple(Resolving(each) for each in (seat, 1 - seat) if view.taken[each])


def this_offer(view: RoadView, offer: Offer) -> Steps:
    """Return the remaining steps of laying, countering, choosing or turning up."""
    now = view.stage.now
    if now == "TurningUp":
        return tuple(TurningUp(NATURE, place) for place in sorted(p for p in offer.down if p is not None))
    if offer.counters:
        steps = countering(1 - offer.chooser, view.stage.hidden)
    else:
        steps = offering(offer.actor, offer.action, offer.down[offer.actor] is not None)
    kinds = [type(step).__name__ for step in steps]
    laid = len(offer.cards) if now == "Laying" else kinds.index(now)
    return steps[laid:]
