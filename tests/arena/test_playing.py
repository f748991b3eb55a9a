"""Games of the arena: the same chance from every side, honest faults, shares of a victory."""

import re
import sys
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from hanamachi.arena import playing, process_pool
from hanamachi.arena.contest import BadContest, Contender, Contest, Fixture, Score
from hanamachi.arena.playing import NOBODY, Play, Stage, victory, without
from hanamachi.arena.process_pool import Broken, ProcessPool
from hanamachi.core import record
from hanamachi.core.game import NATURE
from hanamachi.core.log import Played, Result
from hanamachi.games import GAMES


def a_contest(game: str = "okiya", bots: str = "random novice", seats: int = 2, **more: object) -> Contest:
    contenders = tuple(
        Contender(name, **({"command": command} if command else {"level": name}))
        for name, _, command in (bot.partition("=") for bot in bots.split(" "))
    )
    about = {"version": GAMES[game].version, "options": {}, "seed": "spring"} | more
    return Contest(game=game, seats=seats, contenders=contenders, **about)  # type: ignore[arg-type]


def a_stage(contest: Contest) -> Stage:
    return Stage(contest, [NOBODY, 0.0])


def thrown(play: Play) -> list[tuple[int, Any]]:
    """Nature's moves of a game, in order, and the rounds they fell in."""
    log = zip(play.fold.states, play.fold.rows, strict=False)
    return [(state.round, row.move) for state, row in log if isinstance(row, Played) and row.seat == NATURE]


def luck(contest: Contest, fixture: Fixture) -> list[str]:
    play = Play(a_stage(contest), fixture)
    play.run()
    return [repr(move) for _, move in thrown(play)]


def bare(score: Score) -> tuple[object, ...]:
    """What of a score follows from the seed."""
    return score.fixture, score.shares, score.fault, score.decisions


def test_two_to_a_table_is_a_round_robin() -> None:
    contest = a_contest(bots="random novice student")
    assert contest.lineups() == [(0, 1), (0, 2), (1, 2)]
    assert len(list(contest.fixtures(5))) == 5 * 3 * 2
    assert [contest.seating(Fixture(0, 1, rotation)) for rotation in range(2)] == [(0, 2), (2, 0)]


def test_more_to_a_table_is_one_seat_each_or_one_against_copies() -> None:
    assert a_contest("mai_star", "random novice random", 3).lineups() == [(0, 1, 2)]
    contest = a_contest("mai_star", "novice random", 4)
    assert contest.lineups() == [(0, 1, 1, 1)]
    assert [contest.seating(Fixture(0, 0, r)).index(0) for r in range(4)] == [0, 3, 2, 1]
    for bots in ("novice random random", "novice"):
        with pytest.raises(BadContest):
            a_contest("mai_star", bots, 4).lineups()


def test_both_games_of_a_pair_have_the_same_chance() -> None:
    """Okiya deals everything at the start: who begins, and sixteen tiles."""
    contest = a_contest()
    first, second = (luck(contest, Fixture(3, 0, rotation))[:17] for rotation in range(2))
    assert first == second
    assert first != luck(contest, Fixture(4, 0, 0))[:17]


def test_chance_is_counted_within_a_round() -> None:
    """Mai-Star's first round takes 77, 85 and 93 cards in different play; the second deal is the same."""
    contest = a_contest("mai_star", "random random", 3)
    lengths, cards = set[int](), list[list[int]]()
    for rotation in range(3):
        play = Play(a_stage(contest), Fixture(0, 0, rotation))
        play.run()
        drawn = thrown(play)
        lengths.add(sum(number == 1 for number, _ in drawn))
        second = [move for number, move in drawn if number == 2][:20]
        cards.append([move.card for move in second])
    assert len(lengths) == 3
    assert cards[0] == cards[1] == cards[2]


def test_bots_have_other_seeds_in_every_game() -> None:
    contest = a_contest()
    seeds = {contest.bot_seed(fixture, seat) for fixture in contest.fixtures(20) for seat in range(2)}
    assert len(seeds) == 80
    assert contest.bot_seed(Fixture(1, 0, 0), 0) != a_contest(seed="autumn").bot_seed(Fixture(1, 0, 0), 0)


def test_shares_of_a_victory() -> None:
    def won(*winners: int) -> Result:
        return Result((0,) * 3, (1,) * 3, winners, "M1")

    assert victory(won(1), 3) == (0, 1, 0)
    assert victory(won(0, 2), 3) == (0.5, 0, 0.5)
    assert victory(won(), 2) == (0.5, 0.5)
    assert without(1, 3) == (0.5, 0, 0.5)


def test_a_game_that_would_never_end_is_everybodys(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(playing, "LONGEST", 25)
    play = Play(a_stage(a_contest()), Fixture(0, 0, 0))
    score = play.run()
    assert (score.shares, score.fault) == ((0.5, 0.5), None)
    kept = play.table().record(open_seed=True)
    assert kept.result is not None
    assert kept.result.reason == "abandoned"
    record.fold(kept, GAMES["okiya"])


class Listener:
    """A bot that keeps what it was asked, and takes the first move."""

    def __init__(self, _seed: int = 0) -> None:
        self.asked: list[tuple[object, int, int]] = []

    def choose(self, view: object, moves: list[object], story: list[object]) -> object:
        self.asked.append((view, len(moves), len(story)))
        return moves[0]


def test_bots_get_their_own_view_and_story_and_no_forced_moves(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hanamachi.arena.playing.make_bot", lambda *_: Listener())
    play = Play(a_stage(a_contest("hanamikoji")), Fixture(0, 0, 0))
    score = play.run()
    for seat, bot in play.bots.items():
        assert isinstance(bot, Listener)
        assert {view.seat for view, _, _ in bot.asked} == {seat}
        assert min(count for _, count, _ in bot.asked) > 1
        heard = [story for _, _, story in bot.asked]
        assert heard == sorted(heard)
        assert score.decisions[seat] == len(bot.asked)


FAULTY = """
from hanamachi.bots.bot import RandomBot
from hanamachi.games.okiya.moves import Take
import os, time

class Faulty(RandomBot):
    asked = 0

    def choose(self, view, moves, story):
        self.asked += 1
        return self.fault(moves) if self.asked == 2 else super().choose(view, moves, story)

class Crashing(Faulty):
    def fault(self, moves):
        raise KeyError("hand")

class Cheating(Faulty):
    def fault(self, moves):
        return Take(99)

class Almost(Faulty):
    def fault(self, moves):
        return Take(float(moves[0].square))

class Slow(Faulty):
    def fault(self, moves):
        time.sleep(2.5)
        return moves[0]

class Dying(Faulty):
    def fault(self, moves):
        os._exit(9)

class Hanging(Faulty):
    def fault(self, moves):
        time.sleep(600)
"""


@pytest.fixture
def faulty(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "faulty_bots.py").write_text(FAULTY)
    monkeypatch.syspath_prepend(tmp_path)


@pytest.mark.usefixtures("faulty")
@pytest.mark.parametrize(
    ("bot", "kind", "detail"),
    [
        ("Crashing", "crash", "KeyError: 'hand'"),
        ("Cheating", "crash", r"chose Take\(square=99\), which is no legal move"),
        ("Slow", "late", r"\d+\.\d s for a move"),
    ],
)
def test_a_faulty_bot_loses_and_is_named(bot: str, kind: str, detail: str) -> None:
    contest = a_contest(bots=f"random faulty=py:faulty_bots:{bot}", budget_ms=1000)
    score = a_stage(contest).play(Fixture(0, 0, 0))
    assert score.shares == (1, 0)
    assert score.fault is not None
    assert (score.fault.seat, score.fault.kind) == (1, kind)
    assert re.fullmatch(detail, score.fault.detail)


@pytest.mark.usefixtures("faulty")
def test_an_equal_move_is_taken_for_the_legal_one() -> None:
    contest = a_contest(bots="random almost=py:faulty_bots:Almost")
    assert a_stage(contest).play(Fixture(0, 0, 0)).fault is None


@pytest.mark.usefixtures("faulty")
def test_a_bot_that_dies_or_hangs_takes_no_game_with_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Contest, "limit", lambda self, first: 1.0)
    monkeypatch.setattr(process_pool, "MARGIN", 0.5)
    bots = "random dying=py:faulty_bots:Dying hanging=py:faulty_bots:Hanging"
    contest = a_contest(bots=bots, budget_ms=400)
    players = ProcessPool(contest, 2)
    try:
        scores = {score.fixture: score for score in players.play(contest.fixtures(1))}
    finally:
        players.close()
    assert sorted(scores) == list(contest.fixtures(1))
    for fixture, score in scores.items():
        assert score.fault is not None
        name = contest.contenders[contest.seating(fixture)[score.fault.seat]].name
        assert (name, score.fault.kind) in (("dying", "crash"), ("hanging", "late"))
        assert score.shares[score.fault.seat] == 0


HANGS = """
import sys, time
for number, line in enumerate(sys.stdin):
    time.sleep(60 * (number == 1))
    print(0, flush=True)
"""


@pytest.mark.parametrize(("code", "kind"), [(HANGS, "late"), ("raise SystemExit(4)", "crash")])
def test_a_program_that_crashes_or_hangs_loses(tmp_path: Path, code: str, kind: str) -> None:
    (tmp_path / "bot.py").write_text(code)
    program = Contender("mine", command=f"{sys.executable} {tmp_path / 'bot.py'}")
    contest = replace(a_contest(budget_ms=200), contenders=(program, Contender("random", level="random")))
    for rotation in range(2):
        score = a_stage(contest).play(Fixture(0, 0, rotation))
        assert score.fault is not None
        assert (score.fault.seat, score.fault.kind) == (rotation, kind)
        assert score.shares[rotation] == 0


def test_a_process_that_dies_on_its_own_is_nobodys_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    players = ProcessPool(a_contest(), 1)
    monkeypatch.setattr(process_pool.Player, "give", kill_instead)
    try:
        with pytest.raises(Broken):
            list(players.play([Fixture(0, 0, 0)]))
    finally:
        players.close()


def kill_instead(player: process_pool.Player, fixture: Fixture) -> None:
    player.fixture = fixture
    player.process.kill()


@pytest.mark.parametrize(
    ("game", "bots", "seats"), [("okiya", "random novice", 2), ("mai_star", "random random", 3)]
)
def test_the_number_of_processes_changes_nothing(game: str, bots: str, seats: int) -> None:
    contest = a_contest(game, bots, seats)
    here = [bare(a_stage(contest).play(fixture)) for fixture in contest.fixtures(3)]
    players = ProcessPool(contest, 2)
    try:
        there = {score.fixture: score for score in players.play(contest.fixtures(3))}
    finally:
        players.close()
    assert [bare(there[fixture]) for fixture in contest.fixtures(3)] == here


def test_who_is_slow_but_within_reason_is_not_late() -> None:
    contest = a_contest(budget_ms=100)
    assert contest.limit(first=False) == pytest.approx(0.25)
    assert contest.limit(first=True) == pytest.approx(15.25)
    assert a_contest().limit(first=False) == 300
