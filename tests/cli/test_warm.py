"""hanamachi warm: what is compiled before somebody waits for it."""

import time
from argparse import Namespace
from contextlib import nullcontext
from pathlib import Path

import pytest
from msgspec.structs import replace

from hanamachi.cli.commands import warm
from hanamachi.cli.commands.server.serve import prepare
from hanamachi.cli.commands.warm import all_of
from hanamachi.cli.support import terminal
from hanamachi.cli.support.database import default_database
from hanamachi.core.game import Game
from hanamachi.games import GAMES
from hanamachi.games.kernels import cache_folder, inventory
from hanamachi.games.kernels.compile_time import HERE
from hanamachi.locales import catalogue
from hanamachi.server.db.startup import CannotOpen


def names(game: Game) -> list[str]:
    return [getattr(each, "func", each).__module__ for each in all_of(game)]


@pytest.mark.parametrize(
    ("game", "levels"), [("okiya", 2), ("hanamikoji", 3), ("geishas_road", 3), ("mai_star", 3)]
)
def test_kernel_levels_judge_and_board_are_compiled(game: str, levels: int) -> None:
    first, *asked, last = names(GAMES[game])
    assert first.startswith(f"hanamachi.games.{game}.kernel")
    assert asked == (levels + 1) * ["hanamachi.cli.commands.warm"]
    assert last == "hanamachi.adapters.boards.warming"


def test_a_game_without_kernel_bots_and_board_has_nothing_to_compile() -> None:
    assert not names(replace(GAMES["okiya"], name="newcomer", kernel=None))


def test_a_game_is_warmed_by_its_name(capsys: pytest.CaptureFixture[str]) -> None:
    assert warm.run(["Okiya"], catalogue("house")("fr")) == 0
    assert capsys.readouterr().out == "Okiya : compilé.\n"


def test_a_game_whose_kernels_are_all_there_is_not_compiled_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    kernel = tmp_path / "kernel"
    kernel.touch()
    inventory.write(tmp_path, "okiya", inventory.origin(), [kernel])
    monkeypatch.setattr(warm, "writable_folder", lambda _source: tmp_path)
    monkeypatch.setattr(warm, "ProcessPoolExecutor", None)  # it would fail
    assert warm.run(["Okiya"], catalogue("house")("en")) == 0
    assert capsys.readouterr().out == "Okiya: compiled.\n"


def test_a_note_counts_while_its_files_and_their_sources_are_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kernel = tmp_path / "kernel"
    kernel.touch()
    assert not inventory.is_complete(tmp_path, "okiya")
    inventory.write(tmp_path, "okiya", inventory.origin(), [kernel])
    assert inventory.is_complete(tmp_path, "okiya")
    assert not inventory.is_complete(tmp_path, "mai_star")
    with monkeypatch.context() as changed:
        changed.setattr(inventory, "origin", lambda: "other sources")
        assert not inventory.is_complete(tmp_path, "okiya")
    kernel.unlink()
    assert not inventory.is_complete(tmp_path, "okiya")
    inventory.path(tmp_path, "okiya").write_text("torn")
    assert not inventory.is_complete(tmp_path, "okiya")


def test_what_kernels_are_made_from_depends_on_every_source(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(inventory, "PACKAGE", tmp_path)
    seen = set[str]()
    for name, text in (("a.py", "1"), ("a.py", "2"), ("weights.npz", "2")):
        (tmp_path / "bots").mkdir(exist_ok=True)
        (tmp_path / "bots" / name).write_text(text)
        seen.add(inventory.origin.__wrapped__())
    assert len(seen) == 3


def test_without_a_folder_nothing_is_compiled_in_vain(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cache_folder, "is_writable", lambda _folder: False)
    with pytest.raises(warm.NothingKept) as refused:
        warm.run(["Okiya"], catalogue("house")("en"))
    assert refused.value.reason == "no_cache_folder"


def test_the_default_database_needs_a_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("XDG_DATA_HOME", raising=False)
    monkeypatch.setenv("HOME", str(tmp_path / "file"))
    (tmp_path / "file").write_text("")
    with pytest.raises(CannotOpen) as refused:
        default_database()
    assert refused.value.reason == "no_permission"


def test_a_served_house_keeps_kernels_beside_its_database_at_last(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(cache_folder.LAST_RESORT, "")
    prepare(Namespace(database=str(tmp_path / "house.db"), rotate_keys=False))
    assert list(cache_folder.folders(tmp_path / "kernel.py"))[-1].parent == tmp_path / "kernels"


def test_a_terminal_says_what_it_waits_for(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A bot that thinks, or one that is compiled first."""
    monkeypatch.setattr(terminal, "SILENCE", 0.0)
    for busy in (nullcontext(), HERE.spent()):
        with busy, terminal.patience("Rin is thinking ...", "Waking Rin ..."):
            time.sleep(0.2)
    assert capsys.readouterr().err == "Rin is thinking ...\nWaking Rin ...\n"
