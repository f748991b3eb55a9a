"""Read JSON from outside safely: decode it to the wanted type, or refuse it with a clear reason."""

import re
from collections.abc import Callable
from typing import Any

import msgspec

from hanamachi.core.table import Refused
from hanamachi.core.user_text import BadText
from hanamachi.core.words import Refusal

MARK = re.compile(rb'"[^"\\]*+(?:\\.[^"\\]*+)*+"?|[\[{]|[\]}]', re.DOTALL)  # a string, an opening, an end
NUL = re.compile(rb"(?<!\\)(?:\\\\)*\\u0000")  # not an escaped backslash with u0000 after it

LONG = re.compile(rb"\d{10}")
NUMBER = re.compile(rb'"[^"\\]*+(?:\\.[^"\\]*+)*+"?|-?\d++(?:[.eE][-+.eE\d]*+)?', re.DOTALL)  # or a string
LEAST, MOST = -(2**31), 2**31 - 1  # the range of an integer column in every database


class BadNumber(Refusal):
    """Refuse a whole number that does not fit into an integer column."""

    def __init__(self) -> None:
        super().__init__("big_number", least=LEAST, most=MOST)


def read_json(data: bytes, decode: Callable[[bytes], Any], nesting: int) -> Any:
    """Decode JSON. Refuse NUL characters, numbers beyond 32 bits, deep nesting and text that is no JSON."""
    refuse_nul(data)
    refuse_big_numbers(data)
    if data.count(b"[") + data.count(b"{") > nesting and depth(data) > nesting:
        raise Refused("too_deep", most=nesting)
    try:
        return decode(data)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise Refused("bad_json", problem=str(error)) from error


def refuse_nul(data: bytes) -> None:
    """Refuse an escaped NUL character, which PostgreSQL cannot store. A raw one is invalid JSON anyway."""
    if NUL.search(data):
        raise BadText("bad_signs")


def refuse_big_numbers(data: bytes) -> None:
    """Refuse whole numbers that do not fit into 32 bits. Digits inside strings are left alone."""
    if LONG.search(data):
        for found in NUMBER.finditer(data):
            check_number(found[0].decode("latin-1"))


def check_number(text: str) -> None:
    """Refuse a whole number, as it is written, that does not fit into 32 bits. Ignore any other text."""
    digits = text.removeprefix("-").lstrip("0")
    if digits.isdecimal() and (len(digits) > len(str(MOST)) or not LEAST <= int(text) <= MOST):
        raise BadNumber


def depth(data: bytes) -> int:
    """Return how deeply JSON is nested, even if it is invalid."""
    deepest = now = 0
    for mark in MARK.finditer(data):
        first = data[mark.start()]
        now += (first in b"[{") - (first in b"]}")
        deepest = max(deepest, now)
    return deepest
