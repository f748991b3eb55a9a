"""Who plays with whom: a function from those who wait to those who may sit down together.

First come, first served. Whoever has waited longest is looked at first and gets the first who agrees; nothing
that came later can push them back.
"""

from collections.abc import Sequence
from typing import Any

from msgspec import Struct

from hanamachi.house.clocks import Clock

FILL = 45.0  # seconds after which a game of many begins with those who are there
TRIED = 12  # others with whom a company is begun, to find the largest


class Wish(Struct, frozen=True, omit_defaults=True):
    """What somebody wants to play now. What is left out is left to the others."""

    game: str
    players: tuple[int, ...]  # how many may sit at the table
    options: dict[str, Any] = {}
    clock: Clock | None = None
    public: bool = False  # others may look on from the lobby, if all who play want that


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


def groups(places: Sequence[Place], now: float) -> list[Group]:
    """All who may sit down now. Nobody is in two groups, and nobody who is away or has a table in any."""
    free = sorted((p for p in places if p.here and p.table is None), key=lambda place: place.order)
    found = []
    while free:
        group = ready(company(free[0], free[1:]), now)
        if group:
            found.append(group)
        taken = {place.guest for place in group.places} if group else {free[0].guest}
        free = [place for place in free if place.guest not in taken]
    return found


def company(first: Place, others: Sequence[Place]) -> Group:
    """The largest company for whoever waits longest; of equal ones that of those who came first."""
    fitting = [other for other in others if agreed(first.wish, other.wish)]
    best = gathered(first, fitting)
    for n, other in enumerate(fitting[1:TRIED], 1):
        if len(best.places) == max(best.wish.players):
            break
        found = gathered(first, [other, *fitting[:n], *fitting[n + 1 :]])
        best = found if len(found.places) > len(best.places) else best
    return Group(best.wish, tuple(sorted(best.places, key=lambda place: place.order)))


def gathered(first: Place, others: Sequence[Place]) -> Group:
    """One after the other joins, if all agree and there is a seat."""
    wish, places = first.wish, [first]
    for other in others:
        both = agreed(wish, other.wish)
        if both and len(places) < max(both.players):
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
