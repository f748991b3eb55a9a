"""Observe Mai-Star: the agenda, all public cards, the observer's hand, and a hand it is looking at."""

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
    row_of,
    seats_from,
)
from hanamachi.core.game import NATURE, Seat
from hanamachi.games.mai_star.moves import Cards
from hanamachi.games.mai_star.pieces import BOX, CARDS, GEISHAS, SKILLS
from hanamachi.games.mai_star.view import OWED, MaiStarView, Owed

KINDS, AGENDA, FACTS = len(CARDS), 16, 3
STEPS = tuple(kind.__name__ for kind in OWED)
NAMED = {kind.__name__: facts for kind, facts in OWED.items()}
SEATS = ("to", "of", "by")  # facts that are seats
MEMORIES = ("known", "shown", "half_shown", "results")
REASONED = ("stakes", "prospects", "introduces")  # derived from other fields, for people


def fields(seats: int) -> list[tuple[str, tuple[int, ...], str]]:
    skills = len(SKILLS)
    return [
        *common_first(seats),
        (
            "owed",
            (AGENDA, 2 + FACTS),
            "by step, now first: kind, seat and facts, each one more: " + KEY,
        ),
        ("round", (1,), "from 1"),
        ("starter", (seats,), "by seat: who began this round"),
        ("lap", (1,), "turns of the last lap still to start, and one"),
        ("deck", (1,), "cards to draw, the buried ones included"),
        ("buried", (1,), "cards that Spring Breeze has put at the bottom"),
        ("shone", (1,), "Morning Star has used her ability in this round"),
        ("shining", (skills,), "the skill raised in this turn"),
        ("doubled", (1,), "Maple Leaf has used an effect twice in this turn"),
        ("followed", (1,), "Summer Sea's further guests in this turn"),
        ("geishas", (seats, len(GEISHAS)), "by seat"),
        ("hands", (seats,), "by seat: cards in hand"),
        ("income", (seats, 2), "by seat, two digits"),
        ("reputation", (seats, skills), "by seat and skill"),
        ("totals", (seats, 2), "by seat, two digits: points of the rounds before"),
        ("hand", (KINDS,), "one's own, by kind"),
        (
            "looking",
            (KINDS,),
            "the part of a hand that a Sumo Wrestler shows to this seat, by kind",
        ),
        ("discards", (KINDS,), "by kind"),
        (
            "bottom",
            (BOX,),
            "the buried cards, for Spring Breeze alone, in order: one more than the kind",
        ),
        ("guests", (seats, BOX), "by seat, the oldest first: one more than the kind"),
        ("advertisers", (seats, BOX), "by seat, the oldest first: one more than the kind"),
        *common_last(seats),
    ]


KEY = ", ".join(f"{number} {name}" for number, name in enumerate(STEPS, 1))


def see(view: MaiStarView) -> Seen:
    order = seats_from(view.seat, len(view.places))
    places = [view.places[seat] for seat in order]
    return {
        **asking(view, order),
        "owed": agenda(view.owed, order),
        "round": [view.round],
        "starter": [int(seat == view.starter) for seat in order],
        "lap": row_of([view.lap], 1),
        "deck": [view.deck],
        "buried": [view.buried],
        "shone": [int(view.shone)],
        "shining": one_of(view.turn.shining, len(SKILLS)),
        "doubled": [int(view.turn.doubled)],
        "followed": [view.turn.followed],
        "geishas": flat(one_of(place.geisha, len(GEISHAS)) for place in places),
        "hands": [place.cards for place in places],
        "income": flat(digits(place.income) for place in places),
        "reputation": flat(place.reputation or (0, 0, 0) for place in places),
        "totals": flat(digits(view.totals[seat]) for seat in order),
        "hand": counted(view.hand or (), KINDS),
        "looking": counted(looking(view), KINDS),
        "discards": counted(view.discards, KINDS),
        "bottom": row_of(view.bottom or (), BOX),
        "guests": flat(row_of(place.guests, BOX) for place in places),
        "advertisers": flat(row_of(place.advertisers, BOX) for place in places),
        **ending(view, order),
    }


def agenda(owed: tuple[Owed, ...], order: list[Seat]) -> list[int]:
    steps = [told(step, order) for step in owed]
    return flat([*steps, *[[0] * (2 + FACTS)] * (AGENDA - len(steps))])


def told(step: Owed, order: list[Seat]) -> list[int]:
    named = zip(NAMED[step.what], step.facts, strict=True)
    facts = [order.index(fact) if name in SEATS else fact for name, fact in named]
    seat = None if step.seat == NATURE else order.index(step.seat)
    return row_of([STEPS.index(step.what), seat, *facts], 2 + FACTS)


def looking(view: MaiStarView) -> Cards:
    """Return the cards of another hand that only this seat is looking at."""
    now = view.owed[0] if view.owed else None
    if now and now.what == "Picking" and now.seat == view.seat:
        (of,) = now.facts
        return (view.hand or ()) if of == view.seat else view.known[of]
    return view.half_shown


def glance(view: MaiStarView) -> dict[str, Any]:
    memory: dict[str, Any] = msgspec.to_builtins(view)
    for name in (*MEMORIES, *REASONED):
        del memory[name]
    return memory | {"looking": looking(view)}
