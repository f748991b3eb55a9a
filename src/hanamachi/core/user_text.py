"""Check names and texts that people type: all characters must be visible and do nothing else.

Control characters can command a terminal, direction marks turn the text after them, and invisible ones make
two names look the same.
"""

import unicodedata
from collections.abc import Sequence
from itertools import count
from typing import Any

from hanamachi.core.words import Refusal

UNSEEN = {"Cc", "Cf", "Cs", "Zl", "Zp"}  # control, format, surrogates, separators of lines
BLANK = set("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")  # letters by their class, with nothing to see


class BadText(Refusal):
    pass


def name(text: str, most: int) -> str:
    """Return a person's name with its spaces collapsed, or refuse it."""
    tidy = " ".join(text.split())
    if not 1 <= len(tidy) <= most:
        raise BadText("bad_name", most=most)
    return said(tidy, most)


def said(text: str, most: int) -> str:
    """Return any other text unchanged, or refuse it."""
    if len(text) > most:
        raise BadText("too_many_signs", most=most)
    if not all(map(seen, text)):
        raise BadText("bad_signs")
    return text


def all_said(thing: Any, most: int) -> None:
    """Check every text in a JSON value."""
    if isinstance(thing, str):
        said(thing, most)
    elif isinstance(thing, dict):
        all_said([*thing, *thing.values()], most)
    elif isinstance(thing, list):
        for each in thing:
            all_said(each, most)


def seen(sign: str) -> bool:
    return sign not in BLANK and unicodedata.category(sign) not in UNSEEN


def distinct_names(called: Sequence[str]) -> list[str]:
    """Return the names with a number where one would look like another: Hina, Hina 2."""
    given: list[str] = []
    for name in called:
        taken = {alike(each) for each in (*given, *called)}
        more = (f"{name} {n}" for n in count(2))
        new = name and alike(name) in map(alike, given)
        given.append(next(each for each in more if alike(each) not in taken) if new else name)
    return given


def alike(name: str) -> str:
    return unicodedata.normalize("NFKC", name).casefold()


def visible(text: str) -> str:
    """Return text for a terminal, with each control character shown as a visible one."""
    return "".join(sign if sign in "\n\t" or seen(sign) else _shown(sign) for sign in text)


def _shown(sign: str) -> str:
    return chr(0x2400 + ord(sign)) if sign < " " else "\ufffd"


def one_line(text: str) -> str:
    """Return a name for a terminal, on one line."""
    return visible(text).replace("\n", "\u240a").replace("\t", "\u2409")
