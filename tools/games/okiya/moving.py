"""A game of Okiya for the README's moving picture."""

from collections.abc import Iterator

from playwright.sync_api import Page

from tests.e2e.support.play import named, open_table, over, settled, tiles, wait_turn
from tests.e2e.support.server import House

MOVES = 3


def moments(page: Page, house: House) -> Iterator[int]:
    """Play against a novice; yield at each moment that is to be seen how many milliseconds it stays."""
    named(page, "Mika")
    seats = [{"kind": "me"}, {"kind": "bot", "level": "novice"}]
    table = open_table(page, "okiya", seats, layout="5XH9C164Q")
    page.goto(f"{house.url}/t/{table}")
    for _ in range(MOVES):
        wait_turn(page, [page])
        settled(page)
        if over(page):
            break
        yield 1200
        tiles(page).last.click()
        page.wait_for_timeout(300)
        yield 1000
        page.get_by_role("button", name="Take this tile").click()
        page.wait_for_timeout(500)
    settled(page)
    yield 2500
