"""A golden test that fails says what differs, though the file is compressed."""

from pathlib import Path

import pytest

from tests.goldens import SHOWN, check_golden
from tests.kept import packed


@pytest.mark.parametrize("name", ["game.txt", "game.txt.xz"])
def test_what_differs_is_shown(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / name
    with monkeypatch.context() as patched:
        patched.setenv("HANAMACHI_GOLDENS", "write")
        check_golden(path, "one\ntwo\nthree\n")
    monkeypatch.delenv("HANAMACHI_GOLDENS", raising=False)
    check_golden(path, "one\ntwo\nthree\n")
    with pytest.raises(pytest.fail.Exception, match=r"(?s)game\.txt.* differs.*-two\n\+2\n three"):
        check_golden(path, "one\n2\nthree\n")


def test_a_long_difference_is_cut(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("HANAMACHI_GOLDENS", raising=False)
    path = tmp_path / "long.txt.xz"
    packed.write(path, "".join(f"{n}\n" for n in range(100)).encode())
    with pytest.raises(pytest.fail.Exception, match=f"and {200 + 3 - SHOWN} lines more"):
        check_golden(path, "".join(f"{n}!\n" for n in range(100)))
