"""Write a settings file with every setting of `hanamachi serve` explained, for `--print-config`."""

import argparse
from collections.abc import Iterator, Sequence
from textwrap import wrap
from typing import Any

from hanamachi.cli.support.settings import LIMIT_VARIABLE, LIMITS, SETTINGS, Setting, toml
from hanamachi.core.words import Words
from hanamachi.server.runtime.limits import described

WIDTH = 100


def written(given: argparse.Namespace, limits: Sequence[str], words: Words) -> str:
    """Return the file. What was set is set in it, all else is a comment with its default or an example."""
    lines = [*comment(words("config.about")), ""]
    for setting in SETTINGS:
        lines += [*comment(f"{words(setting.phrase)} ({setting.environment})"), line(setting, given), ""]
    lines += [*comment(f"{words('config.limits')} ({LIMIT_VARIABLE})"), f"[{LIMITS}]"]
    chosen = dict(limit.split("=", 1) for limit in limits if "=" in limit)
    for name, default, about in described():
        text = line_of(name, of_limit(chosen.get(name, default)), used=name in chosen)
        lines.append(f"{text:30}  # {about}")
    return "\n".join(lines)


def line(setting: Setting, given: argparse.Namespace) -> str:
    value = getattr(given, setting.key)
    if value != setting.default:
        return line_of(setting.name, value, used=True)
    empty = value is None or value == []
    return line_of(setting.name, setting.example if empty else value, used=False)


def line_of(name: str, value: Any, *, used: bool) -> str:
    return f"{'' if used else '#'}{name} = {toml(value)}"


def of_limit(value: str) -> int | float | str:
    """Return a limit as TOML has it: a number, or a rate as text."""
    for kind in (int, float):
        try:
            return kind(value)
        except ValueError:
            continue
    return value


def comment(text: str) -> Iterator[str]:
    for part in text.split("\n"):
        yield from (f"# {each}" for each in wrap(part, WIDTH, break_on_hyphens=False, break_long_words=False))
