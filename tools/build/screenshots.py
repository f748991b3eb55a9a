"""make screenshots: take the README's pictures from the running server, and record the words on them."""

import os
import tempfile
from collections.abc import Iterable, Iterator
from io import BytesIO
from pathlib import Path
from typing import Literal

import msgspec
from PIL import Image
from playwright.sync_api import Browser, Page, ViewportSize, sync_playwright

from tests.e2e.support.play import named
from tests.e2e.support.scenes import ONE_ON, judged, reviewed
from tests.e2e.support.server import CHROMIUM, FLAGS, THINKING, House
from tools.games import of_games

ROOT = Path(__file__).parents[2]
PICTURES = ROOT / "docs" / "pictures"
WORDS = PICTURES / "words.json"
Scheme = Literal["light", "dark"]
SHOWN: dict[str, tuple[ViewportSize, Scheme]] = {  # as the README shows them
    "desktop-light": ({"width": 1280, "height": 800}, "light"),
    "phone-dark": ({"width": 390, "height": 844}, "dark"),
}
KEPT = {"desktop-light": (1024, 640)}  # the README shows those at half of this
QUALITY = 52  # of WebP, of 100: letters stay sharp
MOVING = (560, 350)  # the size of the moving picture
MOVING_QUALITY = 50
REVIEWED, STEPS = "hanamikoji", 10  # the game whose review is shown, and how many steps into it
# The words that do not depend on the deal: of the bars and headings.
STANDING = """() => [...document.querySelectorAll("header, nav, h1, .rail > h2")]
  .filter((each) => each.checkVisibility()).flatMap((each) => each.innerText.split("\\n"))
  .map((line) => line.trim()).filter((line) => /\\p{L}{3}/u.test(line) && !/\\d/.test(line))"""
FONTS = """() => document.fonts.ready.then(() =>
  [...document.fonts].some(({family, status}) => family.includes("Hanamachi Sans") && status === "loaded"))"""


def main() -> None:
    PICTURES.mkdir(exist_ok=True)
    house = House(Path(tempfile.mkdtemp()), dict(os.environ))  # the four games, without the tests' game
    house.start()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        words = {  # of the last, the desktop: the test looks there
            name: sorted(said) for shown in reversed(SHOWN) for name, said in taken(browser, house, shown)
        }
        moving(browser, house)
        browser.close()
    house.stop()
    WORDS.write_bytes(msgspec.json.format(msgspec.json.encode(words), indent=1) + b"\n")


def taken(browser: Browser, house: House, shown: str) -> Iterator[tuple[str, set[str]]]:
    """Take the still pictures of one size; yield the standing words of each."""
    size, scheme = SHOWN[shown]

    def visitor() -> Page:  # each has only the table that is shown
        page = browser.new_page(
            base_url=house.url, viewport=size, color_scheme=scheme, reduced_motion="reduce", locale="en"
        )
        page.goto(house.url)
        page.wait_for_load_state("networkidle")
        return page

    if shown == "desktop-light":
        page = visitor()
        keep(page, "home", shown)
        yield "home", standing_words(page)
    for game, picture in of_games("picture").items():
        page = named(visitor(), "Mika")
        picture.play(page, house)
        keep(page, game.replace("_", "-"), shown)
        yield game, standing_words(page)
        page.close()
    if shown == "desktop-light":
        page = visitor()
        open_review(page, house)
        yield "review", standing_words(page)
        show_beliefs(page)
        keep(page, "review", shown)


def open_review(page: Page, house: House) -> None:
    """Open the review of a game, once there is an opinion on the first move."""
    named(page, "Aki")
    page.goto(reviewed(REVIEWED)(house, page))
    judged(page)


def show_beliefs(page: Page) -> None:
    """Wait for the whole review, and show what the opponent may hold in the midst of the game."""
    page.get_by_text("Analysing").wait_for(state="hidden", timeout=10 * THINKING)
    page.get_by_role("button", name="Mika", exact=True).click()
    beliefs = page.get_by_role("region", name="What Rin may hold")
    for _ in range(STEPS):
        page.get_by_role("button", name=ONE_ON).click()
    while not beliefs.count():
        page.get_by_role("button", name=ONE_ON).click()
        page.wait_for_timeout(300)
    beliefs.scroll_into_view_if_needed()
    page.wait_for_timeout(600)


def standing_words(page: Page) -> set[str]:
    return set(page.evaluate(STANDING))


def keep(page: Page, name: str, shown: str) -> None:
    assert page.evaluate(FONTS), f"{name} would show a fallback typeface: run make ready"
    save(PICTURES / f"{name}-{shown}.webp", shot(page), shown)


def save(file: Path, picture: Image.Image, shown: str) -> None:
    small = picture.resize(KEPT.get(shown, picture.size), Image.Resampling.LANCZOS)
    small.save(file, quality=QUALITY, method=6)


def shot(page: Page) -> Image.Image:
    with Image.open(BytesIO(page.screenshot())) as picture:
        return picture.convert("RGB")


def moving(browser: Browser, house: House) -> None:
    """Film a game: a picture of each moment, for as long as it is to be seen."""
    for game, film in of_games("moving").items():
        page = browser.new_page(base_url=house.url, viewport=SHOWN["desktop-light"][0], locale="en")
        page.goto(house.url)
        frames, times = [], []
        for time in film.moments(page, house):
            frames.append(shot(page).resize(MOVING, Image.Resampling.LANCZOS))
            times.append(time)
        page.close()
        save_moving(PICTURES / f"{game.replace('_', '-')}-moving.webp", frames, times)


def save_moving(file: Path, frames: list[Image.Image], times: Iterable[int]) -> None:
    first, *rest = frames
    first.save(
        file,
        save_all=True,
        append_images=rest,
        duration=list(times),
        loop=0,
        quality=MOVING_QUALITY,
        method=6,
        minimize_size=True,
    )


if __name__ == "__main__":
    main()
