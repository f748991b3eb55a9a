"""make screenshots: take the README's pictures from the running server."""

import os
import shutil
import tempfile
from io import BytesIO
from pathlib import Path
from typing import Literal

from PIL import Image
from playwright.sync_api import Page, ViewportSize, sync_playwright

from tests.e2e.support import road
from tests.e2e.support.hanamikoji import Player, next_of
from tests.e2e.support.play import named, open_table, take_a_tile, tiles, wait_turn
from tests.e2e.support.server import FLAGS, House
from tests.e2e.support.staged import dealt, stage

ROOT = Path(__file__).parents[2]
PICTURES = ROOT / "docs" / "pictures"
Scheme = Literal["light", "dark"]
SHOWN: dict[str, tuple[ViewportSize, Scheme]] = {  # as the README shows them
    "desktop-light": ({"width": 1280, "height": 800}, "light"),
    "phone-dark": ({"width": 390, "height": 844}, "dark"),
}
QUALITY = 88  # of WebP, of 100: letters stay sharp


def main() -> None:
    PICTURES.mkdir(exist_ok=True)
    house = House(Path(tempfile.mkdtemp()), dict(os.environ))  # the four games, without the tests' game
    house.start()
    chromium = next(filter(None, map(shutil.which, ("chromium", "chromium-headless-shell", "google-chrome"))))
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=FLAGS)
        for shown, (size, scheme) in SHOWN.items():
            context = browser.new_context(
                base_url=house.url,
                viewport=size,
                color_scheme=scheme,
                reduced_motion="reduce",
            )
            page = context.new_page()
            page.goto(house.url)
            page.wait_for_load_state("networkidle")
            if shown == "desktop-light":
                keep(page, f"home-{shown}")
            at_okiya(page, house.url)
            keep(page, f"okiya-{shown}")
            at_hanamikoji(page, house.url)
            keep(page, f"hanamikoji-{shown}")
            at_the_road(page, house.url)
            keep(page, f"geishas-road-{shown}")
            at_mai_star(page, house)
            keep(page, f"mai-star-{shown}")
        browser.close()
    house.stop()


def keep(page: Page, name: str) -> None:
    with Image.open(BytesIO(page.screenshot())) as picture:
        picture.convert("RGB").save(PICTURES / f"{name}.webp", quality=QUALITY, method=6)


def at_okiya(page: Page, url: str) -> None:
    """Show Okiya a few tiles into a game, with one chosen."""
    named(page, "Mika")
    seats = [{"kind": "me"}, {"kind": "bot", "level": "student"}]
    table = open_table(page, "okiya", seats, options={"match": "series"}, layout="5XH9C164Q")
    page.goto(f"{url}/t/{table}")
    for _ in range(2):
        wait_turn(page, [page])
        take_a_tile(page)
    wait_turn(page, [page])
    tiles(page).first.click()
    page.wait_for_timeout(600)


def at_hanamikoji(page: Page, url: str) -> None:
    """Show a Gift about to be offered, after a Competition, a Secret and the bot's answers."""
    page.goto(url)
    player = Player(page)
    table = open_table(page, "hanamikoji", [{"kind": "me"}, {"kind": "bot", "level": "novice"}])
    page.goto(f"{url}/t/{table}")
    for action in (3, 0, 2):  # the last one is only chosen
        while next_of([player]) and player.asked() == "answer":
            player.decide()
        player.choose(action + 1)
        if action != 2:
            player.seal()
    page.wait_for_timeout(600)


def at_the_road(page: Page, url: str) -> None:
    """Show Geisha's Road some turns into an advanced game, with a card of an offer chosen."""
    page.goto(url)
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


def at_mai_star(page: Page, house: House) -> None:
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


if __name__ == "__main__":
    main()
