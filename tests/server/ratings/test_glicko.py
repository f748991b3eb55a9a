"""Glicko-2: the worked example of the paper, and what must hold for any results."""

from random import Random

import pytest

from hanamachi.server.ratings.games import Player, rated_game
from hanamachi.server.ratings.glicko import (
    NEWCOMER,
    PERIOD,
    PROVISIONAL,
    SETTLED,
    UNKNOWN,
    YEAR,
    Rating,
    Score,
    expected,
    impact,
    rated,
    rested,
)

DAY = 86_400.0


def test_the_worked_example_of_the_paper() -> None:
    """Glickman, "Example of the Glicko-2 system", with the numbers that stand there."""
    opponents = [Rating(1400, 30), Rating(1550, 100), Rating(1700, 300)]
    assert [impact(each) for each in opponents] == pytest.approx([0.9955, 0.9531, 0.7242], abs=5e-5)
    assert [expected(0, each) for each in opponents] == pytest.approx([0.639, 0.432, 0.303], abs=1e-3)
    scores = [Score(each, score) for each, score in zip(opponents, (1, 0, 0), strict=True)]
    found = rated(Rating(1500, 200, 0.06), scores)
    assert found.rating == pytest.approx(1464.06, abs=0.01)
    assert found.deviation == pytest.approx(151.52, abs=0.01)
    assert found.volatility == pytest.approx(0.05999, abs=1e-5)


def test_a_period_without_games_only_widens_the_deviation() -> None:
    player = Rating(1600, 80, 0.06)
    found = rated(player, [])
    assert found == rested(player, 1)
    assert (found.rating, found.volatility) == (1600, 0.06)
    assert found.deviation == pytest.approx((80**2 + (0.06 * 173.7178) ** 2) ** 0.5, abs=1e-5)
    assert rested(player, 0) == rested(player, -1) == player
    assert rested(player, 1e9).deviation == UNKNOWN


def test_a_settled_rating_becomes_provisional_in_a_year_of_rest() -> None:
    settled = Rating(1600, SETTLED)
    assert rested(settled, YEAR / PERIOD).deviation == pytest.approx(PROVISIONAL, abs=1e-5)
    assert not rested(settled, (YEAR - DAY) / PERIOD).provisional
    assert rested(settled, (YEAR + DAY) / PERIOD).provisional
    assert 4 * DAY < PERIOD < 5 * DAY


def all_pairs(seats: int) -> list[tuple[int, int]]:
    return [(one, other) for one in range(seats) for other in range(one + 1, seats)]


def played(*ranks: int, players: list[Player] | None = None) -> list[Rating]:
    found = rated_game(players or [Player(NEWCOMER)] * len(ranks), ranks, all_pairs(len(ranks)))
    return [found[seat] for seat in range(len(ranks))]


@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_a_win_at_a_large_table_moves_a_newcomer_hardly_further_than_a_win_against_one(seats: int) -> None:
    alone = played(1, 2)[0].rating - 1500
    among = played(*range(1, seats + 1))[0].rating - 1500
    assert 0 < among <= 1.5 * alone
    last = played(*range(1, seats + 1))[-1].rating - 1500
    assert last == pytest.approx(-among, abs=1e-5)


def test_places_1_2_2_4_leave_the_tied_equal() -> None:
    """To the last digit, wherever they sit."""
    first, one, other, last = played(1, 2, 2, 4)
    assert one == other
    assert first.rating > one.rating == pytest.approx(1500, abs=1e-5)
    assert one.rating > last.rating
    third, tied, best, again = played(4, 2, 1, 2)
    assert (third, tied, best, again) == (last, one, first, one)


def test_the_order_of_the_seats_shows_in_no_digit() -> None:
    rng = Random("seats")
    for _ in range(50):
        seats = rng.randint(2, 6)
        players = [
            Player(
                Rating(rng.uniform(900, 2100), rng.uniform(40, 350), rng.uniform(0.04, 0.08)), rng.random()
            )
            for _ in range(seats)
        ]
        ranks = [rng.randint(1, seats) for _ in range(seats)]
        order = rng.sample(range(seats), seats)
        one = played(*ranks, players=players)
        other = played(*(ranks[seat] for seat in order), players=[players[seat] for seat in order])
        assert [one[seat] for seat in order] == other


def test_who_wins_never_sinks_and_who_loses_never_rises() -> None:
    rng = Random("wins")
    for _ in range(200):
        mine = Rating(rng.uniform(600, 2600), rng.uniform(30, 350), rng.uniform(0.03, 0.1))
        theirs = Rating(rng.uniform(600, 2600), rng.uniform(0, 350))
        periods = rng.choice([0.0, rng.uniform(0, 100)])
        won, lost = (rated(mine, [Score(theirs, score)], periods) for score in (1, 0))
        assert won.rating >= mine.rating >= lost.rating
        for found in (won, lost):
            assert 0 < found.deviation <= UNKNOWN
            assert found.deviation <= rested(mine, periods).deviation + 20  # the volatility may have grown


def test_a_bot_is_an_opponent_whose_rating_never_moves() -> None:
    bot = Player(Rating(1700, 20), fixed=True)
    found = rated_game([Player(NEWCOMER), bot], (1, 2), [(0, 1)])
    assert found.keys() == {0}
    assert found[0].rating > played(1, 2)[0].rating


def test_a_pair_that_does_not_count_gives_neither_a_result() -> None:
    """The others weigh what they weighed."""
    players = [Player(NEWCOMER)] * 3
    found = rated_game(players, (1, 2, 3), [(0, 2), (1, 2)])
    whole = rated_game(players, (1, 2, 3), all_pairs(3))
    assert found[0].rating - 1500 == pytest.approx((whole[0].rating - 1500) / 2, rel=0.2)
    assert rated_game(players, (1, 2, 3), []) == {}
