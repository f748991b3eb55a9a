"""The lesson of Hanamikoji: one round at a real table, every move made, in three languages."""

import json
from pathlib import Path
from typing import Any

from playwright.sync_api import Locator, Page, expect

from tests.e2e.support.play import api

ROOT = Path(__file__).parents[3]
PLACE = "web/src/games/hanamikoji"
PHONE = (390, 844)
ITEMS = ("flute", "fan", "scroll", "parasol", "lute", "tea_set", "flower")


def read(path: str) -> Any:
    return json.loads((ROOT / path).read_text("utf-8"))


LESSON = read(f"{PLACE}/lessons/round.json")


class Pupil:
    """Somebody who follows the lesson in a language."""

    def __init__(self, page: Page, lang: str) -> None:
        self.page = page
        self.app = read(f"web/src/i18n/{lang}.json") | read(f"{PLACE}/words/{lang}.json")
        self.house = read(f"src/hanamachi/locales/{lang}/hanamikoji.json")

    @property
    def guide(self) -> Locator:
        return self.page.get_by_role("region", name=self.app["guide"])

    def hears(self, phrase: str) -> None:
        expect(self.guide.get_by_text(phrase).first).to_be_visible()

    def card(self, item: int) -> Locator:
        hand = self.page.get_by_role("group", name=self.app["hana.hand"])
        return hand.locator(f"[data-piece='item.{ITEMS[item]}'][aria-pressed=false]").first

    def choose(self, move: dict[str, Any]) -> None:
        match move["type"]:
            case "TakeOne" | "TakePair":
                self.page.locator("[role=radio][data-gold]").click()
            case "Competition":
                for item in [item for pair in move["pairs"] for item in pair]:
                    self.card(item).click()
            case _:
                for item in move.get("items") or [move["item"]]:
                    self.card(item).click()

    def seal(self) -> None:
        self.guide.locator(".btn.seal").click()

    def go_on(self) -> None:
        self.guide.get_by_role("button", name=self.app["learn.next"]).click()

    def tries(self, step: str) -> None:
        """What a pupil might try instead of what is asked."""
        if step == "hana.learn.secret":  # allowed, but not here: nothing is sent
            self.card(ITEMS.index("fan")).click()
            self.seal()
            self.hears(self.app["learn.strayed"])
            self.page.keyboard.press("Escape")
            self.hears(self.app[f"{step}.why"])
        if step == "hana.learn.discard":  # against the rules
            secret = self.house["action.secret"]
            self.page.get_by_role("button", name=secret).first.click(force=True)  # it is aria-disabled
            self.hears(self.house["error.used"].format(action=secret, rule="H7"))


def follow(pupil: Pupil, steps: list[dict[str, Any]]) -> None:
    for step, after in zip(steps, [*steps[1:], None], strict=True):
        pupil.hears(pupil.app[step["key"]])
        pupil.tries(step["key"])
        if after and after["from"] == step["from"]:
            pupil.go_on()
        elif after:
            pupil.choose(LESSON["line"][step["from"]]["move"])
            pupil.seal()


def test_the_lesson_speaks_the_pupils_language(visit: Any) -> None:
    """That no phrase is missing is known by the words alone: words.test.ts."""
    page = visit("/learn", locale="pl-PL", size=PHONE)
    page.get_by_role("link", name=read(f"{PLACE}/door.json")["pl"]["lessons"]["round"]).click()
    follow(Pupil(page, "pl"), LESSON["steps"][:3])


def test_the_whole_lesson(visit: Any) -> None:
    page = visit("/learn", size=PHONE)
    page.get_by_role("link", name=read(f"{PLACE}/door.json")["en"]["lessons"]["round"]).click()
    follow(Pupil(page, "en"), LESSON["steps"])
    expect(page.get_by_role("table")).to_contain_text("13")
    table = str(page.evaluate("sessionStorage.getItem('hanamachi.learn')"))
    told = [
        row["line"] for row in api(page, f"/api/tables/{table}/replay?eyes=open")["frames"] if row["line"]
    ]
    made = [
        {"seat": line["seat"], "move": line["move"]} for line in told if line["move"] and line["seat"] >= 0
    ]
    assert made == LESSON["line"]


def test_a_reload_goes_on_where_it_was(visit: Any) -> None:
    pupil = Pupil(visit("/learn/hanamikoji"), "en")
    follow(pupil, LESSON["steps"][:3])
    pupil.choose(LESSON["line"][0]["move"])
    pupil.seal()
    pupil.hears(pupil.app["hana.learn.offered"])
    pupil.page.reload()
    pupil.hears(pupil.app["hana.learn.offered"])
    expect(pupil.page.locator("[role=radio][data-gold]")).to_be_visible()
