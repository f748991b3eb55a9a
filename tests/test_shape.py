"""The shape of the repository: files per folder, their weight, plain docstrings, how modules are found,
and path patterns that miss no file."""

import ast
import re
import subprocess
import tomllib
from collections import Counter
from collections.abc import Iterable
from pathlib import Path, PurePosixPath

import pytest
from coverage.files import GlobMatcher

from hanamachi.games import OURS, modules
from tools.quality.prose import Docstring, docstrings, share
from tools.quality.weight import MOST as MOST_BYTES
from tools.quality.weight import weighed

ROOT = Path(__file__).parents[1]
RIDDLES = 0.05  # the largest share of docstrings that are riddles
MOST = 16  # Python files that a folder may hold: as many as somebody reads over at a glance


def tracked(*folders: str) -> list[PurePosixPath]:
    """Return the files under version control, new ones included."""
    command = [
        "git",
        "ls-files",
        "--cached",
        "--others",
        "--exclude-standard",
        "--deduplicate",
        "--",
        *folders,
    ]
    listed = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout
    return [PurePosixPath(line) for line in listed.splitlines() if (ROOT / line).exists()]


GROWING = {  # folders whose files are only ever added
    "src/hanamachi/server/db/migrations/versions": "each change of the schema stays for older databases",
}


def test_no_folder_holds_more_files_than_a_reader_takes_in() -> None:
    held = Counter(str(path.parent) for path in tracked("src", "tests") if path.suffix == ".py")
    assert held["src/hanamachi/core"] > 10  # the count sees folders
    assert {folder: count for folder, count in held.items() if count > MOST and folder not in GROWING} == {}


PATHS = {  # who must change where modules are found
    "src/hanamachi/bots/external.py": "a player's own bot lies in the folder where the command was typed",
    "tools/quality/mutants.py": "imports the project that it is told to mutate, in a process of its own",
}


def test_nothing_else_changes_where_modules_are_found() -> None:
    """Run tools, benchmarks and fuzzers as modules: python -m tools.quality.layouts."""
    changed = {
        str(path)
        for path in tracked("src", "tests", "tools", "bench", "examples")
        if path.suffix == ".py" and re.search(r"\bsys\.path\b[^\n]*[=(]", (ROOT / path).read_text("utf-8"))
    }
    assert changed - {"tests/test_shape.py"} == set(PATHS)


def test_docstrings_are_plain() -> None:
    found = list(docstrings())
    assert len(found) > 2_000  # the count sees docstrings
    assert share(found) <= RIDDLES, "python -m tools.quality.prose --list server"


@pytest.mark.parametrize(
    ("text", "riddle"),
    [
        ("Whether a row may follow.", True),
        ("Return the seat, if somebody sits there.", True),
        ("Where the file lies.", True),
        ("Return whether a row may follow.", False),
        ("Lock the rows of these tables.", False),
    ],
)
def test_a_riddle_is_recognised(text: str, riddle: bool) -> None:
    assert Docstring(Path("server/db/connection.py"), 1, text).is_riddle is riddle


MAKEFILE = (ROOT / "Makefile").read_text("utf-8")
PYPROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
SOURCES = [str(path) for path in tracked("src") if path.suffix == ".py"]
COMPILED_RULES = re.compile(r"src/hanamachi/games/(\w+/kernel/\w+|__init__)\.py")  # run compiled, or no rules


def make_variable(name: str) -> list[str]:
    found = re.search(rf"^{name} := (.+)$", MAKEFILE, re.MULTILINE)
    assert found, name
    return found[1].split(",")


def server_include() -> list[str]:
    found = re.search(r"--include='(src/hanamachi/server[^']*)'", MAKEFILE)
    assert found
    return found[1].split(",")


def below(*folders: str) -> set[str]:
    return {path for path in SOURCES if path.startswith(folders)}


def matched(patterns: Iterable[str]) -> set[str]:
    """Return the sources that coverage takes for these patterns."""
    matcher = GlobMatcher(patterns)
    return {path for path in SOURCES if matcher.match(path)}


def is_rule(path: str) -> bool:
    return not COMPILED_RULES.fullmatch(path)


@pytest.mark.parametrize(
    ("patterns", "folders"),
    [
        (make_variable("LAW"), ["src/hanamachi/core/", "src/hanamachi/games/"]),
        (server_include(), ["src/hanamachi/server/"]),
        (
            PYPROJECT["tool"]["coverage"]["run"]["include"],
            ["src/hanamachi/core/", "src/hanamachi/games/", "src/hanamachi/server/"],
        ),
    ],
    ids=["LAW", "server", "pyproject"],
)
def test_coverage_watches_every_file_that_lies_there(patterns: list[str], folders: list[str]) -> None:
    here = {path for path in below(*folders) if is_rule(path)}
    assert len(here) > 50
    assert here - matched(patterns) == set()


@pytest.mark.parametrize("pattern", make_variable("COMPILED"))
def test_a_file_left_out_of_coverage_exists(pattern: str) -> None:
    assert matched([pattern])


def glob(pattern: str) -> set[str]:
    return {path.relative_to(ROOT).as_posix() for path in ROOT.glob(pattern)}


TARGETS = PYPROJECT["tool"]["mutants"]["targets"]


@pytest.mark.parametrize("target", TARGETS)
def test_mutants_break_every_file_that_lies_there(target: str) -> None:
    """A wildcard takes in every file below its folder, or `!` names what is left out."""
    sources = [pattern.removeprefix("!") for pattern in TARGETS[target]["sources"]]
    assert [pattern for pattern in sources if not glob(pattern)] == []
    tests = [test.partition("::")[0] for test in TARGETS[target]["tests"]]
    assert [path for path in tests if not (ROOT / path).exists()] == []
    folders = [pattern.partition("*")[0] for pattern in sources if "*" in pattern]
    here = {path for path in below(*folders) if is_rule(path)} if folders else set()
    assert here - {path for pattern in sources for path in glob(pattern)} == set()


def test_the_repository_stays_light() -> None:
    """Pictures are WebP, long data is compressed, and what a tool can make anew is not kept."""
    sizes = weighed()
    assert len(sizes) > 500
    assert sum(sizes.values()) < MOST_BYTES, dict(list(sizes.items())[:10])


def test_every_picture_is_shown() -> None:
    pages = "".join(
        (ROOT / path).read_text("utf-8") for path in tracked("README.md", "docs") if path.suffix == ".md"
    )
    pictures = [path for path in tracked("docs") if path.suffix in (".png", ".webp", ".svg", ".jpg")]
    assert len(pictures) > 5
    assert [str(path) for path in pictures if path.name not in pages] == []


MOST_NAMES = 35  # that one statement may import


def test_no_import_is_a_page_long() -> None:
    """Import the module under a short name instead: from hanamachi.games.mai_star import moves as m."""
    long = {
        f"{path}: {node.module}": len(node.names)
        for path in tracked("src", "tools", "bench")
        if path.suffix == ".py"
        for node in ast.walk(ast.parse((ROOT / path).read_text("utf-8")))
        if isinstance(node, ast.ImportFrom) and len(node.names) > MOST_NAMES
    }
    assert long == {}


NAMES = tuple(game.name for game in OURS)
LISTED = {  # shared files that a game of this repository must be written into, and why
    "src/hanamachi/games/__init__.py": "the list of our games, in the order of the street",
    "pyproject.toml": "the targets of the mutation tool",
}
SHARED = ("src/hanamachi", "tools", "bench", "Makefile", "pyproject.toml", "hatch_build.py")


def is_own(path: PurePosixPath) -> bool:
    """Tell whether a file belongs to one game, by its name or that of a folder."""
    return any(part.startswith(NAMES) for part in path.parts)


def named_in(path: PurePosixPath) -> set[str]:
    """Return the games that a file speaks of; in Python docstrings and comments do not count."""
    text = (ROOT / path).read_text("utf-8")
    said = in_code(ast.parse(text)) if path.suffix == ".py" else text
    return {name for name in NAMES if name in said}


def in_code(tree: ast.Module) -> str:
    for node in ast.walk(tree):
        if isinstance(
            node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef
        ) and isinstance(ast.get_docstring(node, clean=False), str):
            node.body = node.body[1:] or [ast.Pass()]
    return ast.unparse(tree)


def test_a_game_of_our_own_touches_two_shared_files() -> None:
    """A file that names three of four games names them all: what a game has is found by the module's name."""
    kinds = (".py", ".toml", "")
    shared = [path for path in tracked(*SHARED) if path.suffix in kinds and not is_own(path)]
    assert len(shared) > 200
    touched = {str(path) for path in shared if len(named_in(path)) >= len(NAMES) - 1}
    assert touched == set(LISTED)
    assert len(touched) <= 2


def test_docstrings_do_not_count_as_naming_a_game() -> None:
    tree = ast.parse(
        '"""Okiya, okiya."""\n\ndef f():\n    """mai_star"""\n    return "hanamikoji"  # geishas_road\n'
    )
    assert {name for name in NAMES if name in in_code(tree)} == {"hanamikoji"}


def test_modules_are_found_by_the_name_of_a_game() -> None:
    assert list(modules("hanamachi.adapters.observations.{}")) == list(NAMES)
    assert modules("hanamachi.train.courses.{}")["mai_star"] == "hanamachi.train.courses.mai_star"
    assert "okiya" not in modules("hanamachi.train.courses.{}")
    assert modules("hanamachi.nowhere.{}") == modules("hanamachi.adapters.observations.no_{}") == {}
