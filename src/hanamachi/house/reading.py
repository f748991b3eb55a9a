"""JSON from outside, read with care: whatever comes, it is a thing of the wanted kind or a refusal."""

import re
from collections.abc import Callable
from typing import Any

import msgspec

from hanamachi.core.table import Refused
from hanamachi.house.names import BadText

MARK = re.compile(rb'"[^"\\]*+(?:\\.[^"\\]*+)*+"?|[\[{]|[\]}]', re.DOTALL)  # a string, an opening, an end
NUL = re.compile(rb"(?<!\\)(?:\\\\)*\\u0000")  # and not a backslash that somebody wrote, with u0000 after it


def read_json(data: bytes, decode: Callable[[bytes], Any], nesting: int) -> Any:
    refuse_nul(data)
    if data.count(b"[") + data.count(b"{") > nesting and depth(data) > nesting:
        raise Refused("too_deep", most=nesting)
    try:
        return decode(data)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise Refused("bad_json", problem=str(error)) from error


def refuse_nul(data: bytes) -> None:
    """Not every database can keep this sign; as itself it is no JSON."""
    if NUL.search(data):
        raise BadText("bad_signs")


def depth(data: bytes) -> int:
    """How deeply the text is nested, readable or not."""
    deepest = now = 0
    for mark in MARK.finditer(data):
        first = data[mark.start()]
        now += (first in b"[{") - (first in b"]}")
        deepest = max(deepest, now)
    return deepest
