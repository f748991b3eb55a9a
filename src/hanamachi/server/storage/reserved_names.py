"""Compare names by how they look, and keep the names of members for them.

Two names are alike if they have the same skeleton (UTS #39: each character replaced by the one that it looks
like) once their case is folded, or if their skeletons are the same in any case: "Ivan" is like "ivan", and
like "lvan" with an L. Letters with accents look different from those without, so "Paweł" and "Pawel" are two
names. A few pairs that the data of UTS #39 tells apart are added: small capitals, strokes, a dot on an i.
"""

import lzma
import re
import unicodedata
from functools import cache
from importlib.resources import files
from itertools import count

import sqlalchemy as sa
from msgspec import Struct

from hanamachi.core.words import Name, Refusal
from hanamachi.server.db import timestamps
from hanamachi.server.db.prepared import Prepared, PreparedWithTime
from hanamachi.server.db.schema import FREED_NAMES, GUESTS, MEMBERS
from hanamachi.server.runtime.digests import digest

# Of those that Unicode says may be left out when shown, a name can have these: mostly variation selectors.
INVISIBLE = re.compile(
    "[\u034f\u180b-\u180f\u2060-\u206f\ufe00-\ufe0f\ufff0-\ufff8\U0001d159\U000e0000-\U000e0fff]"
)
DOT_ON_DOT = re.compile("(?<=[ij])\u0307")  # it is drawn where the letter's own dot is
SMALL_CAPITAL = re.compile("LATIN LETTER SMALL CAPITAL [A-Z]")
STROKES = range(0x334, 0x339)  # across a letter, as in ł: drawn alike
RULES = "2"  # how names are compared with the data; another number has all names compared again
BOT_MARK = " [bot]"  # at the end of the name of a bot account, and of no other
REST = 90 * 24 * 3600.0  # seconds for which a freed name rests


class NameTaken(Refusal):
    """The name belongs to a member, or did until lately."""

    def __init__(self, name: str) -> None:
        super().__init__("name_taken", name=Name(name))


class MarkedAsBot(NameTaken):
    """The name ends like those of bot accounts."""

    def __init__(self) -> None:
        super(NameTaken, self).__init__("name_of_bots")


class Look(Struct, frozen=True):
    """What two names that are alike have in common: one of these."""

    skeleton: str  # of the name in folded case
    lookalike: str  # the skeleton of the name as it is written, in folded case


@cache
def _data() -> tuple[str, dict[int, str]]:
    """Return the version of the data, and what each character looks like."""
    packed = files("hanamachi.server.storage").joinpath("confusables.txt.xz").read_bytes()
    version, *lines = lzma.decompress(packed).decode().split("\n")
    return version, {ord(line[0]): line[1:] for line in lines}


@cache
def _more() -> dict[int, str]:
    """Return what a few characters look like that the data leaves as they are."""
    names = {code: unicodedata.name(chr(code), "") for code in range(0x250, 0x1E00)}
    small_capitals = {
        code: name[-1].lower().translate(_data()[1])
        for code, name in names.items()
        if SMALL_CAPITAL.fullmatch(name)
    }
    others = {ord("ĸ"): "k", ord("ʍ"): "rn", ord("w"): "vv"}  # the data writes к as ĸ, and м as ʍ
    return small_capitals | dict.fromkeys(STROKES, "\u0338") | others


def version() -> str:
    """Return the version of the data and of the rules."""
    return f"{_data()[0]}+{RULES}"


def look_of(name: str) -> Look:
    """Return what names that look like this one have in common with it."""
    folded = unicodedata.normalize("NFKC", name).casefold()
    return Look(_skeleton("".join(map(_in_latin, folded))), _skeleton(name).casefold())


def _in_latin(sign: str) -> str:
    """Return the Latin letter whose capital looks like that of a letter of another script: UTS #39 tells the
    small ones apart, as in "Miкa" with a Cyrillic letter."""
    if sign.isascii() or not sign.isalpha() or unicodedata.name(sign, "").startswith("LATIN"):
        return sign
    own, capital = _skeleton(sign), _skeleton(sign.upper()).casefold()
    if capital == "l" and own == "i":  # a capital I looks like an l
        return own
    return capital if capital.isascii() and capital.isalpha() else sign


def _skeleton(text: str) -> str:
    """Return the skeleton of UTS #39, which leaves out invisible characters."""
    apart = INVISIBLE.sub("", unicodedata.normalize("NFD", text))
    found = apart.translate(_data()[1]).translate(_more())
    return DOT_ON_DOT.sub("", unicodedata.normalize("NFD", found))


def compared(name: str) -> str:
    """Return what is stored with a look, to see later whether it has to be made anew."""
    return f"{version()} {name}"


def alike(look: Look, table: sa.Table) -> sa.ColumnElement[bool]:
    """Return the condition that a name in a table is alike."""
    return (table.c.skeleton == look.skeleton) | (table.c.lookalike == look.lookalike)


MEMBERS_ALIKE = sa.select(MEMBERS.c.guest).where(
    (MEMBERS.c.skeleton == sa.bindparam("skeleton")) | (MEMBERS.c.lookalike == sa.bindparam("lookalike")),
    MEMBERS.c.guest != sa.bindparam("user"),
)
HELD = Prepared(MEMBERS_ALIKE)


def is_held(db: sa.Connection, look: Look, by_other_than: str) -> bool:
    """Return True if another member has a name that is alike."""
    held = {"skeleton": look.skeleton, "lookalike": look.lookalike, "user": by_other_than}
    return HELD.scalar(db, held) is not None


def is_taken(db: sa.Connection, look: Look, user: str) -> bool:
    """Return True if another member has a name that is alike, or freed one lately."""
    first, *others = _digests(look)
    freed = {"one": first, "other": others[0] if others else first, "user": user}
    held = {"skeleton": look.skeleton, "lookalike": look.lookalike}
    return TAKEN(db, held | freed).fetchone() is not None


def _resting(now: sa.ColumnElement[float]) -> sa.Select[tuple[str]]:
    freed = FREED_NAMES.c.digest.in_([sa.bindparam("one"), sa.bindparam("other")]) & (
        FREED_NAMES.c.until > now
    )
    others = FREED_NAMES.c.guest.is_(None) | (FREED_NAMES.c.guest != sa.bindparam("user"))
    return sa.select(FREED_NAMES.c.digest).where(freed, others)


TAKEN = PreparedWithTime(lambda now: sa.union_all(MEMBERS_ALIKE, _resting(now)))


def is_marked(look: Look) -> bool:
    """Return True if a name looks like that of a bot account."""
    shapes = str.maketrans({" ": "", "(": "[", ")": "]", "{": "[", "}": "]", "O": "o", "0": "o"})
    return any(each.translate(shapes).endswith(BOT_MARK.strip()) for each in (look.skeleton, look.lookalike))


def check_free(db: sa.Connection, name: str, user: str, *, bot: bool = False) -> Look:
    """Return the look of a name that this user may have. Raise `NameTaken` if it is not free."""
    look = look_of(name)
    if is_marked(look) and not bot:
        raise MarkedAsBot
    if is_taken(db, look, user):
        raise NameTaken(name)
    return look


def suggestion(db: sa.Connection, name: str, user: str, most: int) -> str:
    """Return a free name of so many characters that is like this one, or nothing if it is free itself."""
    for number in count(1):
        mark = "" if number == 1 else f" {number}"
        wanted = name[: most - len(mark)].rstrip() + mark
        try:
            check_free(db, wanted, user)
        except NameTaken:
            continue
        return "" if number == 1 else wanted
    raise AssertionError("numbers do not end")


def rest(db: sa.Connection, look: Look, user: str | None) -> None:
    """Let a name that a member gave up rest. `user`: who may take it back."""
    db.execute(sa.delete(FREED_NAMES).where(FREED_NAMES.c.until < timestamps.now(db)))
    db.execute(sa.delete(FREED_NAMES).where(FREED_NAMES.c.digest.in_(_digests(look))))
    until = timestamps.now(db) + REST
    for each in _digests(look):
        db.execute(sa.insert(FREED_NAMES).values(digest=each, guest=user, until=until))


def let_go(db: sa.Connection, user: str) -> None:
    """Forget who freed a name. It rests all the same."""
    db.execute(sa.update(FREED_NAMES).where(FREED_NAMES.c.guest == user).values(guest=None))


def mark_homonyms(db: sa.Connection, look: Look, *, taken: bool) -> None:
    """Show guests who are called like a member as guests, or no more."""
    db.execute(sa.update(GUESTS).where(alike(look, GUESTS)).values(homonym=taken))


def _digests(look: Look) -> list[str]:
    return sorted({digest(f"skeleton {look.skeleton}"), digest(f"lookalike {look.lookalike}")})
