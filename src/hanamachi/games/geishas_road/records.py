"""Offers, finished rounds, and what is remembered of returned cards."""

from msgspec import Struct

from hanamachi.core.game import Seat
from hanamachi.games.geishas_road.pieces import Action, Card, Counts, Face, Place


class Offer(Struct, frozen=True):
    """The cards of a Gift or a Competition, by place."""

    actor: Seat
    action: Action
    cards: tuple[Card | None, ...] = ()  # None: just taken away, or in a view: face down
    down: tuple[Place | None, ...] = (None, None)  # where each seat's face-down card lies
    partner: Place | None = None  # in a Competition: what makes a pair with the first place
    counters: int = 0  # Counteroffers made so far
    chosen: tuple[Place, ...] = ()  # by the first chooser

    @property
    def chooser(self) -> Seat:
        """Return the seat that chooses first: the rival of the last to counter, or of the actor (G35,
        G38)."""
        return self.actor if self.counters % 2 else 1 - self.actor


class Returned(Struct, frozen=True):
    """A card that went back into the deck, and the public facts about where it may be now.

    A time is given by how many cards each seat had drawn. A seat that holds the card now, or has shown it
    since, drew it after it went back.
    """

    card: Card
    knower: Seat | None  # the seat that had laid it face down; None if it was public
    since: tuple[int, ...]
    shown: tuple[Seat, int] | None = None  # the seat that laid it since, and its number of cards drawn then


class Tally(Struct, frozen=True):
    """A seat's points in one round."""

    geishas: int
    lanterns: int
    guests: int
    specials: int

    @property
    def total(self) -> int:
        return self.geishas + self.lanterns + self.guests + self.specials


class Round(Struct, frozen=True):
    """A finished round."""

    starter: Seat
    sums: tuple[Counts, ...]  # the sum of each seat's cards, by colour
    winners: tuple[Seat | None, ...]  # of each geisha
    lanterns: tuple[tuple[Face, ...], ...]  # on each tile
    tallies: tuple[Tally, ...]  # empty if the round was won by G25
