"""Decide which players in the queue play together.

A pure function from queue entries to matches: first come, first served. The player who has waited longest is
served first and gets the first others whose requests are compatible. A later entry is never preferred.

Members who want a rated game are paired with each other only if their ratings are near. How near grows with
the time that the two have waited. Guests are paired with everybody.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence
from math import inf
from typing import Any

import msgspec
from msgspec import Struct

from hanamachi.server.tables.time_control import Clock

FILL_SECONDS = 45.0  # a game for more than two starts after so long even if seats are free
NEAR, WIDENS = 100.0, 10.0  # rating points between two members at once, and more for each second
OPENERS_TRIED = 12  # second players that are tried in the search for the largest match
RefusedPairs = Collection[frozenset[str]]  # pairs of guests who are not matched for now


class MatchRequest(Struct, frozen=True, omit_defaults=True):
    """The game a player wants to play now. A field that is left out is left to the other players."""

    game: str
    players: tuple[int, ...]  # allowed numbers of players
    options: dict[str, Any] = {}
    clock: Clock | None = None
    public: bool = False  # listed in the lobby for spectators, if all players want that
    unrated: bool = False  # members who want a rated game get one, if no other player wants this

    @property
    def key(self) -> bytes:
        """Return bytes that are equal for equal requests."""
        return msgspec.json.encode(self, order="deterministic")


class QueueEntry(Struct, frozen=True):
    """A player's entry in the match queue."""

    guest: str
    request: MatchRequest
    since: float
    online: bool = True
    accepts_bots: bool = False  # in seats that stay free
    table: str | None = None  # of the match that was found
    offline_since: float | None = None
    returned_because: str | None = None  # why the last match failed: `left` or `late`
    rating: float | None = None  # of a member, in the list of the request; None: a guest

    @property
    def order(self) -> tuple[float, str]:
        return self.since, self.guest

    @property
    def available(self) -> bool:
        """True if the player is online and has no match yet."""
        return self.online and self.table is None


class Match(Struct, frozen=True):
    """Players who can start a game together, the request that suits all of them, and bots to add."""

    request: MatchRequest
    entries: tuple[QueueEntry, ...]
    bots: int = 0


def combine(one: MatchRequest, other: MatchRequest) -> MatchRequest | None:
    """Return the request that suits both, or None if they contradict each other."""
    players = tuple(n for n in one.players if n in other.players)
    clash = any(one.options[name] != other.options[name] for name in one.options.keys() & other.options)
    clash = clash or (None not in (one.clock, other.clock) and one.clock != other.clock)
    if one.game != other.game or not players or clash:
        return None
    clock = one.clock if one.clock is not None else other.clock
    public, unrated = one.public and other.public, one.unrated or other.unrated
    return MatchRequest(one.game, players, one.options | other.options, clock, public, unrated)


def are_apart(one: QueueEntry, other: QueueEntry, now: float) -> bool:
    """True if two members are too far apart in strength to be matched yet."""
    if one.rating is None or other.rating is None or one.request.unrated or other.request.unrated:
        return False
    waited = max(0.0, now - one.since) + max(0.0, now - other.since)
    return abs(one.rating - other.rating) > NEAR + WIDENS * waited


class CompatibilityIndex:
    """Find the entries whose requests are compatible with an entry's.

    Compares each distinct request once, and never two with different clocks, so that many odd requests do not
    slow down the search for the others."""

    def __init__(
        self, entries: Iterable[QueueEntry], refused: RefusedPairs = frozenset(), now: float = inf
    ) -> None:
        self.refused, self.now = refused, now
        self.entries: dict[bytes, dict[str, QueueEntry]] = defaultdict(dict)
        self.by_clock: dict[str, dict[Clock | None, dict[bytes, MatchRequest]]] = defaultdict(
            lambda: defaultdict(dict)
        )
        self.compatible: dict[bytes, list[bytes]] = {}  # keys by key, as far as they were asked for
        for entry in entries:
            request, key = entry.request, entry.request.key
            self.entries[key][entry.guest] = entry
            self.by_clock[request.game][request.clock][key] = request

    def remove(self, entry: QueueEntry) -> None:
        del self.entries[entry.request.key][entry.guest]

    def compatible_with(self, one: QueueEntry) -> list[QueueEntry]:
        """Return the other entries that could be matched with this one, oldest first."""
        key = one.request.key
        if key not in self.compatible:
            self.compatible[key] = self._compatible_keys(one.request)
        found = (entry for each in self.compatible[key] for entry in self.entries[each].values())
        others = (entry for entry in found if entry.guest != one.guest and not self.is_refused(entry, one))
        return sorted(others, key=lambda entry: entry.order)

    def _compatible_keys(self, request: MatchRequest) -> list[bytes]:
        of_game = self.by_clock[request.game]
        clocks = of_game.keys() if request.clock is None else {None, request.clock} & of_game.keys()
        return [key for clock in clocks for key, other in of_game[clock].items() if combine(request, other)]

    def is_refused(self, one: QueueEntry, other: QueueEntry) -> bool:
        """True if one of the two did not confirm a match with the other a short while ago, or if they are too
        far apart in strength."""
        return frozenset((one.guest, other.guest)) in self.refused or are_apart(one, other, self.now)


def find_matches(
    entries: Iterable[QueueEntry], now: float, refused: RefusedPairs = frozenset()
) -> list[Match]:
    """Return all matches that can start now. Each available entry is in one of them at most."""
    free = sorted((entry for entry in entries if entry.available), key=lambda entry: entry.order)
    index, taken = CompatibilityIndex(free, refused, now), set[str]()
    found = []
    for first in free:
        if first.guest in taken:
            continue
        match = startable(largest_match(first, index), now)
        if match:
            found.append(match)
        for entry in match.entries if match else (first,):
            taken.add(entry.guest)
            index.remove(entry)
    return found


def largest_match(first: QueueEntry, index: CompatibilityIndex) -> Match:
    """Return the largest match for this entry; of equally large ones that of the players who came first."""
    others = index.compatible_with(first)
    best = add_in_order(first, others, index)
    for n, other in enumerate(others[1:OPENERS_TRIED], 1):
        if len(best.entries) == max(best.request.players):
            break
        found = add_in_order(first, [other, *others[:n], *others[n + 1 :]], index)
        best = found if len(found.entries) > len(best.entries) else best
    return Match(best.request, tuple(sorted(best.entries, key=lambda entry: entry.order)))


def add_in_order(first: QueueEntry, others: Sequence[QueueEntry], index: CompatibilityIndex) -> Match:
    """Add one entry after the other to a match while requests are compatible and a seat is free."""
    request, entries = first.request, [first]
    for other in others:
        if len(entries) == max(request.players):
            break
        both = combine(request, other.request)
        fits = both and len(entries) < max(both.players)
        if both and fits and not any(index.is_refused(entry, other) for entry in entries):
            request, entries = both, [*entries, other]
    return Match(request, tuple(entries))


def startable(match: Match, now: float) -> Match | None:
    """Return the part of a match that can start now, if any.

    A full match starts at once. After `FILL_SECONDS` as many players as the game allows start, or all of them
    with bots if all of them accept bots."""
    request, entries = match.request, match.entries
    if len(entries) == max(request.players):
        return match
    if now < fill_time(entries[0]):
        return None
    if sizes := [n for n in request.players if n <= len(entries)]:
        return Match(request, entries[: max(sizes)])
    if all(entry.accepts_bots for entry in entries):
        return Match(request, entries, min(request.players) - len(entries))
    return None


def fill_time(entry: QueueEntry) -> float:
    """Return when this entry's game may start with free seats."""
    return entry.since + FILL_SECONDS


def next_fill_time(entries: Sequence[QueueEntry], now: float) -> float | None:
    """Return the next time at which a match may start though no entry changes."""
    times = [fill_time(entry) for entry in entries if entry.table is None]
    return min((when for when in times if when > now), default=None)
