"""The packages of a set-up are pinned with hashes, and no file names a place to fetch them from."""

import json
import os
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from tools.build.pins import is_installable

ROOT = Path(__file__).parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
FOLDER = ROOT / "requirements"
HASHED = ("runtime", "dev", "docs", "node", "uv")
FETCHED_APART = {"train", "ray", "bench"}  # PyTorch, Ray, pgx: extras with targets of their own


def normal(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def pins(name: str) -> dict[str, str]:
    """Return the whole entry of each package in a file: its version, marker and hashes."""
    entries = re.split(r"\n(?=\w)", (FOLDER / f"{name}.txt").read_text())
    return {normal(entry.split("==")[0]): entry.rstrip() for entry in entries if "==" in entry}


def wanted(extras: set[str]) -> set[str]:
    """Return the packages that pyproject.toml asks for, also by extras that name other extras."""
    optional = PROJECT["optional-dependencies"]
    found = set[str]()
    for line in [*PROJECT["dependencies"], *(each for extra in extras for each in optional[extra])]:
        name, inside = re.fullmatch(r"([\w.-]+)(?:\[([\w,]+)\])?.*", line).groups()  # type: ignore[union-attr]
        found |= wanted(set(inside.split(","))) if name == PROJECT["name"] else {normal(name)}
    return found


@pytest.mark.parametrize(("name", "extras"), [("runtime", {"app"}), ("dev", {"dev"}), ("docs", {"docs"})])
def test_whatever_pyproject_asks_for_is_pinned(name: str, extras: set[str]) -> None:
    assert not wanted(extras) - (pins(name) | pins("runtime")).keys()


@pytest.mark.parametrize("name", ["dev", "docs"])
def test_what_players_get_is_pinned_once(name: str) -> None:
    """The other files come on top of it, so that checks use the versions that players get."""
    assert not pins(name).keys() & pins("runtime").keys()


def test_the_documentation_is_built_beside_the_checks() -> None:
    """Both are installed into one environment, so no package may be wanted in two versions."""
    dev, docs = pins("dev"), pins("docs")
    both = docs.keys() & dev.keys()
    assert both
    assert [name for name in both if dev[name].split()[0] != docs[name].split()[0]] == []


def test_what_builds_the_package_is_there_without_another_environment() -> None:
    system = tomllib.loads((ROOT / "pyproject.toml").read_text())["build-system"]
    assert {normal(re.split(r"[>=]", each)[0]) for each in system["requires"]} <= pins("runtime").keys()


@pytest.mark.parametrize("name", HASHED)
def test_every_pin_has_hashes(name: str) -> None:
    assert pins(name)
    assert [each for each, entry in pins(name).items() if "--hash=sha256:" not in entry] == []


def test_large_extras_are_not_forced_on_the_checks() -> None:
    assert not wanted(FETCHED_APART) & {"torch", "ray", "pgx"} & pins("dev").keys()
    assert {"torch", "ray", "pgx"} <= pins("extras").keys()


def test_no_file_names_an_address() -> None:
    for file in FOLDER.iterdir():
        assert not re.search(r"://|--(extra-)?index-url|--find-links", file.read_text()), file.name
    locked = json.loads((ROOT / "web/package-lock.json").read_text())["packages"]
    assert [name for name, package in locked.items() if "resolved" in package] == []


def test_the_build_of_the_app_needs_no_tool_of_the_checks() -> None:
    package = json.loads((ROOT / "web/package.json").read_text())
    sources = "".join((ROOT / "web" / file).read_text() for file in ("vite.config.ts", "svelte.config.js"))
    imported = set(re.findall(r'from "((?:@[\w-]+/)?[\w-]+)"', sources))
    assert imported <= package["dependencies"].keys()


def test_a_uv_that_is_there_is_not_fetched(tmp_path: Path) -> None:
    (tmp_path / "requirements").mkdir()
    for name in ("Makefile", "requirements/uv.txt"):
        shutil.copy(ROOT / name, tmp_path / name)
    tools = tmp_path / "tools"
    tools.mkdir()
    (tools / "uv").symlink_to(shutil.which("true") or "/bin/true")
    command = ["make", f"PYTHON={sys.executable}", ".venv/made"]
    path = f"{tools}{os.pathsep}{os.environ['PATH']}"
    made = subprocess.run(
        command, cwd=tmp_path, env={**os.environ, "PATH": path}, capture_output=True, text=True
    )
    assert (made.returncode, made.stdout) == (0, "")
    assert not (tmp_path / ".venv" / "bin" / "uv").exists()


@pytest.mark.parametrize(
    ("name", "kept"),
    [
        ("x-1.0.tar.gz", True),
        ("x-1.0-py3-none-any.whl", True),
        ("x-1.0-cp311-cp311-manylinux_2_17_x86_64.manylinux2014_x86_64.whl", True),
        ("x-1.0-cp314-cp314t-win_arm64.whl", True),
        ("x-1.0-cp39-abi3-macosx_11_0_arm64.whl", True),
        ("x-1.0-cp310-cp310-manylinux_2_17_x86_64.whl", False),
        ("x-1.0-pp311-pypy311_pp73-manylinux_2_17_x86_64.whl", False),
        ("x-1.0-cp311-cp311-musllinux_1_2_x86_64.whl", False),
        ("x-1.0-cp311-cp311-win32.whl", False),
        ("x-1.0-cp311-cp311-manylinux_2_17_s390x.whl", False),
    ],
)
def test_hashes_are_kept_of_files_that_can_be_installed_beside_numba(name: str, kept: bool) -> None:
    assert is_installable(name) == kept
