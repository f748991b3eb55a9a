"""A table of Mai-Star for the README."""

from playwright.sync_api import Page

from tests.e2e.support.server import House
from tests.e2e.support.staged import dealt, stage


def play(page: Page, house: House) -> None:
    """Show Mai-Star when a Thief is after Mika's newest guest, and her Ronin could cancel it."""
    line = dealt(
        {
            0: "blue-ronin blue-actor green-sumo-wrestler blue-emissary shogun",
            1: "red-thief red-yakuza blue-emissary green-samurai red-okaasan red-ronin blue-merchant",
            2: "green-okaasan blue-citizen foreigner green-citizen",
        },
        *("choose summer-sea", "choose sound-of-bell", "choose hazy", "guest red-ronin"),
        *("advertise green-okaasan", "advertise foreigner"),
        *("guest blue-ronin", "guest blue-actor", "decline", "guest red-thief", "target 1"),
    )
    page.goto(house.url + stage(house, [page, "novice", "novice"], line, names=["Mika", "Rin", "Kenji"]))
    page.get_by_role("radio", name="Cancel").click()
    page.wait_for_timeout(600)
