"""Okiya's rules, O1 to O13, one by one."""

from random import Random

import pytest
from msgspec.structs import replace

from hanamachi.core.conformance import random_story
from hanamachi.core.game import NATURE, IllegalMove, Move, Outcome, Prompt
from hanamachi.core.options import OptionError
from hanamachi.games.okiya import GAME
from hanamachi.games.okiya.moves import Begin, Beginning, Lay, Laying, Options, Score, Scoring, Take, Taking
from hanamachi.games.okiya.pieces import (
    BOXES,
    BOXES_AT,
    FEATURES,
    LINES,
    LINES_AT,
    NAMES,
    PLANTS,
    feature,
    matches,
    plant,
)
from hanamachi.games.okiya.rules import State, bound, pieces, start, universe
from tests.games.okiya.garden import PLAIN, laid, place, take


def refused(state: State, move: Move) -> IllegalMove:
    with pytest.raises(IllegalMove) as caught:
        state.play(move)
    return caught.value


def legal(state: State) -> str:
    return " ".join(NAMES[move.square] for move in state.moves() if isinstance(move, Take))


def scored(state: State) -> Score:
    step = state.todo[0]
    assert isinstance(step, Scoring)
    return step.score


def test_O1_sixteen_tiles_of_four_plants_and_four_features() -> None:
    names = {(PLANTS[plant(tile)], FEATURES[feature(tile)]) for tile in range(16)}
    assert len(names) == 16
    assert PLANTS == ("maple", "cherry", "pine", "iris")
    assert FEATURES == ("sun", "tanzaku", "bird", "rain")
    assert (plant(6), feature(6)) == (1, 2)
    assert pieces(laid()) == list(range(16))
    assert (NAMES[:5], NAMES[15:]) == (("a1", "b1", "c1", "d1", "a2"), ("d4",))


def test_O2_the_tiles_are_laid_one_by_one_by_chance() -> None:
    state = start(2, Options()).play(Begin(1))
    assert state.todo == (*[Laying(NATURE)] * 16, Taking(1))
    assert state.odds() == [(Lay(tile), 1) for tile in range(16)]
    state = state.play(Lay(5))
    assert state.layout == (5,)
    assert Lay(5) not in state.moves()
    assert refused(state, Lay(5)).reason == "not_now"
    assert refused(state, Lay(16)).reason == "not_now"
    assert refused(state, Take(0)).facts == {"rule": "O5"}
    assert len(state.moves()) == 15


def test_O3_chance_begins_then_the_loser() -> None:
    state = start(2, Options(match="series"))
    assert state.todo == (Beginning(NATURE),)
    assert state.odds() == [(Begin(0), 1), (Begin(1), 1)]
    assert refused(state, Begin(2)).reason == "not_now"
    assert state.play(Begin(1)).starter == 1
    for winner in (0, 1):
        score = Score(winner, "O7", 9)
        after = replace(laid(options=Options(match="series")), todo=(Scoring(NATURE, score),)).play(score)
        assert after.starter == 1 - winner
        assert after.todo[-1] == Taking(1 - winner)
        assert (after.layout, after.geishas, after.last, after.round) == ((), (0, 0), None, 2)


def test_O4_the_first_tile_comes_from_the_border() -> None:
    state = laid()
    assert legal(state) == "a1 b1 c1 d1 a2 d2 a3 d3 a4 b4 c4 d4"
    for centre in ["b2", "c2", "b3", "c3"]:
        error = refused(state, Take(NAMES.index(centre)))
        assert (error.reason, error.facts["rule"]) == ("centre", "O4")
        assert error.facts["square"] == f"@square.{NAMES.index(centre)}"
    assert "b2" in legal(take(state, "a2"))


def test_O5_a_geisha_takes_the_place_of_the_tile() -> None:
    state = take(laid(starter=1), "a1")
    assert state.geishas == (0, 1)
    assert state.last == 0
    assert state.todo == (Taking(0),)
    assert take(state, "b1").geishas == (2, 1)
    error = refused(state, Take(0))
    assert (error.reason, error.facts) == ("taken", {"rule": "O5", "square": "@square.0"})
    assert refused(take(state, "b1"), Take(0)).reason == "taken"
    assert (refused(state, Take(16)).reason, refused(state, Take(16)).facts) == ("no_square", {"rule": "O2"})
    assert refused(state, Take(-1)).reason == "no_square"
    assert refused(state, Begin(0)).reason == "not_now"


def test_O6_the_same_plant_or_the_same_feature() -> None:
    state = take(laid(), "a2")
    assert legal(state) == "a1 b2 c2 d2 a3 a4"
    error = refused(state, Take(NAMES.index("b1")))
    assert error.reason == "no_match"
    assert error.facts == {"rule": "O6", "tile": "@tile.1", "removed": "@tile.4"}
    assert legal(take(state, "b2")) == "b1 c2 d2 b3 b4"
    assert [matches(0, tile) for tile in (1, 4, 5, 15)] == [True, True, False, False]


def test_O6_the_rulebook_example() -> None:
    """An iris tile with a tanzaku is removed: three iris tiles or three tanzakus may follow."""
    iris_tanzaku = PLANTS.index("iris") * 4 + FEATURES.index("tanzaku")
    layout = (iris_tanzaku, *(tile for tile in PLAIN if tile != iris_tanzaku))
    state = take(laid(layout), "a1")
    tiles = [layout[move.square] for move in state.moves() if isinstance(move, Take)]
    assert sorted(tiles) == [1, 5, 9, 12, 14, 15]


def won_by(squares: str, last: str) -> State:
    """The mover has three of the squares and takes the last, which matches the tile before."""
    square = NAMES.index(last)
    other = next(n for n in NAMES if n not in squares.split() and matches(NAMES.index(n), square))
    mine = " ".join(name for name in squares.split() if name != last)
    return take(place(laid(), mine, other, other), last)


LINE_NAMES = (
    [" ".join(f"{c}{r}" for c in "abcd") for r in "1234"]
    + [" ".join(f"{c}{r}" for r in "1234") for c in "abcd"]
    + ["a1 b2 c3 d4", "a4 b3 c2 d1"]
)
BOX_NAMES = [f"{a}{r} {b}{r} {a}{s} {b}{s}" for a, b in ("ab", "bc", "cd") for r, s in ("12", "23", "34")]


@pytest.mark.parametrize("squares", LINE_NAMES)
def test_O7_four_in_a_line_win(squares: str) -> None:
    for last in squares.split():
        assert scored(won_by(squares, last)) == Score(0, "O7", 11)


@pytest.mark.parametrize("squares", BOX_NAMES)
def test_O8_four_in_a_square_win(squares: str) -> None:
    for last in squares.split():
        assert scored(won_by(squares, last)) == Score(0, "O8", 11)


def test_O7_O8_there_are_nineteen_patterns_of_four() -> None:
    assert (len(set(LINES)), len(set(BOXES))) == (10, 9)
    assert all(pattern.bit_count() == 4 for pattern in LINES + BOXES)
    for patterns, at in ((LINES, LINES_AT), (BOXES, BOXES_AT)):
        there = [(square, pattern) for square, here in enumerate(at) for pattern in here]
        assert len(there) == 4 * len(patterns)
        assert all(pattern & 1 << square for square, pattern in there)


def test_O7_three_or_a_broken_line_do_not_win() -> None:
    assert isinstance(won_by("a1 b1 c1", "b1").todo[0], Taking)
    assert isinstance(won_by("a1 b1 c1 d2", "b1").todo[0], Taking)
    assert isinstance(won_by("a1 b2 c3 a4", "b2").todo[0], Taking)


def test_O9_a_player_without_a_tile_loses() -> None:
    """The rulebook's example: no pine and no bird is left for black."""
    state = place(laid(), "a3 b3 c1", "d3 c4 c2", "c2")
    ended = take(state, "c3")
    assert legal_tiles(ended) == set()
    assert scored(ended) == Score(0, "O9", 9)


def legal_tiles(state: State) -> set[int]:
    """Tiles still in the garden that match the last one, found the slow way."""
    assert state.last is not None
    taken = state.geishas[0] | state.geishas[1]
    removed = state.layout[state.last]
    left = [state.layout[square] for square in range(16) if not taken >> square & 1]
    return {t for t in left if t // 4 == removed // 4 or t % 4 == removed % 4}


# Colours without a pattern: red on the even cells of two shifted rows. The 16th tile is d4.
FULL_MINE, FULL_THEIRS = "a1 b1 d2 c2 a3 b3 c4", "c1 d1 a2 b2 c3 d3 a4 b4"


@pytest.mark.parametrize(("rule", "winner"), [("last_mover", 0), ("draw", None)])
def test_O10_a_full_garden(rule: str, winner: int | None) -> None:
    state = place(laid(options=Options(full_board=rule)), FULL_MINE, FULL_THEIRS, "d3")  # type: ignore[arg-type]
    full = take(state, "d4")
    assert full.geishas[0] | full.geishas[1] == 0xFFFF
    assert scored(full) == Score(winner, "O10", 0)
    end = full.play(scored(full))
    assert end.outcome() == Outcome(
        (1, 0) if winner == 0 else (0, 0),
        (1, 2) if winner == 0 else (1, 1),
        (0,) if winner == 0 else (),
        "O10",
    )


def test_O10_a_pattern_on_the_last_tile_wins_under_both_rules() -> None:
    for rule in ("last_mover", "draw"):
        state = place(
            laid(options=Options(full_board=rule)), "a1 b1 d2 c2 a3 b4 c4 a4", "c1 d1 a2 b2 c3 d3 b3", "d3"
        )
        assert scored(take(state, "d4")) == Score(0, "O7", 0)


def test_O10_a_drawn_round_counts_for_nobody_and_the_other_starts() -> None:
    options = Options(match="series", full_board="draw")
    for starter in (0, 1):
        state = replace(
            laid(options=options, starter=starter), todo=(Scoring(NATURE, Score(None, "O10", 0)),)
        )
        after = state.play(Score(None, "O10", 0))
        assert (after.starter, after.wins(), after.round) == (1 - starter, (0, 0), 2)


def after_rounds(options: Options, *scores: Score) -> State:
    state = laid(options=options)
    for score in scores:
        state = replace(state, todo=(Scoring(NATURE, score),))
        state = state.play(score)
    return state


def test_O11_a_single_round_decides() -> None:
    end = after_rounds(Options(), Score(1, "O9", 4))
    assert end.todo == ()
    assert end.outcome() == Outcome((0, 1), (2, 1), (1,), "O9")
    assert (end.moves(), end.odds(), end.actor) == ([], (), None)
    assert refused(end, Take(0)).facts["rule"] == "O9"
    assert laid().outcome() is None


def test_O12_a_series_is_won_with_three_rounds() -> None:
    red, black = Score(0, "O7", 5), Score(1, "O8", 5)
    assert after_rounds(Options(match="series"), red, black, red, black).outcome() is None
    end = after_rounds(Options(match="series"), red, black, red, black, red)
    assert end.outcome() == Outcome((3, 2), (1, 2), (0,), "O12")
    assert refused(end, Take(0)).facts["rule"] == "O12"


@pytest.mark.parametrize("target", [10, 15, 20, 1, 7])
def test_O13_points_are_the_tiles_left(target: int) -> None:
    options = Options(match="points", target=target)
    before = after_rounds(options, Score(1, "O7", target - 1)) if target > 1 else laid(options=options)
    assert before.outcome() is None
    end = (
        after_rounds(options, Score(1, "O7", target - 1), Score(1, "O8", 1))
        if target > 1
        else after_rounds(options, Score(1, "O8", 1))
    )
    assert end.outcome() == Outcome((0, target), (2, 1), (1,), "O13")
    assert refused(end, Take(0)).facts["rule"] == "O13"


def test_O13_a_win_on_a_full_garden_scores_nothing_and_decides_who_starts() -> None:
    after = after_rounds(Options(match="points"), Score(1, "O10", 0))
    assert after.points() == (0, 0)
    assert after.wins() == (0, 1)
    assert after.starter == 0


def test_a_score_is_not_a_choice() -> None:
    state = won_by("a1 b1 c1 d1", "d1")
    assert state.odds() == [(Score(0, "O7", 11), 1)]
    assert refused(state, Score(1, "O7", 11)).reason == "not_now"
    assert refused(state, Take(15)).reason == "not_now"


def test_a_target_needs_points() -> None:
    with pytest.raises(OptionError) as caught:
        start(2, Options(match="series", target=15))
    assert caught.value.reason == "target_without_points"
    assert start(2, Options(match="points", target=15))


def test_bounds() -> None:
    assert bound(2, Options()) == 34
    assert bound(2, Options(match="series")) == 166
    assert bound(2, Options(match="series", full_board="draw")) is None
    assert bound(2, Options(match="points")) is None


def test_the_universe() -> None:
    whole = universe(2, Options())
    assert whole.decisions == tuple(Take(square) for square in range(16))
    assert len(whole.nature) == len(set(whole.nature)) == 2 + 16 + 96 + 3


def test_the_view_shows_the_whole_garden_to_everybody() -> None:
    state = take(laid(options=Options(match="points", target=12), starter=1), "a2 b2")
    for seat in (0, 1, None):
        seen = state.view(seat)
        assert (seen.seat, seen.layout, seen.geishas) == (seat, PLAIN, state.geishas)
        assert (seen.starter, seen.last, seen.options) == (1, 5, state.options)
        assert seen.legal == (1, 6, 7, 9, 13)
        assert seen.prompt == Prompt(1, "take", "O6", {"tile": "@tile.5"})
        assert (seen.outcome, seen.scoring, seen.rounds) == (None, None, ())
    assert laid().view(0).prompt == Prompt(0, "open", "O4")
    assert state.veil(Take(1), None) == Take(1)


def test_the_view_at_natures_turn() -> None:
    seen = won_by("a1 b1 c1 d1", "d1").view(0)
    assert (seen.prompt, seen.legal, seen.scoring) == (None, (), Score(0, "O7", 11))
    end = after_rounds(Options(), Score(1, "O9", 4)).view(1)
    assert (end.prompt, end.rounds, end.wins, end.points) == (None, (Score(1, "O9", 4),), (0, 1), (0, 4))
    assert end.outcome is not None
    begun = start(2, Options())
    assert GAME.imagine(begun.view(0), Random(1)) == begun
    assert GAME.imagine(end, Random(1)) == after_rounds(Options(), Score(1, "O9", 4))


def names(squares: int) -> str:
    return " ".join(name for at, name in enumerate(NAMES) if squares >> at & 1)


def test_O6_the_view_says_what_could_be_answered_to_each_legal_square() -> None:
    state = take(laid(), "a2 b2")
    seen = state.view(0)
    answers = dict(zip(seen.legal, map(names, seen.answers), strict=True))
    assert answers[NAMES.index("c2")] == "c1 d2 c3 c4"
    for square, answer in answers.items():
        assert answer == legal(state.play(Take(square)))
    assert len(laid().view(0).answers) == 12
    assert won_by("a1 b1 c1 d1", "d1").view(0).answers == ()


@pytest.mark.parametrize(
    ("mine", "last"),
    [
        ("a1 b1 c1 d1", "d1"),
        ("a1 b1 a2 b2", "b2"),
        ("a4 b3 c2 d1", "b3"),
        ("a1 b1 c1 d1 c2 d2", "d1"),  # a line and a square at once
    ],
)
def test_O7_O8_the_view_lights_what_ended_the_round(mine: str, last: str) -> None:
    seen = won_by(mine, last).view(None)
    assert names(sum(1 << at for at in seen.four)) == names(
        sum(1 << NAMES.index(each) for each in mine.split())
    )
    assert take(laid(), "a2 b2").view(None).four == ()


def test_O1_O12_the_view_counts_geishas_and_rounds() -> None:
    view = place(laid(), "a1 b2", "d4", "d4").view(None)
    assert (view.left, view.round, view.series) == ((6, 7), 1, 3)


def test_the_view_names_the_layout_by_its_code() -> None:
    assert laid().view(None).code == "000000000"
    assert start(2, Options()).play(Begin(0)).view(None).code == ""


@pytest.mark.no_cover
def test_random_games_are_as_long_as_they_should_be() -> None:
    """13.22 plies on average over a million games; here within five standard errors."""
    rng, games = Random(1), 1500
    plies = [
        sum(isinstance(move, Take) for move in random_story(GAME, 2, Options(), rng, 34).moves)
        for _ in range(games)
    ]
    assert abs(sum(plies) / games - 13.22) < 5 * 2.4 / games**0.5
