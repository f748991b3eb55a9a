"""Build a seat's view of Geisha's Road, by adding what it may know, and veil its moves."""

from typing import TYPE_CHECKING, Literal

from msgspec import Struct
from msgspec.structs import replace

from hanamachi.core.game import NATURE, Move, Prompt, Seat, Veiled, View
from hanamachi.core.words import Fact
from hanamachi.games.geishas_road import moves as m
from hanamachi.games.geishas_road.agenda import SEATS
from hanamachi.games.geishas_road.guests import best_division
from hanamachi.games.geishas_road.offers import can_counter, card_at, countered, offered, share, together
from hanamachi.games.geishas_road.pieces import (
    ACTION_CARDS,
    ACTION_NAMES,
    ACTION_RULES,
    CARD_NAMES,
    COLOUR,
    COLOUR_NAMES,
    COMPETITION,
    HIDDEN_OFFER,
    INTRIGUE,
    REVEAL,
    SYMBOLS,
    Action,
    Card,
    Cards,
    Colour,
    Counts,
    Face,
    Place,
    Special,
)
from hanamachi.games.geishas_road.records import Offer, Returned, Round
from hanamachi.games.geishas_road.scoring import sums_of, totals, winner
from hanamachi.games.geishas_road.travel import guests_taken

if TYPE_CHECKING:
    from hanamachi.games.geishas_road.rules import State

PUBLIC = (
    m.Teahouse,
    m.Favour,
    m.Hang,
    m.Darken,
    m.Start,
    m.TurnUp,
    m.ShowLeft,
    m.Journey,
    m.Score,
    m.Use,
    m.Lay,
    m.Pair,
    m.Pass,
    m.Counter,
    m.Remove,
    m.Choose,
    m.Resolve,
    m.Take,
)


class Stage(Struct, frozen=True):
    """The public stage of the round. With the offer it is enough to rebuild the agenda."""

    now: str  # the kind of the first step; "" when the game is over
    owed: int  # how many steps there are
    hidden: bool = False  # True if a Counteroffer's card will lie face down
    card: Card | None = None  # the card whose geisha travels, or whose symbols let a seat take guests
    action: Action | None = None  # the action that a seat has begun and not finished
    needs: int = 0  # cards that this action still takes from the hand


class Taking(Struct, frozen=True):
    """One answer to what a guest symbol brings: guests of a teahouse, with its favour token or without."""

    favour: bool
    guests: int
    teahouse: Colour


class RoadView(View, frozen=True, kw_only=True):
    """A seat's view. Fields with two entries are by seat, fields with five by colour."""

    options: m.Options
    stage: Stage
    round: int
    starter: Seat | None
    opens: Literal["fewer", "turn"] | None  # why it starts round 2: fewer points, or its turn (G29)
    circle: tuple[Colour, ...]  # the teahouses, clockwise
    pawns: tuple[Colour, ...]  # the teahouse where each geisha is
    favours: tuple[Seat | None, ...]
    rounds: tuple[Round, ...]
    scores: tuple[tuple[int, ...], ...]  # each round's points by seat; () for a round won by G25
    totals: tuple[int, ...]  # of the scores, by seat
    pool: int
    hand: Cards | None
    hands: tuple[int, ...]  # how many cards each seat holds
    sides: tuple[Cards, ...]
    sums: tuple[Counts, ...]  # the values on each side, by colour
    taken: tuple[Cards, ...]  # got, and not yet resolved
    tokens: tuple[tuple[Action, ...], ...]  # not yet used
    specials: tuple[tuple[Special, ...], ...]
    left: Card | None  # under one's own Intrigue
    right: Card | None
    lefts: tuple[bool, ...]  # True for seats whose left and right cards lie there
    rights: tuple[bool, ...]
    offer: Offer | None
    shares: tuple[tuple[Place, ...], ...]  # places of the offer that are taken together
    share: int  # how many of its cards the first chooser takes
    counter_share: int  # how many the other player would take first, if the asked seat countered
    may_counter: tuple[bool, ...]  # True for seats that could answer an offer with a Counteroffer
    takings: tuple[Taking, ...]  # the answers to the open question what to take
    leads: tuple[Seat | None, ...]  # the seat that would win each geisha now
    box: tuple[int, ...]  # lanterns that do not hang
    upper: tuple[Face, ...]
    lower: tuple[Face, ...]
    tiles: tuple[tuple[Face, ...], ...]
    waiting: Counts
    guests: tuple[Counts, ...]
    worth: tuple[int, ...]  # of each seat's guests, best divided (G27)
    drawn: tuple[int, ...]
    schemed: tuple[int, ...]
    hid: tuple[int, ...]
    returned: tuple[Returned, ...]  # cards this seat knows to have gone back into the deck


def view(state: "State", seat: Seat | None) -> RoadView:
    sums = tuple(map(sums_of, state.sides))
    return RoadView(
        seat=seat,
        prompt=prompt(state),
        outcome=state.outcome(),
        options=state.options,
        stage=stage(state),
        round=state.round,
        starter=state.starter,
        opens=opens(state),
        circle=state.circle,
        pawns=state.pawns,
        favours=state.favours,
        rounds=state.rounds,
        scores=tuple(tuple(tally.total for tally in each.tallies) for each in state.rounds),
        totals=totals(state.rounds),
        pool=len(state.pool),
        hand=None if seat is None else state.hands[seat],
        hands=tuple(map(len, state.hands)),
        sides=state.sides,
        sums=sums,
        taken=state.taken,
        tokens=state.tokens,
        specials=state.specials,
        left=None if seat is None else state.lefts[seat],
        right=None if seat is None else state.rights[seat],
        lefts=tuple(card is not None for card in state.lefts),
        rights=tuple(card is not None for card in state.rights),
        offer=offer_seen(state.offer, seat) if state.offer else None,
        shares=together(state.offer) if state.offer else (),
        share=share(state.offer, state.options) if state.offer else 0,
        counter_share=counter_share(state),
        may_counter=tuple(can_counter(state, each) for each in SEATS),
        takings=takings(state),
        leads=tuple(map(winner, *sums, state.favours)),
        box=state.box,
        upper=state.upper,
        lower=state.lower,
        tiles=state.tiles,
        waiting=state.waiting,
        guests=state.guests,
        worth=tuple(map(best_division, state.guests)),
        drawn=state.drawn,
        schemed=state.schemed,
        hid=state.hid,
        returned=returned_known(state, seat),
    )


def offer_seen(offer: Offer, seat: Seat | None) -> Offer:
    """Return the offer as a seat sees it: face-down cards are known to those who laid them (G40)."""
    unseen = {place for owner, place in enumerate(offer.down) if owner != seat}
    cards = tuple(None if place in unseen else card for place, card in enumerate(offer.cards))
    return replace(offer, cards=cards)


def returned_known(state: "State", seat: Seat | None) -> tuple[Returned, ...]:
    """Return the cards that a seat saw going back into the deck, or had laid itself; of each card, the last
    time."""
    known = {each.card: each for each in state.returned if each.knower is None or each.knower == seat}
    return tuple(known.values())


def opens(state: "State") -> Literal["fewer", "turn"] | None:
    """Return why the starter of round 2 starts it: fewer points, or in a tie because it is their turn."""
    if not state.rounds or not state.rounds[0].tallies:
        return None
    one, other = (tally.total for tally in state.rounds[0].tallies)
    return "turn" if one == other else "fewer"


def counter_share(state: "State") -> int:
    """Return how many cards the other player would take first, if the asked seat countered (G35, G38)."""
    match state.todo[:1]:
        case (m.Countering(),):
            return share(countered(offered(state)), state.options)
    return 0


def takings(state: "State") -> tuple[Taking, ...]:
    """Return what the open guest symbol could bring (G22)."""
    match state.todo[:1]:
        case (m.Taking(card=card),):
            teahouse = state.pawns[COLOUR[card]]
            return tuple(
                Taking(favour, guests_taken(state, card, favour), teahouse) for favour in (False, True)
            )
    return ()


def begun(state: "State") -> tuple[Action | None, int]:
    """Return the action that is under way, and how many cards it still takes."""
    match state.todo[0] if state.todo else None:
        case m.Revealing():
            return REVEAL, ACTION_CARDS[REVEAL]
        case m.SettingLeft():
            return INTRIGUE, ACTION_CARDS[INTRIGUE]
        case m.SettingRight():
            return INTRIGUE, 1
        case m.Hiding() | m.Laying() | m.Pairing():
            offer = offered(state)
            return offer.action, ACTION_CARDS[offer.action] - len(offer.cards)
    return None, 0


def stage(state: "State") -> Stage:
    now: m.AnyStep | None = state.todo[0] if state.todo else None
    action, needs = begun(state)
    return Stage(
        now=type(now).__name__ if now else "",
        owed=len(state.todo),
        hidden=any(isinstance(step, m.Replacing) and step.hidden for step in state.todo[:2]),
        card=now.card if isinstance(now, m.Travelling | m.Taking) else None,
        action=action,
        needs=needs,
    )


def prompt(state: "State") -> Prompt | None:
    match state.todo[0] if state.todo else None:
        case m.Acting(seat=seat):
            left = state.tokens[seat]
            return Prompt(
                seat, "act", "G13", {"actions": actions_named(left)}, rules=action_rules(state, seat)
            )
        case m.Revealing(seat=seat):
            return Prompt(seat, "reveal", "G14")
        case m.SettingLeft(seat=seat):
            return Prompt(seat, "left", "G15")
        case m.SettingRight(seat=seat):
            return Prompt(seat, "right", "G15")
        case m.Hiding(seat=seat):
            return Prompt(seat, "hide", "G34")
        case m.Resolving(seat=seat):
            return Prompt(seat, "resolve", "G18", {"cards": cards_named(state.taken[seat])})
        case m.Taking(seat=seat, card=card):
            teahouse = f"@colour.{COLOUR_NAMES[state.pawns[COLOUR[card]]]}"
            return Prompt(seat, f"take_{SYMBOLS[card]}", "G22", {"teahouse": teahouse})
        case m.Laying() | m.Pairing() | m.Countering() | m.Removing() | m.Replacing() | m.Choosing() as step:
            return offer_prompt(state, step, offered(state))
        case _:
            return None


def action_rules(state: "State", seat: Seat) -> tuple[str, ...]:
    """Return the rules of the actions that a seat has left, and of a Hidden offer (G34)."""
    hidden = ("G34",) if HIDDEN_OFFER in state.specials[seat] else ()
    return (*(ACTION_RULES[action] for action in state.tokens[seat]), *hidden)


def offer_prompt(state: "State", step: m.AnyStep, offer: Offer) -> Prompt:
    seat, rule = step.seat, ACTION_RULES[offer.action]
    action = f"@action.{ACTION_NAMES[offer.action]}"
    match step:
        case m.Laying():
            left = ACTION_CARDS[offer.action] - len(offer.cards)
            return Prompt(seat, "lay", rule, {"action": action, "cards": f"@cards:{left}"})
        case m.Pairing():
            first = "@face_down" if 0 in offer.down else f"@card.{CARD_NAMES[card_at(offer, 0)]}"
            return Prompt(seat, "pair", rule, {"card": first})
        case m.Countering():
            return Prompt(seat, "counter", "G36" if offer.counters else "G35", {"action": action})
        case m.Removing():
            return Prompt(seat, "remove", "G35")
        case m.Replacing(hidden=hidden):
            return Prompt(seat, "replace_hidden", "G37") if hidden else Prompt(seat, "replace", "G35")
        case _:
            asks = "choose_pair" if offer.action == COMPETITION else f"choose_{share(offer, state.options)}"
            return Prompt(seat, asks, "G35" if offer.counters else rule)


def actions_named(actions: tuple[Action, ...]) -> Fact:
    return tuple(f"@action.{ACTION_NAMES[action]}" for action in actions)


def cards_named(cards: Cards) -> Fact:
    return tuple(f"@card.{CARD_NAMES[card]}" for card in cards)


def veil(state: "State", move: Move, seat: Seat | None) -> Move | Veiled:
    step = state.todo[0]
    if isinstance(move, PUBLIC) or seat == step.seat:
        return move
    if isinstance(step, m.Replacing) and not step.hidden:
        return move
    if isinstance(move, m.Deal):
        return move if seat == move.to else Veiled(NATURE, "Deal", {"to": move.to})
    return Veiled(step.seat, type(move).__name__)
