"""Strangers meet: the lobby, quick match, challenges. Everything over the one socket, on both databases."""

import time
from collections.abc import Iterator
from contextlib import ExitStack
from typing import Any

import msgspec
import pytest
import sqlalchemy as sa
from starlette.testclient import TestClient

from hanamachi.games import GAMES
from hanamachi.server.app import make_app
from hanamachi.server.db import timestamps
from hanamachi.server.db.connection import url_of
from hanamachi.server.db.schema import TABLES
from hanamachi.server.matchmaking import challenges, online, pairing, queue_entries, service
from hanamachi.server.runtime.limits import Limits, Rate
from tests.server.support.visitors import HOST, Seat, guest, open_table, problem, say, sit, two_players

LONG = 30.0  # seconds after which what should happen will not happen any more
OPEN = [{"kind": "me"}, {"kind": "open"}]
on_one_database = pytest.mark.parametrize("database", ["sqlite"], indirect=True)


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is told at most once a second is told at once."""
    for room in (service, online):
        monkeypatch.setattr(room, "PAUSE", 0.01)
    monkeypatch.setattr(online, "LINGER", 0.01)


@pytest.fixture
def house(database: str) -> Iterator[TestClient]:
    limits = Limits(challenges=Rate(20, 1))
    with TestClient(make_app(database, limits=limits), base_url=HOST) as client:
        yield client


def move_time(monkeypatch: pytest.MonkeyPatch, seconds: float) -> None:
    """So much later by the database's clock."""
    then = timestamps.now
    monkeypatch.setattr(timestamps, "now", lambda db: then(db) + seconds)


class Visitor:
    """A browser in the lobby."""

    def __init__(
        self, house: TestClient, name: str, stack: ExitStack, who: dict[str, str] | None = None, **how: Any
    ) -> None:
        self.house, self.who, self.stack = house, who or guest(house, name), stack
        self.socket = stack.enter_context(self.connect())
        self.send(type="lobby", **how)

    def send(self, **message: Any) -> None:
        self.socket.send_json(message)

    def until(self, kind: str, done: Any = lambda _: True) -> Any:
        while True:
            told = self.socket.receive_json()
            if told["type"] == kind and done(told):
                return told

    def queue(self, game: str = "okiya", **wish: Any) -> None:
        self.send(type="queue", game=game, **wish)

    def found(self) -> Any:
        return self.until("yourplace", lambda told: told["found"])["found"]

    def soon(self, what: str) -> Any:
        """Something of the place that is told by and by, or never: then this fails."""
        end = time.monotonic() + LONG
        while time.monotonic() < end:
            self.send(type="ping")
            while (told := self.socket.receive_json())["type"] != "pong":
                if told["type"] == "yourplace" and told[what]:
                    return told[what]
            time.sleep(0.1)
        pytest.fail(f"{what} was never told")

    def again(self, house: TestClient, stack: ExitStack) -> "Visitor":
        """The same guest, in another house on the same database."""
        return Visitor(house, "", stack, self.who, tables=False)

    def confirm(self, found: Any) -> Any:
        return say(self.house, self.who, found["table"], found["commitment"])

    def at(self, table: str) -> Seat:
        """Another page of the same browser, at the seat that is theirs."""
        mine = self.house.get(f"/api/tables/{table}", headers=self.who).json()["mine"]
        return Seat(self.stack.enter_context(self.connect()), table, mine[0])

    def connect(self) -> Any:
        return self.house.websocket_connect("/ws", headers=self.who)

    def refused(self) -> str:
        told = self.until("declined")
        assert told["sentence"]
        return str(told["reason"])


@pytest.fixture
def visit(house: TestClient) -> Iterator[Any]:
    with ExitStack() as stack:
        yield lambda name, **how: Visitor(house, name, stack, **how)


# The lobby.


def test_a_public_table_stands_there_until_it_is_full_and_can_be_watched_then(
    house: TestClient, visit: Any
) -> None:
    mika, rin = visit("Mika"), visit("Rin", lang="pl")
    table = open_table(house, mika.who, seats=OPEN, public=True, options={"match": "series"})
    (told,) = rin.until("tonight", lambda told: told["waiting"])["waiting"]
    assert (told["id"], told["host"], told["free"], told["game"]) == (table, "Mika", [1], "okiya")
    assert "rund" in told["mode"][0]
    sit(house, rin.who, table, told["free"][0])
    seen = mika.until("tonight", lambda told: told["games"])
    assert seen["waiting"] == []
    assert [game["names"] for game in seen["games"]] == [["Mika", "Rin"]]


def test_a_table_by_link_is_never_listed(house: TestClient, visit: Any) -> None:
    mika, rin = visit("Mika"), visit("Rin")
    hidden = [open_table(house, mika.who, seats=OPEN), two_players(house)[0]]
    shown = open_table(house, mika.who, seats=OPEN, public=True)
    told = rin.until("tonight", lambda told: told["waiting"])
    assert [table["id"] for table in told["waiting"]] == [shown]
    assert not any(table in str(told) for table in hidden)


@on_one_database
def test_a_table_whose_host_is_gone_or_that_was_called_off_waits_for_nobody(
    house: TestClient, visit: Any
) -> None:
    rin = visit("Rin")
    with ExitStack() as stack:
        mika = Visitor(house, "Mika", stack)
        open_table(house, mika.who, seats=OPEN, public=True)
        assert rin.until("tonight", lambda told: told["waiting"])["people"] == 2
    assert rin.until("tonight", lambda told: not told["waiting"])["people"] == 1
    table = open_table(house, rin.who, seats=OPEN, public=True)
    rin.until("tonight", lambda told: told["waiting"])
    house.post(f"/api/tables/{table}/call-off", headers=rin.who)
    rin.until("tonight", lambda told: not told["waiting"])


def test_the_liveliest_game_stands_first_and_its_gallery_is_told(house: TestClient, visit: Any) -> None:
    rin = visit("Rin")
    quiet, lively = (two_players(house, public=True)[0] for _ in range(2))
    for watched in (quiet, lively):
        with house.websocket_connect("/ws", headers=guest(house, "Kiku")) as kiku:
            Seat(kiku, watched, None)
            told = rin.until("tonight", lambda told: told["games"] and told["games"][0]["gallery"])
            assert (told["games"][0]["id"], told["games"][0]["gallery"]) == (watched, 1)
        rin.until("tonight", lambda told: not any(game["gallery"] for game in told["games"]))


def test_nobody_fills_the_lobby_alone(house: TestClient, visit: Any) -> None:
    """A few tables each; everybody's first stands above anybody's second, and what was called off takes no place."""
    rin, mika = visit("Rin"), visit("Mika")
    wish = {"game": "okiya", "seats": OPEN, "public": True}
    off = [open_table(house, mika.who, **wish) for _ in range(3)]
    for lang, words in (("en", "3 tables waiting"), ("fr", "3 tables qui"), ("pl", "najwyżej 3")):
        fourth = house.post(f"/api/tables?lang={lang}", json=wish, headers=mika.who)
        assert (fourth.status_code, fourth.json()["reason"]) == (409, "waiting_already")
        assert words in fourth.json()["sentence"]
    open_table(house, mika.who, seats=OPEN)  # by link there may be more
    for table in off:
        house.post(f"/api/tables/{table}/call-off", headers=mika.who)
    first, second = (open_table(house, who.who, **wish) for who in (rin, mika))
    third = open_table(house, mika.who, **wish)
    order = [second, first, third]
    rin.until("tonight", lambda told: [table["id"] for table in told["waiting"]] == order)


@on_one_database
def test_a_stranger_who_changes_pages_is_counted_once(
    house: TestClient, visit: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(online, "LINGER", 60.0)  # for whom the house knows
    rin = visit("Rin")
    with house.websocket_connect("/ws"):
        rin.until("tonight", lambda told: told["people"] == 2)
    rin.until("tonight", lambda told: told["people"] == 1)


@on_one_database
def test_who_sat_down_at_somebodys_table_may_stand_up_again(house: TestClient) -> None:
    mika, rin = guest(house, "Mika"), guest(house, "Rin")
    table = open_table(house, mika, game="mai_star", seats=[*OPEN, {"kind": "open"}], public=True)
    sit(house, rin, table, 1)
    left = house.post(f"/api/tables/{table}/stand-up", headers=rin).json()["table"]
    assert [seat["kind"] for seat in left["seats"]] == ["guest", "open", "open"]
    for who in (rin, mika):  # nobody who does not sit there, and not its host
        assert problem(house.post(f"/api/tables/{table}/stand-up", headers=who)) == (409, "not_your_seat")


# Quick match.


def test_two_strangers_are_paired_and_play(house: TestClient, visit: Any) -> None:
    mika, rin = visit("Mika"), visit("Rin")
    mika.queue(clock={"type": "live", "base": 300, "increment": 3})
    assert mika.until("yourplace", lambda told: told["game"])["others"] == 0
    assert rin.until("tonight", lambda told: told["queues"])["queues"] == {"okiya": 1}
    rin.queue(options={"match": "series"})
    found = mika.found()
    assert found["names"] == ["Rin"]
    assert 0 < found["left"] <= 1000 * queue_entries.CONFIRM
    assert found["mode"][0] == "how long the match is: first to win three rounds"
    assert len(found["mode"]) == 2  # and the clock
    assert not mika.confirm(found)["started"]
    assert rin.until("yourplace", lambda told: told["found"] and told["found"]["waiting"] == 1)
    assert rin.confirm(found)["started"]
    for each in (mika, rin):
        each.until("yourplace", lambda told: not told["game"])
    mine = house.get(f"/api/tables/{found['table']}", headers=mika.who).json()["mine"]
    with house.websocket_connect("/ws", headers=mika.who) as socket:
        assert Seat(socket, found["table"], mine[0]).until(lambda told: told.get("table"))["table"]["started"]


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
    move_time(monkeypatch, 2 * queue_entries.CONFIRM)
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
@pytest.mark.parametrize(("lang", "words"), [("en", "not waiting"), ("fr", "n’attend"), ("pl", "czekasz")])
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
    monkeypatch.setattr(pairing, "FILL", 0.4)
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


def test_a_place_is_kept_for_a_while_for_somebody_who_is_away() -> None:
    wish = pairing.Wish("okiya", (2,))

    def waiter(
        name: str, *, here: bool, gone: float | None, table: str | None = None
    ) -> queue_entries.Waiter:
        return queue_entries.Waiter(pairing.Place(name, wish, 0.0, here, table=table), gone, None)

    waiting = [
        waiter("here", here=True, gone=None),
        waiter("back", here=True, gone=1.0),
        waiter("missed", here=False, gone=None),
        waiter("away", here=False, gone=100.0),
        waiter("lost", here=False, gone=100.0 - queue_entries.GRACE),
        waiter("asked", here=False, gone=0.0, table="t"),  # until its time is up
        waiter("plays", here=True, gone=None, table="begun"),
    ]
    due = queue_entries.plan(waiting, {"begun"}, now=101.0)
    assert (due.missed, due.back, due.over) == (("missed",), ("back",), ("plays", "lost"))
    assert [[place.guest for place in group.places] for group in due.groups] == [["back", "here"]]


def test_one_address_cannot_shut_the_quick_match(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Even with as many places as it likes: 308 guests with odd wishes stand in nobody's way."""
    monkeypatch.setattr(online, "PAUSE", 1.0)  # or they are counted one by one
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
        aki.send(type="leavequeue")
        rin.until("yourplace", lambda told: told["why"])
        move_time(monkeypatch, queue_entries.APART + 1)
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


# People one has played with.


def test_companions_are_challenged_and_answer(house: TestClient) -> None:
    table, mika, rin = two_players(house)
    (one,) = house.get("/api/me/companions", headers=mika).json()
    assert (one["name"], one["table"], one["seat"], one["games"], one["here"]) == ("Rin", table, 1, 1, False)
    wish = {"table": table, "seat": 1, "game": "hanamikoji", "options": {"rounds": "until_won"}}
    wish |= {"clock": {"type": "days", "days": 3}}
    opened = house.post("/api/challenges", json=wish, headers=mika).json()
    say(house, mika, opened["id"], opened["commitment"])
    asked = {each["id"]: each for each in house.get("/api/me", headers=rin).json()["tables"]}[opened["id"]]
    assert (asked["yours"], asked["offer"], asked["names"]) == (True, "challenge", ["Mika", "Rin"])
    begun = say(house, rin, opened["id"], opened["commitment"])
    assert (begun["started"], begun["options"]) == (True, {"rounds": "until_won"})
    assert begun["clock"]["days"] == 3


@pytest.mark.parametrize(
    ("clock", "stands"),
    [(None, 900), ({"type": "live", "base": 300}, 900), ({"type": "days", "days": 3}, 86_400)],
)
def test_a_challenge_to_a_game_of_days_stands_for_a_day(house: TestClient, clock: Any, stands: float) -> None:
    table, mika, _ = two_players(house)
    wish = {"table": table, "seat": 1, "game": "okiya", "clock": clock}
    asked = house.post("/api/challenges", json=wish, headers=mika).json()
    until = house.get(f"/api/tables/{asked['id']}", headers=mika).json()["table"]["until"]
    assert until == pytest.approx(time.time() + stands, abs=LONG)


def test_a_challenge_says_how_long_an_absent_players_seat_is_kept(house: TestClient) -> None:
    table, mika, rin = two_players(house)
    wish = {"table": table, "seat": 1, "game": "okiya", "clock": {"type": "live", "base": 300}}
    asked = house.post(
        "/api/challenges", json=wish | {"patience": 15, "stand_in": "random"}, headers=mika
    ).json()
    told = house.get(f"/api/tables/{asked['id']}", headers=rin).json()["table"]
    assert (told["patience"], told["stand_in"]) == (15, "random")


def test_challenges_that_cannot_be(house: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    table, mika, rin = two_players(house)
    kiku = guest(house, "Kiku")

    def ask(who: dict[str, str], **wish: Any) -> tuple[int, str]:
        body = {"table": table, "seat": 1, "game": "okiya"} | wish
        return problem(house.post("/api/challenges", json=body, headers=who))

    assert ask(mika, seat=0) == (409, "own_challenge")
    assert ask(kiku) == ask(mika, table="nowhere") == ask(mika, seat=7) == (409, "no_companion")
    assert ask(mika, game="chess") == (404, "unknown_game")
    assert ask(mika, patience=5) == (409, "bad_patience")
    assert ask(mika, stand_in="nobody") == (400, "unknown_level")
    body = {"table": table, "seat": 1, "game": "mai_star"}
    first = house.post("/api/challenges", json=body, headers=mika).json()["id"]
    assert ask(mika) == (409, "challenged_already")
    declined = house.post(f"/api/tables/{first}/decline", headers=rin).json()["table"]
    assert declined["seats"][1]["declined"]
    house.post(f"/api/tables/{first}/call-off", headers=mika)
    monkeypatch.setattr(challenges, "STANDS", -1.0)
    late = house.post("/api/challenges", json=body, headers=mika).json()
    words = {"words": "x", "commitment": late["commitment"]}
    assert problem(house.post(f"/api/tables/{late['id']}/words", json=words, headers=rin)) == (409, "lapsed")


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
