"""A table of Hanamikoji for the README."""

from playwright.sync_api import Page

from tests.e2e.support.hanamikoji import Player, next_of
from tests.e2e.support.play import open_table
from tests.e2e.support.server import House


def play(page: Page, house: House) -> None:
    """Show a Gift about to be offered, after a Competition, a Secret and the bot's answers."""
    page.goto(house.url)
    player = Player(page)
    table = open_table(page, "hanamikoji", [{"kind": "me"}, {"kind": "bot", "level": "novice"}])
    page.goto(f"{house.url}/t/{table}")
    for action in (3, 0, 2):  # the last one is only chosen
        while next_of([player]) and player.asked() == "answer":
            player.decide()
        player.choose(action + 1)
        if action != 2:
            player.seal()
    page.wait_for_timeout(600)
