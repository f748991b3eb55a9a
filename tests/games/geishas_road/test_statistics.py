"""Random play in Basic agrees with what was counted over 100,000 games elsewhere."""

from random import Random
from statistics import fmean, stdev

from hanamachi.core.conformance import random_story
from hanamachi.games.geishas_road import GAME
from hanamachi.games.geishas_road.moves import Options
from hanamachi.games.geishas_road.records import Round
from hanamachi.games.geishas_road.rules import State

GAMES = 500
ROUNDING = 0.015  # the figures are given with two decimals, and as "about"


def rounds() -> list[tuple[int, Round]]:
    """Every round of some games, with its number."""
    rng, found = Random(20), list[tuple[int, Round]]()
    for _ in range(GAMES):
        end = random_story(GAME, 2, Options(), rng, 188).states[-1]
        assert isinstance(end, State)
        found += enumerate(end.rounds, 1)
    return found


def agrees(sample: list[int], expected: float, rounding: float = ROUNDING) -> bool:
    """Within four standard errors."""
    return bool(abs(fmean(sample) - expected) < 4 * stdev(sample) / len(sample) ** 0.5 + rounding)


def test_returns_and_four_geishas() -> None:
    """G20, G25: first returns 3.77 and 3.46, second returns 1.05 and 0.82, four geishas in 9.1 %."""
    played = rounds()
    for number, first, second in ((1, 3.77, 1.05), (2, 3.46, 0.82)):
        tiles = [each.lanterns for n, each in played if n == number]
        assert agrees([sum(len(tile) >= 1 for tile in each) for each in tiles], first)
        assert agrees([sum(len(tile) >= 2 for tile in each) for each in tiles], second)
    four = [int(max(each.winners.count(0), each.winners.count(1)) >= 4) for _, each in played]
    assert agrees(four, 0.091, rounding=0.001)


def test_eighteen_cards_lie_on_the_sides_at_the_end_of_a_round() -> None:
    """Nine on each, and two under Intrigue; one more or less only after a doubly countered Gift (G38)."""
    for seed in range(60):
        literal = Options("advanced", double_counter_gift="literal")
        for options in (Options(), Options("advanced"), literal):
            end = random_story(GAME, 2, options, Random(seed), 240).states[-1]
            assert isinstance(end, State)
            sizes = sorted(map(len, end.sides))
            assert sizes == [9, 9] or (options == literal and sizes == [8, 10])
            assert (end.pool, end.hands) == ((), ((), ()))
            assert None not in end.rights
