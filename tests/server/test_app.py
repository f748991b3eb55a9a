"""The house over HTTP and WebSocket: guests, tables by link, moves, refusals, replays, records."""

import asyncio
from collections.abc import Iterator
from typing import Any

import pytest
import sqlalchemy as sa
from starlette.testclient import TestClient

from hanamachi.core import record
from hanamachi.core.log import BotTakes
from hanamachi.games import GAMES
from hanamachi.server.app import make_app
from hanamachi.server.db.engine import url_of
from hanamachi.server.db.schema import SEATS
from hanamachi.server.live.bot_players import UNHURRIED_SECONDS
from tests.server.support.once.in_turn import in_turn
from tests.server.support.visitors import (
    HOST,
    ME_AND_BOT,
    Seat,
    finish,
    guest,
    open_table,
    problem,
    say,
    sit,
    two_players,
)

JSON = {"content-type": "application/json"}


@pytest.fixture
def house(database: str) -> Iterator[TestClient]:
    with TestClient(make_app(database), base_url=HOST) as client:
        yield client


def test_health_games_and_words(house: TestClient) -> None:
    assert house.get("/healthz").status_code == 200
    games = {game["name"]: game for game in house.get("/api/games?lang=pl").json()}
    assert set(games) == set(GAMES)
    level = games["okiya"]["levels"][1]
    assert (level["name"], level["label"]) == ("novice", "Nowicjusz")
    assert level["about"].startswith("Gra na wyczucie")
    assert games["okiya"]["rules"][0]["number"] == "O1"
    assert house.get("/api/words/okiya?lang=fr").json()["plant.maple"] == "érable"
    assert house.get("/api/words/house").json()["level.novice"] == "Novice"
    assert problem(house.get("/api/words/chess")) == (404, "unknown_game")


def test_a_bot_that_the_owner_brought_sits_at_a_table(
    house: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is a level of every game under its own name, in every language."""
    monkeypatch.setenv("HANAMACHI_BOTS", "mine=py:hanamachi.bots.okiya.look_ahead:novice")
    games = {game["name"]: game for game in house.get("/api/games?lang=fr").json()}
    brought = {"name": "mine", "label": "mine", "about": "", "easier": None, "harder": None}
    assert all(game["levels"][-1] == brought for game in games.values())
    mika = guest(house, "Mika")
    table = open_table(house, mika, seats=[{"kind": "me"}, {"kind": "bot", "level": "mine"}])
    with house.websocket_connect("/ws", headers=mika) as socket:
        one = Seat(socket, table, 0)
        assert [seat["name"] for seat in one.last["table"]["seats"]] == ["Mika", "mine"]
        finish(one)
    snapshot = record.read(house.get(f"/api/tables/{table}/record").content, GAMES)
    assert [row for row in snapshot.log if isinstance(row, BotTakes)] == [BotTakes(1, "mine")]


def test_a_guest_has_a_name_and_a_cookie_no_script_can_read(house: TestClient) -> None:
    nobody = {"name": "", "tables": [], "member": False, "news": False, "host": False, "notices": []}
    assert house.get("/api/me").json() == nobody
    named = house.put("/api/me", json={"name": "  Mika  Ito "})
    assert named.json() == {"name": "Mika Ito"}
    assert "HttpOnly" in named.headers["set-cookie"]
    assert house.get("/api/me").json() == nobody | {"name": "Mika Ito"}
    house.cookies["hanamachi"] = house.cookies["hanamachi"][:-1] + "x"
    house.cookies.clear()
    forged = house.get("/api/me", headers={"cookie": "hanamachi=somebody.0123456789abcdef"})
    assert forged.json() == nobody
    for name in ("", "   ", "x" * 41):
        assert problem(house.put("/api/me", json={"name": name})) == (400, "bad_name")


def test_a_game_against_a_bot_to_its_record(house: TestClient) -> None:
    mika = guest(house, "Mika")
    table = open_table(house, mika)
    assert problem(house.get(f"/api/tables/{table}/record")) == (409, "not_finished")
    with house.websocket_connect("/ws", headers=mika) as socket:
        seat = Seat(socket, table, 0)
        assert seat.last["table"]["commitment"]
        assert seat.last["seed"] is None
        end = finish(seat)
    assert end["result"]["reason"].startswith("O")
    assert end["seed"]
    data = house.get(f"/api/tables/{table}/record").content
    snapshot = record.read(data, GAMES)
    record.fold(snapshot, GAMES["okiya"])
    assert record.prove(snapshot) > 0
    mine = house.get("/api/me", headers=mika).json()["tables"]
    assert [(one["id"], one["over"]) for one in mine] == [(table, True)]
    imported = house.post("/api/records", content=data, headers=mika | JSON)
    assert imported.status_code == 201
    again = house.get(f"/api/tables/{imported.json()['id']}/record").content
    assert record.read(again, GAMES).log == snapshot.log


def test_two_friends_and_a_spectator(house: TestClient) -> None:
    table, mika, rin = two_players(house)
    third = guest(house, "Aki")
    with (
        house.websocket_connect("/ws", headers=mika) as a,
        house.websocket_connect("/ws", headers=rin) as b,
        house.websocket_connect("/ws", headers=third) as c,
    ):
        seats = [Seat(a, table, 0), Seat(b, table, 1)]
        gallery = Seat(c, table, None)
        assert gallery.last["choices"] == []
        while not seats[0].last["result"]:
            mover = next(seat for seat in seats if seat.last["choices"])
            other = seats[1 - seats.index(mover)]
            mover.play()
            other.hear()
            gallery.hear()
            assert mover.last["seq"] == other.last["seq"] == gallery.last["seq"]
        assert gallery.last["result"]["winners"] == seats[0].last["result"]["winners"]
        seats[0].send(type="rematch", seat=0)
        assert gallery.hear()["table"]["child"]


def rematch(house: TestClient, **wish: Any) -> tuple[Any, Any]:
    """A resigned game of Okiya and the answer to a wish for a rematch, which the other accepts."""
    table, mika, rin = two_players(house)
    with house.websocket_connect("/ws", headers=mika) as a, house.websocket_connect("/ws", headers=rin) as b:
        seat, other = Seat(a, table, 0), Seat(b, table, 1)
        first = other.last["view"]["layout"], other.last["asked"]
        seat.send(type="resign", seat=0)
        seat.until(lambda message: message.get("result"))
        seat.send(type="rematch", seat=0, **wish)
        answer = seat.until(lambda message: message["type"] == "declined" or message["table"]["child"])
    if answer["type"] == "declined":
        return first, answer["reason"]
    child = answer["table"]["child"]
    info = house.get(f"/api/tables/{child}", headers=mika).json()["table"]
    assert not say(house, mika, child, info["commitment"])["started"]
    assert say(house, rin, child, info["commitment"])["started"]
    with house.websocket_connect("/ws", headers=mika) as a:
        return first, Seat(a, child, 1).last


def test_a_rematch_by_a_new_set_up(house: TestClient) -> None:
    (layout, _), told = rematch(house, options={"match": "points", "target": 12})
    assert told["table"]["options"]["match"] == "points"
    assert told["table"]["options"]["target"] == 12
    assert told["view"]["layout"] != layout


def test_a_rematch_in_the_same_garden_with_the_sides_changed(house: TestClient) -> None:
    (layout, starter), told = rematch(house, same_layout=True)
    assert told["view"]["layout"] == layout
    assert told["asked"] == starter  # the other player sits there now
    assert [seat["name"] for seat in told["table"]["seats"]] == ["Rin", "Mika"]


def test_a_rematch_against_a_bot_of_another_level(house: TestClient) -> None:
    mika = guest(house, "Mika")
    table = open_table(house, mika)
    with house.websocket_connect("/ws", headers=mika) as socket:
        seat = Seat(socket, table, 0)
        seat.send(type="resign", seat=0)
        seat.until(lambda message: message.get("result"))
        seat.send(type="rematch", seat=0, level="champion")
        assert seat.until(lambda message: message["type"] == "declined")["reason"] == "unknown_level"
        seat.send(type="rematch", seat=0, level="novice", options={"match": "series"})
        child = seat.until(lambda message: message.get("table", {}).get("child"))["table"]["child"]
    info = house.get(f"/api/tables/{child}", headers=mika).json()["table"]
    assert [(seat["name"], seat["level"]) for seat in info["seats"]] == [("Novice", "novice"), ("Mika", None)]
    assert info["options"]["match"] == "series"


def test_a_rematch_by_options_that_do_not_exist(house: TestClient) -> None:
    assert rematch(house, options={"match": "forever"})[1] == "bad_option"


def test_refusals_over_the_socket_change_nothing(house: TestClient) -> None:
    table, mika, rin = two_players(house)
    with house.websocket_connect("/ws", headers=mika) as a, house.websocket_connect("/ws", headers=rin) as b:
        a.send_json({"type": "resign", "seat": 0})
        assert a.receive_json()["reason"] == "watch_first"
        seats = [Seat(a, table, 0), Seat(b, table, 1)]
        mover = next(seat for seat in seats if seat.last["choices"])
        other = seats[1 - seats.index(mover)]
        seq, move = mover.last["seq"], mover.last["choices"][0]["move"]

        def refused(by: Seat, **message: Any) -> str:
            by.send(**message)
            answer = by.socket.receive_json()
            while answer["type"] in ("updates", "presence"):
                answer = by.socket.receive_json()
            assert answer["type"] == "declined"
            assert answer["sentence"]
            return str(answer["reason"])

        submit = {"type": "submit", "seq": seq, "move": move}
        assert refused(other, **submit, seat=mover.seat) == "not_your_seat"
        assert refused(other, **submit, seat=other.seat) == "wrong_seat"
        assert refused(mover, type="submit", seat=mover.seat, seq=seq - 1, move=move) == "stale"
        assert (
            refused(mover, type="submit", seat=mover.seat, seq=seq, move={"type": "Take", "square": 5})
            == "centre"
        )
        assert (
            refused(mover, type="submit", seat=mover.seat, seq=seq, move={"type": "Fly"}) == "bad_move_format"
        )
        assert refused(mover, type="dance") == "bad_json"
        assert refused(mover, type="asktakeback", seat=mover.seat) == "no_takebacks_here"
        mover.send(type="ping")
        assert mover.hear() == {"type": "pong"}
        mover.send(**submit, seat=mover.seat)
        assert mover.hear()["seq"] == seq + 1
        assert other.hear()["seq"] == seq + 1
        assert refused(mover, **submit, seat=mover.seat) == "already_played"


def test_resume_by_seq_and_after_a_restart(database: str) -> None:
    with TestClient(make_app(database), base_url=HOST) as house:
        table, mika, rin = two_players(house)
        with (
            house.websocket_connect("/ws", headers=mika) as a,
            house.websocket_connect("/ws", headers=rin) as b,
        ):
            seats = [Seat(a, table, 0), Seat(b, table, 1)]
            for _ in range(3):
                mover = next(seat for seat in seats if seat.last["choices"])
                mover.play()
                seats[1 - seats.index(mover)].hear()
            before = seats[0].last
    with (
        TestClient(make_app(database), base_url=HOST) as house,
        house.websocket_connect("/ws", headers=mika) as a,
    ):
        again = Seat(a, table, 0, seq=before["seq"] - 2).last
        assert again["seq"] == before["seq"]
        assert [frame["line"]["seq"] for frame in again["frames"]] == [before["seq"] - 2, before["seq"] - 1]
        assert again["view"] == before["view"]


def test_takebacks_by_consent(house: TestClient) -> None:
    table, mika, rin = two_players(house, takebacks=True)
    with house.websocket_connect("/ws", headers=mika) as a, house.websocket_connect("/ws", headers=rin) as b:
        seats = [Seat(a, table, 0), Seat(b, table, 1)]
        mover = next(seat for seat in seats if seat.last["choices"])
        other = seats[1 - seats.index(mover)]
        start = mover.last["view"]
        mover.play()
        other.hear()
        mover.send(type="asktakeback", seat=mover.seat)
        assert other.hear()["takeback"] == mover.seat
        mover.hear()
        other.send(type="answertakeback", seat=other.seat, agree=False)
        assert other.hear()["takeback"] is None
        mover.hear()
        mover.send(type="asktakeback", seat=mover.seat)
        other.hear()
        mover.hear()
        other.send(type="answertakeback", seat=other.seat, agree=True)
        other.hear()
        assert mover.hear()["view"] == {**start, "seat": mover.seat}
        assert mover.last["choices"]
        name = ("Mika", "Rin")[mover.seat or 0]
        assert (mover.notices[0], other.notices[0]) == (
            "Your takeback was declined: the move stands.",
            f"{name}’s takeback was declined: the move stands.",
        )


def test_replays_open_only_after_the_end(house: TestClient) -> None:
    table, mika, rin = two_players(house, game="hanamikoji")
    replay = f"/api/tables/{table}/replay"
    assert problem(house.get(f"{replay}?eyes=open", headers=mika)) == (409, "not_finished")
    assert problem(house.get(f"{replay}?eyes=1", headers=mika)) == (409, "not_your_seat")
    mine = house.get(f"{replay}?eyes=0", headers=mika).json()
    assert len(mine["frames"]) == mine["frames"][-1]["seq"] + 1
    gallery = house.get(f"{replay}?eyes=gallery").json()
    dealt = [f["line"]["move"] for f in gallery["frames"] if f["line"] and f["line"]["move"]]
    assert all(move["type"] == "Veiled" for move in dealt if move.get("kind", move["type"]) == "Deal")
    with house.websocket_connect("/ws", headers=rin) as b:
        loser = Seat(b, table, 1)
        loser.send(type="resign", seat=1)
        loser.hear()
    opened = house.get(f"{replay}?eyes=open").json()
    assert opened["seed"]
    assert len(opened["frames"][-1]["open"]) == 2
    assert any(
        f["line"]["move"]["type"] == "Deal" for f in opened["frames"] if f["line"] and f["line"]["move"]
    )


def test_a_table_can_be_closed_to_spectators(house: TestClient) -> None:
    table, mika, _ = two_players(house, spectators=False)
    third = guest(house, "Aki")
    with house.websocket_connect("/ws", headers=third) as socket:
        socket.send_json({"type": "watch", "table": table})
        assert socket.receive_json()["reason"] == "no_spectators"
    assert problem(house.get(f"/api/tables/{table}", headers=third)) == (404, "no_spectators")
    assert problem(house.get(f"/api/tables/{table}/replay?eyes=gallery", headers=third)) == (
        409,
        "no_spectators",
    )
    with house.websocket_connect("/ws", headers=mika) as socket:
        assert Seat(socket, table, None).last["type"] == "updates"
        loser = Seat(socket, table, 0)
        loser.send(type="resign", seat=0)
        loser.hear()
    assert problem(house.get(f"/api/tables/{table}/advice", headers=third)) == (409, "no_spectators")
    on = {"seq": 20, "seat": 0, "level": "random"}
    playing_on = house.post(f"/api/tables/{table}/play-on", json=on, headers=third)
    assert problem(playing_on) == (409, "no_spectators")
    for path in ("record", "replay?eyes=open"):
        assert problem(house.get(f"/api/tables/{table}/{path}", headers=third)) == (409, "no_spectators")
        assert house.get(f"/api/tables/{table}/{path}", headers=mika).status_code == 200


def test_a_reserved_seat_needs_its_link(house: TestClient, database: str) -> None:
    mika, rin = guest(house, "Mika"), guest(house, "Rin")
    wish = {"game": "okiya", "seats": [{"kind": "me"}, {"kind": "reserved"}]}
    opened = house.post("/api/tables", json=wish, headers=mika).json()
    seats = f"/api/tables/{opened['id']}/seats"
    token = opened["links"]["1"]
    assert token not in house.get(f"/api/tables/{opened['id']}").text
    engine = sa.create_engine(url_of(database), poolclass=sa.NullPool)
    with engine.connect() as db:
        snapshot = list(db.scalars(sa.select(SEATS.c.held)))
    assert len(snapshot) == 2
    assert not any(token in held for held in snapshot)  # M4: kept as a digest
    say(house, mika, opened["id"], opened["commitment"])
    for wrong in ("", "guess", "\u017curaw"):
        body = {"seat": 1, "token": wrong}
        assert problem(house.post(seats, json=body, headers=rin)) == (409, "seat_taken")
    assert sit(house, rin, opened["id"], 1, token)["started"]
    for seat, reason in ((1, "seat_taken"), (9, "no_seat")):
        body = {"seat": seat, "token": token}
        assert problem(house.post(seats, json=body, headers=mika)) == (409, reason)


@in_turn(
    ("wish", "status", "reason"),
    [
        ({"game": "chess"}, 404, "unknown_game"),
        ({"seats": [{"kind": "me"}]}, 409, "bad_seats"),
        ({"seats": [{"kind": "me"}, {"kind": "throne"}]}, 409, "bad_seat_kind"),
        ({"seats": [{"kind": "me"}, {"kind": "bot", "level": "god"}]}, 400, "unknown_level"),
        ({"options": {"match": "best"}}, 400, "bad_option"),
        ({"options": {"target": 15}}, 400, "target_without_points"),
        ({"layout": "zz"}, 400, "bad_layout"),
        ({"starter": 1}, 409, "starter_without_layout"),
        ({"starter": 4, "layout": "000000000"}, 409, "no_seat"),
        ({"layout": "000000000", "game": "hanamikoji"}, 409, "no_layouts"),
    ],
)
def test_bad_tables_are_refused(house: TestClient, wish: dict[str, Any], status: int, reason: str) -> None:
    mika = guest(house, "Mika")
    whole = {"game": "okiya", "seats": ME_AND_BOT} | wish
    assert problem(house.post("/api/tables", json=whole, headers=mika)) == (status, reason)


def test_malformed_json_and_unknown_tables(house: TestClient) -> None:
    mika = guest(house, "Mika")
    for body in (b"", b"{", b"[]", b'{"game": 3}', b"\xff"):
        assert problem(house.post("/api/tables", content=body, headers=mika | JSON)) == (400, "bad_json")
    assert problem(house.get("/api/tables/nowhere")) == (404, "no_table")
    assert problem(house.post("/api/records", content=b"{}", headers=mika | JSON)) == (400, "not_a_record")
    assert problem(house.post("/api/tables", json={"game": "okiya", "seats": []})) == (404, "no_name")


def test_a_layout_by_its_code_and_playing_on(house: TestClient) -> None:
    mika = guest(house, "Mika")
    table = open_table(house, mika, layout="5XH9C164Q")
    with house.websocket_connect("/ws", headers=mika) as socket:
        seat = Seat(socket, table, 0)
        assert len(seat.last["view"]["layout"]) == 16
        finish(seat)
    frames = house.get(f"/api/tables/{table}/replay?eyes=open").json()["frames"]
    on = {"seq": frames[-4]["seq"], "seat": 0, "level": "random"}
    opened = house.post(f"/api/tables/{table}/play-on", json=on, headers=mika)
    assert opened.status_code == 201
    with house.websocket_connect("/ws", headers=mika) as socket:
        finish(Seat(socket, opened.json()["id"], 0))
    snapshot = record.read(house.get(f"/api/tables/{opened.json()['id']}/record").content, GAMES)
    record.fold(snapshot, GAMES["okiya"])
    record.prove(snapshot)


def test_a_lesson_fixes_all_chance_and_is_taken_alone(house: TestClient) -> None:
    mika = guest(house, "Mika")
    seats = [{"kind": "me"}, {"kind": "shared"}]
    first, second, other = (
        open_table(house, mika, game="hanamikoji", seats=seats, lesson=name) for name in ("one", "one", "two")
    )

    def hand(table: str) -> Any:
        frames = house.get(f"/api/tables/{table}/replay?eyes=0", headers=mika).json()["frames"]
        return frames[-1]["view"]["hand"]

    assert hand(first) == hand(second) != hand(other)
    assert house.get(f"/api/tables/{first}", headers=mika).json()["table"]["lesson"] == "one"
    assert house.get("/api/me", headers=mika).json()["tables"] == []
    wish = {"game": "okiya", "seats": [{"kind": "me"}, {"kind": "open"}], "lesson": "one"}
    alone = house.post("/api/tables", json=wish, headers=mika)
    assert problem(alone) == (409, "lesson_alone")


@pytest.mark.parametrize("starter", [0, 1])
def test_a_layout_with_its_starter(house: TestClient, starter: int) -> None:
    mika = guest(house, "Mika")
    seats = [{"kind": "me"}, {"kind": "shared"}]
    table = open_table(house, mika, seats=seats, layout="5XH9C164Q", starter=starter)
    with house.websocket_connect("/ws", headers=mika) as socket:
        assert Seat(socket, table, starter).last["asked"] == starter


def test_invitations(house: TestClient) -> None:
    local = house.get("/api/invite?table=abc", headers={"host": "localhost:8460"}).json()
    assert local["localhost_only"]
    assert local["addresses"] == ["http://localhost:8460/t/abc"]
    assert local["qr"].startswith("<svg")
    snapshot = house.get("/api/invite?table=abc&seat=1.s%26c", headers={"host": "localhost:8460"}).json()
    assert snapshot["addresses"][0].endswith("/t/abc?seat=1.s%26c")
    outside = house.get("/api/invite?table=abc", headers={"host": "10.1.2.3:8460"}).json()
    assert outside["addresses"][0] == "http://10.1.2.3:8460/t/abc"
    assert not outside["localhost_only"]


def test_an_unhurried_bot_takes_a_moment(house: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[float] = []

    async def sleep(seconds: float) -> None:
        if seconds <= UNHURRIED_SECONDS:
            asked.append(seconds)
        else:
            await asyncio.sleep(seconds)

    monkeypatch.setattr("hanamachi.server.runtime.monotonic.sleep", sleep)
    for unhurried in (True, False):
        mika = guest(house, "Mika")
        table = open_table(house, mika, unhurried=unhurried)
        with house.websocket_connect("/ws", headers=mika) as socket:
            finish(Seat(socket, table, 0))
        assert bool(asked) == unhurried
        assert all(seconds >= 0 for seconds in asked)
        asked.clear()


def test_a_lost_bot_gives_way_and_the_table_says_so(
    house: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    from hanamachi.server.engines.bot_pool import BotPool, TaskFailed

    answer = BotPool.ask

    lost: list[str] = []

    async def lose(self: BotPool, who: str, question: Any, level: str, seed: int) -> int:
        if level != "random":
            lost.append(level)
            raise TaskFailed("the worker crashed")
        return await answer(self, who, question, level, seed)

    monkeypatch.setattr(BotPool, "ask", lose)
    mika = guest(house, "Mika")
    table = open_table(house, mika, seats=[{"kind": "me"}, {"kind": "bot", "level": "novice"}])
    with house.websocket_connect("/ws", headers=mika) as socket:
        finish(Seat(socket, table, 0))
    snapshot = record.read(house.get(f"/api/tables/{table}/record").content, GAMES)
    assert BotTakes(1, "random") in snapshot.log
    assert lost == ["novice"] * 3  # M8: it is asked again at the same level first


def test_a_sign_that_no_database_keeps_is_refused_at_the_door(house: TestClient) -> None:
    """NUL: PostgreSQL refuses it, and would have spoiled what is written with it."""
    mika = guest(house, "Mika")
    for path in ("/api/tables/a%00b", "/api/me/games?game=%00", "/api/tables/a%00b/replay?eyes=gallery"):
        assert problem(house.get(path, headers=mika)) == (400, "bad_signs")
    wish = {"game": "okiya", "seats": ME_AND_BOT, "options": {"match": "\0"}}
    assert problem(house.post("/api/tables", json=wish, headers=mika)) == (400, "bad_signs")
    assert problem(house.post("/api/records", json={"game": "\0"}, headers=mika)) == (400, "bad_signs")
    assert problem(house.put("/api/me", json={"name": "Mi\0ka"}, headers=mika)) == (400, "bad_signs")
    with house.websocket_connect("/ws", headers=mika) as socket:
        socket.send_json({"type": "watch", "table": "\0"})
        assert socket.receive_json()["reason"] == "bad_signs"
