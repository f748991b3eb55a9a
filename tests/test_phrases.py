"""Every refusal in the sources has a sentence, in the house's catalogue or in its game's; what phrases look like."""

import ast
import json
import re
from importlib import import_module
from pathlib import Path

import pytest

from hanamachi.core.words import LANGUAGES, Refusal
from hanamachi.games import GAMES
from hanamachi.locales import catalogue

SOURCE = Path(__file__).parents[1] / "src" / "hanamachi"
FILES = sorted(SOURCE.rglob("*.py"))
OURS = [game for game in GAMES if (SOURCE / "games" / game).exists()]
CATALOGUES = [
    path
    for where in ("src/hanamachi/locales", "web/src")
    for path in (SOURCE.parents[1] / where).rglob("*.json")
    if {path.stem, path.parent.name} & set(LANGUAGES)
]
TYPED = re.compile(r"'hanamachi\[[^]]+\]'")  # a command of the shell's, quoted for it


def classes() -> dict[str, set[str]]:
    """Every class of the sources, and the names of its bases; nothing is imported, so nothing is missed."""
    trees = (ast.walk(ast.parse(path.read_text("utf-8"))) for path in FILES)
    found = [node for tree in trees for node in tree if isinstance(node, ast.ClassDef)]
    return {node.name: {ast.unparse(base).rpartition(".")[2] for base in node.bases} for node in found}


def refusals() -> set[str]:
    """Refusal and all that is made of it."""
    known, every = {"Refusal"}, classes()
    while more := {name for name, bases in every.items() if bases & known} - known:
        known |= more
    return known


REFUSALS = refusals()


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


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(SOURCE)))
def test_every_refusal_has_a_sentence(path: Path) -> None:
    known = set(catalogue("house")("en").under("error"))
    game = path.relative_to(SOURCE).parts[1] if path.relative_to(SOURCE).parts[0] == "games" else None
    if game in GAMES:
        known |= set(GAMES[game].text.words("en").under("error"))
    assert reasons(path) <= known, reasons(path) - known


def test_no_refusal_is_missed() -> None:
    """Of those that are loaded, at least."""
    import_module("hanamachi.server.app")
    assert loaded(Refusal) <= REFUSALS
    assert len(REFUSALS) > 20


def loaded(kind: type[Refusal]) -> set[str]:
    ours = {kind.__name__} if kind.__module__.startswith("hanamachi.") else set()
    return ours.union(*map(loaded, kind.__subclasses__()))


def test_quotes_and_apostrophes_are_those_of_print() -> None:
    assert len(CATALOGUES) >= 30
    said = [phrase for path in CATALOGUES for phrase in json.loads(path.read_text("utf-8")).values()]
    assert [phrase for phrase in said if re.search("[\"']", TYPED.sub("", phrase))] == []


def test_french_signs_stay_with_their_words() -> None:
    french = [path for path in CATALOGUES if "fr" in (path.stem, path.parent.name)]
    said = [phrase for path in french for phrase in json.loads(path.read_text("utf-8")).values()]
    assert len(french) == len(CATALOGUES) / len(LANGUAGES)
    assert [phrase for phrase in said if re.search(" [:;?!»]|« ", phrase)] == []


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("game", OURS)
def test_nobody_is_called_by_name_when_asked_alone(game: str, lang: str) -> None:
    words = GAMES[game].text.words(lang)
    alone = words.under("you.who.ask")
    assert alone.keys() == words.under("ask").keys()
    assert [phrase for phrase in alone.values() if "{who}" in phrase or phrase[0].islower()] == []
