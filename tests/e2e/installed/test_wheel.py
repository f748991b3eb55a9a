"""The packages: the same bytes every time, complete, and played from an environment that has nothing else.

The environment holds the wheel and what the wheel asks for, nothing of this repository and no Node.js.
"""

import fcntl
import os
import re
import shutil
import subprocess
import sys
import tarfile
import venv
import zipfile
from collections.abc import Iterator
from email.parser import BytesParser
from importlib.metadata import Distribution, distribution
from pathlib import Path
from typing import Any

import pytest
from packaging.requirements import Requirement

from tests.e2e.support.play import named, open_table, over, take_a_tile, wait_turn
from tests.e2e.support.server import House

ROOT = Path(__file__).parents[3]
EPOCH = {"SOURCE_DATE_EPOCH": "1577836800"}
BOT = [{"kind": "me"}, {"kind": "bot", "level": "novice"}]


def built(source: Path, into: Path, *targets: str) -> None:
    kinds = [word for target in targets for word in ("-t", target)]
    command = [sys.executable, "-m", "hatchling", "build", "-d", str(into), *kinds]
    subprocess.run(command, cwd=source, env={**os.environ, **EPOCH}, check=True, capture_output=True)


@pytest.fixture(scope="session")
def packages(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel and the sdist, built once for all processes of the tests."""
    here = tmp_path_factory.getbasetemp()
    into = (here.parent if os.environ.get("PYTEST_XDIST_WORKER") else here) / "packages"
    into.mkdir(exist_ok=True)
    with (into / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not list(into.glob("*.whl")):
            built(ROOT, into, "sdist", "wheel")
    return into


@pytest.fixture
def wheel(packages: Path) -> Path:
    return next(packages.glob("*.whl"))


@pytest.fixture
def sdist(packages: Path) -> Path:
    return next(packages.glob("*.tar.gz"))


def test_a_wheel_from_the_sdist_has_the_same_bytes_and_so_has_another_sdist(
    packages: Path, wheel: Path, sdist: Path, tmp_path: Path
) -> None:
    """So the sdist is complete, and whoever builds again gets what was published."""
    with tarfile.open(sdist) as archive:
        archive.extractall(tmp_path, filter="data")
    (source,) = tmp_path.iterdir()
    built(source, tmp_path / "again", "sdist", "wheel")
    for package in (wheel, sdist):
        assert (tmp_path / "again" / package.name).read_bytes() == package.read_bytes(), package.name


def test_the_packages_hold_what_they_must_and_nothing_else(wheel: Path, sdist: Path) -> None:
    inside = zipfile.ZipFile(wheel).namelist()
    with tarfile.open(sdist) as archive:
        source = [name.partition("/")[2] for name in archive.getnames()]
    for name in (
        "hanamachi/server/static/index.html",
        "hanamachi/py.typed",
        "hanamachi/locales/pl/house.json",
        "hanamachi/adapters/mcp/rules/okiya.md",
        "hanamachi/cli/deploy/hanamachi.service",
    ):
        assert name in inside
    assert {"README.md", "LICENSE", "hatch_build.py", "web/package-lock.json"} <= set(source)
    assert "src/hanamachi/server/static/index.html" in source
    ours = [name for name in (*inside, *source) if "hanamachi/server/site/" not in name]  # after make docs
    assert not [name for name in ours if re.search(r"__pycache__|node_modules|\.jsonl|\.webp", name)]
    assert {name.partition("/")[0] for name in source} <= {
        *(".gitignore", "CHANGELOG.md", "CITATION.cff", "LICENSE", "NOTICE", "PKG-INFO", "README.md"),
        *("docs", "hatch_build.py", "pyproject.toml", "src", "tools", "web"),
    }
    assert {name.partition("/")[0].partition("-")[0] for name in inside} == {"hanamachi"}


def test_the_metadata_are_complete_and_twine_has_no_complaint(wheel: Path, sdist: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        name = next(name for name in archive.namelist() if name.endswith("dist-info/METADATA"))
        told = BytesParser().parsebytes(archive.read(name))
    assert told["Author"] == "Hanamachi contributors"
    assert told["Keywords"]
    assert told["License-Expression"] == "MIT"
    assert len(told.get_all("Classifier", [])) > 10
    assert re.findall(r"\]\((?!https?:|mailto:)[^)]*\)", str(told.get_payload())) == []
    checked = subprocess.run(
        [sys.executable, "-m", "twine", "check", "--strict", str(wheel), str(sdist)],
        capture_output=True,
        text=True,
    )
    assert checked.returncode == 0, checked.stdout + checked.stderr


def needed(name: str, extras: tuple[str, ...] = (), known: dict[str, Distribution] | None = None) -> Any:
    """Return a package and all that it asks for, by name."""
    known = {} if known is None else known
    for line in distribution(name).requires or ():
        wish = Requirement(line)
        if wish.marker is None or any(wish.marker.evaluate({"extra": extra}) for extra in (*extras, "")):
            found = distribution(wish.name)
            new = found.name not in known
            known[found.name] = found
            if new:
                needed(wish.name, tuple(wish.extras), known)
    return known


class Installed:
    """An environment in a folder whose name is hard to quote. Its packages are links to ours."""

    def __init__(self, folder: Path, wheel: Path) -> None:
        self.folder = folder / "pod żurawiem 50% $HOME"
        venv.create(self.folder, symlinks=True)
        self.python = self.folder / "bin" / "python"
        (site,) = self.folder.glob("lib/python*/site-packages")
        for package in needed("hanamachi").values():
            for top in {file.parts[0] for file in package.files or () if file.parts[0] != ".."}:
                if top != "__pycache__":
                    (site / top).symlink_to(package.locate_file(top))
        uv = shutil.which("uv")
        assert uv
        self.run(uv, "pip", "install", "--quiet", "--offline", "--no-deps", "--python", self.python, wheel)

    @property
    def env(self) -> dict[str, str]:
        """Neither a home nor our repository, and no program but those of the environment."""
        kept = {name: value for name, value in os.environ.items() if name in ("TMPDIR", "LANG")}
        folders = {"STATE_DIRECTORY": str(self.folder), "CACHE_DIRECTORY": str(self.folder / "cache")}
        return {**kept, **folders, "PATH": str(self.folder / "bin"), "HOME": "/nonexistent"}

    def run(self, *command: Any, typed: str = "", env: dict[str, str] | None = None) -> str:
        done = subprocess.run(
            [*map(str, command)], input=typed, capture_output=True, text=True, env=env, cwd=self.folder
        )
        assert done.returncode == 0, (command, done.stdout[-2000:], done.stderr)
        return done.stdout


class InstalledHouse(House):
    """The server of the environment, started by its own command."""

    def __init__(self, installed: Installed, folder: Path) -> None:
        super().__init__(folder, installed.env)
        self.program = (str(installed.folder / "bin" / "hanamachi"),)


@pytest.fixture
def installed(tmp_path: Path, wheel: Path) -> Installed:
    return Installed(tmp_path, wheel)


@pytest.fixture
def its_house(installed: Installed, tmp_path: Path) -> Iterator[House]:
    house = InstalledHouse(installed, tmp_path)
    house.start()
    yield house
    house.stop()


def test_the_wheel_alone_is_played_in_the_terminal_and_in_the_browser(
    installed: Installed, its_house: House, visit: Any
) -> None:
    assert shutil.which("node", path=installed.env["PATH"]) is None
    program = installed.folder / "bin" / "hanamachi"
    where = installed.run(
        installed.python, "-c", "import hanamachi; print(hanamachi.__file__)", env=installed.env
    )
    assert Path(where.strip()).is_relative_to(installed.folder), "it is not our repository that runs"
    assert installed.run(program, "--version", env=installed.env).startswith("hanamachi ")
    game = ("play", "okiya", "--against", "novice", "--seed", "1", "--save", installed.folder / "game.json")
    installed.run(program, *game, typed="1\n" * 40, env=installed.env)
    assert "Okiya" in installed.run(program, "verify", installed.folder / "game.json", env=installed.env)
    units = installed.run(program, "service", env=installed.env)
    assert '/pod żurawiem 50%% $$HOME/bin/hanamachi" serve\n' in units

    page = named(visit(origin=its_house.url), "Mika")
    page.goto(f"/t/{open_table(page, 'okiya', BOT)}")
    while wait_turn(page, [page]):
        take_a_tile(page)
    assert over(page)
