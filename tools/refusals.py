"""Which refusals the sources can give, found in the sources themselves."""

import ast
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

from hanamachi.house.problems import STATUS
from hanamachi.locales import catalogue

SOURCE = Path(__file__).parents[1] / "src" / "hanamachi"
AT_THE_START = ("founding.py", "limits.py")  # said to whoever opens the house, not over the wire
BY_CLASS = {"NotHere": 404, "Refused": 409}


def over_the_wire() -> dict[str, list[int]]:
    """Each reason of the house, and the statuses with which it is answered over HTTP."""
    found: dict[str, set[int]] = defaultdict(set)
    files = [*sorted((SOURCE / "house").glob("*.py")), *sorted((SOURCE / "core").glob("*.py"))]
    for path in (*files, SOURCE / "bots" / "__init__.py"):
        if path.name not in AT_THE_START:
            for kind, reason in given_in(path):
                found[reason].add(STATUS.get(reason, BY_CLASS.get(kind, 400)))
    said = catalogue("house")("en").under("error")
    return {reason: sorted(found[reason]) for reason in sorted(found) if reason in said}


def given_in(path: Path) -> Iterator[tuple[str, str]]:
    """The class and the reason of every refusal that is raised here."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Call) and node.args and isinstance(node.args[0], ast.Constant):
            kind, reason = called(node.func), node.args[0].value
            if isinstance(reason, str) and kind:
                yield kind, reason


def called(function: ast.expr) -> str:
    if isinstance(function, ast.Name):
        return function.id
    return "__init__" if isinstance(function, ast.Attribute) and function.attr == "__init__" else ""
