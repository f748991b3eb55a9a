"""What the documentation shows is true."""

import doctest
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from hanamachi.core import fair
from hanamachi.games import OURS
from tools.docs.languages import TRANSLATED, configured
from tools.docs.numbers import PLACE, pages, version
from tools.docs.pages import CODE, FENCE, FROM_CODE, LINK

ROOT = Path(__file__).parents[1]
TOP = ("README.md", "CONTRIBUTING.md", "CHANGELOG.md", "SECURITY.md", "CODE_OF_CONDUCT.md")
PAGES = [*(ROOT / name for name in TOP), *sorted((ROOT / "docs").rglob("*.md"))]
README = (ROOT / "README.md").read_text("utf-8")


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


def test_the_readme_is_read_in_five_minutes() -> None:
    """The two commands stand above everything that explains them."""
    assert len(README.splitlines()) <= 120
    assert README.index("make play") < README.index("make test") < README.index("## Why")
    assert README.count("```python") == 2
    assert "unofficial adaptations" in README


def test_the_page_of_the_architecture_names_every_folder() -> None:
    page = (ROOT / "docs" / "architecture.md").read_text("utf-8")
    for folder in (ROOT / "src" / "hanamachi").iterdir():
        if folder.is_dir() and folder.name != "__pycache__":
            assert f"`src/hanamachi/{folder.name}`" in page, folder.name


def test_every_page_of_the_docs_is_in_the_menu_of_the_site() -> None:
    menu = (ROOT / "tools" / "docs" / "zensical.toml").read_text("utf-8")
    menus = {"": menu} | {f"{lang}/": configured(menu, lang) for lang in TRANSLATED}
    listed = {
        f"{where}{page}" for where, each in menus.items() for page in re.findall(r'"([\w/-]+\.md)"', each)
    }
    pages = (page.relative_to(ROOT / "docs").as_posix() for page in (ROOT / "docs").rglob("*.md"))
    games = {game.name for game in OURS}
    wanted = {re.sub(r"\w+\.md$", "GAME.md", page) if Path(page).stem in games else page for page in pages}
    assert wanted - listed == set()


def test_numbers_come_from_generated_files() -> None:
    made = pages()
    assert len(made) >= 2
    assert [page.name for page, text in made.items() if page.read_text("utf-8") != text] == [], "make numbers"


def test_the_newest_release_is_this_version() -> None:
    changes = (ROOT / "CHANGELOG.md").read_text("utf-8")
    releases = re.findall(r"^## \[(.+?)\] - \d{4}-\d\d-\d\d$", changes, re.M)
    assert releases == ["1.0.0", "0.3.0", "0.2.0", "0.1.0"]
    assert version() in releases[:2]
    for release in re.split(r"^## ", changes, flags=re.M)[1:]:
        assert [name for name in ("Players", "Hosts", "Developers") if f"### {name}\n" not in release] == []


WRITTEN = {
    "docs/performance.md",
    "docs/strength.md",
    "docs/scaling.md",
    "CHANGELOG.md",
}  # say what they measured


def test_no_page_names_a_version_by_hand() -> None:
    for page in PAGES:
        name = page.relative_to(ROOT).as_posix()
        by_hand = PLACE.sub("", page.read_text("utf-8"))
        if name not in WRITTEN:
            assert not re.search(r"hanamachi[- ]v?\d+\.\d+\.\d+", by_hand), name


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_every_link_leads_to_a_file_and_a_heading(page: Path) -> None:
    wrong = []
    for link in LINK.finditer(without_code(page.read_text("utf-8"))):
        path, _, part = link["to"].partition("#")
        if re.match(r"[a-z]+:", link["to"]):
            continue
        target = (page.parent / path).resolve() if path else page
        inside = target.relative_to(ROOT / "docs").as_posix() if target.is_relative_to(ROOT / "docs") else ""
        if inside in FROM_CODE or inside.partition("/rules/")[0] in TRANSLATED:
            continue  # the builder of the site checks the headings of what it makes
        if not target.exists() or (part and part not in anchors(target)):
            wrong.append(link["to"])
    assert wrong == []


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_every_list_begins_after_an_empty_line(page: Path) -> None:
    """The site would show it as running text."""
    run_on = re.findall(
        r"^(?![-*|#\s<]|\d+\. ).*\n(?:[-*]|\d+\.) .*", without_code(page.read_text("utf-8")), re.M
    )
    assert run_on == []


def without_code(text: str) -> str:
    return CODE.sub("", FENCE.sub("", text))


def anchors(page: Path) -> set[str]:
    """Return the anchors of a page's headings, as repositories and the site make them."""
    headings = re.findall(r"^#+ (.+)$", FENCE.sub("", page.read_text("utf-8")), re.M)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).strip().replace(" ", "-") for heading in headings}


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
