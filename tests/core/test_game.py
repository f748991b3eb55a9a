from random import Random
from types import ModuleType

import pytest
from msgspec import Struct

from fifth_game import GAME as TSUKIMI
from hanamachi.core import conformance, fair, game, log, nature, options, record, table, value, words
from hanamachi.core.game import (
    NATURE,
    Agenda,
    IllegalMove,
    Move,
    Prompt,
    Step,
    Told,
    Upgrade,
    Veiled,
    at,
    ranking,
)


class A(Move, frozen=True):
    n: int


ODDS = [(A(1), 2), (A(2), 1), (A(3), 4)]


class Throw(Agenda, frozen=True):
    def odds(self) -> list[tuple[Move, int]]:
        return list(ODDS)


def test_a_pick_walks_the_odds() -> None:
    assert [at(ODDS, pick) for pick in range(7)] == [A(1)] * 2 + [A(2)] + [A(3)] * 4
    with pytest.raises(ValueError, match="not below"):
        at(ODDS, 7)


def test_a_draw_follows_the_weights() -> None:
    rng = Random(1)
    draws = [Throw((Step(NATURE),)).draw(rng) for _ in range(7000)]
    assert [round(draws.count(move) / 1000) for move, _ in ODDS] == [2, 1, 4]


def test_the_actor_owes_the_first_step() -> None:
    assert Throw((Step(3), Step(1))).actor == 3
    assert Throw(()).actor is None
    assert Agenda(()).odds() == ()


def test_ranks_are_shared_by_equals() -> None:
    assert ranking((5, 9, 5, 1)) == (2, 1, 2, 4)


def test_defaults_are_careful() -> None:
    assert not Prompt(0, "act", "F3").paced
    assert TSUKIMI.secrets
    options = TSUKIMI.options()
    view = TSUKIMI.start(2, options).view(0)
    assert not TSUKIMI.moot(view)
    assert not TSUKIMI.draws(options)
    assert [Upgrade().row(None, row) for row in ({"type": "agreed"}, None)] == [({"type": "agreed"},), ()]


def test_a_told_move_knows_its_kind() -> None:
    assert Told(0, A(1)).kind == "A"
    assert Told(0, Veiled(0, "A")).kind == "A"


def test_an_illegal_move_names_its_rule() -> None:
    error = IllegalMove("taken", "O5", square="a1")
    assert error.reason == "taken"
    assert error.facts == {"rule": "O5", "square": "a1"}


MODULES = [game, words, fair, options, record, conformance, log, table, nature, value]


@pytest.mark.parametrize("module", MODULES, ids=lambda module: module.__name__)
def test_every_record_of_the_core_is_frozen(module: ModuleType) -> None:
    """All but the dice, which count."""
    structs = [kind for kind in vars(module).values() if isinstance(kind, type) and issubclass(kind, Struct)]
    assert structs
    for kind in structs:
        assert kind.__struct_config__.frozen or kind in (Struct, fair.Dice), kind
