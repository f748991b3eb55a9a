"""hanamachi service: units for this installation, texts for web servers; and copies in a folder, for the timer."""

import configparser
import stat
import sys
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from hanamachi.cli import main
from hanamachi.cli.commands.server.backup import remove_old
from hanamachi.cli.support import deployment, settings
from hanamachi.cli.support.settings import SETTINGS
from hanamachi.server.app import make_app


@pytest.fixture(autouse=True)
def nothing_is_set(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "nothing"))
    monkeypatch.setattr(settings, "EVERYWHERE", tmp_path / "nowhere.toml")
    for setting in SETTINGS:
        monkeypatch.delenv(setting.environment, raising=False)


def said(capsys: pytest.CaptureFixture[str], *args: str) -> tuple[int, str, str]:
    with pytest.raises(SystemExit) as ended:
        main([*args, "--lang", "en"])
    told = capsys.readouterr()
    return int(ended.value.code or 0), told.out, told.err


def unit(path: Path) -> dict[str, dict[str, str]]:
    read = configparser.RawConfigParser(strict=False)
    read.optionxform = str  # type: ignore[assignment, method-assign]
    read.read(path)
    return {name: dict(read[name]) for name in read.sections()}


def test_the_units_run_this_installation(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = said(capsys, "service", "--write", str(tmp_path), "--user", "tea")
    assert (code, out.split()) == (0, [str(tmp_path / name) for name in deployment.UNITS])
    server, backup, timer = (unit(tmp_path / name) for name in deployment.UNITS)
    program = str(Path(sys.executable).with_name("hanamachi"))
    assert server["Service"]["ExecStart"] == f"{program} serve"
    assert backup["Service"]["ExecStart"] == f"{program} backup %S/hanamachi/backups --keep 14"
    assert server["Service"]["User"] == backup["Service"]["User"] == "tea"
    assert server["Service"]["CacheDirectory"] == "hanamachi"
    assert server["Service"]["ProtectSystem"] == "strict"
    assert "ExecReload" not in server["Service"], "one process would only end"
    assert "MemoryDenyWriteExecute" not in server["Service"], "numba would fail"
    assert timer["Timer"]["OnCalendar"]
    assert not [
        path
        for path in tmp_path.iterdir()
        if "@" in path.read_text().replace("@system", "").replace("@priv", "")
    ]
    code, _, err = said(capsys, "service", "--write", str(tmp_path))
    assert (code, "exists" in err or "already" in err) == (2, True), "nothing is written over"
    assert said(capsys, "service", "--write", str(tmp_path / "missing"))[0] == 2


def test_several_workers_are_reloaded_and_wait_for_postgresql(capsys: pytest.CaptureFixture[str]) -> None:
    _, out, _ = said(capsys, "service", "--workers", "2", "--database", "postgresql:///house", "--port", "80")
    assert "\nExecReload=/bin/kill -HUP $MAINPID\n" in out
    assert "\nAfter=network-online.target postgresql.service\n" in out
    assert out.count("\nAmbientCapabilities=CAP_NET_BIND_SERVICE\n") == 2


@pytest.mark.parametrize(
    ("word", "written"),
    [
        ("/opt/tea/bin/hanamachi", "/opt/tea/bin/hanamachi"),
        ("/opt/herbaciarnia pod żurawiem/bin", '"/opt/herbaciarnia pod żurawiem/bin"'),
        ("/opt/50%/$HOME", "/opt/50%%/$$HOME"),
        ('/opt/a"b\\c d', '"/opt/a\\"b\\\\c d"'),
    ],
)
def test_a_path_is_quoted_as_systemd_reads_it(word: str, written: str) -> None:
    assert deployment.quoted(word) == written


def test_an_installation_that_others_may_not_enter_is_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    locked = tmp_path / "locked"
    (locked / "venv").mkdir(parents=True)
    for folder in (*tmp_path.parents, tmp_path):
        if folder.owner() and folder.name.startswith(("pytest", "popen", tmp_path.name)):
            folder.chmod(folder.stat().st_mode | stat.S_IXOTH)
    assert deployment.locked_folder(locked / "venv") is None
    locked.chmod(0o700)
    monkeypatch.setattr(sys, "prefix", str(locked / "venv"))
    _, out, err = said(capsys, "service")
    assert f"other users may not enter {locked}" in err
    assert out.startswith("# /etc/systemd/system/hanamachi.service")


def test_the_texts_for_web_servers_have_our_names(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    config = tmp_path / "hanamachi.toml"
    config.write_text('public-url = "https://plum.example:8443"\nport = 9000')
    _, caddy, _ = said(capsys, "service", "caddy", "--config", str(config))
    assert "\nplum.example:8443 {\n\treverse_proxy 127.0.0.1:9000\n}\n" in caddy
    _, nginx, _ = said(capsys, "service", "nginx", "--config", str(config))
    assert "listen 8443 ssl;" in nginx
    assert "server_name plum.example;" in nginx
    assert "server 127.0.0.1:9000;" in nginx
    assert "proxy_set_header Host $http_host;" in nginx
    assert "server_name tea.example;" in said(capsys, "service", "nginx")[1]
    assert said(capsys, "service", "nginx", "--public-url", "tea")[0] == 2


def test_copies_in_a_folder_have_names_with_the_time_and_the_newest_stay(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    database, folder = str(tmp_path / "house.db"), tmp_path / "copies"
    with TestClient(make_app(database)):
        pass
    folder.mkdir()
    for day in ("20250101-000000", "20250102-000000", "20250103-000000"):
        (folder / f"house-{day}.backup").touch()
    (folder / "notes.txt").touch()
    code, out, _ = said(capsys, "backup", str(folder), "--keep", "2", "--database", database)
    left = sorted(path.name for path in folder.iterdir())
    assert code == 0
    assert left[0] == "house-20250103-000000.backup"
    assert left[1] in out
    assert left[2:] == ["notes.txt"]
    remove_old(folder, 1)
    assert len(list(folder.glob("*.backup"))) == 1
    said(capsys, "backup", str(folder), "--keep", "-3", "--database", database)
    assert len(list(folder.glob("*.backup"))) == 1, "one is kept always"
