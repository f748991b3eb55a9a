"""The settings of `hanamachi serve`: flags, environment, file, defaults, in this order; bad ones are refused."""

import tomllib
from argparse import Namespace
from collections.abc import Callable
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from hanamachi.cli import main
from hanamachi.cli.commands.server import serve
from hanamachi.cli.support import settings
from hanamachi.cli.support.database import database_of, default_database
from hanamachi.cli.support.settings import SETTINGS, BadSetting, Setting
from hanamachi.core.words import LANGUAGES
from hanamachi.locales import catalogue
from hanamachi.server.app import make_app
from hanamachi.server.db.startup import CannotOpen
from hanamachi.server.runtime.limits import Limits, chosen, described

ENGLISH = catalogue("house")("en")
Write = Callable[[str], Path]


@pytest.fixture(autouse=True)
def nothing_is_set(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "nothing"))
    monkeypatch.setattr(settings, "EVERYWHERE", tmp_path / "nowhere.toml")
    names = ("CONFIGURATION_DIRECTORY", "STATE_DIRECTORY", settings.CHOSEN, settings.LIMIT_VARIABLE)
    for name in (*names, *(setting.environment for setting in SETTINGS)):
        monkeypatch.delenv(name, raising=False)


@pytest.fixture
def write(tmp_path: Path) -> Write:
    def write(text: str) -> Path:
        path = tmp_path / "hanamachi.toml"
        path.write_text(text, "utf-8")
        return path

    return write


def read(*args: str) -> Namespace:
    return serve.read(args, ENGLISH)[0]


def refused(*args: str) -> str:
    with pytest.raises(BadSetting) as found:
        read(*args)
    return ENGLISH(f"error.{found.value.reason}", **found.value.facts)


@pytest.mark.parametrize("setting", SETTINGS, ids=lambda setting: setting.name)
def test_a_flag_comes_before_the_environment_before_the_file_before_the_default(
    setting: Setting, write: Write, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert getattr(read(), setting.key) == setting.default
    config = str(write(f"{setting.name} = {settings.toml(setting.example)}"))
    assert getattr(read("--config", config), setting.key) == setting.example
    other = {int: "7", str: "other", bool: "off", list: "other"}[setting.kind]
    value = {int: 7, str: "other", bool: False, list: ["other"]}[setting.kind]
    monkeypatch.setenv(setting.environment, other)
    assert getattr(read("--config", config), setting.key) == value
    flag = [f"--{setting.name}"] if setting.kind is bool else [f"--{setting.name}", "9"]
    best = {int: 9, str: "9", bool: True, list: ["9"]}[setting.kind]
    assert getattr(read("--config", config, *flag), setting.key) == best
    monkeypatch.setenv(setting.environment, "")  # as compose writes what is not set
    assert getattr(read("--config", config), setting.key) == setting.example


def test_limits_are_taken_one_by_one(write: Write, monkeypatch: pytest.MonkeyPatch) -> None:
    config = write('[limits]\ntables = "1/1"\nname = 11\ndisk = 5')
    monkeypatch.setenv(settings.LIMIT_VARIABLE, "tables=2/2, name=22")
    given, loaded = serve.read(["--config", str(config), "--limit", "name=33"], ENGLISH)
    limits = chosen(settings.limits_of(given.limit, loaded))
    assert (str(limits.tables), limits.name, limits.disk) == ("2/2", 33, 5)
    assert limits.guests == Limits().guests


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("prot = 1", "has an unknown setting: prot. Did you mean port?"),
        ("public_url = 'https://a'", "unknown setting: public_url. Did you mean public-url?"),
        ("rotate-keys = true", "unknown setting: rotate-keys. Choose one of: host, port, database"),
        ("[limits]\ntabels = 1", "unknown setting: tabels. Did you mean tables?"),
        ("[limits]\nxyz = 1", "unknown setting: xyz. Choose one of: body, record_body"),
        ("limits = 5", "“5” does not fit limits: write it like [limits]."),
        ("port = '1'", "“1” does not fit port: write it like port = 8460."),
        ("port = true", "“True” does not fit port"),
        ("proxy = [1]", '“[1]” does not fit proxy: write it like proxy = ["127.0.0.1"].'),
        ("open = 'yes'", "“yes” does not fit open: write it like open = true."),
        ("port = ", "is damaged: Invalid value (at end of document)."),
        ("port = 1\nport = 2", "is damaged: Cannot overwrite a value (at "),
    ],
)
def test_a_bad_file_is_refused_in_words(text: str, said: str, write: Write) -> None:
    config = write(text)
    sentence = refused("--config", str(config))
    assert said in sentence
    assert str(config) in sentence


def test_a_file_that_is_no_text_is_refused(tmp_path: Path) -> None:
    (tmp_path / "binary.toml").write_bytes(b"port = \xff\x00")
    assert "is damaged" in refused("--config", str(tmp_path / "binary.toml"))
    assert "cannot be read: Is a directory" in refused("--config", str(tmp_path))
    assert "cannot be read: No such file" in refused("--config", str(tmp_path / "missing.toml"))


@pytest.mark.parametrize(("name", "value"), [("HANAMACHI_PORT", "tea"), ("HANAMACHI_OPEN", "perhaps")])
def test_a_bad_variable_is_refused(name: str, value: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(name, value)
    assert f"“{value}” does not fit the environment variable {name}" in refused()


def test_the_file_is_looked_for_in_four_places(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folders = [tmp_path / name for name in ("etc", "user", "unit", "chosen")]
    for port, folder in enumerate(folders, 1):
        file = folder / ("hanamachi/hanamachi.toml" if folder.name == "user" else "hanamachi.toml")
        file.parent.mkdir(parents=True)
        file.write_text(f"port = {port}")
    etc, user, unit, chosen_one = folders
    assert read().port == 8460
    monkeypatch.setattr(settings, "EVERYWHERE", etc / "hanamachi.toml")
    assert read().port == 1
    monkeypatch.setenv("XDG_CONFIG_HOME", str(user))
    assert read().port == 2
    monkeypatch.setenv("CONFIGURATION_DIRECTORY", f"{unit}:/other")
    assert read().port == 3
    monkeypatch.setenv(settings.CHOSEN, str(chosen_one / "hanamachi.toml"))
    assert read().port == 4
    monkeypatch.setenv(settings.CHOSEN, str(tmp_path / "missing.toml"))
    assert "cannot be read" in refused(), "a file that was named is not passed over"


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_printed_file_says_what_is_set_and_can_be_read(
    lang: str, capsys: pytest.CaptureFixture[str], write: Write
) -> None:
    flags = ["--port", "9000", "--proxy", "10.0.0.1", "--bot", 'mine=python "x"', "--limit", "tables=3/1"]
    with pytest.raises(SystemExit) as ended:
        main(["serve", "--lang", lang, *flags, "--print-config"])
    assert not ended.value.code
    text = capsys.readouterr().out
    assert tomllib.loads(text) == {
        "port": 9000,
        "proxy": ["10.0.0.1"],
        "bot": ['mine=python "x"'],
        "limits": {"tables": "3/1"},
    }
    for name in (*(setting.name for setting in SETTINGS), *(name for name, _, _ in described())):
        assert f"\n{name} = " in text or f"\n#{name} = " in text, name
    assert all(setting.environment in text for setting in SETTINGS)
    whole = text.replace("\n#", "\n").replace("\n ", "\n# ")  # every setting with its default or example
    given, loaded = serve.read(["--config", str(write(whole))], ENGLISH)
    assert given.workers == 1
    assert str(chosen(loaded.limits).tables) == "3/1"


def test_copies_are_made_of_the_database_that_is_served(
    write: Write, monkeypatch: pytest.MonkeyPatch
) -> None:
    config = write('database = "tea.db"\nport = 1')
    assert database_of(Namespace(database=None, config=config)) == "tea.db"
    monkeypatch.setenv("HANAMACHI_DATABASE", "other.db")
    assert database_of(Namespace(database=None, config=config)) == "other.db"
    assert database_of(Namespace(database="mine.db", config=config)) == "mine.db"


def test_a_service_has_its_database_in_its_own_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("STATE_DIRECTORY", f"{tmp_path}:/other")
    assert default_database() == str(tmp_path / "house.db")


def test_without_a_home_a_database_must_be_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("XDG_DATA_HOME", raising=False)
    monkeypatch.setattr("os.path.expanduser", lambda path: path)  # as for a user without an entry
    with pytest.raises(CannotOpen) as refusal:
        default_database()
    assert refusal.value.reason == "no_home"


def test_a_link_for_a_member_leads_to_the_address_of_the_settings(
    write: Write, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    database = tmp_path / "house.db"
    with TestClient(make_app(str(database)), base_url="http://localhost") as house:
        signed_up = {"name": "Mika", "password": "three quiet herons"}
        house.put("/api/me", json={"name": "Mika"})
        assert house.post("/api/account", json=signed_up).status_code == 201
    file = write(f'database = "{database}"\npublic-url = "https://plum.example"\nport = 9000')
    for flags, address in (
        (["--config", str(file)], "https://plum.example"),
        (["--config", str(file), "--public-url", "https://tea.example/"], "https://tea.example"),
        (["--database", str(database)], "http://localhost:8460"),
    ):
        with pytest.raises(SystemExit) as ended:
            main(["recover", "Mika", *flags])
        assert ended.value.code == 0
        assert capsys.readouterr().out.startswith(f"{address}/sign-in#")
