"""Read the numbered rules of docs/rules, one by one."""

import re
from functools import cache
from pathlib import Path

from hanamachi.adapters.setting import BadSetting
from hanamachi.games import GAMES

HERE = Path(__file__).parent / "rules"  # in a wheel; in the repository they are in docs/rules
PAGES = HERE if HERE.is_dir() else Path(__file__).parents[4] / "docs" / "rules"
RULE = re.compile(r"^- \*\*([A-Z]\d+)\*\*(.*?)(?=^- \*\*|^#|\Z)", re.M | re.S)


@cache
def rules(game: str) -> dict[str, str]:
    """Return each rule of a game by its number, in order."""
    if game not in GAMES:
        raise BadSetting("unknown_game", name=game, known=tuple(GAMES))
    page = PAGES / f"{game}.md"
    text = page.read_text("utf-8") if page.is_file() else ""
    return {number: " ".join(rule.split()) for number, rule in RULE.findall(text)}


def rule(game: str, number: str) -> str:
    book = rules(game)
    if number.upper() not in book:
        raise BadSetting(
            "no_rule", number=number, first=next(iter(book), "–"), last=next(reversed(book), "–")
        )
    return f"{number.upper()}: {book[number.upper()]}"
