"""Ladders: ours and those of installed packages, each with its levels and its judge."""

from importlib.metadata import EntryPoint
from random import Random

import pytest

from fifth_game import GAME as TSUKIMI
from fifth_game.bots import LADDER
from hanamachi.bots import ladder_of, ladders, levels, make_bot
from hanamachi.bots.ladder import named
from hanamachi.bots.registry import guests
from hanamachi.core.game import NATURE
from hanamachi.games import GAMES


def test_a_ladder_comes_from_an_installed_package() -> None:
    assert ladder_of("tsukimi") is LADDER
    assert levels("tsukimi")[:2] == ["random", "novice"]
    assert set(ladders()) == set(GAMES)


def test_a_game_without_bots_has_the_lowest_rung() -> None:
    assert ladder_of("go").names == ["random"]
    assert ladder_of("go").judge is None


@pytest.mark.parametrize("game", GAMES)
def test_everything_on_a_ladder_can_be_had(game: str) -> None:
    ladder = ladder_of(game)
    assert set(ladder.warm) <= set(ladder.levels)
    assert all(callable(named(what)) for what in ladder.levels.values())
    assert ladder.judge is None or callable(named(ladder.judge))
    assert ladder.judge or not ladder.exact


@pytest.mark.parametrize(("value", "problem"), [("no_such:LADDER", "No module"), ("math:pi", "no Ladder")])
def test_a_ladder_that_cannot_be_loaded_is_named_and_left_out(
    monkeypatch: pytest.MonkeyPatch, value: str, problem: str
) -> None:
    entries = [EntryPoint("broken", value, "hanamachi.bots")]
    monkeypatch.setattr("hanamachi.bots.registry.entry_points", lambda group: entries)
    with pytest.warns(UserWarning, match=f"broken of {value} cannot be loaded: .*{problem}"):
        assert list(guests()) == []


def test_the_bot_and_the_judge_of_a_package_play_well() -> None:
    """Both meet random play: the novice on the same deals from both seats."""
    won = sum(share(seed, seat, "novice") for seed in range(30) for seat in range(2)) / 60
    assert won > 0.6
    judged = sum(share(seed, seat, "judge") for seed in range(10) for seat in range(2)) / 20
    assert judged > 0.6


def share(seed: int, seat: int, level: str) -> float:
    """Of the victory, for a seat that plays so against random play."""
    rng, bot = Random(seed), make_bot("tsukimi", "novice", seed)
    state = TSUKIMI.start(2, TSUKIMI.options())
    while state.actor is not None:
        if state.actor == NATURE:
            move = state.draw(rng)
        elif state.actor != seat:
            move = rng.choice(state.moves())
        elif level == "judge":
            best = LADDER.opinion(state.view(seat), state.moves(), []).ranked()[0]
            move = state.moves()[best]
        else:
            move = bot.choose(state.view(seat), state.moves(), [])
        state = state.play(move)
    outcome = state.outcome()
    assert outcome is not None
    return (seat in outcome.winners) / len(outcome.winners)
