"""Tell the effects of moves: the chosen cards, a geisha's destination, what was taken automatically."""

from collections.abc import Sequence

from hanamachi.core.words import Name, Words
from hanamachi.games.geishas_road.agenda import SEATS
from hanamachi.games.geishas_road.offers import pairs
from hanamachi.games.geishas_road.pieces import COLOUR, COLOUR_NAMES, POINTS, Card, Place
from hanamachi.games.geishas_road.records import Offer
from hanamachi.games.geishas_road.text.table import card_name, gifts_compared
from hanamachi.games.geishas_road.view import RoadView


def paired(_before: RoadView, after: RoadView, words: Words, _names: Sequence[str]) -> str:
    offer = on_table(after)
    assert offer.partner is not None
    one, other = (laid(offer, places, words) for places in pairs(offer.partner))
    return words("offer.pairs", one=one, other=other)


def removed(before: RoadView, after: RoadView, words: Words, _names: Sequence[str]) -> str:
    """Name the card that was removed. A seat that did not see it hears that it lay face down."""
    cards = zip(on_table(before).cards, on_table(after).cards, strict=True)
    gone = [was for was, now in cards if was is not None and now is None]
    return words("offer.removed", card=card_name(gone[0] if gone else None))


def chosen(before: RoadView, after: RoadView, words: Words, _names: Sequence[str]) -> str:
    """Name the chosen cards. The offer is still there if one of its cards must be turned up first."""
    offer = on_table(before)
    if after.offer is None:
        return words("offer.chosen", cards=named(after.taken[offer.chooser], words))
    return words("offer.chosen", cards=laid(offer, after.offer.chosen, words))


def scored(before: RoadView, after: RoadView, words: Words, names: Sequence[str]) -> str:
    """Tell who won each geisha, and after round 1 who starts round 2 and why (G24, G29)."""
    told = gifts_compared(before, after, words, names)
    if len(after.rounds) > 1 or after.opens is None or after.starter is None:
        return told
    return f"{told} {words(f'starts.{after.opens}', who=Name(names[after.starter]))}"


def on_table(view: RoadView) -> Offer:
    assert view.offer is not None
    return view.offer


def laid(offer: Offer, places: Sequence[Place], words: Words) -> Name:
    """Name some cards of an offer, as this seat sees them."""
    return named([offer.cards[place] for place in places], words)


def named(cards: Sequence[Card | None], words: Words) -> Name:
    return Name(" + ".join(words.name(card_name(card)) for card in cards))


def journey(before: RoadView, after: RoadView, words: Words, names: Sequence[str]) -> str:
    assert before.stage.card is not None
    taken = [took(before, after, seat, words, names) for seat in SEATS]
    return " ".join([walked(before, after, before.stage.card, words), *filter(None, taken)])


def walked(before: RoadView, after: RoadView, card: Card, words: Words) -> str:
    geisha, name = COLOUR[card], card_name(card)
    teahouse, tile = after.pawns[geisha], after.tiles[geisha]
    if teahouse != geisha:
        return words("journey.walks", card=name, where=f"@to.{COLOUR_NAMES[teahouse]}")
    if tile == before.tiles[geisha]:
        return words("journey.no_lantern", card=name)
    turned = len(tile) == len(before.tiles[geisha])
    return words("journey.turned" if turned else "journey.home", card=name, points=POINTS[tile[-1]])


def took(before: RoadView, after: RoadView, seat: int, words: Words, names: Sequence[str]) -> str:
    """Tell what the symbols of the card brought, unless its player is asked."""
    tokens = tokens_taken(before, after, seat)
    return words("journey.takes", who=Name(names[seat]), tokens=tokens) if tokens else ""


def tokens_taken(before: RoadView, after: RoadView, seat: int) -> tuple[str, ...]:
    guests = sum(after.guests[seat]) - sum(before.guests[seat])
    favour = after.favours.count(seat) > before.favours.count(seat)
    if guests and favour:
        return (f"@got.both:{guests}",)
    return (*([f"@got.guests:{guests}"] if guests else []), *(["@got.favour"] if favour else []))


def taken(before: RoadView, after: RoadView, words: Words, names: Sequence[str]) -> str:
    """Tell what a player took in a teahouse, by number."""
    assert before.prompt is not None
    seat, teahouse = before.prompt.seat, before.prompt.facts["teahouse"]
    tokens = tokens_taken(before, after, seat)
    return words("take.told", who=Name(names[seat]), tokens=tokens, teahouse=teahouse)
