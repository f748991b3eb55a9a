"""What a player does, by the names that a screen reader would hear."""

import re
from typing import Any

from playwright.sync_api import Page, expect

MAY_BE_TAKEN = re.compile("may be taken|can be taken|peut être prise?|można zabrać|do zabrania")


def named(page: Page, name: str) -> Page:
    """Give the visitor a name, through the house's own API, in this browser."""
    page.evaluate("name => fetch('/api/me', {method: 'PUT', body: JSON.stringify({name})})", name)
    return page


def open_table(page: Page, game: str, seats: list[dict[str, Any]], **wish: Any) -> str:
    """A table with these seats; its id."""
    body = {"game": game, "seats": seats, "words": "plum crane moon", **wish}
    answer = page.evaluate(
        "body => fetch('/api/tables', {method: 'POST', body: JSON.stringify(body)}).then(r => r.json())", body
    )
    return str(answer["id"])


def api(page: Page, path: str) -> Any:
    return page.evaluate("path => fetch(path).then(r => r.json())", path)


def tiles(page: Page) -> Any:
    return page.get_by_role("button", name=MAY_BE_TAKEN)


def take_a_tile(page: Page) -> None:
    """The first tile that may be taken, sealed; then the house has answered."""
    square = (tiles(page).first.get_attribute("aria-label") or "").split(",")[0]
    tile = page.get_by_role("button", name=re.compile(f"^{square},.*may be taken"))
    tile.click()
    page.get_by_role("button", name="Take this tile").click()
    expect(tile).to_have_count(0)


def over(page: Page) -> bool:
    return page.get_by_role("button", name=re.compile("Rematch|To the rematch")).count() > 0


def wait_turn(page: Page, pages: list[Page]) -> Page | None:
    """Whoever may take a tile now; None when the game is over."""
    for _ in range(200):
        if over(page):
            return None
        for each in pages:
            if (
                tiles(each).count()
                and each.get_by_role("region", name="What to do").get_by_text(re.compile("^Take")).count()
            ):
                return each
        page.wait_for_timeout(50)
    raise TimeoutError("nobody may move")


def screen(page: Page) -> str:
    """All that is on the screen, in words."""
    return page.locator("main").inner_text()


def settled(page: Page) -> str:
    """The screen once it does not change any more."""
    before = ""
    while (now := screen(page)) != before:
        before = now
        page.wait_for_timeout(250)
    return now


__all__ = [
    "api",
    "expect",
    "named",
    "open_table",
    "over",
    "screen",
    "settled",
    "take_a_tile",
    "tiles",
    "wait_turn",
]
