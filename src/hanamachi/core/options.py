"""A game's options, read from its Struct: what there is, and values from words."""

from typing import Any, Literal

import msgspec
from msgspec import Struct, inspect

from hanamachi.core.game import OptionError


class Option(Struct, frozen=True):
    """One option: its kind, its default, and its choices or bounds."""

    name: str
    kind: Literal["bool", "int", "choice"]
    default: bool | int | str
    choices: tuple[str, ...] = ()
    least: int | None = None
    most: int | None = None


def describe(options: type) -> list[Option]:
    """Every option of a game, in the order of its Struct."""
    info = inspect.type_info(options)
    assert isinstance(info, inspect.StructType)
    return [_option(field) for field in info.fields]


def _option(field: inspect.Field) -> Option:
    match field.type:
        case inspect.BoolType():
            return Option(field.name, "bool", field.default)
        case inspect.IntType(ge=least, le=most):
            return Option(field.name, "int", field.default, least=least, most=most)
        case inspect.LiteralType(values=values):
            return Option(field.name, "choice", field.default, tuple(map(str, values)))
        case other:
            raise TypeError(f"option {field.name}: {other} is not a bool, an int or a Literal")


def choose(options: type, values: dict[str, Any]) -> Any:
    """The options with these values (true JSON types, or words); the rest are defaults."""
    known = {option.name: option for option in describe(options)}
    for name in values:
        if name not in known:
            raise OptionError("unknown_option", name=name, known=tuple(known))
    try:
        return msgspec.convert(values, options, strict=False)
    except msgspec.ValidationError as error:
        raise OptionError("bad_option", problem=str(error)) from error


def chosen(options: Any) -> dict[str, Any]:
    """The values that differ from the defaults."""
    return {
        option.name: getattr(options, option.name)
        for option in describe(type(options))
        if getattr(options, option.name) != option.default
    }
