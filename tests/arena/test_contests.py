"""A contest from its fixtures to its report: journals, early stops, standings, the picture."""

from collections.abc import Iterable, Iterator
from pathlib import Path
from xml.etree import ElementTree

import msgspec
import pytest
from msgspec.structs import replace

from hanamachi.arena.contest import BadContest, Contest, Fault, Fixture, Score
from hanamachi.arena.journal import Journal
from hanamachi.arena.plot import marks, picture, round_numbers
from hanamachi.arena.report import Bounds, report
from hanamachi.arena.statistics import Sprt
from hanamachi.arena.tournament import hold
from tests.arena.test_playing import a_contest, a_stage


class Scripted:
    """Plays at once: the first contender wins the games that `wins` says."""

    def __init__(self, contest: Contest, wins: str = "1", stop_after: int | None = None) -> None:
        self.contest, self.wins, self.stop_after = contest, wins, stop_after
        self.played: list[Fixture] = []
        self.closed = False

    def play(self, fixtures: Iterable[Fixture]) -> Iterator[Score]:
        for fixture in fixtures:
            if len(self.played) == self.stop_after:
                raise KeyboardInterrupt
            self.played.append(fixture)
            yield self.score(fixture)

    def score(self, fixture: Fixture) -> Score:
        number = fixture.deal * self.contest.seats + fixture.rotation
        share = {"1": 1.0, "0": 0.0, "=": 0.5}[self.wins[number % len(self.wins)]]
        first = self.contest.seating(fixture).index(self.contest.lineups()[fixture.lineup][0])
        return Score(
            fixture,
            tuple(share if seat == first else 1 - share for seat in range(2)),
            None,
            (4, 2),
            (0.004, 0.001),
        )

    def close(self) -> None:
        self.closed = True


class Backwards(Scripted):
    """Finishes games in the worst order."""

    def play(self, fixtures: Iterable[Fixture]) -> Iterator[Score]:
        return super().play(reversed(list(fixtures)))


def test_an_interrupted_contest_goes_on_without_losing_a_game(tmp_path: Path) -> None:
    contest, path = a_contest(), tmp_path / "games.jsonl"
    journal, first = Journal(path, contest), Scripted(contest, "10=", stop_after=7)
    with pytest.raises(KeyboardInterrupt):
        hold(contest, 10, journal, lambda: first)
    assert first.closed
    journal.close()
    journal, second = Journal(path, contest), Scripted(contest, "10=")
    scores = hold(contest, 10, journal, lambda: second)
    journal.close()
    assert first.played + second.played == list(contest.fixtures(10))
    whole = Journal(tmp_path / "whole.jsonl", contest)
    assert scores == hold(contest, 10, whole, lambda: Scripted(contest, "10="))
    whole.close()


def test_more_deals_are_played_on_top(tmp_path: Path) -> None:
    contest = a_contest()
    journal = Journal(tmp_path / "games.jsonl", contest)
    hold(contest, 2, journal, lambda: Scripted(contest))
    more = Scripted(contest)
    hold(contest, 3, journal, lambda: more)
    assert {fixture.deal for fixture in more.played} == {2}
    assert len(hold(contest, 2, journal, lambda: pytest.fail("nothing to play"))) == 4
    journal.close()


def test_half_a_line_is_dropped(tmp_path: Path) -> None:
    contest, path = a_contest(), tmp_path / "games.jsonl"
    journal = Journal(path, contest)
    hold(contest, 2, journal, lambda: Scripted(contest))
    journal.close()
    whole = path.read_bytes()
    path.write_bytes(whole[:-10])
    journal = Journal(path, contest)
    assert len(journal.scores) == 3
    hold(contest, 2, journal, lambda: Scripted(contest))
    journal.close()
    assert path.read_bytes() == whole


def test_journals_of_other_contests_are_refused(tmp_path: Path) -> None:
    contest, path = a_contest(), tmp_path / "games.jsonl"
    Journal(path, contest).close()
    for other in (replace(contest, seed="x"), replace(contest, budget_ms=5), a_contest(bots="novice random")):
        with pytest.raises(BadContest) as refused:
            Journal(path, other)
        assert refused.value.reason == "other_contest"
    path.write_bytes(b'{"a": 1}\n')
    with pytest.raises(BadContest) as refused:
        Journal(path, contest)
    assert refused.value.reason == "bad_journal"
    with pytest.raises(BadContest) as refused:
        Journal(tmp_path, contest)
    assert refused.value.reason == "no_file"


@pytest.mark.parametrize(("wins", "verdict"), [("1101", "accepted"), ("0010", "rejected"), ("1100", "open")])
def test_the_test_stops_at_the_same_deal_in_any_order(tmp_path: Path, wins: str, verdict: str) -> None:
    contest, sprt = a_contest(), Sprt(0, 60)
    found = []
    for number, pool in enumerate((Scripted, Backwards)):
        journal = Journal(tmp_path / f"{number}.jsonl", contest)
        scores = hold(contest, 60, journal, lambda pool=pool: pool(contest, wins), sprt)  # type: ignore[misc]
        journal.close()
        found.append(report(contest, scores, sprt))
    assert found[0] == found[1]
    assert found[0].test is not None
    assert found[0].test.verdict == verdict
    assert (found[0].deals == 60) == (verdict == "open")


def test_a_match_in_numbers() -> None:
    """Deals 1-1, 1-0 ... by hand: pairs 2, 1, 1/2, 0 points make 3.5 of 8."""
    contest = a_contest()
    pool = Scripted(contest, "1110=000")
    found = report(contest, [pool.score(fixture) for fixture in contest.fixtures(4)])
    meeting = found.meetings[0]
    assert meeting.pairs == (1, 1, 1, 0, 1)
    assert meeting.score.mean == pytest.approx(3.5 / 8)
    first, second = found.standings
    assert first.score.mean == pytest.approx(3.5 / 8)
    assert second.score.mean == pytest.approx(4.5 / 8)
    assert first.games == 8
    assert first.ms_per_move == pytest.approx(0.833, abs=1e-3)  # 20 ms in 24 moves
    assert first.rating is None


def test_only_whole_deals_count() -> None:
    contest = a_contest()
    pool = Scripted(contest)
    scores = [pool.score(fixture) for fixture in contest.fixtures(3)][:-1]
    assert report(contest, scores).deals == 2
    assert report(contest, []).standings[0].score == Bounds(0.5, 0.0, 1.0)


def test_a_round_robin_has_ratings() -> None:
    contest = a_contest(bots="random novice student")
    pool = Scripted(contest, "1110")
    found = report(contest, [pool.score(fixture) for fixture in contest.fixtures(40)])
    ratings = [each.rating.mean for each in found.standings if each.rating and each.rating.mean is not None]
    assert ratings == sorted(ratings, reverse=True)
    assert [(each.first, each.second) for each in found.meetings] == [
        ("random", "novice"),
        ("random", "student"),
        ("novice", "student"),
    ]
    shown = marks(found)
    drawing = ElementTree.fromstring(picture("Okiya & <friends>", "Elo", shown))
    assert drawing.tag.endswith("svg")
    words = "".join(drawing.itertext())
    assert all(mark.name in words for mark in shown)
    assert "prefers-color-scheme: dark" in words


def test_the_best_of_everything_has_no_elo_but_a_bound() -> None:
    contest = a_contest()
    pool = Scripted(contest)
    found = report(contest, [pool.score(fixture) for fixture in contest.fixtures(10)])
    elo = found.meetings[0].elo
    assert (elo.mean, elo.high) == (None, None)
    assert elo.low == pytest.approx(140.2, abs=0.1)  # of a score of 0.6915
    assert msgspec.json.decode(msgspec.json.encode(found))["meetings"][0]["elo"]["mean"] is None


def test_shares_at_a_larger_table() -> None:
    contest = a_contest("mai_star", "random random", 3)
    scores = [a_stage(contest).play(fixture) for fixture in contest.fixtures(2)]
    found = report(contest, scores)
    one, rest = (each.score.mean or 0.0 for each in found.standings)
    assert one + 2 * rest == pytest.approx(1)
    assert [each.games for each in found.standings] == [6, 12]
    assert found.meetings == []


def test_faults_are_named() -> None:
    contest = a_contest()
    pool = Scripted(contest)
    scores = [pool.score(fixture) for fixture in contest.fixtures(2)]
    scores[1] = Score(Fixture(0, 0, 1), (0, 1), Fault(0, "late", "3.0 s for a move"))
    found = report(contest, scores)
    assert [(each.name, each.late, each.crashed) for each in found.standings] == [
        ("random", 0, 0),
        ("novice", 1, 0),
    ]
    assert [(each.name, each.deal, each.rotation) for each in found.mishaps] == [("novice", 0, 1)]


@pytest.mark.parametrize(("low", "high"), [(0, 1), (-312.5, 400), (33, 33), (0.2, 0.9), (99.5, 100)])
def test_ticks_are_round_and_hold_everything(low: float, high: float) -> None:
    ticks = round_numbers(low, high)
    assert ticks[0] <= low
    assert ticks[-1] >= high
    assert 2 <= len(ticks) <= 10
