"""The order of packages: which may import which, and what is loaded only when needed."""

import ast
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tools.quality.class_bounds import Module, cycles, modules, type_checking_imports

SOURCE = Path(__file__).parents[1] / "src" / "hanamachi"
# Each may import those before it; arena, server, adapters and train do not know each other.
FLOORS = {
    "locales": 0,
    "core": 0,
    "games": 1,
    "bots": 2,
    "puzzles": 3,
    "pictures": 3,
    "explorer": 4,
    "arena": 5,
    "server": 5,
    "adapters": 5,
    "train": 5,
    "cli": 6,
}
FILES = sorted(SOURCE.rglob("*.py"))


def floor_of(module: str) -> tuple[str, int] | None:
    parts = module.split(".")
    return (
        (parts[1], FLOORS[parts[1]])
        if parts[0] == "hanamachi" and len(parts) > 1 and parts[1] in FLOORS
        else None
    )


@pytest.fixture(scope="module")
def parsed() -> list[Module]:
    """Every module, parsed once and then forgotten."""
    return modules(SOURCE)


def imports(module: Module) -> set[str]:
    found = set[str]()
    for node in ast.walk(module.tree):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            found |= {f"{node.module}.{alias.name}" for alias in node.names}
    return found


def test_imports_point_one_way(parsed: list[Module]) -> None:
    """All but those of the package's own front door."""
    assert len(parsed) == len(FILES)
    wrong = []
    for module in parsed:
        here = floor_of(module.name)
        for name in imports(module) if here else ():
            there = floor_of(name)
            if there and here and there[1] >= here[1] and there[0] not in (here[0], "core", "locales"):
                wrong.append((module.name, name))
    assert wrong == []


# The packages of the server, from the ground up: each may import those before it.
SERVER = [
    "runtime", "tables", "protocol", "db", "storage", "engines", "accounts", "ratings", "notifications",
    "live", "cluster", "chat", "matchmaking", "moderation", "analysis", "puzzles", "explorer", "previews", "privacy", "ops", "edge", "app",
]  # fmt: skip
# Imports that still point up: each goes when its package is put right, and the set is empty in the end.
UPWARD: set[tuple[str, str]] = set()


def server_package(module: str) -> str | None:
    """Return the package of the server that a module belongs to."""
    parts = module.split(".")
    return parts[2] if parts[:2] == ["hanamachi", "server"] and len(parts) > 2 else None


def upward_imports(parsed: list[Module]) -> set[tuple[str, str]]:
    """Return (file, package) for each import inside the server that points up."""
    found = set[tuple[str, str]]()
    for module in parsed:
        here = server_package(module.name)
        for name in imports(module) if here else ():
            there = server_package(name)
            if here and there and SERVER.index(there) > SERVER.index(here):
                found.add((module.path.relative_to(SOURCE / "server").as_posix(), there))
    return found


def test_every_package_of_the_server_has_its_place() -> None:
    here = {path.name.removesuffix(".py") for path in (SOURCE / "server").iterdir()}
    assert here - {"__init__", "__pycache__", "static", "site"} <= set(SERVER)


def test_imports_inside_the_server_point_one_way(parsed: list[Module]) -> None:
    assert upward_imports(parsed) - UPWARD == set()


# Imports for type checking alone, inside the server: to be emptied.
TYPES_ONLY: set[str] = set()


def test_modules_do_not_import_each_other_in_circles(parsed: list[Module]) -> None:
    assert cycles(parsed) == []


def test_the_server_imports_nothing_for_type_checking_alone(parsed: list[Module]) -> None:
    inside = [module for module in parsed if module.name.startswith("hanamachi.server")]
    found = {
        module.path.relative_to(SOURCE / "server").as_posix()
        for module in inside
        if type_checking_imports(module)
    }
    assert found - TYPES_ONLY == set()


GAMES = sorted(path.parent for path in (SOURCE / "games").glob("*/rules.py"))
OF_A_GAME = [path for folder in GAMES for path in sorted(folder.rglob("*.py"))]


def test_games_do_not_touch_each_other(parsed: list[Module]) -> None:
    """Neither do their kernels."""
    games, wrong = {folder.name for folder in GAMES}, []
    for module in (each for each in parsed if each.path in OF_A_GAME):
        others = games - {module.name.split(".")[2]}
        wrong += [
            (module.name, name)
            for name in imports(module)
            if name.split(".")[:2] == ["hanamachi", "games"] and name.split(".")[2] in others
        ]
    assert wrong == []


def test_the_kernels_are_watched() -> None:
    assert {path.parent.name for path in OF_A_GAME} > {folder.name for folder in GAMES}


ROOMS = [
    path
    for path in FILES
    if path.relative_to(SOURCE).parts[0] in ("core", "server", "cli", "arena")
    or (
        path.relative_to(SOURCE).parent in (Path("puzzles"), Path("explorer"))
        and path.stem not in {folder.name for folder in GAMES}
    )
]


def named(text: str) -> set[str]:
    """The games that a text speaks of, however their names are spelled."""
    letters = re.sub("[^a-z]", "", text.casefold())
    return {folder.name for folder in GAMES if folder.name.replace("_", "") in letters}


def test_no_room_knows_a_game_by_name() -> None:
    """What a game has of its own it offers by hooks: Game.layouts, Text.draw, its ladder of bots."""
    known = {path.relative_to(SOURCE).as_posix(): named(path.read_text("utf-8")) for path in ROOMS}
    assert {path: games for path, games in known.items() if games} == {}


def test_a_games_name_would_be_noticed() -> None:
    assert named("Okiya, mai_star") == named("a garden of OKIYA; Mai-Star") == {"okiya", "mai_star"}
    assert named("Geisha's Road") == named("games.geishas_road.rules") == {"geishas_road"}


def loaded_after(code: str) -> set[str]:
    probe = f"import sys\n{code}\nprint(' '.join(sys.modules))"
    run = subprocess.run([sys.executable, "-c", probe], capture_output=True, text=True, check=True)
    return set(run.stdout.splitlines()[-1].split())


@pytest.mark.parametrize(
    "code",
    [
        "from hanamachi import GAMES; assert 'okiya' in GAMES",
        "from hanamachi.cli import main\ntry: main(['--help'])\nexcept SystemExit: pass",
        "import hanamachi.cli.commands.play",
        "import hanamachi.core.table",
        "from hanamachi.bots import make_bot; make_bot('okiya', 'novice', 1)",
    ],
)
def test_numba_is_loaded_only_for_a_kernel(code: str) -> None:
    assert not {"numba", "numpy", "rich"} & loaded_after(code)


def test_every_rule_of_the_docs_is_named_by_a_test() -> None:
    root = Path(__file__).parents[1]
    tests = "\n".join(path.read_text("utf-8") for path in (root / "tests" / "games").rglob("test_*.py"))
    for page in (root / "docs" / "rules" / f"{folder.name}.md" for folder in GAMES):
        numbers = re.findall(r"\*\*([OHGM]\d+)\*\*", page.read_text("utf-8"))
        assert numbers, page
        missing = [n for n in numbers if not re.search(rf"(?<![A-Za-z0-9]){n}(?![0-9])", tests)]
        assert not missing, f"{page.name}: {missing}"
