"""The other games on the generic table, and Okiya by keyboard and by the accessibility tree alone."""

import re
from typing import Any

from playwright.sync_api import Page, expect

from e2e.play import named, open_table, over, tiles, wait_turn

FOCUSED = """() => {
  const at = document.activeElement;
  return at.matches("button, a, input") ? at.ariaLabel || at.innerText : "";
}"""
BOT = {"kind": "bot", "level": "novice"}


def at_table(page: Page, game: str, seats: list[dict[str, Any]], **wish: Any) -> Page:
    named(page, "Mika")
    page.goto(page.url.rstrip("/") + f"/t/{open_table(page, game, seats, **wish)}")
    return page


def my_turn(page: Page) -> bool:
    """Wait for a choice; False when the game is over."""
    radios = page.get_by_role("radio")
    expect(radios.first.or_(page.get_by_role("button", name="Rematch"))).to_be_visible(timeout=30_000)
    return not over(page)


def choose_one(page: Page, nth: int) -> None:
    radios = page.get_by_role("radio")
    radios.nth(nth % radios.count()).check()
    page.get_by_role("button", name="Play this").last.click()
    expect(page.locator("input[type=radio]:checked")).to_have_count(0)


def play_whole_game(page: Page) -> int:
    turns = 0
    while my_turn(page):
        choose_one(page, turns)
        turns += 1
    return turns


def test_a_whole_game_of_hanamikoji_on_the_generic_table(visit: Any) -> None:
    page = at_table(visit(), "hanamikoji", [{"kind": "me"}, BOT])
    assert play_whole_game(page) >= 4
    expect(page.get_by_text(re.compile("wins?\\.|Nobody wins")).first).to_be_visible()


def test_mai_star_with_three_players_on_the_generic_table(visit: Any) -> None:
    page = at_table(visit(), "mai_star", [{"kind": "me"}, BOT, BOT])
    for turn in range(12):
        assert my_turn(page)
        choose_one(page, turn)
    expect(page.get_by_role("complementary", name="Log").get_by_text("Novice").first).to_be_visible()
    page.get_by_role("button", name="Table menu").click()
    page.get_by_text("Resign", exact=True).first.click()
    page.get_by_role("button", name="Resign this game").or_(
        page.get_by_text("Resign this game")
    ).first.click()
    expect(page.get_by_role("button", name="Rematch")).to_be_visible()


def test_geishas_road_begins_on_the_generic_table(visit: Any) -> None:
    page = at_table(visit(), "geishas_road", [{"kind": "me"}, BOT], options={"mode": "advanced"})
    for turn in range(6):
        assert my_turn(page)
        choose_one(page, turn)


def test_a_whole_game_of_okiya_by_keyboard_alone(visit: Any) -> None:
    page = at_table(visit(), "okiya", [{"kind": "me"}, {"kind": "bot", "level": "random"}])
    while wait_turn(page, [page]) is not None:
        square = (tiles(page).first.get_attribute("aria-label") or "").split(",")[0]
        walk_to(page, square)
        page.keyboard.press("Enter")
        tab_to(page, "Take this tile")
        page.wait_for_timeout(450)  # the seal takes no key for a moment after the turn flips
        page.keyboard.press("Enter")
        expect(page.get_by_role("button", name=re.compile(f"^{square},.*may be taken"))).to_have_count(0)
    assert over(page)


def focused(page: Page) -> str:
    """The name of the control that has the focus."""
    return str(page.evaluate(FOCUSED))


def tab_to(page: Page, name: str) -> None:
    for _ in range(60):
        if re.search(name, focused(page)):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"no way to {name} by keyboard")


def walk_to(page: Page, square: str) -> None:
    """Into the garden by Tab, to the square by arrows."""
    tab_to(page, "^[a-d][1-4],")
    at = focused(page)[:2]
    across, up = ord(square[0]) - ord(at[0]), int(square[1]) - int(at[1])
    for key, steps in (("ArrowRight", across), ("ArrowLeft", -across), ("ArrowUp", up), ("ArrowDown", -up)):
        for _ in range(steps):
            page.keyboard.press(key)
    assert focused(page).startswith(square)


def test_a_script_that_reads_only_the_accessibility_tree_plays(visit: Any) -> None:
    page = at_table(visit(), "okiya", [{"kind": "me"}, {"kind": "bot", "level": "random"}])
    for _ in range(400):
        tree = page.locator("body").aria_snapshot()
        if re.search(r'button "Rematch"', tree):
            return
        seal = re.search(r'button "(Take this tile)"', tree)
        tile = re.search(r'button "([a-d][1-4], [^"]*may be taken[^"]*)"', tree)
        if seal:
            page.get_by_role("button", name=seal[1]).click()
            expect(page.get_by_role("button", name=seal[1])).to_be_hidden()
        elif tile and re.search(r"paragraph: Take ", tree):
            page.get_by_role("button", name=tile[1], exact=True).click()
        else:
            page.wait_for_timeout(50)
    raise AssertionError("the game did not end")


def test_moves_are_told_in_a_live_region(visit: Any) -> None:
    page = at_table(visit(), "okiya", [{"kind": "me"}, {"kind": "bot", "level": "random"}])
    wait_turn(page, [page])
    assert page.locator("[aria-live]").count() > 0
