"""Shorten the requirements files that uv wrote: python -m tools.build.pins RUNTIME OTHER...

The others leave out what RUNTIME pins alike. All keep only the hashes of files that can be installed:
packages have wheels for many more platforms and versions of Python than numba, without which nothing starts.
"""

import re
import subprocess
import sys
import tomllib
from pathlib import Path

NUMBA = r"manylinux\S*_(x86_64|aarch64)|macosx_\S*_(arm64|universal2)|win_(amd64|arm64)"  # its platforms
COMPILE = ("uv", "pip", "compile", "--quiet", "--universal", "--python-version", "3.11", "--no-deps")
HASH = re.compile(r"sha256:([0-9a-f]{64})")


def entries(requirements: Path) -> list[str]:
    """Split a file into its heading and an entry for each package: version, marker and hashes."""
    return re.split(r"^(?=\w)", requirements.read_text(), flags=re.MULTILINE)


def without(requirements: Path, there: set[str]) -> None:
    """Leave out the packages whose entries are among these."""
    heading, *packages = entries(requirements)
    requirements.write_text(heading + "".join(each for each in packages if each not in there))


def file_names(requirements: Path) -> dict[str, str]:
    """Return the name of each file of the pinned packages, by its hash."""
    lock = subprocess.run(
        [*COMPILE, "--format", "pylock.toml", requirements], check=True, capture_output=True, text=True
    ).stdout
    files = [
        file
        for package in tomllib.loads(lock)["packages"]
        for file in (*package.get("wheels", ()), *filter(None, [package.get("sdist")]))
    ]
    return {file["hashes"]["sha256"]: file["url"].rpartition("/")[2] for file in files}


def is_installable(name: str) -> bool:
    """Return True if a file is a source, or a wheel for numba's platforms and a version of Python of now."""
    if not name.endswith(".whl"):
        return True
    *_, python, abi, platform = name.removesuffix(".whl").split("-")
    anywhere = platform == "any" or re.search(NUMBA, platform)
    return bool(anywhere) and any(runs_now(each, abi) for each in python.split("."))


def runs_now(python: str, abi: str) -> bool:
    """Return True if a wheel's tags allow CPython 3.11 or newer."""
    version = re.fullmatch(r"cp3(\d*)", python)
    return re.fullmatch(r"py[23]\d*", python) is not None or bool(
        version and (abi == "abi3" or int(version[1] or 11) >= 11)
    )


def lean(requirements: Path) -> None:
    """Leave out the hashes of all other files. Of a package for other platforms alone all are kept."""
    names = file_names(requirements)
    requirements.write_text("".join(lean_entry(each, names) for each in entries(requirements)))


def lean_entry(entry: str, names: dict[str, str]) -> str:
    hashes = HASH.findall(entry)
    kept = [each for each in hashes if is_installable(names.get(each, ""))]
    head = re.split(r" \\\n    --hash", entry, maxsplit=1)[0]
    return entry if not kept else " \\\n    ".join([head, *(f"--hash=sha256:{each}" for each in kept)]) + "\n"


def main(runtime: Path, *others: Path) -> None:
    there = set(entries(runtime))
    for other in others:
        without(other, there)
    for requirements in (runtime, *others):
        lean(requirements)


if __name__ == "__main__":
    main(*map(Path, sys.argv[1:]))
