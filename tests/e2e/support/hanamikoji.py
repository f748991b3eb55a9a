"""What a player of Hanamikoji does at the game's own table, and every word that the server sent to the browser."""

import json
import re
from typing import Any

from playwright.sync_api import Locator, Page, expect

from tests.e2e.support.play import until

SEALS = re.compile(
    "^(Keep it secret|Discard these 2|Offer these 3|Offer these pairs|Take this card|Take this pair)$"
)
ASKED = """() => {
  const shown = (role, name) => [...document.querySelectorAll(role)].some((each) => each.innerText.includes(name));
  if (shown("button", "Rematch")) return "over";
  if (shown("button", "Go to round")) return "round";
  if (document.querySelector("[role=radio]")) return "answer";
  return shown("p", "Choose cards, or an action.") ? "act" : "";
}"""


class Player:
    """Somebody at the table, and every word that the house sent to this browser."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.heard: list[dict[str, Any]] = []
        page.on("websocket", lambda socket: socket.on("framereceived", lambda text: self.hear(text)))

    def hear(self, text: Any) -> None:
        message = json.loads(text)
        if message["type"] == "updates":
            self.heard.append(message)

    @property
    def hand(self) -> Locator:
        return self.page.get_by_role("group", name="Your hand").get_by_role("button")

    @property
    def offer(self) -> Locator:
        return self.page.get_by_role("radio")

    @property
    def guide(self) -> Locator:
        return self.page.get_by_role("region", name="What to do")

    @property
    def unused(self) -> list[int]:
        tray = self.page.get_by_role("group", name="Your actions").get_by_role("button")
        return [i for i in range(tray.count()) if tray.nth(i).get_attribute("aria-disabled") != "true"]

    def asked(self) -> str:
        """What this player may do now, asked of the page at once."""
        return str(self.page.evaluate(ASKED))

    def decide(self) -> None:
        match self.asked():
            case "round":
                self.page.get_by_role("button", name=re.compile("Go to round")).click()
            case "answer":
                self.offer.last.click()
                self.seal()
            case "act":
                self.choose(self.unused[-1] + 1)
                self.seal()

    def choose(self, cards: int) -> None:
        for i in range(cards):
            self.hand.nth(i).dispatch_event("click")  # the lessons do it by a true pointer, more slowly

    def seal(self) -> None:
        button = self.page.get_by_role("button", name=SEALS)
        button.click()
        expect(button).to_have_count(0)


def next_of(players: list[Player]) -> Player | None:
    """Whoever is asked something; None when the game is over."""
    player = until(players[0].page, lambda: next(filter(Player.asked, players), None))
    return None if player.asked() == "over" else player
