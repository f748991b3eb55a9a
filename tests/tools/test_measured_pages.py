"""The pages about load: each names version and machine, and has the numbers that README and docs take from it."""

import shutil
from importlib.metadata import version
from pathlib import Path

import pytest

from bench.performance.measure import machine
from tools.docs import numbers
from tools.quality import load, scaling_page
from tools.quality.load import FLAT_OUT, Run
from tools.quality.scaling_page import Found, Rolled, Step, Watched

STEADY = Run(500, 200, 200, 2.5, 3.5, 12, 54, cpu=2, busy=0.5, driver=0.1, failed=0, starved=0.3, load=2)
FLAT = Run(500, FLAT_OUT, 1234.4, 300, 500, 600, 700, cpu=1, busy=1, driver=0.3, failed=0, starved=0, load=2)
FACTS = ["- Opening a table takes 22 ms of CPU. A table with both connected", "  takes 77 kB of memory."]
SCALING = Found(
    [Step(STEADY, database=1.0, memory=130, bytes=321)],
    [Watched(0, 4, None), Watched(100, 6, 20)],
    opening=41,
    rolled=Rolled(games=24, moves=987, sent_on=4, longest=0.5, wrong=[]),
)


@pytest.fixture
def written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Write both pages from made-up measurements into a copy of the docs."""
    docs = tmp_path / "docs"
    shutil.copytree(numbers.DOCS, docs, ignore=shutil.ignore_patterns("*.webp", "*.svg"))
    monkeypatch.setattr(numbers, "DOCS", docs)
    monkeypatch.setattr(load, "PAGE", docs / "performance.md")
    load.write(load.page(load.Found([STEADY, FLAT], FACTS), 0.0002))
    (docs / "scaling.md").write_text(scaling_page.page(SCALING), "utf-8")
    return docs


@pytest.mark.parametrize("page", ["performance.md", "scaling.md"])
def test_a_page_names_version_and_machine(written: Path, page: str) -> None:
    assert f"{machine()}; hanamachi {version('hanamachi')}." in (written / page).read_text("utf-8")


def test_readme_and_docs_find_their_numbers_there(written: Path) -> None:
    assert "987 moves through a rolling restart, 0 lost." in numbers.why()
    assert "takes 1234 moves a second." in numbers.why()
    club = numbers.club()
    assert "A move takes 321 bytes on" in club
    assert "A machine of two cores carries 400 moves a second" in club
    assert "takes 77 kB of memory." in club
