"""What a page does if the files that draw a game do not arrive."""

import re
from typing import Any

from playwright.sync_api import Page, Route, expect

from tests.e2e.support.play import named, open_table, tiles

AGAINST = [{"kind": "me"}, {"kind": "bot", "level": "novice"}]
DRAWN = re.compile(r"/assets/Table-[^/]*\.js")


def at_table(page: Page) -> None:
    page.goto(f"/t/{open_table(page, 'okiya', AGAINST, layout='5XH9C164Q', starter=0)}")


def test_a_page_whose_files_did_not_come_is_loaded_once_more(visit: Any) -> None:
    page = named(visit(), "Mika")
    lost: list[str] = []

    def lose_the_first(route: Route) -> None:
        lost.append(route.request.url)
        route.abort() if len(lost) == 1 else route.continue_()

    page.route(DRAWN, lose_the_first)
    at_table(page)
    expect(tiles(page).first).to_be_visible()
    assert len(lost) == 2


def test_a_board_that_cannot_be_loaded_is_told_and_played_from_a_list(visit: Any) -> None:
    page = named(visit(), "Mika")
    page.route(DRAWN, lambda route: route.abort())
    at_table(page)
    expect(page.get_by_text("The board could not be loaded").first).to_be_visible()
    expect(page.get_by_role("form", name="Your moves")).to_be_visible()
    page.unroute(DRAWN)
    page.get_by_role("button", name="Table menu").click()
    page.get_by_role("button", name="Play on the board").click()
    expect(tiles(page).first).to_be_visible()
