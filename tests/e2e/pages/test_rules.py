"""The rules pages: every piece of the box with its number, and which rules are ours."""

import re
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.e2e.support.axe import violations
from tests.e2e.support.play import named
from tests.e2e.support.server import House
from tests.e2e.support.staged import reached

PIECES = {"okiya": 24, "hanamikoji": 11, "geishas_road": 22, "mai_star": 22}


@pytest.mark.parametrize("size", [(390, 844), (1280, 800)])
@pytest.mark.parametrize("game", PIECES)
def test_the_rules_list_what_is_in_the_box(visit: Any, game: str, size: tuple[int, int]) -> None:
    count = PIECES[game]
    page = visit(f"/rules/{game}", size=size)
    pieces = page.locator("main section li")
    expect(pieces).to_have_count(count)
    assert page.locator("main section li svg").count() >= count  # each with its picture
    expect(page.locator("main dd").get_by_text("our ruling").first).to_be_visible()
    expect(page.get_by_text("the rulebook is silent or unclear")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= size[0]
    assert violations(page) == []


def test_copies_are_told_on_the_page_and_at_the_table(visit: Any, house: House) -> None:
    page = named(visit("/rules/mai_star"), "Mika")
    yakuza = page.locator("main section li").filter(has_text="Yakuza")
    expect(yakuza).to_contain_text("2 in each colour")
    expect(yakuza).to_contain_text("discards their newest advertiser")
    page.goto(reached(house, page, "mai_star_3_hand"))
    page.get_by_role("button", name="Who is who").first.click()
    dialog = page.get_by_role("dialog")
    expect(dialog).to_contain_text(re.compile("Yakuza\\s*2 in each colour"))
    expect(dialog).to_contain_text(re.compile("Samurai\\s*1 in each colour"))


@pytest.mark.parametrize("lang", ["fr", "pl"])
def test_the_box_is_told_in_other_languages(visit: Any, lang: str) -> None:
    copies = {"fr": "2 par couleur", "pl": "po 2 w każdym kolorze"}
    page = visit("/rules/mai_star", locale=f"{lang}-{lang.upper()}")
    expect(page.locator("main section li").filter(has_text=copies[lang])).to_have_count(11)


@pytest.mark.parametrize(("seats", "lap"), [(3, False), (6, True)])
def test_the_rules_at_the_table_are_those_for_so_many(
    visit: Any, house: House, seats: int, lap: bool
) -> None:
    page = named(visit(), "Mika")
    page.goto(reached(house, page, f"mai_star_{seats}_hand"))
    expect(page.get_by_role("region", name="What to do")).to_be_visible()
    page.keyboard.press("?")
    help_sheet = page.get_by_role("dialog", name="What do the rules say?")
    expect(help_sheet.locator("dt", has_text="M28")).to_have_count(1)
    expect(help_sheet.locator("dt", has_text="M29")).to_have_count(int(lap))
    expect(help_sheet.locator("dt", has_text="M38")).to_have_count(int(lap))
