"""Play Gift and Competition, and in Advanced the answers to them (G16, G17, G34 to G41)."""

from functools import cache
from itertools import combinations
from typing import TYPE_CHECKING

from msgspec.structs import replace

from hanamachi.core.game import NATURE, IllegalMove, Seat
from hanamachi.games.geishas_road.agenda import countering, offering
from hanamachi.games.geishas_road.moves import Choose, Options, Resolving, TurningUp
from hanamachi.games.geishas_road.pieces import (
    ACTION_CARDS,
    ACTION_RULES,
    COMPETITION,
    COUNTEROFFER,
    HIDDEN_OFFER,
    SPECIAL_NAMES,
    Action,
    Card,
    Cards,
    Place,
    Special,
    adding,
    put,
)
from hanamachi.games.geishas_road.records import Offer, Returned

if TYPE_CHECKING:
    from hanamachi.games.geishas_road.rules import State


def offered(state: "State") -> Offer:
    assert state.offer is not None
    return state.offer


def begin(state: "State", actor: Seat, action: Action, hidden: bool) -> "State":
    """Begin a Gift or a Competition, perhaps as a Hidden offer (G34)."""
    steps = (*offering(actor, action, hidden), *state.todo)
    offer = Offer(actor, action)
    if not hidden:
        return replace(state, todo=steps, offer=offer)
    offer = replace(offer, down=put(offer.down, actor, 0))
    return replace(spend(state, actor, HIDDEN_OFFER, "G34"), todo=steps, offer=offer)


def spend(state: "State", seat: Seat, special: Special, rule: str) -> "State":
    """Turn over a special action token."""
    if state.options.mode != "advanced":
        raise IllegalMove("no_specials", "G12")
    if special not in state.specials[seat]:
        raise IllegalMove("special_used", rule, special=f"@special.{SPECIAL_NAMES[special]}")
    left = tuple(other for other in state.specials[seat] if other != special)
    return replace(state, specials=put(state.specials, seat, left))


def hide(state: "State", card: Card) -> "State":
    """Lay the face-down card in the first place (G34)."""
    offer = offered(state)
    hid = put(state.hid, offer.actor, state.drawn[offer.actor])
    return replace(state, offer=replace(offer, cards=(card,)), hid=hid)


def lay(state: "State", card: Card) -> "State":
    """Lay a card face up. These lie in the order of the box, in whichever order they are laid (G16, G17)."""
    offer = offered(state)
    first = int(offer.down[offer.actor] is not None)
    up = [other for other in offer.cards[first:] if other is not None]
    cards = (*offer.cards[:first], *sorted([*up, card]))
    return replace(state, offer=replace(offer, cards=cards))


def pair(state: "State", place: Place) -> "State":
    """Make two pairs: the first place with this one, and the other two (G17)."""
    if place not in (1, 2, 3):
        raise IllegalMove("bad_pair", "G17")
    return replace(state, offer=replace(offered(state), partner=place))


def can_counter(state: "State", seat: Seat) -> bool:
    """Return whether a Counteroffer is possible: the token, and a card in hand (G39). All players can see
    this."""
    return COUNTEROFFER in state.specials[seat] and bool(state.hands[seat])


def counter(state: "State", seat: Seat, hidden: bool) -> "State":
    """Use Counteroffer. The other player will choose first, in place of the choice owed before (G35, G37)."""
    after = spend(state, seat, COUNTEROFFER, "G35")
    if hidden:
        after = spend(after, seat, HIDDEN_OFFER, "G37")
    steps = (*countering(seat, hidden), *state.todo[1:])
    return replace(after, todo=steps, offer=countered(offered(state)))


def countered(offer: Offer) -> Offer:
    """Return the offer with one more Counteroffer made to it: the other player will choose first."""
    return replace(offer, counters=offer.counters + 1)


def remove(state: "State", place: Place) -> "State":
    """Put a laid card back into the deck. A face-down one is known only to the seat that laid it (G35,
    G40)."""
    offer = offered(state)
    if place not in range(len(offer.cards)):
        raise IllegalMove("bad_place", "G35", n=len(offer.cards))
    card = card_at(offer, place)
    owner = offer.down.index(place) if place in offer.down else None
    return replace(
        state,
        pool=adding(state.pool, card),
        offer=replace(turned_up(offer, place), cards=put(offer.cards, place, None)),
        returned=(*state.returned, Returned(card, owner, state.drawn)),
    )


def fill(state: "State", seat: Seat, card: Card, hidden: bool) -> "State":
    """Put a card from the hand in the place of the removed one (G35), perhaps face down (G37)."""
    offer = offered(state)
    place = offer.cards.index(None)
    offer = replace(offer, cards=put(offer.cards, place, card))
    if not hidden:
        return replace(state, offer=offer)
    offer = replace(offer, down=put(offer.down, seat, place))
    hid = put(state.hid, seat, state.drawn[seat])
    return replace(state, offer=offer, hid=hid)


def card_at(offer: Offer, place: Place) -> Card:
    card = offer.cards[place]
    assert card is not None
    return card


def turned_up(offer: Offer, place: Place) -> Offer:
    """Return the offer with nothing face down in this place."""
    return replace(offer, down=tuple(None if down == place else down for down in offer.down))


def share(offer: Offer, options: Options) -> int:
    """Return how many cards the first chooser takes: of a Gift the actor two, the rival one (G16, G35,
    G38)."""
    literal = offer.counters == 2 and options.double_counter_gift == "literal"
    return 2 if offer.action == COMPETITION or offer.chooser == offer.actor or literal else 1


@cache
def shares(action: Action, partner: Place | None, n: int) -> tuple[Choose, ...]:
    """Return the possible choices: n cards of a Gift (G16, G35), or a pair of a Competition (G17)."""
    if partner is None:
        return tuple(map(Choose, combinations(range(ACTION_CARDS[action]), n)))
    return tuple(map(Choose, pairs(partner)))


def pairs(partner: Place) -> tuple[tuple[Place, ...], tuple[Place, ...]]:
    """Return the places of a Competition's two pairs."""
    return (0, partner), tuple(place for place in (1, 2, 3) if place != partner)


def together(offer: Offer) -> tuple[tuple[Place, ...], ...]:
    """Return the places that are taken together: pairs, or each for itself."""
    if offer.partner is None:
        return tuple((place,) for place in range(len(offer.cards)))
    return pairs(offer.partner)


def choices(state: "State") -> tuple[Choose, ...]:
    offer = offered(state)
    return shares(offer.action, offer.partner, share(offer, state.options))


def choose(state: "State", choice: Choose) -> "State":
    """Give the chosen cards to the chooser and the rest to the other. Turn up face-down cards first (G41)."""
    offer = offered(state)
    n = share(offer, state.options)
    rule = ACTION_RULES[offer.action]
    if not isinstance(choice.places, tuple) or len(choice.places) != n:
        raise IllegalMove("wrong_count", rule, needs=n)
    if choice not in choices(state):
        raise IllegalMove("not_a_pair" if offer.action == COMPETITION else "bad_choice", rule)
    down = sorted(place for place in offer.down if place is not None)
    turning = [TurningUp(NATURE, place) for place in down]
    after = replace(state, todo=(*turning, *state.todo), offer=replace(offer, chosen=choice.places))
    return after if down else divide(after)


def turn_up(state: "State", place: Place) -> "State":
    """Turn up a face-down card. After the last one the cards change hands (G34)."""
    offer = turned_up(offered(state), place)
    after = replace(state, offer=offer)
    return divide(after) if offer.down == (None, None) else after


def divide(state: "State") -> "State":
    """Divide the cards. The chooser's are resolved first, then the other's (G16, G17, G41)."""
    offer = offered(state)
    chosen, rest = list[Card](), list[Card]()
    for place in range(len(offer.cards)):
        (chosen if place in offer.chosen else rest).append(card_at(offer, place))
    chooser, other = offer.chooser, 1 - offer.chooser
    taken: tuple[Cards, ...] = put(state.taken, chooser, tuple(sorted(chosen)))
    taken = put(taken, other, tuple(sorted(rest)))
    return replace(state, todo=(Resolving(chooser), Resolving(other), *state.todo), offer=None, taken=taken)
