"""Leave out of a requirements file what another one pins alike: python -m tools.build.beyond FILE OTHER."""

import re
import sys
from pathlib import Path


def entries(text: str) -> list[str]:
    """Split a file into its heading and an entry for each package: version, marker and hashes."""
    return re.split(r"^(?=\w)", text, flags=re.MULTILINE)


def main(file: Path, other: Path) -> None:
    heading, *packages = entries(file.read_text())
    there = set(entries(other.read_text()))
    file.write_text(heading + "".join(entry for entry in packages if entry not in there))


if __name__ == "__main__":
    main(*map(Path, sys.argv[1:]))
