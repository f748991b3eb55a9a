"""Members: signing up and in, credentials and their proofs, and what an attacker gets of it."""

import asyncio
from typing import Any

import pytest
import sqlalchemy as sa
from starlette.testclient import TestClient

from hanamachi.cli.commands.server.recover import NoSuchMember, make_link
from hanamachi.server.accounts import sessions
from hanamachi.server.accounts.passwords import Passwords, common
from hanamachi.server.app import make_app
from hanamachi.server.db import timestamps
from hanamachi.server.db.engine import url_of
from hanamachi.server.db.schema import META
from hanamachi.server.protocol.close_codes import SESSION_ENDED
from hanamachi.server.runtime.limits import Limits, Rate
from hanamachi.server.storage.reserved_names import look_of
from tests.server.cluster.test_worker import until
from tests.server.support.authenticator import Authenticator
from tests.server.support.browsers import PHONE, Browser
from tests.server.support.once.in_turn import in_turn
from tests.server.support.visitors import HOST, open_table, problem

GOOD = "four plum trees"


@pytest.fixture
def mika(house: TestClient) -> Browser:
    browser = Browser(house)
    browser.sign_up("Mika")
    return browser


def later(monkeypatch: pytest.MonkeyPatch, seconds: float) -> None:
    """As if so much time had passed; PostgreSQL's clock cannot be moved, so the span is cut short there."""
    true = timestamps.wall
    monkeypatch.setattr(timestamps, "wall", lambda: true() + seconds)
    monkeypatch.setattr("hanamachi.server.accounts.credentials.PROOF_SECONDS", -1.0)


def device(mika: Browser) -> Browser:
    """Another browser, signed in by a one-time code alone."""
    phone = Browser(mika.house, PHONE)
    assert phone.ask("POST", "/api/device", code=mika.code()).status_code == 200
    return phone


# Signing up.


def test_a_guest_who_signs_up_stays_who_they_are(house: TestClient) -> None:
    mika = Browser(house)
    mika.ask("PUT", "/api/me", name="Mika")
    before = mika.jar["hanamachi"].partition(".")[0]
    table = open_table(house, mika.headers)
    assert mika.account == {**mika.account, "member": False, "passkeys": []}
    codes = mika.sign_up("Mika K")
    assert len(set(codes)) == 8
    assert mika.jar["hanamachi"].partition(".")[0] == before
    assert [each["id"] for each in mika.ask("GET", "/api/me").json()["tables"]] == [table]
    account = mika.account
    assert (account["member"], account["name"], account["password"], account["codes"]) == (
        True,
        "Mika K",
        True,
        8,
    )
    assert account["proved"] > 0
    assert mika.name == "Mika K"
    assert problem(mika.ask("POST", "/api/account", name="Mika", password=GOOD)) == (400, "member_already")


@in_turn(
    ("password", "reason"),
    [
        ("", "no_credential"),
        ("too short", "short_password"),
        ("x" * 201, "long_password"),
        ("password123", "common_password"),
        ("Dragon!1234567", "common_password"),
        ("aaaaaaaaaaaa", "common_password"),
        ("Mika of Gion", "name_as_password"),
    ],
)
def test_bad_passwords(house: TestClient, password: str, reason: str) -> None:
    mika = Browser(house)
    mika.ask("PUT", "/api/me", name="Mika")
    answer = mika.ask("POST", "/api/account", name="Mika of Gion", password=password)
    assert problem(answer)[1] == reason
    assert not mika.account["member"]


def test_ten_thousand_passwords_are_known() -> None:
    assert len(common()) == 10_000
    assert {"123456", "password", "1234567890"} <= common()


def test_only_who_has_a_name_signs_up(house: TestClient) -> None:
    answer = Browser(house).ask("POST", "/api/account", name="Mika", password=GOOD)
    assert problem(answer) == (404, "no_name")


# Names.


@in_turn(
    "name",
    [
        "Mika",
        "mika",
        "MIKA",
        "Mıka",
        "Мika",
        "Miкa",
        "МИКА".replace("И", "I"),
        "Ｍｉｋａ",
        "Mi\ufe0fka",
        "Μικα",
        "rnika",
        "Miᴋa",
        "ᴍɪᴋᴀ",
        "Mi\u0307ka",
        "Mı\u0307ka",
        "𝓜𝓲𝓴𝓪",
        "ⅿika",
    ],
)
def test_names_that_look_alike_are_one(mika: Browser, name: str) -> None:
    """Not even guests may be called so."""
    rin = Browser(mika.house)
    rin.ask("PUT", "/api/me", name="Rin")
    assert rin.ask("POST", "/api/account/name", name=name).json()["instead"] == f"{name} 2"
    for answer in (
        rin.ask("POST", "/api/account", name=name, password=GOOD),
        rin.ask("PUT", "/api/me", name=name),
        Browser(mika.house).ask("PUT", "/api/me", name=name),
    ):
        assert problem(answer) == (400, "name_taken")
    assert rin.name == "Rin"


def test_a_long_name_is_cut_short_to_make_room_for_a_number(house: TestClient) -> None:
    name = "Wilhelmina-Charlotte of the Willow House"
    owner, rin = Browser(house), Browser(house)
    owner.ask("PUT", "/api/me", name="Wilma")
    owner.sign_up(name)
    rin.ask("PUT", "/api/me", name="Rin")
    told = rin.ask("POST", "/api/account/name", name=name).json()
    assert (told["free"], told["instead"]) == (False, "Wilhelmina-Charlotte of the Willow Hou 2")
    assert rin.ask("POST", "/api/account", name=told["instead"], password=GOOD).status_code == 201


def test_a_capital_i_is_no_l(house: TestClient) -> None:
    Browser(house).sign_up("Ivan")
    rin = Browser(house)
    rin.ask("PUT", "/api/me", name="Rin")
    assert problem(rin.ask("PUT", "/api/me", name="lvan")) == (400, "name_taken")


@pytest.mark.parametrize(
    ("one", "other", "are"),
    [
        ("Hinata", "НІΝАТА", True),
        ("Wiktor", "VViktor", True),
        ("Paweł", "Paweɫ", True),
        ("Paweł", "Pawel\u0335", True),
        ("Paweł", "Pawel", False),
        ("Zoé", "Zoe\u0301", True),
        ("Zoé", "Zoe", False),
        ("Νίκη", "ΝΊΚΗ", True),
        ("Mila", "Mikа", False),
        ("Lia", "Ila", False),
    ],
)
def test_which_names_look_alike(one: str, other: str, are: bool) -> None:
    first, second = look_of(one), look_of(other)
    assert (first.skeleton == second.skeleton or first.lookalike == second.lookalike) is are


@in_turn("name", ["Mi\u200bka", "Mi\u200dka", "Mi\u00adka", "Mi\u202eka", "Mika\u3164"])
def test_invisible_letters_are_in_no_name(mika: Browser, name: str) -> None:
    assert problem(Browser(mika.house).ask("PUT", "/api/me", name=name)) == (400, "bad_signs")


@in_turn("name", ["Paweł", "Zażółć Gęślą", "Éloïse", "Noël", "Łucja", "Françoise", "Œdipe"])
def test_polish_and_french_letters_pass(house: TestClient, name: str) -> None:
    browser = Browser(house)
    browser.sign_up(name)
    assert browser.name == name
    assert Browser(house).sign_in(name=name.upper(), password=GOOD).status_code == 200


def test_a_guest_who_was_called_so_before_is_shown_as_a_guest(house: TestClient) -> None:
    guest, mika = Browser(house), Browser(house)
    guest.ask("PUT", "/api/me", name="mika")
    table = open_table(house, guest.headers)
    mika.sign_up("Mika")
    for lang, name in (("en", "mika (guest)"), ("fr", "mika (invité)"), ("pl", "mika (gość)")):
        told = guest.ask("GET", f"/api/me?lang={lang}").json()
        assert (told["name"], told["tables"][0]["names"][0]) == ("mika", name)
        until(
            lambda lang=lang, name=name: seats(mika, table, lang)[0]["name"] == name
        )  # once it is read anew
    guest.ask("PUT", "/api/me", name="Rin")
    assert guest.ask("GET", "/api/me").json()["tables"][0]["names"][0] == "Rin"


def seats(browser: Browser, table: str, lang: str) -> Any:
    return browser.ask("GET", f"/api/tables/{table}?lang={lang}").json()["table"]["seats"]


def test_guests_of_an_older_release_are_compared_when_the_server_starts(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("hanamachi.server.app.SETTLED", 0.0)
    guests = META.tables["guests"]
    with TestClient(make_app(database), base_url=HOST) as house:
        guest = Browser(house)
        guest.ask("PUT", "/api/me", name="mika")
        open_table(house, guest.headers)
        engine = sa.create_engine(url_of(database), poolclass=sa.NullPool)
        with engine.begin() as db:
            db.execute(sa.update(guests).values(skeleton=None, lookalike=None, compared=None))
        Browser(house).sign_up("Mika")
        assert guest.ask("GET", "/api/me").json()["tables"][0]["names"][0] == "mika"
    with TestClient(make_app(database), base_url=HOST) as house:
        guest.house = house
        for _ in range(600):
            if guest.ask("GET", "/api/me").json()["tables"][0]["names"][0] == "mika (guest)":
                break
        else:
            pytest.fail("the guest was never compared")


def test_a_freed_name_rests_and_only_its_member_may_take_it_back(mika: Browser) -> None:
    assert mika.ask("PUT", "/api/me", name="Nao").status_code == 200
    rin = Browser(mika.house)
    assert problem(rin.ask("PUT", "/api/me", name="Mika")) == (400, "name_taken")
    assert mika.ask("PUT", "/api/me", name="Mika").status_code == 200
    assert rin.sign_in(name="Nao", password=GOOD).status_code == 401


def test_a_name_rests_for_ninety_days_after_its_member_is_erased(
    mika: Browser, database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert mika.ask("DELETE", "/api/me").status_code == 204
    rin = Browser(mika.house)
    assert problem(rin.ask("PUT", "/api/me", name="Mika")) == (400, "name_taken")
    engine = sa.create_engine(url_of(database), poolclass=sa.NullPool)
    freed = META.tables["freed_names"]
    with engine.begin() as db:
        assert all(row.guest is None for row in db.execute(sa.select(freed)))
        left = [until - timestamps.now(db) for until in db.scalars(sa.select(freed.c.until))]
        assert all(89.9 < seconds / 86_400 <= 90 for seconds in left)
        db.execute(sa.update(freed).values(until=timestamps.now(db) - 1))
    assert rin.ask("PUT", "/api/me", name="Mika").status_code == 200


# Signing in.


def test_signing_in_by_password_makes_a_new_session(mika: Browser) -> None:
    phone = Browser(mika.house, PHONE)
    assert phone.sign_in(name="mika", password=GOOD).json()["name"] == "Mika"
    assert phone.name == "Mika"
    assert {each["device"] for each in mika.devices()} == {"Firefox · Linux", "Chrome · Android"}
    assert phone.account["proved"] > 0


@in_turn(
    ("wish", "told"),
    [
        ({"name": "Mika", "password": "five plum trees"}, (401, "bad_credentials")),
        ({"name": "Nobody", "password": GOOD}, (401, "bad_credentials")),
        ({"name": "Mika", "code": "0000-0000-0000-0000"}, (401, "bad_recovery_code")),
        ({"name": "Nobody", "code": "0000-0000-0000-0000"}, (401, "bad_recovery_code")),
        ({"name": "Mika"}, (409, "no_credential")),
        ({"link": "x"}, (400, "link_over")),
    ],
)
def test_what_is_wrong_signs_nobody_in(mika: Browser, wish: Any, told: Any) -> None:
    stranger = Browser(mika.house)
    assert problem(stranger.sign_in(**wish)) == told
    assert stranger.jar == {}


def test_a_name_that_nobody_has_is_hashed_too() -> None:
    """So that time tells nothing: one verification each, with the same parameters."""
    passwords = Passwords()
    checked: list[str] = []
    true = passwords.hasher

    class Counting:
        def hash(self, password: bytes) -> str:
            return true.hash(password)

        def verify(self, stored: str, password: bytes) -> bool:
            checked.append(stored.rpartition("$")[0].rpartition("$")[0])
            return true.verify(stored, password)

    passwords.hasher = Counting()  # type: ignore[assignment]

    async def story() -> None:
        stored = await passwords.hash(GOOD)
        assert not await passwords.verify(None, "nobody's")
        assert not await passwords.verify(stored, "wrong")
        assert await passwords.verify(stored, GOOD)

    asyncio.run(story())
    assert len(checked) == 3
    assert len(set(checked)) == 1


def test_each_recovery_code_works_once(house: TestClient) -> None:
    mika = Browser(house)
    first, second, *_ = mika.sign_up("Mika")
    phone = Browser(house, PHONE)
    assert phone.sign_in(name="Mika", code=f" {first.upper().replace('-', ' ')}").status_code == 200
    assert problem(Browser(house).sign_in(name="Mika", code=first)) == (401, "bad_recovery_code")
    assert phone.account["codes"] == 7
    assert [each["kind"] for each in mika.account["news"]] == ["code_used"]
    assert phone.ask("POST", "/api/account/codes").status_code == 201
    assert problem(Browser(house).sign_in(name="Mika", code=second)) == (401, "bad_recovery_code")


def test_the_host_makes_a_link_that_works_once(mika: Browser, database: str) -> None:
    with pytest.raises(NoSuchMember):
        asyncio.run(make_link(database, "Nobody"))
    old, link = (asyncio.run(make_link(database, "mika")) for _ in range(2))
    phone = Browser(mika.house, PHONE)
    assert problem(phone.sign_in(link=old)) == (400, "link_over")
    assert phone.ask("POST", "/api/session/look", code=link).json() == {"name": "Mika"}
    assert phone.sign_in(link=link).json()["name"] == "Mika"
    assert phone.ask("PUT", "/api/account/password", password="six plum trees").status_code == 200
    assert problem(Browser(mika.house).sign_in(link=link)) == (400, "link_over")
    assert Browser(mika.house).sign_in(name="Mika", password="six plum trees").status_code == 200


def test_signing_out_ends_the_session(mika: Browser) -> None:
    phone = Browser(mika.house, PHONE)
    phone.sign_in(name="Mika", password=GOOD)
    stolen = dict(phone.jar)
    assert phone.ask("DELETE", "/api/session").status_code == 204
    phone.jar = stolen
    assert phone.name == ""
    assert mika.name == "Mika"
    rin = Browser(mika.house)
    rin.ask("PUT", "/api/me", name="Rin")
    assert problem(rin.ask("DELETE", "/api/session")) == (409, "no_member")


# Passkeys.


def asked(browser: Browser, path: str, **body: Any) -> Any:
    answer = browser.ask("POST", path, **body)
    assert answer.status_code == 200, answer.text
    return answer.json()


def test_a_passkey_alone_is_enough(house: TestClient) -> None:
    mika, key = Browser(house), Authenticator()
    mika.ask("PUT", "/api/me", name="Guest")
    made = key.make(asked(mika, "/api/account/passkeys/ask", name="Mika"))
    mika.sign_up("Mika", password="", passkey=made)
    account = mika.account
    assert (account["password"], [each["site"] for each in account["passkeys"]]) == (False, ["localhost"])
    phone = Browser(house, PHONE)
    used = key.use(asked(phone, "/api/session/passkey"))
    assert phone.sign_in(passkey=used).json()["name"] == "Mika"
    assert phone.name == "Mika"
    assert phone.sign_in(passkey=used).status_code == 400  # a challenge works once
    assert problem(Browser(house).sign_in(name="Mika", password=GOOD)) == (401, "bad_credentials")
    only = account["passkeys"][0]["id"]
    assert problem(mika.ask("POST", "/api/account/passkeys/remove", id=only)) == (409, "last_credential")
    assert mika.ask("PUT", "/api/account/password", password=GOOD).status_code == 200
    assert mika.ask("POST", "/api/account/passkeys/remove", id=only).json()["passkeys"] == []
    assert problem(mika.ask("DELETE", "/api/account/password")) == (409, "last_credential")
    used = key.use(asked(phone, "/api/session/passkey"))
    assert problem(phone.sign_in(passkey=used)) == (400, "bad_passkey")


def test_a_passkey_of_another_site_or_another_hand_is_refused(mika: Browser) -> None:
    key = Authenticator()
    for wrong in (Authenticator(origin="http://evil.example"), Authenticator(site="evil.example")):
        made = wrong.make(asked(mika, "/api/account/passkeys/ask", name=""))
        assert problem(mika.ask("POST", "/api/account/passkeys", **made)) == (400, "bad_passkey")
    made = key.make(asked(mika, "/api/account/passkeys/ask", name=""))
    assert mika.ask("POST", "/api/account/passkeys", **made).status_code == 200
    again = key.make(asked(mika, "/api/account/passkeys/ask", name=""))
    assert problem(mika.ask("POST", "/api/account/passkeys", **again)) == (409, "passkey_known")
    thief = Authenticator()
    thief.id = key.id
    phone = Browser(mika.house, PHONE)
    forged = thief.use(asked(phone, "/api/session/passkey"))
    assert problem(phone.sign_in(passkey=forged)) == (400, "bad_passkey")
    empty = {"challenge": "", "credential": {}}
    assert problem(phone.sign_in(passkey=empty)) == (400, "challenge_over")


def test_a_challenge_for_one_user_is_nobody_elses(mika: Browser) -> None:
    rin, key = Browser(mika.house), Authenticator()
    rin.sign_up("Rin")
    made = key.make(asked(rin, "/api/account/passkeys/ask", name=""))
    assert problem(mika.ask("POST", "/api/account/passkeys", **made)) == (400, "bad_passkey")


def test_no_passkeys_at_an_address_without_tls(database: str) -> None:
    with TestClient(make_app(database), base_url="http://127.0.0.1") as house:
        mika = Browser(house)
        mika.sign_up("Mika")
        assert not mika.account["passkeys_here"]
        answer = mika.ask("POST", "/api/account/passkeys/ask", name="")
        assert problem(answer) == (409, "no_passkeys_here")


# Proofs: what a session that began by a code cannot do.


def changes(browser: Browser, key: Authenticator) -> dict[str, Any]:
    made = key.make(asked(browser, "/api/account/passkeys/ask", name=""))
    return {
        "password": browser.ask("PUT", "/api/account/password", password="the thief's own"),
        "passkey": browser.ask("POST", "/api/account/passkeys", **made),
        "codes": browser.ask("POST", "/api/account/codes"),
        "no password": browser.ask("DELETE", "/api/account/password"),
        "name": browser.ask("PUT", "/api/me", name="Somebody else"),
        "erase": browser.ask("DELETE", "/api/me"),
    }


def test_a_device_code_never_suffices_to_change_credentials(mika: Browser) -> None:
    """Takeover by a code that was read over a shoulder, or sent by a trick."""
    thief = device(mika)
    assert (thief.name, thief.account["proved"]) == ("Mika", 0)
    refused = changes(thief, Authenticator())
    assert {what: problem(answer) for what, answer in refused.items()} == dict.fromkeys(
        refused, (403, "proof_needed")
    )
    again = device(thief)  # a code of a code is no more
    assert problem(again.ask("POST", "/api/account/codes")) == (403, "proof_needed")
    assert Browser(mika.house).sign_in(name="Mika", password=GOOD).status_code == 200


def test_a_proof_is_good_for_ten_minutes_in_one_browser(
    mika: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    phone = device(mika)
    wrong = phone.ask("POST", "/api/account/proof", password="not this one")
    assert problem(wrong) == (401, "wrong_password")
    assert phone.ask("POST", "/api/account/proof", password=GOOD).json()["proved"] > 590
    assert phone.ask("POST", "/api/account/codes").status_code == 201
    later(monkeypatch, 601)
    for browser in (mika, phone):
        assert problem(browser.ask("POST", "/api/account/codes")) == (403, "proof_needed")


def test_a_passkey_or_a_recovery_code_is_a_proof(house: TestClient) -> None:
    mika, key = Browser(house), Authenticator()
    code, *_ = mika.sign_up("Mika")
    rin = Browser(house)
    foreign, *_ = rin.sign_up("Rin")
    made = key.make(asked(mika, "/api/account/passkeys/ask", name=""))
    mika.ask("POST", "/api/account/passkeys", **made)
    phone = device(mika)
    assert problem(phone.ask("POST", "/api/account/proof", code=foreign)) == (401, "bad_recovery_code")
    assert phone.ask("POST", "/api/account/proof", code=code).json()["proved"] > 0
    tablet = device(mika)
    used = key.use(asked(tablet, "/api/account/proof/passkey"))
    assert tablet.ask("POST", "/api/account/proof", passkey=used).json()["proved"] > 0
    used = key.use(asked(rin, "/api/session/passkey"))
    assert problem(rin.ask("POST", "/api/account/proof", passkey=used)) == (400, "bad_passkey")


def test_all_other_browsers_are_told_of_a_new_credential(mika: Browser) -> None:
    phone, tablet = device(mika), device(mika)
    with mika.house.websocket_connect("/ws", headers=phone.headers) as socket:
        mika.ask("PUT", "/api/account/password", password="seven plum trees")
        assert socket.receive_json() == {"type": "accountnews"}
    assert mika.account["news"] == []
    for other in (phone, tablet):
        news = other.account["news"]
        assert [(each["kind"], each["device"]) for each in news] == [("password", "Firefox · Linux")]
    assert phone.ask("DELETE", "/api/account/news").json()["news"] == []
    assert len(tablet.account["news"]) == 1


# Attacks.


def test_session_fixation_at_sign_in(mika: Browser) -> None:
    """Cookies that a thief planted name nobody's session after the victim signs in."""
    thief, victim = Browser(mika.house), Browser(mika.house)
    thief.ask("PUT", "/api/me", name="Innocent")
    thief.ask("GET", "/api/me")
    victim.jar = dict(thief.jar)
    assert victim.sign_in(name="Mika", password=GOOD).status_code == 200
    assert (victim.name, thief.name) == ("Mika", "Innocent")
    assert not set(victim.jar.values()) & set(thief.jar.values())


def test_session_fixation_at_sign_up(house: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever shares the guest's cookies is signed out, unless the member keeps their browser."""
    monkeypatch.setattr(sessions, "SWITCH_SECONDS", 0.0)
    victim = Browser(house)
    victim.ask("PUT", "/api/me", name="Mika")
    victim.ask("GET", "/api/me")
    copy, bare, other = Browser(house), Browser(house), Browser(house, PHONE)
    copy.jar, bare.jar = dict(victim.jar), {"hanamachi": victim.jar["hanamachi"]}
    other.ask("POST", "/api/device", code=victim.code())
    with house.websocket_connect("/ws", headers=copy.headers) as socket:
        victim.sign_up("Mika")
        while (told := socket.receive())["type"] != "websocket.close":
            assert told["type"] == "websocket.send"
        assert told["code"] == SESSION_ENDED
    assert victim.name == "Mika"
    assert [each.name for each in (copy, bare, other)] == ["", "", ""]


def test_a_code_that_was_given_out_before_signing_up_is_void(house: TestClient) -> None:
    """And so is a passkey that a browser asked to make for the guest."""
    victim, thief = Browser(house), Browser(house, PHONE)
    victim.ask("PUT", "/api/me", name="Mika")
    code = victim.code()
    thief.ask("POST", "/api/device", code=victim.code())
    later_code = victim.code()
    asked = thief.ask("POST", "/api/account/passkeys/ask", name="Mika").json()
    victim.sign_up("Mika")
    for each in (code, later_code):
        assert problem(Browser(house, PHONE).ask("POST", "/api/device", code=each)) == (400, "bad_code")
    answer = thief.ask("POST", "/api/account/passkeys", **Authenticator().make(asked))
    assert answer.status_code in (401, 404), answer.text
    assert victim.account["passkeys"] == []


def test_browsers_that_stay_get_new_cookies(house: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    """Once: a copy of the old ones is worth nothing a minute later."""
    monkeypatch.setattr(sessions, "RENEWAL_SECONDS", 0.0)
    mika = Browser(house)
    mika.ask("PUT", "/api/me", name="Mika")
    phone = device(mika)
    old, session = dict(phone.jar), next(each["id"] for each in mika.devices() if not each["here"])
    mika.sign_up("Mika", keep=[session])
    assert phone.name == "Mika"
    assert phone.jar["hanamachi-device"] != old["hanamachi-device"]
    thief = Browser(house, PHONE)
    thief.jar = old
    assert thief.name == ""
    assert (phone.name, len(phone.devices())) == ("Mika", 2)


def test_brute_force_waits_by_name_and_by_address(database: str) -> None:
    few = Limits(attempts=Rate(3, 1), sign_ins=Rate(8, 1))
    with TestClient(make_app(database, limits=few), base_url=HOST) as house:
        mika = Browser(house)
        code, *_ = mika.sign_up("Mika")
        thief = Browser(house)
        tried = [problem(thief.sign_in(name=name, password="guess number one")) for name in ("Mika", "МIKA")]
        assert tried == [(401, "bad_credentials")] * 2
        thief.sign_in(name="mika", password="guess number two")
        answer = thief.sign_in(name="Mika", password=GOOD)
        assert problem(answer) == (429, "too_many")
        assert int(answer.headers["retry-after"]) > 0
        assert Browser(house).sign_in(name="Mika", code=code).status_code == 200  # codes are counted apart
        others = [problem(thief.sign_in(name=f"N{n}", password="guess one two"))[0] for n in range(4)]
        assert others == [401, 401, 401, 429]


# What is stored.


def test_an_export_says_what_there_is_and_no_secret(mika: Browser) -> None:
    key = Authenticator()
    made = key.make(asked(mika, "/api/account/passkeys/ask", name=""))
    mika.ask("POST", "/api/account/passkeys", **made)
    device(mika)
    text = mika.ask("GET", "/api/me/export").text
    told = mika.ask("GET", "/api/me/export").json()
    assert (told["member"][0]["name"], len(told["passkeys"]), len(told["recovery_codes"])) == ("Mika", 1, 8)
    assert set(told["passwords"][0]) == {"made"}
    assert "argon2" not in text
    assert "public_key" not in text


def test_nothing_of_a_member_who_was_erased_is_left(mika: Browser, database: str) -> None:
    key = Authenticator()
    made = key.make(asked(mika, "/api/account/passkeys/ask", name=""))
    mika.ask("POST", "/api/account/passkeys", **made)
    phone = device(mika)
    mika.ask("POST", "/api/account/codes")
    asyncio.run(make_link(database, "Mika"))
    user = mika.jar["hanamachi"].partition(".")[0]
    assert len(phone.account["news"]) == 1
    assert mika.ask("DELETE", "/api/me").status_code == 204
    engine = sa.create_engine(url_of(database), poolclass=sa.NullPool)
    with engine.connect() as db:
        for table in META.sorted_tables:
            rows = str(db.execute(sa.select(table)).all())
            assert user not in rows, table.name
            assert "Mika" not in rows, table.name
    assert problem(Browser(mika.house).sign_in(name="Mika", password=GOOD)) == (401, "bad_credentials")


def test_a_member_who_is_not_proved_is_not_erased(mika: Browser) -> None:
    assert problem(device(mika).ask("DELETE", "/api/me")) == (403, "proof_needed")
    guest = Browser(mika.house)
    guest.ask("PUT", "/api/me", name="Rin")
    assert guest.ask("DELETE", "/api/me").status_code == 204
