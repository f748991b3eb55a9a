"""What tools/quality/class_bounds.py notices in a package made for it."""

from pathlib import Path

import pytest

from tools.quality import class_bounds

METHODS = "".join(f"    def method_{n}(self) -> None: ...\n" for n in range(21))
FIELDS = "".join(f"    field_{n}: int\n" for n in range(16))
SOURCES = {
    "__init__.py": "",
    "busy.py": f"class Busy:\n{METHODS}",
    "wide.py": f"class Wide:\n{FIELDS}    def area(self) -> int: ...\n",
    "plain.py": f"class OnlyData:\n{FIELDS}",
    "protocol/messages.py": f"class Message:\n{FIELDS}    def size(self) -> int: ...\n",
    "one.py": "from package.other import second\nclass Pair:\n    left: int\n",
    "other.py": "def second() -> None:\n    from package import one\n",
    "typed.py": "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from package.wide import Wide\n",
    "calls.py": "Pair(1, 2, 3, 4, 5, 6)\nPair(1, 2, 3, 4, 5)\ngetattr(pair, 'left', None)\ngetattr(pair, 'real')\n",
}


@pytest.fixture
def package(tmp_path: Path) -> Path:
    root = tmp_path / "package"
    for name, text in SOURCES.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    return root


def test_each_bound_is_reported(package: Path) -> None:
    found = class_bounds.report(package)
    large, crowded, cycles, types_only, calls, hidden = found.values()
    assert [line.rpartition("/")[2] for line in large] == [
        "busy.py:1 Busy: 21 methods, 0 fields",
        "wide.py:1 Wide: 1 methods, 16 fields",
    ]
    assert crowded == []
    assert cycles == ["package.one <-> package.other"]
    assert [line.rpartition("/")[2] for line in types_only] == ["typed.py:3 Wide"]
    assert [line.rpartition("/")[2] for line in calls] == ["calls.py:1 Pair: 6 positional"]
    assert [line.rpartition("/")[2] for line in hidden] == ["calls.py:3 getattr(pair, 'left', None)"]


def test_a_crowded_folder_is_reported(package: Path) -> None:
    for n in range(class_bounds.MOST_FILES):
        (package / f"more_{n}.py").touch()
    (crowded,) = class_bounds.crowded(package)
    assert crowded.endswith(f"{len(list(package.glob('*.py')))} files")
