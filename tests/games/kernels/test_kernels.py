"""What all kernels share: compiled code that is always the right one, chance and bits."""

import errno
import importlib
import os
import sys
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pytest

from hanamachi.games.kernels import cache_folder
from hanamachi.games.kernels.bits import count, lowest
from hanamachi.games.kernels.cache_folder import LAST_RESORT, warn_once
from hanamachi.games.kernels.chance import below
from hanamachi.games.kernels.compiling import entry, inner
from hanamachi.games.kernels.essence import essence
from hanamachi.games.kernels.rows import copy
from hanamachi.games.kernels.shelf import Shelf

PIECES = "import numpy as np\nVALUES = np.array([2, 3, 5])\nBONUS = 7\n"
CARDS = """
from hanamachi.games.kernels.compiling import inner
from pieces import VALUES

@inner
def worth(card):
    return VALUES[card]
"""
ROUNDS = """
import pieces
from cards import worth
from hanamachi.games.kernels.compiling import entry

@entry
def points(card):
    return worth(card) + pieces.BONUS
"""

Quarter = Callable[[], ModuleType]


@pytest.fixture
def quarter(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Quarter:
    """A kernel of three files, imported anew each time, as if by another process."""
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    for name, text in (("pieces", PIECES), ("cards", CARDS), ("rounds", ROUNDS)):
        (tmp_path / f"{name}.py").write_text(text, "utf-8")

    def imported() -> ModuleType:
        importlib.invalidate_caches()
        for name in ("pieces", "cards", "rounds"):
            monkeypatch.delitem(sys.modules, name, raising=False)
        return importlib.import_module("rounds")

    return imported


def change(path: Path, old: str, new: str) -> None:
    """As badly as can be: the file keeps its size and its time."""
    text, times = path.read_text("utf-8"), path.stat()
    assert old in text
    path.write_text(text.replace(old, new), "utf-8")
    os.utime(path, ns=(times.st_atime_ns, times.st_mtime_ns))


def hits(function: Any) -> int:
    return sum(function.stats.cache_hits.values())


def kept(folder: Path) -> list[str]:
    return sorted(path.name for path in (folder / "__pycache__").glob("*.kernel"))


def test_what_was_compiled_is_found_again(quarter: Quarter, tmp_path: Path) -> None:
    assert quarter().points(2) == 12
    files = kept(tmp_path)
    assert [name.partition("-")[0] for name in files] == ["cards.worth", "rounds.points"]
    again = quarter()
    assert again.points(2) == 12
    assert hits(again.points) == 1
    assert kept(tmp_path) == files


@pytest.mark.parametrize(
    ("file", "old", "new", "points"),
    [
        ("pieces.py", "5])", "6])", 13),  # a table two files away
        ("pieces.py", "BONUS = 7", "BONUS = 8", 13),  # a constant, named through its module
        ("cards.py", "VALUES[card]", "VALUES[card-1]", 10),  # a function that is called
        ("rounds.py", "+ pieces", "- pieces", -2),  # the function itself
    ],
)
def test_a_change_below_is_compiled_anew(
    quarter: Quarter, tmp_path: Path, file: str, old: str, new: str, points: int
) -> None:
    assert quarter().points(2) == 12
    before = kept(tmp_path)
    change(tmp_path / file, old, new)
    after = quarter()
    assert after.points(2) == points
    assert hits(after.points) == 0
    assert len(kept(tmp_path)) == len(before)  # what it was before is gone
    assert kept(tmp_path) != before


def test_what_changes_nothing_is_not_compiled_anew(quarter: Quarter, tmp_path: Path) -> None:
    """A remark, and a name that no compiled function has in it."""
    assert quarter().points(2) == 12
    for name in ("pieces", "cards", "rounds"):
        path = tmp_path / f"{name}.py"
        path.write_text(f"# A remark.\nOTHER = 1\n{path.read_text('utf-8')}", "utf-8")
    again = quarter()
    assert again.points(2) == 12
    assert hits(again.points) == 1


def test_two_who_write_at_once_do_not_mix_their_code(quarter: Quarter, tmp_path: Path) -> None:
    """numba's own index would give both kinds of arguments the same number, and one of them the other's code."""
    function = quarter().points
    one, other = (Shelf(tmp_path, function) for _ in range(2))
    assert one.load("int") is None
    assert other.load("float") is None
    one.save("int", "code for int")
    other.save("float", "code for float")
    other.save("int", "code for int")
    assert [one.load("int"), one.load("float")] == ["code for int", "code for float"]
    assert sorted(tmp_path.glob("*.kernel")) == sorted(tmp_path / one.file(kind) for kind in ("int", "float"))


def test_a_torn_file_is_compiled_anew(quarter: Quarter, tmp_path: Path) -> None:
    assert quarter().points(2) == 12
    for name in kept(tmp_path):
        whole = (tmp_path / "__pycache__" / name).read_bytes()
        (tmp_path / "__pycache__" / name).write_bytes(whole[: len(whole) // 2])
    assert quarter().points(2) == 12


def test_options_make_another_code() -> None:
    def half(number: float) -> float:
        return number / 2

    assert essence(entry(half)) == essence(entry(half))
    assert len({essence(each) for each in (entry(half), inner(half), entry(fastmath=True)(half))}) == 3


def test_what_cannot_be_told_is_refused() -> None:
    secret = {1: 2}

    @entry
    def looked_up(number: int) -> int:
        return secret[number]

    with pytest.raises(TypeError, match="nobody can say whether it has changed"):
        looked_up(1)


@entry("i8(i8)")
def factorial(n: int) -> int:
    return 1 if n < 2 else n * factorial(n - 1)


@inner("i8(i8, i8)")
def power(base: int, n: int) -> int:
    return 1 if n == 0 else base * power(base, n - 1)


def test_constants_and_small_numbers_share_one_compiled_version() -> None:
    @entry
    def twice(n: int) -> int:
        return 2 * n

    @entry
    def all_of_them(n: int) -> int:
        return twice(1) + twice(2) + twice(n)

    assert all_of_them(3) == 12
    small: Any = np.int8(100)
    assert twice(small) == 200
    assert len(signatures(twice)) == 1


def test_a_function_with_a_signature_is_compiled_when_called_and_for_no_other() -> None:
    @entry("i8(i8)")
    def half(n: int) -> int:
        return n // 2

    @entry("i8(i8)")
    def power_of_two(n: int) -> int:
        return power(2, n)

    assert not signatures(half)
    assert half(9) == 4
    assert half(True) == 0
    assert len(signatures(half)) == 1
    assert power_of_two(10) == 1024
    assert len(signatures(power)) <= 1  # none, if its caller came from the cache


def signatures(compiled: Any) -> list[Any]:
    """Return the arguments for which a function has been compiled."""
    found: list[Any] = compiled.signatures
    return found


def test_a_function_may_call_itself() -> None:
    assert factorial(10) == 3628800


def test_bits_and_rows() -> None:
    @entry
    def counted(mask: int, source: Any, target: Any) -> tuple[int, int]:
        copy(source, target)
        return count(mask), lowest(mask)

    source, target = np.arange(5), np.zeros(5, np.int64)
    assert counted(0b1011000, source, target) == (3, 3)
    assert counted(1 << 62, source, target) == (1, 62)
    assert target.tolist() == source.tolist()


def test_the_published_words_of_splitmix64() -> None:
    """The first words from seed 1234567, as far as a number below 2^31 shows them."""
    chance = np.array([1234567], np.uint64)
    words = (6457827717110365317, 3203168211198807973, 9817491932198370423)
    assert [below(chance, 2**31) for _ in words] == [word >> 33 for word in words]


PLACES = ("NUMBA_CACHE_DIR", "CACHE_DIRECTORY", "XDG_CACHE_HOME", LAST_RESORT)


@pytest.fixture
def nowhere(quarter: Quarter, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """No folder can be written to: a file stands where each would be. Permissions would not stop root."""
    for name in PLACES:
        monkeypatch.delenv(name, raising=False)
    (tmp_path / "__pycache__").write_text("")
    monkeypatch.setenv("HOME", str(tmp_path / "pieces.py"))
    warn_once.cache_clear()
    return tmp_path


def below_folder(folder: Path) -> int:
    return len(list(folder.rglob("*.kernel")))


@pytest.mark.parametrize("name", PLACES)
def test_kernels_find_another_place(
    quarter: Quarter, nowhere: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    monkeypatch.setenv(name, str(nowhere / "cache"))
    assert quarter().points(2) == 12
    again = quarter()
    assert again.points(2) == 12
    assert hits(again.points) == 1
    assert below_folder(nowhere / "cache") == 2


def test_kernels_go_to_the_users_cache(
    quarter: Quarter, nowhere: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOME", str(nowhere / "home"))
    assert quarter().points(2) == 12
    assert below_folder(nowhere / "home") == 2


def test_a_place_that_cannot_be_written_is_passed_over(
    quarter: Quarter, nowhere: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(nowhere / "cards.py"))
    monkeypatch.setenv("CACHE_DIRECTORY", f"{nowhere / 'first'}{os.pathsep}{nowhere / 'second'}")
    assert quarter().points(2) == 12
    assert below_folder(nowhere / "first") == 2


def test_without_any_place_kernels_live_in_memory_and_one_warning_says_so(
    quarter: Quarter, nowhere: Path, caplog: pytest.LogCaptureFixture
) -> None:
    assert quarter().points(2) == 12
    assert quarter().points(2) == 12
    assert below_folder(nowhere) == 0
    assert [record.getMessage() for record in caplog.records] == [
        "no folder for compiled kernels: every process compiles its own; set NUMBA_CACHE_DIR"
    ]


def test_kernels_of_a_read_only_package_are_used(
    quarter: Quarter, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Compiled by whoever installed the package, read by a user who cannot write there."""
    for name in PLACES:
        monkeypatch.delenv(name, raising=False)
    assert quarter().points(2) == 12
    monkeypatch.setattr(cache_folder, "is_writable", lambda _folder: False)
    again = quarter()
    assert again.points(2) == 12
    assert hits(again.points) == 1


def test_a_folder_that_is_named_for_numba_is_the_only_one(
    quarter: Quarter, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert quarter().points(2) == 12
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path / "cache"))
    again = quarter()
    assert again.points(2) == 12
    assert hits(again.points) == 0


def test_a_full_disk_costs_nothing_but_the_file(
    quarter: Quarter, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, "replace", full)
    assert quarter().points(2) == 12
    assert below_folder(tmp_path) == 0
    assert "a compiled kernel could not be kept: No space left on device" in caplog.text
    assert [path.suffix for path in (tmp_path / "__pycache__").iterdir()] == []
