"""Two strangers meet: by quick match, and at a public table."""

import re
from typing import Any

from playwright.sync_api import Page, expect

from tests.e2e.support.axe import violations

STRIP = "Finding an opponent"


def seek(page: Page, game: str) -> None:
    page.get_by_role("radio", name=game).check(force=True)
    page.get_by_role("button", name=f"Play {game} now").click()


def test_two_strangers_meet_by_quick_match(visit: Any) -> None:
    hina = visit("/")
    hina.locator(".tonight a").first.click()
    expect(hina.get_by_role("heading", level=1)).to_have_text("Lobby")
    hina.get_by_role("radio", name="Okiya").check(force=True)
    hina.get_by_role("combobox", name="Clock").select_option(label="5 min + 3 s a move")
    hina.get_by_text("More options").click()
    hina.get_by_role("combobox", name="Who wins when the garden is full").select_option(
        label="nobody: the round is drawn"
    )
    seek(hina, "Okiya")
    strip = hina.get_by_role("complementary", name=STRIP)
    expect(strip).to_contain_text("Looking for an opponent: Okiya")
    assert violations(hina) == []
    strip.get_by_role("button", name="Play a bot meanwhile").click()  # it gives way when somebody comes
    hina.wait_for_url("**/t/*")
    expect(strip).to_be_visible()
    bots = hina.url
    rin = visit("/lobby", size=(390, 844), color_scheme="dark")
    expect(rin.get_by_text("1 waiting")).to_be_visible()
    seek(rin, "Okiya")
    for page in (rin, hina):
        button = page.get_by_role("dialog", name="Okiya with").get_by_role("button", name="Sit down")
        expect(button).to_be_visible()
        expect(page.get_by_text("nobody: the round is drawn · 5 min + 3 s a move")).to_be_visible()
        assert violations(page) == []
        button.press("Enter")
        page.wait_for_url(lambda url: "/t/" in url and url != bots)
    assert hina.url == rin.url
    for page in (rin, hina):
        expect(page.get_by_role("complementary", name=STRIP)).to_have_count(0)
        expect(page.get_by_role("heading", level=1)).to_have_text("Okiya")
        expect(page.get_by_role("region", name="What to do")).to_be_visible()
        expect(page.get_by_role("timer")).to_have_count(2)


def test_a_public_table_is_found_in_the_lobby_and_watched(visit: Any) -> None:
    hina, rin = visit("/new/hanamikoji"), visit("/lobby", locale="fr")
    hina.get_by_role("radio", name="Anyone").check(force=True)
    clock = hina.get_by_role("combobox", name="Clock").locator("option:checked")
    expect(clock).to_have_text("10 min + 5 s a move")
    hina.get_by_text("More options").click()
    hina.get_by_label("What spectators see").select_option("seat")
    hina.get_by_role("button", name="Open the table").click()
    hina.wait_for_url("**/t/*")
    phone = visit("/rules", size=(390, 844))  # on every page the lobby is one tap away, and says so
    phone.get_by_role("link", name="Lobby, 1 open table").click()
    expect(phone.get_by_role("heading", level=1)).to_have_text("Lobby")
    rin.get_by_role("button", name="S’asseoir").click()
    rin.wait_for_url(hina.url)
    expect(rin.get_by_role("heading", level=1)).to_have_text("Hanamikoji")
    hina.get_by_role("button", name="Menu").click()
    hina.get_by_role("button", name="Show spectators my view").click()
    expect(hina.locator(".eyes")).to_have_attribute("title", re.compile("Spectators see your view"))
    expect(rin.locator(".toast")).to_contain_text("montre maintenant sa vue")  # the others are told
    expect(rin.locator(".eyes")).to_have_attribute("title", re.compile("voient la vue d"))
    kiku = visit("/")
    kiku.locator(".lively").click()
    kiku.locator("button.eyes").click()  # seen without the menu
    expect(kiku.locator("span.eyes")).to_contain_text("’s view")
    kiku.get_by_role("button", name="Menu").click()
    expect(kiku.get_by_role("button", name=re.compile("^Show .*’s view"))).to_have_attribute(
        "aria-pressed", "true"
    )
