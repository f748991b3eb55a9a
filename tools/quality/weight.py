"""Print how many bytes the repository's files have: python -m tools.quality.weight."""

import subprocess
from pathlib import Path

ROOT = Path(__file__).parents[2]
MOST = 11_000_000  # the most bytes that all files under version control may have together


def weighed() -> dict[str, int]:
    """Return the size of every file under version control, the heaviest first."""
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=True)
    names = [name for name in listed.stdout.split("\0") if name and (ROOT / name).exists()]
    sizes = {name: (ROOT / name).stat().st_size for name in names}
    return dict(sorted(sizes.items(), key=lambda each: -each[1]))


if __name__ == "__main__":
    print(f"{sum(weighed().values()):,} bytes in {len(weighed()):,} files; at most {MOST:,}")
