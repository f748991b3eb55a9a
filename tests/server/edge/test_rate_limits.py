"""Who asks too much waits, and nobody else does."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hanamachi.core.telling import explain
from hanamachi.locales import catalogue
from hanamachi.server.edge.rate_limits import (
    ConcurrencyLimit,
    RateLimiter,
    SharedSocketRates,
    TokenBucket,
    TooMany,
    address_key,
)
from hanamachi.server.runtime.limits import Limits, Rate


class Clock:
    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


def taken(bucket: TokenBucket) -> int:
    """How many come through before the first refusal."""
    count = 0
    while True:
        try:
            bucket.take()
        except TooMany:
            return count
        count += 1


def test_a_burst_comes_through_and_then_so_many_a_minute() -> None:
    clock = Clock()
    bucket = TokenBucket(Rate(5, 60), clock)
    assert taken(bucket) == 5
    clock.now += 1
    assert taken(bucket) == 1
    clock.now += 3600
    assert taken(bucket) == 5  # no more than a burst, however long it was quiet


def test_a_refusal_says_when_to_try_again_and_then_it_works() -> None:
    clock = Clock()
    bucket = TokenBucket(Rate(1, 6), clock)
    bucket.take()
    with pytest.raises(TooMany) as refused:
        bucket.take()
    assert refused.value.wait == 10
    clock.now += refused.value.wait
    bucket.take()


@given(
    rate=st.builds(Rate, st.integers(1, 50), st.floats(0.1, 6000)),
    steps=st.lists(st.floats(0, 100), max_size=80),
)
def test_in_no_stretch_of_time_more_than_the_rate_comes_through(rate: Rate, steps: list[float]) -> None:
    clock = Clock()
    bucket, times = TokenBucket(rate, clock), list[float]()
    for step in steps:
        clock.now += step
        try:
            bucket.take()
        except TooMany:
            continue
        times.append(clock.now)
    for first, start in enumerate(times):
        for count, end in enumerate(times[first:], 1):
            assert count <= rate.burst + (end - start) * rate.per_minute / 60 + 1e-6


def test_the_sentence_has_its_seconds_in_three_languages() -> None:
    said = [
        explain(TooMany(wait), catalogue("house")(lang)) for lang in ("en", "fr", "pl") for wait in (1, 3, 7)
    ]
    assert said[0] == "Too many requests. Try again in 1 second."
    assert said[1] == "Too many requests. Try again in 3 seconds."
    assert "3 secondes" in said[4]
    assert ["1 sekundę" in said[6], "3 sekundy" in said[7], "7 sekund." in said[8]] == [True] * 3


def test_each_has_a_bucket_of_their_own() -> None:
    rates = RateLimiter(Rate(1, 1), Clock())
    rates.take("mika")
    rates.take("rin")
    with pytest.raises(TooMany):
        rates.take("mika")


def test_memory_is_bounded_and_the_quietest_is_forgotten() -> None:
    rates = RateLimiter(Rate(2, 1), Clock(), remembered=3)
    for key in ("a", "b", "c", "a", "d"):
        rates.take(key)
    assert list(rates.buckets) == ["c", "a", "d"]
    with pytest.raises(TooMany):
        rates.take("a")  # who goes on asking is not forgotten


def test_who_may_ask_for_everything_again_is_forgotten() -> None:
    clock = Clock()
    rates = RateLimiter(Rate(2, 60), clock)
    for key in map(str, range(1_000)):
        rates.take(key)
    clock.now += 1.0  # each bucket is full again
    rates.take("rin")
    assert list(rates.buckets) == ["rin"]


def test_who_still_has_to_wait_is_remembered() -> None:
    clock = Clock()
    rates = RateLimiter(Rate(2, 60), clock)
    for key in ("mika", "mika", "rin"):
        rates.take(key)
    clock.now += 1.0
    rates.take("mika")
    with pytest.raises(TooMany):
        rates.take("mika")


def test_as_many_as_are_left_may_enter_again() -> None:
    at_once = ConcurrencyLimit(2)
    assert [at_once.enter("x") for _ in range(3)] == [True, True, False]
    assert at_once.enter("y")
    at_once.leave("x")
    assert at_once.enter("x")
    for key in ("x", "x", "y"):
        at_once.leave(key)
    assert not at_once.open


def test_an_address_is_whose_it_is() -> None:
    assert address_key("2001:db8::1:2:3:4") == address_key("2001:db8::ffff") == "2001:db8::"
    assert address_key("2001:db8:0:1::1") != address_key("2001:db8::1")
    assert address_key("::ffff:192.0.2.7") == address_key("192.0.2.7") == "192.0.2.7"
    assert address_key("fe80::1%eth0") == "fe80::"
    assert address_key("x" * 5000) == "x" * 64


def test_what_is_reserved_waits_its_turn() -> None:
    clock = Clock()
    bucket = TokenBucket(Rate(2, 60), clock)
    assert [round(bucket.reserve(), 6) for _ in range(4)] == [0, 0, 1, 2]
    clock.now += 10
    assert bucket.reserve() == 0


def test_sockets_of_a_user_and_of_an_address_share_what_they_may_say() -> None:
    shared = SharedSocketRates(Limits(my_messages=Rate(2, 1e-3), all_messages=Rate(4, 1e-3)))
    assert [shared.wait("mika", "home") > 0 for _ in range(3)] == [False, False, True]
    assert shared.wait("rin", "home") == 0
    assert shared.wait("", "home") > 0  # whoever they are, the address has said enough
    assert shared.wait("rin", "elsewhere") == 0
