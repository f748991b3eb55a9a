"""The mutation tester, on a package small enough to know every mutant of."""

from __future__ import annotations

import importlib.util
import json
import os
import subprocess
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

TOOL = Path(__file__).parents[2] / "tools" / "quality" / "mutants.py"
ENV = {**os.environ, "PYTHONPATH": str(TOOL.parent), "PYTHONHASHSEED": "0"}

RULES = """\
from __future__ import annotations

PRICES = {"tea": 2, "fan": 3}
SPARE = 7  # no mutant: nothing reads it


def price(thing: str) -> int:
    return PRICES[thing]


def dear(n: int) -> bool:
    return n > 5
"""
TESTS = """\
from tiny.rules import PRICES, dear, price

def test_prices():
    assert PRICES == {"tea": 2, "fan": 3} and price("fan") == 3

def test_dear():
    assert dear(9) and not dear(1)
"""
ALONE = """\
import time
from pathlib import Path

def test_alone():
    Path("lock").mkdir()
    time.sleep(0.5)
    Path("lock").rmdir()
"""
PROJECT = """\
[tool.mutants]
preload = []

[tool.mutants.targets.tiny]
sources = ["src/tiny/*.py"]
tests = ["tests/test_tiny.py"]
"""
KNOWN = """\
[[survivor]]
module = "tiny.rules"
line = "return n > 5"
change = "n > 5 -> n >= 5"
reason = "equivalent: nothing costs 5"

[[survivor]]
module = "tiny.rules"
line = "return PRICES[thing]"
change = "return PRICES[thing] -> return None"
reason = "long fixed"
"""
LOOP = """\
def count(n):
    while n > 0:
        n -= 1
    return n
"""
SHORT_TIMEOUT = """\
import sys
from pathlib import Path
import mutants
root = Path(sys.argv[1])
mutants.preload([])
target = mutants.Target("tiny", root, root / "src", [], ["tests"])
source = mutants.Source(root / "src" / "tiny" / "rules.py", root / "src")
chosen = [each for each in source.mutants() if each.key[2] == "n -= 1 -> pass"]
(root / "caches").mkdir()
print([outcome for _, outcome in mutants.run(target, chosen, root, 1, 1)])
"""


def _load() -> ModuleType:
    spec = importlib.util.spec_from_file_location("mutants_tool", TOOL)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module  # dataclasses look their module up
    spec.loader.exec_module(module)
    return module


mutants = _load()


def _package(root: Path, rules: str, tests: str) -> None:
    for name, text in {
        "pyproject.toml": PROJECT,
        "src/tiny/__init__.py": "",
        "src/tiny/rules.py": rules,
        "tests/test_tiny.py": tests,
    }.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")


def _tool(root: Path, *args: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, str(TOOL), "--root", str(root), *args]
    return subprocess.run(command, env=ENV, capture_output=True, text=True, check=False)


def _source(folder: Path, text: str) -> Any:
    path = folder / "src" / "some.py"
    path.parent.mkdir(exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return mutants.Source(path, folder / "src")


def _changes(folder: Path, text: str) -> set[str]:
    return {each.key[2] for each in mutants.choose([_source(folder, text)], None, 1)}


@pytest.fixture(scope="module")
def tiny(tmp_path_factory: pytest.TempPathFactory) -> tuple[int, str, dict[str, Any]]:
    root = tmp_path_factory.mktemp("tiny")
    _package(root, RULES, TESTS)
    (root / "tests" / "mutants.toml").write_text(KNOWN, encoding="utf-8")
    done = _tool(root, "tiny", "--all", "--json", str(root / "told.json"))
    assert done.stderr == ""
    told = json.loads((root / "told.json").read_text(encoding="utf-8"))
    return done.returncode, done.stdout, told["tiny"]


def test_kills_and_survivors_are_counted(tiny: tuple[int, str, dict[str, Any]]) -> None:
    status, output, told = tiny
    survivors = {row["change"]: row["reason"] for row in told["survivors"]}
    assert survivors == {"5 -> 6": "", "n > 5 -> n >= 5": "equivalent: nothing costs 5"}
    # PRICES: the statement, 2 keys and 2 numbers changed, 2 dropped; 2 returns; `>` and `5`
    assert (told["total"], told["killed"], told["equivalent"]) == (11, 9, 1)
    assert told["percent"] == 90
    assert status == 1
    assert "9/11 killed, 90.0 %" in output


def test_survivors_are_shown(tiny: tuple[int, str, dict[str, Any]]) -> None:
    lines = tiny[1].splitlines()
    at = lines.index("  src/tiny/rules.py:12  number  5 -> 6")
    assert lines[at + 1 : at + 5] == [
        "      return n > 5",
        "  src/tiny/rules.py:12  compare  n > 5 -> n >= 5",
        "      return n > 5",
        "      known: equivalent: nothing costs 5",
    ]


def test_a_listed_mutant_that_is_killed_is_named(tiny: tuple[int, str, dict[str, Any]]) -> None:
    assert [change for _, _, change in tiny[2]["stale"]] == ["return PRICES[thing] -> return None"]


def test_good_tests_reach_the_bar(tmp_path: Path) -> None:
    _package(tmp_path, RULES, TESTS.replace("dear(9) and not dear(1)", "dear(6) and not dear(5)"))
    done = _tool(tmp_path, "--sample", "4")
    assert done.returncode == 0
    assert "tiny: 4/4 killed, 100.0 %" in done.stdout


def test_the_clean_run_must_pass(tmp_path: Path) -> None:
    _package(tmp_path, RULES, TESTS.replace("dear(9)", "dear(2)"))
    done = _tool(tmp_path)
    assert done.returncode == 2
    assert "tiny: the tests fail on the unchanged sources." in done.stderr


def test_tests_that_disturb_each_other_are_refused(tmp_path: Path) -> None:
    _package(tmp_path, RULES, ALONE)
    done = _tool(tmp_path)
    assert done.returncode == 2
    assert "tiny: the tests fail when 2 run at once." in done.stderr


def test_a_module_no_test_imports_is_named(tmp_path: Path) -> None:
    _package(tmp_path, "A = 5\n", "def test_nothing() -> None:\n    pass\n")
    done = _tool(tmp_path)
    assert done.returncode == 1
    assert "the tests never import this module" in done.stdout


def test_an_endless_mutant_is_a_timeout(tmp_path: Path) -> None:
    _package(tmp_path, LOOP, "from tiny.rules import count\ndef test_count():\n    count(3)\n")
    command = [sys.executable, "-c", SHORT_TIMEOUT, str(tmp_path)]
    assert subprocess.check_output(command, env=ENV, text=True).strip() == "['timeout']"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a < b", {"a < b -> a <= b"}),
        ("a == b in c", {"a == b in c -> a != b in c", "a == b in c -> a == b not in c"}),
        ("a is b", {"a is b -> a is not b"}),
        ("a + b", {"a + b -> a - b"}),
        ("a & b", {"a & b -> a | b"}),
        ("7", {"7 -> 8"}),
        ("0", {"0 -> 1"}),
        ("1", {"1 -> 2", "1 -> 0"}),
        ("True", {"True -> False"}),
        ("'tea'", {"'tea' -> 'teaXX'"}),
        ("a and b", {"a and b -> a or b"}),
        ("not a", {"not a -> a"}),
        ("a if b else c", {"b -> True", "b -> False"}),
        ("[a for a in b if c]", {"c -> True", "c -> False"}),
        ("(a, b)", {"a -> (dropped)", "b -> (dropped)"}),
        ("{a: b, **c}", {"a -> (dropped)", "c -> (dropped)"}),
        ("a[b:]", {"b -> (dropped)"}),
        ("min(a)", {"min(a) -> max(a)"}),
        ("a.any()", {"a.any() -> a.all()"}),
        ("sorted(a, key=b)", {"sorted(a, key=b) -> list(a)"}),
        ("lambda a=b: a", {"b -> (dropped)"}),
        ("lambda *, a=b: a", {"b -> (dropped)"}),
        ("cast('A', b)", set()),
        ("dict[str, int]", set()),
    ],
)
def test_expressions(tmp_path: Path, text: str, expected: set[str]) -> None:
    deleted = f"x = {text} -> pass"
    assert _changes(tmp_path, f"x = {text}\n") == {*expected, deleted}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a += b", {"a += b -> a -= b", "a += b -> pass"}),
        ("a()", {"a() -> pass"}),
        ("def f(): return a", {"return a -> return None"}),
        ("while a: break", {"a -> False", "break -> continue"}),
        ("for a in b: continue", {"continue -> break"}),
        ("if a: del b", {"a -> True", "a -> False", "del b -> pass"}),
        ("raise Wrong('not_now')", {"'not_now' -> 'not_nowXX'"}),
    ],
)
def test_statements(tmp_path: Path, text: str, expected: set[str]) -> None:
    assert _changes(tmp_path, text + "\n") == expected


@pytest.mark.parametrize(
    "text",
    [
        '"""A docstring."""',
        "from a import b",
        "__all__ = ['a', 'b']",
        "__all__ += ['a']",
        "assert zip(a, strict=True)",
        "class A(B, kw_only=True): ...",
        "def f(a: Literal['b'] = ...) -> tuple[int, str]: ...",
        "class A:\n    b: tuple[int, str]",
        "@a(5, b=True)\ndef f(): ...",
        "if TYPE_CHECKING:\n    a = 5",
        "if __name__ == '__main__':\n    main(5)",
        "assert a, 'a message'",
        "raise Wrong(f'card {a} is not yours')",
        "Move = Play | Pass",
        "T = TypeVar('T', bound='A')",
        "A = 5  # no mutant: a reason",
        "A = f(a,\n)  # noqa: X1  # no mutant: the last line of a statement counts as well",
    ],
)
def test_left_alone(tmp_path: Path, text: str) -> None:
    assert _changes(tmp_path, text + "\n") == set()


def test_no_mutant_wants_a_reason(tmp_path: Path) -> None:
    assert _changes(tmp_path, "a = 5  # no mutant\n") == {"5 -> 6", "a = 5 -> pass"}


def test_equal_bytecode_is_dropped(tmp_path: Path) -> None:
    changes = _changes(tmp_path, "def f():\n    return a\n    return 7\n")
    assert changes == {"return a -> return None"}


def test_equal_changes_of_equal_lines_are_numbered(tmp_path: Path) -> None:
    changes = _changes(tmp_path, "a = 5, 5\na = 5, 5\n")
    assert {each for each in changes if each.startswith("5 -> 6")} == {
        "5 -> 6",
        "5 -> 6 #2",
        "5 -> 6 #3",
        "5 -> 6 #4",
    }


def test_the_sample_follows_the_seed(tmp_path: Path) -> None:
    def keys(sample: int | None, seed: int) -> list[Any]:
        return [each.key for each in mutants.choose([_source(tmp_path, RULES)], sample, seed)]

    assert keys(5, 1) == keys(5, 1) == keys(None, 1)[:5]
    assert keys(5, 1) != keys(5, 2)
    assert sorted(keys(99, 1)) == sorted(keys(None, 2))


def test_the_tree_is_restored(tmp_path: Path) -> None:
    source = _source(tmp_path, RULES)
    before = mutants.fingerprint(source.code())
    mutants.choose([source], None, 1)
    assert mutants.fingerprint(source.code()) == before


def test_patterns_take_files_in_and_out(tmp_path: Path) -> None:
    _package(tmp_path, RULES, TESTS)
    patterns = ["src/**/*.py", "!src/**/__init__.py"]
    target = mutants.Target("tiny", tmp_path, tmp_path / "src", patterns, [])
    assert target.files() == [tmp_path / "src" / "tiny" / "rules.py"]
    with pytest.raises(mutants.Stop, match="no file matches"):
        mutants.Target("tiny", tmp_path, tmp_path / "src", ["lib/*.py"], []).files()


def test_unknown_targets_are_refused(tmp_path: Path) -> None:
    with pytest.raises(mutants.Stop, match="tiny"):
        mutants.read_targets(tmp_path, {"targets": {"tiny": {}}}, ["huge"])


def test_a_known_survivor_needs_a_reason(tmp_path: Path) -> None:
    (tmp_path / "tests").mkdir()
    (tmp_path / "tests" / "mutants.toml").write_text(KNOWN.replace("reason", "because"))
    with pytest.raises(mutants.Stop, match="reason"):
        mutants.known_survivors(tmp_path)
