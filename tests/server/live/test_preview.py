"""What would follow of moves that a seat might make: told from what it sees, and only as far as it can know."""

from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace
from starlette.testclient import TestClient

from hanamachi.core.conformance import random_story
from hanamachi.core.game import NATURE, Move
from hanamachi.core.log import Log
from hanamachi.core.table import Refused, Table
from hanamachi.games import GAMES
from hanamachi.games.geishas_road.moves import (
    Choose,
    Journey,
    Lay,
    Options,
    Resolve,
    ShowLeft,
    Take,
    TurnUp,
    Use,
)
from hanamachi.games.geishas_road.pieces import REVEAL
from hanamachi.games.geishas_road.rules import State
from hanamachi.server.app import make_app
from hanamachi.server.live.broadcast.preview import MOST_MOVES, Prospect, check, prospect
from hanamachi.server.protocol.messages import encode
from hanamachi.server.runtime.limits import Limits, Rate
from hanamachi.server.tables.model import Playing, SeatHolder, Setup
from tests.server.support.visitors import HOST, Seat, two_players

ROAD = GAMES["geishas_road"]
MODES = [Options(), Options("harder"), Options("advanced"), Options("advanced", destiny=True)]


def at(state: Any, name: str = "geishas_road", options: Any = None) -> Playing:
    """A table at which this state is now."""
    game = GAMES[name]
    seats = len(state.view(None).hands) if name == "geishas_road" else 2
    names = tuple(f"P{seat}" for seat in range(seats))
    table = Table.begin(game, names, options or game.options(), bytes(32), ("",) * seats)
    setup = Setup(format=2, game=name, version=game.version, options={}, host="g", seed="00" * 32)
    held = tuple(SeatHolder("guest", each, f"g{seat}", words="") for seat, each in enumerate(names))
    return Playing(setup, held, replace(table, log=Log(seats, (state,))))


def decisions(options: Options, seed: int) -> list[State]:
    story = random_story(ROAD, 2, options, Random(seed), 240, lively=True)
    return [state for state in story.states if state.actor is not None and state.actor >= 0]  # type: ignore[misc]


def moves_of(found: Prospect) -> list[Move]:
    return [frame.line.move for frame in found.frames if frame.line]


def foreseen(state: State, *moves: Move) -> Prospect:
    assert state.actor is not None
    return prospect(at(state), state.actor, moves, "en")


def test_a_reveal_is_followed_by_its_journey_and_stops_before_the_draw() -> None:
    state = decisions(Options(), 1)[0]
    seat = state.actor
    assert seat is not None
    card = state.hands[seat][0]
    found = foreseen(state, Use(REVEAL), Lay(card))
    assert moves_of(found) == [Use(REVEAL), Lay(card), Journey(card)]
    truth = state.play(Use(REVEAL)).play(Lay(card)).play(Journey(card))
    assert found.frames[-1].view == truth.view(seat)
    assert found.choices == []
    assert [frame.seq for frame in found.frames] == [1, 2, 3]
    assert [frame.line.seq for frame in found.frames if frame.line] == [0, 1, 2]
    last = found.frames[-1].line
    assert last is not None
    assert ": she " in last.said


@pytest.mark.parametrize("options", MODES, ids=str)
def test_what_is_foreseen_is_what_happens(options: Options) -> None:
    """Whatever the true state is: every view that is shown is the one that would be seen."""
    journeys = 0
    for seed in range(4):
        for state in decisions(options, seed):
            seat = state.actor
            assert seat is not None
            for move in state.moves():
                now = state
                found = foreseen(state, move)
                assert moves_of(found)[0] == move
                for frame, made in zip(found.frames, moves_of(found), strict=True):
                    now = now.play(made)
                    assert frame.view == now.view(seat)
                assert now.actor != NATURE or not now.todo[0].foreseen(seat)
                assert bool(found.choices) == (now.actor == seat)
                assert [choice.move for choice in found.choices] == (
                    list(now.moves()) if now.actor == seat else []
                )
                journeys += sum(isinstance(made, Journey) for made in moves_of(found))
    assert journeys > 100


def test_what_nobody_knows_is_never_told() -> None:
    """Neither a card that is dealt nor one that lies face down, and nobody else's decision."""
    kinds = set()
    for options in MODES:
        for seed in range(4):
            for state in decisions(options, seed):
                for move in state.moves():
                    told = moves_of(foreseen(state, move))[1:]
                    kinds |= {type(each).__name__ for each in told}
                    lefts = [each for each in told if isinstance(each, ShowLeft)]
                    assert all(each.owner == state.actor for each in lefts)
                    assert not any(isinstance(each, TurnUp) for each in told)
    assert kinds == {"Journey", "Score", "ShowLeft"}


def test_a_question_of_ones_own_is_offered_and_may_be_answered_further() -> None:
    for seed in range(40):
        for state in decisions(Options("harder"), seed):
            if not isinstance(state.moves()[0], Choose):
                continue
            for choice in state.moves():
                found = foreseen(state, choice)
                first = next((each.move for each in found.choices if isinstance(each.move, Resolve)), None)
                if first is None:
                    continue
                further = foreseen(state, choice, first)
                assert moves_of(further)[: len(found.frames) + 2] == [
                    *moves_of(found),
                    first,
                    Journey(first.card),
                ]
                return
    pytest.fail("no such question was found")


def test_a_move_that_is_not_legal_ends_it() -> None:
    state = decisions(Options(), 1)[0]
    seat = state.actor
    assert seat is not None
    rivals = state.hands[1 - seat][0]
    assert foreseen(state, Lay(rivals)).frames == []
    assert moves_of(foreseen(state, Use(REVEAL), Lay(rivals))) == [Use(REVEAL)]
    assert len(foreseen(state, Use(REVEAL), Lay(state.hands[seat][0]), Take(favour=True)).frames) == 3


@pytest.mark.parametrize("options", MODES, ids=str)
def test_two_true_states_that_look_the_same_are_foreseen_the_same(options: Options) -> None:
    """Byte for byte: the answer knows no more than the view."""
    others = 0
    for state in decisions(options, 5):
        seat = state.actor
        assert seat is not None
        other = ROAD.imagine(state.view(seat), Random(7))
        others += other != state
        for move in state.moves():
            answers = [encode(prospect(at(each), seat, (move,), "en")) for each in (state, other)]
            assert answers[0] == answers[1]
    assert others > 5


@pytest.mark.parametrize("name", ["okiya", "hanamikoji"])
def test_every_game_can_be_asked(name: str) -> None:
    """Where nothing can be foreseen the move itself is all that is told."""
    game = GAMES[name]
    table = Table.begin(game, ["A", "B"], game.options(), bytes(32), ["", ""]).deal()
    assert table.actor is not None
    found = prospect(at(table.state, name), table.actor, (table.state.moves()[0],), "fr")
    assert moves_of(found) == [table.state.moves()[0]]
    assert found.frames[0].view == table.state.play(table.state.moves()[0]).view(table.actor)


def test_it_is_for_the_seat_that_is_asked_now() -> None:
    state = decisions(Options(), 1)[0]
    snapshot, seat = at(state), state.actor
    assert seat is not None
    check(snapshot, seat, 0, [])
    for asked, seq, moves, reason in (
        (1 - seat, 0, [], "wrong_seat"),
        (seat, 1, [], "stale"),
        (seat, 0, [None] * (MOST_MOVES + 1), "too_many_moves"),
    ):
        with pytest.raises(Refused) as caught:
            check(snapshot, asked, seq, moves)
        assert caught.value.reason == reason
    over = replace(snapshot, table=snapshot.table.resign(seat))
    with pytest.raises(Refused) as caught:
        check(over, seat, 1, [])
    assert caught.value.reason == "game_over"


def test_what_is_imagined_leaves_no_trace() -> None:
    state = decisions(Options(), 1)[0]
    snapshot = at(state)
    before = msgspec.json.encode(snapshot.table.rows)
    assert state.actor is not None
    prospect(snapshot, state.actor, state.moves()[:1], "pl")
    assert msgspec.json.encode(snapshot.table.rows) == before
    assert snapshot.table.state == state


def answer(by: Seat, **message: Any) -> Any:
    by.send(type="preview", **message)
    while (told := by.socket.receive_json())["type"] not in ("foreseen", "declined"):
        pass
    return told


def test_a_seat_asks_over_its_socket_and_hears_it_alone(tmp_path: Path) -> None:
    with TestClient(make_app(str(tmp_path / "house.db")), base_url=HOST) as house:
        table, *guests = two_players(house, game="geishas_road")
        with (
            house.websocket_connect("/ws", headers=guests[0]) as a,
            house.websocket_connect("/ws", headers=guests[1]) as b,
        ):
            seats = [Seat(a, table, 0, lang="fr"), Seat(b, table, 1, lang="fr")]
            mover = next(seat for seat in seats if seat.last["choices"])
            other, seq, card = seats[1 - seats.index(mover)], mover.last["seq"], mover.last["view"]["hand"][0]
            moves = [{"type": "Use", "action": REVEAL}, {"type": "Lay", "card": card}]
            ask = {"id": 5, "seat": mover.seat, "seq": seq, "moves": moves}
            told = answer(mover, **ask)
            assert (told["type"], told["id"], told["seat"], told["seq"]) == ("foreseen", 5, mover.seat, seq)
            assert [frame["line"]["move"]["type"] for frame in told["frames"]] == ["Use", "Lay", "Journey"]
            assert " : elle " in told["frames"][-1]["line"]["said"]
            assert told["frames"][-1]["view"]["sides"][mover.seat] == [card]
            for changed, reason in (
                ({"seat": other.seat}, "not_your_seat"),
                ({"seq": seq + 1}, "stale"),
                ({"moves": [{"type": "Fly"}]}, "bad_move_format"),
                ({"moves": moves * 5}, "too_many_moves"),
            ):
                refused = answer(mover, **{**ask, **changed})
                assert (refused["reason"], bool(refused["sentence"])) == (reason, True)
            mover.play()
            assert other.hear()["seq"] == mover.last["seq"] == seq + 1


def test_who_asks_too_often_waits(tmp_path: Path) -> None:
    limits = Limits(previews=Rate(2, 1))
    with TestClient(make_app(str(tmp_path / "house.db"), limits=limits), base_url=HOST) as house:
        table, mika, _ = two_players(house, game="geishas_road")
        with house.websocket_connect("/ws", headers=mika) as a:
            here = Seat(a, table, 0)
            told = [answer(here, id=1, seat=0, seq=here.last["seq"], moves=[]) for _ in range(3)]
    assert [each.get("reason") == "too_many" for each in told] == [False, False, True]
