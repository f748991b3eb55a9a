"""What a player of Geisha's Road does at the game's own table, by the names that a screen reader would hear."""

import re
from typing import Any

from playwright.sync_api import Locator, Page, expect

from tests.e2e.support.play import named, open_table

QUESTIONS = {"first": "comes first", "take": "What do you take"}
ACTIONS = ["Reveal", "Intrigue", "Gift", "Competition"]
SEALS = re.compile("^(Reveal this|Put face|Offer these|Offer the|Take this|Take these|Exchange|This one)")


ASKED = """() => {
  const shown = (name) => [...document.querySelectorAll("button")].some((each) => each.innerText.includes(name));
  if (shown("Rematch")) return "over";
  if (shown("Go on")) return "go on";
  const guide = document.querySelector("#main");
  const said = !guide || guide.ariaBusy === "true" ? "" : guide.innerText;
  const words = {
    "Your turn: choose": "act",
    "take one card": "choose",
    "take two cards": "choose two",
    "take one of the pairs": "choose",
    "comes first?": "first",
    "What do you take?": "take",
  };
  return Object.entries(words).find(([each]) => said.includes(each))?.[1] ?? "";
}"""


def guide(page: Page) -> Locator:
    return page.get_by_role("region", name="What to do")


def hand(page: Page) -> Locator:
    return page.get_by_role("group", name="Your hand").get_by_role("button")


def tray(page: Page) -> Locator:
    return page.get_by_role("group", name="Actions")


def offer(page: Page) -> Locator:
    return page.get_by_role("group", name=re.compile(": (Gift|Competition)$")).get_by_role("button")


def seal(page: Page) -> None:
    guide(page).get_by_role("button", name=SEALS).click()


def use(page: Page, action: str, cards: list[int] | None = None) -> None:
    """An action with these cards of the hand, or the first ones."""
    tray(page).get_by_role("button", name=action).click()
    for card in cards or range(ACTIONS.index(action) + 1):
        hand(page).nth(card).click()
    seal(page)


def unused(page: Page) -> str:
    """The first action that may be used; one waits for it while a story is still told."""
    may = [tray(page).get_by_role("button", name=each, disabled=False) for each in ACTIONS]
    expect(may[0].or_(may[1]).or_(may[2]).or_(may[3]).first).to_be_visible()
    return next(each for each, button in zip(ACTIONS, may, strict=True) if button.count())


def asked(page: Page) -> str:
    """What the table wants of this player now; nothing while another is asked or a story is told."""
    return str(page.evaluate(ASKED))


def step(page: Page) -> str:
    """One decision, through the table itself: whatever is asked, the first that may be done."""
    what = asked(page)
    match what:
        case "go on":
            guide(page).get_by_role("button", name="Go on").click()
        case "act":
            use(page, unused(page))
        case "choose" | "choose two":
            for place in range(2 if what == "choose two" else 1):
                offer(page).nth(place).click()
            seal(page)
        case "first" | "take":
            page.get_by_role("group", name=QUESTIONS[what]).get_by_role("button").first.click()
            seal(page)
    return what


def at_road(page: Page, seats: list[dict[str, Any]], **wish: Any) -> str:
    named(page, "Mika")
    table = open_table(page, "geishas_road", seats, **wish)
    page.goto(f"/t/{table}")
    return table
