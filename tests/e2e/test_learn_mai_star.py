"""The lesson of Mai-Star: one guided festival at a real table, in three languages."""

import json
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from e2e.test_pages import violations

WEB = Path(__file__).parents[2] / "web" / "src"
LESSON = json.loads((WEB / "games" / "mai_star" / "lessons" / "festival.json").read_text("utf-8"))
LANGUAGES = [("en-GB", "en", (1280, 800)), ("fr-FR", "fr", (390, 844)), ("pl-PL", "pl", (390, 844))]


def piece(page: Page, name: str) -> Locator:
    return page.locator(f'[data-piece="{name}"]').first


def make(page: Page, move: dict[str, Any], *, acting: bool) -> None:
    """The player's move, on the table itself, and its seal."""
    match move["type"]:
        case "Choose":
            piece(page, f"geisha{move['geisha']}").click()
        case "Target":
            page.locator(f'[data-piece="seat{move["player"]}"] .cover').click()
        case "Decline":
            piece(page, "optdecline").click()
        case "Ronin":
            piece(page, f"optronin {move['place'] + 1}").click()
        case _:
            piece(page, f"hand{move['card']}").click()
            if acting:
                piece(page, f"opt{move['type']}").click()
    page.locator(".guide > .acts .btn.seal").click()


@pytest.mark.parametrize(("locale", "lang", "size"), LANGUAGES)
def test_the_whole_lesson(visit: Any, locale: str, lang: str, size: tuple[int, int]) -> None:
    words = json.loads((WEB / "games" / "mai_star" / "words" / f"{lang}.json").read_text("utf-8"))
    app = json.loads((WEB / "words" / f"{lang}.json").read_text("utf-8"))
    page = visit("/learn/mai_star/festival", locale=locale, size=size)
    guide = page.get_by_role("region", name=app["guide"])
    steps, line = LESSON["steps"], LESSON["line"]
    for at, step in enumerate(steps):
        expect(guide.get_by_text(words[step["key"]], exact=True)).to_be_visible(timeout=20_000)
        expect(guide.locator(".teacher .why")).to_be_visible()
        if at + 1 == len(steps):
            break
        if steps[at + 1]["from"] == step["from"] or line[step["from"]]["seat"] != 0:
            guide.get_by_role("button", name=app["learn.next"]).click()
        else:
            if step["key"] == "mai.lesson.ronin":  # allowed, but not what the teacher means: nothing is sent
                page.locator(".piles button").first.click()
                page.locator(".guide > .acts .btn.seal").click()
                expect(guide).to_contain_text(app["learn.strayed"])
            make(page, line[step["from"]]["move"], acting=step["from"] in (3, 7, 15))
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert violations(page) == []
    expect(guide.get_by_role("button", name=app["learn.play"])).to_be_visible()
