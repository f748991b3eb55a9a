"""Give away what is seen: the link and the picture of a result, a replay and a study."""

import re
from typing import Any

from playwright.sync_api import Page, expect

from tests.e2e.support.axe import violations
from tests.e2e.support.play import named, open_table
from tests.e2e.support.recorded import brought, novices
from tests.e2e.support.server import THINKING
from tests.e2e.support.studied import branched

PHONE = (390, 844)


def check_picture(page: Page) -> None:
    """The picture has come."""
    picture = page.get_by_role("img", name="The picture")
    expect(picture).to_have_js_property("naturalWidth", 1200, timeout=THINKING)


def test_a_replay_is_given_away_by_its_link_or_as_a_picture(visit: Any) -> None:
    page = named(visit(), "Aki")
    page.goto(f"/r/{brought(page, novices('hanamikoji', 9, starter='first'))}/6?eyes=0")
    share = page.get_by_role("button", name="Share")
    share.focus()
    page.keyboard.press("Enter")
    dialog = page.get_by_role("dialog", name="Share")
    check_picture(page)
    expect(dialog.get_by_role("img", name="The picture")).to_have_attribute("src", re.compile("eyes=0"))
    assert violations(page) == []
    dialog.get_by_role("button", name="Copy link").click()
    expect(dialog.get_by_role("button", name="Copied")).to_be_visible()
    with page.expect_download() as download:
        dialog.get_by_role("link", name="Save picture").click()
    assert download.value.path().read_bytes().startswith(b"\x89PNG")
    page.keyboard.press("Escape")
    expect(share).to_be_focused()


def test_a_phone_shares_by_its_own_sheet(visit: Any) -> None:
    page = named(visit(size=PHONE), "Aki")
    page.add_init_script("navigator.share = async (what) => { window.given = what; }")
    page.goto(f"/r/{brought(page, novices('okiya', 9))}/3?lang=fr")
    page.get_by_role("button", name="Share").click()
    check_picture(page)
    page.get_by_role("dialog", name="Share").get_by_role("button", name="Share").click()
    given = page.evaluate("window.given")
    assert re.search(r"/r/\w+/\d+$", given["url"])
    assert given["title"].startswith("Okiya · ")


def test_a_result_is_shared_from_its_table(visit: Any) -> None:
    page = named(visit(size=PHONE), "Mika")
    seats = [{"kind": "me"}, {"kind": "shared"}]
    page.goto(f"/t/{open_table(page, 'okiya', seats)}")
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Resign").first.click()
    page.get_by_role("dialog").get_by_role("button", name="Resign").last.click()
    page.get_by_role("button", name="Share").click()
    check_picture(page)
    assert violations(page) == []


def test_a_study_is_shared_with_a_picture_that_its_owner_chooses(visit: Any) -> None:
    page = named(visit(), "Mika")
    path = branched(page, "hanamikoji")
    page.goto(path)
    page.get_by_label("Share and save").click()
    with page.expect_response(re.compile("/edits")):
        page.get_by_label("Anyone with the link can read it").check()
    check_picture(page)
    with page.expect_response(re.compile("/edits")):
        page.get_by_label("The link’s picture shows the view of").select_option("0")
    expect(page.get_by_label("The link’s picture shows the view of")).to_have_value("0")
    assert violations(page) == []


def test_a_picture_that_cannot_be_had_is_no_riddle(visit: Any) -> None:
    page = named(visit(), "Aki")
    page.route(re.compile("/picture"), lambda route: route.fulfill(status=429))
    page.goto(f"/r/{brought(page, novices('okiya', 9))}/3")
    page.get_by_role("button", name="Share").click()
    expect(page.get_by_role("alert")).to_contain_text("Try again in a minute.")
    expect(page.get_by_role("button", name="Copy link")).to_be_visible()
