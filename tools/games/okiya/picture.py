"""A table of Okiya for the README."""

from playwright.sync_api import Page

from tests.e2e.support.play import named, open_table, take_a_tile, tiles, wait_turn
from tests.e2e.support.server import House


def play(page: Page, house: House) -> None:
    """Show Okiya a few tiles into a game, with one chosen."""
    named(page, "Mika")
    seats = [{"kind": "me"}, {"kind": "bot", "level": "student"}]
    table = open_table(page, "okiya", seats, options={"match": "series"}, layout="5XH9C164Q")
    page.goto(f"{house.url}/t/{table}")
    for _ in range(2):
        wait_turn(page, [page])
        take_a_tile(page)
    wait_turn(page, [page])
    tiles(page).first.click()
    page.wait_for_timeout(600)
