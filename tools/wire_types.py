"""Python structs as TypeScript."""

import inspect as python
import re
from collections.abc import Iterable, Iterator
from typing import Any

from msgspec import inspect

PLAIN: dict[Any, str] = {
    inspect.IntType: "number",
    inspect.FloatType: "number",
    inspect.StrType: "string",
    inspect.BoolType: "boolean",
    inspect.NoneType: "null",
    inspect.AnyType: "unknown",
    inspect.RawType: "unknown",
}
COMMENT = re.compile(r"^    (\w+): .*?(?:  # (.*))?$", re.M)


def structs_in(kinds: Iterable[Any]) -> list[inspect.StructType]:
    """These kinds and all that they are made of, each once."""
    seen: dict[str, inspect.StructType] = {}
    for kind in kinds:
        collect(inspect.type_info(kind), seen)
    return list(seen.values())


def collect(info: Any, seen: dict[str, inspect.StructType]) -> None:
    if isinstance(info, inspect.StructType) and info.cls.__name__ not in seen:
        seen[info.cls.__name__] = info
        for field in info.fields:
            collect(field.type, seen)
    for part in parts(info):
        collect(part, seen)


def parts(info: Any) -> Iterator[Any]:
    for name in ("types", "item_type", "item_types", "key_type", "value_type"):
        found = getattr(info, name, ())
        yield from found if isinstance(found, tuple | list) else (found,)


def interface(info: inspect.StructType, *, always: bool = False, remarks: bool = False) -> list[str]:
    """What the house sends has `always` every field; a client may leave out what has a default."""
    if info.array_like:
        entries = ", ".join(f"{field.name}: {ts(field.type)}" for field in info.fields)
        return [f"/** {summary(info.cls)} */", f"export type {info.cls.__name__} = [{entries}];", ""]
    lines = [f"/** {summary(info.cls)} */"] if summary(info.cls) else []
    lines.append(f"export interface {info.cls.__name__} {{")
    if info.tag is not None:
        lines.append(f'  {info.tag_field}: "{info.tag}";')
    said = comments(info.cls) if remarks else {}
    for field in info.fields:
        optional = "" if always or field.required else "?"
        remark = f" // {said[field.name]}" if said.get(field.name) else ""
        lines.append(f"  {field.encode_name}{optional}: {ts(field.type)};{remark}")
    return [*lines, "}", ""]


def comments(kind: type) -> dict[str, str]:
    """What the source says beside each field."""
    return dict(COMMENT.findall(python.getsource(kind)))


def summary(kind: type) -> str:
    text = kind.__doc__ or ""
    return "" if text.startswith(kind.__name__ + "(") else " ".join(text.split())


def ts(info: Any) -> str:
    if type(info) in PLAIN:
        return PLAIN[type(info)]
    match info:
        case inspect.StructType(cls=cls):
            return str(cls.__name__)
        case inspect.LiteralType(values=values):
            return " | ".join(f'"{value}"' for value in values)
        case inspect.UnionType(types=types):
            return " | ".join(map(ts, types))
        case inspect.DictType(value_type=value):
            return f"Record<string, {ts(value)}>"
        case inspect.TupleType(item_types=items):
            return f"[{', '.join(map(ts, items))}]"
        case inspect.ListType(item_type=item) | inspect.VarTupleType(item_type=item):
            return f"({ts(item)})[]" if isinstance(item, inspect.UnionType) else f"{ts(item)}[]"
        case other:
            raise TypeError(f"no TypeScript for {other}")
