"""The explorer in the browser: a walk with exact values, first actions with intervals, and the doors to both."""

import re
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.e2e.support.axe import violations
from tests.e2e.support.play import named
from tests.e2e.support.recorded import brought, novices

LAYOUT = "2PHPJTPFY"
WALK = f"/explorer/okiya?layout={LAYOUT}"
SIZES = [(1280, 800), (390, 844), (844, 390)]


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_a_walk_goes_on_and_back(visit: Any, size: tuple[int, int]) -> None:
    page = visit(WALK, size=size)
    now = page.locator(".now")
    expect(now).to_have_text("red to move: loses in 16 moves")
    moves = page.get_by_role("table", name="Every move")
    expect(moves.get_by_role("row")).to_have_count(13)  # with the head
    page.get_by_role("button", name=re.compile("^d1, pine bird")).click()
    expect(now).to_have_text("black to move: wins in 15 moves")
    expect(page).to_have_url(re.compile("moves=d1$"))
    moves.get_by_role("button", name="a1 maple bird").click()
    way = page.get_by_role("table", name="Moves so far")
    expect(way.get_by_role("row")).to_have_count(3)
    page.keyboard.press("[")
    page.keyboard.press("[")
    expect(now).to_have_text("red to move: loses in 16 moves")
    page.keyboard.press("]")
    expect(page).to_have_url(re.compile("moves=d1%2Ca1&at=1$"))
    page.get_by_role("button", name=re.compile("^a1, maple bird")).click()
    expect(page).to_have_url(re.compile("moves=d1%2Ca1$"))  # along the line that was there
    page.get_by_role("button", name="Mirror").click()
    expect(page).to_have_url(re.compile("moves=a1%2Cd1$"))
    expect(way.get_by_role("row")).to_have_count(3)
    assert violations(page) == []
    page.emulate_media(color_scheme="dark")
    assert violations(page, "color-contrast") == []


def test_the_keyboard_alone_walks(visit: Any) -> None:
    page = visit(WALK)
    board = page.get_by_role("grid")
    board.get_by_role("button", name=re.compile("^d1, pine bird")).focus()
    page.keyboard.press("ArrowUp")
    expect(board.get_by_role("button", name=re.compile("^d2"))).to_be_focused()
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile("moves=d2$"))
    page.keyboard.press("ArrowLeft")  # inside the garden: no step back
    expect(page).to_have_url(re.compile("moves=d2$"))


def test_bad_addresses_are_told_in_words(visit: Any) -> None:
    page = visit("/explorer/okiya?layout=nonsense")
    expect(page.get_by_role("alert")).to_contain_text("not a layout code")
    page.goto(f"{WALK}&moves={','.join(['a1'] * 1000)}")
    expect(page.get_by_role("alert")).to_contain_text("at most")
    page.goto("/explorer/hanamikoji?path=nothing")
    expect(page.get_by_role("alert")).to_contain_text("Nobody has played")
    page.get_by_role("link", name="From the start").click()
    expect(page.get_by_role("table")).to_be_visible()
    page.goto("/explorer/mai_star")
    expect(page.locator("#main")).to_contain_text("no explorer for this game")


@pytest.mark.parametrize("game", ["hanamikoji", "geishas_road"])
@pytest.mark.parametrize("size", SIZES[:2], ids=str)
def test_first_actions_are_walked_with_their_numbers(visit: Any, game: str, size: tuple[int, int]) -> None:
    page = visit(f"/explorer/{game}", size=size)
    table = page.get_by_role("table", name=re.compile("Step 1"))
    expect(table.get_by_role("columnheader")).to_have_count(4)
    assert "%" in table.get_by_role("row").nth(1).inner_text()
    expect(page.get_by_text("Master")).to_be_visible()
    assert violations(page) == []
    page.emulate_media(color_scheme="dark")
    assert violations(page, "color-contrast") == []
    table.get_by_role("rowheader").get_by_role("link").first.click()
    expect(page.get_by_role("table", name=re.compile("Step 2"))).to_be_visible()
    page.get_by_role("link", name="This server").click()
    expect(page.locator("#main")).to_contain_text("Private games are never counted")
    page.get_by_role("link", name="Start", exact=True).click()
    expect(page).to_have_url(re.compile(rf"/explorer/{game}\?by=house$"))


@pytest.mark.parametrize(("locale", "title"), [("fr-FR", "Explorateur"), ("pl-PL", "Eksplorator")])
def test_it_speaks_three_languages(visit: Any, locale: str, title: str) -> None:
    for path in (WALK, "/explorer/hanamikoji"):
        page = visit(path, locale=locale)
        expect(page.get_by_role("heading", level=1)).to_contain_text(title)
        expect(page.get_by_role("table").first).to_be_visible()


def test_it_is_reached_from_learning_the_rules_and_a_review(visit: Any) -> None:
    page = named(visit(), "Aki")
    page.goto("/learn")
    page.get_by_role("region", name="Explorer").get_by_role("link", name="Okiya").click()
    expect(page).to_have_url(re.compile("/explorer/okiya"))
    page.goto("/rules/hanamikoji")
    page.get_by_role("link", name="Open in the explorer").click()
    expect(page).to_have_url(re.compile("/explorer/hanamikoji$"))
    page.goto(f"/r/{brought(page, novices('okiya', 4))}/0")
    page.get_by_role("button", name="To the end").click()
    page.get_by_role("link", name="Open in the explorer").click()
    expect(page.get_by_role("table", name="Moves so far").get_by_role("row")).to_have_count(5)
