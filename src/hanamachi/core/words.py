"""Make sentences in a language from catalogues of templates, with names inside names and plurals.

A fact that starts with "@" is the key of another phrase ("@item.flute", or with a number "@cards:3"); a
fact "#2" is the name of seat 2 (see telling.py); a tuple of facts is a list.
Templates use {name}. Plural forms live under key.one, key.few, key.many, key.other (Unicode CLDR).
"also.KEY" holds other names that people type for KEY, with "|" between them. "you.HOLE.KEY" is KEY as it is
said to the reader if they fill that hole. "when.OPTION.VALUE.KEY" stands for KEY where a game is played with
that option ("seats" is one: how many play); an empty phrase says that there is no such thing then.
"""

import json
import re
import unicodedata
from collections.abc import Callable, Iterable, Mapping
from functools import cache, lru_cache, wraps
from importlib.resources import files
from typing import Any, TypeVar

from msgspec import Struct

Fact = str | int | tuple[str, ...]
LANGUAGES = ("en", "fr", "pl")
ELIDED = re.compile(r"\b(d|qu)e (?=\{(\w+)\})", re.IGNORECASE)  # French, before a name
BETWEEN = str.maketrans(dict.fromkeys(",+-_:/", " "))  # what may stand between words of a move
T = TypeVar("T")


class Refusal(ValueError):
    """A refusal by the server or a game: a reason (the phrase error.<reason>) and its facts."""

    def __init__(self, reason: str, /, **facts: Fact) -> None:
        super().__init__(f"{reason} {facts or ''}".rstrip())
        self.reason, self.facts = reason, facts

    def __reduce__(self) -> tuple[Any, ...]:
        return _again, (type(self), self.reason, self.facts)


def _again(kind: type[Refusal], reason: str, facts: dict[str, Fact]) -> Refusal:
    """Rebuild a refusal that comes from another process."""
    refusal = kind.__new__(kind)
    Refusal.__init__(refusal, reason, **facts)
    return refusal


class Unreadable(Refusal):
    """Text that names no move."""


class Name(str):
    """A fact that is a person's own name: taken as it is, even if it looks like a key."""

    __slots__ = ()

    def __new__(cls, text: object) -> "Name":
        return text if isinstance(text, Name) and cls is Name else super().__new__(cls, text)


class Reader(Name):
    """The name of the reader: a phrase that has a form for that says "you"."""

    __slots__ = ()


class Words(Struct, frozen=True, eq=False):
    """One language's phrases for one game, or for the server. There is one of each, so they can be keys."""

    lang: str
    phrases: Mapping[str, str]

    def __call__(self, phrase: str, /, **facts: Fact) -> str:
        if not facts:
            return self.phrases[phrase]
        template = self.phrases[self._to_reader(phrase, facts)]
        names = {name: self.name(fact) for name, fact in facts.items()}
        return (elided(template, names) if self.lang == "fr" else template).format_map(names)

    def _to_reader(self, phrase: str, facts: Mapping[str, Fact]) -> str:
        """Return the form of a phrase that addresses the reader, if it names them and has one."""
        holes = [hole for hole, fact in facts.items() if isinstance(fact, Reader)]
        for n in range(len(holes), 0, -1):
            if (form := f"you.{'.'.join(holes[:n])}.{phrase}") in self.phrases:
                return form
        return phrase

    def name(self, fact: Fact) -> str:
        if isinstance(fact, tuple):
            return ", ".join(map(self.name, fact))
        if type(fact) is str and fact.startswith("@"):  # a Name is taken as it is
            key, _, n = fact[1:].partition(":")
            return self.count(key, int(n)) if n else self(key)
        return str(fact)

    def count(self, phrase: str, n: int, /, **facts: Fact) -> str:
        return self(f"{phrase}.{plural(self.lang, n)}", n=n, **facts)

    def decimal(self, number: float, form: str = ".1f") -> str:
        """Write a number with the decimal sign of the language."""
        return f"{number:{form}}".replace(".", "." if self.lang == "en" else ",")

    def under(self, prefix: str) -> dict[str, str]:
        """Return the phrases whose key starts with "prefix.", by the rest of the key."""
        start = prefix + "."
        return {k[len(start) :]: v for k, v in self.phrases.items() if k.startswith(start)}

    def key(self, prefix: str, name: str) -> str | None:
        """Return the key under `prefix` that has this name; the key itself will do."""
        wanted = plain(name)
        for rest in self.under(prefix):
            if wanted in (plain(rest), *map(plain, self.names(f"{prefix}.{rest}"))):
                return rest
        return None

    def names(self, key: str) -> tuple[str, ...]:
        """Yield a phrase and the other names that people type for it."""
        others = self.phrases.get(f"also.{key}", "")
        return (self(key), *(others.split("|") if others else ()))


def plain(text: str) -> str:
    """Return text as people type it: no capitals, no accents, no doubled spaces, the keyboard's
    apostrophe."""
    bare = unicodedata.normalize("NFD", text.casefold().replace("ł", "l").replace("’", "'"))
    return " ".join("".join(c for c in bare if not unicodedata.combining(c)).split())


def elided(template: str, names: Mapping[str, str]) -> str:
    """Shorten the French "de" and "que" before names that begin with a vowel."""
    return ELIDED.sub(
        lambda at: f"{at[1]}’" if plain(names[at[2]]).startswith(("a", "e", "i", "o", "u", "œ")) else at[0],
        template,
    )


def most_words(names: Iterable[str]) -> int:
    """Return the number of words of the longest name: what follows them in a text cannot belong to a name."""
    return max(len(name.split()) for name in names)


def echoing(read: Callable[[str, Words], T]) -> Callable[[str, Words], T]:
    """Return a parser whose refusals repeat what was typed as it was typed, accents and all."""

    @wraps(read)
    def reader(text: str, words: Words) -> T:
        try:
            return read(text, words)
        except Unreadable as refusal:
            refusal.facts = {
                key: as_typed(fact, text) if key == "text" else fact for key, fact in refusal.facts.items()
            }
            raise

    return reader


def as_typed(piece: Fact, text: str) -> Fact:
    """Return the words of a text from which `plain` made this piece."""
    typed, wanted = text.translate(BETWEEN).split(), str(piece).split()
    found, length = [plain(word) for word in typed], len(wanted)
    starts = (at for at in range(len(typed)) if found[at : at + length] == wanted)
    return next((" ".join(typed[at : at + length]) for at in starts), piece)


def plural(lang: str, n: int) -> str:
    """Return the CLDR plural category of a whole number."""
    if lang == "pl":
        few = n % 10 in (2, 3, 4) and n % 100 not in (12, 13, 14)
        return "one" if n == 1 else "few" if few else "many"
    return "one" if n == 1 or (lang == "fr" and n == 0) else "other"


@cache
def read_words(package: str, name: str, lang: str) -> Words:
    """Read the catalogue lang/name.json inside a package."""
    return Words(lang, json.loads((files(package) / lang / f"{name}.json").read_text("utf-8")))


@lru_cache(1000)
def in_force(words: Words, options: Any, seats: int | None = None) -> Words:
    """Return the phrases for a game with these options, and for so many players, if that is known."""
    named = {name: getattr(options, name) for name in options.__struct_fields__}
    chosen = {name: str(value).lower() for name, value in {"seats": seats, **named}.items()}
    other = [each for name, value in chosen.items() for each in words.under(f"when.{name}.{value}").items()]
    gone_last = sorted(other, key=lambda each: not each[1])
    return Words(words.lang, {**words.phrases, **dict(gone_last)})


def rules(words: Words) -> dict[str, str]:
    """Return the rules that hold, by their numbers."""
    return {number: text for number, text in words.under("rule").items() if text}
