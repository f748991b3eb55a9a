"""Every page: no axe violation, day and night, three languages, phone, an origin that is not localhost."""

import json
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.support.axe import violations
from tests.e2e.support.play import named, open_table, play_out, settled, take_a_tile, tiles, wait_turn
from tests.e2e.support.server import OUTSIDE, House

ROOT = Path(__file__).parents[3]
PAGES = [
    *("/", "/new/okiya", "/new/mai_star", "/learn/okiya", "/games", "/settings", "/about", "/privacy"),
    *("/devices", "/lobby", "/nowhere"),
]
RULES = [f"/rules/{game}" for game in ("okiya", "hanamikoji", "geishas_road", "mai_star")]


@pytest.mark.parametrize("paths", [PAGES, RULES], ids=["pages", "rules"])
def test_axe_finds_nothing(visit: Any, paths: list[str]) -> None:
    """By day and by night; then only the colours are others."""
    page = named(visit(color_scheme="light"), "Mika")
    found = {}
    for path in paths:
        page.emulate_media(color_scheme="light")
        page.goto(path)
        expect(page.locator("#main")).to_be_visible()
        expect(page.get_by_role("heading", level=1)).to_be_visible()
        found[path, "light"] = violations(page)
        page.emulate_media(color_scheme="dark")
        found[path, "dark"] = violations(page, "color-contrast")
    assert {path: said for path, said in found.items() if said} == {}


@pytest.mark.parametrize(
    ("game", "size"), [("okiya", (1280, 800)), ("okiya", (390, 844)), ("hanamikoji", (1280, 800))]
)
def test_axe_finds_nothing_at_a_table(visit: Any, game: str, size: tuple[int, int]) -> None:
    page = named(visit(size=size, color_scheme="dark" if size[0] < 500 else "light"), "Mika")
    table = open_table(page, game, [{"kind": "me"}, {"kind": "bot", "level": "random"}])
    page.goto(f"/t/{table}")
    expect(page.get_by_role("region", name="What to do")).to_be_visible()
    settled(page)
    assert violations(page) == []
    page.goto(page.url.replace("/t/", "/r/"))
    expect(page.get_by_role("button", name="One step back")).to_be_visible()
    assert violations(page) == []


@pytest.mark.parametrize(("locale", "lang"), [("fr-FR", "fr"), ("pl-PL", "pl"), ("en-GB", "en")])
def test_three_languages(visit: Any, locale: str, lang: str) -> None:
    app = ROOT / "web" / "src"
    words = json.loads((app / "i18n" / f"{lang}.json").read_text("utf-8"))
    okiya = json.loads((app / "games" / "okiya" / "words" / f"{lang}.json").read_text("utf-8"))
    page = visit("/", locale=locale)
    expect(page.get_by_role("heading", name=words["home.title"])).to_be_visible()
    named(page, "Zoë Łucja")
    table = open_table(page, "okiya", [{"kind": "me"}, {"kind": "shared"}], layout="5XH9C164Q", starter=0)
    page.goto(f"/t/{table}")
    expect(page.get_by_text(okiya["okiya.open"]).first).to_be_visible()
    assert page.locator("html").get_attribute("lang") == lang


def test_the_night_is_dark(visit: Any) -> None:
    def paper(page: Page) -> str:
        return str(page.evaluate("getComputedStyle(document.documentElement).backgroundColor"))

    assert paper(visit("/", color_scheme="dark")) != paper(visit("/", color_scheme="light"))


def test_a_phone_plays_within_ten_seconds(visit: Any) -> None:
    page = visit("/", size=(390, 844), has_touch=True, is_mobile=True)
    page.get_by_text("Play now").first.tap()
    wait_turn(page, [page])
    take_a_tile(page)
    wide = page.evaluate("document.documentElement.scrollWidth")
    assert wide <= 390


def test_plain_http_at_an_address_of_the_lan(visit: Any, house: House) -> None:
    """No secure context there: no WebCrypto, no clipboard API. Everything works all the same."""
    page = visit("/", origin=f"http://{OUTSIDE}:{house.port}")
    assert page.evaluate("window.isSecureContext") is False
    page.get_by_text("Play now").first.click()
    wait_turn(page, [page])
    take_a_tile(page)
    play_out([page], page.url.rpartition("/")[2])
    page.get_by_role("button", name="Shuffle locked before the round").or_(
        page.get_by_text("Shuffle verified")
    ).first.click()
    expect(page.get_by_text("Shuffle verified").first).to_be_visible()


BYTES = """() => performance.getEntries()
  .filter(({entryType, name}) => entryType === "navigation" || /\\.(js|css)$/.test(name))
  .reduce((sum, {encodedBodySize}) => sum + encodedBodySize, 0)"""


def test_the_first_load_is_small(visit: Any) -> None:
    """Script, style and page of the street, as they come over the line."""
    page = visit("/")
    expect(page.locator(".tonight a").first).to_be_visible()
    assert 0 < page.evaluate(BYTES) < 120_000


def test_nothing_is_fetched_from_elsewhere(visit: Any, house: House) -> None:
    page = visit("/")
    seen: list[str] = []
    page.on("request", lambda request: seen.append(request.url))
    page.reload()
    page.get_by_text("Play now").first.click()
    expect(tiles(page).first).to_be_visible()
    assert seen
    assert all(url.startswith((house.url, "data:")) for url in seen)


def test_a_link_preview_tells_game_and_host_alone(visit: Any) -> None:
    page = named(visit(), "Mika")
    table = open_table(page, "hanamikoji", [{"kind": "me"}, {"kind": "bot", "level": "random"}])
    html = page.evaluate("path => fetch(path).then(r => r.text())", f"/t/{table}")
    assert "Hanamikoji · Mika’s table" in html
    assert "Random" not in html
    assert "flute" not in html
