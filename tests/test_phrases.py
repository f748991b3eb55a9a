"""Every refusal in the sources has a sentence, in the house's catalogue or in its game's."""

import ast
from pathlib import Path

import pytest

from hanamachi.games import GAMES
from hanamachi.locales import catalogue

SOURCE = Path(__file__).parents[1] / "src" / "hanamachi"
REFUSALS = {
    *("Refused", "RecordError", "Unfair", "OptionError", "BadUsage", "BadSeat", "BadView", "UnknownGame"),
    *(
        "UnknownLevel",
        "BadWeights",
        "NotHere",
        "Raced",
        "CannotServe",
        "Unreadable",
        "IllegalMove",
        "BadLayout",
        "NotSolvable",
        "BadBot",
        "BadContest",
        "BadLimit",
        "BadText",
        "NoEntry",
        "CannotOpen",
        "BadAction",
        "BadSetting",
    ),
}


def reasons(path: Path) -> set[str]:
    """The literal first arguments of refusals raised in a file."""
    calls = [node for node in ast.walk(ast.parse(path.read_text("utf-8"))) if isinstance(node, ast.Call)]
    return {
        call.args[0].value
        for call in calls
        if isinstance(call.func, ast.Name)
        and call.func.id in REFUSALS
        and call.args
        and isinstance(call.args[0], ast.Constant)
        and isinstance(call.args[0].value, str)
    }


@pytest.mark.parametrize("path", sorted(SOURCE.rglob("*.py")), ids=lambda path: str(path.relative_to(SOURCE)))
def test_every_refusal_has_a_sentence(path: Path) -> None:
    known = set(catalogue("house")("en").under("error"))
    game = path.relative_to(SOURCE).parts[1] if path.relative_to(SOURCE).parts[0] == "games" else None
    if game in GAMES:
        known |= set(GAMES[game].text.words("en").under("error"))
    assert reasons(path) <= known, reasons(path) - known
