"""Quick match: strangers wait in a queue and are matched. Everything over the one socket, on both databases."""

import time
from contextlib import ExitStack
from typing import Any

import msgspec
import pytest
import sqlalchemy as sa
from starlette.testclient import TestClient

from hanamachi.games import GAMES
from hanamachi.server.app import Server, app_of, make_app
from hanamachi.server.db import timestamps
from hanamachi.server.db.connection import Database
from hanamachi.server.db.engine import url_of
from hanamachi.server.db.schema import TABLES
from hanamachi.server.matchmaking import pairing, settlement
from hanamachi.server.matchmaking.pairing import MatchRequest, QueueEntry
from hanamachi.server.matchmaking.queue_entries import REFUSED_SECONDS
from hanamachi.server.matchmaking.settlement import CONFIRM_SECONDS, OFFLINE_SECONDS, QueueReading, plan
from hanamachi.server.runtime.limits import Limits, Rate
from hanamachi.server.storage import open_sockets
from hanamachi.server.storage.store import Store
from tests.server.support.lobby_visitor import Visitor
from tests.server.support.visitors import HOST, Seat, guest, open_table, problem

OPEN = [{"kind": "me"}, {"kind": "open"}]
on_one_database = pytest.mark.parametrize("database", ["sqlite"], indirect=True)


def move_time(monkeypatch: pytest.MonkeyPatch, seconds: float) -> None:
    """So much later by the database's clock: PostgreSQL's, or this machine's."""
    now, wall = timestamps.now, timestamps.wall
    later = {"postgresql": seconds, "sqlite": 0.0}  # there `now` asks `wall`
    monkeypatch.setattr(timestamps, "now", lambda db: now(db) + later[db.dialect.name])
    monkeypatch.setattr(timestamps, "wall", lambda: wall() + seconds)


def test_two_strangers_are_paired_and_play(house: TestClient, visit: Any) -> None:
    mika, rin = visit("Mika"), visit("Rin")
    mika.queue(clock={"type": "live", "base": 300, "increment": 3})
    assert mika.until("yourplace", lambda told: told["game"])["others"] == 0
    assert rin.until("tonight", lambda told: told["queues"])["queues"] == {"okiya": 1}
    rin.queue(options={"match": "series"})
    found = mika.found()
    assert found["names"] == ["Rin"]
    assert 0 < found["left"] <= 1000 * CONFIRM_SECONDS
    assert found["mode"][0] == "length of the match: first to win three rounds"
    assert len(found["mode"]) == 2  # and the clock
    assert not mika.confirm(found)["started"]
    assert rin.until("yourplace", lambda told: told["found"] and told["found"]["waiting"] == 1)
    assert rin.confirm(found)["started"]
    for each in (mika, rin):
        each.until("yourplace", lambda told: not told["game"])
    mine = house.get(f"/api/tables/{found['table']}", headers=mika.who).json()["mine"]
    with house.websocket_connect("/ws", headers=mika.who) as socket:
        assert Seat(socket, found["table"], mine[0]).until(lambda told: told.get("table"))["table"]["started"]


def test_a_join_that_brings_a_match_reads_the_queue_once(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Plan, match and what both are told follow from one reading; the joiner's own row is no reading."""
    monkeypatch.setattr(settlement, "RECHECK_SECONDS", 60.0)
    house = Server(Store(database), "127.0.0.1", None, Limits())
    with TestClient(app_of(house), base_url=HOST) as client, ExitStack() as stack:
        mika, rin = (Visitor(client, name, stack, tables=False) for name in ("Mika", "Rin"))
        mika.queue()
        mika.until("yourplace", lambda told: told["game"])
        readings, quiet = readings_of(house.store.database), False
        while not quiet:  # that both came online was read
            readings.clear()
            time.sleep(0.3)
            quiet = not readings
        rin.queue()
        assert (mika.found()["names"], rin.found()["names"]) == (["Rin"], ["Mika"])
        time.sleep(0.3)  # no other reading follows
        assert len(readings) == 1


def readings_of(database: Database) -> list[str]:
    """Every statement from now on that reads the queue as a whole."""
    found: list[str] = []

    def note(_db: Any, _cursor: Any, statement: str, *_: Any) -> None:
        if "row_number()" in statement and "FROM queue" in statement:
            found.append(statement)

    for engine in (database.reading, database.commits.engine):
        sa.event.listen(engine, "before_cursor_execute", note)
    return found


@pytest.mark.parametrize("game", GAMES)
def test_strangers_who_name_no_clock_get_the_games_own(house: TestClient, visit: Any, game: str) -> None:
    """Those who play are told it before they sit down."""
    seats = GAMES[game].seats[0]
    everybody = [visit(f"Guest {n}") for n in range(seats)]
    for each in everybody:
        each.queue(game, players=[seats])
    found = everybody[0].found()
    cards = {card["name"]: card for card in house.get("/api/games").json()}
    usual = cards[game]["clock"]
    assert found["mode"] == [f"{usual['base'] // 60} min + {usual['increment']} s a move"]
    for each in everybody:
        begun = each.confirm(found)
    assert (begun["started"], begun["clock"]) == (True, usual)
    assert begun["first_move"] == (60 if seats == 2 else 90)


@on_one_database
def test_who_names_no_clock_plays_by_the_others(visit: Any) -> None:
    mika, rin = visit("Mika"), visit("Rin")
    mika.queue()
    rin.queue(clock={"type": "days", "days": 3})
    assert mika.found()["mode"] == ["3 days a move"]


@on_one_database
@pytest.mark.parametrize(
    ("lang", "words"), [("en", "10 min + 5 s a move"), ("fr", "10 min + 5 s par"), ("pl", "10 min + 5 s na")]
)
def test_strangers_get_no_game_without_a_clock(visit: Any, lang: str, words: str) -> None:
    mika = visit("Mika", lang=lang)
    mika.queue(clock={"type": "none"})
    told = mika.until("declined")
    assert (told["reason"], words in told["sentence"]) == ("strangers_need_clock", True)


@on_one_database
def test_wishes_that_clash_wait_and_nobody_plays_alone(house: TestClient, visit: Any) -> None:
    mika, rin, aki = visit("Mika"), visit("Rin"), visit("Aki")
    mika.queue(options={"match": "series"})
    mika.queue(options={"match": "series"})  # once more: it changes nothing
    rin.queue(options={"match": "points"})
    aki.until("tonight", lambda told: told["queues"] == {"okiya": 2})
    aki.queue()
    assert aki.found()["names"] == ["Mika"]


def test_who_never_confirms_leaves_and_the_other_is_back_in_place(
    house: TestClient, visit: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    mika, rin = visit("Mika"), visit("Rin")
    mika.queue()
    mika.until("yourplace", lambda told: told["game"])
    rin.queue()
    found = mika.found()
    mika.confirm(found)
    table = mika.at(found["table"])
    move_time(monkeypatch, 2 * CONFIRM_SECONDS)
    mika.send(type="lobby")  # the house looks whenever somebody comes
    back = mika.until("yourplace", lambda told: told["why"])
    assert back["game"] == "okiya"
    assert back["found"] is None
    told = table.until(lambda told: told["table"]["seats"][0]["kind"] == "closed")  # by the socket it has
    assert told["seat"] is None
    assert found["table"] not in str(house.get("/api/me", headers=mika.who).json())
    rin.until("yourplace", lambda told: not told["game"])
    late = house.post(
        f"/api/tables/{found['table']}/words",
        json={"words": "x", "commitment": found["commitment"]},
        headers=rin.who,
    )
    assert problem(late) == (409, "lapsed")
    aki = visit("Aki")
    aki.queue()
    assert "Mika" in aki.found()["names"]


def test_who_leaves_in_mid_pairing_gives_the_other_their_place_back(visit: Any) -> None:
    mika, rin = visit("Mika"), visit("Rin", lang="fr")
    mika.queue()
    rin.queue()
    rin.found()
    mika.found()
    mika.queue("hanamikoji")
    assert mika.refused() == "found_already"
    mika.send(type="leavequeue")
    assert "file" in rin.until("yourplace", lambda told: told["why"])["why"]
    mika.until("yourplace", lambda told: not told["game"])
    mika.send(type="leavequeue")
    assert mika.refused() == "not_waiting"


@on_one_database
@pytest.mark.parametrize(
    ("lang", "words"), [("en", "not in the queue"), ("fr", "pas dans la file"), ("pl", "w kolejce")]
)
def test_who_is_refused_in_the_lobby_hears_it_in_their_language(visit: Any, lang: str, words: str) -> None:
    mika = visit("Mika", lang=lang)
    mika.send(type="leavequeue")
    assert words in mika.until("declined")["sentence"]


@on_one_database
def test_who_is_deleted_in_mid_pairing_gives_the_other_their_place_back(
    house: TestClient, visit: Any
) -> None:
    mika, rin = visit("Mika"), visit("Rin")
    mika.queue()
    rin.queue()
    rin.found()
    assert house.delete("/api/me", headers=mika.who).status_code == 204
    back = rin.until("yourplace", lambda told: told["why"])
    assert (back["game"], back["found"]) == ("okiya", None)


@on_one_database
def test_of_two_people_of_one_name_each_is_told_the_other(visit: Any) -> None:
    both = visit("Mika"), visit("Mika")
    for each in both:
        each.queue()
    told = [each.found()["names"] for each in both]
    assert sorted(told) == [["Mika"], ["Mika 2"]]


def test_a_game_of_many_begins_with_bots_if_all_agree(
    house: TestClient, visit: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pairing, "FILL_SECONDS", 0.4)
    mika, rin = visit("Mika"), visit("Rin")
    for each in (mika, rin):
        each.queue("mai_star")
    mika.send(type="withbots")
    told = rin.until("yourplace", lambda told: told["agreed"] == 1)
    assert (told["others"], told["agrees"], told["fills"] is not None) == (1, False, True)
    mika.send(type="withbots")
    assert mika.refused() == "agreed_already"
    rin.send(type="withbots")
    found = rin.found()
    assert len(found["names"]) == 2
    mika.confirm(found)
    assert rin.confirm(found)["started"]


def test_a_restart_loses_nobody_who_comes_back(database: str) -> None:
    with TestClient(make_app(database), base_url=HOST) as house, ExitStack() as stack:
        mika = Visitor(house, "Mika", stack)
        mika.queue()
        first = mika.until("yourplace", lambda told: told["game"])
    with TestClient(make_app(database), base_url=HOST) as house, ExitStack() as stack:
        rin = Visitor(house, "Rin", stack)
        rin.queue()
        rin.until("yourplace", lambda told: told["game"])
        back = stack.enter_context(house.websocket_connect("/ws", headers=mika.who))
        back.send_json({"type": "lobby", "tables": False})
        told = back.receive_json()
        assert told["waited"] >= first["waited"]
        assert "Mika" in rin.found()["names"]


def test_the_entry_of_an_offline_player_is_kept_for_a_while() -> None:
    request = MatchRequest("okiya", (2,))

    def entry(name: str, *, online: bool, since: float | None, table: str | None = None) -> QueueEntry:
        return QueueEntry(name, request, 0.0, online, table=table, offline_since=since)

    entries = (
        entry("online", online=True, since=None),
        entry("back", online=True, since=1.0),
        entry("missed", online=False, since=None),
        entry("away", online=False, since=100.0),
        entry("lost", online=False, since=100.0 - OFFLINE_SECONDS),
        entry("asked", online=False, since=0.0, table="t"),  # until the match expires
        entry("plays", online=True, since=None, table="begun"),
    )
    due = plan(QueueReading(101.0, entries, begun=frozenset({"begun"})))
    assert (due.went_offline, due.came_back, due.removed) == (("missed",), ("back",), ("plays", "lost"))
    assert [[entry.guest for entry in match.entries] for match in due.matches] == [["back", "online"]]


def test_one_address_cannot_shut_the_quick_match(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Even with as many places as it likes: 308 guests with odd wishes stand in nobody's way."""
    monkeypatch.setattr(open_sockets, "WRITE_INTERVAL", 1.0)  # or they are counted one by one
    odd = [{"type": "live", "base": 600 + n} for n in range(308)]
    limits = Limits(guests=Rate(1000, 60), places=1000)
    with TestClient(make_app(database, limits=limits), base_url=HOST) as house, ExitStack() as stack:
        for n, clock in enumerate(odd):
            socket = stack.enter_context(house.websocket_connect("/ws", headers=guest(house, f"Odd {n}")))
            socket.send_json({"type": "queue", "game": "okiya", "clock": clock})
        mika, rin = (Visitor(house, name, stack, tables=False) for name in ("Mika", "Rin"))
        mika.queue(clock=(usual := {"type": "live", "base": 300, "increment": 3}))
        assert mika.soon("game") == "okiya"
        rin.queue(clock=usual)
        assert mika.soon("found")["names"] == ["Rin"]


def test_an_address_has_so_many_places(database: str) -> None:
    """Whoever is found, or has left, takes none; at another address there are as many."""
    with (
        TestClient(make_app(database, limits=Limits(places=2)), base_url=HOST) as house,
        ExitStack() as stack,
    ):
        mika, rin, aki = (Visitor(house, name, stack, tables=False) for name in ("Mika", "Rin", "Aki"))
        mika.queue("okiya", options={"match": "series"})
        rin.queue("okiya", options={"match": "points"})
        for each in (mika, rin):
            each.until("yourplace", lambda told: told["game"])
        for lang, words in (("en", "2 people"), ("fr", "2 personnes"), ("pl", "(2)")):
            aki.send(type="lobby", lang=lang, tables=False)
            aki.queue("hanamikoji")
            told = aki.until("declined")
            assert (told["reason"], words in told["sentence"]) == ("places_taken", True)
        mika.queue("okiya", options={"match": "single"})  # another wish in the same place
        mika.until("yourplace", lambda told: told["game"])
        other = TestClient(house.app, base_url=HOST, client=("203.0.113.7", 50_000))
        other.portal = house.portal
        kiku = Visitor(other, "Kiku", stack, tables=False)
        kiku.queue("okiya", options={"match": "points"})
        assert kiku.soon("found")["names"] == ["Rin"]
        aki.queue("hanamikoji")
        assert aki.until("yourplace", lambda told: told["game"])["game"] == "hanamikoji"


def test_two_of_whom_one_did_not_sit_down_are_not_paired_again_at_once(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Not after a restart either, but with others, and again when ten minutes are over."""
    with TestClient(make_app(database), base_url=HOST) as house, ExitStack() as stack:
        mika, rin = (Visitor(house, name, stack, tables=False) for name in ("Mika", "Rin"))
        for each in (mika, rin):
            each.queue()
        mika.found()
        mika.send(type="leavequeue")
        rin.until("yourplace", lambda told: told["why"])
    with TestClient(make_app(database), base_url=HOST) as house, ExitStack() as stack:
        mika, rin = (mika.again(house, stack), rin.again(house, stack))
        for each in (rin, mika):
            each.queue()
            told = each.until("yourplace", lambda told: told["game"])
            assert (told["others"], told["found"]) == (0, None)
        aki = Visitor(house, "Aki", stack, tables=False)
        aki.queue()
        assert aki.found()["names"] == ["Rin"]
        rin.found()  # what was told before says why an earlier match failed, too
        aki.send(type="leavequeue")
        rin.until("yourplace", lambda told: told["why"])
        move_time(monkeypatch, REFUSED_SECONDS + 1)
        mika.send(type="lobby", tables=False)
        assert mika.soon("found")["names"] == ["Rin"]


@on_one_database
def test_bad_wishes_get_a_sentence(visit: Any) -> None:
    mika = visit("Mika")
    for message, reason in (
        ({"type": "queue", "game": "chess"}, "unknown_game"),
        ({"type": "queue", "game": "okiya", "players": [3]}, "bad_seats"),
        ({"type": "queue", "game": "okiya", "options": {"match": "long"}}, "bad_option"),
        ({"type": "queue", "game": "okiya", "clock": {"type": "sand"}}, "bad_json"),
        ({"type": "queue", "game": "okiya", "clock": {"type": "live", "base": 0}}, "bad_clock"),
        ({"type": "withbots"}, "not_waiting"),
        ({"type": "leavequeue"}, "not_waiting"),
    ):
        mika.send(**message)
        assert mika.refused() == reason


@on_one_database
def test_bots_fill_no_game_of_two_and_floods_are_slowed(visit: Any) -> None:
    mika = visit("Mika")
    mika.queue()
    mika.send(type="withbots")
    assert mika.refused() == "no_game_of_many"
    for _ in range(20):
        mika.send(type="withbots")
    assert mika.until("declined", lambda told: told["reason"] == "too_many")["sentence"]


@on_one_database
def test_a_stranger_without_a_name_may_look_and_not_wait(house: TestClient) -> None:
    with house.websocket_connect("/ws") as socket:
        socket.send_json({"type": "lobby"})
        assert socket.receive_json()["type"] == "tonight"
        socket.send_json({"type": "queue", "game": "okiya"})
        while (told := socket.receive_json())["type"] != "declined":
            pass
        assert told["reason"] == "no_name"


@on_one_database
def test_no_guests_id_and_no_seed_leave_the_house(house: TestClient, visit: Any, database: str) -> None:
    mika, rin = visit("Mika"), visit("Rin")
    ids = [who.who["cookie"].partition("=")[2].rpartition(".")[0] for who in (mika, rin)]
    open_table(house, mika.who, seats=OPEN, public=True)
    told = [rin.until("tonight", lambda told: told["waiting"])]
    mika.queue()
    rin.queue()
    told += [{"found": rin.found()}]
    mika.confirm(told[-1]["found"])
    rin.confirm(told[-1]["found"])
    told += [house.get("/api/me/companions", headers=mika.who).json()]
    engine = sa.create_engine(url_of(database))
    with engine.begin() as db:
        seeds = [msgspec.json.decode(setup)["seed"] for setup in db.scalars(sa.select(TABLES.c.setup))]
    engine.dispose()
    assert len(seeds) == 2
    assert not any(each in str(told) for each in [*ids, *seeds])
