"""The calibration of judges: bins and intervals, the fit of the curve, games that are kept, and the page."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from hanamachi.bots import curve as curves
from hanamachi.bots.curve import Curve
from tools.research.calibration import duels, games, packing, page, records, statistics
from tools.research.calibration.games import Asked, Choice, Sampled, moment, sample, whole
from tools.research.calibration.records import Duel, Duels, Line, keep, read
from tools.research.calibration.statistics import Predictions, bins, fitted, mean, skill


def drawn(curve: Curve, count: int = 6000, seed: int = 3) -> Predictions:
    """Predictions that come true as this curve says, each of a game of its own."""
    rng = np.random.default_rng(seed)
    chances = rng.uniform(0.02, 0.98, count)
    won = rng.random(count) < np.array([curve(each) for each in chances])
    return Predictions(chances, won.astype(float), np.arange(count))


def test_honest_chances_meet_the_diagonal_and_others_do_not() -> None:
    """The intervals of all bins hold together in 95 of 100 cases."""
    honest = [bins(drawn(Curve(1, 0, 0), 500, seed)) for seed in range(100)]
    assert {len(each) for each in honest} == {10}
    assert sum(all(each.meets for each in found) for found in honest) >= 90
    assert not all(each.meets for each in bins(drawn(Curve(0.6, -0.4, 0))))


def test_the_fit_finds_the_curve_and_mapped_chances_meet_the_diagonal() -> None:
    found = drawn(Curve(0.6, -0.4, 0))
    curve = fitted(found)
    assert curve.slope == pytest.approx(0.6, abs=0.08)
    assert curve.shift == pytest.approx(-0.4, abs=0.08)
    mapped = np.array([curve(each) for each in found.chances])
    assert all(each.meets for each in bins(found._replace(chances=mapped)))


def test_little_evidence_changes_little() -> None:
    few = Predictions(np.array([0.7, 0.7]), np.array([0.0, 0.0]), np.array([1, 1]))
    curve = fitted(few)
    assert curve.games == 1
    assert curve(0.7) > 0.6


def test_an_interval_counts_a_game_once() -> None:
    chances, won = np.full(40, 0.55), np.tile([1.0, 0.0], 20)
    one = bins(Predictions(chances, won, np.arange(40) // 10))[0]
    many = bins(Predictions(chances, won, np.arange(40)))[0]
    assert (one.games, many.games) == (4, 40)
    assert one.high - one.low > many.high - many.low


def test_a_mean_of_decisions_of_one_game_is_less_sure() -> None:
    values = np.array([0.8, 0.8, 1.2, 1.2])
    apart, together = mean(values, np.arange(4)), mean(values, np.array([0, 0, 1, 1]))
    assert apart.mean == together.mean == pytest.approx(1)
    assert together.half > apart.half


def test_skill_is_one_for_the_truth_and_none_for_the_constant() -> None:
    won, constant = np.array([1.0, 0.0]), np.array([0.5, 0.5])
    assert skill(won, constant, won) == 1
    assert skill(constant, constant, won) == 0
    assert statistics.log_loss(constant, won) == pytest.approx(np.log(2))


def choice(seat: int, *, further: bool = False) -> Choice:
    return Choice(seat, None, (), [], 0, further)


def test_a_decision_of_several_steps_is_judged_at_its_end() -> None:
    steps = [choice(0), choice(0, further=True), choice(1), choice(1), choice(0)]
    assert whole(steps) == [steps[1], steps[2], steps[3], steps[4]]


def test_a_moment_has_the_next_decision_of_every_seat() -> None:
    steps = [choice(0), choice(0), choice(2), choice(1)]
    assert [each.seat for each in moment(steps, 0, 3)] == [0, 2, 1]
    assert moment(steps[:3], 0, 3) == []


def test_a_game_is_the_same_each_time(monkeypatch: pytest.MonkeyPatch) -> None:
    part = games.part_of("hanamikoji")
    monkeypatch.setattr(part, "SETTINGS", (games.Setting(2, {"box": "small"}),))
    monkeypatch.setattr(part, "LEVELS", ("novice",))
    monkeypatch.setattr("hanamachi.bots.hanamikoji.judge.EFFORT", 500)
    one, other = sample("hanamikoji", 1)[0], sample("hanamikoji", 1)[0]
    assert (one.shares, one.asked) == (other.shares, other.asked)
    assert sum(one.shares) == 1
    assert one.asked


def test_half_a_line_of_a_killed_process_is_dropped(tmp_path: Path) -> None:
    known = records.edition("hanamikoji")
    game = Sampled(3, (1.0, 0.0), (Asked(0, 1, 500, 400, 600),), 12, 90)
    keep("hanamikoji", [Line(known, game=game), Line(known - 1, game=game)], tmp_path)
    with (tmp_path / "hanamikoji.jsonl").open("ab") as file:
        file.write(b'{"edition":2,"ga')
    assert read("hanamikoji", tmp_path).games == {3: game}


@pytest.fixture
def kept(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """Forty games in which the first seat was right to expect a little less than it did."""
    rng, lines = np.random.default_rng(2), list[Line]()
    for number in range(40):
        chance = float(rng.uniform(0.1, 0.9))
        won = float(rng.random() < chance)
        made = round(1000 * chance)
        asked = tuple(
            Asked(part, seat, abs(1000 * seat - made), 500, min(1000, abs(1000 * seat - made) + 50))
            for part in range(3)
            for seat in range(2)
        )
        lines.append(Line(2, game=Sampled(number, (won, 1 - won), asked, 30, 100)))
        lines.append(Line(2, thorough=games.Thorough(number, tuple(each.made for each in asked))))
    lines.append(Line(2, duels=Duels(0, 49, (Duel(200, 80, 50, 20), Duel(200, 70, -10, 20)))))
    monkeypatch.setattr(records, "edition", lambda _name: 2)
    monkeypatch.setattr(page, "DOCS", tmp_path)
    monkeypatch.setattr(page, "curve_file", lambda name: tmp_path / f"{name}.json")
    monkeypatch.setattr(page, "read", lambda name: read(name, tmp_path))
    keep("hanamikoji", lines, tmp_path)
    return tmp_path


def test_the_page_says_what_came_of_the_chances(kept: Path) -> None:
    page.write(["hanamikoji", "mai_star"])
    text = (kept / "judges.md").read_text()
    assert "40 games with 240 decisions: 20 for the curve, 20 for this picture" in text
    assert "| after the moves that were made | 1.000 ± 0.000 |" in text
    assert "In 2 of 49 decisions the judge likes another move by more than 0.06" in text
    assert "the judge was right 1 times and the master 0 times; 1 were too close" in text
    assert "Mai-Star" not in text  # nothing was kept of it
    assert "came true" in (kept / "judges-hanamikoji.svg").read_text()
    assert curves.read(kept / "hanamikoji.json").games == 20


def test_contradictions_are_looked_for_until_there_are_enough(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(duels, "read", lambda name: read(name, tmp_path))
    monkeypatch.setattr(duels, "keep", lambda name, lines: keep(name, lines, tmp_path))
    monkeypatch.setattr(
        duels, "searched", lambda _part, _name, number, worlds: Duels(number, 7, (Duel(worlds, 80, 9, 5),))
    )
    duels.run("hanamikoji", 3, 40)
    found: dict[int, Any] = read("hanamikoji", tmp_path).duels
    assert sorted(found) == [0, 1, 2]
    duels.run("mai_star", 3, 40)  # nobody plays its moves on
    assert not read("mai_star", tmp_path).duels


def test_packed_games_are_read_as_before_to_the_nearest_byte(kept: Path) -> None:
    before = read("hanamikoji", kept)
    records.pack("hanamikoji", kept)
    records.pack("hanamikoji", kept)
    after = read("hanamikoji", kept)
    assert after.duels == before.duels
    assert after.games.keys() == before.games.keys()
    for number, game in after.games.items():
        was = before.games[number]
        assert (game.shares, game.decisions, game.cpu) == (was.shares, was.decisions, was.cpu)
        for one, other in zip(game.asked, was.asked, strict=True):
            assert (one.part, one.seat) == (other.part, other.seat)
            assert abs(one.made - other.made) <= packing.STEP / 2
        assert len(after.thorough[number].made) == len(before.thorough[number].made)
    assert all("duels" in line for line in (kept / "hanamikoji.jsonl").read_text().splitlines())


def test_a_packed_file_of_another_edition_says_nothing(kept: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    records.pack("hanamikoji", kept)
    monkeypatch.setattr(records, "edition", lambda _name: 3)
    assert read("hanamikoji", kept).games == {}
