"""A guest's browsers: each a session that can be ended, and a code that makes another browser the same guest."""

from collections.abc import Iterator
from typing import Any

import pytest
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from hanamachi.server.accounts import sessions
from hanamachi.server.accounts.cookies import Cookies, read_session, sign, sign_session
from hanamachi.server.accounts.sessions import Sessions, device_name
from hanamachi.server.app import make_app
from hanamachi.server.db import timestamps
from hanamachi.server.protocol.close_codes import SESSION_ENDED
from hanamachi.server.runtime.limits import Limits, Rate
from tests.server.notifications.test_webpush_encryption import THEIRS
from tests.server.support.browsers import FIREFOX, PHONE, Browser
from tests.server.support.visitors import HOST, guest, problem, two_players


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    file, wide = tmp_path_factory.mktemp("house") / "house.db", Limits(codes=Rate(1000, 60))
    with TestClient(make_app(str(file), limits=wide), base_url=HOST) as client:
        yield client


@pytest.fixture
def mika(house: TestClient) -> Browser:
    browser = Browser(house)
    browser.ask("PUT", "/api/me", name="Mika")
    return browser


def second(mika: Browser, **how: Any) -> Browser:
    phone, code = Browser(mika.house, PHONE), mika.code(**how)
    assert phone.ask("POST", "/api/device/look", code=code).json() == {"name": "Mika"}
    assert phone.name == ""  # to look is not to take
    assert phone.ask("POST", "/api/device", code=code).json() == {"name": "Mika"}
    return phone


def test_a_second_browser_is_the_same_guest(mika: Browser) -> None:
    phone = second(mika)
    assert (mika.name, phone.name) == ("Mika", "Mika")
    assert {(each["device"], each["here"]) for each in phone.devices()} == {
        ("Firefox · Linux", False),
        ("Chrome · Android", True),
    }


def test_one_may_move_instead(mika: Browser) -> None:
    phone = second(mika, leave=True)
    assert (mika.name, phone.name) == ("", "Mika")
    assert [each["device"] for each in phone.devices()] == ["Chrome · Android"]


def test_a_code_is_taken_once(mika: Browser) -> None:
    code = mika.code()
    first, late = Browser(mika.house), Browser(mika.house)
    assert first.ask("POST", "/api/device", code=code).status_code == 200
    for path in ("/api/device", "/api/device/look"):
        assert problem(late.ask("POST", path, code=code)) == (400, "bad_code")
    assert late.name == ""


def test_a_code_is_void_when_a_browser_is_signed_out(mika: Browser) -> None:
    """Whoever had that browser may have asked for it."""
    second(mika)
    code = mika.code()
    (away,) = (each["id"] for each in mika.devices() if not each["here"])
    assert mika.ask("POST", "/api/me/devices/end", id=away).status_code == 200
    assert problem(Browser(mika.house).ask("POST", "/api/device", code=code)) == (400, "bad_code")


def test_a_code_ends(mika: Browser, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sessions, "CODE_SECONDS", -1)
    phone = Browser(mika.house)
    assert problem(phone.ask("POST", "/api/device", code=mika.code())) == (400, "bad_code")
    assert phone.jar == {}


def test_a_clock_that_is_set_back_revives_no_code(mika: Browser, monkeypatch: pytest.MonkeyPatch) -> None:
    true = timestamps.wall
    code = mika.code()
    for days, counts in ((0, 200), (1, 400), (-9, 400)):
        monkeypatch.setattr(timestamps, "wall", lambda days=days: true() + days * 86_400)
        assert Browser(mika.house).ask("POST", "/api/device/look", code=code).status_code == counts


def test_a_new_code_takes_the_place_of_the_last(mika: Browser) -> None:
    old = mika.code()
    mika.code()
    assert problem(Browser(mika.house).ask("POST", "/api/device", code=old)) == (400, "bad_code")


def test_odd_codes(mika: Browser) -> None:
    for code, reason in (
        ("", "bad_code"),
        ("ż", "bad_code"),
        ("\u202e", "bad_signs"),
        ("x" * 99, "too_many_signs"),
    ):
        assert problem(Browser(mika.house).ask("POST", "/api/device", code=code)) == (400, reason)


def test_who_tries_many_codes_waits(tmp_path: Any) -> None:
    few = Limits(codes=Rate(1, 1))
    with TestClient(make_app(str(tmp_path / "house.db"), limits=few), base_url=HOST) as house:
        browser = Browser(house)
        assert problem(browser.ask("POST", "/api/device", code="x")) == (400, "bad_code")
        assert problem(browser.ask("POST", "/api/device", code="x")) == (429, "too_many")


def test_a_browser_that_is_ended_is_nobodys(mika: Browser) -> None:
    """It hears so by its socket, by the next one and by the next question, and its cookies are taken away;
    without the cookie of its session it is nobody's either."""
    phone = second(mika)
    away = next(each["id"] for each in mika.devices() if not each["here"])
    with mika.house.websocket_connect("/ws", headers=phone.headers) as socket:
        rest = mika.ask("POST", "/api/me/devices/end", id=away).json()
        assert code_of(socket) == SESSION_ENDED
    assert [each["here"] for each in rest] == [True]
    with mika.house.websocket_connect("/ws", headers=phone.headers) as socket:
        assert code_of(socket) == SESSION_ENDED
    assert phone.ask("GET", "/api/games").status_code == 200
    for lang, words in (("en", "been signed out"), ("fr", "déconnecté"), ("pl", "wylogowana")):
        told = phone.ask("GET", f"/api/me?lang={lang}")
        assert problem(told) == (401, "ended")
        assert words in told.json()["sentence"]
        gone = [each for each in told.headers.get_list("set-cookie") if "Max-Age=0" in each]
        assert [each.partition("=")[0] for each in gone] == ["hanamachi", "hanamachi-device"]
    assert phone.name == ""
    del phone.jar["hanamachi-device"]
    assert phone.name == ""
    assert mika.name == "Mika"
    assert problem(mika.ask("POST", "/api/me/devices/end", id=away)) == (409, "no_device")


def code_of(socket: Any) -> int:
    """Return with which code a socket is closed, whatever it hears before."""
    try:
        while True:
            socket.receive_json()
    except WebSocketDisconnect as closed:
        return closed.code


def test_nobody_ends_the_only_one(mika: Browser) -> None:
    """Whoever did could never come back."""
    only = mika.devices()[0]["id"]
    assert problem(mika.ask("POST", "/api/me/devices/end", id=only)) == (409, "last_device")
    assert mika.name == "Mika"


def test_nobody_ends_anothers(mika: Browser) -> None:
    rin = Browser(mika.house)
    rin.ask("PUT", "/api/me", name="Rin")
    session = mika.devices()[0]["id"]
    assert problem(rin.ask("POST", "/api/me/devices/end", id=session)) == (409, "no_device")
    assert mika.name == "Mika"
    assert problem(Browser(mika.house).ask("GET", "/api/me/devices")) == (404, "no_name")


def test_cookies_of_before_still_hold(mika: Browser) -> None:
    """And such a browser gets a session when it comes; a program need not have one."""
    del mika.jar["hanamachi-device"]
    program = Browser(mika.house, "python")
    program.jar = dict(mika.jar)
    assert (program.name, mika.name) == ("Mika", "Mika")
    assert "hanamachi-device" in mika.jar
    assert "hanamachi-device" not in program.jar


def test_a_session_is_its_guests_alone() -> None:
    key = b"k" * 32
    assert read_session(sign_session("mika", "s", key), "mika", key) == "s"
    assert read_session(sign_session("mika", "s", key), "rin", key) is None
    assert read_session(sign("mika", key), "mika", key) is None


def test_a_house_opens_with_what_was_ended(database: str) -> None:
    with TestClient(make_app(database), base_url=HOST) as house:
        mika = Browser(house)
        mika.ask("PUT", "/api/me", name="Mika")
        second(mika)
        here = next(each["id"] for each in mika.devices() if each["here"])
        mika.ask("POST", "/api/me/devices/end", id=here)
    with TestClient(make_app(database), base_url=HOST) as mika.house:
        assert mika.name == ""


def test_other_workers_hear_of_it(tmp_path: Any) -> None:
    import asyncio

    from hanamachi.server.db.connection import Database

    announced: list[tuple[str, str]] = []

    def on_end(_db: object, user: str, ended: str) -> None:
        announced.append((user, ended))

    async def story() -> None:
        database = Database(str(tmp_path / "house.db"))
        await database.open()
        here, there = (Sessions(database, Cookies(), on_end) for _ in range(2))
        session = await here.begin("mika", FIREFOX)
        await here.end("mika", session)
        await there.read_ended()
        assert sorted(announced) == [("mika", ""), ("mika", session)]
        assert all(each.cookies.is_ended(*pair) for each in (here, there) for pair in announced)
        assert not there.cookies.is_ended("mika", "another")
        await database.close()

    asyncio.run(story())


def test_what_is_kept_of_them_is_told_and_forgotten(mika: Browser) -> None:
    mika.ask("PUT", "/api/me/push", endpoint="https://push.example/x", p256dh=THEIRS, auth="A" * 22)
    mika.code()
    told = mika.ask("GET", "/api/me/export").json()
    assert [each["device"] for each in told["browsers"]] == ["Firefox · Linux"]
    assert [each["endpoint"] for each in told["calls"]] == ["https://push.example/x"]
    assert len(told["codes"]) == 1
    phone = Browser(mika.house)
    code = mika.code()
    assert mika.ask("DELETE", "/api/me").status_code == 204
    assert problem(phone.ask("POST", "/api/device", code=code)) == (400, "bad_code")


def test_devices_are_named() -> None:
    assert device_name(FIREFOX) == "Firefox · Linux"
    assert device_name(PHONE) == "Chrome · Android"
    assert (
        device_name("Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Version/26.0 Safari/605.1.15")
        == "Safari · macOS"
    )
    assert device_name("curl/8") == ""


def test_a_seat_is_kept_on_the_second_browser(house: TestClient) -> None:
    table, mika, _rin = two_players(house)
    first, other = Browser(house), Browser(house)
    first.jar = dict([mika["cookie"].split("=", 1)])
    other.ask("POST", "/api/device", code=first.code())
    assert other.ask("GET", f"/api/tables/{table}").json()["mine"] == [0]
    assert guest(house, "Kiku")
