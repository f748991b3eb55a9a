"""Score the end of a round and of the game (G24 to G28, G32)."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from hanamachi.core.game import Outcome, Seat, ranking
from hanamachi.games.geishas_road.agenda import SEATS
from hanamachi.games.geishas_road.guests import best_division
from hanamachi.games.geishas_road.pieces import COLOUR, COLOURS, POINTS, VALUE, Cards, Counts, Face
from hanamachi.games.geishas_road.records import Round, Tally

if TYPE_CHECKING:
    from hanamachi.games.geishas_road.rules import State

ENOUGH = 4  # geishas that win the game at once (G25)


def score(state: "State") -> Round:
    """Return the round as it would be counted now."""
    assert state.starter is not None
    sums = tuple(sums_of(side) for side in state.sides)
    winners = tuple(map(winner, *sums, state.favours))
    tallies = tuple(tally(state, seat, winners) for seat in SEATS)
    at_once = any(winners.count(seat) >= ENOUGH for seat in SEATS)  # G25: no points are counted
    return Round(state.starter, sums, winners, state.tiles, () if at_once else tallies)


def sums_of(side: Cards) -> Counts:
    return tuple(sum(VALUE[card] for card in side if COLOUR[card] == colour) for colour in COLOURS)


def winner(one: int, other: int, favoured: Seat | None) -> Seat | None:
    """Return the winner of a geisha: the larger sum, or with equal sums the owner of her token (G24)."""
    if one == other:
        return favoured
    return 0 if one > other else 1


def tally(state: "State", seat: Seat, winners: Sequence[Seat | None]) -> Tally:
    won = [colour for colour in COLOURS if winners[colour] == seat]
    return Tally(
        geishas=len(won) * state.round,  # G26: the tiles' own lanterns say 1, then 2
        lanterns=sum(points(state.tiles[colour]) for colour in won),
        guests=best_division(state.guests[seat]),  # G27
        specials=len(state.specials[seat]),  # G28
    )


def points(lanterns: Sequence[Face]) -> int:
    return sum(POINTS[face] for face in lanterns)


def next_starter(round_: Round) -> Seat:
    """Return the seat with fewer points; with equal points, the one that did not start this round (G29)."""
    one, other = (tally.total for tally in round_.tallies)
    if one == other:
        return 1 - round_.starter
    return 0 if one < other else 1


def totals(rounds: Sequence[Round]) -> tuple[int, ...]:
    return tuple(sum(each.tallies[seat].total for each in rounds if each.tallies) for seat in SEATS)


def outcome(rounds: Sequence[Round], favours: Sequence[Seat | None]) -> Outcome:
    """Return the outcome by four geishas (G25), or by points and then favour tokens (G32; one each in
    Basic)."""
    total, last = totals(rounds), rounds[-1]
    if last.tallies:
        ranks = ranking([(total[seat], favours.count(seat)) for seat in SEATS])
    else:
        ranks = ranking([last.winners.count(seat) for seat in SEATS])
    winners = tuple(seat for seat in SEATS if ranks[seat] == 1)
    return Outcome(total, ranks, winners, "G32" if last.tallies else "G25")
