"""Journeys in words: where a geisha went, which lantern she got, what was taken by itself."""

from collections.abc import Sequence

from hanamachi.core.words import Name, Words
from hanamachi.games.geishas_road.agenda import SEATS
from hanamachi.games.geishas_road.pieces import COLOUR, COLOUR_NAMES, POINTS, Colour
from hanamachi.games.geishas_road.view import RoadView


def journey(before: RoadView, after: RoadView, words: Words, names: Sequence[str]) -> str:
    assert before.stage.card is not None
    geisha = COLOUR[before.stage.card]
    taken = [took(before, after, seat, words, names) for seat in SEATS]
    return " ".join([walked(before, after, geisha, words), *filter(None, taken)])


def walked(before: RoadView, after: RoadView, geisha: Colour, words: Words) -> str:
    teahouse, tile = after.pawns[geisha], after.tiles[geisha]
    if teahouse != geisha:
        return words("journey.walks", where=f"@to.{COLOUR_NAMES[teahouse]}")
    if tile == before.tiles[geisha]:
        return words("journey.no_lantern")
    turned = len(tile) == len(before.tiles[geisha])
    return words("journey.turned" if turned else "journey.home", points=POINTS[tile[-1]])


def took(before: RoadView, after: RoadView, seat: int, words: Words, names: Sequence[str]) -> str:
    """What the symbols of the card brought, unless its player is asked."""
    guests = sum(after.guests[seat]) - sum(before.guests[seat])
    favour = after.favours.count(seat) > before.favours.count(seat)
    tokens = (*([f"@got.guests:{guests}"] if guests else []), *(["@got.favour"] if favour else []))
    return words("journey.takes", who=Name(names[seat]), tokens=tokens) if tokens else ""
