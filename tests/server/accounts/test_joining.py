"""A guest's games join a member: listed first, moved once, in one transaction, at all workers."""

from typing import Any

import pytest
import sqlalchemy as sa
from starlette.testclient import TestClient

from hanamachi.server.accounts import joining
from hanamachi.server.app import make_app
from hanamachi.server.db.engine import url_of
from hanamachi.server.db.schema import (
    DAYS_OFF,
    GUESTS,
    HOOKS,
    META,
    MUTES,
    PUZZLE_ANSWERS,
    PUZZLE_PLAYERS,
    QUEUE,
    REPORTS,
    SUBSCRIPTIONS,
    TALK,
)
from tests.postgres import Postgres
from tests.server.accounts.conftest import WIDE
from tests.server.support.browsers import PHONE, Browser
from tests.server.support.visitors import HOST, Seat, open_table, problem, sit

GOOD = "four plum trees"


@pytest.fixture
def mika(house: TestClient) -> Browser:
    browser = Browser(house)
    browser.sign_up("Mika")
    return browser


def user_of(browser: Browser) -> str:
    return browser.jar["hanamachi"].partition(".")[0]


def a_guest(house: TestClient, name: str = "Kiku") -> Browser:
    browser = Browser(house, PHONE)
    browser.ask("PUT", "/api/me", name=name)
    browser.ask("GET", "/api/me")
    return browser


def tables(browser: Browser) -> list[str]:
    return [each["id"] for each in browser.ask("GET", "/api/me").json()["tables"]]


def rows(database: str, table: sa.Table) -> list[Any]:
    engine = sa.create_engine(url_of(database), poolclass=sa.NullPool)
    with engine.connect() as db:
        return list(db.execute(sa.select(table)))


def add(database: str, table: sa.Table, **values: Any) -> None:
    engine = sa.create_engine(url_of(database), poolclass=sa.NullPool)
    with engine.begin() as db:
        db.execute(sa.insert(table).values(**values))


def test_games_are_listed_first_and_move_once(house: TestClient, mika: Browser, database: str) -> None:
    kiku = a_guest(house)
    guest = user_of(kiku)
    running, waiting = (
        open_table(house, kiku.headers),
        open_table(house, kiku.headers, seats=[{"kind": "me"}, {"kind": "open"}]),
    )
    signed = kiku.sign_in(name="Mika", password=GOOD).json()
    assert (signed["guest"], signed["games"]) == ("Kiku", 2)
    assert tables(kiku) == []
    told = kiku.ask("POST", "/api/account/join/look", join=signed["join"]).json()
    assert {each["id"] for each in told["games"]} == {running, waiting}
    assert (told["guest"], told["stay"], told["browsers"]) == ("Kiku", [], 0)
    assert tables(mika) == []
    assert kiku.ask("POST", "/api/account/join", join=signed["join"]).json() == {"name": "Mika", "games": 2}
    assert set(tables(mika)) == {running, waiting}
    assert [each["kind"] for each in mika.account["news"]] == ["joined"]
    again = kiku.ask("POST", "/api/account/join", join=signed["join"])
    assert problem(again) == (400, "join_over")
    for table in META.sorted_tables:
        if table.name != "sessions":
            assert guest not in str(rows(database, table)), table.name
    with house.websocket_connect("/ws", headers=mika.headers) as socket:
        one = Seat(socket, running, 0)
        one.send(type="resign", seat=0)
        one.until(lambda message: message["result"])
    listed = {each["id"]: each for each in mika.ask("GET", "/api/me").json()["tables"]}
    assert listed[running]["result"] == "lost"
    rin = a_guest(house, "Rin")
    assert sit(house, rin.headers, waiting, 1)["started"]


def test_a_table_where_both_sit_stays(house: TestClient, mika: Browser) -> None:
    kiku = a_guest(house)
    both = open_table(house, kiku.headers, seats=[{"kind": "me"}, {"kind": "open"}])
    sit(house, mika.headers, both, 1)
    alone = open_table(house, kiku.headers)
    secret = kiku.sign_in(name="Mika", password=GOOD).json()["join"]
    told = kiku.ask("POST", "/api/account/join/look", join=secret).json()
    assert ([each["id"] for each in told["games"]], [each["id"] for each in told["stay"]]) == (
        [alone],
        [both],
    )
    assert kiku.ask("POST", "/api/account/join", join=secret).json()["games"] == 1
    assert set(tables(mika)) == {alone, both}
    seats = mika.ask("GET", f"/api/tables/{both}").json()
    assert ([each["name"] for each in seats["table"]["seats"]], seats["mine"]) == (["Kiku", "Mika"], [1])


def test_what_hangs_on_the_guest_moves(house: TestClient, mika: Browser, database: str) -> None:
    kiku = a_guest(house)
    guest, member = user_of(kiku), user_of(mika)
    session = next(each["id"] for each in kiku.devices() if each["here"])
    open_table(house, kiku.headers)
    add(database, HOOKS, guest=guest, url="http://127.0.0.1/x", lang="en", made=1.0)
    push = {"endpoint": "https://push.example/1", "p256dh": "p", "auth": "a", "lang": "en", "made": 1.0}
    add(database, SUBSCRIPTIONS, guest=guest, session=session, **push)
    add(database, DAYS_OFF, guest=guest, begins=-86_400.0, ends=0.0)
    add(database, QUEUE, guest=guest, wish='{"game":"okiya","players":[2]}', since=1.0, agrees=False)
    secret = kiku.sign_in(name="Mika", password=GOOD).json()["join"]
    told = kiku.ask("POST", "/api/account/join/look", join=secret).json()
    assert [told[each] for each in ("push", "hook", "days_off")] == [True] * 3
    assert kiku.ask("POST", "/api/account/join", join=secret).status_code == 200
    here = next(each["id"] for each in kiku.devices() if each["here"])
    assert [(row.guest, row.session) for row in rows(database, SUBSCRIPTIONS)] == [(member, here)]
    assert [row.guest for row in rows(database, HOOKS)] == [member]
    assert [(row.guest, row.begins) for row in rows(database, DAYS_OFF)] == [(member, -86_400.0)]
    assert guest not in {row.guest for row in rows(database, QUEUE)}
    assert guest not in {row.id for row in rows(database, GUESTS)}


def test_puzzles_move_where_the_member_has_none(house: TestClient, mika: Browser, database: str) -> None:
    kiku = a_guest(house)
    guest, member = user_of(kiku), user_of(mika)
    told = {"game": "g", "theme": "t", "day": 1, "verdict": "right", "at": 1.0, "hinted": False}
    for who, puzzle in ((guest, "one"), (guest, "two"), (member, "two")):
        add(database, PUZZLE_ANSWERS, guest=who, puzzle=puzzle, **told)
    held = {"deviation": 90.0, "volatility": 0.06, "tries": 1, "solved": 1, "last": 1.0}
    for who, game, rating in ((guest, "a", 1400.0), (guest, "b", 1400.0), (member, "b", 1700.0)):
        add(database, PUZZLE_PLAYERS, guest=who, game=game, rating=rating, **held)
    secret = kiku.sign_in(name="Mika", password=GOOD).json()["join"]
    preview = kiku.ask("POST", "/api/account/join/look", join=secret).json()
    assert (preview["games"], preview["puzzles"]) == ([], True)
    assert kiku.ask("POST", "/api/account/join", join=secret).status_code == 200
    answers = {(row.guest, row.puzzle) for row in rows(database, PUZZLE_ANSWERS)}
    assert answers == {(member, "one"), (member, "two")}
    ratings = {(row.guest, row.game, row.rating) for row in rows(database, PUZZLE_PLAYERS)}
    assert ratings == {(member, "a", 1400.0), (member, "b", 1700.0)}


def test_talk_mutes_and_reports_move(house: TestClient, mika: Browser, database: str) -> None:
    """Otherwise they could be neither exported nor erased, and joining would end a mute."""
    kiku, rin = a_guest(house), a_guest(house, "Rin")
    guest, member, other = user_of(kiku), user_of(mika), user_of(rin)
    table = open_table(house, kiku.headers)
    add(database, TALK, table_id=table, side="players", number=1, guest=guest, text="Hello", at=1.0)
    for one, muted in ((guest, other), (other, guest), (other, member), (member, guest)):
        add(database, MUTES, guest=one, other=muted, at=1.0)
    report = {"id": "r", "table_id": table, "side": "players", "number": 1, "lines": "[]", "at": 1.0}
    add(database, REPORTS, **report, reporter=other, author=guest)
    secret = kiku.sign_in(name="Mika", password=GOOD).json()["join"]
    assert kiku.ask("POST", "/api/account/join", join=secret).status_code == 200
    assert [row.guest for row in rows(database, TALK)] == [member]
    assert {(row.guest, row.other) for row in rows(database, MUTES)} == {(member, other), (other, member)}
    assert [(row.reporter, row.author) for row in rows(database, REPORTS)] == [(other, member)]


def test_a_guest_whose_browser_was_ended_meanwhile_is_not_joined(house: TestClient, mika: Browser) -> None:
    """It may have been a thief's: who holds a session for a moment must not keep the guest's games."""
    kiku = a_guest(house)
    thief = Browser(house)
    thief.ask("POST", "/api/device", code=kiku.code())
    open_table(house, kiku.headers)
    secret = thief.sign_in(name="Mika", password=GOOD).json()["join"]
    away = next(each["id"] for each in kiku.devices() if not each["here"])
    kiku.ask("POST", "/api/me/devices/end", id=away)
    assert problem(thief.ask("POST", "/api/account/join", join=secret)) == (400, "join_over")


def test_days_off_of_a_new_guest_are_no_new_days(database: str) -> None:
    engine = sa.create_engine(url_of(database), poolclass=sa.NullPool)
    day = 86_400.0
    with engine.begin() as db:
        for guest, begins, ends in (("m", -29 * day, 0.0), ("g", 5.0, 30 * day)):
            db.execute(sa.insert(DAYS_OFF).values(guest=guest, begins=begins, ends=ends))
        joining._move_days_off(db, "g", "m", now=10.0)
        found = db.execute(sa.select(DAYS_OFF).order_by(DAYS_OFF.c.begins)).all()
    assert [(row.guest, row.begins) for row in found] == [("m", -29 * day), ("m", 5.0)]
    assert found[1].ends <= 10.0 + day


def test_the_guests_other_browsers_are_signed_out(house: TestClient, mika: Browser) -> None:
    kiku = a_guest(house)
    open_table(house, kiku.headers)
    other = Browser(house)
    other.ask("POST", "/api/device", code=kiku.code())
    secret = kiku.sign_in(name="Mika", password=GOOD).json()["join"]
    assert kiku.ask("POST", "/api/account/join/look", join=secret).json()["browsers"] == 1
    assert other.name == "Kiku"
    kiku.ask("POST", "/api/account/join", join=secret)
    assert problem(other.ask("GET", "/api/me")) == (401, "ended")


def test_nobody_joins_without_a_proof_or_what_is_not_theirs(
    house: TestClient, mika: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    kiku, rin = a_guest(house), Browser(house)
    open_table(house, kiku.headers)
    rin.sign_up("Rin")
    secret = kiku.sign_in(name="Mika", password=GOOD).json()["join"]
    for path in ("/api/account/join/look", "/api/account/join"):
        assert problem(rin.ask("POST", path, join=secret)) == (400, "join_over")
    monkeypatch.setattr("hanamachi.server.accounts.credentials.PROOF_SECONDS", -1.0)
    assert problem(kiku.ask("POST", "/api/account/join", join=secret)) == (403, "proof_needed")
    monkeypatch.undo()
    assert kiku.ask("POST", "/api/account/join", join=secret).status_code == 200


def test_a_member_is_never_joined_to_another(house: TestClient, mika: Browser) -> None:
    rin = Browser(house)
    rin.sign_up("Rin")
    open_table(house, rin.headers)
    assert rin.sign_in(name="Mika", password=GOOD).json().get("join", "") == ""


def test_a_game_that_is_watched_goes_on_under_the_members_name(house: TestClient, mika: Browser) -> None:
    kiku, rin = a_guest(house), a_guest(house, "Rin")
    table = open_table(house, kiku.headers, seats=[{"kind": "me"}, {"kind": "open"}])
    sit(house, rin.headers, table, 1)
    with house.websocket_connect("/ws", headers=rin.headers) as socket:
        one = Seat(socket, table, 1)
        secret = kiku.sign_in(name="Mika", password=GOOD).json()["join"]
        kiku.ask("POST", "/api/account/join", join=secret)
        heard = one.until(lambda message: message["table"]["seats"][0]["name"] == "Mika")
        assert heard["table"]["seats"][1]["name"] == "Rin"
    with house.websocket_connect("/ws", headers=mika.headers) as socket:
        assert Seat(socket, table, 0).last["seat"] == 0


def test_other_workers_hear_of_it(postgres: Postgres) -> None:
    """A watcher at one worker sees who a guest is now, whose games were joined at the other; and there the
    guest's browsers are signed out."""
    with (
        postgres.fresh("newest") as url,
        TestClient(make_app(url, limits=WIDE), base_url=HOST) as one,
        TestClient(make_app(url, limits=WIDE), base_url=HOST) as two,
    ):
        Browser(one).sign_up("Mika")
        kiku, rin = a_guest(one), a_guest(two, "Rin")
        old = Browser(two)
        old.jar = dict(kiku.jar)
        table = open_table(one, kiku.headers, seats=[{"kind": "me"}, {"kind": "open"}])
        sit(one, rin.headers, table, 1)
        with two.websocket_connect("/ws", headers=rin.headers) as socket:
            seat = Seat(socket, table, 1)
            assert seat.last["table"]["seats"][0]["name"] == "Kiku"
            secret = kiku.sign_in(name="Mika", password=GOOD).json()["join"]
            assert kiku.ask("POST", "/api/account/join", join=secret).status_code == 200
            seat.until(lambda message: message["table"]["seats"][0]["name"] == "Mika")
        kiku.house = two
        assert tables(kiku) == [table]
        while (answer := old.ask("GET", "/api/me")).status_code == 200:  # it hears within a moment
            assert answer.json()["member"] is False
