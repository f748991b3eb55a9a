"""What the players who stayed may do about an absent one, for each kind of clock and table, on both databases."""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import SimpleNamespace
from typing import Any, Literal, cast

import msgspec
import pytest
from msgspec.structs import replace
from starlette.testclient import TestClient

from hanamachi.core import record
from hanamachi.core.log import CalledOff, Claimed, Lapsed, Played
from hanamachi.core.options import choose
from hanamachi.core.table import Refused, Table
from hanamachi.games import GAMES
from hanamachi.server.app import make_app
from hanamachi.server.live import commands
from hanamachi.server.protocol.messages import Claim
from hanamachi.server.tables.absence import BY_CLOCK, BY_PATIENCE, Allowed, allowed, has_moved, moves_of
from hanamachi.server.tables.creation import Opening
from hanamachi.server.tables.model import Setup, running_of
from hanamachi.server.tables.time_control import Clock, Days, Live
from tests.server.live import test_answer_window as window
from tests.server.live.test_absence_votes import THREE, Time, time
from tests.server.live.test_deadlines import okiya, opened, run, scene, seated
from tests.server.support.idle import at_rest
from tests.server.support.visitors import HOST, Seat, guest, open_table, say, sit, two_players
from tests.server.tables.test_round_break import PEOPLE

__all__ = ["time"]
LIVE, DAYS = {"type": "live", "base": 600}, {"type": "days", "days": 3}
FIVE, A_DAY = Live(300), Days(1)


@pytest.fixture
def timer(monkeypatch: pytest.MonkeyPatch) -> window.Time:
    return window.turned(monkeypatch)


@pytest.fixture
def house(database: str) -> Iterator[TestClient]:
    with TestClient(make_app(database), base_url=HOST) as client:
        yield client


# The rule itself: one row for each cell of the table in docs/absence.md.


@pytest.mark.parametrize(
    ("clock", "seats", "timed", "early", "may"),
    [
        (A_DAY, 2, True, True, Allowed()),
        (A_DAY, 2, True, False, Allowed()),
        (A_DAY, 4, True, True, Allowed()),
        (FIVE, 2, True, True, Allowed(bot=30, claim=30, call_off=30)),
        (FIVE, 2, True, False, Allowed(bot=30, claim=30)),
        (FIVE, 2, False, True, Allowed(bot=30, call_off=30)),
        (None, 2, False, True, Allowed(bot=30, call_off=600)),
        (None, 2, False, False, Allowed(bot=30, call_off=600)),
        (FIVE, 3, True, False, Allowed(bot=30, call_off=30)),
        (None, 6, False, True, Allowed(bot=30, call_off=30)),
    ],
)
def test_the_clock_and_the_players_decide(
    clock: Clock | None, seats: int, may: Allowed, *, timed: bool, early: bool
) -> None:
    setup = replace(okiya(clock, patience=30), absence_rule=BY_CLOCK)
    assert allowed(setup, seats, timed=timed, early=early) == may
    old = replace(setup, absence_rule=BY_PATIENCE)
    assert allowed(old, seats, timed=timed, early=early) == Allowed(bot=30)
    assert allowed(replace(setup, lesson="first"), seats, timed=timed, early=early) == Allowed()


def test_a_setup_of_an_older_server_has_the_rule_of_then() -> None:
    snapshot = msgspec.to_builtins(okiya(A_DAY))
    del snapshot["absence_rule"], snapshot["first_move"]
    setup = msgspec.convert(snapshot, Setup)
    assert (setup.absence_rule, setup.first_move) == (BY_PATIENCE, None)


def test_an_answer_that_the_server_gave_for_a_silent_player_is_no_move_of_theirs() -> None:
    game = GAMES["mai_star"]
    assert game.silence is not None
    given, own = Played(1, game.silence), Played(1, game.start(3, choose(game.options, {})).moves()[0])
    for rows, moves in (((given, given), 0), ((given, own), 1), ((own, own), 2)):
        table = cast("Table", SimpleNamespace(game=game, rows=rows))
        assert (moves_of(table, 1, 2), has_moved(table, 1)) == (moves, moves > 0)


# At the table.


@contextmanager
def left_alone(house: TestClient, plies: int = 4, **wish: Any) -> Iterator[tuple[Seat, str, dict[str, str]]]:
    """Two players make so many moves together; then Rin leaves, and Mika stays."""
    table, mika, rin = two_players(house, **wish)
    with house.websocket_connect("/ws", headers=mika) as a:
        stays = Seat(a, table, 0)
        with house.websocket_connect("/ws", headers=rin) as b:
            leaves = Seat(b, table, 1)
            for each in (stays, leaves):
                updated(each, lambda _: True)
            play(stays, leaves, plies)
            stays.see(lambda told: all(told["here"]))
        stays.see(lambda told: told["here"] == [True, False])
        yield stays, table, rin


def play(one: Seat, other: Seat, plies: int) -> None:
    for _ in range(plies):
        mover, rival = (one, other) if one.last["choices"] else (other, one)
        seq = mover.last["seq"]
        mover.play()
        for each in (mover, rival):
            updated(each, lambda told, seq=seq: told["seq"] > seq)


def refused(by: Seat, kind: str, **more: Any) -> str:
    by.send(type=kind, seat=by.seat, **more)
    by.last = None
    return str(by.until(lambda told: told and told["type"] == "declined")["reason"])


def updated(by: Seat, done: Any) -> Any:
    """The table, once it is so."""
    return by.until(lambda told: told and told["type"] == "updates" and done(told))


def ended(by: Seat) -> Any:
    return updated(by, lambda told: told["result"])["result"]


def in_lists(house: TestClient, who: dict[str, str], table: str) -> tuple[str, str, bool]:
    """Return how the game ended for this guest, why, and whether it is over."""
    mine = {each["id"]: each for each in house.get("/api/me", headers=who).json()["tables"]}[table]
    return mine["result"], mine["reason"], mine["over"]


def filed(house: TestClient, who: dict[str, str], table: str) -> list[str]:
    """Return the filters of My games that show this game."""
    found = {
        result: house.get(f"/api/me/games?result={result}", headers=who).json()["games"]
        for result in ("won", "lost", "drawn")
    }
    return [result for result, games in found.items() if table in [one["id"] for one in games]]


def exported(house: TestClient, who: dict[str, str], table: str) -> tuple[str | None, str, str]:
    """Return what the privacy export says of a game: how it came out, the result's reason, the last row."""
    told = house.get("/api/me/export", headers=who).json()
    (came,) = [seat["came"] for seat in told["seats"] if seat["table"] == table]
    (snapshot,) = [game["record"] for game in told["games"] if game["table"]["id"] == table]
    return came, snapshot["result"]["reason"], snapshot["log"][-1]["type"]


def record_of(house: TestClient, table: str, who: dict[str, str]) -> record.Record:
    """Read the game's record as any program would, and verify it; then import it under a new link."""
    data = house.get(f"/api/tables/{table}/record", headers=who).content
    snapshot = record.read(data, GAMES)
    record.fold(snapshot, GAMES[snapshot.game])
    record.prove(snapshot)
    brought = house.post("/api/records", content=data, headers={**who, "content-type": "application/json"})
    assert brought.status_code == 201, brought.text
    return snapshot


def test_in_a_game_of_days_nothing_happens_before_the_flag_falls(house: TestClient, time: Time) -> None:
    """A-B1: after 64 seconds the rival was offered a bot, and it moved in the absent player's seat."""
    with left_alone(house, clock=DAYS) as (mika, _, _):
        assert mika.presence["absent"] == []
        time.ahead = 3600
        assert refused(mika, "callbot", absent=1) == "days_clock"
        assert refused(mika, "claim") == refused(mika, "calloff") == "days_clock"


def test_of_two_on_a_live_clock_who_stayed_claims_the_win(house: TestClient, time: Time) -> None:
    with left_alone(house, clock=LIVE, patience=15) as (mika, table, rin):
        (away,) = mika.presence["absent"]
        assert 0 < away["claim"] <= 15_000
        assert (away["call_off"], away["came"]) == (None, True)
        assert refused(mika, "claim") == "still_patient"
        time.ahead = 16
        assert refused(mika, "calloff") == "no_call_off"
        mika.send(type="claim", seat=0)
        result = ended(mika)
        assert (result["winners"], result["ranks"], result["reason"]) == ([0], [1, 2], "claimed")
        assert refused(mika, "claim") == "game_over"
    assert in_lists(house, rin, table) == ("lost", "claimed", True)
    assert filed(house, rin, table) == ["lost"]
    assert exported(house, rin, table) == ("lost", "claimed", "claimed")
    assert record_of(house, table, rin).log[-1] == Claimed(0)


def test_before_each_has_moved_twice_it_may_be_called_off(house: TestClient, time: Time) -> None:
    with left_alone(house, plies=3, clock=LIVE, patience=15) as (mika, table, rin):
        assert refused(mika, "calloff") == "too_early"
        time.ahead = 16
        mika.send(type="calloff", seat=0)
        assert (ended(mika)["winners"], ended(mika)["reason"]) == ([], "calledoff")
    assert in_lists(house, rin, table) == ("", "calledoff", True)
    assert filed(house, rin, table) == []
    assert exported(house, rin, table) == (None, "calledoff", "calledoff")
    assert record_of(house, table, rin).log[-1] == CalledOff()


def test_nobody_claims_a_win_from_a_player_who_has_not_looked(house: TestClient, time: Time) -> None:
    """The host's clock waits until the host has looked; so does a claim."""
    table, _, rin = two_players(house, clock=LIVE, patience=15)
    with house.websocket_connect("/ws", headers=rin) as b:
        seat = Seat(b, table, 1)
        (away,) = seat.see(lambda told: told["absent"])["absent"]
        assert (away["claim"], away["came"]) == (None, False)
        time.ahead = 16
        assert refused(seat, "claim") == "no_claim"
        seat.send(type="calloff", seat=1)
        assert ended(seat)["reason"] == "calledoff"


def test_a_host_who_left_before_the_game_began_is_away_from_its_start_and_has_not_joined(
    house: TestClient, time: Time
) -> None:
    mika, rin = guest(house, "Mika"), guest(house, "Rin")
    table = open_table(house, mika, seats=[{"kind": "me"}, {"kind": "open"}], clock=LIVE, patience=15)
    with house.websocket_connect("/ws", headers=rin) as b:
        seat = Seat(b, table, None)
        with house.websocket_connect("/ws", headers=mika) as a:
            Seat(a, table, 0)
            seat.see(lambda told: told["here"][0])
        seat.see(lambda told: not told["here"][0])
        time.ahead = 3600
        sit(house, rin, table, 1)
        (away,) = seat.see(lambda told: told["absent"] and told["absent"][0]["seat"] == 0)["absent"][:1]
        assert (away["came"], 0 < away["left"] <= 15_000) == (False, True)


def asked_first(
    house: TestClient, table: str, *players: dict[str, str]
) -> tuple[tuple[int, dict[str, str]], tuple[int, dict[str, str]]]:
    """Return the seat and the headers of the player who must move, then those of the other."""
    lists = [house.get("/api/me", headers=who).json()["tables"] for who in players]
    yours = [next(each["yours"] for each in mine if each["id"] == table) for mine in lists]
    seats = list(enumerate(players))
    return (seats[0], seats[1]) if yours[0] else (seats[1], seats[0])


def test_a_win_is_claimed_from_a_player_who_looked_and_left_without_a_move(
    house: TestClient, time: Time
) -> None:
    table, mika, rin = two_players(house, clock=LIVE, patience=15)
    (first, leaves), (second, stays) = asked_first(house, table, mika, rin)
    with house.websocket_connect("/ws", headers=stays) as socket:
        seat = Seat(socket, table, second)
        with house.websocket_connect("/ws", headers=leaves) as gone:
            updated(Seat(gone, table, first), lambda told: told["clock"]["running"] == first)
            seat.see(lambda told: all(told["here"]))
        (away,) = seat.see(lambda told: told["absent"])["absent"]
        assert (away["seat"], away["claim"] is not None) == (first, True)
        time.ahead = 16
        seat.send(type="claim", seat=second)
        assert (ended(seat)["winners"], ended(seat)["reason"]) == ([second], "claimed")


def test_of_two_on_a_live_clock_a_bot_may_play_on(house: TestClient, time: Time) -> None:
    with left_alone(house, clock=LIVE, patience=15, stand_in="random") as (mika, _, _):
        time.ahead = 16
        mika.send(type="callbot", seat=0, absent=1)
        told = updated(mika, lambda told: told["table"]["seats"][1]["level"])
        assert told["table"]["seats"][1]["level"] == "random"


def test_without_a_clock_two_players_wait_or_call_it_off_after_ten_minutes(
    house: TestClient, time: Time
) -> None:
    with left_alone(house, plies=5) as (mika, table, rin):
        time.ahead = 590
        assert refused(mika, "claim") == "no_claim"
        assert refused(mika, "calloff") == "too_early"
        time.ahead = 601
        mika.send(type="calloff", seat=0)
        assert ended(mika)["reason"] == "calledoff"
    assert in_lists(house, rin, table) == ("", "calledoff", True)


@pytest.mark.parametrize("clock", [None, LIVE])
def test_of_many_all_who_are_here_call_it_off(house: TestClient, time: Time, clock: Any) -> None:
    mika, rin, aki = (guest(house, name) for name in ("Mika", "Rin", "Aki"))
    table = open_table(house, mika, game="mai_star", seats=THREE, patience=15, window=1, clock=clock)
    for seat, who in ((1, rin), (2, aki)):
        sit(house, who, table, seat)
    with house.websocket_connect("/ws", headers=mika) as a, house.websocket_connect("/ws", headers=rin) as b:
        one, other = Seat(a, table, 0), Seat(b, table, 1)
        assert refused(one, "calloff") == "too_early"
        time.ahead = 16
        assert refused(one, "claim") == "no_claim"
        one.send(type="calloff", seat=0)
        (away,) = other.see(lambda told: told["absent"] and told["absent"][0]["quits"])["absent"]
        assert (away["seat"], away["quits"], away["claim"]) == (2, [0], None)
        other.send(type="calloff", seat=1)
        assert (ended(other)["winners"], ended(one)["reason"]) == ([], "calledoff")
    assert record_of(house, table, aki).log[-1] == CalledOff()


def test_who_returns_ends_the_vote_and_every_offer(house: TestClient, time: Time) -> None:
    mika, rin, aki = (guest(house, name) for name in ("Mika", "Rin", "Aki"))
    table = open_table(house, mika, game="mai_star", seats=THREE, patience=15, window=1)
    for seat, who in ((1, rin), (2, aki)):
        sit(house, who, table, seat)
    with house.websocket_connect("/ws", headers=mika) as a, house.websocket_connect("/ws", headers=rin) as b:
        one, other = Seat(a, table, 0), Seat(b, table, 1)
        time.ahead = 16
        one.send(type="calloff", seat=0)
        other.see(lambda told: told["absent"] and told["absent"][0]["quits"])
        with house.websocket_connect("/ws", headers=aki) as c:
            Seat(c, table, 2)
            other.see(lambda told: all(told["here"]))
            assert refused(other, "calloff") == refused(other, "callbot", absent=2) == "not_absent"
        (away,) = other.see(lambda told: told["absent"] and not told["absent"][0]["quits"])["absent"]
        assert away["came"]


def test_tables_of_an_older_server_keep_their_rule(
    house: TestClient, time: Time, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("hanamachi.server.tables.creation.BY_CLOCK", BY_PATIENCE)
    with left_alone(house, clock=DAYS, patience=15, stand_in="random") as (mika, _, _):
        assert mika.presence["absent"][0]["claim"] is None
        time.ahead = 16
        assert refused(mika, "claim") == refused(mika, "calloff") == "days_clock"
        mika.send(type="callbot", seat=0, absent=1)
        assert updated(mika, lambda told: told["table"]["seats"][1]["level"])


# The first move among strangers.


def challenged(
    house: TestClient, clock: Any, game: str = "okiya", **more: Any
) -> tuple[str, dict[str, str], dict[str, str]]:
    """Two who have met; one challenges the other to a game that begins."""
    met, mika, rin = two_players(house)
    wish = {"table": met, "seat": 1, "game": game, "clock": clock, **more}
    opened = house.post("/api/challenges", json=wish, headers=mika).json()
    for who in (mika, rin):
        say(house, who, opened["id"], opened["commitment"])
    return opened["id"], mika, rin


def test_a_first_move_that_does_not_come_calls_the_game_off_though_nobody_looks(
    house: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("hanamachi.server.tables.clock_rules.FIRST_MOVE", 1)
    monkeypatch.setattr("hanamachi.server.live.deadline_sweep.SWEEP", 1)
    table, mika, rin = challenged(house, LIVE)
    with house.websocket_connect("/ws", headers=mika) as a:
        seat = Seat(a, table, 0)
        result = ended(seat)
        assert (result["winners"], result["reason"]) == ([], "lapsed")
    for who in (rin, mika):
        assert in_lists(house, who, table) == ("", "lapsed", True)
        assert filed(house, who, table) == []
        assert exported(house, who, table) == (None, "lapsed", "lapsed")
    snapshot = record_of(house, table, rin)
    assert isinstance(snapshot.log[-1], Lapsed)


def test_nobody_claims_a_win_while_the_first_move_has_its_own_time(house: TestClient, time: Time) -> None:
    table, mika, rin = challenged(house, LIVE, patience=15)
    (first, leaves), (second, stays) = asked_first(house, table, mika, rin)
    with house.websocket_connect("/ws", headers=stays) as socket:
        seat = Seat(socket, table, second)
        with house.websocket_connect("/ws", headers=leaves) as gone:
            updated(Seat(gone, table, first), lambda told: told["clock"]["running"] == first)
            seat.see(lambda told: all(told["here"]))
        (away,) = seat.see(lambda told: told["absent"])["absent"]
        assert (away["seat"], away["claim"]) == (first, None)
        time.ahead = 16
        assert refused(seat, "claim") == "no_claim"


def test_the_clock_does_not_count_while_the_first_move_is_awaited(house: TestClient) -> None:
    table, mika, rin = challenged(house, LIVE)
    with house.websocket_connect("/ws", headers=mika) as a, house.websocket_connect("/ws", headers=rin) as b:
        one, other = Seat(a, table, 0), Seat(b, table, 1)
        assert [updated(each, lambda _: True)["table"]["first_move"] for each in (one, other)] == [60, 60]
        mover, rival = (one, other) if one.last["choices"] else (other, one)
        for each in (mover, rival):
            clock = each.last["clock"]
            assert (clock["first"], clock["left"], clock["running"]) == (True, [600_000] * 2, mover.seat)
            assert 30_000 < clock["delay"] <= 60_000
        play(one, other, 2)
        clock = mover.last["clock"]
        assert (clock["first"], clock["running"]) == (False, mover.seat)
        assert clock["left"][rival.seat] == 600_000


@pytest.mark.parametrize(("clock", "first"), [(DAYS, None), (None, None), (LIVE, 60)])
def test_only_a_live_clock_hurries_the_first_move(house: TestClient, clock: Any, first: int | None) -> None:
    table, mika, _ = challenged(house, clock)
    told = house.get(f"/api/tables/{table}", headers=mika).json()["table"]
    assert told["first_move"] == first


def test_at_a_table_of_many_the_first_move_has_longer(house: TestClient) -> None:
    table, mika, _ = challenged(house, LIVE, "mai_star")
    assert house.get(f"/api/tables/{table}", headers=mika).json()["table"]["first_move"] == 90


def test_a_rematch_has_the_first_move_time_and_a_game_played_on_has_none(house: TestClient) -> None:
    table, mika, _ = challenged(house, LIVE)
    with house.websocket_connect("/ws", headers=mika) as socket:
        seat = Seat(socket, table, 0)
        seat.send(type="resign", seat=0)
        ended(seat)
        seat.send(type="rematch", seat=0)
        child = updated(seat, lambda told: told["table"]["child"])["table"]["child"]
    body = {"seq": 3, "seat": 0, "level": "random"}
    alone = house.post(f"/api/tables/{table}/play-on", json=body, headers=mika).json()["id"]
    told = [house.get(f"/api/tables/{each}", headers=mika).json()["table"] for each in (child, alone)]
    assert [each["first_move"] for each in told] == [60, None]


def test_among_friends_the_clock_waits_until_the_player_has_looked(house: TestClient) -> None:
    """A-m11: the host's clock ran from the moment the friend sat down, before the host had seen it."""
    mika, rin = guest(house, "Mika"), guest(house, "Rin")
    table = open_table(house, mika, seats=[{"kind": "me"}, {"kind": "open"}], clock=LIVE)
    taken = house.post(f"/api/tables/{table}/seats", json={"seat": 1}, headers=rin).json()["table"]
    with house.websocket_connect("/ws", headers=mika) as a, house.websocket_connect("/ws", headers=rin) as b:
        one, other = Seat(a, table, 0), Seat(b, table, 1)
        say(house, rin, table, taken["commitment"])
        for each in (one, other):
            assert updated(each, lambda told: told["table"]["started"])["clock"]["running"] is None
        mover = one if one.last["choices"] else other
        mover.send(type="looked", seat=mover.seat)
        assert updated(mover, lambda told: told["clock"]["running"] is not None)["asked"] == mover.seat


# Races.


@pytest.mark.parametrize("back", ["looks", "moved"])
def test_who_returns_while_a_claim_is_under_way_has_lost_nothing(
    timer: window.Time, back: Literal["looks", "moved"]
) -> None:
    async def story() -> None:
        async with scene(timer, Live(3600), absence_rule=BY_CLOCK) as here:
            ears = await seated(here)
            for _ in range(2):
                await here.move()
            absent = here.on_clock
            assert absent is not None
            here.room.leave(ears[absent])
            await here.pass_by(61)
            async with here.room.lock:
                claim = asyncio.create_task(
                    commands.claim(here.room, f"guest{1 - absent}", Claim(1 - absent))
                )
                await asyncio.sleep(0)
                if back == "looks":
                    here.enter(absent)
                else:  # at another worker, which has not told yet that the player is there
                    table = here.snapshot.table
                    moved = table.submit(absent, table.seq, table.state.moves()[0])
                    here.room.snapshot = replace(here.snapshot, table=moved)
            with pytest.raises(Refused) as caught:
                await claim
            assert caught.value.reason == "not_absent"
            assert here.snapshot.table.result is None

    run(story())


def test_a_first_move_lapses_across_a_restart(tmp_path: Path, timer: window.Time) -> None:
    async def story() -> None:
        async with opened(tmp_path / "house.db") as (_, server):
            table = await server.new_tables.establish(Opening(okiya(Live(10), first_move=60), PEOPLE))
            async with server.rooms.visit(table) as room:
                await room.change(lambda snapshot: snapshot)
                assert running_of(room.snapshot) is not None
        timer.time += 8 * 3600
        async with opened(tmp_path / "house.db") as (store, server):
            keeper = server.deadline_sweep
            for _ in range(2):
                timer.pass_by(31)
                server.uptime.beat()
                await keeper.sweep()
                await at_rest()
            (listed,) = await store.tables_of("guest0")
            assert listed.result is not None
            assert (listed.result.reason, listed.result.winners) == ("lapsed", ())

    run(story())
