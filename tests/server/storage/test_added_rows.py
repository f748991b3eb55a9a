"""Rows that travel with a notice: another worker has the same table by them, or knows that it must read it."""

import random

import pytest
from msgspec.structs import replace

from hanamachi.core.options import choose
from hanamachi.games import GAMES
from hanamachi.server.storage.added_rows import added_rows, with_added_rows
from hanamachi.server.tables import transitions
from hanamachi.server.tables.changes import same
from hanamachi.server.tables.clock_rules import Moment, timed
from hanamachi.server.tables.model import Asked, Playing, SeatHolder, Setup, Waiting, Window
from hanamachi.server.tables.start import started
from hanamachi.server.tables.time_control import Live

CLOCKS = [None, Live(300, 5)]


def begun(game: str, clock: Live | None = None) -> Playing:
    seats = tuple(SeatHolder("guest", f"G{n}", f"g{n}", words=f"w{n}") for n in range(GAMES[game].seats[0]))
    options = choose(GAMES[game].options, {})
    assert options is not None
    version = GAMES[game].version
    setup = Setup(format=2, game=game, version=version, options={}, host="g0", seed="07" * 32, clock=clock)
    return started(Waiting(setup, seats))


def moved(before: Playing, dice: random.Random, at: float = 0.0) -> Playing:
    table = before.table
    assert table.actor is not None
    move = dice.choice(list(table.state.moves()))
    after = transitions.submit(table.actor, before.seq, move)(before)
    assert isinstance(after, Playing)
    after = timed(before, after, Moment(at, 1.0, range(len(before.seats)), ()))
    assert isinstance(after, Playing)
    return after


@pytest.mark.parametrize("clock", CLOCKS, ids=["no clock", "clock"])
@pytest.mark.parametrize("game", GAMES)
def test_a_whole_game_is_followed_by_its_rows(game: str, clock: Live | None) -> None:
    dice, here = random.Random(1), begun(game, clock)
    there = here
    for second in range(40):
        if here.table.result:
            break
        before, here = here, moved(here, dice, float(second))
        added = added_rows("t", before, here)
        assert added is not None
        followed = with_added_rows(there, added)
        assert isinstance(followed, Playing)
        assert same(followed, here)
        assert followed.table.state == here.table.state
        assert with_added_rows(followed, added) is followed, "what is known already changes nothing"
        there = followed


def test_what_is_more_than_rows_is_read() -> None:
    before = begun("okiya")
    after = moved(before, random.Random(2))
    assert added_rows("t", before, before) is None
    assert added_rows("t", Waiting(before.setup, before.seats), after) is None
    others = [
        after.with_side(draw=Asked(0, 1)),
        replace(after, child="u"),
        replace(after, window=Window(after.seq, 0)),
        replace(after, seats=(replace(after.seats[0], name="Other"), after.seats[1])),
    ]
    assert [added_rows("t", before, other) for other in others] == [None] * len(others)


def test_rows_that_do_not_follow_are_read() -> None:
    dice, before = random.Random(3), begun("okiya")
    after = moved(before, dice)
    added = added_rows("t", after, moved(after, dice))
    assert added is not None
    assert with_added_rows(before, added) is None, "a row is missing here"
    assert with_added_rows(Waiting(before.setup, before.seats), added) is None
    assert with_added_rows(replace(after, damaged=True), added) is None
    assert with_added_rows(replace(after, window=Window(after.seq, 0)), added) is None
    assert with_added_rows(after, replace(added, version=added.version + 1)) is None
    assert with_added_rows(after, replace(added, rows=["{}"])) is None
