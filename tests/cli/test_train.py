"""hanamachi train says what it cannot do. What it does is tested with the extras."""

from pathlib import Path

import pytest

from hanamachi.cli import BAD_INPUT, main


def refused(capsys: pytest.CaptureFixture[str], *args: str) -> str:
    with pytest.raises(SystemExit) as end:
        main(["train", *args, "--lang", "en"])
    assert end.value.code == BAD_INPUT
    return capsys.readouterr().err


def test_a_game_without_a_network_is_refused(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert "hanamikoji" in refused(capsys, "okiya", "--folder", str(tmp_path))


def test_without_torch_it_says_what_to_install(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("hanamachi.cli.commands.train.find_spec", lambda _name: None)
    assert "hanamachi[train]" in refused(capsys, "hanamikoji", "--folder", str(tmp_path))
