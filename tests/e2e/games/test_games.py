"""The other games on the generic table, and Okiya by keyboard and by the accessibility tree alone."""

import re
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from hanamachi.core.conformance import random_story
from hanamachi.games import GAMES
from tests.e2e.support.play import (
    awake,
    named,
    open_table,
    over,
    settled,
    shows_again,
    take_a_tile,
    tiles,
    until,
    wait_turn,
)
from tests.e2e.support.server import House
from tests.e2e.support.staged import moves_of, stage

SMALL = (1010, 500)

FOCUSED = """() => {
  const at = document.activeElement;
  return at.matches("button, a, input") ? at.ariaLabel || at.innerText : "";
}"""
KEEP_SOCKETS = """
window.sockets = [];
window.WebSocket = class extends WebSocket {
  constructor(...given) { super(...given); window.sockets.push(this); }
};
"""
READY = """() => !document.querySelector("input[type=radio]:checked")
  || document.querySelector("#main .seal:enabled")"""
# While others think the radios are plans: only the guide says whose turn it is.
ASKED_OR_OVER = """() => document.querySelector("#main.me") && document.querySelector("input[type=radio]")
  || [...document.querySelectorAll("button")].some((each) => /Rematch|Go on/.test(each.innerText))"""
LISTEN = """() => {
  window.told = [];
  const hear = (node) => {
    const region = (node.nodeType === 1 ? node : node.parentElement)?.closest("[aria-live]");
    if (region?.textContent) window.told.push(region.textContent);
  };
  new MutationObserver((seen) => seen.forEach((each) => hear(each.target)))
    .observe(document.body, { subtree: true, childList: true, characterData: true });
}"""


def at_table(page: Page, game: str, seats: list[dict[str, Any]], **wish: Any) -> Page:
    named(page, "Mika")
    page.goto(f"/t/{open_table(page, game, seats, **wish)}")
    return page


def at_the_list(page: Page) -> None:
    """From a game's own table to that of any game, by its key."""
    expect(page.get_by_role("region", name="What to do")).to_be_visible()
    page.keyboard.press("m")
    my_turn(page)
    expect(page.get_by_role("form", name="Your moves")).to_be_visible()


def my_turn(page: Page) -> bool:
    """Wait for a choice; False when the game is over. Between rounds, say that it was read."""
    page.wait_for_function(ASKED_OR_OVER, polling=60)
    onward = page.get_by_role("button", name="Go on")
    if onward.count():
        onward.press("Enter")
        expect(onward).to_have_count(0)
        return my_turn(page)
    return not over(page)


@pytest.mark.parametrize("game", ["okiya", "hanamikoji", "tsukimi"])
def test_a_whole_game_by_keyboard_alone_on_the_generic_table(visit: Any, game: str) -> None:
    page = at_table(visit(size=SMALL), game, [{"kind": "me"}, {"kind": "bot", "level": "random"}])
    to_the_end_by_keyboard(page, "Random")


@pytest.mark.parametrize(("game", "rivals"), [("geishas_road", ["random"]), ("mai_star", ["novice"] * 2)])
def test_the_end_of_a_long_game_by_keyboard_alone_on_the_generic_table(
    visit: Any, house: House, game: str, rivals: list[str]
) -> None:
    page = named(visit(size=SMALL), "Mika")
    law = GAMES[game]
    story = random_story(law, 1 + len(rivals), law.options(), Random(1), 20_000)
    ply = next(ply for ply in range(len(story.moves) - 60, len(story.moves)) if story.states[ply].actor == 0)
    page.goto(stage(house, [page, *rivals], moves_of(story, ply), game=game))
    to_the_end_by_keyboard(page, rivals[0].title())


def to_the_end_by_keyboard(page: Page, rival: str) -> None:
    """The screen reader's path: every decision by Tab, arrows, Space and Enter, every move told aloud."""
    at_the_list(page)
    page.evaluate(LISTEN)
    turns = 0
    while my_turn(page):
        choose_by_keys(page, turns)
        turns += 1
    assert turns > 2
    told = str(page.evaluate("window.told.join(' ')"))
    lines = page.get_by_role("complementary", name="Log").locator("li").all_inner_texts()
    assert rival in told
    assert len(lines) > turns


def choose_by_keys(page: Page, turn: int) -> None:
    """To the moves by Tab, to one of them by arrows; Enter plays it, unless a window has closed meanwhile."""
    keys = page.keyboard
    for _ in range(40):
        if page.evaluate("document.activeElement.type") == "radio":
            break
        keys.press("Tab")
    else:
        return
    keys.press("Space")
    for _ in range(turn % 3):
        keys.press("ArrowDown")
    page.wait_for_function(READY, polling=60)
    keys.press("Enter")
    expect(page.locator("input[type=radio]:checked")).to_have_count(0)


def test_a_whole_game_of_okiya_by_keyboard_alone(visit: Any) -> None:
    page = at_table(visit(), "okiya", [{"kind": "me"}, {"kind": "bot", "level": "random"}])
    while wait_turn(page, [page]) is not None:
        square = (tiles(page).first.get_attribute("aria-label") or "").split(",")[0]
        walk_to(page, square)
        page.keyboard.press("Enter")
        tab_to(page, "Take this tile")
        awake(page)
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

    def act() -> str:
        """What the tree says there is to do, done."""
        tree = page.locator("body").aria_snapshot()
        seal = re.search(r'button "(Take this tile)"', tree)
        tile = re.search(r'button "([a-d][1-4], [^"]*may be taken[^"]*)"', tree)
        if seal:
            page.get_by_role("button", name=seal[1]).click()
            expect(page.get_by_role("button", name=seal[1])).to_be_hidden()
            return "sealed"
        if tile and re.search(r"paragraph: Take ", tree):
            page.get_by_role("button", name=tile[1], exact=True).click()
            return "chosen"
        return "over" if re.search(r'button "Rematch"', tree) else ""

    while until(page, act) != "over":
        continue


def test_every_move_is_told_in_a_live_region(visit: Any) -> None:
    page = at_table(visit(), "okiya", [{"kind": "me"}, {"kind": "bot", "level": "random"}])
    wait_turn(page, [page])
    page.evaluate(LISTEN)
    square = (tiles(page).first.get_attribute("aria-label") or "").split(",")[0]
    page.get_by_role("button", name=re.compile(f"^{square},")).click()
    page.get_by_role("button", name="Take this tile").click()
    wait_turn(page, [page])
    told = str(page.evaluate("window.told.join(' ')"))
    assert re.search(rf"You take {square}", told)
    assert re.search(r"Random takes [a-d][1-4]", told)


def test_disconnected_and_back_again(visit: Any) -> None:
    """While the line is cut the table says so; then it catches up, and nothing is missed."""
    page = at_table(visit(), "okiya", [{"kind": "me"}, {"kind": "open"}])
    rin = named(visit(), "Rin")
    for each in (page, rin):
        each.add_init_script(KEEP_SOCKETS)
    page.reload()
    rin.goto(page.url)
    rin.get_by_role("button", name=re.compile("Sit|Take")).first.click()
    mover = wait_turn(page, [page, rin])
    assert mover is not None
    other = rin if mover is page else page
    other.context.set_offline(True)
    other.evaluate("window.sockets.forEach((socket) => socket.close())")
    expect(other.get_by_role("region", name="What to do")).to_contain_text("You are offline")
    take_a_tile(mover)
    other.context.set_offline(False)
    assert wait_turn(page, [other]) is other
    shows_again(other, settled(other))
