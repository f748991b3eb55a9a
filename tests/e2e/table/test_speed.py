"""How fast moves are shown: chosen in the menu or on the settings page, kept by the browser; Escape or a tap skips."""

import json
from typing import Any

from playwright.sync_api import Page, expect

from tests.e2e.support.play import named, open_table, tiles, until

AGAINST = [{"kind": "me"}, {"kind": "bot", "level": "novice"}]
LAYOUT = "5XH9C164Q"


def kept(page: Page) -> Any:
    return page.evaluate('() => JSON.parse(localStorage.getItem("hanamachi")).stories')


def test_the_speed_is_chosen_at_the_table_and_kept(visit: Any) -> None:
    page = named(visit(), "Mika")
    page.goto(f"/t/{open_table(page, 'okiya', AGAINST, layout=LAYOUT, starter=0)}")
    page.get_by_role("button", name="Menu").click()
    page.get_by_label("Animation").select_option("Fast")
    until(page, lambda: kept(page) == "fast")
    page.get_by_role("link", name="Settings").click()
    expect(page.get_by_role("radio", name="Fast")).to_be_checked()
    page.get_by_role("radio", name="None").check(force=True)
    page.get_by_role("link", name="Back to the table").click()
    expect(tiles(page).first).to_be_visible()
    assert kept(page) == "none"


def heard(page: Page) -> list[dict[str, Any]]:
    """What the house tells this page, as it comes."""
    told: list[dict[str, Any]] = []
    page.on(
        "websocket",
        lambda line: line.on("framereceived", lambda frame: told.append(json.loads(frame))),
    )
    return told


def answered(told: list[dict[str, Any]]) -> bool:
    return any(each["type"] == "updates" and each["asked"] == 0 and each["from_seq"] > 0 for each in told)


def move_while_time_stands_still(visit: Any) -> Page:
    """The bot has answered, and nothing of that is shown yet: the page's clock stands still."""
    page: Page = named(visit(reduced_motion="no-preference"), "Mika")
    page.clock.install()
    told = heard(page)
    page.goto(f"/t/{open_table(page, 'okiya', AGAINST, layout=LAYOUT, starter=0)}")
    tiles(page).first.click()
    seal = page.get_by_role("button", name="Take this tile")
    expect(seal).to_be_enabled()
    page.clock.pause_at(page.evaluate("() => Date.now() + 1000"))
    told.clear()
    seal.click()
    until(page, lambda: answered(told))
    expect(page.locator("#main .seal")).to_have_count(0)
    expect(tiles(page)).to_have_count(0)
    return page


def test_escape_skips_what_is_shown(visit: Any) -> None:
    page = move_while_time_stands_still(visit)
    page.keyboard.press("Escape")
    expect(tiles(page).first).to_be_visible()


def test_a_tap_on_the_table_skips_what_is_shown(visit: Any) -> None:
    page = move_while_time_stands_still(visit)
    page.locator(".felt").click(position={"x": 3, "y": 3})
    expect(tiles(page).first).to_be_visible()
