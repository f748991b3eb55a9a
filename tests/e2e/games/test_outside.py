"""A game from an installed package in the browser: its own wing, its own bot, its own judge."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from tests.e2e.support.play import named, open_table, over
from tests.e2e.support.server import THINKING

NOVICE = [{"kind": "me"}, {"kind": "bot", "level": "novice"}]
MOVES = ".tsukimi-moves button"
ASKED_OR_OVER = f"""() => document.querySelector("{MOVES}")
  || [...document.querySelectorAll("button")].some((each) => each.innerText.includes("Rematch"))"""


def at_table(page: Page, **wish: Any) -> str:
    named(page, "Mika")
    table = open_table(page, "tsukimi", NOVICE, **wish)
    page.goto(f"/t/{table}")
    return table


def play(page: Page) -> bool:
    """One move at the wing; False when the game is over."""
    page.wait_for_function(ASKED_OR_OVER)
    if over(page):
        return False
    seq = page.locator("#rail-log li").count()
    page.locator(MOVES).first.click()
    expect(page.locator("#rail-log li")).not_to_have_count(seq)
    return True


def test_a_whole_game_at_the_wing_of_a_package_and_its_review(visit: Any) -> None:
    page = visit()
    table = at_table(page)
    expect(page.locator(".tsukimi-row")).to_have_count(3)  # two rows and the hand
    expect(page.locator(".tsukimi-row").last).to_contain_text("Your hand")
    turns = 0
    while play(page):
        turns += 1
    assert turns > 1
    expect(page.locator(MOVES)).to_have_count(0)
    page.goto(f"/r/{table}/0")
    expect(page.get_by_text(re.compile(r"\d+%")).first).to_be_visible(timeout=THINKING)


def test_the_wing_speaks_the_language_of_the_page(visit: Any) -> None:
    page = visit(locale="fr-FR")
    at_table(page)
    expect(page.locator(".tsukimi-row").last).to_contain_text("Votre main")


def test_the_list_of_moves_is_beside_the_wing(visit: Any) -> None:
    page = visit()
    at_table(page)
    expect(page.locator(".tsukimi")).to_be_visible()
    page.keyboard.press("m")
    expect(page.locator(".tsukimi")).to_have_count(0)
    page.keyboard.press("m")
    expect(page.locator(".tsukimi")).to_be_visible()


def missing(route: Route) -> None:
    route.abort()


def moonless(route: Route) -> None:
    code = "export function mount() { throw new Error('no moon tonight'); }"
    route.fulfill(body=code, content_type="text/javascript")


@pytest.mark.parametrize("broken", [missing, moonless])
def test_a_wing_that_cannot_be_had_is_nobodys_end(visit: Any, broken: Callable[[Route], None]) -> None:
    page = visit()
    page.route("**/wings/**", broken)
    at_table(page)
    expect(page.get_by_role("form", name="Your moves")).to_be_visible()
