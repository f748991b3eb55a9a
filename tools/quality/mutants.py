"""Mutation testing: break the sources in small ways and see whether the tests notice.

    python -m tools.quality.mutants [TARGET...] [--sample 150] [--seed 1] [--processes 2] [--all]

pyproject.toml names the targets, tests/mutants.toml the known survivors:

    [tool.mutants]                       [[survivor]]
    bar = 95                             module = "hanamachi.games.okiya.rules"
    [tool.mutants.targets.okiya]         line = "if a < b:"
    sources = ["src/x/**/*.py"]          change = "a < b -> a <= b"
    tests = ["tests/okiya"]              reason = "equivalent: a never is b"

A pattern in `sources` that starts with `!` takes files out again. A module's second mutant with the same line
and change is known as "a < b -> a <= b #2". Every mutant runs in a fork of this process, which has loaded the
third-party modules; an import hook returns the mutated module. A line that ends in `# no mutant: reason` is
left alone.
"""

from __future__ import annotations

import argparse
import ast
import copy
import gc
import importlib
import importlib.util
import io
import itertools
import json
import os
import random
import re
import resource
import shutil
import signal
import sys
import tempfile
import time
import tokenize
import tomllib
import warnings
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from importlib.machinery import ModuleSpec, SourceFileLoader
from pathlib import Path
from types import CodeType
from typing import Any, NamedTuple, NoReturn, TypeVar

import pytest

Node = ast.expr | ast.stmt
Change = tuple[str, Node | None]  # its kind, and the new node (None if the node is dropped)
Key = tuple[str, str, str]  # module, line, change: the entry of a mutant in tests/mutants.toml
N = TypeVar("N", bound=ast.AST)

SWAPS = """Lt LtE, LtE Lt, Gt GtE, GtE Gt, Eq NotEq, NotEq Eq, In NotIn, NotIn In, Is IsNot,
    IsNot Is, Add Sub, Sub Add, Mult FloorDiv, FloorDiv Mult, Div Mult, Mod FloorDiv, Pow Mult,
    LShift RShift, RShift LShift, BitAnd BitOr, BitOr BitAnd, BitXor BitAnd, And Or, Or And"""
OPERATORS = dict(pair.split() for pair in SWAPS.split(","))
CALLS = {"min": "max", "max": "min", "any": "all", "all": "any"}
UNSEEN_FIELDS = {"decorator_list", "annotation", "returns", "type_params", "msg", "format_spec"}
GUARDS = {"TYPE_CHECKING", "typing.TYPE_CHECKING", "__name__ == '__main__'"}
TYPE_MAKERS = {"TypeVar", "TypeVarTuple", "ParamSpec", "NewType"}
GENERICS = {"tuple", "list", "dict", "set", "frozenset", "type"}
PROSE_KEYWORDS = {"help", "description", "epilog"}
CAMEL_CASE = re.compile(r"_?[A-Z]\w*[a-z]\w*")
NO_MUTANT = re.compile(r"#\s*no mutant:\s*\S")
PRELOAD = ("hypothesis.stateful", "msgspec", "numpy", "numba", "rich.console")
MEMORY = 4 << 30  # bytes of data per child: a mutant that hoards memory is killed
NOT_IMPORTED, NOT_STARTED = 97, 98  # exit codes of a child
SURVIVED = ("survived", "not imported")


class Stop(Exception):
    """Raised if the run cannot go on. The message says why."""


# ------------------------------------------------------------------ the changes of one node


class Slot(NamedTuple):
    """The place of a node in its parent."""

    parent: ast.AST
    name: str
    place: int | None

    def edits(self, new: ast.AST | None) -> dict[str, object]:
        """Return the parent's fields with `new` in this place (None for nothing)."""
        if self.place is None:
            return {self.name: new}
        if new is not None or self.name == "kw_defaults":
            return {self.name: _spliced(getattr(self.parent, self.name), self.place, [new])}
        names = ("keys", "values") if isinstance(self.parent, ast.Dict) else (self.name,)
        return {name: _spliced(getattr(self.parent, name), self.place, []) for name in names}


def _spliced(items: list[Any], place: int, new: list[Any]) -> list[Any]:
    return [*items[:place], *new, *items[place + 1 :]]


def _with(node: N, **fields: object) -> N:
    changed = copy.copy(node)
    vars(changed).update(fields)
    return changed


def _other(operator: ast.AST) -> Any:
    return getattr(ast, OPERATORS[type(operator).__name__])()


def _name(node: ast.AST) -> str:
    return str(getattr(node, "id", getattr(node, "attr", "")))


def _changed_expressions(node: Node) -> Iterator[Change]:
    match node:
        case ast.Compare(ops=ops):
            for place, op in enumerate(ops):
                yield "compare", _with(node, ops=_spliced(ops, place, [_other(op)]))
        case ast.BinOp(op=op) | ast.AugAssign(op=op) if type(op).__name__ in OPERATORS:
            yield "arithmetic", _with(node, op=_other(op))
        case ast.BoolOp(op=op):
            yield "and/or", _with(node, op=_other(op))
        case ast.UnaryOp(op=ast.Not() | ast.USub() | ast.Invert(), operand=operand):
            yield "not" if isinstance(node.op, ast.Not) else "sign", copy.copy(operand)
        case ast.Constant(value=bool(value)):
            yield "boolean", ast.Constant(not value)
        case ast.Constant(value=int(value) | float(value)):
            yield "number", ast.Constant(value + 1)
            if value == 1:
                yield "number", ast.Constant(0)
        case ast.Constant(value=str(value)) if " " not in value:  # a string with a space is prose
            yield "string", ast.Constant(value + "XX")
        case ast.Constant(value=bytes(value)):
            yield "string", ast.Constant(value + b"XX")
        case ast.Call(func=ast.Name(id="sorted") as func):
            yield "call", _with(node, func=_with(func, id="list"), keywords=[])
        case ast.Call(func=ast.Name(id=name) as func) if name in CALLS:
            yield "call", _with(node, func=_with(func, id=CALLS[name]))
        case ast.Call(func=ast.Attribute(attr=name) as func) if name in CALLS:
            yield "call", _with(node, func=_with(func, attr=CALLS[name]))


def _changed_statements(node: Node) -> Iterator[Change]:
    match node:
        case ast.Expr() | ast.Assign() | ast.AugAssign() | ast.AnnAssign() | ast.Delete():
            yield "statement", ast.Pass()
        case ast.Return(value=ast.expr()):
            yield "return", ast.Return(ast.Constant(None))
        case ast.Break():
            yield "break/continue", ast.Continue()
        case ast.Continue():
            yield "break/continue", ast.Break()


def _changed_places(node: Node, slot: Slot) -> Iterator[Change]:
    match slot:
        case (ast.If() | ast.IfExp(), "test", _) | (_, "ifs" | "guard", _):
            yield from (("condition", ast.Constant(value)) for value in (True, False))
        case (ast.While(), "test", _):  # forced True it would only run into the timeout
            yield "condition", ast.Constant(False)
        case (ast.Tuple(ctx=ast.Load()) | ast.List(ctx=ast.Load()) | ast.Set(), "elts", _):
            yield "element", None
        case (ast.Dict(keys=keys), name, int(place)) if name == "keys" or keys[place] is None:
            yield "element", None
        case (_, "defaults", 0) | (_, "kw_defaults", _) if ast.unparse(node) != "...":
            yield "default", None
        case (ast.Slice(), _, _):
            yield "slice", None


# ------------------------------------------------------------------ the nodes worth a change


def _is_type_name(name: str) -> bool:
    return name in GENERICS or CAMEL_CASE.fullmatch(name) is not None


def _unseen(node: ast.AST) -> bool:
    """Return whether a node is never mutated: docstrings, imports, types, `__all__`, overloads, and options
    that only guard against a mistake in a call (`strict`, `kw_only`)."""
    match node:
        case ast.Import() | ast.ImportFrom() | ast.Expr(value=ast.Constant()):
            return True
        case ast.keyword(arg="strict" | "kw_only"):
            return True
        case ast.AnnAssign(value=None) | ast.AnnAssign(annotation=ast.Name(id="TypeAlias")):
            return True
        case ast.Assign(targets=[target]) | ast.AnnAssign(target=target):
            alias = isinstance(node.value, ast.Name | ast.Attribute | ast.BinOp | ast.Subscript)
            maker = isinstance(node.value, ast.Call) and _name(node.value.func) in TYPE_MAKERS
            name = _name(target)
            return name == "__all__" or maker or (alias and _is_type_name(name))
        case ast.AugAssign(target=ast.Name(id="__all__")):
            return True
        case ast.FunctionDef(decorator_list=decorators):
            return any(_name(each) == "overload" for each in decorators)
        case ast.Subscript(value=head):
            return _is_type_name(_name(head))
    return type(node).__name__ == "TypeAlias"


def _children(parent: ast.AST) -> Iterator[tuple[object, Slot]]:
    guard = isinstance(parent, ast.If) and ast.unparse(parent.test) in GUARDS
    cast = isinstance(parent, ast.Call) and _name(parent.func) == "cast"
    for name, value in ast.iter_fields(parent):
        if name in UNSEEN_FIELDS or (guard and name != "orelse"):
            continue
        if isinstance(value, list):
            first = 1 if cast and name == "args" else 0
            yield from ((value[i], Slot(parent, name, i)) for i in range(first, len(value)))
        else:
            yield value, Slot(parent, name, None)


def nodes(parent: ast.AST) -> Iterator[tuple[Node, Slot]]:
    """Yield the expressions and statements below that may be changed."""
    for child, slot in _children(parent):
        if isinstance(child, ast.AST) and not _unseen(child):
            if isinstance(child, ast.expr | ast.stmt):
                yield child, slot
            yield from nodes(child)


def prose(tree: ast.AST) -> set[int]:
    """Return the ids of strings for people: sentences in `raise` statements and help texts."""
    found: set[int] = set()
    for node in ast.walk(tree):
        spoken = isinstance(node, ast.keyword) and node.arg in PROSE_KEYWORDS
        for part in ast.walk(node) if spoken or isinstance(node, ast.Raise) else ():
            if isinstance(part, ast.JoinedStr):
                found.update(id(each) for each in part.values)
            elif isinstance(part, ast.Constant) and (spoken or " " in str(part.value)):
                found.add(id(part))
    return found


# ------------------------------------------------------------------ sources and mutants


def fingerprint(code: CodeType) -> tuple[object, ...]:
    """Return what the code does, without its line numbers."""
    consts = (fingerprint(c) if isinstance(c, CodeType) else repr(c) for c in code.co_consts)
    names = (code.co_names, code.co_varnames, code.co_freevars, code.co_cellvars)
    counts = (code.co_argcount, code.co_posonlyargcount, code.co_kwonlyargcount, code.co_flags)
    return code.co_code, code.co_exceptiontable, names, counts, tuple(consts)


def _text(node: ast.AST | None) -> str:
    text = " ".join(ast.unparse(node).split()) if node else "(dropped)"
    return text if len(text) <= 100 else text[:97] + "..."


class Source:
    """One source file, parsed."""

    def __init__(self, path: Path, src: Path) -> None:
        text = path.read_text(encoding="utf-8")
        self.path, self.tree, self.lines = path, ast.parse(text), text.split("\n")
        self.module = ".".join(path.relative_to(src).with_suffix("").parts)
        self.module = self.module.removesuffix(".__init__")
        self.seen = {hash(fingerprint(self.code()))}
        tokens = tokenize.generate_tokens(io.StringIO(text).readline)
        self.spared = {token.start[0] for token in tokens if _spares(token)}

    def code(self) -> CodeType:
        """Compile the tree as it is."""
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return compile(self.tree, str(self.path), "exec", dont_inherit=True)

    def mutants(self) -> Iterator[Mutant]:
        """Yield every mutant of this file."""
        spoken, counts = prose(self.tree), Counter[Key]()
        for node, slot in nodes(self.tree):
            if self.spared.isdisjoint((node.lineno, node.end_lineno)):
                changes = (_changed_expressions(node), _changed_statements(node))
                for kind, new in itertools.chain(*changes, _changed_places(node, slot)):
                    if kind != "string" or id(node) not in spoken:
                        mutant = Mutant(self, kind, node, slot, new)
                        counts[mutant.key] += 1
                        yield replace(mutant, number=counts[mutant.key])


def _spares(token: tokenize.TokenInfo) -> bool:
    return token.type == tokenize.COMMENT and NO_MUTANT.search(token.string) is not None


@dataclass(frozen=True)
class Mutant:
    """One change of one source."""

    source: Source
    kind: str
    node: Node
    slot: Slot
    new: Node | None
    number: int = 1  # among the module's mutants with this line and change

    @property
    def key(self) -> Key:
        """Return the mutant's entry in tests/mutants.toml."""
        line = self.source.lines[self.node.lineno - 1].strip()
        number = f" #{self.number}" if self.number > 1 else ""
        return self.source.module, line, f"{_text(self.node)} -> {_text(self.new)}{number}"

    def code(self) -> CodeType:
        """Compile the mutated module, and restore the tree."""
        if self.new is not None:
            ast.fix_missing_locations(ast.copy_location(self.new, self.node))
        fields, edits = vars(self.slot.parent), self.slot.edits(self.new)
        before = {name: fields[name] for name in edits}
        try:
            fields.update(edits)
            return self.source.code()
        finally:
            fields.update(before)

    def is_new(self) -> bool:
        """Return whether it compiles to other code than the source and than all mutants before."""
        try:
            mark = hash(fingerprint(self.code()))
        except (SyntaxError, ValueError, TypeError):
            return False
        fresh = mark not in self.source.seen
        self.source.seen.add(mark)
        return fresh


def choose(sources: Iterable[Source], sample: int | None, seed: int) -> list[Mutant]:
    """Return a uniformly random sample of the mutants, or all of them in random order."""
    mutants = [mutant for source in sources for mutant in source.mutants()]
    random.Random(seed).shuffle(mutants)
    return list(itertools.islice(filter(Mutant.is_new, mutants), sample))


# ------------------------------------------------------------------ one run of the tests


@dataclass(frozen=True)
class Target:
    """A table [tool.mutants.targets.<name>]."""

    name: str
    root: Path
    src: Path
    sources: list[str]
    tests: list[str]
    args: list[str] = field(default_factory=list)

    def files(self) -> list[Path]:
        """Return the source files, sorted."""
        found: set[Path] = set()
        for pattern in self.sources:
            hits = set(self.root.glob(pattern.removeprefix("!")))
            if not hits:
                raise Stop(f"{self.name}: no file matches {pattern!r}.")
            found = found - hits if pattern.startswith("!") else found | hits
        return sorted(found)

    def pytest_args(self, scratch: Path, traceback: str) -> list[str]:
        """Return the command line of one run."""
        args = ["-x", "-q", "-p", "no:cacheprovider", "--assert=plain", f"--tb={traceback}"]
        args += [f"--rootdir={self.root}", f"--basetemp={scratch / 'tmp'}"]
        options = {"pytest_cov": ["--no-cov"], "xdist": ["-n0"]}
        options["hypothesis"] = ["--hypothesis-seed=0", "--hypothesis-profile=mutants"]
        for plugin, extra in options.items():
            args += extra if importlib.util.find_spec(plugin) else []
        return [*args, *self.args, *self.tests]


class Hook(SourceFileLoader):
    """Finds and loads one module with mutated code, so that no cache file is read or written."""

    def __init__(self, mutant: Mutant) -> None:
        super().__init__(mutant.source.module, str(mutant.source.path))
        self.mutated, self.used = mutant.code(), False

    def find_spec(self, name: str, *_: object) -> ModuleSpec | None:
        """Return the spec of the mutated module. The import system asks this finder first."""
        if name != self.name:
            return None
        self.used = True
        return importlib.util.spec_from_file_location(name, self.path, loader=self)

    def get_code(self, _fullname: str) -> CodeType:
        """Return the mutated code, which the import system executes."""
        return self.mutated


def preload(names: Iterable[str]) -> None:
    """Load third-party modules once, for all children."""
    os.environ.update(HYPOTHESIS_PROFILE="mutants", OPENBLAS_NUM_THREADS="1")
    for name in [each for each in os.environ if each.startswith(("COV_CORE", "COVERAGE_"))]:
        del os.environ[name]
    for name in ("hypothesis", *names):
        with suppress(ImportError):
            importlib.import_module(name)
    if (hypothesis := sys.modules.get("hypothesis")) is not None:
        phases = [hypothesis.Phase.explicit, hypothesis.Phase.generate]
        slow = [hypothesis.HealthCheck.too_slow]
        hypothesis.settings.register_profile(
            "mutants", phases=phases, suppress_health_check=slow, database=None, deadline=None
        )
    gc.freeze()


def _enter(target: Target, scratch: Path, caches: Path, output: Path) -> None:
    """Give a child its own group, output, folders, caches and bound on memory."""
    os.setpgid(0, 0)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    os.dup2(os.open(output, os.O_WRONLY | os.O_CREAT | os.O_TRUNC), 1)
    os.dup2(1, 2)
    os.chdir(target.root)
    sys.path[:0] = [str(target.root), str(target.src)]
    tempfile.tempdir = os.environ["TMPDIR"] = str(scratch)
    os.environ["HYPOTHESIS_STORAGE_DIRECTORY"] = str(caches / "hypothesis")
    os.environ["NUMBA_CACHE_DIR"] = str(caches / "numba")
    if (numba := sys.modules.get("numba")) is not None:
        numba.config.CACHE_DIR = str(caches / "numba")
    resource.setrlimit(resource.RLIMIT_DATA, (MEMORY, resource.getrlimit(resource.RLIMIT_DATA)[1]))


def _child(target: Target, mutant: Mutant | None, base: Path, scratch: Path) -> NoReturn:
    status = NOT_STARTED
    try:
        hook = Hook(mutant) if mutant else None
        sys.pycache_prefix, sys.dont_write_bytecode = str(base / "bytecode"), hook is not None
        if hook:
            sys.meta_path.insert(0, hook)
            shutil.copytree(base / "caches", scratch / "caches")
            _enter(target, scratch, scratch / "caches", Path(os.devnull))
        else:
            _enter(target, scratch, base / "caches", base / "output")
        status = 1
        status = int(pytest.main(target.pytest_args(scratch, "no" if hook else "short")))
        if hook and status == 0 and not hook.used:
            status = NOT_IMPORTED
    finally:
        os._exit(status)


class Job:
    """A child that runs the tests on one mutant (None for the unchanged sources)."""

    def __init__(self, target: Target, mutant: Mutant | None, base: Path, timeout: float) -> None:
        self.mutant, self.deadline = mutant, time.monotonic() + timeout
        self.scratch = Path(tempfile.mkdtemp(dir=base))
        self.pid = os.fork()
        if self.pid == 0:
            _child(target, mutant, base, self.scratch)

    def outcome(self) -> str | None:
        """Return None while it runs, then `killed`, `timeout`, `survived` or `not imported`."""
        done, status = os.waitpid(self.pid, os.WNOHANG)
        if not done and time.monotonic() < self.deadline:
            return None
        self.end(reaped=done != 0)
        code = os.waitstatus_to_exitcode(status) if done else None
        if code == NOT_STARTED:
            raise Stop("A child process failed before pytest began.")
        return {None: "timeout", 0: "survived", NOT_IMPORTED: "not imported"}.get(code, "killed")

    def end(self, reaped: bool = False) -> None:
        """Kill the child with all that it started, and remove its folder."""
        if not reaped:
            os.kill(self.pid, signal.SIGKILL)
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(self.pid, signal.SIGKILL)
        if not reaped:
            os.waitpid(self.pid, 0)
        shutil.rmtree(self.scratch, ignore_errors=True)


def run(
    target: Target, mutants: Iterable[Mutant | None], base: Path, timeout: float, processes: int
) -> Iterator[tuple[Mutant | None, str]]:
    """Test the mutants, some at once. Yield each with its outcome."""
    waiting, running = iter(mutants), list[Job]()
    try:
        while True:
            for mutant in itertools.islice(waiting, processes - len(running)):
                running.append(Job(target, mutant, base, timeout))
            if not running:
                return
            time.sleep(0.005)
            for job in list(running):
                if outcome := job.outcome():
                    running.remove(job)
                    yield job.mutant, outcome
    finally:
        for job in running:
            job.end()


def clean_run(target: Target, mutants: list[Mutant], base: Path, processes: int) -> float:
    """Return the seconds of the tests on unchanged code. They must pass alone, and in parallel as mutants
    run."""
    for _, outcome in run(target, [None], base, 3600, 1):
        if outcome != "survived":
            tail = (base / "output").read_text(errors="replace")[-3000:]
            raise Stop(f"{tail}\n{target.name}: the tests fail on the unchanged sources.")
    start = time.monotonic()
    controls = [replace(mutant, new=mutant.node) for mutant in mutants[:processes]]
    for _, outcome in run(target, controls, base, 3600, processes):
        if outcome not in SURVIVED:
            raise Stop(f"{target.name}: the tests fail when {processes} run at once.")
    return time.monotonic() - start


# ------------------------------------------------------------------ all runs, and the report


def known_survivors(root: Path) -> dict[Key, str]:
    """Return the reasons in tests/mutants.toml."""
    path = root / "tests" / "mutants.toml"
    table = tomllib.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
    entries = table.get("survivor", [])
    try:
        return {(e["module"], e["line"].strip(), e["change"]): e["reason"] for e in entries}
    except KeyError as error:
        raise Stop(f"{path}: a survivor has no {error}.") from error


def examine(target: Target, sample: int | None, seed: int, processes: int) -> dict[str, Any]:
    """Test one target. Return the numbers and the survivors."""
    sources = [Source(path, target.src) for path in target.files()]
    if loaded := [each.module for each in sources if each.module in sys.modules]:
        raise Stop(f"{target.name}: {loaded[0]} is loaded already, so it cannot be mutated.")
    mutants, results = choose(sources, sample, seed), list[tuple[Mutant, str]]()
    known = known_survivors(target.root)
    with tempfile.TemporaryDirectory(prefix="mutants-") as folder:
        base = Path(folder)
        (base / "caches").mkdir()
        seconds = clean_run(target, mutants, base, processes)
        print(f"{target.name}: {len(mutants)} mutants, {seconds:.1f} s a clean run", flush=True)
        for mutant, outcome in run(target, mutants, base, max(20.0, 6 * seconds), processes):
            results += [(mutant, outcome)] if mutant else []
            if len(results) % 25 == 0:
                lost = sum(each in SURVIVED for _, each in results)
                print(f"  {len(results)}/{len(mutants)}, {lost} survive", flush=True)
    return summary(target.root, results, known)


def summary(root: Path, results: list[tuple[Mutant, str]], known: dict[Key, str]) -> dict[str, Any]:
    """Count the outcomes. Survivors known as equivalent are not in the percentage."""
    rows: list[dict[str, Any]] = []
    for mutant, outcome in results:
        if outcome in SURVIVED:
            module, text, change = mutant.key
            file, line = str(mutant.source.path.relative_to(root)), mutant.node.lineno
            row = {"file": file, "line": line, "kind": mutant.kind, "change": change}
            row |= {"module": module, "text": text, "reason": known.get(mutant.key, "")}
            rows.append({**row, "outcome": outcome})
    rows.sort(key=lambda row: (row["reason"] != "", row["file"], row["line"]))
    equivalent = sum(row["reason"].lower().startswith("equivalent") for row in rows)
    alive = {mutant.key for mutant, outcome in results if outcome in SURVIVED}
    total, killed = len(results), len(results) - len(rows)
    return {
        "killed": killed,
        "timeouts": sum(outcome == "timeout" for _, outcome in results),
        "total": total,
        "equivalent": equivalent,
        "percent": 100 * killed / (total - equivalent) if total > equivalent else 100.0,
        "survivors": rows,
        "stale": sorted({mutant.key for mutant, _ in results} & known.keys() - alive),
    }


def show(name: str, told: dict[str, Any]) -> None:
    """Print the numbers, and the survivors with the unknown ones first."""
    print(f"{name}: {told['killed']}/{told['total']} killed, {told['percent']:.1f} %", end=" ")
    print(f"({told['timeouts']} by timeout, {told['equivalent']} equivalent left out)")
    for row in told["survivors"]:
        print(f"  {row['file']}:{row['line']}  {row['kind']}  {row['change']}")
        print(f"      {row['text']}")
        if row["outcome"] == "not imported":
            print("      the tests never import this module")
        if row["reason"]:
            print(f"      known: {row['reason']}")
    for key in told["stale"]:
        print(f"  killed, yet listed in tests/mutants.toml: {' | '.join(key)}")


def read_targets(root: Path, table: dict[str, Any], names: Sequence[str]) -> list[Target]:
    """Return the named targets of [tool.mutants], or all."""
    targets = table.get("targets", {})
    if not targets or (set(names) - set(targets)):
        raise Stop(f"Targets in pyproject.toml: {', '.join(targets) or 'none'}.")
    src = root / table.get("src", "src")
    return [Target(name, root, src, **targets[name]) for name in names or targets]


def options(argv: Sequence[str] | None) -> argparse.Namespace:
    """Parse the command line."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("targets", nargs="*", metavar="TARGET")
    parser.add_argument("--sample", type=int, default=150, help="mutants per target")
    parser.add_argument("--seed", type=int, default=1, help="of the sample")
    parser.add_argument("--processes", type=int, default=2, help="mutants tested at once")
    parser.add_argument("--all", action="store_true", help="every mutant, no sample")
    parser.add_argument("--json", type=Path, help="write the results to this file too")
    parser.add_argument("--root", type=Path, default=Path(), help="the folder of pyproject.toml")
    return parser.parse_args(argv)


def main(argv: Sequence[str] | None = None) -> int:
    """Return 0 if every target reaches the bar, 1 if one does not, 2 if the run failed."""
    asked = options(argv)
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    root, sample = asked.root.resolve(), None if asked.all else asked.sample
    told: dict[str, dict[str, Any]] = {}
    try:
        project = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))
        table = project.get("tool", {}).get("mutants", {})
        targets = read_targets(root, table, asked.targets)
        preload(table.get("preload", PRELOAD))
        for target in targets:
            told[target.name] = examine(target, sample, asked.seed, max(1, asked.processes))
            show(target.name, told[target.name])
    except Stop as stop:
        print(stop, file=sys.stderr)
        return 2
    if asked.json:
        asked.json.write_text(json.dumps(told, indent=2) + "\n", encoding="utf-8")
    return int(any(each["percent"] < table.get("bar", 95) for each in told.values()))


if __name__ == "__main__":
    if "PYTHONHASHSEED" not in os.environ:  # so that sets have the same order in every run
        os.environ["PYTHONHASHSEED"] = "0"
        os.execv(sys.executable, sys.orig_argv)
    sys.exit(main())
