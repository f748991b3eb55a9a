"""Describe a game's options from its Struct, and read values from JSON or from words."""

from functools import cache
from typing import Any, Literal, get_args, get_type_hints

from msgspec import Meta, Struct, inspect

from hanamachi.core.words import Refusal, Words

WORDS = {"true": True, "false": False}
STARTER = Meta(extra={"seats": {"first": 0, "second": 1}})  # on an option that says who begins
DIGITS, SHORT = 18, 60  # what a number may have, and what is said of a value that does not fit


class OptionError(Refusal):
    """A table or an option the game does not have, a value out of range, or a forbidden combination."""


class Option(Struct, frozen=True):
    """One option: its kind, its default, and its choices or bounds."""

    name: str
    kind: Literal["bool", "int", "choice"]
    default: bool | int | str
    choices: tuple[str, ...] = ()
    least: int | None = None
    most: int | None = None
    only: dict[str, tuple[str, ...]] = {}  # it matters only where these options have one of these values ...
    players: tuple[int, ...] = ()  # ... and for so many players; empty: for any number
    seats: dict[str, int] = {}  # choices that mean a seat

    def matters(self, options: Struct) -> bool:
        """Return True if the option decides anything, given the other options."""
        return all(getattr(options, name) in values for name, values in self.only.items())

    def fits(self) -> tuple[str, ...]:
        """Return the possible values, in words."""
        if self.kind == "bool":
            return tuple(WORDS)
        return self.choices or (f"{self.least}..{self.most}",)

    def value(self, given: Any) -> bool | int | str:
        """Return the value that a word or a JSON value means."""
        value = self._meant(given)
        if self.kind == "choice" and value in self.choices:
            return str(value)
        if self.kind == "bool" and isinstance(value, bool):
            return value
        if self.kind == "int" and type(value) is int and self._within(value):
            return value
        raise self._refusal(given)

    def check(self, held: Any) -> None:
        """Check a value of options that were made by hand: it must be the value itself, no word for it."""
        if self.value(held) is not held:
            raise self._refusal(held)

    def _refusal(self, given: Any) -> OptionError:
        return OptionError("bad_option", option=self.name, value=_short(given), known=self.fits())

    def _meant(self, given: Any) -> Any:
        if not isinstance(given, str) or self.kind == "choice":
            return given
        if self.kind == "bool":
            return WORDS.get(given.casefold())
        return int(given) if given.isdecimal() and len(given) <= DIGITS else None

    def _within(self, value: int) -> bool:
        return (self.least is None or self.least <= value) and (self.most is None or value <= self.most)


def _short(given: Any) -> str:
    text = str(given)
    return text if len(text) <= SHORT else text[:SHORT] + "…"


def describe(options: type[Struct]) -> tuple[Option, ...]:
    """Return every option of a game, in the order of its Struct."""
    return _described(options)


@cache
def _described(options: type[Struct]) -> tuple[Option, ...]:
    info = inspect.type_info(options)
    assert isinstance(info, inspect.StructType)
    hints = get_type_hints(options)
    return tuple(_option(field, hints[field.name]) for field in info.fields)


def _option(field: inspect.Field, hint: Any) -> Option:
    """Describe one field, with the conditions of its `Meta(extra=...)`: only, players, seats."""
    told = field.type if isinstance(field.type, inspect.Metadata) else inspect.Metadata(field.type)
    more = told.extra or {}
    match told.type:
        case inspect.BoolType():
            return Option(field.name, "bool", field.default, **more)
        case inspect.IntType(ge=least, le=most):
            return Option(field.name, "int", field.default, least=least, most=most, **more)
        case inspect.LiteralType():  # its own values are sorted; the hint keeps their order
            return Option(field.name, "choice", field.default, tuple(map(str, get_args(hint))), **more)
        case other:
            raise TypeError(f"option {field.name}: {other} is not a bool, an int or a Literal")


def choose(options: type[Struct], given: dict[str, Any]) -> Any:
    """Return the options with these values; the rest are defaults."""
    known = {option.name: option for option in describe(options)}
    for name in given:
        if name not in known:
            raise OptionError("unknown_option", name=_short(name), known=tuple(known))
    return options(**{name: known[name].value(value) for name, value in given.items()})


def check(options: type[Struct], held: Any) -> None:
    """Raise `OptionError` if these are not the game's options, each with a possible value."""
    if held.__class__ is not options:
        raise OptionError("unknown_option", name=_short(held), known=tuple(o.name for o in describe(options)))
    for option in describe(options):
        option.check(getattr(held, option.name))


def chosen(options: Struct) -> dict[str, Any]:
    """Return the values that differ from the defaults."""
    return {option.name: getattr(options, option.name) for option in _otherwise(options)}


def _otherwise(options: Struct) -> list[Option]:
    every = describe(type(options))
    return [option for option in every if getattr(options, option.name) != option.default]


def in_words(options: Any, phrases: Words, house: Words, form: str = "option") -> list[str]:
    """Return a line for each option that differs from the default, in the words of the game and of the
    server. The form `mode` is short."""
    said = [option.name for option in _otherwise(options) if option.matters(options)]
    return [_line(name, getattr(options, name), phrases, house, form) for name in said]


def _line(name: str, value: bool | int | str, phrases: Words, house: Words, form: str) -> str:
    label = phrases(f"option.{name}")
    if isinstance(value, bool):
        return house(f"{form}_on" if value else f"{form}_off", option=label)
    meant = phrases(f"option.{name}.{value}") if isinstance(value, str) else value
    return house(f"{form}_is", option=label, value=meant)
