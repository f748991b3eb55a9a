"""List the legal moves of Geisha's Road. Each move object is made once and shared."""

from collections.abc import Sequence
from itertools import combinations
from typing import TYPE_CHECKING

from hanamachi.core.game import Move, Seat, Universe
from hanamachi.games.geishas_road import moves as m
from hanamachi.games.geishas_road.agenda import SEATS
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

TEAHOUSES = tuple(map(m.Teahouse, COLOURS))
FAVOURS = tuple(tuple(m.Favour(seat, colour) for colour in COLOURS) for seat in SEATS)
DEALS = tuple(tuple(m.Deal(seat, card) for card in DECK) for seat in SEATS)
HANGS = tuple(map(m.Hang, range(len(KINDS))))
DARKENINGS = tuple(map(m.Darken, range(DESTINY)))
STARTS = tuple(map(m.Start, SEATS))
JOURNEYS = tuple(map(m.Journey, DECK))

USES = tuple(map(m.Use, ACTIONS))
HIDDEN_USES = {action: m.Use(action, hidden=True) for action in (GIFT, COMPETITION)}
LAYS, HIDES, LEFTS, RIGHTS, REPLACES, RESOLVES = (
    tuple(map(kind, DECK)) for kind in (m.Lay, m.Hide, m.Left, m.Right, m.Replace, m.Resolve)
)
PAIRS = tuple(map(m.Pair, (1, 2, 3)))
COUNTERS = (m.Pass(), m.Counter(), m.Counter(hidden=True))
REMOVES = tuple(map(m.Remove, range(ACTION_CARDS[COMPETITION])))
TAKES = (m.Take(favour=False), m.Take(favour=True))


def answers(state: "State") -> Sequence[Move]:
    """Return every legal answer to the first step of the agenda, nature's included."""
    match state.todo[0] if state.todo else None:
        case m.Acting(seat=seat):
            return uses(state, seat)
        case m.Laying(seat=seat) | m.Revealing(seat=seat):
            return [LAYS[card] for card in state.hands[seat]]
        case m.SettingLeft(seat=seat):
            return [LEFTS[card] for card in state.hands[seat]]
        case m.SettingRight(seat=seat):
            return [RIGHTS[card] for card in state.hands[seat]]
        case m.Pairing():
            return PAIRS
        case m.Choosing():
            return choices(state)
        case m.Resolving(seat=seat):
            return [RESOLVES[card] for card in state.taken[seat]]
        case m.Taking():
            return TAKES
        case m.Hiding(seat=seat):
            return [HIDES[card] for card in state.hands[seat]]
        case m.Countering(seat=seat):
            return COUNTERS if HIDDEN_OFFER in state.specials[seat] else COUNTERS[:2]
        case m.Removing():
            return REMOVES[: len(offered(state).cards)]
        case m.Replacing(seat=seat):
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
    """Return nature's moves with their weights."""
    match state.todo[0] if state.todo else None:
        case m.Dealing(to=to):
            return [(DEALS[to][card], 1) for card in state.pool]
        case m.Hanging():
            return [(HANGS[kind], state.box.count(kind)) for kind in dict.fromkeys(state.box)]
        case m.Building():
            return [(TEAHOUSES[colour], 1) for colour in COLOURS if colour not in state.circle]
        case m.Favouring(to=to):
            return [(favour, 1) for favour in FAVOURS[to] if state.favours[favour.colour] is None]
        case m.Darkening():
            return [(DARKENINGS[at], 1) for at, face in enumerate(state.upper) if is_bright(face)]
        case m.Starting():
            return [(start, 1) for start in STARTS]
        case m.TurningUp(place=place):
            return [(m.TurnUp(place, card_at(offered(state), place)), 1)]
        case m.ShowingLeft(owner=owner):
            left = state.lefts[owner]
            assert left is not None
            return [(m.ShowLeft(owner, left), 1)]
        case m.Travelling(card=card):
            return [(JOURNEYS[card], 1)]
        case m.Scoring():
            return [(m.Score(), 1)]
        case _:
            return ()


def universe(seats: int, options: m.Options) -> Universe:
    nature: list[Move] = [*TEAHOUSES, *DEALS[0], *DEALS[1], *HANGS]
    nature += [*(m.ShowLeft(seat, card) for seat in SEATS for card in DECK), *JOURNEYS]
    decisions: list[Move] = [*USES, *LAYS, *LEFTS, *RIGHTS, *PAIRS]
    decisions += [*shares(GIFT, None, 1), *map(m.Choose, combinations(range(4), 2)), *RESOLVES]
    if options.mode == "basic":
        nature += [*FAVOURS[0], *FAVOURS[1]]
    else:
        decisions += TAKES
    if options.mode == "advanced":
        nature += [m.TurnUp(place, card) for place in range(4) for card in DECK]
        decisions += [*HIDDEN_USES.values(), *HIDES, *COUNTERS, *REMOVES, *REPLACES]
    if options.destiny:
        nature += DARKENINGS
    if options.starter == "random":
        nature += STARTS
    return Universe(tuple(decisions), (*nature, m.Score()))
