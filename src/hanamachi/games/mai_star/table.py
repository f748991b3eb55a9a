"""The state of the table, and how cards move over it. rules.py decides which moves are legal."""

from typing import Any, Self

from msgspec import Struct
from msgspec.structs import replace

from hanamachi.core.game import NATURE, Agenda, Seat
from hanamachi.games.mai_star.knowledge import (
    Known,
    everyone_sees,
    leaves_openly,
    leaves_unseen,
    sees,
    sees_all,
    with_card,
    without,
)
from hanamachi.games.mai_star.moves import (
    AnyStep,
    Burying,
    Card,
    Cards,
    Counts,
    Discarding,
    Drawing,
    Following,
    Options,
    Using,
)
from hanamachi.games.mai_star.pieces import (
    BLACK,
    BLUE,
    BONUS,
    CHARACTER,
    COLOUR,
    COPIES,
    FOLLOWERS,
    INCOME,
    OIRAN_CARD,
    RONIN,
    SHINING,
    SPRING_BREEZE,
    START,
    SUMMER_SEA,
    Reputation,
)


class Place(Struct, frozen=True):
    """One player's side. Guests and advertisers lie oldest first."""

    geisha: int | None = None
    hand: Cards = ()  # sorted
    guests: Cards = ()
    advertisers: Cards = ()

    @property
    def income(self) -> int:
        return sum(INCOME[card] for card in self.guests)

    def reputation(self, shining: int | None = None) -> Reputation:
        """Return the reputation (M12). `shining` is the skill that Morning Star has raised."""
        assert self.geisha is not None
        start, more = START[self.geisha], self.added(shining)
        return start[0] + more[0], start[1] + more[1], start[2] + more[2]

    def added(self, shining: int | None) -> Reputation:
        """Return what is added to the geisha's own reputation."""
        red, blue, green = (SHINING if skill == shining else 0 for skill in range(3))
        for card in self.advertisers:
            more = BONUS[card]
            red, blue, green = red + more[0], blue + more[1], green + more[2]
        return red, blue, green

    @property
    def ronins(self) -> list[int]:
        """Return the places of open Ronins."""
        return [place for place, card in enumerate(self.guests) if CHARACTER[card] == RONIN]


class Turn(Struct, frozen=True):
    """The effects of a geisha's ability in this turn."""

    shining: int | None = None  # Morning Star: the skill raised
    doubled: bool = False  # Maple Leaf
    followed: int = 0  # Summer Sea: further guests


class Result(Struct, frozen=True):
    """A finished round, by seat, and the rule that ended it."""

    rule: str
    geishas: tuple[int | None, ...]
    income: tuple[int, ...]
    left: tuple[int, ...]  # cards in hand
    points: tuple[int, ...]


class Table(Agenda, frozen=True):
    todo: tuple[AnyStep, ...]
    options: Options
    places: tuple[Place, ...]
    known: Known
    pool: Counts = COPIES
    bottom: Cards = ()  # below the pool, the next to be drawn first; only Spring Breeze knows them
    discards: Cards = ()  # sorted
    round: int = 1
    starter: Seat = 0  # of this round, or of the one before until it is known
    turn: Turn = Turn()
    shone: bool = False  # Morning Star, in this round
    lap: int | None = None  # six players: turns of the last lap that are still to start
    results: tuple[Result, ...] = ()

    @property
    def seats(self) -> int:
        return len(self.places)

    @property
    def most_guests(self) -> int:
        return max(len(place.guests) for place in self.places)

    @property
    def deck(self) -> int:
        return sum(self.pool) + len(self.bottom)

    def seat_of(self, geisha: int) -> Seat | None:
        return next((seat for seat, place in enumerate(self.places) if place.geisha == geisha), None)

    def push(self, *steps: AnyStep) -> Self:
        return replace(self, todo=(*steps, *self.todo))

    def at(self, seat: Seat, **changes: Any) -> Self:
        """Return the table with one place changed."""
        place = replace(self.places[seat], **changes)
        return replace(self, places=(*self.places[:seat], place, *self.places[seat + 1 :]))

    def discard(self, *cards: Card) -> Self:
        return replace(self, discards=tuple(sorted((*self.discards, *cards))))

    def from_hand(self, seat: Seat, card: Card) -> Self:
        """Remove a card from a hand, face up."""
        known = leaves_openly(self.known, seat, card)
        return replace(self, known=known).at(seat, hand=without(self.places[seat].hand, card))

    def bury(self, seat: Seat, card: Card) -> Self:
        known = leaves_unseen(self.known, seat)
        buried = replace(self, known=known, bottom=(*self.bottom, card))
        return buried.at(seat, hand=without(self.places[seat].hand, card))

    def take_up(self, seat: Seat, card: Card) -> Self:
        """Take an open card into a hand."""
        known = everyone_sees(self.known, seat, card)
        return replace(self, known=known).at(seat, hand=with_card(self.places[seat].hand, card))

    def draws(self, seat: Seat, cards: int) -> Self:
        """Draw cards, as many as there are (M14)."""
        cards = min(cards, self.deck)
        return self.push(Drawing(NATURE, seat, cards)) if cards else self

    def drawn(self, seat: Seat, card: Card) -> Self:
        """Draw this card from the pool, or from the bottom once the pool is empty."""
        drawn = self.at(seat, hand=with_card(self.places[seat].hand, card))
        if any(self.pool):
            pool = (*self.pool[:card], self.pool[card] - 1, *self.pool[card + 1 :])
            return replace(drawn, pool=pool)
        burier, bottom = self.seat_of(SPRING_BREEZE), self.bottom[1:]
        assert burier is not None
        known = self.known if burier == seat else sees(self.known, burier, seat, card)
        return replace(drawn, bottom=bottom, known=known)

    def shown(self, to: Seat, of: Seat) -> Self:
        """Show a whole hand to a seat."""
        return replace(self, known=sees_all(self.known, to, of, self.places[of].hand))

    def welcome(self, seat: Seat, card: Card) -> Self:
        """Lay a guest (M7), then ask for its effect; then Summer Sea may go on."""
        place = self.places[seat]
        after: list[AnyStep] = [Using(seat, card)]
        if place.geisha == SUMMER_SEA and COLOUR[card] == BLUE and self.turn.followed < FOLLOWERS:
            after += [] if isinstance(self.todo[0], Following) else [Following(seat)]
        return self.from_hand(seat, card).at(seat, guests=(*place.guests, card)).push(*after)

    def advertise(self, seat: Seat, card: Card) -> Self:
        """Lay an advertiser and draw (M8). Spring Breeze draws more and gives cards back (M24)."""
        draws, row = self.draws_advertising(seat), self.places[seat].advertisers
        back: AnyStep = Burying(seat) if self.deck > 2 else Discarding(seat)
        laid = self.from_hand(seat, card).at(seat, advertisers=(*row, card))
        return laid.push(*[back] * (draws - 1)).draws(seat, draws)

    def draws_advertising(self, seat: Seat) -> int:
        """Return how many cards an Advertise draws: one, or Spring Breeze's three, if the deck has them (M2,
        M8)."""
        return min(3 if self.places[seat].geisha == SPRING_BREEZE else 1, self.deck)

    def fame(self, seat: Seat) -> Reputation:
        """Return the reputation of the geisha whose turn it is."""
        return self.places[seat].reputation(self.turn.shining)

    def counting(self, fame: Reputation, card: Card) -> int:
        """Return the reputation that a guest requires (M4, M7)."""
        colour = COLOUR[card]
        if colour != BLACK:
            return fame[colour]
        return max(fame) if self.options.black_requirement == "any" else min(fame)

    def may_hold_oiran(self, seat: Seat) -> bool:
        """Return whether a seat may hold Oiran, by public knowledge (M18)."""
        shown = self.known[-1]
        if any(OIRAN_CARD in cards for cards in shown):
            return OIRAN_CARD in shown[seat]
        rows = [row for place in self.places for row in (place.guests, place.advertisers)]
        open_to_all = any(OIRAN_CARD in cards for cards in (self.discards, *rows))
        return len(self.places[seat].hand) > len(shown[seat]) and not open_to_all
