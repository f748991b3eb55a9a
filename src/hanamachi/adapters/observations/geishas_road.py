"""Observe Geisha's Road: the circle, travelling geishas, cards, tokens, lanterns, guests, the open offer."""

from typing import Any

import msgspec

from hanamachi.adapters.tensors import (
    Seen,
    asking,
    common_first,
    common_last,
    digits,
    ending,
    flat,
    one_of,
    row_of,
    seats_from,
    set_of,
)
from hanamachi.core.game import Seat
from hanamachi.games.geishas_road import moves
from hanamachi.games.geishas_road.pieces import ACTIONS, COLOURS, DECK, LOWER, SPECIALS, UPPER
from hanamachi.games.geishas_road.records import Offer
from hanamachi.games.geishas_road.scoring import totals
from hanamachi.games.geishas_road.view import RoadView

CARDS, PLACES, LANTERNS_ON_A_TILE = len(DECK), 4, 2
STAGES = tuple(kind.__name__ for kind in moves.AnyStep.__args__)
MEMORIES = ("rounds", "scores", "totals", "opens", "drawn", "schemed", "hid", "returned")


def fields(seats: int) -> list[tuple[str, tuple[int, ...], str]]:
    five = len(COLOURS)
    return [
        *common_first(seats),
        ("stage", (len(STAGES),), "the kind of the question or of nature's move: " + ", ".join(STAGES)),
        ("hidden", (1,), "a Counteroffer's card will lie face down"),
        ("card", (CARDS,), "whose geisha travels, or whose symbols let a seat take guests"),
        ("round", (1,), "from 1"),
        ("starter", (seats,), "by seat: who began this round"),
        ("circle", (five, five), "by place, clockwise: the colour of the teahouse"),
        ("pawns", (five, five), "by geisha: the teahouse where she is"),
        ("favours", (seats, five), "by seat and colour: favour tokens"),
        ("totals", (seats, 2), "by seat, two digits: points of the rounds before"),
        ("pool", (1,), "cards in the deck"),
        ("hands", (seats,), "by seat: cards in hand"),
        ("hand", (CARDS,), "one's own"),
        ("sides", (seats, CARDS), "by seat and card"),
        ("taken", (seats, CARDS), "by seat and card: got, and not yet resolved"),
        ("tokens", (seats, len(ACTIONS)), "by seat and action: not yet used"),
        ("specials", (seats, len(SPECIALS)), "by seat: Counteroffer and Hidden offer, not yet used"),
        ("left", (CARDS,), "under one's own Intrigue"),
        ("right", (CARDS,), "under one's own Intrigue"),
        ("lefts", (seats,), "by seat: a left card lies there"),
        ("rights", (seats,), "by seat: a right card lies there"),
        ("offerer", (seats,), "by seat: who made the open offer"),
        ("action", (len(ACTIONS),), "Gift or Competition"),
        ("laid", (1,), "places of the offer in use"),
        ("offered", (PLACES, CARDS), "by place: the card, if this seat knows it"),
        ("down", (seats, PLACES), "by seat: the place of its face-down card"),
        ("partner", (PLACES,), "what makes a pair with the first place"),
        ("counters", (1,), "Counteroffers made"),
        ("chosen", (PLACES,), "places taken by the first chooser"),
        ("upper", (UPPER,), "lanterns that hang, the next first: one more than the face"),
        ("lower", (LOWER,), "the same in the lower row"),
        ("tiles", (five, LANTERNS_ON_A_TILE), "by colour: lanterns on the tile, one more than the face"),
        ("waiting", (five,), "guests under each teahouse"),
        ("guests", (seats, five), "by seat and colour"),
        *common_last(seats),
    ]


def see(view: RoadView) -> Seen:
    order = seats_from(view.seat, 2)
    return {
        **asking(view, order),
        "stage": [int(kind == view.stage.now) for kind in STAGES],
        "hidden": [int(view.stage.hidden)],
        "card": one_of(view.stage.card, CARDS),
        "round": [view.round],
        "starter": [int(seat == view.starter) for seat in order],
        **street(view, order),
        **cards(view, order),
        **offer(view.offer or Offer(-1, -1), order),
        "upper": row_of(view.upper, UPPER),
        "lower": row_of(view.lower, LOWER),
        "tiles": flat(row_of(tile, LANTERNS_ON_A_TILE) for tile in view.tiles),
        "waiting": view.waiting,
        "guests": flat(view.guests[seat] for seat in order),
        **ending(view, order),
    }


def street(view: RoadView, order: list[Seat]) -> Seen:
    five = len(COLOURS)
    circle = [*view.circle, *[None] * (five - len(view.circle))]
    return {
        "circle": flat(one_of(colour, five) for colour in circle),
        "pawns": flat(one_of(colour, five) for colour in view.pawns),
        "favours": flat([int(owner == seat) for owner in view.favours] for seat in order),
        "totals": flat(digits(totals(view.rounds)[seat]) for seat in order),
    }


def cards(view: RoadView, order: list[Seat]) -> Seen:
    return {
        "pool": [view.pool],
        "hands": [view.hands[seat] for seat in order],
        "hand": set_of(view.hand or (), CARDS),
        "sides": flat(set_of(view.sides[seat], CARDS) for seat in order),
        "taken": flat(set_of(view.taken[seat], CARDS) for seat in order),
        "tokens": flat(set_of(view.tokens[seat], len(ACTIONS)) for seat in order),
        "specials": flat(set_of(view.specials[seat], len(SPECIALS)) for seat in order),
        "left": one_of(view.left, CARDS),
        "right": one_of(view.right, CARDS),
        "lefts": [int(view.lefts[seat]) for seat in order],
        "rights": [int(view.rights[seat]) for seat in order],
    }


def offer(offer: Offer, order: list[Seat]) -> Seen:
    places = [*offer.cards, *[None] * (PLACES - len(offer.cards))]
    return {
        "offerer": [int(seat == offer.actor) for seat in order],
        "action": one_of(offer.action, len(ACTIONS)),
        "laid": [len(offer.cards)],
        "offered": flat(one_of(card, CARDS) for card in places),
        "down": flat(one_of(offer.down[seat], PLACES) for seat in order),
        "partner": one_of(offer.partner, PLACES),
        "counters": [offer.counters],
        "chosen": set_of(offer.chosen, PLACES),
    }


def glance(view: RoadView) -> dict[str, Any]:
    told: dict[str, Any] = msgspec.to_builtins(view)
    for memory in MEMORIES:
        del told[memory]
    del told["stage"]["owed"]  # follows from the cards on the table
    return told | {"totals": totals(view.rounds)}
