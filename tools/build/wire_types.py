"""Convert Python structs to TypeScript."""

import inspect as python
import json
import re
import textwrap
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
# The fields that hold a game's own view and moves: their structs are generic.
VIEW, MOVE = "View = unknown", "Move extends Tagged = Tagged"
OF_GAMES = {
    ("Updates", "view"): "View",
    ("Frame", "view"): "View",
    ("Frame", "open"): "View[]",
    ("Line", "move"): "Move | null",
    ("Line", "event"): "Tagged | null",
    ("Choice", "move"): "Move",
    ("Weighed", "then"): "Tagged[]",
    ("PuzzleCard", "view"): "View",
    ("PuzzleReply", "theirs"): "Tagged",
    ("PuzzleReply", "mine"): "Tagged | null",
}
GENERIC = {
    "Updates": (VIEW, MOVE),
    "Foreseen": (VIEW, MOVE),
    "Replay": (VIEW, MOVE),
    "Frame": (VIEW, MOVE),
    "Line": (MOVE,),
    "Choice": (MOVE,),
    "PuzzleCard": (VIEW, MOVE),
    "StudyTree": (MOVE,),
    "StudyMoment": (MOVE,),
    "StudyPath": (VIEW, MOVE),
    "StudyChoices": (MOVE,),
}
WIDTH = 110  # as in web/.prettierrc.json: the output is formatted already
COMMENT = re.compile(r"^    (\w+): .*?(?:  # (.*))?$", re.M)


def structs_in(kinds: Iterable[Any]) -> list[inspect.StructType]:
    """Return these structs and all that they contain, each once."""
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
    """Return a struct as an interface. With `always` every field is present, as in what the server sends; a
    client may leave out fields with a default."""
    if info.array_like:
        entries = ", ".join(f"{field.name}: {ts(field.type)}" for field in info.fields)
        return [*told(info.cls), f"export type {info.cls.__name__} = [{entries}];", ""]
    lines = told(info.cls)
    lines.append(f"export interface {declared(info.cls.__name__)} {{")
    if info.tag is not None:
        lines.append(f'  {info.tag_field}: "{info.tag}";')
    said = comments(info.cls) if remarks else {}
    for field in info.fields:
        optional = "" if always or field.required else "?"
        remark = f" // {said[field.name]}" if said.get(field.name) else ""
        kind = OF_GAMES.get((info.cls.__name__, field.name)) or ts(field.type)
        line = f"  {field.encode_name}{optional}: {kind};"
        if len(line) > WIDTH and " | " in kind:  # a long union, as Prettier writes it
            line = f"  {field.encode_name}{optional}:\n    {kind};"
        lines.append(line + remark)
    return [*lines, "}", ""]


def declared(name: str) -> str:
    return f"{name}<{', '.join(GENERIC[name])}>" if name in GENERIC else name


def used(name: str) -> str:
    given = [each.partition(" ")[0] for each in GENERIC.get(name, ())]
    return f"{name}<{', '.join(given)}>" if given else name


def comments(kind: type) -> dict[str, str]:
    """Return the comment beside each field in the source."""
    return dict(COMMENT.findall(python.getsource(kind)))


def told(kind: type) -> list[str]:
    """Return the struct's docstring as a comment."""
    text = summary(kind)
    if not text or len(text) + len("/**  */") <= WIDTH:
        return [f"/** {text} */"] if text else []
    return ["/**", *(f" * {line}" for line in textwrap.wrap(text, WIDTH - len(" * "))), " */"]


def union(name: str, kinds: Iterable[type]) -> list[str]:
    """Return a union type, on as few lines as it needs."""
    names = [kind.__name__ for kind in kinds]
    line = " | ".join(names) + ";"
    if len(f"export type {name} = {line}") <= WIDTH:
        return [f"export type {name} = {line}"]
    if len(line) + 2 <= WIDTH:
        return [f"export type {name} =", f"  {line}"]
    return [f"export type {name} =", *(f"  | {each}" for each in names[:-1]), f"  | {names[-1]};"]


def constant(name: str, value: Any) -> list[str]:
    """Return a constant."""
    first, *rest = literal(value, WIDTH - len(f"export const {name} =  as const;"))
    lines = [f"export const {name} = {first}", *rest]
    return [*lines[:-1], f"{lines[-1]} as const;"]


def literal(value: Any, room: int) -> list[str]:
    """Return a value on one line if there is room, else entry by entry."""
    line = written(value)
    if not isinstance(value, dict | list | tuple) or (
        len(line) <= room and not (isinstance(value, list | tuple) and nested(value))
    ):
        return [line]
    opening, closing = "{}" if isinstance(value, dict) else "[]"
    entries = value.items() if isinstance(value, dict) else [("", each) for each in value]
    lines = [line for key, each in entries for line in entry(key, each)]
    return [opening, *(f"  {line}" for line in lines), closing]


def nested(value: Any) -> bool:
    """Return whether Prettier breaks the list: it gives each of several objects its own line."""
    return len(value) > 1 and all(isinstance(each, dict) for each in value)


def entry(key: str, value: Any) -> list[str]:
    label = f"{key}: " if key else ""
    first, *rest = literal(value, WIDTH - len(f"  {label},"))
    lines = [label + first, *rest]
    return [*lines[:-1], lines[-1] + ","]


def written(value: Any) -> str:
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{key}: {written(each)}" for key, each in value.items()) + " }"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(map(written, value)) + "]"
    return json.dumps(value)


def summary(kind: type) -> str:
    text = kind.__doc__ or ""
    return "" if text.startswith(kind.__name__ + "(") else " ".join(text.split())


def ts(info: Any) -> str:
    if type(info) in PLAIN:
        return PLAIN[type(info)]
    match info:
        case inspect.Metadata(type=plain):
            return ts(plain)
        case inspect.StructType(cls=cls):
            return used(cls.__name__)
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
