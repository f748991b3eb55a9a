"""Members in the browser: sign up with a passkey or a password, come back, change credentials, join games."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.support import rated
from tests.e2e.support.axe import violations
from tests.e2e.support.play import named, open_table
from tests.e2e.support.server import House
from tests.e2e.support.staged import reached

PASSWORD = "four plum trees"
Visit = Callable[..., Page]


def with_authenticator(page: Page) -> Page:
    """Chromium's virtual authenticator: a fingerprint that always fits."""
    session = page.context.new_cdp_session(page)
    session.send("WebAuthn.enable")
    options = {
        "protocol": "ctap2",
        "transport": "internal",
        "hasResidentKey": True,
        "hasUserVerification": True,
        "isUserVerified": True,
        "automaticPresenceSimulation": True,
    }
    session.send("WebAuthn.addVirtualAuthenticator", {"options": options})
    return page


def sign_up(page: Page, name: str) -> list[str]:
    """By the page, with a password; the codes that it shows."""
    page.goto("/sign-up")
    page.get_by_label("Your name").fill(name)
    expect(page.get_by_text(f"{name} is free.")).to_be_visible()
    page.get_by_role("radio", name="With a password").check()
    page.get_by_label("Password", exact=True).fill(PASSWORD)
    page.get_by_role("button", name="Keep my name").click()
    expect(page.get_by_role("heading", name="Your recovery codes")).to_be_visible()
    return page.locator("[data-part=codes] code").all_inner_texts()


def keep_codes(page: Page) -> None:
    page.get_by_label("I have saved them somewhere safe").check()
    page.get_by_role("button", name="Done").click()
    expect(page.get_by_role("heading", name="Your account", exact=True)).to_be_visible()


def sign_in(page: Page, name: str, secret: str = PASSWORD, *, code: bool = False) -> None:
    page.goto("/sign-in")
    if code:
        page.get_by_role("button", name="Use a recovery code").click()
    page.get_by_label("Your name").fill(name)
    page.get_by_label("Recovery code" if code else "Password").fill(secret)
    page.get_by_role("button", name="Sign in", exact=True).click()


def test_a_passkey_makes_a_member_and_brings_them_back(visit: Visit) -> None:
    page = with_authenticator(named(visit(), "Ayame"))
    table = open_table(page, "okiya", [{"kind": "me"}, {"kind": "bot", "level": "random"}])
    page.goto("/sign-up")
    expect(page.get_by_text("You played 1 game as a guest.")).to_be_visible()
    expect(page.get_by_role("radio", name="With a passkey")).to_be_checked()
    expect(page.get_by_text("Ayame is free.")).to_be_visible()
    page.get_by_role("button", name="Keep my name").click()
    keep_codes(page)
    expect(page.get_by_text("You have 8 codes left.")).to_be_visible()
    page.get_by_role("button", name="Sign out of this browser").click()
    page.wait_for_url("**/")
    page.goto("/sign-in")
    page.get_by_role("button", name="Sign in with a passkey").click()
    page.wait_for_url("**/")
    page.goto("/games")
    expect(page.locator(f"a[href*='{table}']").first).to_be_visible()


def test_a_password_a_code_and_the_news_of_a_change(visit: Visit) -> None:
    page, phone = visit(), visit(size=(390, 844))
    codes = sign_up(page, "Botan")
    assert len(codes) == 8
    keep_codes(page)
    sign_in(phone, "botan", "not the password")
    expect(phone.get_by_role("alert")).to_have_text("The name or the password is wrong.")
    sign_in(phone, "botan", codes[0], code=True)
    phone.wait_for_url("**/account")
    expect(phone.get_by_text("You have 7 codes left.")).to_be_visible()
    phone.get_by_label("New password").fill("seven plum trees")
    phone.get_by_role("button", name="Change it").click()
    page.goto("/settings")
    expect(page.get_by_text("Your account was changed in another browser.")).to_be_visible()
    page.get_by_role("link", name="View account").click()
    expect(page.get_by_role("heading", name="Your account has changed")).to_be_visible()
    page.get_by_role("button", name="Got it").click()
    expect(page.get_by_role("heading", name="Your account has changed")).to_have_count(0)


def test_a_browser_that_came_by_a_code_is_asked_for_the_password_first(visit: Visit) -> None:
    page, phone = visit(), visit()
    sign_up(page, "Cho")
    keep_codes(page)
    page.goto("/devices")
    page.get_by_role("button", name="Show the code").click()
    link = page.get_by_role("textbox", name="Link for the other browser").input_value()
    phone.goto("/device#" + link.partition("#")[2])
    phone.get_by_role("button", name="Cho").click()
    phone.wait_for_url("**/")
    phone.goto("/account")
    phone.get_by_role("button", name="Make eight new codes").click()
    expect(phone.get_by_role("heading", name="Is it you?")).to_be_visible()
    phone.get_by_role("dialog").get_by_label("Password").fill(PASSWORD)
    phone.get_by_role("button", name="Confirm").click()
    expect(phone.get_by_role("heading", name="Your recovery codes")).to_be_visible()


def test_a_guests_games_are_listed_and_joined(visit: Visit) -> None:
    page, phone = visit(), named(visit(), "Guest of Dan")
    sign_up(page, "Dan")
    open_table(phone, "okiya", [{"kind": "me"}, {"kind": "bot", "level": "random"}])
    sign_in(phone, "Dan")
    phone.wait_for_url("**/join")
    expect(phone.get_by_role("heading", name="1 game moves to your account")).to_be_visible()
    phone.get_by_role("button", name="Move them").click()
    expect(phone.get_by_text("Done: 1 game is yours now.")).to_be_visible()


def test_a_taken_name_is_told_while_it_is_typed(visit: Visit) -> None:
    sign_up(visit(), "Emiko")
    page = visit()
    page.goto("/sign-up")
    page.get_by_label("Your name").fill("EMIKO")
    page.get_by_role("button", name="Take EMIKO 2").click()
    expect(page.get_by_text("EMIKO 2 is free.")).to_be_visible()


def test_an_account_is_offered_after_the_third_game_and_never_at_a_table(visit: Visit, house: House) -> None:
    page = named(visit(), "Suzu")
    offer = page.get_by_role("complementary", name="Keep your name")
    for _ in range(2):
        reached(house, page, "okiya_end")
    page.goto("/games")
    expect(page.get_by_role("link", name="Review").first).to_be_visible()
    expect(offer).to_have_count(0)
    table = reached(house, page, "okiya_end")
    page.goto(table)
    expect(page.get_by_role("link", name="Review").first).to_be_visible()
    expect(offer).to_have_count(0)
    page.goto("/")
    expect(offer.get_by_role("link", name="Keep my name")).to_be_visible()
    assert violations(page) == []
    offer.get_by_role("button", name="Stay a guest").click()
    expect(offer).to_have_count(0)
    page.reload()
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    expect(offer).to_have_count(0)


@pytest.mark.parametrize("size", [(1366, 650), (390, 844)])
def test_ones_own_row_is_in_view_wherever_the_list_is(
    visit: Visit, house: House, size: tuple[int, int]
) -> None:
    page = named(visit(size=size), "Tamae")
    page.goto(rated.listed(house, page))
    row = page.locator("tr[aria-current=true]")
    expect(row).to_be_visible()
    for end in (0, 10_000):
        page.evaluate("to => scrollTo(0, to)", end)
        box = row.bounding_box()
        assert box
        assert 0 <= box["y"] <= size[1] - box["height"] + 1, end


def test_a_leaderboard_by_the_keyboard(visit: Visit, house: House) -> None:
    """The list is one stop: arrows walk in it, G goes to one's own row, Enter opens a page."""
    page = named(visit(), "Umeko")
    page.goto(rated.listed(house, page))
    mine = page.locator("tr[aria-current=true] a")
    expect(mine).to_be_visible()
    assert violations(page) == []
    page.keyboard.press("g")
    expect(mine).to_be_focused()
    rows = page.locator("tbody th a")
    count = rows.count()
    assert count > 2
    page.keyboard.press("End")
    expect(rows.last).to_be_focused()
    page.keyboard.press("Home")
    expect(rows.first).to_be_focused()
    page.keyboard.press("ArrowDown")
    expect(rows.nth(1)).to_be_focused()
    assert sorted(row.get_attribute("tabindex") or "" for row in rows.all()) == ["-1"] * (count - 1) + ["0"]
    games = page.get_by_role("navigation", name="Games").get_by_role("link")
    games.first.focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    page.wait_for_url("**/ratings/hanamikoji")
    rows.first.focus()
    page.keyboard.press("Enter")
    page.wait_for_url("**/member/*")


def test_a_member_page_leads_to_a_challenge_and_to_the_games_of_both(visit: Visit) -> None:
    page, other = visit(), visit()
    sign_up(page, "Wakana")
    sign_up(other, "Yayoi")
    table = open_table(page, "okiya", [{"kind": "me"}, {"kind": "open"}])
    assert other.request.post(f"/api/tables/{table}/seats", data={"seat": 1}).status == 200
    for each in (page, other):
        commitment = each.request.get(f"/api/tables/{table}").json()["table"]["commitment"]
        words = {"words": "plum", "commitment": commitment}
        assert each.request.post(f"/api/tables/{table}/words", data=words).status == 200
    other.goto("/lobby")
    other.get_by_role("link", name="Wakana").click()
    expect(other.get_by_role("heading", name="Wakana", level=1)).to_be_visible()
    assert violations(other) == []
    door = other.get_by_role("main").get_by_role("link", name="Challenge")
    expect(door).to_have_attribute("href", f"/new/okiya?with={table}.0")
    page.goto("/member/Wakana")
    expect(page.get_by_role("main").get_by_role("link", name="Your account")).to_be_visible()


def test_by_the_keyboard_alone(visit: Visit) -> None:
    page = visit()
    page.goto("/sign-up")
    page.get_by_label("Your name").focus()
    page.keyboard.type("Fuyu")
    expect(page.get_by_text("Fuyu is free.")).to_be_visible()
    page.keyboard.press("Tab")
    page.keyboard.press("ArrowDown")
    expect(page.get_by_role("radio", name="With a password")).to_be_checked()
    page.keyboard.press("Tab")
    page.keyboard.type(PASSWORD)
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Your recovery codes")).to_be_visible()


@pytest.mark.parametrize("locale", ["en-GB", "fr-FR", "pl-PL"])
def test_axe_has_nothing_against_the_pages(visit: Visit, locale: str) -> None:
    page: Any = visit(locale=locale)
    for path in ("/sign-up", "/sign-in", "/account", "/join"):
        page.goto(path)
        expect(page.locator("main h1")).to_be_visible()
        assert violations(page) == [], path
    page.request.put("/api/me", data={"name": f"Member {locale}"})
    made = page.request.post("/api/account", data={"name": f"Member {locale}", "password": PASSWORD})
    assert made.status == 201
    page.goto("/account")
    expect(page.locator("#recovery")).to_be_visible()
    assert violations(page) == []


def test_a_member_makes_a_bot_account_and_deletes_it(visit: Visit) -> None:
    page = visit()
    sign_up(page, "Nadeshiko")
    keep_codes(page)
    bots = page.get_by_role("region", name="Your bot accounts")
    bots.get_by_label("Name of the bot").fill("Kitsune")
    bots.get_by_role("button", name="Create a bot account").click()
    expect(bots.get_by_label("The token of Kitsune [bot]")).to_have_value(re.compile("^hmbot_"))
    expect(bots.get_by_text("never used")).to_be_visible()
    assert violations(page) == []
    token = bots.get_by_label("The token of Kitsune [bot]").input_value()
    bots.get_by_role("button", name="New token: Kitsune [bot]").click()
    expect(bots.get_by_label("The token of Kitsune [bot]")).not_to_have_value(token)
    page.goto("/member/Kitsune [bot]")
    expect(page.get_by_role("link", name="A bot account of Nadeshiko")).to_be_visible()
    page.goto("/ratings")
    page.get_by_role("button", name="Bot accounts").click()
    expect(page.get_by_text("No bot account is ranked here yet.")).to_be_visible()
    assert violations(page) == []
    page.goto("/account")
    page.get_by_role("button", name="Delete: Kitsune [bot]").click()
    expect(page.get_by_role("button", name="Delete: Kitsune [bot]")).to_have_count(0)
