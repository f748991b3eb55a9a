"""What lies on the table for a while, and what is remembered of it."""

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
        """The rival of the last player who countered; before, the rival of the actor (G35, G38)."""
        return self.actor if self.counters % 2 else 1 - self.actor


class Returned(Struct, frozen=True):
    """A card that went back into the deck, and what all can see of where it may be now.

    A moment is told by how many cards each seat had drawn. Whoever holds the card now, or has shown it
    since, drew it after it went back.
    """

    card: Card
    knower: Seat | None  # who had laid it face down; None: it was seen by all
    since: tuple[int, ...]
    shown: tuple[Seat, int] | None = None  # who laid it since, and how many cards that seat had drawn then


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
    sums: tuple[Counts, ...]  # what the cards of each seat add up to, by colour
    winners: tuple[Seat | None, ...]  # of each geisha
    lanterns: tuple[tuple[Face, ...], ...]  # on each tile
    tallies: tuple[Tally, ...]  # empty if the round was won by G25
