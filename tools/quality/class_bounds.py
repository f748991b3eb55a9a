"""Print what is larger or more entangled than this code base allows.

    python -m tools.quality.class_bounds [PATH of a package, default: src/hanamachi]

Classes with behaviour have at most 20 methods and 15 fields; structs of the protocol, of set-ups and limits
are exempt, because their fields are a format and not a design. Folders hold at most 16 Python files. Modules
do not import each other in circles, not even inside a function. A constructor call names its arguments from
the sixth on. `getattr` with the name of one of our own fields hides a type error.
"""

import ast
import sys
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[2] / "src" / "hanamachi"
MOST_METHODS, MOST_FIELDS, MOST_FILES, MOST_POSITIONAL = 20, 15, 16, 5
EXEMPT = {"Setup", "Limits"}
FUNCTIONS = ast.FunctionDef | ast.AsyncFunctionDef


class Module(NamedTuple):
    """A parsed file and its dotted name."""

    name: str
    path: Path
    tree: ast.Module


class Class(NamedTuple):
    """How many methods a class has and which fields."""

    place: str
    name: str
    methods: int
    fields: frozenset[str]

    @property
    def is_too_large(self) -> bool:
        behaves = self.methods > 0 and self.name not in EXEMPT and "/protocol/" not in self.place
        return behaves and (self.methods > MOST_METHODS or len(self.fields) > MOST_FIELDS)

    def __str__(self) -> str:
        return f"{self.place} {self.name}: {self.methods} methods, {len(self.fields)} fields"


def modules(root: Path) -> list[Module]:
    """Parse each Python file below a package."""
    return [
        Module(module_name(path, root), path, ast.parse(path.read_text("utf-8")))
        for path in sorted(root.rglob("*.py"))
    ]


def module_name(path: Path, root: Path) -> str:
    parts = [root.name, *path.relative_to(root).with_suffix("").parts]
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def classes(found: Iterable[Module]) -> Iterator[Class]:
    for module in found:
        for node in ast.walk(module.tree):
            if isinstance(node, ast.ClassDef):
                methods = sum(isinstance(each, FUNCTIONS) for each in node.body)
                yield Class(f"{module.path}:{node.lineno}", node.name, methods, fields_of(node))


def fields_of(node: ast.ClassDef) -> frozenset[str]:
    """Return the fields that a class declares in its body or assigns to `self` in a method."""
    declared = {each.target.id for each in node.body if is_declared(each)}  # type: ignore[attr-defined]
    assigned = {
        each.attr
        for method in node.body
        if isinstance(method, FUNCTIONS)
        for each in ast.walk(method)
        if isinstance(each, ast.Attribute)
        and isinstance(each.ctx, ast.Store)
        and isinstance(each.value, ast.Name)
        and each.value.id == "self"
    }
    return frozenset(declared | assigned)


def is_declared(node: ast.stmt) -> bool:
    if not isinstance(node, ast.AnnAssign) or not isinstance(node.target, ast.Name):
        return False
    return not ast.unparse(node.annotation).startswith(("ClassVar", "typing.ClassVar"))


def is_type_checking(node: ast.AST) -> bool:
    return isinstance(node, ast.If) and ast.unparse(node.test).endswith("TYPE_CHECKING")


def type_checking_imports(module: Module) -> list[str]:
    """Return each name that a module imports for type checking alone."""
    blocks = [node for node in ast.walk(module.tree) if is_type_checking(node)]
    return [
        f"{module.path}:{node.lineno} {alias.name}"
        for block in blocks
        for node in ast.walk(block)
        if isinstance(node, ast.Import | ast.ImportFrom)
        for alias in node.names
    ]


def run_time_imports(module: Module, known: set[str]) -> set[str]:
    """Return the modules of the same package that a module imports when it runs, lazily or not."""
    hidden = {id(each) for node in ast.walk(module.tree) if is_type_checking(node) for each in ast.walk(node)}
    found = set[str]()
    for node in ast.walk(module.tree):
        if id(node) in hidden:
            continue
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            found |= {name for alias in node.names for name in imported(module, node, alias.name, known)}
    return (found & known) - {module.name}


def imported(module: Module, node: ast.ImportFrom, name: str, known: set[str]) -> Iterator[str]:
    """Yield the module that `from ... import name` names: a submodule, or the module that has the name."""
    source = node.module or ""
    if node.level:
        package = module.name.split(".")
        package = package if module.path.name == "__init__.py" else package[:-1]
        package = package[: len(package) - node.level + 1]
        source = ".".join([*package, *([node.module] if node.module else [])])
    yield f"{source}.{name}" if f"{source}.{name}" in known else source


def cycles(found: list[Module]) -> list[list[str]]:
    """Return the groups of modules that import each other when they run (Tarjan's components)."""
    known = {module.name for module in found}
    graph = {module.name: run_time_imports(module, known) for module in found}
    index, low, stack, groups = dict[str, int](), dict[str, int](), list[str](), list[list[str]]()

    def visit(name: str) -> None:
        index[name] = low[name] = len(index)
        stack.append(name)
        for other in graph[name]:
            if other not in index:
                visit(other)
                low[name] = min(low[name], low[other])
            elif other in stack:
                low[name] = min(low[name], index[other])
        if low[name] == index[name]:
            at = stack.index(name)
            groups.append(sorted(stack[at:]))
            del stack[at:]

    for name in graph:
        if name not in index:
            visit(name)
    return [group for group in groups if len(group) > 1]


def calls(found: Iterable[Module]) -> Iterator[tuple[str, ast.Call]]:
    for module in found:
        for node in ast.walk(module.tree):
            if isinstance(node, ast.Call):
                yield f"{module.path}:{node.lineno}", node


def called(call: ast.Call) -> str:
    """Return the name of the class or function that is called; those of SQLAlchemy are not ours."""
    module, _, name = ast.unparse(call.func).rpartition(".")
    return "" if module == "sa" else name


def long_calls(found: list[Module], ours: set[str]) -> list[str]:
    """Return constructor calls of our own classes with more positional arguments than allowed."""
    return [
        f"{place} {called(call)}: {len(call.args)} positional"
        for place, call in calls(found)
        if called(call) in ours and len(call.args) > MOST_POSITIONAL
    ]


def hidden_fields(found: list[Module], ours: set[str]) -> list[str]:
    """Return calls of `getattr` with a literal name that is a field of one of our own classes."""
    return [
        f"{place} {ast.unparse(call)}"
        for place, call in calls(found)
        if called(call) == "getattr" and isinstance(call.args[1], ast.Constant) and call.args[1].value in ours
    ]


def crowded(root: Path) -> list[str]:
    """Return folders with too many files to take in at a glance. Migrations are exempt."""
    held = Counter(path.parent for path in root.rglob("*.py") if "versions" not in path.parts)
    return [f"{folder}: {count} files" for folder, count in sorted(held.items()) if count > MOST_FILES]


def report(root: Path) -> dict[str, list[str]]:
    """Return the violations of each bound."""
    found = modules(root)
    known = list(classes(found))
    ours = {each.name for each in known}
    fields = {name for each in known for name in each.fields}
    types_only = [line for module in found for line in type_checking_imports(module)]
    return {
        f"classes above {MOST_METHODS} methods or {MOST_FIELDS} fields": [
            str(each) for each in known if each.is_too_large
        ],
        f"folders above {MOST_FILES} files": crowded(root),
        "run-time import cycles": [" <-> ".join(group) for group in cycles(found)],
        "imports for type checking alone": types_only,
        f"constructor calls above {MOST_POSITIONAL} positional arguments": long_calls(found, ours),
        "getattr with the name of a field of ours": hidden_fields(found, fields),
    }


def by_package(root: Path) -> dict[str, int]:
    """Return the number of Python files of each folder."""
    held = defaultdict[str, int](int)
    for path in root.rglob("*.py"):
        held[str(path.parent.relative_to(root))] += 1
    return dict(sorted(held.items()))


def main(arguments: list[str]) -> None:
    root = Path(arguments[0]) if arguments else ROOT
    for bound, found in report(root).items():
        print(f"{bound}: {len(found)}")
        print("".join(f"    {line}\n" for line in found), end="")
    print("files per folder:")
    print("".join(f"    {count:3} {folder}\n" for folder, count in by_package(root).items()), end="")


if __name__ == "__main__":
    main(sys.argv[1:])
