"""Which moves are one decision, and how it is told in a review."""

from collections.abc import Sequence
from typing import Any

import pytest

from hanamachi.bots.judge import Opinion
from hanamachi.core.game import Move
from hanamachi.core.table import Table
from hanamachi.core.telling import called
from hanamachi.games import GAMES
from hanamachi.server.analysis.decisions import decisions, made
from hanamachi.server.analysis.review import Decision, Weighed, completed, decision, once, played

ROAD, OKIYA = GAMES["geishas_road"], GAMES["okiya"]
EN = ROAD.text.words("en")


def opened(game: Any = ROAD) -> Table:
    return Table.begin(game, ["Ann", "Bob"], game.options(), bytes(32), ["", ""]).deal()


def first_legal(table: Table) -> Table:
    assert table.actor is not None
    return table.submit(table.actor, table.seq, table.state.moves()[0])


def asked(table: Table) -> str:
    prompt = table.state.view(None).prompt
    return prompt.ask if prompt else ""


def notation(moves: Sequence[Move]) -> list[str]:
    return [ROAD.text.write(move) for move in moves]


@pytest.fixture
def table() -> Table:
    """After an Intrigue of the cards that are legal first."""
    table = opened()
    assert table.actor is not None
    table = table.submit(table.actor, table.seq, ROAD.text.read("intrigue", EN))
    return first_legal(first_legal(table))


def opinions(table: Table, first: list[float], last: float, **more: Any) -> Decision:
    """The decision with these opinions of its first move, and this one of what it came to."""
    whole = decisions(table)[0]
    begun, ended = whole.judged
    others = [0.0] * len(table.log.states[ended].moves())
    others[played(table, ended)] = last
    formed: dict[int, Opinion | None] = {begun: Opinion(first, **more), ended: Opinion(others, unknown=0.2)}
    return decision(table, whole, formed, EN, called(table.names))


def test_an_action_and_its_cards_are_one_decision(table: Table) -> None:
    (whole,) = decisions(table)
    moves = notation([made(table, seq) for seq in whole.rows])
    assert [line.split()[0] for line in moves] == ["intrigue", "left", "right"]
    assert whole.chosen == whole.rows
    assert whole.judged == (whole.rows[0], whole.rows[-1])  # nobody has to think about what lies between


def test_it_is_told_with_its_cards_and_one_number(table: Table) -> None:
    told = opinions(table, [0.4, 0.8, 0.5, 0.6], 0.45)
    whole = decisions(table)[0]
    assert (told.seq, told.last) == (whole.rows[0], whole.rows[-1])
    assert told.played.chance == 0.45
    assert told.played.label.startswith("Intrigue: ")
    assert " on the left, " in told.played.label
    assert told.played.label.endswith(" on the right")
    assert len(told.played.then) == 2
    assert told.unknown == 0.2
    assert [each.label for each in told.moves] == ["Intrigue", "Competition", "Gift", "Reveal"]


def test_what_is_completed_as_planned_is_worth_what_the_plan_is(table: Table) -> None:
    told = opinions(table, [0.4, 0.8, 0.5, 0.6], 0.3, lines={1: [0, 0]})
    assert told.moves[0] == told.played
    assert told.played.chance == 0.8


def test_a_plan_that_does_not_fit_is_cut(table: Table) -> None:
    first = decisions(table)[0].rows[0]
    opinion = Opinion([0.4, 0.8, 0.5, 0.6], lines={1: [0, 99]})
    assert [line.split()[0] for line in notation(completed(table, first, opinion, 1))] == ["intrigue", "left"]


def test_a_decision_that_nobody_judged_at_its_end_has_the_number_of_its_beginning(table: Table) -> None:
    whole = decisions(table)[0]
    begun, ended = whole.judged
    formed = {begun: Opinion([0.4, 0.7, 0.5, 0.6]), ended: None}
    assert decision(table, whole, formed, EN, called(table.names)).played.chance == 0.7


def test_an_action_that_nobody_chose_is_named_with_the_cards_that_were() -> None:
    """The last token of a round leaves no choice of the action."""
    table = opened()
    while not (len(table.state.moves()) == 1 and asked(table) == "act"):
        table = first_legal(table)
    table = first_legal(table)
    while asked(table) in ROAD.text.further:
        table = first_legal(table)
    whole = next(each for each in decisions(table) if each.rows[0] != each.chosen[0])
    counts = {seq: len(table.log.states[seq].moves()) for seq in whole.judged}
    formed = {seq: Opinion([0.5] * count) for seq, count in counts.items()}
    told = decision(table, whole, formed, EN, called(table.names))
    assert ": " in told.played.label
    assert all(each.label.startswith(told.played.label.split(":")[0]) for each in told.moves)


def test_other_games_decide_move_by_move() -> None:
    table = opened(OKIYA)
    table = first_legal(first_legal(table))
    assert all(len(each.rows) == len(each.judged) == 1 for each in decisions(table))


def test_what_is_told_alike_is_told_once() -> None:
    a, b, c = Weighed("1", "a", 0.5), Weighed("2", "b", 0.4), Weighed("3", "a", 0.3)
    assert once([a, b, c]) == [a, b]
