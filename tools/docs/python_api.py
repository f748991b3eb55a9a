"""Write the reference of the Python API from signatures and docstrings, by Griffe."""

from collections.abc import Iterator
from pathlib import Path

import griffe

SOURCES = Path(__file__).parents[2] / "src"
SHOWN = {  # what other programs build on; the rest of the package may change with every version
    "hanamachi.core.game": "The protocol of all games",
    "hanamachi.core.options": "Options of a game",
    "hanamachi.core.table": "A table: a game with names, options and fair chance",
    "hanamachi.core.record": "Records of games",
    "hanamachi.core.fair": "Fair shuffles",
    "hanamachi.core.log": "Logs",
    "hanamachi.core.telling": "Moves and refusals in words",
    "hanamachi.core.words": "Phrases in three languages",
    "hanamachi.bots.bot": "The protocol of bots",
    "hanamachi.bots.judge": "The protocol of judges",
    "hanamachi.bots.ladder": "The levels of a game",
    "hanamachi.bots.registry": "Finding levels and judges",
    "hanamachi.adapters.setting": "A game with its options, for research",
    "hanamachi.adapters.actions": "Moves as ids",
    "hanamachi.adapters.tensors": "Views as arrays",
    "hanamachi.adapters.vector": "Many games at once",
}
HEAD = """# Python API

Made from the docstrings. `hanamachi.GAMES` is the dictionary of all games by name; each is a `Game` and
makes states. Names that are not on this page may change with every version.
"""


def python_api() -> str:
    """Return the page: every module with its public classes and functions."""
    lines = [HEAD]
    for name, title in SHOWN.items():
        lines += [f"## {title}", ""]
        lines += of_module(read(name))
    return "\n".join(lines)


def read(name: str) -> griffe.Module:
    """Read one module, and not the whole package as a loader of Griffe does: that takes a minute."""
    file = SOURCES / f"{name.replace('.', '/')}.py"
    return griffe.visit(name, file, file.read_text("utf-8"))


def of_module(module: griffe.Module) -> Iterator[str]:
    yield f"`{module.path}`"
    yield ""
    yield from said(module)
    for member in module.members.values():
        if isinstance(member, griffe.Class) and member.is_public:
            yield from of_class(member)
        elif isinstance(member, griffe.Function) and member.is_public:
            yield from of_function(member, "###")


def of_class(found: griffe.Class) -> Iterator[str]:
    bases = ", ".join(str(base) for base in found.bases)
    yield f"### {found.name} {{ #{found.path} }}"
    yield ""
    yield f"```python\nclass {found.name}{f'({bases})' * bool(bases)}\n```"
    yield ""
    yield from said(found)
    members = found.members.values()
    fields = [each for each in members if isinstance(each, griffe.Attribute) and each.is_public]
    if fields:
        yield "| field | type | |"
        yield "|---|---|---|"
        for field in fields:
            text = field.docstring.value if field.docstring else ""
            yield f"| `{field.name}` | {typed(field)} | {cell(text)} |"
        yield ""
    for method in members:
        if isinstance(method, griffe.Function) and method.is_public:
            yield from of_function(method, "####")


def of_function(found: griffe.Function, heading: str) -> Iterator[str]:
    if heading == "####" and not found.docstring and found.name.startswith("__"):
        return
    yield f"{heading} {found.name} {{ #{found.path} }}"
    yield ""
    yield f"```python\n{signature(found)}\n```"
    yield ""
    yield from said(found)


def signature(found: griffe.Function) -> str:
    """Return the signature as one writes it, one parameter a line if it is long."""
    stars = {griffe.ParameterKind.var_positional: "*", griffe.ParameterKind.var_keyword: "**"}
    parts, keyword_only = [], False
    for each in found.parameters:
        if each.kind is griffe.ParameterKind.keyword_only and not keyword_only:
            parts.append("*")
        keyword_only = keyword_only or each.kind in (
            griffe.ParameterKind.keyword_only,
            griffe.ParameterKind.var_positional,
        )
        part = stars.get(each.kind, "") + each.name
        part += f": {each.annotation}" if each.annotation is not None else ""
        gap = " = " if each.annotation is not None else "="
        parts.append(
            part + (f"{gap}{each.default}" if each.default is not None and not stars.get(each.kind) else "")
        )
    gives = f" -> {found.returns}" if found.returns is not None else ""
    line = f"{found.name}({', '.join(parts)}){gives}"
    return line if len(line) <= 88 else f"{found.name}(\n    " + ",\n    ".join(parts) + f",\n){gives}"


def said(found: griffe.Object) -> Iterator[str]:
    if found.docstring:
        yield found.docstring.value
        yield ""


def typed(field: griffe.Attribute) -> str:
    return f"`{cell(str(field.annotation))}`" if field.annotation is not None else ""


def cell(text: str) -> str:
    return text.replace("|", "\\|").replace("\n", " ")
