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
from tools.quality.class_bounds import Module, modules

SOURCE = Path(__file__).parents[1] / "src" / "hanamachi"
OURS = [game for game in GAMES if (SOURCE / "games" / game).exists()]
CATALOGUES = [
    path
    for where in ("src/hanamachi/locales", "web/src")
    for path in (SOURCE.parents[1] / where).rglob("*.json")
    if {path.stem, path.parent.name} & set(LANGUAGES)
]
TYPED = re.compile(r"'hanamachi\[[^]]+\]'")  # a command of the shell's, quoted for it


@pytest.fixture(scope="module")
def parsed() -> list[Module]:
    """Every module, parsed once and then forgotten; nothing is imported, so nothing is missed."""
    return modules(SOURCE)


@pytest.fixture(scope="module")
def refusals(parsed: list[Module]) -> set[str]:
    """Refusal and all that is made of it."""
    found = [node for module in parsed for node in ast.walk(module.tree) if isinstance(node, ast.ClassDef)]
    every = {node.name: {ast.unparse(base).rpartition(".")[2] for base in node.bases} for node in found}
    known = {"Refusal"}
    while more := {name for name, bases in every.items() if bases & known} - known:
        known |= more
    return known


def reasons(module: Module, refusals: set[str]) -> set[str]:
    """The literal first arguments of refusals raised in a file."""
    calls = [node for node in ast.walk(module.tree) if isinstance(node, ast.Call)]
    return {
        call.args[0].value
        for call in calls
        if isinstance(call.func, ast.Name)
        and call.func.id in refusals
        and call.args
        and isinstance(call.args[0], ast.Constant)
        and isinstance(call.args[0].value, str)
    }


def test_every_refusal_has_a_sentence(parsed: list[Module], refusals: set[str]) -> None:
    house, missing = set(catalogue("house")("en").under("error")), {}
    for module in parsed:
        _, *inside = module.path.relative_to(SOURCE.parent).parts
        game = GAMES.get(inside[1]) if inside[0] == "games" else None
        known = house | set(game.text.words("en").under("error")) if game else house
        missing[module.name] = reasons(module, refusals) - known
    assert len(missing) > 500
    assert {name: each for name, each in missing.items() if each} == {}


def test_no_refusal_is_missed(refusals: set[str]) -> None:
    """Of those that are loaded, at least."""
    import_module("hanamachi.server.app")
    assert loaded(Refusal) <= refusals
    assert len(refusals) > 20


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
