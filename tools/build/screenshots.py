"""make screenshots: take the README's pictures from the running server."""

import os
import shutil
import tempfile
from io import BytesIO
from pathlib import Path
from typing import Literal

from PIL import Image
from playwright.sync_api import Page, ViewportSize, sync_playwright

from tests.e2e.support.server import FLAGS, House
from tools.games import of_games

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
            for game, picture in of_games("picture").items():
                picture.play(page, house)
                keep(page, f"{game.replace('_', '-')}-{shown}")
        browser.close()
    house.stop()


def keep(page: Page, name: str) -> None:
    with Image.open(BytesIO(page.screenshot())) as picture:
        picture.convert("RGB").save(PICTURES / f"{name}.webp", quality=QUALITY, method=6)


if __name__ == "__main__":
    main()
