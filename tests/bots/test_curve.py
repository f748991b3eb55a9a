"""The curve that maps a judge's chances, and the worth of a best move that luck helped to choose."""

from pathlib import Path

import numpy as np
import pytest

from hanamachi.bots import curve as curves
from hanamachi.bots.confirmed import confirmed
from hanamachi.bots.curve import Curve
from hanamachi.bots.judge import Opinion
from hanamachi.bots.ladder import mapped

TAME = Curve(slope=0.8, shift=-0.1, games=10)


def test_a_curve_rises_and_leaves_what_is_sure() -> None:
    chances = [each / 100 for each in range(101)]
    found = [TAME(chance) for chance in chances]
    assert found == sorted(found)
    assert len(set(found)) == len(found)
    assert (found[0], found[-1]) == (0.0, 1.0)


def test_a_curve_with_slope_one_and_no_shift_changes_nothing() -> None:
    same = Curve(1.0, 0.0, 0)
    assert [same(each) for each in (0.02, 0.5, 0.97)] == pytest.approx([0.02, 0.5, 0.97])
    assert same.steepness(0.3) == pytest.approx(1)


def test_steepness_is_the_derivative() -> None:
    for chance in (0.1, 0.4, 0.8):
        slope = (TAME(chance + 1e-5) - TAME(chance - 1e-5)) / 2e-5
        assert TAME.steepness(chance) == pytest.approx(slope, rel=1e-3)


def test_a_curve_is_kept_as_a_file(tmp_path: Path) -> None:
    curves.write(tmp_path / "curve.json", TAME)
    assert curves.read(tmp_path / "curve.json") == TAME


def test_an_opinion_is_mapped_with_what_could_not_be_known() -> None:
    found = mapped(Opinion([0.2, 0.9], unknown=0.1, lines={1: [0]}), TAME, played=0)
    assert found.chances == [TAME(0.2), TAME(0.9)]
    assert found.unknown == pytest.approx(0.1 * TAME.steepness(0.2))
    assert found.lines == {1: [0]}
    assert mapped(Opinion([0.2, 0.9], 0.1), TAME, None).unknown == pytest.approx(0.1 * TAME.steepness(0.9))


def test_luck_that_chose_a_move_is_no_merit() -> None:
    """Of equal moves the best mean is too large; what the other half says of it is not."""
    rng = np.random.default_rng(1)
    samples = [(rng.random((6, 40)) < 0.5).astype(float) for _ in range(300)]
    best = np.mean([values.mean(axis=1).max() for values in samples])
    assert best > 0.58
    assert np.mean([confirmed(values) for values in samples]) == pytest.approx(0.5, abs=0.02)


def test_a_clearly_best_move_keeps_its_worth() -> None:
    assert confirmed(np.array([[1.0] * 8, [0.0] * 8])) == 1
