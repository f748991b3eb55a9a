"""The arena's arithmetic against cases worked out by hand."""

from math import inf, log
from random import Random

import pytest

from hanamachi.arena.statistics import (
    Interval,
    Sprt,
    best_chances,
    bradley_terry,
    elo,
    elo_interval,
    expected,
    interval,
    inverse,
    likelihood_ratio,
    pentanomial,
    student,
    tally,
)


def near(value: float, within: float = 1e-9) -> object:
    return pytest.approx(value, abs=within)


def test_the_interval_is_taken_over_deals() -> None:
    """Deals 1, 1/2, 1/2, 0: variance 1/6, so they are worth 4 * (1/4) / (1/6) = 6 games; t(3) is 3.182.

    Wilson: 1/2 +- 3.182 sqrt(1/24 + 10.125/144) / (1 + 10.125/6) = 1/2 +- 0.396.
    """
    found = interval([1.0, 0.5, 0.5, 0.0])
    assert found.mean == 0.5
    assert found.high == near(0.896, 2e-3)
    assert found.low == near(0.104, 2e-3)
    found = interval([0.75, 0.5, 0.5, 0.25])  # worth 24 games
    assert found.high == near(0.772, 2e-3)


def test_the_interval_stays_between_nothing_and_everything() -> None:
    """Twelve deals, one of them split: 1/24 of the points, worth 23 games; t(11) is 2.201, so at most 0.237."""
    found = interval([0.0] * 11 + [0.5])
    assert 0 < found.low < 1 / 24
    assert found.high == near(0.2366, 1e-3)


@pytest.mark.parametrize("weights", [(90, 8, 2), (25, 50, 25), (5, 90, 5), (50, 0, 50), (0, 15, 85)])
def test_the_interval_holds_the_truth_as_often_as_it_says(weights: tuple[int, int, int]) -> None:
    rng, scores = Random(1), (0.0, 0.5, 1.0)
    truth = sum(w * score for w, score in zip(weights, scores, strict=True)) / 100
    found = [interval(rng.choices(scores, weights, k=30)) for _ in range(1500)]
    assert sum(each.low <= truth <= each.high for each in found) / len(found) > 0.935


def test_pairing_narrows_the_interval() -> None:
    """Where the cards decide, both games of a deal cancel out: games look wild, deals do not."""
    games = [1.0, 0.0] * 50
    pairs = [0.5] * 49 + [0.75]
    assert interval(pairs).high - interval(pairs).low < (interval(games).high - interval(games).low) / 5


@pytest.mark.parametrize(
    ("freedom", "quantile"), [(1, 12.706), (2, 4.303), (3, 3.182), (5, 2.571), (30, 2.042)]
)
def test_students_quantiles(freedom: int, quantile: float) -> None:
    assert student(freedom) == near(quantile, 0.03)


def test_a_clean_sweep_proves_only_so_much() -> None:
    """Ten deals won out of ten: a bot that scores less than 0.025^(1/10) = 0.6915 sweeps in under 2.5 %."""
    assert interval([1.0] * 10) == Interval(1.0, near(0.6915, 1e-4), 1.0)  # type: ignore[arg-type]
    assert interval([0.0] * 10) == Interval(0.0, 0.0, near(0.3085, 1e-4))  # type: ignore[arg-type]
    even = interval([0.5] * 10)
    assert (even.low, even.high) == (near(0.34575, 1e-4), near(0.65425, 1e-4))
    assert interval([1.0]) == Interval(1.0, near(0.025), 1.0)  # type: ignore[arg-type]
    assert interval([]) == Interval(0.5, 0.0, 1.0)


def test_elo_of_a_score_and_back() -> None:
    assert elo(0.5) == near(0)
    assert elo(0.75) == near(190.848501, 1e-5)  # 400 log10(3)
    assert elo(10 / 11) == near(400)
    assert (elo(0.0), elo(1.0)) == (-inf, inf)
    assert expected(elo(0.6)) == near(0.6)
    assert elo_interval(Interval(0.75, 0.5, 1.0)) == Interval(near(190.848501, 1e-5), near(0), inf)  # type: ignore[arg-type]


def paired(*counts: float) -> dict[float, float]:
    """Of the scores that a pair of games can have."""
    return dict(zip((0.0, 0.25, 0.5, 0.75, 1.0), counts, strict=True))


def test_pairs_are_counted_by_their_points() -> None:
    assert pentanomial([0.0, 0.25, 0.5, 0.5, 0.75, 1.0, 1.0]) == (1, 1, 2, 1, 2)


def test_the_ratio_where_only_sweeps_occur() -> None:
    """30 pairs won, 20 lost, none split: chances with mean s are (1 - s, s), so the ratio is a binomial's."""
    s0, s1 = expected(0), expected(50)
    by_hand = 30 * log(s1 / s0) + 20 * log((1 - s1) / (1 - s0))
    assert likelihood_ratio({0.0: 20, 1.0: 30}, 0, 50) == near(by_hand, 0.01)


def test_the_likeliest_chances_have_the_mean_they_must() -> None:
    observed = paired(0.1, 0.2, 0.3, 0.25, 0.15)
    chances = best_chances(observed, 0.6)
    assert sum(chances.values()) == near(1)
    assert sum(p * score for score, p in chances.items()) == near(0.6)
    mean = sum(p * score for score, p in observed.items())
    assert best_chances(observed, mean) == {score: near(p, 1e-6) for score, p in observed.items()}


def test_the_ratio_is_fair_between_its_hypotheses() -> None:
    """Mirror the pairs and the hypotheses, and the ratio changes its sign."""
    there, back = paired(3, 5, 9, 4, 2), paired(2, 4, 9, 5, 3)
    assert likelihood_ratio(there, 0, 20) == near(-likelihood_ratio(back, -20, 0), 1e-6)
    assert likelihood_ratio(paired(4, 5, 9, 5, 4), -10, 10) == near(0, 1e-6)


def test_scores_of_any_kind_are_counted() -> None:
    """A third of a victory is no pair's score; all and nothing may come, even if they never did."""
    assert tally([1 / 3, 1 / 3, 1.0]) == {0.0: 1e-3, 1 / 3: 2, 1.0: 1}
    test = Sprt(elo(0.45), elo(0.5))
    assert test.verdict(test.ratio([1 / 3, 2 / 3, 2 / 3, 1.0] * 30)) == "accepted"
    assert test.verdict(test.ratio([0.0, 1 / 3, 1 / 3, 2 / 3] * 30)) == "rejected"


def test_the_test_decides_at_log_19() -> None:
    test = Sprt(0, 30)
    assert test.bound == near(2.944439, 1e-6)
    assert test.verdict(test.ratio([0.5])) == "open"
    assert test.verdict(test.ratio([1.0, 0.75, 1.0, 0.5] * 20)) == "accepted"
    assert test.verdict(test.ratio([0.0, 0.25, 0.0, 0.5] * 20)) == "rejected"


def test_two_bots_are_rated_by_their_odds() -> None:
    """Three to one is 400 log10(3) = 190.8 points, half of it on each side of zero."""
    strong, weak = bradley_terry([[0, 3], [1, 0]], prior=0)
    assert (strong.mean, weak.mean) == (near(95.424, 1e-3), near(-95.424, 1e-3))


def test_even_bots_have_the_textbook_uncertainty() -> None:
    """n even games: the information is n/4, a rating's variance 1/n, so 400/ln(10) * 1.96 / sqrt(n) Elo."""
    one, _ = bradley_terry([[0, 50], [50, 0]], prior=0)
    assert one.mean == near(0)
    assert one.high == near(173.7178 * 1.959964 / 10, 1e-3)


def test_three_bots_whose_results_fit_exactly() -> None:
    """Strengths 4 : 2 : 1 predict 2:1, 4:1 and 2:1; given just these, they are found again."""
    ratings = bradley_terry([[0, 2, 4], [1, 0, 2], [1, 1, 0]], prior=0)
    step = 120.412  # 400 log10(2)
    assert [each.mean for each in ratings] == [near(step, 1e-3), near(0, 1e-3), near(-step, 1e-3)]


def test_a_bot_that_won_everything_has_a_rating_and_a_wide_interval() -> None:
    winner, loser = bradley_terry([[0, 10], [0, 0]])
    assert winner.mean - loser.mean == near(400 * log(10.5 / 0.5) / log(10), 1e-3)  # one drawn game more
    assert winner.low < winner.mean - 100


def test_bots_that_never_met_are_rated_through_others() -> None:
    a, b, c = bradley_terry([[0, 3, 0], [1, 0, 3], [0, 1, 0]], prior=0)
    assert (a.mean - b.mean, b.mean - c.mean) == (near(190.8485, 1e-3), near(190.8485, 1e-3))


def test_an_inverse_by_hand() -> None:
    assert inverse([[0, 2], [1, 1]]) == [[-0.5, 1.0], [0.5, 0.0]]
