"""A table of Geisha's Road for the README."""

from playwright.sync_api import Page

from tests.e2e.support import road
from tests.e2e.support.server import House


def play(page: Page, house: House) -> None:
    """Show Geisha's Road some turns into an advanced game, with a card of an offer chosen."""
    page.goto(house.url)
    options = {"mode": "advanced", "starter": "first"}
    road.at_road(page, [{"kind": "me"}, {"kind": "bot", "level": "novice"}], options=options)
    acts = 0
    for _ in range(600):
        what = road.asked(page)
        if acts >= 2 and what.startswith("choose"):
            break
        acts += road.step(page) == "act"
        page.wait_for_timeout(40)
    road.offer(page).first.click()
    page.wait_for_timeout(600)
