"""Observe Hanamikoji: the hand, tokens, open cards, and the cards under the observer's own tokens."""

from typing import Any

import msgspec

from hanamachi.adapters.tensors import (
    Seen,
    asking,
    common_first,
    common_last,
    counted,
    digits,
    ending,
    flat,
    one_of,
    seats_from,
    set_of,
)
from hanamachi.games.hanamikoji.moves import Competition, Gift
from hanamachi.games.hanamikoji.pieces import ACTIONS, ITEMS, NO_CARDS
from hanamachi.games.hanamikoji.view import HanamikojiView

KINDS = len(ITEMS)


def fields(seats: int) -> list[tuple[str, tuple[int, ...], str]]:
    return [
        *common_first(seats),
        ("round", (2,), "two digits, from 1"),
        ("starter", (seats,), "by seat: who began this round"),
        ("deck", (1,), "cards still to draw"),
        ("hands", (seats,), "by seat: cards in hand"),
        ("hand", (KINDS,), "one's own, by item"),
        ("unused", (seats, len(ACTIONS)), "by seat and action: tokens not yet used"),
        ("secrets", (seats,), "by seat: a Secret lies face down"),
        ("secret", (KINDS,), "one's own, by item"),
        ("discards", (KINDS,), "one's own, by item"),
        ("gift", (KINDS,), "the open Gift, by item"),
        ("pairs", (2, KINDS), "the open Competition, by pair and item"),
        ("sides", (seats, KINDS), "by seat and item: cards before the geishas"),
        ("tokens", (seats, KINDS), "by seat and geisha: art tokens"),
        *common_last(seats),
    ]


def see(view: HanamikojiView) -> Seen:
    order = seats_from(view.seat, 2)
    gift = view.offer.items if isinstance(view.offer, Gift) else ()
    pairs = view.offer.pairs if isinstance(view.offer, Competition) else ((), ())
    return {
        **asking(view, order),
        "round": digits(view.round),
        "starter": [int(seat == view.starter) for seat in order],
        "deck": [view.deck],
        "hands": [view.hands[seat] for seat in order],
        "hand": view.hand or NO_CARDS,
        "unused": flat(set_of(view.actions[seat], len(ACTIONS)) for seat in order),
        "secrets": [int(view.secrets[seat]) for seat in order],
        "secret": one_of(view.secret, KINDS),
        "discards": counted(view.discards, KINDS),
        "gift": counted(gift, KINDS),
        "pairs": flat(counted(pair, KINDS) for pair in pairs),
        "sides": flat(view.sides[seat] for seat in order),
        "tokens": flat([int(owner == seat) for owner in view.tokens] for seat in order),
        **ending(view, order),
    }


def glance(view: HanamikojiView) -> dict[str, Any]:
    told: dict[str, Any] = msgspec.to_builtins(view)
    for memory in ("history", "races"):
        del told[memory]
    return told
