"""Who plays with whom: a function from those who wait to those who may sit down together.

First come, first served. Whoever has waited longest is looked at first and gets the first who agrees; nothing
that came later can push them back.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence
from typing import Any

import msgspec
from msgspec import Struct

from hanamachi.server.tables.time_control import Clock

FILL = 45.0  # seconds after which a game of many begins with those who are there
Apart = Collection[frozenset[str]]  # pairs of guests who are not to meet now
TRIED = 12  # others with whom a company is begun, to find the largest


class Wish(Struct, frozen=True, omit_defaults=True):
    """What somebody wants to play now. What is left out is left to the others."""

    game: str
    players: tuple[int, ...]  # how many may sit at the table
    options: dict[str, Any] = {}
    clock: Clock | None = None
    public: bool = False  # others may look on from the lobby, if all who play want that

    @property
    def key(self) -> bytes:
        """Equal for equal wishes."""
        return msgspec.json.encode(self, order="deterministic")


class Place(Struct, frozen=True):
    """Somebody's place among those who wait."""

    guest: str
    wish: Wish
    since: float
    here: bool = True
    agrees: bool = False  # to bots in the seats that stay free
    table: str | None = None  # at which they may sit down already

    @property
    def order(self) -> tuple[float, str]:
        return self.since, self.guest


class Group(Struct, frozen=True):
    """Who may sit down together now, by what they agree on, and how many bots with them."""

    wish: Wish
    places: tuple[Place, ...]
    bots: int = 0


def agreed(one: Wish, other: Wish) -> Wish | None:
    """What suits both."""
    players = tuple(n for n in one.players if n in other.players)
    clash = any(one.options[name] != other.options[name] for name in one.options.keys() & other.options)
    clash = clash or (None not in (one.clock, other.clock) and one.clock != other.clock)
    if one.game != other.game or not players or clash:
        return None
    clock = one.clock if one.clock is not None else other.clock
    return Wish(one.game, players, one.options | other.options, clock, one.public and other.public)


class Crowd:
    """Places by wish. Finding those that suit a wish compares each different wish once, and never two wishes
    with different clocks, so many odd wishes cost the others nothing."""

    def __init__(self, places: Iterable[Place], apart: Apart = frozenset()) -> None:
        self.apart = apart
        self.places: dict[bytes, dict[str, Place]] = defaultdict(dict)
        self.by_clock: dict[str, dict[Clock | None, dict[bytes, Wish]]] = defaultdict(
            lambda: defaultdict(dict)
        )
        self.found: dict[bytes, list[bytes]] = {}
        for place in places:
            wish, key = place.wish, place.wish.key
            self.places[key][place.guest] = place
            self.by_clock[wish.game][wish.clock][key] = wish

    def remove(self, place: Place) -> None:
        del self.places[place.wish.key][place.guest]

    def suiting(self, one: Place) -> list[Place]:
        """Return the others who could play with this one, first come first."""
        key = one.wish.key
        if key not in self.found:
            self.found[key] = self._keys(one.wish)
        found = (place for each in self.found[key] for place in self.places[each].values())
        others = (place for place in found if place.guest != one.guest and not self.are_apart(place, one))
        return sorted(others, key=lambda place: place.order)

    def _keys(self, wish: Wish) -> list[bytes]:
        here = self.by_clock[wish.game]
        clocks = here.keys() if wish.clock is None else {None, wish.clock} & here.keys()
        return [key for clock in clocks for key, other in here[clock].items() if agreed(wish, other)]

    def are_apart(self, one: Place, other: Place) -> bool:
        return frozenset((one.guest, other.guest)) in self.apart


def groups(places: Iterable[Place], now: float, apart: Apart = frozenset()) -> list[Group]:
    """Return all groups that may sit down now. Nobody is in two of them, nobody who is away or has a table is
    in any, and no two guests who are `apart` are in the same."""
    free = sorted((p for p in places if p.here and p.table is None), key=lambda place: place.order)
    crowd, taken = Crowd(free, apart), set[str]()
    found = []
    for first in free:
        if first.guest in taken:
            continue
        group = ready(company(first, crowd), now)
        if group:
            found.append(group)
        for place in group.places if group else (first,):
            taken.add(place.guest)
            crowd.remove(place)
    return found


def company(first: Place, crowd: Crowd) -> Group:
    """The largest company for whoever waits longest; of equal ones that of those who came first."""
    fitting = crowd.suiting(first)
    best = gathered(first, fitting, crowd)
    for n, other in enumerate(fitting[1:TRIED], 1):
        if len(best.places) == max(best.wish.players):
            break
        found = gathered(first, [other, *fitting[:n], *fitting[n + 1 :]], crowd)
        best = found if len(found.places) > len(best.places) else best
    return Group(best.wish, tuple(sorted(best.places, key=lambda place: place.order)))


def gathered(first: Place, others: Sequence[Place], crowd: Crowd) -> Group:
    """One after the other joins, if all agree and there is a seat."""
    wish, places = first.wish, [first]
    for other in others:
        if len(places) == max(wish.players):
            break
        both = agreed(wish, other.wish)
        if both and len(places) < max(both.players) and not any(crowd.are_apart(p, other) for p in places):
            wish, places = both, [*places, other]
    return Group(wish, tuple(places))


def ready(group: Group, now: float) -> Group | None:
    """Those of a company who may begin: a full table at once; when the time is up as many as may play, or
    all with bots, if everybody agrees to them."""
    wish, places = group.wish, group.places
    if len(places) == max(wish.players):
        return group
    if now < fills_at(places[0]):
        return None
    if sizes := [n for n in wish.players if n <= len(places)]:
        return Group(wish, places[: max(sizes)])
    if all(place.agrees for place in places):
        return Group(wish, places, min(wish.players) - len(places))
    return None


def fills_at(place: Place) -> float:
    """When a game begins that is not full."""
    return place.since + FILL


def next_look(places: Sequence[Place], now: float) -> float | None:
    """When something may happen though nobody comes or goes."""
    times = [fills_at(place) for place in places if place.table is None]
    return min((when for when in times if when > now), default=None)
