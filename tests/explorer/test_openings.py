"""How games begin: the steps follow from what was decided, and do not depend on names that stand for the same."""

from random import Random

import pytest

from hanamachi.core.words import LANGUAGES
from hanamachi.explorer.file import Line
from hanamachi.explorer.hanamikoji import NAMINGS, likest, renamed
from hanamachi.explorer.openings import SEPARATOR, Decision, Path, openings
from hanamachi.explorer.tree import next_steps, wilson
from hanamachi.games import GAMES
from hanamachi.games.hanamikoji.moves import Competition, Discard, Gift, Secret, TakeOne, TakePair
from hanamachi.puzzles.path import Walk

GAMES_EACH = 40


def begun(game: str, number: int) -> tuple[Path, list[Decision]]:
    """A game at random: its beginning, and the decisions that led there."""
    subject, dice = openings()[game], Random(f"{game} {number}")
    walk = Walk(GAMES[game], subject.settings[subject.setting_for(number)], "test", number)
    decisions: list[Decision] = []
    while (path := subject.path(decisions)) is None:
        moves = walk.state.moves()
        move = dice.choice(moves)
        decisions.append((walk.state, move))
        walk.take(moves.index(move))
    return path, decisions


@pytest.mark.parametrize("game", openings())
def test_every_game_has_a_beginning_with_words(game: str) -> None:
    subject, kinds = openings()[game], set[str]()
    for number in range(GAMES_EACH):
        path, decisions = begun(game, number)
        kinds.add(path[0])
        assert 3 <= len(path) <= 4
        assert [subject.by_starter(path[:n]) for n in range(len(path))] == [True, True, False, False][
            : len(path)
        ]
        assert not any(SEPARATOR in step for step in path)
        assert subject.path(decisions[:-1]) is None
        for lang in LANGUAGES:
            words = GAMES[game].text.words(lang)
            assert all(subject.label(step, words) for step in path)
    assert len(kinds) >= 4


@pytest.mark.parametrize("game", openings())
def test_settings_are_found_again_by_their_options(game: str) -> None:
    subject = openings()[game]
    for place, setting in enumerate(subject.settings):
        assert subject.setting_of(GAMES[game].options(**setting.options)) == place
    assert {subject.setting_for(number) for number in range(20)} == set(range(len(subject.settings)))


@pytest.mark.parametrize(
    "moves",
    [
        [Secret(1)],
        [Discard((0, 2))],
        [Gift((1, 1, 4)), TakeOne(4)],
        [Competition(((0, 3), (2, 2))), TakePair((2, 2))],
    ],
)
def test_geishas_of_the_same_worth_are_the_same(moves: list[object]) -> None:
    assert len({tuple(likest([renamed(move, naming) for move in moves])) for naming in NAMINGS}) == 1  # type: ignore[arg-type]


def test_what_differs_stays_apart() -> None:
    assert likest([Gift((0, 0, 1)), TakeOne(0)]) != likest([Gift((0, 0, 1)), TakeOne(1)])
    assert likest([Discard((0, 1))]) != likest([Discard((0, 0))])
    assert likest([Competition(((0, 1), (0, 1)))]) != likest([Competition(((0, 0), (1, 1)))])


LINES = [
    Line(0, "gift,gift a,take a,secret", 6, 2, 2, 20, 100),
    Line(0, "gift,gift b,take b,gift", 1, 0, 4, -5, 30),
    Line(0, "secret,secret a,gift", 3, 0, 2, 1, 9),
    Line(1, "secret,secret a,gift", 9, 0, 0, 9, 9),
]


def test_games_are_counted_step_by_step() -> None:
    first = next_steps(LINES, 0, (), starter=True)
    assert list(first) == ["gift", "secret"]
    assert (first["gift"].games, first["gift"].wins, first["gift"].lead) == (15, 7, 15)
    second = next_steps(LINES, 0, ("gift", "gift a"), starter=False)
    assert (second["take a"].wins, second["take a"].losses, second["take a"].lead) == (2, 6, -20)
    assert next_steps(LINES, 0, ("gift", "gift"), starter=False) == {}
    assert next_steps(LINES, 2, (), starter=True) == {}


def test_intervals_hold_their_means_and_shrink() -> None:
    tally = next_steps(LINES, 0, (), starter=True)["gift"]
    assert tally.won.mean == (7 + 1) / 15
    assert 0 < tally.won.low < tally.won.mean < tally.won.high < 1
    lead = tally.leads
    assert lead is not None
    assert lead.mean == 1
    assert lead.low < 1 < lead.high
    wide, narrow = wilson(5, 10), wilson(500, 1000)
    assert narrow.high - narrow.low < wide.high - wide.low
    assert (wilson(0, 10).low, wilson(10, 10).high) == (0.0, 1.0)
    assert wilson(0, 10).high > 0
    # the value that books give for 8 of 10
    assert wilson(8, 10).low == pytest.approx(0.490, abs=0.001)
    assert wilson(8, 10).high == pytest.approx(0.943, abs=0.001)
