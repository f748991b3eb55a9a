"""The long run, the fresh sample that must agree with it, and what a move loses: kept so that anybody may be killed."""

from math import inf
from pathlib import Path

import msgspec
import pytest

from hanamachi.arena.contest import Contender
from hanamachi.arena.report import Report
from hanamachi.bots import ladder_of
from hanamachi.bots.external import function
from hanamachi.core.game import Game
from hanamachi.games import OURS
from tools.research import long_run, strength_page, value_lost
from tools.research.long_run import MEETINGS, Meeting, Run, owned
from tools.research.strength_page import Found, row, verdict

STEP = Meeting("okiya", "novice", "random", deals=6)


def test_a_run_that_was_killed_goes_on_from_its_last_whole_game(tmp_path: Path) -> None:
    run = Run(tmp_path, "a test")
    assert not run.play_on(STEP)
    whole = run.path(STEP).read_bytes()
    run.path(STEP).write_bytes(whole[:-200])  # two games, and a part of a third
    assert run.report(STEP).deals < STEP.deals
    assert not run.play_on(STEP)
    assert run.report(STEP).standings[0].score == Run(tmp_path, "a test").report(STEP).standings[0].score
    assert run.report(STEP).deals == STEP.deals


def test_a_journal_has_one_writer(tmp_path: Path) -> None:
    run = Run(tmp_path, "a test")
    with owned(run.path(STEP)) as mine:
        assert mine
        assert run.play_on(STEP)  # left to who holds it
        assert run.report(STEP).deals == 0
    assert not run.play_on(STEP)


def test_a_turn_ends_and_leaves_the_rest(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(long_run, "TURN", 0.0)
    run = Run(tmp_path, "a test")
    assert run.play_on(STEP)
    assert run.report(STEP).deals == 0


def test_every_contest_has_a_journal_of_its_own_and_every_journal_its_contest() -> None:
    assert len({each.name for each in MEETINGS}) == len(MEETINGS)
    kept = {path.stem for path in long_run.JOURNALS.glob("*.jsonl")}
    assert kept <= {each.name for each in MEETINGS}


def test_a_sample_agrees_if_the_intervals_meet(tmp_path: Path) -> None:
    perfect = Meeting("okiya", "perfect", "random", deals=12)
    alike, other = (
        played(Run(tmp_path / name, name), meeting) for name, meeting in zip("ab", (STEP, STEP), strict=True)
    )
    strong = played(Run(tmp_path / "c", "c"), perfect)
    nothing = Run(tmp_path / "d", "d").report(STEP)
    sure = Run(tmp_path / "d", "d").sure(STEP)
    assert Found(STEP, alike, other, sure).agrees is True
    assert Found(STEP, flipped(strong), strong, sure).agrees is False
    assert Found(STEP, alike, nothing, sure).agrees is None
    assert "| **no** |" in row(Found(STEP, flipped(strong), strong, sure))


@pytest.mark.parametrize(
    ("first", "second", "word"), [("perfect", "random", "passed"), ("random", "perfect", "missed")]
)
def test_a_contest_whose_bar_is_decided_rests(first: str, second: str, word: str, tmp_path: Path) -> None:
    run, meeting = Run(tmp_path, "a test"), Meeting("okiya", first, second, bar=60, deals=400)
    assert not run.play_on(meeting)
    found = run.report(meeting)
    assert run.sure(meeting) == (found.deals, word)
    assert found.deals < meeting.deals
    assert verdict(meeting, found, run.sure(meeting)) == f"{word} (after {found.deals})"


@pytest.mark.parametrize(("bar", "last"), [(1, "passed"), (50, "open"), (99, "missed")])
def test_intervals_are_asked_when_all_deals_are_played(bar: float, last: str, tmp_path: Path) -> None:
    run, meeting = Run(tmp_path, "a test"), Meeting("okiya", "random", "random", deals=24)
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
    run.play_on(meeting)
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
    page = value_lost.OUT.with_name("strength.md").read_text("utf-8")
    assert "\n".join(strength_page.value_lost(game, found[game.name])) in page
