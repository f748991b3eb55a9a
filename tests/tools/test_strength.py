"""The long run, the fresh sample that must agree with it, and what a move loses: kept so that anybody may be killed."""

from collections.abc import Iterable, Iterator
from math import inf
from pathlib import Path

import msgspec
import pytest

from hanamachi.arena.contest import BadContest, Contender, Fault, Fixture, Score
from hanamachi.arena.report import Report, report
from hanamachi.bots import ladder_of
from hanamachi.bots.external import function
from hanamachi.core.game import Game
from hanamachi.games import OURS
from tools.research import long_run, strength_page, value_lost
from tools.research.long_run import MEETINGS, Run
from tools.research.meetings import Meeting
from tools.research.results import Tally
from tools.research.strength_page import Found, row, verdict

STEP = Meeting("okiya", "novice", "random", deals=6)


class Killed(Exception):
    pass


def test_a_run_that_was_killed_goes_on_from_its_last_whole_deal(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole, run = Run(tmp_path / "whole.jsonl", "a test"), Run(tmp_path / "some.jsonl", "a test")
    with monkeypatch.context() as patched:
        patched.setattr(long_run, "Alone", killed_after(2 * 3 + 1))
        with pytest.raises(Killed):
            run.play_on(STEP)
    assert run.report(STEP).deals == 3
    assert not run.play_on(STEP)
    assert not whole.play_on(STEP)
    assert run.tally(STEP).deals == whole.tally(STEP).deals
    assert run.report(STEP).standings[0].ms_per_move is not None


def killed_after(games: int) -> type[long_run.Alone]:
    class Mortal(long_run.Alone):
        left = games

        def play(self, fixtures: Iterable[Fixture]) -> Iterator[Score]:
            for score in super().play(fixtures):
                if not Mortal.left:
                    raise Killed
                Mortal.left -= 1
                yield score

    return Mortal


def test_results_say_all_that_a_journal_said() -> None:
    """Draws, wins that are shared by some, a game lost by a fault; what bots thought is summed."""
    contest = Meeting("mai_star", "novice", "random", seats=3).contest("a test")
    deal = [
        Score(Fixture(0, 0, 0), (0.0, 1.0, 0.0), None, (4, 5, 6), (0.5, 0.25, 0.125)),
        Score(Fixture(0, 0, 1), (0.5, 0.0, 0.5), Fault(1, "late", "slept"), (1, 2, 3), (1.0, 2.0, 4.0)),
        Score(Fixture(0, 0, 2), (1 / 3, 1 / 3, 1 / 3), None, (7, 8, 9), (8.0, 16.0, 32.0)),
    ]
    tally = Tally("three", 1, contest).plus(deal)
    assert tally.deals == "1(02)(012)"
    again = msgspec.json.decode(msgspec.json.encode(tally), type=Tally).scores()
    assert [(again[each.fixture].shares, again[each.fixture].fault) for each in deal] == [
        (each.shares, each.fault) for each in deal
    ]
    mine, theirs = report(contest, deal), tally.report()
    assert msgspec.structs.replace(mine, standings=[]) == msgspec.structs.replace(theirs, standings=[])
    assert [each.ms_per_move for each in mine.standings] == [each.ms_per_move for each in theirs.standings]
    assert mine.standings == theirs.standings


def test_an_edition_of_the_bots_begins_anew_and_leaves_the_last_one(tmp_path: Path) -> None:
    run, later = Run(tmp_path / "results.jsonl", "a test"), msgspec.structs.replace(STEP, edition=2)
    played(run, STEP)
    assert run.report(later).deals == 0
    played(run, later)
    assert set(run.results.read()) == {(STEP.name, 1), (STEP.name, 2)}


def test_results_of_another_contest_are_refused(tmp_path: Path) -> None:
    run = Run(tmp_path / "results.jsonl", "a test")
    played(run, STEP)
    with pytest.raises(BadContest, match="other_contest"):
        Run(run.path, "another seed").report(STEP)


def test_a_contest_has_one_player(tmp_path: Path) -> None:
    run = Run(tmp_path / "results.jsonl", "a test")
    with run.results.owned(STEP.name) as mine:
        assert mine
        assert run.play_on(STEP)  # left to who holds it
        assert run.report(STEP).deals == 0
    assert not run.play_on(STEP)


def test_a_turn_ends_and_leaves_the_rest(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(long_run, "TURN", 0.0)
    run = Run(tmp_path / "results.jsonl", "a test")
    assert run.play_on(STEP)
    assert run.report(STEP).deals == 0


def test_every_contest_has_results_of_its_own_and_every_line_its_contest() -> None:
    assert len({each.name for each in MEETINGS}) == len(MEETINGS)
    run = Run()
    assert {name for name, _ in run.results.read()} <= {each.name for each in MEETINGS}
    assert sum(run.report(each).deals for each in MEETINGS) > 9_000
    assert run.path.stat().st_size < 200_000


def test_a_sample_agrees_if_the_intervals_meet(tmp_path: Path) -> None:
    perfect = Meeting("okiya", "perfect", "random", deals=12)
    alike, other = (
        played(Run(tmp_path / f"{name}.jsonl", name), meeting)
        for name, meeting in zip("ab", (STEP, STEP), strict=True)
    )
    strong = played(Run(tmp_path / "c.jsonl", "c"), perfect)
    nothing = Run(tmp_path / "d.jsonl", "d").report(STEP)
    sure = Run(tmp_path / "d.jsonl", "d").sure(STEP)
    assert Found(STEP, alike, other, sure).agrees is True
    assert Found(STEP, flipped(strong), strong, sure).agrees is False
    assert Found(STEP, alike, nothing, sure).agrees is None
    assert "| **no** |" in row(Found(STEP, flipped(strong), strong, sure))


@pytest.mark.parametrize(
    ("first", "second", "word"), [("perfect", "random", "passed"), ("random", "perfect", "missed")]
)
def test_a_contest_whose_bar_is_decided_rests(first: str, second: str, word: str, tmp_path: Path) -> None:
    run, meeting = (
        Run(tmp_path / "results.jsonl", "a test"),
        Meeting("okiya", first, second, bar=60, deals=400),
    )
    assert not run.play_on(meeting)
    found = run.report(meeting)
    assert run.sure(meeting) == (found.deals, word)
    assert found.deals < meeting.deals
    assert verdict(meeting, found, run.sure(meeting)) == f"{word} (after {found.deals})"


@pytest.mark.parametrize(("bar", "last"), [(1, "passed"), (50, "open"), (99, "missed")])
def test_intervals_are_asked_when_all_deals_are_played(bar: float, last: str, tmp_path: Path) -> None:
    run, meeting = Run(tmp_path / "results.jsonl", "a test"), Meeting("okiya", "random", "random", deals=24)
    with_bar = msgspec.structs.replace(meeting, bar=bar)
    for deals, word in ((0, "open (of 24)"), (8, "open (of 24)"), (24, last)):
        played(run, msgspec.structs.replace(meeting, deals=deals))
        assert verdict(with_bar, run.report(meeting), None) == word


def test_everybody_whom_a_bar_names_can_be_asked() -> None:
    for each in MEETINGS:
        contenders = [each.contender(name) for name in (each.first, each.second)]
        assert all(level_or_command(each.game, contender) for contender in contenders)


def level_or_command(game: str, contender: Contender) -> bool:
    if contender.command:
        return callable(function(contender.command))
    return contender.level in ladder_of(game).names or contender.level == "random"


def test_no_bar_asks_for_more_than_everything() -> None:
    assert all(test.elo1 < inf for each in MEETINGS for test in each.tests or ())


def played(run: Run, meeting: Meeting) -> Report:
    while run.play_on(meeting):  # it stops after some seconds, and goes on where it was
        pass
    return run.report(meeting)


def flipped(found: Report) -> Report:
    """The same from the other side."""
    return Report(found.contest, found.deals, found.standings[::-1], [], None, [])


def test_what_a_move_loses_is_kept_game_by_game(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "lost.json"
    value_lost.judged(path, "okiya", ["random", "perfect"], 6)
    first = value_lost.kept(path)["okiya"].levels
    assert max(first["perfect"].losses) == 0.0
    assert max(first["random"].losses) > 0.0
    value_lost.judged(path, "okiya", ["random"], 12)
    more = value_lost.kept(path)["okiya"].levels
    assert more["random"].losses[: len(first["random"].losses)] == first["random"].losses
    assert more["perfect"] == first["perfect"]
    assert "okiya random" in capsys.readouterr().out


@pytest.mark.parametrize("game", OURS, ids=lambda game: game.name)
def test_the_page_says_what_a_move_of_every_level_loses(game: Game) -> None:
    """A new edition of a judge drops what the last one said: then it must be asked again."""
    found = value_lost.kept(value_lost.OUT)
    assert set(found[game.name].levels) >= set(ladder_of(game.name).names)
    page = (Path(__file__).parents[2] / "docs" / "strength.md").read_text("utf-8")
    assert "\n".join(strength_page.value_lost(game, found[game.name])) in page
