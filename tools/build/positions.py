"""Play 200 games by bots and keep the fullest positions they reach: tests/e2e/support/positions/*.json.

A file is a log up to one decision (or to the end): the game, its options, and every move with its seat.
Arguments are names of series, to make only those. Of two equally full positions the one with the shorter log
is kept.
"""

import random
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from hanamachi.bots import make_bot
from hanamachi.core.game import NATURE, Seat, State, Told
from hanamachi.core.options import choose
from hanamachi.games import GAMES
from hanamachi.games.geishas_road.pieces import COLOUR

OUT = Path(__file__).parents[2] / "tests/e2e/support/positions"
Full = Callable[[Any], float]  # how full a position of its kind is; 0 if it is of another kind


class Series(NamedTuple):
    """Games of one sort, and the positions to keep by name."""

    name: str
    game: str
    seats: int
    options: dict[str, Any]
    games: int
    kept: dict[str, Full]


class Moment(NamedTuple):
    full: float
    length: int  # of the log, counted downwards
    line: Sequence[tuple[Seat, Any]]


# ---------------------------------------------------------------- how full


def asks(state: Any, *steps: str) -> bool:
    return bool(state.todo) and type(state.todo[0]).__name__ in steps


def over(measure: Full) -> Full:
    return lambda state: 0 if state.todo else measure(state)


def at(measure: Full, *steps: str) -> Full:
    return lambda state: measure(state) if asks(state, *steps) else 0


def rows_out(state: Any) -> float:
    """Measure Mai-Star: the longest row of guests and of advertisers, then all of them."""
    guests = [len(place.guests) for place in state.places]
    adverts = [len(place.advertisers) for place in state.places]
    return 100 * (max(guests) + max(adverts)) + sum(guests) + sum(adverts)


def own_place(state: Any) -> float:
    """Measure Mai-Star: the hand and rows of the deciding seat."""
    place = state.places[state.actor]
    return 10 * len(place.hand) + len(place.guests) + len(place.advertisers)


def looked_at(state: Any) -> float:
    return float(len(state.places[state.todo[0].of].hand))


def drafted(state: Any) -> float:
    return 1 + sum(place.geisha is not None for place in state.places)


def street(state: Any) -> float:
    """Measure Geisha's Road: lanterns on tiles, the largest pile of cards, all cards."""
    lanterns = sum(map(len, state.tiles))
    return 100.0 * lanterns + 10 * largest_pile(state) + sum(map(len, state.sides))


def largest_pile(state: Any) -> int:
    colours = [[COLOUR[card] for card in side] for side in state.sides]
    return max((side.count(each) for side in colours for each in side), default=0)


def order_that_matters(state: Any) -> float:
    """Measure Geisha's Road if the order matters; otherwise the browser answers for the player."""
    return 0 if GAMES["geishas_road"].moot(state.view(state.actor)) else street(state)


def offer_and_street(state: Any) -> float:
    return 1000.0 * len(state.offer.cards) + street(state) if state.offer else 0


def guests_won(state: Any) -> float:
    return 1 + 10.0 * max(map(sum, state.guests)) + street(state) / 100


def first_turn(state: Any) -> float:
    """Measure a first turn, with all lanterns and guests in place: the larger hand is better."""
    return 1 + len(state.hands[state.actor]) if state.round == 1 and not any(state.sides) else 0


def piles(state: Any) -> float:
    """Measure Hanamikoji: the largest pile beside a geisha, then all cards."""
    return float(1 + 10 * max(map(max, state.sides)) + sum(map(sum, state.sides)))


def hand_and_piles(state: Any) -> float:
    return float(100 * sum(state.hands[state.actor]) + piles(state))


def gift(state: Any) -> float:
    return piles(state) if type(state.offer).__name__ == "Gift" else 0


def competition(state: Any) -> float:
    return piles(state) if type(state.offer).__name__ == "Competition" else 0


def garden(state: Any) -> float:
    """Measure Okiya: many geishas and many tiles that may be taken."""
    return float(1 + (state.geishas[0] | state.geishas[1]).bit_count() + 2 * len(state.moves()))


MAI_STAR: dict[str, Full] = {
    "draft": at(drafted, "Choosing"),
    "rows": at(rows_out, "Acting"),
    "hand": at(own_place, "Acting"),
    "reaction": at(rows_out, "Reacting"),
    "pick": at(looked_at, "Picking"),
    "end": over(rows_out),
}
ROAD: dict[str, Full] = {
    "start": at(first_turn, "Acting"),
    "street": at(street, "Acting"),
    "offer": at(offer_and_street, "Choosing", "Countering"),
    "end": over(street),
}
GUESTS: dict[str, Full] = {
    "order": at(order_that_matters, "Resolving"),
    "guests": at(guests_won, "Acting"),
    "taking": at(guests_won, "Taking"),
}
HANAMIKOJI: dict[str, Full] = {
    "hand": at(hand_and_piles, "Acting"),
    "piles": at(piles, "Acting"),
    "gift": at(gift, "Choosing"),
    "competition": at(competition, "Choosing"),
    "end": over(piles),
}
OKIYA: dict[str, Full] = {"garden": at(garden, "Taking"), "end": over(lambda state: 1)}
SERIES = [
    *(Series(f"mai_star_{n}", "mai_star", n, {}, 25, MAI_STAR) for n in (3, 4, 5, 6)),
    Series("road_basic", "geishas_road", 2, {"mode": "basic"}, 12, ROAD),
    Series("road_harder", "geishas_road", 2, {"mode": "harder"}, 12, ROAD),
    Series("road_advanced", "geishas_road", 2, {"mode": "advanced"}, 12, ROAD | GUESTS),
    Series("road_destiny", "geishas_road", 2, {"mode": "advanced", "destiny": True}, 14, GUESTS),
    Series("hanamikoji", "hanamikoji", 2, {}, 25, HANAMIKOJI),
    Series("okiya", "okiya", 2, {"match": "series"}, 25, OKIYA),
]


# ---------------------------------------------------------------- playing


def main() -> None:
    wanted = [series for series in SERIES if series.name.startswith(tuple(sys.argv[1:] or [""]))]
    for series in wanted:
        for old in OUT.glob(f"{series.name}_*.json"):
            old.unlink()
        for name, best in fullest(series).items():
            told = {"game": series.game, "options": series.options, "seats": series.seats, "line": best.line}
            (OUT / f"{series.name}_{name}.json").write_bytes(msgspec.json.encode(told) + b"\n")
            print(f"{series.name}_{name}: {best.full:g} after {len(best.line)} moves")


def fullest(series: Series) -> dict[str, Moment]:
    best: dict[str, Moment] = {}
    for number in range(series.games):
        for state, line in played(series, number):
            for name, full in series.kept.items():
                moment = Moment(full(state), -len(line), line)
                if moment.full and moment[:2] > best.get(name, Moment(0, 0, ()))[:2]:
                    best[name] = moment._replace(line=list(line))
    return best


def played(series: Series, number: int) -> Iterator[tuple[State, list[tuple[Seat, Any]]]]:
    """Yield every decision of a game and its end, each with the moves before it."""
    game, dice = GAMES[series.game], random.Random(f"{series.name} {number}")
    bots = [make_bot(series.game, "novice", dice.randrange(2**32)) for _ in range(series.seats)]
    heard: list[list[Told]] = [[] for _ in bots]
    state: Any = game.start(series.seats, choose(game.options, series.options))
    line: list[tuple[Seat, Any]] = []
    while (seat := state.actor) is not None:
        if seat == NATURE:
            move = dice.choices(*zip(*state.odds(), strict=True))[0]
        else:
            yield state, line
            move = bots[seat].choose(state.view(seat), state.moves(), heard[seat])
        for each, told in enumerate(heard):
            told.append(Told(seat, state.veil(move, each)))
        line.append((seat, msgspec.to_builtins(move)))
        state = state.play(move)
    yield state, line


if __name__ == "__main__":
    main()
