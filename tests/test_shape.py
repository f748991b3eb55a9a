"""The shape of the repository: how many files a folder holds."""

import re
import subprocess
from collections import Counter
from pathlib import Path, PurePosixPath

ROOT = Path(__file__).parents[1]
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


def test_no_folder_holds_more_files_than_a_reader_takes_in() -> None:
    held = Counter(str(path.parent) for path in tracked("src", "tests") if path.suffix == ".py")
    assert held["src/hanamachi/core"] > 10  # the count sees folders
    assert {folder: count for folder, count in held.items() if count > MOST} == {}


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
