"""The examples run, shortened; and the page for researchers says what is true."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from hanamachi.adapters.setting import setting
from hanamachi.adapters.tensors import layout

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "research.md").read_text("utf-8")


def ran(*command: str, folder: Path = ROOT) -> str:
    run = subprocess.run([sys.executable, *command], capture_output=True, text=True, cwd=folder, check=False)
    assert run.returncode == 0, run.stderr
    return run.stdout


def code(library: str) -> list[str]:
    """The Python of the page that imports a library."""
    blocks = re.findall(r"```python\n(.*?)```", PAGE, re.S)
    return [block for block in blocks if library in block]


def test_a_bot_of_ten_lines_beats_random() -> None:
    command = ["-m", "hanamachi", "arena", "okiya", "mine=py:first_bot:First", "random", "--deals", "20"]
    told = ran(*command, "--processes", "1", folder=ROOT / "examples")
    assert re.search(r"mine +(6|7|8|9|10)\d?\.", told), told


def test_the_vector_lines_of_the_page_run() -> None:
    (block,) = code("adapters.vector")
    ran("-c", block)


@pytest.mark.parametrize("name", ["okiya", "hanamikoji", "geishas_road", "mai_star"])
def test_the_page_names_every_field(name: str) -> None:
    for field in layout(setting(name)).fields:
        assert re.search(rf"\| `{field.name}` \| [\d × ]+ \| {field.offset} \|", PAGE), field


@pytest.mark.extras
@pytest.mark.parametrize("library", ["adapters.pettingzoo", "adapters.openspiel", "adapters.gymnasium"])
def test_the_ten_lines_of_every_library_run(library: str) -> None:
    (block,) = code(library)
    ran("-c", block)


@pytest.mark.extras
def test_the_self_play_example_learns(tmp_path: Path) -> None:
    """A minute: better than random already; the curve is drawn."""
    picture = tmp_path / "curve.svg"
    told = ran("examples/selfplay_hanamikoji.py", "--minutes", "1", "--curve", str(picture))
    scores = [float(score) for score in re.findall(r"([\d.]+)% against random", told)]
    assert scores[-1] > 60
    assert picture.read_text("utf-8").startswith("<svg")


@pytest.mark.extras
def test_the_openspiel_example_says_the_value() -> None:
    told = ran("examples/openspiel_cfr.py", "tiny", "100")
    theirs, ours = (float(value) for value in re.findall(r"(?:OpenSpiel|hanamachi) +([+-][\d.]+)", told))
    assert theirs == pytest.approx(ours, abs=1e-3)
    assert ours == pytest.approx(1 / 18, abs=1e-3)
