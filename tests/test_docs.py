"""What the documentation shows is true."""

import doctest
import re
from pathlib import Path

from hanamachi.core import fair

ROOT = Path(__file__).parents[1]


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
