"""Play a festival (round) from set-up to score (M5, M6, M27 to M34)."""

from collections.abc import Sequence
from typing import Self

from msgspec.structs import replace

from hanamachi.core.game import NATURE, IllegalMove, Outcome, Seat, ranking
from hanamachi.games.mai_star.knowledge import nothing_known
from hanamachi.games.mai_star.moves import (
    Acting,
    AnyStep,
    Choosing,
    Dealing,
    Ending,
    Scoring,
    Shuffling,
    Starting,
)
from hanamachi.games.mai_star.pieces import GEISHA_NAMES, GEISHAS, HAND, HAZY, HAZY_MORE, PENALTY, ROUNDS
from hanamachi.games.mai_star.table import Place, Result, Table, Turn

ALL_SIX = 6


class Festival(Table, frozen=True):
    # -------------------------------------------------------------- set-up

    def begins(self, player: Seat) -> Self:
        """Begin the game: the first to choose plays last (M5). In a later round the player is the drawn
        starter (M31)."""
        if self.round > 1:
            return self.opens(player)
        choosers = [(player - n) % self.seats for n in range(self.seats)]
        return self.plans(choosers[-1], choosers)

    def opens(self, starter: Seat) -> Self:
        """Begin a round after the first. In Management mode the starter chooses first (M33)."""
        choosers = [(starter + n) % self.seats for n in range(self.seats)]
        return self.plans(starter, choosers if self.options.management else [])

    def plans(self, starter: Seat, choosers: list[Seat]) -> Self:
        choosing: list[AnyStep] = [Choosing(seat) for seat in choosers]
        deal: list[AnyStep] = [Shuffling(NATURE)]
        ready = deal + choosing if self.options.management else choosing + deal
        return replace(self, starter=starter, todo=(*ready, Acting(starter), Ending(starter)))

    def chooses(self, seat: Seat, geisha: int) -> Self:
        if geisha not in GEISHAS:
            raise IllegalMove("no_such_geisha", "M5", geisha=str(geisha))
        if self.seat_of(geisha) is not None:
            raise IllegalMove("geisha_taken", "M5", geisha=f"@geisha.{GEISHA_NAMES[geisha]}")
        chosen = self.at(seat, geisha=geisha)
        late = geisha == HAZY and self.options.management  # M33
        return chosen.draws(seat, HAZY_MORE) if late else chosen

    def deals(self) -> list[AnyStep]:
        """Return the deals (M6). Hazy gets two more cards; in Management mode she takes them when she is
        chosen."""
        more = [HAZY_MORE if place.geisha == HAZY else 0 for place in self.places]
        return [Dealing(NATURE, seat, HAND[self.round] + more[seat]) for seat in range(self.seats)]

    # -------------------------------------------------------------- the end of a turn and of a round

    @property
    def has_lap(self) -> bool:
        return self.options.last_lap and self.seats == ALL_SIX

    def ends_turn(self, step: Ending) -> Self:
        lap = ALL_SIX if self.has_lap and self.lap is None and not self.deck else self.lap
        ended, seat = replace(self, todo=(), turn=Turn(), lap=lap), step.seat
        over = ended.over_by()
        if over and not (over == "M29" and step.again):
            return ended.push(Scoring(NATURE))
        if step.again:  # M20, M38
            return ended.push(Acting(seat), Ending(seat, step.again - 1))
        following = (seat + 1) % self.seats
        lap = None if lap is None else lap - 1
        return replace(ended, lap=lap, todo=(Acting(following), Ending(following)))

    def over_by(self) -> str | None:
        """Return the rule that ends the round with this turn, or None."""
        if self.over_at_once():
            return "M34"
        if not all(place.hand for place in self.places):
            return "M27"
        if self.options.limited_guests != "no" and self.most_guests > HAND[self.round]:
            return "M34"
        if self.has_lap:
            return "M29" if self.lap == 0 else None
        return None if self.deck else "M28"

    def over_at_once(self) -> bool:
        """Return whether the round ends within the turn, because there are too many guests (M34)."""
        return self.options.limited_guests == "at_once" and self.most_guests > HAND[self.round]

    def scores(self) -> Self:
        """Score the round (M30)."""
        income = tuple(place.income for place in self.places)
        left = tuple(len(place.hand) for place in self.places)
        points = tuple(max(0, i - PENALTY * n) for i, n in zip(income, left, strict=True))
        geishas = tuple(place.geisha for place in self.places)
        result = Result(str(self.over_by()), geishas, income, left, points)
        scored = replace(self, results=(*self.results, result))
        return scored if self.round == ROUNDS else scored.next_round()

    def next_round(self) -> Self:
        """Return the next round: all cards are shuffled; in Management mode the geishas go back too (M33)."""
        stay = not self.options.management
        fresh = type(self)(
            (Starting(NATURE),),
            self.options,
            tuple(Place(place.geisha if stay else None) for place in self.places),
            nothing_known(self.seats),
            round=self.round + 1,
            starter=self.starter,
            results=self.results,
        )
        starter = next_starter(self.totals(), self.starter)
        return fresh if starter is None else fresh.opens(starter)

    def totals(self) -> tuple[int, ...]:
        rounds = [result.points for result in self.results]
        return tuple(sum(points[seat] for points in rounds) for seat in range(self.seats))

    def outcome(self) -> Outcome | None:
        """Return the outcome of a finished game (M32)."""
        if self.todo:
            return None
        totals, left = self.totals(), self.results[-1].left
        ranks = ranking([(total, -cards) for total, cards in zip(totals, left, strict=True)])
        winners = tuple(seat for seat, rank in enumerate(ranks) if rank == 1)
        return Outcome(totals, ranks, winners, "M32")


def next_starter(totals: Sequence[int], last: Seat) -> Seat | None:
    """Return the poorest seat; of several the first to the left of the leader. None if all are equal
    (M31)."""
    seats, most, least = range(len(totals)), max(totals), min(totals)
    if most == least:
        return None
    leader = min((s for s in seats if totals[s] == most), key=lambda s: (s - last) % len(seats))
    return min((s for s in seats if totals[s] == least), key=lambda s: (s - leader) % len(seats))
