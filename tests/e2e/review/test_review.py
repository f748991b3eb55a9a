"""The judge of Hanamikoji in the browser: a review of a finished game, and a hint at a table."""

import re
from typing import Any

from playwright.sync_api import expect

from tests.e2e.support.axe import violations
from tests.e2e.support.play import named, open_table
from tests.e2e.support.recorded import brought, novices
from tests.e2e.support.server import THINKING

DECISIONS = 9


def test_a_review_shows_what_each_could_know(visit: Any) -> None:
    page = named(visit(), "Aki")
    table = brought(page, novices("hanamikoji", DECISIONS, starter="first"))
    page.goto(f"/r/{table}/0?eyes=0")
    graph = page.get_by_role("img", name="Chance to win, as each player knew it: Mika")
    expect(graph).to_be_visible(timeout=THINKING)
    rail = page.get_by_role("complementary")
    page.get_by_role("button", name="One step forward").click()  # after Mika's first decision
    expect(rail.get_by_role("heading", name="What Rin may hold")).to_be_visible()
    expect(rail.get_by_role("heading", name=re.compile("^Mika (plays|had)"))).to_be_visible()
    beliefs = rail.get_by_role("region", name="What Rin may hold").get_by_role("listitem")
    expect(beliefs).to_have_count(7)
    expect(beliefs.last).to_contain_text(re.compile("flower.*%"))
    assert violations(page) == []
    moves = rail.get_by_role("region", name="Moves").get_by_role("button")
    expect(moves).to_have_count(DECISIONS + 1)  # and the resignation
    here = rail.locator("[aria-current=step]")
    assert here.inner_text().endswith(graph.locator("title").text_content() or "-")
    page.get_by_role(
        "button", name="One step forward"
    ).click()  # Rin's decision, of whose cards Mika knows nothing
    expect(rail.get_by_role("heading", name=re.compile("may hold"))).to_have_count(0)
    page.get_by_role("button", name="Rin", exact=True).click()
    expect(rail.get_by_role("heading", name="What Mika may hold")).to_be_visible(timeout=THINKING)
    expect(rail).to_contain_text("Rin resigns.")
    page.get_by_role("button", name="Hide later moves").click()
    expect(rail).not_to_contain_text("resigns.")
    expect(moves.nth(2)).to_have_text(re.compile("…"))
    page.get_by_role("button", name="Show everything").click()
    moves.last.click()
    expect(moves.last).to_be_in_viewport()
    expect(page.get_by_role("group", name="Steps")).to_contain_text(f"Move {DECISIONS} of {DECISIONS}")
    expect(rail.get_by_role("heading", name="Mika wins.")).to_be_visible()
    expect(here).to_contain_text("0%", timeout=THINKING)  # told when every decision was judged
    expect(page.get_by_label("Play on from here")).to_have_count(0)  # nothing is left to play


def test_a_hint_is_chosen_and_lies_on_the_board(visit: Any) -> None:
    page = named(visit(size=(390, 844)), "Mika")
    seats = [{"kind": "me"}, {"kind": "bot", "level": "random"}]
    table = open_table(page, "hanamikoji", seats, hints=True, options={"starter": "first"})
    page.goto(f"/t/{table}")
    page.get_by_role("button", name="Show hints").click()
    hints = page.get_by_role("group", name="Hints").get_by_role("button")
    expect(hints).to_have_count(4, timeout=THINKING)
    assert violations(page) == []
    action = hints.first.inner_text().split()[1]  # 48% Gift ...
    hints.first.click()
    expect(hints).to_have_count(0)
    tray = page.get_by_role("group", name="Your actions")
    expect(tray.get_by_role("button", pressed=True)).to_have_accessible_name(
        re.compile(action, re.IGNORECASE)
    )
    page.get_by_role("button", name=re.compile("^(Keep it|Discard these|Offer these)")).click()
    page.get_by_role("button", name="Log").click()
    told = re.compile("You (keep|discard|offer|lay)")
    expect(page.get_by_role("dialog", name="Log")).to_contain_text(told)
