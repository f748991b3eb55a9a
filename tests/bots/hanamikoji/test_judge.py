"""Hanamikoji's judge: what it believes, what it sees, and how it weighs."""

from collections.abc import Iterator
from random import Random

import pytest

from hanamachi.bots import ladder_of, make_bot
from hanamachi.bots.hanamikoji import judge
from hanamachi.bots.hanamikoji.judge import beliefs, mindfully, plainly
from hanamachi.bots.hanamikoji.mind.particles import Particles
from hanamachi.bots.judge import Opinion
from hanamachi.core.game import NATURE, Told
from hanamachi.games.hanamikoji.imagine import imagine
from hanamachi.games.hanamikoji.kernel import layout as at
from hanamachi.games.hanamikoji.move_ids import unpacked
from hanamachi.games.hanamikoji.moves import Options
from hanamachi.games.hanamikoji.packing import told
from hanamachi.games.hanamikoji.pieces import BOXES, NAMES, spread
from hanamachi.games.hanamikoji.rules import State, start
from tests.bots.hanamikoji.test_mind import legal, questions, surely_won
from tests.games.hanamikoji.staging import FIRST

SMALL = Options(box="small")


def judged(state: State, story: list[Told], played: int | None = None) -> Opinion:
    return ladder_of("hanamikoji").opinion(state.view(state.actor), state.moves(), story, played)


def believed(state: State, story: list[Told]) -> Particles:
    view = state.view(state.actor)
    known = told(view)
    look = plainly if view.options.box == "small" else mindfully
    return look(view, known, story, legal(known)).deals


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(judge, "EFFORT", 2000)


@pytest.mark.parametrize("options", [Options(), SMALL])
def test_beliefs_sum_to_what_is_hidden_and_contain_the_truth(options: Options) -> None:
    for seed in range(4):
        for state, story in questions(options, seed):
            assert state.actor is not None
            view, rival = state.view(state.actor), 1 - state.actor
            known = told(view)
            deals = believed(state, story)
            assert deals.weights.sum() == pytest.approx(1)
            assert deals.weights.min() >= 0
            found = beliefs(view, known, deals)
            assert list(found) == [f"item.{NAMES[item]}" for item in BOXES[options.box].items]
            held = {place: sum(each.places.get(place, 0) for each in found.values()) for place in PLACES}
            assert held == pytest.approx(dict(zip(PLACES, hidden_numbers(state, rival), strict=True)))
            for item in spread(state.hands[rival]):
                assert found[f"item.{NAMES[item]}"].places["hand"] > 0
            if (secret := state.secrets[rival]) is not None:
                assert found[f"item.{NAMES[secret]}"].places["secret"] > 0
            for item in state.discards[rival]:
                assert found[f"item.{NAMES[item]}"].places["discards"] > 0
            for each in found.values():
                most = each.places.get("hand", 0) + each.places.get("secret", 0)
                assert 0 <= each.chance <= min(1, most) + 1e-9


PLACES = ("hand", "secret", "discards")


def hidden_numbers(state: State, rival: int) -> tuple[int, int, int]:
    return sum(state.hands[rival]), int(state.secrets[rival] is not None), len(state.discards[rival])


def test_every_particle_is_a_deal_that_the_view_allows() -> None:
    """All cards of the box lie somewhere, and what the seat sees lies where it sees it."""
    for state, story in questions(Options(), 9):
        known, deals = told(state.view(state.actor)), believed(state, story)
        for particle in deals.states[:40]:
            fields = at.HANDS, at.SECRETS, at.DISCARDS
            hidden = [particle[field + 1 - known[at.SEAT]] for field in fields]
            whole = sum(map(int, hidden)) + int(particle[at.POOL])
            assert whole == known[at.POOL]
            assert min(unpacked(int(particle[at.POOL]))) >= 0


def retold(seed: int, limit: int) -> Iterator[tuple[State, State, list[Told]]]:
    """Two games that seat 0 cannot tell apart, side by side, at its decisions, as long as there are two."""
    rng = Random(seed)
    truth = other = start(2, FIRST)
    story: list[Told] = []
    for _ in range(limit):
        actor = truth.actor
        assert actor is not None
        if actor == 0:
            yield truth, other, list(story)
        move = truth.draw(rng) if actor == NATURE else rng.choice(truth.moves())
        seen = truth.veil(move, 0)
        others = [each for each in other.moves() if other.veil(each, 0) == seen]
        if not others:
            return
        story.append(Told(actor, seen))
        truth, other = truth.play(move), other.play(rng.choice(others))


@pytest.mark.usefixtures("quick")
def test_an_opinion_is_the_same_whatever_is_hidden() -> None:
    different = 0
    for seed in range(14):
        for truth, other, story in retold(seed, 60):
            assert judged(truth, story) == judged(other, story)
            different += truth != other
    assert different > 12


@pytest.mark.usefixtures("quick")
@pytest.mark.parametrize("options", [Options(), SMALL])
def test_every_move_has_a_chance_and_the_played_one_changes_no_other(options: Options) -> None:
    for state, story in list(questions(options, 2))[:9]:
        free = judged(state, story)
        assert len(free.chances) == len(state.moves())
        assert all(0 <= chance <= 1 for chance in free.chances)
        worst = min(range(len(free.chances)), key=free.chances.__getitem__)
        bound = judged(state, story, worst)
        assert [*free.chances[:worst], *free.chances[worst + 1 :]] == [
            *bound.chances[:worst],
            *bound.chances[worst + 1 :],
        ]


def test_a_move_that_surely_wins_is_worth_the_game() -> None:
    seen = 0
    for seed in range(40):
        state, story = list(questions(Options(), seed))[-1]
        for best in surely_won(state):
            seen += 1
            assert judged(state, story).chances[state.moves().index(best)] == 1
    assert seen > 2


def test_the_judge_thinks_well_of_the_master_and_little_of_chance() -> None:
    """Its own best move is the yardstick: the master loses next to nothing by it, a random mover a lot."""
    master, rng = make_bot("hanamikoji", "master", 1), Random(1)
    losses: dict[str, list[float]] = {"master": [], "random": []}
    for state, story in list(questions(Options(), 11))[:9]:
        moves = state.moves()
        chosen = {
            "master": master.choose(state.view(state.actor), moves, story),
            "random": rng.choice(moves),
        }
        for who, move in chosen.items():
            played = list(moves).index(move)
            chances = judged(state, story, played).chances
            losses[who].append(max(chances) - chances[played])
    mean = {who: sum(lost) / len(lost) for who, lost in losses.items()}
    assert mean["master"] < 0.05
    assert mean["random"] > 3 * mean["master"]


def test_the_last_answer_in_the_small_box_is_weighed_as_counting_does() -> None:
    """Only Secrets are hidden then: every deal that the view allows, played to its end by the law."""
    for seed in range(6):
        state, story = [each for each in questions(SMALL, seed) if each[0].offer][-1]
        if any(map(sum, state.hands)) or sum(state.pool) > 1:
            continue
        view, rng = state.view(state.actor), Random(1)
        found = judged(state, story).chances
        for move, chance in zip(state.moves(), found, strict=True):
            won = [points(imagine(view, rng).play(move), state.actor) for _ in range(600)]
            assert chance == pytest.approx(sum(won) / len(won), abs=0.08)


def points(state: State, seat: int | None) -> float:
    while state.todo:
        state = state.play(state.draw(Random(0)))
    outcome = state.outcome()
    assert outcome is not None
    return 0.5 if not outcome.winners else float(seat in outcome.winners)
