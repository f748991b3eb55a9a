"""hanamachi warm: what is compiled before somebody waits for it."""

import time
from argparse import Namespace
from contextlib import nullcontext
from pathlib import Path

import pytest
from msgspec.structs import replace

from hanamachi.cli.commands import warm
from hanamachi.cli.commands.server.serve import default_database, prepare
from hanamachi.cli.commands.warm import all_of
from hanamachi.cli.support import terminal
from hanamachi.core.game import Game
from hanamachi.games import GAMES
from hanamachi.games.kernels import cache_folder
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
