"""The settings of `hanamachi serve`: flags, environment variables and a settings file (hanamachi.toml).

A setting is taken from the first of these places that has it: the flag, the environment variable, the file,
the default. Limits are taken one by one. In the file settings are named as the flags are: `port = 8460`.
"""

import argparse
import difflib
import json
import os
import re
import tomllib
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

from msgspec import Struct

from hanamachi.core.words import Name, Refusal, Words

FILE = "hanamachi.toml"
EVERYWHERE = Path("/etc/hanamachi") / FILE
CHOSEN = "HANAMACHI_CONFIG"  # an environment variable: the settings file
TRUE, FALSE = ("1", "true", "yes", "on"), ("0", "false", "no", "off")


class BadSetting(Refusal):
    """Refuse a settings file, or a value in it or in the environment."""


class Setting(Struct, frozen=True):
    """A setting of the server. `example` shows how a value is written in the file."""

    name: str
    phrase: str
    default: Any
    example: Any
    metavar: str | None
    environment: str  # the name of its environment variable

    @property
    def kind(self) -> type:
        return type(self.example)

    @property
    def key(self) -> str:
        """Return its name in a namespace of argparse."""
        return self.name.replace("-", "_")


DATABASE = Setting(
    "database", "flag.database", None, "postgresql://hanamachi@/house", "FILE|URL", "HANAMACHI_DATABASE"
)
PORT = Setting("port", "flag.port", 8460, 8460, None, "HANAMACHI_PORT")
PUBLIC_URL = Setting(
    "public-url", "flag.public_url", None, "https://tea.example", "URL", "HANAMACHI_PUBLIC_URL"
)
SETTINGS = (
    Setting("host", "flag.host", "127.0.0.1", "0.0.0.0", None, "HANAMACHI_HOST"),
    PORT,
    DATABASE,
    Setting("workers", "flag.workers", 1, 4, "N", "HANAMACHI_WORKERS"),
    PUBLIC_URL,
    Setting("proxy", "flag.proxy", [], ["127.0.0.1"], "ADDRESS", "HANAMACHI_PROXY"),
    Setting("open", "flag.open", False, True, None, "HANAMACHI_OPEN"),
    Setting("bot", "flag.bot", [], ["mine=python3 mybot.py"], "NAME=COMMAND", "HANAMACHI_BOT"),
    Setting("bots", "flag.cluster", None, "ray://10.0.0.20:10001", "ADDRESS", "HANAMACHI_RAY"),
    Setting("hook-to", "flag.hook_to", [], ["https://hooks.example/tea"], "URL", "HANAMACHI_HOOK_TO"),
    Setting("push-private", "flag.push_private", False, True, None, "HANAMACHI_PUSH_PRIVATE"),
    Setting("metrics-port", "flag.metrics_port", None, 9460, "PORT", "HANAMACHI_METRICS_PORT"),
)
LIMITS = "limits"  # a table of the file
LIMIT_VARIABLE = "HANAMACHI_LIMIT"
KNOWN = (*(setting.name for setting in SETTINGS), LIMITS)


class Loaded(Struct, frozen=True):
    """A settings file that was read."""

    path: Path | None = None
    values: dict[str, Any] = {}
    limits: tuple[str, ...] = ()


def add_settings(parser: argparse.ArgumentParser, words: Words, settings: Sequence[Setting]) -> None:
    """Add a flag for each setting, and --config. A flag that is not given leaves None."""
    for setting in settings:
        flag, text = f"--{setting.name}", words(setting.phrase)
        if setting.kind is bool:
            parser.add_argument(flag, action=argparse.BooleanOptionalAction, help=text)
        elif setting.kind is list:
            parser.add_argument(flag, metavar=setting.metavar, action="append", help=text)
        else:
            parser.add_argument(flag, metavar=setting.metavar, type=setting.kind, help=text)
    parser.add_argument("--config", type=Path, metavar="FILE", help=words("flag.config"))


def settle(given: argparse.Namespace, settings: Sequence[Setting]) -> Loaded:
    """Give each setting its value in `given`. Return the settings file."""
    loaded = load(given.config)
    for setting in settings:
        if getattr(given, setting.key) is None:
            setattr(given, setting.key, value_of(setting, loaded))
    return loaded


def value_of(setting: Setting, loaded: Loaded) -> Any:
    """Return the value of a setting whose flag was not given."""
    if written := os.environ.get(setting.environment):
        return from_environment(setting, written)
    return loaded.values.get(setting.name, setting.default)


def limits_of(flags: Sequence[str], loaded: Loaded) -> list[str]:
    """Return the limits as `name=value`, the strongest last."""
    return [*loaded.limits, *several(os.environ.get(LIMIT_VARIABLE, "")), *flags]


def from_environment(setting: Setting, written: str) -> Any:
    """Read the value of an environment variable."""
    readers: dict[type, Callable[[str], Any]] = {int: int, bool: truth, list: reader_of_lists(setting)}
    try:
        return readers.get(setting.kind, str)(written)
    except ValueError as error:
        raise BadSetting(
            "bad_variable", name=setting.environment, value=Name(written), example=in_variable(setting)
        ) from error


def in_variable(setting: Setting) -> str:
    """Return the example as an environment variable has it."""
    example = setting.example
    return " ".join(example) if setting.kind is list else "1" if example is True else str(example)


def reader_of_lists(setting: Setting) -> Callable[[str], list[str]]:
    """Return how a list is split: a bot's command has spaces, so each stands on a line of its own."""
    return str.splitlines if setting.name == "bot" else several


def several(written: str) -> list[str]:
    return re.split(r"[\s,]+", written.strip()) if written.strip() else []


def truth(written: str) -> bool:
    if written.lower() not in TRUE + FALSE:
        raise ValueError(written)
    return written.lower() in TRUE


def load(asked: Path | None) -> Loaded:
    """Read the settings file that was asked for, or the first that is found."""
    path = asked or next(filter(is_there, places()), None)
    if path is None:
        return Loaded()
    try:
        found = tomllib.loads(path.read_text("utf-8"))
    except OSError as error:
        raise BadSetting("no_config", path=Name(path), problem=error.strerror or "?") from error
    except ValueError as error:  # TOMLDecodeError and UnicodeDecodeError
        raise BadSetting("bad_config", path=Name(path), problem=Name(error)) from error
    check_known(path, found, KNOWN)
    values = {setting.name: in_file(setting, found, path) for setting in SETTINGS if setting.name in found}
    return Loaded(path, values, tuple(limits_in(found.get(LIMITS, {}), path)))


def places() -> Iterator[Path]:
    """Yield where a settings file is looked for if none is named."""
    if chosen := os.environ.get(CHOSEN):
        yield Path(chosen)
    if folder := os.environ.get("CONFIGURATION_DIRECTORY", "").partition(os.pathsep)[0]:  # set by systemd
        yield Path(folder) / FILE
    base = os.environ.get("XDG_CONFIG_HOME") or os.path.expanduser("~/.config")
    if os.path.isabs(base):
        yield Path(base) / "hanamachi" / FILE
    yield EVERYWHERE


def is_there(path: Path) -> bool:
    """Return True if a settings file is there, or was named by the operator and must be."""
    return str(path) == os.environ.get(CHOSEN) or os.path.exists(path)


def check_known(path: Path, found: dict[str, Any], known: Sequence[str]) -> None:
    """Refuse a name that is not known, and name the nearest one that is."""
    for name in found:
        if name in known:
            continue
        near = difflib.get_close_matches(name.lower(), known, 1, 0.5)
        if near:
            raise BadSetting("unknown_setting_near", path=Name(path), name=Name(name), near=Name(near[0]))
        raise BadSetting("unknown_setting", path=Name(path), name=Name(name), known=tuple(map(Name, known)))


def in_file(setting: Setting, found: dict[str, Any], path: Path) -> Any:
    """Return a value of the file, if it is of the right kind. One text may stand for a list of one."""
    value: Any = found[setting.name]
    if setting.kind is list and isinstance(value, str):
        value = [value]
    texts = not isinstance(value, list) or all(type(each) is str for each in value)
    if type(value) is not setting.kind or not texts:
        example = f"{setting.name} = {toml(setting.example)}"
        raise BadSetting(
            "bad_setting", path=Name(path), name=setting.name, value=Name(value), example=Name(example)
        )
    return value


def limits_in(table: Any, path: Path) -> Iterator[str]:
    """Yield the limits of the file as `name=value`."""
    from hanamachi.server.runtime.limits import described

    names = [name for name, _, _ in described()]
    if not isinstance(table, dict):
        raise BadSetting(
            "bad_setting", path=Name(path), name=LIMITS, value=Name(table), example=Name("[limits]")
        )
    check_known(path, table, names)
    yield from (f"{name}={value}" for name, value in table.items())


def toml(value: Any) -> str:
    """Write a value as TOML."""
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
