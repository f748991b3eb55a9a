"""The lesson of Okiya: a real table, led step by step to a win, in three languages."""

import json
import re
from pathlib import Path
from typing import Any

from playwright.sync_api import Locator, Page, expect

from tests.e2e.support.play import api, until

ROOT = Path(__file__).parents[3]
PLACE = "web/src/games/okiya"
PHONE = (390, 844)
LINE = ["b4", "b2", "c4", "a1", "d1", "d4", "c3", "a3", "b3"]  # red, black, red ...


def read(path: str) -> dict[str, str]:
    phrases: dict[str, str] = json.loads((ROOT / path).read_text("utf-8"))
    return phrases


def lesson_table(page: Page) -> str:
    return str(page.evaluate("sessionStorage.getItem('hanamachi.learn')"))


class Pupil:
    """Somebody who follows the lesson in a language."""

    def __init__(self, page: Page, lang: str) -> None:
        self.page = page
        self.app = read(f"web/src/i18n/{lang}.json") | read(f"{PLACE}/words/{lang}.json")
        self.house = read(f"src/hanamachi/locales/{lang}/okiya.json")

    @property
    def guide(self) -> Locator:
        return self.page.get_by_role("region", name=self.app["guide"])

    def hears(self, phrase: str, **holes: str) -> None:
        expect(self.guide).to_contain_text(phrase.format(**holes), ignore_case=True)

    def at(self, step: str) -> None:
        self.hears(self.app[f"okiya.learn.{step}"])

    def tile(self, square: str) -> Locator:
        return self.page.get_by_role("button", name=re.compile(f"^{square},"))

    @property
    def seal(self) -> Locator:
        return self.guide.get_by_role("button", name=self.app["okiya.seal"])

    def take(self, square: str) -> None:
        self.tile(square).click()
        self.seal.click()
        expect(self.tile(square)).to_have_accessible_name(f"{square}, {self.app['okiya.red']}")

    def go_on(self) -> None:
        self.guide.get_by_role("button", name=self.app["learn.next"]).click()

    def black_stands_on(self, square: str) -> None:
        expect(self.tile(square)).to_have_accessible_name(f"{square}, {self.app['okiya.black']}")


def begin(pupil: Pupil) -> None:
    """The first steps, as far as what the house itself refuses."""
    house = pupil.house
    pupil.at("garden")
    pupil.tile("a3").click()
    signs = {"plant": house["plant.iris"], "feature": house["feature.rain"]}
    pupil.hears(pupil.app["okiya.learn.signs"], square="a3", **signs)
    pupil.go_on()

    pupil.at("open")
    pupil.tile("c3").click()
    pupil.hears(house["error.centre"], square="c3", rule="O4")


def test_the_lesson_speaks_the_pupils_language(visit: Any) -> None:
    """That no phrase is missing is known by the words alone: words.test.ts."""
    begin(Pupil(visit("/learn/okiya", locale="fr-FR", size=PHONE), "fr"))


def test_the_whole_lesson(visit: Any) -> None:
    page = visit("/learn/okiya", size=PHONE)
    pupil = Pupil(page, "en")
    app, house = pupil.app, pupil.house

    begin(pupil)
    pupil.tile("a1").click()  # allowed, but not here: nothing is sent
    pupil.hears(app["okiya.learn.instead"], square="b4")
    expect(pupil.seal).to_have_count(0)
    pupil.take("b4")

    pupil.at("geisha")
    pupil.go_on()
    pupil.at("answer")
    pupil.black_stands_on("b2")
    pupil.go_on()

    pupil.at("match")
    pupil.tile("a4").click()  # cherry and tanzaku: neither iris nor bird
    pupil.hears(house["error.no_match"], tile=house["tile.5"], removed=house["tile.14"], rule="O6")
    pupil.take("c4")

    pupil.at("steer")
    pupil.black_stands_on("a1")
    for square, leaves in [("a2", "b3"), ("b1", "c3"), ("c2", "b3")]:
        pupil.tile(square).click()
        expect(pupil.tile(leaves)).to_have_accessible_name(re.compile(app["okiya.answer"]))
        pupil.hears(app["okiya.learn.lets"], square=square, open=leaves)
    pupil.take("d1")

    pupil.at("block")
    pupil.black_stands_on("d4")
    pupil.take("c3")
    pupil.at("four")
    pupil.black_stands_on("a3")
    pupil.take("b3")

    pupil.at("won")
    pupil.go_on()
    pupil.at("matches")
    assert api(page, "/api/me")["tables"] == []  # a lesson is no game of mine
    replay = api(page, f"/api/tables/{lesson_table(page)}/replay?eyes=0")
    assert replay["result"]["winners"] == [0]
    frames = replay["frames"]
    lines = [frame["line"]["move"] for frame in frames if frame["line"]]
    taken = [move["square"] for move in lines if move and move["type"] == "Take"]
    assert ["abcd"[square % 4] + str(square // 4 + 1) for square in taken] == LINE

    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    pupil.guide.get_by_role("button", name=app["learn.play"]).click()
    page.wait_for_url("**/t/*")


def test_by_keyboard_alone(visit: Any) -> None:
    page = visit("/learn/okiya")
    pupil = Pupil(page, "en")
    pupil.at("garden")
    keys = page.keyboard
    while page.evaluate("document.activeElement.textContent.trim()") != "Go on":
        keys.press("Tab")
    keys.press("Enter")
    pupil.at("open")
    expect(pupil.guide).to_be_focused()
    keys.press("Tab")  # a4, the one stop of the garden
    for key in ("ArrowDown", "ArrowRight", "Enter"):
        keys.press(key)
    expect(page.get_by_role("alert").filter(has_text="b3 is in the centre")).to_have_count(1)  # said once
    for key in ("ArrowUp", "Enter", "Enter"):
        keys.press(key)
    pupil.at("geisha")
    expect(page.get_by_role("button", name="Go on")).to_be_focused()
    keys.press("Enter")
    pupil.at("answer")


def test_a_reload_goes_on_and_leaving_gives_the_table_up(visit: Any) -> None:
    page = visit("/")
    page.locator("footer").get_by_role("link", name="Learn Okiya").click()
    pupil = Pupil(page, "en")
    pupil.at("garden")
    pupil.go_on()
    pupil.take("b4")
    pupil.at("geisha")
    page.reload()
    pupil.at("geisha")
    page.get_by_role("button", name="Menu").click()
    page.get_by_label("Language").select_option("fr")
    page.keyboard.press("Escape")
    Pupil(page, "fr").at("geisha")
    Pupil(page, "fr").go_on()
    Pupil(page, "fr").at("answer")
    table = lesson_table(page)
    page.locator("header a").first.click()
    expect(page.locator("footer")).to_be_visible()
    until(page, lambda: api(page, f"/api/tables/{table}/replay?eyes=0")["result"])
