"""What the documentation shows is true."""

import doctest
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from hanamachi.core import fair

ROOT = Path(__file__).parents[1]
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").rglob("*.md"))]


def python_blocks() -> list[tuple[str, str]]:
    """Return every Python program of the pages, with the name of its page. Doctests are run as such."""
    found = [
        (page.relative_to(ROOT).as_posix(), block)
        for page in PAGES
        for block in re.findall(r"```python\n(.*?)```", page.read_text("utf-8"), re.S)
    ]
    return [(page, block) for page, block in found if not block.startswith(">>>")]


def test_there_are_programs_on_the_pages() -> None:
    assert len(python_blocks()) >= 10


@pytest.mark.parametrize(("page", "block"), python_blocks(), ids=lambda text: text.partition("\n")[0])
def test_every_python_program_of_the_pages_runs(page: str, block: str, tmp_path: Path) -> None:
    """None of them needs PyTorch or Ray; one that does belongs to the extras."""
    known = os.pathsep.join([str(ROOT / "tests" / "fifth_game"), os.environ.get("PYTHONPATH", "")])
    run = subprocess.run(
        [sys.executable, "-W", "error", "-c", block],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": known},
        check=False,
    )
    assert run.returncode == 0, (page, run.stderr)
    if "print" in block and "stdin" not in block:
        assert re.search(r"[1-9]", run.stdout), "it says nothing but zeros"


def test_the_readme_plays_a_whole_game() -> None:
    results = doctest.testfile(str(ROOT / "README.md"), module_relative=False)
    assert results.attempted > 5
    assert results.failed == 0


def test_the_readme_names_every_folder() -> None:
    readme = (ROOT / "README.md").read_text("utf-8")
    for folder in (ROOT / "src" / "hanamachi").iterdir():
        if folder.is_dir() and folder.name != "__pycache__":
            assert f"`src/hanamachi/{folder.name}`" in readme, folder.name


def test_the_fairness_page_has_the_right_vectors() -> None:
    page = (ROOT / "docs" / "fairness.md").read_text("utf-8")
    seed = bytes(range(32))
    key = fair.key(seed, ("plum", "żuraw", ""))
    assert fair.commitment(seed) in page
    assert key.hex() in page
    for row, total in ((1, 75), (2, 6)):
        picks = ", ".join(str(fair.pick(key, row, k, total)) for k in range(6))
        assert re.search(rf"round {row}, T = {total},[^|]*\| {picks} \|", page)


def test_every_command_of_the_makefile_is_in_contributing() -> None:
    makefile = (ROOT / "Makefile").read_text("utf-8")
    contributing = (ROOT / "CONTRIBUTING.md").read_text("utf-8")
    for name in re.findall(r"^([a-z-]+):.*##", makefile, re.M):
        assert name in ("help", "setup", "clean") or f"`make {name}`" in contributing, name
