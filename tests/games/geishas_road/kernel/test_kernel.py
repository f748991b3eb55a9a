"""The kernel and the rulebook in lockstep (G7 to G44), and random play by the thousand."""

from collections import Counter

import numpy as np
import pytest

from hanamachi.games.geishas_road.kernel import layout
from hanamachi.games.geishas_road.kernel.chance import below
from hanamachi.games.geishas_road.kernel.layout import CHANCE, NOW, OVER, WIDTH
from hanamachi.games.geishas_road.kernel.playouts import begin, play_out, random_games
from hanamachi.games.geishas_road.kernel.translate import answers, from_state, new_table, outcome, to_move
from hanamachi.games.geishas_road.moves import Options, Resolve
from hanamachi.games.geishas_road.rules import start
from tests.games.geishas_road.kernel.lockstep import (
    ALL_OPTIONS,
    Splitmix,
    any_move,
    in_lockstep,
    laws_game,
    lively,
)
from tests.games.geishas_road.tables import card, play, table

GAMES = 216  # 3 random and 3 lively ones for each of the 36 choices of options; 100,000 by `make fuzz`
RARE = [
    "hidden Use",
    "Hide",
    "Counter",
    "second Counter",
    "hidden Counter",
    "second hidden Counter",
    "Take",
    "Resolve",
]


def test_kernel_and_rulebook_play_the_same_games() -> None:
    """The same moves in the same order, the same table at every decision, the same end."""
    kinds = Counter[str]()
    for game in range(GAMES):
        pick = lively if game // len(ALL_OPTIONS) % 2 else any_move
        kinds.update(in_lockstep(ALL_OPTIONS[game % len(ALL_OPTIONS)], game, pick))
    assert all(kinds[kind] >= 10 for kind in RARE), kinds


def test_all_options_are_compared() -> None:
    assert len(ALL_OPTIONS) == len(set(ALL_OPTIONS)) == 3 * 2 * 2 * 3


def test_both_sides_draw_the_same_numbers() -> None:
    """The first numbers of splitmix64 with the seed 1234567, as published: 6457827717110365317, ..."""
    row, chance = new_table(Options(), 1234567), Splitmix(1234567)
    published = (6457827717110365317, 3203168211198807973, 9817491932198370423)
    assert [below(row, 1 << 20) for _ in range(3)] == [(each >> 33) * (1 << 20) >> 31 for each in published]
    assert [chance.below(1 << 20) for _ in range(3)] == [(each >> 33) * (1 << 20) >> 31 for each in published]
    assert row[CHANCE] == chance.signed


def test_what_is_certain_costs_no_draw() -> None:
    row = new_table(Options(), 7)
    assert (below(row, 1), row[CHANCE]) == (0, 7)


def test_random_games_are_counted_as_by_the_rulebook() -> None:
    for options in (Options(), Options("advanced", destiny=True)):
        games = [laws_game(options, seed) for seed in range(5, 15)]
        decisions, moves, points, *results = random_games(new_table(options, 0), 10, 5)
        ends = [end.outcome() for _, _, end in games]
        assert decisions == sum(decisions for decisions, _, _ in games)
        assert moves == sum(moves for _, moves, _ in games)
        assert points == sum(sum(end.points) for end in ends if end)
        winners = [end.winners for end in ends if end]
        assert results == [winners.count(who) for who in ((0,), (1,), (0, 1))]


def test_a_batch_is_played_as_its_rows_one_by_one() -> None:
    """More rows than a thread takes at a time."""
    rows = np.array([begun(seed) for seed in range(600)])
    alone = rows.copy()
    play_out(rows)
    assert (rows[:, NOW] == OVER).all()
    for each in range(0, 600, 7):
        play_out(alone[each : each + 1])
        assert np.array_equal(rows[each], alone[each])
    assert len({tuple(row) for row in rows.tolist()}) == 600


def begun(seed: int) -> layout.Row:
    row = new_table(Options("harder"), seed)
    begin(row)
    return row


def test_a_state_laid_out_by_hand_goes_on_in_the_kernel() -> None:
    """G18: both geishas come home, and who is first gets the first lantern."""
    state = play(table("pink1 red4 blue2", "green1", pawns=(4, 2, 2, 3, 4)), "gift", "lay pink1", "lay red4")
    state = play(state, "lay blue2", "choose 3")
    row = from_state(state, 1)
    assert [to_move(row, answer) for answer in answers(row)] == [
        Resolve(card("pink1")),
        Resolve(card("red4")),
    ]
    assert outcome(row) is None
    assert row.shape == (WIDTH,)


def test_only_a_state_in_which_a_player_decides_has_a_row() -> None:
    with pytest.raises(ValueError):
        from_state(start(2, Options()), 1)
