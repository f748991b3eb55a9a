"""The moves there are: each is made once, and picked from here."""

from functools import cache
from itertools import combinations

from hanamachi.core.game import Move, Universe
from hanamachi.games.geishas_road.agenda import SEATS
from hanamachi.games.geishas_road.moves import (
    Choose,
    Counter,
    Darken,
    Deal,
    Favour,
    Hang,
    Hide,
    Lay,
    Left,
    Options,
    Pair,
    Pass,
    Remove,
    Replace,
    Resolve,
    Right,
    Score,
    ShowLeft,
    Start,
    Take,
    Teahouse,
    TurnUp,
    Use,
)
from hanamachi.games.geishas_road.pieces import (
    ACTION_CARDS,
    ACTIONS,
    COLOURS,
    COMPETITION,
    DECK,
    DESTINY,
    GIFT,
    KINDS,
    Action,
    Place,
)

TEAHOUSES = tuple(map(Teahouse, COLOURS))
FAVOURS = tuple(tuple(Favour(seat, colour) for colour in COLOURS) for seat in SEATS)
DEALS = tuple(tuple(Deal(seat, card) for card in DECK) for seat in SEATS)
HANGS = tuple(map(Hang, range(len(KINDS))))
DARKENINGS = tuple(map(Darken, range(DESTINY)))
STARTS = tuple(map(Start, SEATS))

USES = tuple(map(Use, ACTIONS))
HIDDEN_USES = {action: Use(action, hidden=True) for action in (GIFT, COMPETITION)}
LAYS, HIDES, LEFTS, RIGHTS, REPLACES, RESOLVES = (
    tuple(map(kind, DECK)) for kind in (Lay, Hide, Left, Right, Replace, Resolve)
)
PAIRS = tuple(map(Pair, (1, 2, 3)))
COUNTERS = (Pass(), Counter(), Counter(hidden=True))
REMOVES = tuple(map(Remove, range(ACTION_CARDS[COMPETITION])))
TAKES = (Take(favour=False), Take(favour=True))


@cache
def shares(action: Action, partner: Place | None, n: int) -> tuple[Choose, ...]:
    """What the first chooser may choose: n cards of a Gift (G16, G35), a pair of a Competition (G17)."""
    places = range(ACTION_CARDS[action])
    if partner is None:
        return tuple(map(Choose, combinations(places, n)))
    rest = tuple(place for place in places if place not in (0, partner))
    return (Choose((0, partner)), Choose(rest))


def universe(seats: int, options: Options) -> Universe:
    nature: list[Move] = [*TEAHOUSES, *DEALS[0], *DEALS[1], *HANGS, *STARTS]
    nature += [ShowLeft(seat, card) for seat in SEATS for card in DECK]
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
    return Universe(tuple(decisions), (*nature, Score()))
