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


def test_a_bot_of_ten_lines_beats_random() -> None:
    command = ["-m", "hanamachi", "arena", "okiya", "mine=py:first_bot:First", "random", "--deals", "20"]
    told = ran(*command, "--processes", "1", folder=ROOT / "examples")
    assert re.search(r"mine +(6|7|8|9|10)\d?\.", told), told


@pytest.mark.parametrize("name", ["okiya", "hanamikoji", "geishas_road", "mai_star"])
def test_the_page_names_every_field(name: str) -> None:
    for field in layout(setting(name)).fields:
        assert re.search(rf"\| `{field.name}` \| [\d × ]+ \| {field.offset} \|", PAGE), field


@pytest.mark.extras
def test_the_self_play_example_learns(tmp_path: Path) -> None:
    """A minute: better than random already; the curve is drawn."""
    picture = tmp_path / "curve.svg"
    told = ran("examples/selfplay_hanamikoji.py", "--minutes", "1", "--curve", str(picture))
    scores = [float(score) for score in re.findall(r"([\d.]+)% against random", told)]
    assert scores[-1] > 60
    assert picture.read_text("utf-8").startswith("<svg")


def test_the_commands_of_the_page_make_rows(tmp_path: Path) -> None:
    """As they stand there, but for fewer deals."""
    commands = re.findall(r"^hanamachi (arena|export) ([^#\n]*)", PAGE, re.M)
    assert [name for name, _ in commands] == ["arena", "export"]
    for name, rest in commands:
        fewer = rest.replace("--deals 1000", "--deals 1 --processes 1")
        told = ran("-m", "hanamachi", name, *fewer.split(), folder=tmp_path)
    assert re.search(r"decisions of 2 games", told), told
    assert (tmp_path / "decisions.parquet").stat().st_size > 1000


def test_the_openspiel_example_says_the_value() -> None:
    """OpenSpiel's CFR+ and ours agree about the value of a whole game, both next to an equilibrium."""
    told = ran("examples/openspiel_cfr.py", "tiny", "100")
    (theirs, far), (ours, near) = re.findall(r"(?:OpenSpiel|hanamachi) +([+-][\d.]+) +([\d.]+)", told)
    assert float(theirs) == pytest.approx(float(ours), abs=1e-4)
    assert float(ours) == pytest.approx(1 / 18, abs=1e-3)
    assert max(float(far), float(near)) < 1e-3
