"""Write the table of Geisha's Road as plain lines."""

from collections.abc import Sequence

import msgspec

from hanamachi.core.game import Seat
from hanamachi.core.words import Fact, Name, Words, in_force
from hanamachi.games.geishas_road.agenda import SEATS
from hanamachi.games.geishas_road.offers import pairs
from hanamachi.games.geishas_road.pieces import (
    ACTION_NAMES,
    CARD_NAMES,
    COLOUR,
    COLOUR_NAMES,
    COLOURS,
    POINTS,
    SPECIAL_NAMES,
    VALUE,
    Card,
    Colour,
    Counts,
    Face,
    Place,
    turned,
)
from hanamachi.games.geishas_road.records import Offer, Round
from hanamachi.games.geishas_road.view import RoadView


def table(view: RoadView, words: Words, names: Sequence[str]) -> str:
    words = in_force(words, view.options)
    lines = [
        *round_lines(view, words, names),
        *([words("line.circle")] if view.circle else ()),
        *(teahouse_line(view, at, words) for at in range(len(view.circle))),
        *lantern_lines(view, words),
        *(geisha_line(view, colour, words, names) for colour in COLOURS),
        *(player_line(view, seat, words, names) for seat in SEATS),
        *(offer_lines(view.offer, words, names) if view.offer else ()),
        *own_lines(view, words),
        *(
            line
            for number, each in enumerate(view.rounds, 1)
            for line in score_lines(number, each, words, names)
        ),
    ]
    if view.rounds and view.outcome:
        one, other = view.totals
        lines.append(words("line.total", one=names[0], a=one, other=names[1], b=other))
    return "\n".join(lines)


def round_lines(view: RoadView, words: Words, names: Sequence[str]) -> list[str]:
    lines = [words("line.round", round=view.round, pool=view.pool)]
    if view.starter is not None:
        lines.append(words("line.starter", who=names[view.starter]))
    return lines


def teahouse_line(view: RoadView, at: int, words: Words) -> str:
    """Return the line of a teahouse, in the order of the circle, with its visitors."""
    teahouse = view.circle[at]
    there = [f"@geisha.{COLOUR_NAMES[colour]}" for colour in COLOURS if view.pawns[colour] == teahouse]
    if view.waiting[teahouse]:
        there.append(f"@guests:{view.waiting[teahouse]}")
    if view.options.mode != "basic" and view.favours[teahouse] is None:
        there.append("@favour_token")
    colour = f"@colour.{COLOUR_NAMES[teahouse]}"
    return words("line.teahouse", place=at + 1, teahouse=colour, there=listed(there))


def lantern_lines(view: RoadView, words: Words) -> list[str]:
    if view.options.destiny:
        return [words("line.destiny", lanterns=lanterns(view, view.upper))]
    rows = {"line.upper": view.upper, "line.lower": view.lower}
    return [words(key, lanterns=lanterns(view, row)) for key, row in rows.items()]


def lanterns(view: RoadView, faces: Sequence[Face]) -> Fact:
    """Return the points of lanterns; in the variant also those of the other side (G6)."""
    if view.options.destiny:
        return listed([f"{POINTS[face]} ({POINTS[turned(face)]})" for face in faces])
    return listed([str(POINTS[face]) for face in faces])


def geisha_line(view: RoadView, colour: Colour, words: Words, names: Sequence[str]) -> str:
    """Return the gifts of each player to a geisha, and the lanterns on her tile."""
    parts = [words(f"geisha.{COLOUR_NAMES[colour]}") + ". " + ", ".join(gifts(view, colour, words, names))]
    if view.tiles[colour]:
        parts.append(words("on_tile", lanterns=lanterns(view, view.tiles[colour])))
    owner = view.favours[colour]
    if owner is not None:
        parts.append(words("favoured", who=names[owner]))
    return words("between").join(parts)


def gifts(view: RoadView, colour: Colour, words: Words, names: Sequence[str]) -> tuple[str, ...]:
    sides = [[card for card in side if COLOUR[card] == colour] for side in view.sides]
    return tuple(
        words("gifts", who=names[seat], sum=view.sums[seat][colour], cards=values(sides[seat]))
        for seat in SEATS
    )


def gifts_compared(before: RoadView, after: RoadView, words: Words, names: Sequence[str]) -> str:
    """Return the last gifts of a round, and the winner of each geisha."""
    winners = after.rounds[-1].winners
    return " ".join(
        words(
            "compared",
            geisha=f"@geisha.{COLOUR_NAMES[colour]}",
            gifts=Name(", ".join(gifts(before, colour, words, names))),
            won="@won_by_nobody" if seat is None else words("won_by", who=names[seat]),
        )
        for colour, seat in zip(COLOURS, winners, strict=True)
    )


def values(cards: Sequence[Card]) -> Fact:
    return listed([str(VALUE[card]) for card in cards])


def player_line(view: RoadView, seat: Seat, words: Words, names: Sequence[str]) -> str:
    tokens = listed([f"@action.{ACTION_NAMES[action]}" for action in view.tokens[seat]])
    parts = [words("line.player", who=names[seat], cards=f"@cards:{view.hands[seat]}", tokens=tokens)]
    if view.options.mode == "advanced":
        specials = [f"@special.{SPECIAL_NAMES[special]}" for special in view.specials[seat]]
        parts.append(words("specials", tokens=listed(specials)))
    if view.options.mode != "basic":
        parts.append(words("guests_taken", guests=guests(view.guests[seat])))
    if view.lefts[seat]:
        parts.append(words("schemed"))
    if view.taken[seat]:
        parts.append(words("to_resolve", cards=tuple(map(card_name, view.taken[seat]))))
    return words("between").join(parts)


def guests(counts: Counts) -> Fact:
    return listed([f"@guest.{COLOUR_NAMES[colour]}" for colour in COLOURS for _ in range(counts[colour])])


def offer_lines(offer: Offer, words: Words, names: Sequence[str]) -> list[str]:
    cards = [words("line.laid", place=at + 1, card=card_name(card)) for at, card in enumerate(offer.cards)]
    action = f"@action.{ACTION_NAMES[offer.action]}"
    lines = [words("line.offer", who=names[offer.actor], action=action, cards=listed(cards))]
    if offer.partner is not None:
        lines.append(words("line.pairs", pairs=tuple(plus(pair) for pair in pairs(offer.partner))))
    if offer.chosen:
        lines.append(words("line.chosen", who=names[offer.chooser], places=plus(offer.chosen)))
    return lines


def plus(places: Sequence[Place]) -> str:
    return " + ".join(str(place + 1) for place in places)


def own_lines(view: RoadView, words: Words) -> list[str]:
    """Return the facts that only this seat knows, and the cards it knows to be back in the deck."""
    lines = []
    if view.hand is not None:
        lines.append(words("line.hand", cards=listed([card_name(card) for card in view.hand])))
    if view.left is not None:
        lines.append(words("line.left", card=card_name(view.left)))
    if view.right is not None:
        lines.append(words("line.right", card=card_name(view.right)))
    back = [each.card for each in view.returned if not each.shown and each.card not in (view.hand or ())]
    if back:
        lines.append(words("line.returned", cards=tuple(map(card_name, back))))
    return lines


def score_lines(number: int, each: Round, words: Words, names: Sequence[str]) -> list[str]:
    """Return each seat's geishas in a finished round, and the points if they were counted."""
    lines = []
    for seat in SEATS:
        won = [f"@colour.{COLOUR_NAMES[colour]}" for colour in COLOURS if each.winners[colour] == seat]
        lines.append(words("line.won", round=number, who=names[seat], geishas=listed(won)))
        if each.tallies:
            tally = each.tallies[seat]
            lines.append(words("line.points", total=tally.total, **msgspec.structs.asdict(tally)))
    return lines


def card_name(card: Card | None) -> str:
    return "@face_down" if card is None else f"@card.{CARD_NAMES[card]}"


def listed(things: Sequence[str]) -> Fact:
    return tuple(things) or "@none"
