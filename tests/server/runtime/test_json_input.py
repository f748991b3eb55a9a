"""Whatever comes as JSON is read or refused."""

import json
from contextlib import suppress
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from hanamachi.core.table import Refused
from hanamachi.core.words import Refusal
from hanamachi.server.protocol.rest import Me
from hanamachi.server.runtime.json_input import MARK, depth, read_json

DECODE = msgspec.json.Decoder(Me).decode
JSON: Any = st.recursive(
    st.none() | st.text(alphabet='[]{}"\\x', max_size=8) | st.integers(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner, max_size=3),
)


def depth_of(thing: Any) -> int:
    if isinstance(thing, list | dict):
        return 1 + max(map(depth_of, thing.values() if isinstance(thing, dict) else thing), default=0)
    return 0


@given(JSON)
def test_depth_is_counted_outside_of_strings(thing: Any) -> None:
    assert depth(json.dumps(thing).encode()) == depth_of(thing)


@given(st.binary(max_size=60))
def test_whatever_comes_is_read_or_refused(data: bytes) -> None:
    with suppress(Refusal):
        assert isinstance(read_json(data, DECODE, 8), Me)


def test_nul_is_refused_and_a_backslash_is_not() -> None:
    with pytest.raises(Refusal, match="bad_signs"):
        read_json(rb'{"name":"a\u0000"}', DECODE, 8)
    with pytest.raises(Refusal, match="bad_signs"):
        read_json(rb'{"name":"\\\u0000"}', DECODE, 8)
    assert read_json(rb'{"name":"\\u0000"}', DECODE, 8) == Me(name=r"\u0000")


@pytest.mark.parametrize(
    "data", [b"[" * 5_000, b'{"a":' * 5_000, b'{"name":' + b"[" * 100_000 + b"]" * 100_000 + b"}"]
)
def test_nesting_without_end_is_refused(data: bytes) -> None:
    """M3: JSON nested more than about 1,000 deep was a RecursionError."""
    with pytest.raises(Refused) as refused:
        read_json(data, DECODE, 32)
    assert (refused.value.reason, refused.value.facts) == ("too_deep", {"most": 32})


@pytest.mark.parametrize(
    "data", [b'"\xff"', b'{"name":"\xc3("}', b'{"name":"\\ud800"}', b'{"name":1e999}', b""]
)
def test_text_that_is_none_is_refused(data: bytes) -> None:
    """M3: bad UTF-8 was a UnicodeDecodeError."""
    with pytest.raises(Refused) as refused:
        read_json(data, DECODE, 32)
    assert refused.value.reason == "bad_json"


def test_a_string_that_never_ends_is_looked_at_once() -> None:
    """Not again from each of its quotes: that would take a time in the square of its length."""
    assert len(MARK.findall(b'"' + b'\\"' * 10_000)) == 1
