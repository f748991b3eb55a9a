"""OpenSpiel's own tests, for every game and mode; and what they do not ask."""

import os
import re
import subprocess
import sys
from pathlib import Path
from random import Random
from typing import Any

import pytest

from hanamachi.adapters.actions import actions
from hanamachi.adapters.setting import Setting, setting
from hanamachi.adapters.stories import ear
from hanamachi.adapters.tensors import observation
from hanamachi.core.game import NATURE
from tests.goldens import check_golden

HERE = Path(__file__).parent / "playthroughs"
ROAD = [
    f"geishas_road(mode={mode},destiny={destiny})"
    for mode in ("basic", "harder", "advanced")
    for destiny in ("false", "true")
]
MODES = [
    "okiya",
    "okiya(match=series)",
    "okiya(match=series,full_board=draw,max_plies=200)",
    "okiya(match=points,target=12,max_plies=200)",
    "hanamikoji",
    "hanamikoji(rounds=three,starter=second)",
    "hanamikoji(rounds=until_won,max_plies=400)",
    "hanamikoji(box=small)",
    "hanamikoji(box=tiny)",
    *ROAD,
    "geishas_road(mode=advanced,double_counter_gift=literal,starter=first)",
    "mai_star(management=true,limited_guests=at_once,max_plies=200)",
    "mai_star(players=4,black_requirement=all,max_plies=200)",
    "mai_star(players=5,limited_guests=end_of_turn,max_plies=200)",
    "mai_star(players=6,management=true,last_lap=false,max_plies=200)",
]
PLAYTHROUGHS = [
    "okiya",
    "hanamikoji(box=small)",
    "geishas_road(mode=advanced,max_plies=45)",
    "mai_star(max_plies=25)",
]
VIEWS = r"^(InformationState|Observation|PublicObservation|PrivateObservation)String\(.*\n"  # other tests hold them


@pytest.fixture(autouse=True)
def spiel() -> Any:
    """OpenSpiel, knowing the games: registering twice does no harm."""
    import pyspiel

    from hanamachi.adapters.openspiel import register_all

    register_all()
    register_all()
    return pyspiel


def walk(game: Any, seed: int) -> list[Any]:
    """A random game: every state, the last one too."""
    rng, state, states = Random(seed), game.new_initial_state(), []
    while not state.is_terminal():
        states.append(state.clone())
        state.apply_action(rng.choice(state.legal_actions()))
    return [*states, state]


@pytest.mark.parametrize("game", MODES)
def test_openspiels_random_sim_test(game: str, spiel: Any, capfd: pytest.CaptureFixture[str]) -> None:
    spiel.random_sim_test(spiel.load_game(game), num_sims=1, serialize=True, verbose=False)


@pytest.mark.parametrize("game", PLAYTHROUGHS)
def test_golden_playthroughs(game: str) -> None:
    from absl import flags
    from open_spiel.python.algorithms import generate_playthrough

    flags.FLAGS(["test"])
    text = generate_playthrough.playthrough(game, None, seed=7)
    check_golden(HERE / f"{game.partition('(')[0]}.txt.xz", re.sub(VIEWS, "", text, flags=re.M))


@pytest.mark.parametrize("game", MODES)
def test_a_game_string_comes_back(game: str, spiel: Any) -> None:
    loaded = spiel.load_game(game)
    again = spiel.load_game(str(loaded))
    assert str(again) == str(loaded)
    assert again.get_parameters() == loaded.get_parameters()


def test_parameters_of_every_kind_as_a_dictionary(spiel: Any) -> None:
    game = spiel.load_game("okiya", {"match": "points", "target": 7, "max_plies": 90})
    assert game.setting == setting("okiya", 2, {"match": "points", "target": 7})
    assert game.max_game_length() == 90
    assert spiel.load_game("geishas_road", {"destiny": True}).setting.options.destiny is True
    assert spiel.load_game("hanamikoji", {"rounds": "three"}).setting == setting("hanamikoji")
    with pytest.raises(spiel.SpielError, match="Wrong type for parameter target"):
        spiel.load_game("okiya", {"match": "points", "target": 7.5})


@pytest.mark.parametrize(
    ("game", "decisions", "chances"),
    [
        ("okiya", 16, 18),
        ("okiya(match=series)", 80, 86),
        ("hanamikoji", 36, 70),
        ("hanamikoji(box=small)", 6, 12),
    ],
)
def test_lengths_are_exact(game: str, decisions: int, chances: int, spiel: Any) -> None:
    loaded = spiel.load_game(game)
    assert (loaded.max_game_length(), loaded.max_chance_nodes_in_history()) == (decisions, chances)
    longest = 0
    for seed in range(60):
        players = [player for player, _ in played(walk(loaded, seed)[-1])]
        assert players.count(-1) <= chances
        longest = max(longest, len(players) - players.count(-1))
    assert longest <= decisions
    assert longest == decisions or game.startswith("okiya")  # a full garden is rare


def played(state: Any) -> list[tuple[int, int]]:
    return [(item.player, item.action) for item in state.full_history()]


@pytest.mark.parametrize("mode", ["basic", "harder", "advanced"])
def test_decisions_and_chances_make_the_bound(mode: str, spiel: Any) -> None:
    game = spiel.load_game(f"geishas_road(mode={mode})")
    bound = game.setting.game.bound(2, game.setting.options)
    assert game.max_game_length() + game.max_chance_nodes_in_history() == bound


def test_a_game_without_bound_is_cut_and_says_so(spiel: Any) -> None:
    state = walk(spiel.load_game("mai_star(max_plies=30)"), 1)[-1]
    assert len(state.history()) == 30
    assert str(state).startswith("cut off")
    assert state.returns() == [0, 0, 0]
    assert spiel.load_game("mai_star").max_game_length() == 2000


@pytest.mark.parametrize(
    "game", ["okiya", "hanamikoji", "geishas_road(mode=advanced)", "mai_star(players=4)"]
)
def test_a_game_is_what_the_law_says(game: str, spiel: Any) -> None:
    loaded = spiel.load_game(game)
    each: Setting = loaded.setting
    table, rng = actions(each), Random(2)
    law, state = each.game.start(each.seats, each.options), loaded.new_initial_state()
    while law.actor is not None:
        assert state.current_player() == law.actor
        legal = table.legal(law)
        assert state.legal_actions() == legal
        moves = table.nature if law.actor == NATURE else table.decisions
        if law.actor == NATURE:
            odds = {table.chances[move]: weight for move, weight in law.odds()}
            total = sum(odds.values())
            assert dict(state.chance_outcomes()) == pytest.approx({i: n / total for i, n in odds.items()})
        action = rng.choice(legal)
        law = law.play(moves[action])
        state.apply_action(action)
    outcome = law.outcome()
    assert outcome is not None
    assert state.is_terminal()
    assert (state.returns()[outcome.winners[0]] > 0) if outcome.winners else not any(state.returns())


@pytest.mark.parametrize("game", ["hanamikoji", "geishas_road(mode=advanced)", "mai_star(max_plies=150)"])
def test_resampling_changes_nothing_that_a_player_knows(game: str, spiel: Any) -> None:
    rng, different = Random(4), 0
    for state in walk(spiel.load_game(game), 3)[:-1:7]:
        player = max(state.current_player(), 0)
        other = state.resample_from_infostate(player, rng.random)
        assert other.information_state_string(player) == state.information_state_string(player)
        assert other.information_state_tensor(player) == state.information_state_tensor(player)
        assert other.observation_tensor(player) == state.observation_tensor(player)
        assert other.current_player() == state.current_player()
        if state.current_player() == player:
            assert other.legal_actions() == state.legal_actions()
        different += str(other) != str(state)
    assert different > 3


def test_tensors_are_the_layout_and_the_story(spiel: Any) -> None:
    game = spiel.load_game("hanamikoji")
    for state in walk(game, 6)[::9]:
        view, story = state.moment.state.view(1), state.moment.story(1)
        seen = observation("hanamikoji", view).tolist()
        heard = ear(game.setting).story(story, game.lines).ravel().tolist()
        assert state.observation_tensor(1) == seen
        assert state.information_state_tensor(1) == seen + heard


def test_an_observation_is_made_once(spiel: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """OpenSpiel asks the first state for the shape at each call: neither it nor its observation is made anew."""
    from hanamachi.adapters.openspiel import game as house
    from hanamachi.adapters.openspiel import moment

    loaded, made = spiel.load_game("hanamikoji"), list[Any]()
    state = walk(loaded, 6)[30]
    state.observation_tensor(0)

    def observed(name: str, view: Any) -> Any:
        made.append(view)
        return observation(name, view)

    monkeypatch.setattr(moment, "observation", observed)
    monkeypatch.setattr(house, "first", lambda *_: pytest.fail("a new first moment"))
    for player in (0, 1, 0, 1):
        state.clone().observation_tensor(player)
    assert [view.seat for view in made] == [1]


def test_ismcts_plays_with_our_resampling(spiel: Any) -> None:
    import numpy as np
    from open_spiel.python.algorithms import ismcts, mcts

    game = spiel.load_game("hanamikoji(box=small)")
    evaluator = mcts.RandomRolloutEvaluator(1, np.random.RandomState(1))
    bot = ismcts.ISMCTSBot(
        game, evaluator, 1.4, 30, random_state=np.random.RandomState(2), use_observation_string=True
    )
    state = next(
        state for state in walk(game, 5) if state.current_player() >= 0 and len(state.legal_actions()) > 1
    )
    assert bot.step(state) in state.legal_actions()


def test_public_and_private_observers(spiel: Any) -> None:
    from open_spiel.python.observation import make_observation

    kind, private = spiel.IIGObservationType, spiel.PrivateInfoType
    game = spiel.load_game("hanamikoji")
    state = walk(game, 1)[20]
    public = make_observation(game, kind(perfect_recall=False, private_info=private.NONE))
    alone = make_observation(game, kind(public_info=False, perfect_recall=False))
    assert public.string_from(state, 0) == public.string_from(state, 1)
    assert '"hand":null' in public.string_from(state, 0)
    assert alone.string_from(state, 0) != alone.string_from(state, 1)
    assert '"sides"' not in alone.string_from(state, 0)
    with pytest.raises(spiel.SpielError):
        make_observation(game, kind(perfect_recall=False, private_info=private.ALL_PLAYERS))


@pytest.mark.parametrize(
    ("game", "words"),
    [
        ("okiya(match=long)", "long is not a value of match"),
        ("mai_star(players=9)", "players, not 9"),
        ("okiya(match=single,target=3)", "points"),
        ("okiya(max_plies=-1)", "max_plies takes a number from 1 on"),
        ("okiya(komi=7)", "Unknown parameter 'komi'"),
        ("hanamikoji(box=tiny,rounds=until_won)", "small"),
        ("hanamikoji(box=tiny,starter=third)", "third is not a value of starter"),
        ("hanamikoji(box=huge)", "huge is not a value of box"),
    ],
)
def test_bad_parameters_are_spiel_errors(game: str, words: str, spiel: Any) -> None:
    with pytest.raises(spiel.SpielError, match=words):
        spiel.load_game(game)


def test_bad_actions_are_spiel_errors_and_change_nothing(spiel: Any) -> None:
    states = walk(spiel.load_game("okiya"), 1)
    state, end = states[17], states[-1]
    before = str(state), state.history()
    for action, words in ((5, "centre"), (16, "no action 16"), (-2, "no action -2")):
        with pytest.raises(spiel.SpielError, match=words):
            state.apply_action(action)
    assert (str(state), state.history()) == before
    with pytest.raises(spiel.SpielError, match="The game is over"):
        end.apply_action(0)


def test_python_ends_well_after_games_were_loaded() -> None:
    code = "import pyspiel, hanamachi.adapters.openspiel as o; pyspiel.load_game('okiya').observation_tensor_size()"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, env=os.environ, check=False)
    assert run.returncode == 0, run.stderr
