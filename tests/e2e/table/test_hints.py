"""Hints at the tables of Geisha's Road and Mai-Star: asked for, looked at, played; tips on a first visit."""

import re
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.e2e.support.axe import violations
from tests.e2e.support.play import named, open_table
from tests.e2e.support.server import THINKING, House
from tests.e2e.support.staged import reached

PHONE, WIDE = (390, 844), (1280, 800)
SHOW = {"en": "Show hints", "fr": "Voir les indices", "pl": "Pokaż podpowiedzi"}
TITLE = {"en": "Hints", "fr": "Indices", "pl": "Podpowiedzi"}


def asked_for(page: Page, lang: str = "en") -> Locator:
    """The hints of the open decision, once they are there."""
    page.get_by_role("button", name=SHOW[lang]).click()
    hints = page.get_by_role("group", name=TITLE[lang]).get_by_role("button")
    expect(hints.first).to_be_visible(timeout=THINKING)
    return hints


@pytest.mark.parametrize("size", [PHONE, WIDE, (844, 390)])
def test_a_hint_in_the_road_is_an_action_with_its_cards(visit: Any, size: tuple[int, int]) -> None:
    page = named(visit(size=size), "Mika")
    seats = [{"kind": "me"}, {"kind": "bot", "level": "random"}]
    options = {"starter": "first", "mode": "advanced"}
    page.goto(f"/t/{open_table(page, 'geishas_road', seats, hints=True, options=options)}")
    hints = asked_for(page)
    expect(hints).to_have_count(4)
    assert violations(page) == []
    said = hints.first.inner_text().replace("\n", " ")
    action, cards = re.search(r"% (\w+)[^:]*: (.+)", said).groups()  # type: ignore[union-attr]
    hints.first.click()
    if size[0] <= 1000:
        expect(hints).to_have_count(0)
    pressed = page.get_by_role("group", name="Actions").get_by_role("button", pressed=True).first
    expect(pressed).to_have_accessible_name(re.compile(action))
    guide = page.get_by_role("region", name="What to do")
    for card in re.findall(r"\w+ \d", cards):
        expect(guide).to_contain_text(re.compile(card, re.IGNORECASE))
    seal = guide.get_by_role("button", name=re.compile("^(Reveal this|Put face|Offer these|Offer the)"))
    seal.click()
    expect(seal).to_have_count(0)
    expect(guide.get_by_role("alert")).to_have_count(0)
    expect(hints).to_have_count(0)


@pytest.mark.parametrize(
    "position",
    ["road_advanced_offer", "road_advanced_taking", "road_basic_offer", "road_destiny_order"],
)
def test_every_question_of_the_road_has_hints(visit: Any, house: House, position: str) -> None:
    page = named(visit(), "Mika")
    page.goto(reached(house, page, position))
    hints = asked_for(page)
    hints.first.click()
    guide = page.get_by_role("region", name="What to do")
    expect(guide.get_by_role("button", name="Back")).to_be_visible()
    expect(guide.locator(".btn.seal")).to_be_visible()
    expect(hints.first).to_be_visible()  # beside the table they stay, for a look at another
    hints.last.click()
    expect(guide.locator(".btn.seal")).to_be_visible()
    guide.get_by_role("button", name="Back").click()
    expect(guide.get_by_role("button", name="Hide hints")).to_be_visible()


@pytest.mark.parametrize(
    ("seats", "question"),
    [(3, "draft"), *((seats, each) for seats in (3, 6) for each in ("hand", "reaction", "pick"))],
)
def test_every_question_of_mai_star_has_hints(visit: Any, house: House, seats: int, question: str) -> None:
    """In a window of reaction, too; on a phone and beside the log."""
    page = named(visit(size=PHONE if seats == 3 else WIDE), "Mika")
    page.goto(reached(house, page, f"mai_star_{seats}_{question}"))
    hints = asked_for(page)
    hints.first.click()
    stage = page.get_by_role("region", name="What to do")
    expect(stage.get_by_role("button", name="Back")).to_be_visible()
    expect(stage.locator(".btn.seal")).to_be_visible()
    stage.locator(".btn.seal").click()
    expect(stage.get_by_role("alert")).to_have_count(0)


@pytest.mark.parametrize("lang", ["fr", "pl"])
def test_hints_are_read_and_chosen_by_keyboard(visit: Any, house: House, lang: str) -> None:
    page = named(visit(locale=f"{lang}-{lang.upper()}"), "Mika")
    page.goto(reached(house, page, "mai_star_4_hand"))
    page.get_by_role("button", name=SHOW[lang]).focus()
    page.keyboard.press("Enter")
    hints = page.get_by_role("group", name=TITLE[lang]).get_by_role("button")
    expect(hints.first).to_be_visible(timeout=THINKING)
    hints.first.focus()
    page.keyboard.press("ArrowDown")
    expect(hints.nth(1)).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("#main .btn.seal")).to_be_visible()
    page.keyboard.press("Escape")
    expect(hints).to_have_count(0)


def test_where_no_hints_are_allowed_none_are_offered(visit: Any, house: House) -> None:
    page = named(visit(), "Mika")
    for position in ("road_basic_start", "mai_star_3_hand"):
        page.goto(reached(house, page, position, hints=False))
        expect(page.get_by_role("region", name="What to do")).to_be_visible()
        expect(page.get_by_role("button", name=SHOW["en"])).to_have_count(0)


def test_a_first_card_leaves_the_hints_where_they_are(visit: Any, house: House) -> None:
    page = named(visit(), "Mika")
    page.goto(reached(house, page, "hanamikoji_hand"))
    hints = asked_for(page)
    page.get_by_role("group", name="Your hand").get_by_role("button").first.click()
    expect(hints.first).to_be_visible()


def test_tips_are_no_hints(visit: Any) -> None:
    """Each tip can be taken note of, the last one, too; one word ends them all."""
    page = named(visit(), "Mika")
    seats = [{"kind": "me"}, {"kind": "bot", "level": "random"}]
    table = open_table(page, "hanamikoji", seats, options={"starter": "first"})
    page.goto(f"/t/{table}")
    tips = page.get_by_role("region", name="How this table works")
    expect(tips).to_contain_text("more of her cards lie on your side than on your opponent’s")
    expect(tips.get_by_role("button", name="No more tips")).to_be_visible()
    tips.get_by_role("button", name="Got it").click()
    expect(tips).to_contain_text("2 of 3")
    page.get_by_role("group", name="Your hand").get_by_role("button").first.click()
    expect(tips).to_contain_text("3 of 3")
    expect(tips.get_by_role("button", name="No more tips")).to_be_visible()
    tips.get_by_role("button", name="Got it").click()
    expect(tips).to_have_count(0)
    page.reload()
    expect(page.get_by_role("region", name="What to do")).to_be_visible()
    expect(tips).to_have_count(0)


@pytest.mark.parametrize("locale", ["en-GB", "fr-FR", "pl-PL"])
def test_on_a_small_phone_the_first_tip_leaves_most_of_the_ring_in_sight(visit: Any, locale: str) -> None:
    page = named(visit(size=(360, 640), locale=locale), "Mika")
    seats = [{"kind": "me"}, {"kind": "bot", "level": "random"}]
    page.goto(f"/t/{open_table(page, 'geishas_road', seats, options={'starter': 'first'})}")
    tip, ring = page.locator("section.first").bounding_box(), page.locator("[data-part=ring]").bounding_box()
    assert tip is not None
    assert ring is not None
    assert tip["y"] + tip["height"] < ring["y"] + ring["height"] / 3


def test_the_legend_of_okiya_tells_a_mark_that_is_there(visit: Any) -> None:
    page = named(visit(), "Mika")
    seats = [{"kind": "me"}, {"kind": "bot", "level": "random"}]
    page.goto(f"/t/{open_table(page, 'okiya', seats, hints=True, layout='5XH9C164Q', starter=0)}")
    page.get_by_role("button", name="Show hints").click()
    legend = page.get_by_text("A golden rim")
    expect(legend).to_be_visible(timeout=THINKING)
    mark = legend.inner_text().partition(":")[0]
    expect(page.locator(".hint.best").first).to_have_text(mark)
