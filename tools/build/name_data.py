"""Compress what the server compares names and passwords with.

`python -m tools.build.name_data confusables FILE` reads confusables.txt of Unicode's security mechanisms
(UTS #39); `... passwords` reads the list of the package zxcvbn, which must be installed for that. Both
sources and their licences are named in NOTICE.
"""

import lzma
import re
import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

SERVER = Path(__file__).parents[2] / "src" / "hanamachi" / "server"
CONFUSABLES = SERVER / "storage" / "confusables.txt.xz"
PASSWORDS = SERVER / "accounts" / "common_passwords.txt.xz"
MOST = 10_000  # passwords


def confusables(text: str) -> Iterator[str]:
    """Yield the version, then each character followed by what it looks like."""
    version = re.search(r"^# Version: ([\d.]+)", text, re.MULTILINE)
    assert version, "this is not confusables.txt"
    yield version[1]
    for source, target in re.findall(r"^([0-9A-F]+) ;\t([0-9A-F ]+) ;", text, re.MULTILINE):
        yield "".join(chr(int(each, 16)) for each in (source, *target.split()))


def passwords() -> list[str]:
    """Return the most used passwords, sorted: so they take less room."""
    ranked: list[str] = import_module("zxcvbn.frequency_lists").FREQUENCY_LISTS["passwords"]
    return sorted(ranked[:MOST])


def compress(path: Path, lines: Iterator[str] | list[str]) -> None:
    path.write_bytes(lzma.compress("\n".join(lines).encode(), preset=9))
    print(path.name, path.stat().st_size, "bytes")


if __name__ == "__main__":
    if sys.argv[1] == "confusables":
        compress(CONFUSABLES, confusables(Path(sys.argv[2]).read_text("utf-8-sig")))
    else:
        compress(PASSWORDS, passwords())
