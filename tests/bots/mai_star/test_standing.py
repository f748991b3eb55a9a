"""What a festival's end is worth: points, and in Management mode who chooses first after it."""

from pathlib import Path

import numpy as np
import pytest

from hanamachi.bots.mai_star.standing import FEWEST, LEARNED, MOST, SHEET, chance_to_win, read, write
from hanamachi.games.kernels.compiling import entry
from hanamachi.games.mai_star.kernel.layout import Tables
from hanamachi.games.mai_star.kernel.translate import empty_tables
from hanamachi.games.mai_star.moves import Options
from tools.research.mai_star_standing import fit, self_play


@entry
def asked(tables: Tables, festivals: int, seat: int) -> float:
    return chance_to_win(tables[0], festivals, seat)


def chances(totals: list[int], festivals: int, *, starter: int = 0, management: bool = False) -> list[float]:
    tables = empty_tables(1, len(totals), Options(management=management))
    tables["totals"][0, : len(totals)], tables["starter"] = totals, starter
    return [asked(tables, festivals, seat) for seat in range(len(totals))]


@pytest.mark.parametrize("management", [False, True])
@pytest.mark.parametrize("seats", range(FEWEST, MOST + 1))
@pytest.mark.parametrize("festivals", [1, 2])
def test_the_chances_of_all_make_one(seats: int, festivals: int, management: bool) -> None:
    totals = [7 * seat % 11 for seat in range(seats)]
    assert sum(chances(totals, festivals, starter=1, management=management)) == pytest.approx(1)


def test_points_count_more_after_two_festivals() -> None:
    assert chances([20, 20, 20], 1, starter=2) == pytest.approx([1 / 3] * 3)
    early, late = chances([10, 20, 30], 1), chances([10, 20, 30], 2)
    assert early == sorted(early)
    assert late[2] > early[2] > 1 / 3


@pytest.mark.parametrize("starter", range(3))
def test_M33_who_chooses_first_in_the_last_festival_is_ahead_of_who_has_five_points_more(
    starter: int,
) -> None:
    totals = [25, 25, 25]
    totals[starter] = 20
    found = chances(totals, 2, starter=starter, management=True)
    assert found.index(max(found)) == starter
    assert chances(totals, 2, starter=starter)[starter] < 1 / 3


def test_what_made_the_odds_is_found_again() -> None:
    """From games that were drawn by known odds."""
    rng, games, point, places = np.random.default_rng(3), 40_000, 0.08, np.array([0.0, -0.7, -1.4, -1.6])
    totals = rng.integers(0, 40, (games, 4)).astype(float)
    starters = totals.argmin(axis=1)
    odds = np.exp(point * totals + places[(np.arange(4) - starters[:, None]) % 4])
    drawn = (odds.cumsum(axis=1) / odds.sum(axis=1, keepdims=True) < rng.random((games, 1))).sum(axis=1)
    found = fit(totals, starters, np.eye(4)[drawn])
    assert (found.point, *found.places) == pytest.approx((point, *places), abs=0.08)


def test_self_play_tells_who_started_and_who_won() -> None:
    played = self_play(4, 20)
    assert played.won.sum(axis=1) == pytest.approx(1)
    assert (played.totals[:, 1] >= played.totals[:, 0]).all()
    poorest = np.take_along_axis(played.totals, played.starters[:, :, None], axis=2)[:, :, 0]
    assert (poorest == played.totals.min(axis=2)).all()  # M31


def test_the_sheet_is_for_every_table_and_is_written_as_it_is_read(tmp_path: Path) -> None:
    assert set(LEARNED.management) == set(range(FEWEST, MOST + 1))
    assert all(len(each.places) == seats for seats, both in LEARNED.management.items() for each in both)
    write(tmp_path / "sheet.json", LEARNED)
    assert read(tmp_path / "sheet.json") == LEARNED
    assert (tmp_path / "sheet.json").read_bytes() == SHEET.read_bytes()
