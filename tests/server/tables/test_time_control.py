"""Clocks as values: what is charged adds up, whatever happens at a table and in which order."""

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hanamachi.core.table import Refused
from hanamachi.core.words import LANGUAGES
from hanamachi.locales import catalogue
from hanamachi.server.edge.latency import MAX_COMPENSATION as MOST
from hanamachi.server.tables import time_control
from hanamachi.server.tables.time_control import (
    DAY,
    Clock,
    Days,
    Live,
    Running,
    after,
    allowed,
    charged,
    check,
    fresh,
    started,
)

seconds = st.floats(0, 500, allow_nan=False).map(lambda x: round(x, 3))
LIVE = st.builds(Live, base=st.integers(10, 600), increment=st.integers(0, 30)) | st.builds(
    Live, base=st.integers(10, 600), delay=st.integers(0, 30)
)
decisions = st.lists(st.tuples(st.integers(0, 3), seconds, st.booleans()), max_size=40)


@given(LIVE, decisions)
@settings(max_examples=200)
def test_what_is_left_is_what_there_was_without_what_was_spent(
    clock: Live, made: list[tuple[int, float, bool]]
) -> None:
    """A decision ends by a move, or otherwise (a takeback, a bot): then there is no increment."""
    held, spent, gained = fresh(clock, 4), [0.0] * 4, [0] * 4
    for row, (seat, thought, moved) in enumerate(made):
        held = started(held, clock, seat, row, now=1000.0 * row)
        thought = min(thought, allowed(held, clock))
        held = charged(held, clock, thought, row, moved=moved)
        spent[seat] += max(0.0, thought - clock.delay)
        gained[seat] += clock.increment * moved
        assert held.running is None
    for seat in range(4):
        assert held.left[seat] == pytest.approx(clock.base + gained[seat] - spent[seat], abs=1e-6)
        assert held.left[seat] >= 0
    assert list(held.took) == list(range(len(made)))


@given(st.integers(1, 14), decisions)
def test_days_are_whole_again_with_every_decision(days: int, made: list[tuple[int, float, bool]]) -> None:
    clock = Days(days)
    held = fresh(clock, 4)
    for row, (seat, thought, moved) in enumerate(made):
        held = started(held, clock, seat, row, now=0.0)
        assert held.running is not None
        assert held.running.ends == days * DAY
        held = charged(held, clock, thought, row, moved=moved)
    assert set(held.left) == {days * DAY}


@given(LIVE, seconds, st.floats(0, MOST))
def test_lag_never_charges_more_and_never_gives_more_than_it_was(
    clock: Live, thought: float, lag: float
) -> None:
    held = started(fresh(clock, 2), clock, 0, 0, now=0.0)
    plain = charged(held, clock, min(thought, allowed(held, clock)), 0, moved=False)
    eased = charged(held, clock, max(0.0, min(thought, allowed(held, clock)) - lag), 0, moved=False)
    assert 0 <= eased.left[0] - plain.left[0] <= lag + 1e-9


@given(LIVE | st.builds(Days, days=st.integers(1, 14)), st.floats(0, 1e9), st.integers(0, 3))
def test_a_running_clock_outlives_the_house_to_the_bit(clock: Clock, now: float, seat: int) -> None:
    held = started(fresh(clock, 4), clock, seat, 7, now)
    assert msgspec.json.decode(msgspec.json.encode(held.left), type=tuple[float, ...]) == held.left
    assert msgspec.json.decode(msgspec.json.encode(held.running), type=Running) == held.running
    assert msgspec.json.decode(msgspec.json.encode(clock), type=Clock) == clock


SPANS = st.lists(st.tuples(st.integers(0, 400), st.integers(1, 30)), max_size=5)


@given(st.integers(0, 100), st.integers(1, 14), SPANS)
def test_days_off_only_ever_put_the_end_off(since: int, days: int, taken: list[tuple[int, int]]) -> None:
    """Exactly `days` that are not off lie between the question and the end."""
    off, begin = [], 0
    for gap, length in taken:  # one after the other, as they are taken
        off.append((float(begin + gap), float(begin + gap + length)))
        begin += gap + length
    end = after(float(since), float(days), off)
    inside = sum(max(0.0, min(until, end) - max(begins, since)) for begins, until in off)
    assert end - since - inside == pytest.approx(days)


@pytest.mark.parametrize(
    "clock",
    [
        Live(0),
        Live(9),
        Live(1000 * 3600),
        Live(-300),
        Live(300, increment=-1),
        Live(300, increment=181),
        Live(300, delay=1000),
        Days(0),
        Days(15),
        Days(-1),
    ],
)
def test_there_is_no_such_clock(clock: Clock) -> None:
    with pytest.raises(Refused, match="bad_clock") as caught:
        check(clock)
    for lang in LANGUAGES:
        assert catalogue("house")(lang)("error.bad_clock", **caught.value.facts)


def test_a_clock_has_an_increment_or_a_delay() -> None:
    with pytest.raises(Refused, match="clock_both"):
        check(Live(300, increment=3, delay=3))
    for clock in (None, Live(10), Live(3 * 3600, increment=180), Live(60, delay=5), Days(1), Days(14)):
        check(clock)


@pytest.mark.parametrize(
    ("clock", "en", "fr", "pl"),
    [
        (Live(300, increment=3), "5 min + 3 s a move", "5 min + 3 s par coup", "5 min + 3 s na ruch"),
        (Live(90), "1 min 30 s a player", "1 min 30 s par joueur", "1 min 30 s na gracza"),
        (
            Live(30, delay=5),
            "30 s, 5 s delay a move",
            "30 s, 5 s de délai par coup",
            "30 s, 5 s opóźnienia na ruch",
        ),
        (Days(1), "1 day a move", "1 jour par coup", "1 dzień na ruch"),
        (Days(5), "5 days a move", "5 jours par coup", "5 dni na ruch"),
    ],
)
def test_a_clock_in_words(clock: Clock, en: str, fr: str, pl: str) -> None:
    assert [time_control.in_words(clock, catalogue("house")(lang)) for lang in LANGUAGES] == [en, fr, pl]
