"""The shape of the repository: how many files a folder holds."""

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
