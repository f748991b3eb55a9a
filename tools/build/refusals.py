"""Find in the sources which refusals they can raise."""

import ast
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

from hanamachi.locales import catalogue
from hanamachi.server.edge.errors import STATUS

SOURCE = Path(__file__).parents[2] / "src" / "hanamachi"
# Shown to the operator who starts the server, not sent to clients.
AT_THE_START = ("startup.py", "limits.py", "ray_connection.py")
BY_CLASS = {"NotFound": 404, "Refused": 409}
FUNCTION = ast.FunctionDef | ast.AsyncFunctionDef


def over_the_wire() -> dict[str, list[int]]:
    """Return each reason of the server, with its HTTP statuses."""
    found: dict[str, set[int]] = defaultdict(set)
    files = [*sorted((SOURCE / "server").rglob("*.py")), *sorted((SOURCE / "core").glob("*.py"))]
    for path in (*files, SOURCE / "bots" / "__init__.py"):
        if path.name not in AT_THE_START:
            for kind, reason in given_in(path):
                found[reason].add(STATUS.get(reason, BY_CLASS.get(kind, 400)))
    said = catalogue("house")("en").under("error")
    return {reason: sorted(found[reason]) for reason in sorted(found) if reason in said}


def given_in(path: Path) -> Iterator[tuple[str, str]]:
    """Yield the class and the reason of every refusal that is raised here."""
    nodes = list(ast.walk(ast.parse(path.read_text("utf-8"))))
    passed_on = {
        node.name: found for node in nodes if isinstance(node, FUNCTION) for found in reason_of(node)
    }
    for call in nodes:
        if isinstance(call, ast.Call):
            kind, place = passed_on.get(named(call.func), (called(call.func), 0))
            reason = call.args[place].value if constant_at(call, place) else None  # type: ignore[attr-defined]
            if isinstance(reason, str) and kind:
                yield kind, reason


def reason_of(function: ast.FunctionDef | ast.AsyncFunctionDef) -> Iterator[tuple[str, int]]:
    """Yield the class of a refusal whose reason is an argument of this function, and the place of that
    argument."""
    parameters = [each.arg for each in function.args.args if each.arg != "self"]
    for call in ast.walk(function):
        if (
            isinstance(call, ast.Call)
            and called(call.func) in BY_CLASS
            and isinstance(call.args[0], ast.Name)
        ) and call.args[0].id in parameters:
            yield called(call.func), parameters.index(call.args[0].id)


def constant_at(call: ast.Call, place: int) -> bool:
    return len(call.args) > place and isinstance(call.args[place], ast.Constant)


def named(function: ast.expr) -> str:
    """Return the name of the called function or method."""
    return function.attr if isinstance(function, ast.Attribute) else called(function)


def called(function: ast.expr) -> str:
    if isinstance(function, ast.Name):
        return function.id
    return "__init__" if isinstance(function, ast.Attribute) and function.attr == "__init__" else ""
