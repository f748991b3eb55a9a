"""Check a line of free text: plain, visible, of a length and a height that a table can show."""

import re
import unicodedata

from hanamachi.core import user_text
from hanamachi.core.user_text import BadText

MOST_BYTES = 3  # for each sign that is allowed, on average: enough for every script
MOST_MARKS = 4  # accents over one letter: enough for every language, and no tower of them
JOINER = "\u200d"  # joins pictures to one: a family, a profession
FORBIDDEN = {"Co", "Cn"}  # private signs, and those that are no letters yet: nobody knows what they look like
PICTURE = {"So", "Sk", "Mn"}  # a symbol, the colour of its skin, the mark that it is a picture
SYMBOL = {"So", "Sm", "Po", "Pd", "Nd"}  # what may be drawn as a picture, or as a letter
AS_PICTURE = "\ufe0e\ufe0f"
VARIANTS = re.compile("[\u180b-\u180f\ufe00-\ufe0f\U000e0100-\U000e01ef]")  # they are not seen themselves
OBJECT = "\ufffc"  # stands for something that is not there


def line(text: str, most: int) -> str:
    """Return a typed text with its spaces collapsed, or refuse it."""
    tidy = collapsed(text)
    if not tidy:
        raise BadText("nothing_said")
    if len(tidy) > most or len(tidy.encode("utf-8", "surrogatepass")) > most * MOST_BYTES:
        raise BadText("too_many_signs", most=most)
    user_text.said(without_joiners(tidy), most)
    if any(sign == OBJECT or unicodedata.category(sign) in FORBIDDEN for sign in tidy):
        raise BadText("bad_signs")
    if not all(varies(tidy[: found.start()][-1:], found[0]) for found in VARIANTS.finditer(tidy)):
        raise BadText("bad_signs")
    if longest_run_of_marks(tidy) > MOST_MARKS:
        raise BadText("too_many_marks")
    return tidy


def collapsed(text: str) -> str:
    """Return a text with one plain space for each run of spaces, of whatever width."""
    plain = "".join(" " if unicodedata.category(sign) == "Zs" else sign for sign in text)
    return " ".join(filter(None, plain.split(" ")))


def without_joiners(text: str) -> str:
    """Return a text without the invisible signs that join pictures. Anywhere else these stay."""
    joins = {at for at, sign in enumerate(text) if sign == JOINER and joins_pictures(text, at)}
    return "".join(sign for at, sign in enumerate(text) if at not in joins)


def joins_pictures(text: str, at: int) -> bool:
    around = text[at - 1 : at] or " ", text[at + 1 : at + 2] or " "
    before, after = (unicodedata.category(sign) for sign in around)
    return before in PICTURE and after == "So"


def varies(before: str, variant: str) -> bool:
    """Return True if an invisible sign asks for another form of a symbol or of a Han letter."""
    if variant in AS_PICTURE:
        return bool(before) and unicodedata.category(before) in SYMBOL
    return unicodedata.name(before or " ", "").startswith("CJK UNIFIED")


def longest_run_of_marks(text: str) -> int:
    """Return how many combining marks follow each other at most."""
    longest = run = 0
    for sign in text:
        run = run + 1 if unicodedata.category(sign).startswith("M") else 0
        longest = max(longest, run)
    return longest
