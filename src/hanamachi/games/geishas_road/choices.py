"""The moves there are: each is made once, and picked from here."""

from collections.abc import Sequence
from itertools import combinations
from typing import TYPE_CHECKING

from hanamachi.core.game import Move, Seat, Universe
from hanamachi.games.geishas_road.agenda import SEATS
from hanamachi.games.geishas_road.moves import (
    Acting,
    Building,
    Choose,
    Choosing,
    Counter,
    Countering,
    Darken,
    Darkening,
    Deal,
    Dealing,
    Favour,
    Favouring,
    Hang,
    Hanging,
    Hide,
    Hiding,
    Journey,
    Lay,
    Laying,
    Left,
    Options,
    Pair,
    Pairing,
    Pass,
    Remove,
    Removing,
    Replace,
    Replacing,
    Resolve,
    Resolving,
    Revealing,
    Right,
    Score,
    Scoring,
    SettingLeft,
    SettingRight,
    ShowingLeft,
    ShowLeft,
    Start,
    Starting,
    Take,
    Taking,
    Teahouse,
    Travelling,
    TurningUp,
    TurnUp,
    Use,
)
from hanamachi.games.geishas_road.offers import card_at, choices, offered, shares
from hanamachi.games.geishas_road.pieces import (
    ACTION_CARDS,
    ACTIONS,
    COLOURS,
    COMPETITION,
    DECK,
    DESTINY,
    GIFT,
    HIDDEN_OFFER,
    KINDS,
    is_bright,
)

if TYPE_CHECKING:
    from hanamachi.games.geishas_road.rules import State

TEAHOUSES = tuple(map(Teahouse, COLOURS))
FAVOURS = tuple(tuple(Favour(seat, colour) for colour in COLOURS) for seat in SEATS)
DEALS = tuple(tuple(Deal(seat, card) for card in DECK) for seat in SEATS)
HANGS = tuple(map(Hang, range(len(KINDS))))
DARKENINGS = tuple(map(Darken, range(DESTINY)))
STARTS = tuple(map(Start, SEATS))
JOURNEYS = tuple(map(Journey, DECK))

USES = tuple(map(Use, ACTIONS))
HIDDEN_USES = {action: Use(action, hidden=True) for action in (GIFT, COMPETITION)}
LAYS, HIDES, LEFTS, RIGHTS, REPLACES, RESOLVES = (
    tuple(map(kind, DECK)) for kind in (Lay, Hide, Left, Right, Replace, Resolve)
)
PAIRS = tuple(map(Pair, (1, 2, 3)))
COUNTERS = (Pass(), Counter(), Counter(hidden=True))
REMOVES = tuple(map(Remove, range(ACTION_CARDS[COMPETITION])))
TAKES = (Take(favour=False), Take(favour=True))


def answers(state: "State") -> Sequence[Move]:
    """Every legal answer to the first step, nature's too."""
    match state.todo[0] if state.todo else None:
        case Acting(seat=seat):
            return uses(state, seat)
        case Laying(seat=seat) | Revealing(seat=seat):
            return [LAYS[card] for card in state.hands[seat]]
        case SettingLeft(seat=seat):
            return [LEFTS[card] for card in state.hands[seat]]
        case SettingRight(seat=seat):
            return [RIGHTS[card] for card in state.hands[seat]]
        case Pairing():
            return PAIRS
        case Choosing():
            return choices(state)
        case Resolving(seat=seat):
            return [RESOLVES[card] for card in state.taken[seat]]
        case Taking():
            return TAKES
        case Hiding(seat=seat):
            return [HIDES[card] for card in state.hands[seat]]
        case Countering(seat=seat):
            return COUNTERS if HIDDEN_OFFER in state.specials[seat] else COUNTERS[:2]
        case Removing():
            return REMOVES[: len(offered(state).cards)]
        case Replacing(seat=seat):
            return [REPLACES[card] for card in state.hands[seat]]
        case _:
            return [move for move, _ in chances(state)]


def uses(state: "State", seat: Seat) -> Sequence[Move]:
    tokens = state.tokens[seat]
    uses = [USES[action] for action in tokens]
    if HIDDEN_OFFER in state.specials[seat]:
        uses += [HIDDEN_USES[action] for action in tokens if action in HIDDEN_USES]
    return uses


def chances(state: "State") -> Sequence[tuple[Move, int]]:
    """Nature's moves with their weights."""
    match state.todo[0] if state.todo else None:
        case Dealing(to=to):
            return [(DEALS[to][card], 1) for card in state.pool]
        case Hanging():
            return [(HANGS[kind], state.box.count(kind)) for kind in dict.fromkeys(state.box)]
        case Building():
            return [(TEAHOUSES[colour], 1) for colour in COLOURS if colour not in state.circle]
        case Favouring(to=to):
            return [(favour, 1) for favour in FAVOURS[to] if state.favours[favour.colour] is None]
        case Darkening():
            return [(DARKENINGS[at], 1) for at, face in enumerate(state.upper) if is_bright(face)]
        case Starting():
            return [(start, 1) for start in STARTS]
        case TurningUp(place=place):
            return [(TurnUp(place, card_at(offered(state), place)), 1)]
        case ShowingLeft(owner=owner):
            left = state.lefts[owner]
            assert left is not None
            return [(ShowLeft(owner, left), 1)]
        case Travelling(card=card):
            return [(JOURNEYS[card], 1)]
        case Scoring():
            return [(Score(), 1)]
        case _:
            return ()


def universe(seats: int, options: Options) -> Universe:
    nature: list[Move] = [*TEAHOUSES, *DEALS[0], *DEALS[1], *HANGS]
    nature += [*(ShowLeft(seat, card) for seat in SEATS for card in DECK), *JOURNEYS]
    decisions: list[Move] = [*USES, *LAYS, *LEFTS, *RIGHTS, *PAIRS]
    decisions += [*shares(GIFT, None, 1), *map(Choose, combinations(range(4), 2)), *RESOLVES]
    if options.mode == "basic":
        nature += [*FAVOURS[0], *FAVOURS[1]]
    else:
        decisions += TAKES
    if options.mode == "advanced":
        nature += [TurnUp(place, card) for place in range(4) for card in DECK]
        decisions += [*HIDDEN_USES.values(), *HIDES, *COUNTERS, *REMOVES, *REPLACES]
    if options.destiny:
        nature += DARKENINGS
    if options.starter == "random":
        nature += STARTS
    return Universe(tuple(decisions), (*nature, Score()))
