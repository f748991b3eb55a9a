"""Every move that is refused, with the reason a player is told."""

from collections.abc import Callable
from typing import Any

import pytest

from hanamachi.core.conformance import Stranger
from hanamachi.core.game import IllegalMove, Move
from hanamachi.core.telling import explain
from hanamachi.games.hanamikoji.moves import (
    Competition,
    Deal,
    Discard,
    Draw,
    Gift,
    Options,
    Reveal,
    Score,
    Secret,
    Start,
    TakeOne,
    TakePair,
)
from hanamachi.games.hanamikoji.rules import State, start
from tests.games.hanamikoji.staging import EN, FIRST_ROUND, SMALL, dealt, first_turn, play, refusal, scoring

HAND = "flute flute fan scroll parasol lute tea_set"
RIVAL = "flower flower tea_set tea_set lute fan"


def act() -> State:
    return dealt(HAND, RIVAL)


def gift() -> State:
    return play(act(), "gift flute fan lute")


def competition() -> State:
    return play(act(), "competition flute fan / lute tea_set")


def reveal() -> State:
    return play(first_turn(), *FIRST_ROUND)


STATES: dict[str, Callable[[], State]] = {
    "start": lambda: start(2, Options()),
    "deal": lambda: start(2, Options(starter="first")),
    "draw": lambda: play(act(), "secret flute"),
    "act": act,
    "gift": gift,
    "competition": competition,
    "reveal": reveal,
    "score": lambda: play(reveal(), "reveal 1 flower", "reveal 2 scroll"),
}
ANSWERS: dict[str, type[Move] | tuple[type[Move], ...]] = {
    "start": Start,
    "deal": Deal,
    "draw": Draw,
    "act": (Secret, Discard, Gift, Competition),
    "gift": TakeOne,
    "competition": TakePair,
    "reveal": Reveal,
    "score": Score,
}
ONE_OF_EACH = (
    *(Start(0), Deal(0, 3), Draw(1, 3), Secret(0), Discard((0, 1)), Gift((0, 1, 2)), Reveal(0, 6)),
    *(Competition(((0, 1), (2, 3))), TakeOne(0), TakePair((0, 1)), Score(), Stranger()),
)
ASKED = {"gift": "H10", "competition": "H11"}


@pytest.mark.parametrize("where", STATES)
def test_H7_only_what_is_asked_is_answered(where: str) -> None:
    state = STATES[where]()
    for move in ONE_OF_EACH:
        if isinstance(move, ANSWERS[where]):
            state.play(move)
        else:
            assert refusal(state, move) == ("not_now", {"rule": ASKED.get(where, "H7")})


def test_H16_the_game_is_over() -> None:
    over = scoring("flute fan scroll parasol", "").play(Score())
    assert over.todo == ()
    for move in ONE_OF_EACH:
        assert refusal(over, move) == ("over", {"rule": "H16"})
    assert (over.moves(), over.odds(), over.offer) == ([], (), None)


@pytest.mark.parametrize(
    ("line", "name"),
    [
        ("secret fan", "secret"),
        ("discard fan lute", "discard"),
        ("gift fan lute flower", "gift"),
        ("competition fan lute / flower tea_set", "competition"),
    ],
)
def test_H7_an_action_already_used(line: str, name: str) -> None:
    answers = {"gift": ["take flower"], "competition": ["take fan lute"]}
    state = play(first_turn(), line, *answers.get(name, []), "draw 2 flower", "secret fan", "draw 1 scroll")
    again = {"secret": Secret(0), "discard": Discard((0, 2)), "gift": Gift((0, 2, 3))}
    move = again.get(name, Competition(((0, 2), (2, 3))))
    assert refusal(state, move) == ("used", {"rule": "H7", "action": f"@action.{name}"})


def test_H3_an_action_that_is_not_in_the_small_box() -> None:
    state = dealt("flute parasol tea_set", "flute parasol", SMALL)
    assert refusal(state, Discard((0, 3))) == ("no_action", {"rule": "H3", "action": "@action.discard"})
    pairs = Competition(((0, 3), (3, 5)))
    assert refusal(state, pairs) == ("no_action", {"rule": "H3", "action": "@action.competition"})


@pytest.mark.parametrize(
    ("move", "rule"),
    [
        (Secret(6), "H8"),
        (Discard((0, 6)), "H9"),
        (Gift((0, 1, 6)), "H10"),
        (Competition(((0, 1), (2, 6))), "H11"),
    ],
)
def test_cards_not_in_the_hand(move: Move, rule: str) -> None:
    assert refusal(act(), move) == ("not_in_hand", {"rule": rule, "item": "@item.flower"})


@pytest.mark.parametrize(
    ("move", "rule", "item", "held", "needs"),
    [
        (Discard((1, 1)), "H9", "fan", 1, 2),
        (Gift((0, 0, 0)), "H10", "flute", 2, 3),
        (Competition(((0, 3), (1, 3))), "H11", "parasol", 1, 2),
        (Competition(((0, 0), (0, 0))), "H11", "flute", 2, 4),
    ],
)
def test_fewer_in_the_hand(move: Move, rule: str, item: str, held: int, needs: int) -> None:
    facts = {"rule": rule, "item": f"@item.{item}", "held": held, "needs": needs}
    assert refusal(act(), move) == ("too_few", facts)


def wrong(kind: Any, *fields: Any) -> Move:
    """A move with fields that its types forbid."""
    move: Move = kind(*fields)
    return move


@pytest.mark.parametrize(
    ("move", "action", "rule", "needs", "got"),
    [
        (wrong(Discard, (0,)), "discard", "H9", 2, 1),
        (wrong(Discard, (0, 1, 2)), "discard", "H9", 2, 3),
        (wrong(Gift, ()), "gift", "H10", 3, 0),
        (wrong(Gift, (0, 1)), "gift", "H10", 3, 2),
        (wrong(Gift, (0, 1, 2, 3)), "gift", "H10", 3, 4),
    ],
)
def test_the_wrong_number_of_cards(move: Move, action: str, rule: str, needs: int, got: int) -> None:
    facts = {"action": f"@action.{action}", "needs": f"@cards:{needs}", "got": f"@cards:{got}"}
    assert refusal(act(), move) == ("wrong_count", {"rule": rule, **facts})


PAIRLESS: list[Any] = [
    *((), ((0, 1),), ((0, 1), (2,)), ((0,), (2, 3)), ((0, 1, 2), (3, 4)), ((0, 1), (2, 3, 4))),
    *(((0, 1), (2, 3), (4, 5)), [(0, 1), (2, 3)], ([0, 1], (2, 3)), ((0, 1), [2, 3])),
    *(None, 7, (0, 1, 2, 3), (0, 1)),
]


@pytest.mark.parametrize("pairs", PAIRLESS)
def test_H11_a_split_that_is_not_in_pairs(pairs: Any) -> None:
    assert refusal(act(), Competition(pairs)) == ("not_pairs", {"rule": "H11"})


@pytest.mark.parametrize(
    ("move", "rule"),
    [
        (Discard((1, 0)), "H9"),
        (Gift((0, 2, 1)), "H10"),
        (Gift((1, 0, 2)), "H10"),
        (Competition(((1, 0), (2, 3))), "H11"),
        (Competition(((0, 1), (3, 2))), "H11"),
        (Competition(((2, 3), (0, 1))), "H11"),
        (Competition(((0, 2), (0, 1))), "H11"),
    ],
)
def test_groups_are_written_in_one_way(move: Move, rule: str) -> None:
    assert refusal(act(), move) == ("unsorted", {"rule": rule})


GARBAGE: list[Any] = [7, -1, 99, "flute", "@item.flute", None, [0], (0,)]


@pytest.mark.parametrize("item", GARBAGE)
def test_what_is_no_item(item: Any) -> None:
    for state, move, rule in (
        (act(), Secret(item), "H8"),
        (act(), Discard((0, item)), "H9"),
        (act(), Gift((0, item, 2)), "H10"),
        (act(), Competition(((item, 0), (1, 2))), "H11"),
        (act(), Competition(((0, item), (1, 2))), "H11"),
        (act(), Competition(((0, 1), (2, item))), "H11"),
        (act(), Competition(((0, 1), (item, 2))), "H11"),
        (gift(), TakeOne(item), "H10"),
        (competition(), TakePair((0, item)), "H11"),
    ):
        reason, facts = refusal(state, move)
        assert (reason, facts) == ("no_item", {"rule": rule, "item": repr(item)})
        assert explain(IllegalMove(reason, rule, item=repr(item)), EN)


@pytest.mark.parametrize("items", [None, 5, [0, 1], "01", {0, 1}])
def test_what_is_no_group_of_items(items: Any) -> None:
    for state, move, rule in (
        (act(), Discard(items), "H9"),
        (act(), Gift(items), "H10"),
        (competition(), TakePair(items), "H11"),
    ):
        assert refusal(state, move) == ("no_item", {"rule": rule, "item": repr(items)})


def test_nature_cannot_do_what_cannot_be() -> None:
    for where, moves in {
        "start": [Start(2), Start(-1), *(wrong(Start, seat) for seat in (None, "1"))],
        "deal": [Deal(1, 0), *(wrong(Deal, 0, item) for item in GARBAGE), wrong(Deal, None, 0)],
        "draw": [Draw(0, 3), Draw(1, 0), *(wrong(Draw, 1, item) for item in GARBAGE)],
        "reveal": [Reveal(1, 2), Reveal(0, 2), *(wrong(Reveal, 0, item) for item in GARBAGE)],
    }.items():
        for move in moves:
            assert refusal(STATES[where](), move) == ("not_now", {"rule": "H7"})


def test_H10_what_is_not_offered() -> None:
    assert refusal(gift(), TakeOne(6)) == ("not_offered", {"rule": "H10", "items": ("@item.flower",)})
    assert refusal(gift(), TakeOne(2)) == ("not_offered", {"rule": "H10", "items": ("@item.scroll",)})


@pytest.mark.parametrize("pair", [(0, 4), (1, 4), (0, 0), (1, 0), (), (0,), (0, 1, 4)])
def test_H11_a_pair_that_is_not_offered(pair: Any) -> None:
    names = tuple(f"@item.{('flute', 'fan', '', '', 'lute')[item]}" for item in pair)
    assert refusal(competition(), TakePair(pair)) == ("not_offered", {"rule": "H11", "items": names})
