"""Your turn, seen and heard though the page is closed; an app that opens without a line; one guest in two browsers."""

import json
import re
import shutil
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.e2e.support.play import named, open_table, take_seat, until
from tests.e2e.support.server import FLAGS, OUTSIDE, House

ME_AND_OPEN = [{"kind": "me"}, {"kind": "open"}]
WHOLE = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
MOVE = """([table, seat]) => new Promise((done) => {
  const socket = new WebSocket(location.origin.replace("http", "ws") + "/ws");
  socket.onopen = () => socket.send(JSON.stringify({type: "watch", table, seat, seq: 0}));
  let asked = true;
  socket.onmessage = ({data}) => {
    const {type, choices, seq} = JSON.parse(data);
    if (type !== "updates") return;
    if (!choices.length && !asked) done(socket.close());
    else if (choices.length && asked) socket.send(JSON.stringify({type: "submit", seat, seq, move: choices[0].move}));
    asked = false;
  };
})"""
REGISTERED = "() => navigator.serviceWorker.ready.then((worker) => worker.active.scriptURL)"


def rins_turn(mika: Page, rin: Page) -> str:
    table = open_table(mika, "okiya", ME_AND_OPEN, layout="5XH9C164Q", starter=1)
    take_seat(rin, table, 1)
    return table


def test_a_game_that_begins_to_wait_is_seen_on_every_page(visit: Any) -> None:
    mika, rin = named(visit(), "Mika"), named(visit(), "Rin")
    first, second = rins_turn(mika, rin), rins_turn(mika, rin)
    mika.goto("/about")
    expect(mika).to_have_title("About · Hanamachi")
    rin.evaluate(MOVE, [first, 1])
    expect(mika).to_have_title("(1) About · Hanamachi")
    expect(mika.locator('link[rel="icon"]')).to_have_attribute("href", "/icon-waits.svg")
    mika.goto("/games")
    following = mika.get_by_role("link", name="Next game waiting for you: Okiya with Rin")
    following.click()
    mika.wait_for_url(f"**/t/{first}")
    expect(mika).to_have_title(re.compile("^Your turn"))
    rin.evaluate(MOVE, [second, 1])
    expect(mika).to_have_title(re.compile(r"^\(1\) Your turn"))
    following.click()
    mika.wait_for_url(f"**/t/{second}")


def test_one_guest_in_two_browsers(visit: Any) -> None:
    mika, phone = named(visit(), "Mika"), visit("/", size=(390, 844))
    table = open_table(mika, "okiya", [{"kind": "me"}, {"kind": "bot", "level": "random"}])
    mika.goto("/settings")
    mika.get_by_role("link", name="Show your browsers").click()
    mika.get_by_role("button", name="Show the code").click()
    link = mika.get_by_role("textbox", name="Link for the other browser").input_value()
    phone.goto(link)
    phone.get_by_role("button", name="Yes, continue as Mika").click()
    phone.wait_for_url(re.compile("/$"))
    phone.goto("/games")
    expect(phone.locator(f'a[href="/t/{table}"]').first).to_be_visible()
    late = visit(link)
    expect(late.get_by_role("alert")).to_contain_text("This code has been used")
    mika.reload()
    expect(mika.get_by_role("main").get_by_role("listitem")).to_have_count(2)
    mika.get_by_role("button", name="Show the code").click()
    late.goto(mika.get_by_role("textbox", name="Link for the other browser").input_value())  # in the same tab
    expect(late.get_by_role("button", name="Yes, continue as Mika")).to_be_visible()
    mika.get_by_role("button", name="Sign out there").click()
    expect(mika.get_by_role("main").get_by_role("listitem")).to_have_count(1)
    expect(phone.get_by_role("alert")).to_contain_text("You have been signed out here")  # at once
    expect(phone.locator(f'a[href="/t/{table}"]')).to_have_count(0)
    phone.get_by_role("link", name="Back to the street").click()
    phone.goto("/games")
    expect(phone.get_by_text("You have no games yet")).to_be_visible()


def test_without_https_it_is_not_offered_and_says_why(visit: Any, house: House) -> None:
    page = visit("/settings", origin=f"http://{OUTSIDE}:{house.port}", locale="pl-PL")
    expect(page.get_by_text("wymagają bezpiecznego adresu (https)")).to_be_visible()
    expect(page.get_by_label("Pokazuj powiadomienie")).to_have_count(0)
    assert page.evaluate("() => 'serviceWorker' in navigator") is False


def test_the_app_opens_without_a_line_and_comes_back_by_itself(visit: Any) -> None:
    page = visit("/about", service_workers="allow", locale="fr-FR")
    page.evaluate(REGISTERED)
    page.context.set_offline(True)
    page.goto("/games")
    expect(page.get_by_role("heading", name="Le serveur est injoignable")).to_be_visible()
    page.context.set_offline(False)
    expect(page.get_by_role("heading", name="Mes parties")).to_be_visible()


def test_a_page_that_cannot_be_fetched_comes_by_itself_when_the_line_is_back(visit: Any) -> None:
    page = visit("/about", locale="pl-PL")
    before = page.get_by_role("heading", name="Gry i ich twórcy")
    unreachable = page.get_by_role("heading", name="Nie można połączyć się z serwerem")
    expect(before).to_be_visible()
    page.context.set_offline(True)
    page.get_by_role("link", name="Moje gry").first.click()
    expect(unreachable).to_be_visible()
    page.go_back()
    expect(before).to_be_visible()  # still
    page.go_forward()
    expect(unreachable).to_be_visible()
    page.context.set_offline(False)
    expect(page.get_by_role("heading", name="Moje gry")).to_be_visible()


@pytest.fixture
def whole(browser: Browser, house: House, tmp_path: Any) -> Iterator[BrowserContext]:
    """The whole browser: its headless shell denies notifications."""
    if WHOLE is None:
        pytest.skip("the whole Chromium is not installed (Debian: apt install chromium)")
    chromium = browser.browser_type.launch_persistent_context(
        str(tmp_path),
        executable_path=WHOLE,
        args=[*FLAGS, "--headless=new"],
        headless=False,
        base_url=house.url,
        locale="en-GB",
        permissions=["notifications"],
    )
    yield chromium
    chromium.close()


SHOWN = """() => navigator.serviceWorker.ready.then((worker) => worker.getNotifications())
  .then((all) => all.map(({title, body, tag, data}) => ({title, body, tag, data})))"""


def test_a_push_is_shown_while_no_page_is_open(whole: BrowserContext) -> None:
    page = whole.new_page()
    page.goto("/about")
    page.evaluate(REGISTERED)
    devtools = whole.new_cdp_session(page)
    found: list[Any] = []
    devtools.on("ServiceWorker.workerRegistrationUpdated", lambda told: found.extend(told["registrations"]))
    devtools.send("ServiceWorker.enable")
    until(page, lambda: found)
    said = {"sentence": "Your turn: Okiya with Rin.", "table": "abc", "path": "/t/abc"}
    push = {"origin": page.url.removesuffix("/about"), "registrationId": found[0]["registrationId"]}

    def arrive() -> None:
        devtools.send("ServiceWorker.deliverPushMessage", {**push, "data": json.dumps(said)})
        page.wait_for_timeout(300)

    arrive()
    assert page.evaluate(SHOWN) == []  # the page is seen: it says so itself
    page.goto("about:blank")
    arrive()
    page.goto("/about")
    told = {"title": "Hanamachi", "body": said["sentence"], "tag": "abc", "data": "/t/abc"}
    assert page.evaluate(SHOWN) == [told]
