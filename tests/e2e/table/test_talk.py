"""Talk at a table in the browser: people of different languages, by mouse, keyboard and ear, on every screen."""

import re
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.e2e.support.axe import violations
from tests.e2e.support.play import named, open_table, settled, take_seat
from tests.e2e.support.talks import say

PHRASES = re.compile("Ready-made phrases|Phrases toutes faites")
PHONE = (390, 844)
# Where everything of the table stands.
PLACES = """() => [...document.querySelectorAll("[data-part]")].map((part) => {
  const { x, y, width, height } = part.getBoundingClientRect();
  return [part.dataset.part, x, y, width, height];
})"""


def two(visit: Any, talk: str = "all", **other: Any) -> tuple[Page, Page, str]:
    """Two people at a table of Okiya, the second as `other` says."""
    mika, rin = named(visit(), "Mika"), named(visit(**other), "Rin")
    table = open_table(mika, "okiya", [{"kind": "me"}, {"kind": "open"}], talk=talk)
    take_seat(rin, table, 1)
    for page in (mika, rin):
        page.goto(f"/t/{table}")
        page.wait_for_selector("[data-part=guide]")
    return mika, rin, table


def panel(page: Page) -> Locator:
    return page.get_by_role("tabpanel")


def opened(page: Page) -> Locator:
    page.wait_for_selector("[data-part=guide]")
    page.keyboard.press("t")
    expect(panel(page).get_by_role("group", name=PHRASES)).to_be_visible()
    return panel(page)


def test_each_reads_a_phrase_in_their_own_language(visit: Any) -> None:
    mika, rin, _ = two(visit, "phrases", locale="fr-FR")
    expect(opened(mika).get_by_role("textbox")).to_have_count(0)  # phrases only
    panel(mika).get_by_role("button", name="Good luck").click()
    expect(opened(rin).get_by_role("listitem")).to_contain_text("Bonne chance")
    panel(rin).get_by_role("button", name="Merci").click()
    expect(panel(mika).get_by_role("listitem").last).to_contain_text("Thank you")


def test_what_is_typed_is_text_and_no_markup(visit: Any) -> None:
    mika, rin, _ = two(visit)
    field = opened(mika).get_by_role("textbox", name="Write a message")
    expect(field).to_be_focused()
    said = "<img src=x onerror=alert(1)> https://example.org t l g"
    field.press_sequentially(said)  # keys of the table do nothing here
    field.press("Enter")
    expect(field).to_have_value("")
    line = opened(rin).get_by_role("listitem")
    expect(line).to_contain_text(said)
    assert line.locator("img, a").count() == 0


def test_a_word_without_end_makes_nothing_wider(visit: Any) -> None:
    mika, _, table = two(visit)
    say(mika, table, 0, "x" * 300, "\ufdfd" * 20, "a\u0301\u0301\u0301\u0301" * 40)
    expect(opened(mika).get_by_role("listitem")).to_have_count(3)
    wide = "(list) => list.scrollWidth > list.clientWidth || document.body.scrollWidth > innerWidth"
    assert not panel(mika).get_by_role("list").evaluate(wide)


def test_a_refused_line_stays_in_its_field(visit: Any) -> None:
    mika, _, _ = two(visit)
    field = opened(mika).get_by_role("textbox")
    field.fill("turned \u202e around")
    field.press("Enter")
    expect(panel(mika).get_by_role("status")).to_contain_text("change the direction")
    expect(field).to_have_value("turned \u202e around")


def test_a_new_line_moves_nothing_and_is_read_politely(visit: Any) -> None:
    mika, rin, table = two(visit)
    settled(mika)
    places = mika.evaluate(PLACES)
    focus = mika.evaluate("document.activeElement.id")
    lines: list[tuple[str | dict[str, str], str]]
    lines = [("hello there", "hello there"), ({"phrase": "thanks"}, "Thank you")]
    for new, (said, heard) in enumerate(lines, 1):
        say(rin, table, 1, said)
        expect(mika.get_by_role("tab", name=f"Chat, {new} new")).to_be_visible()
        expect(mika.locator("[aria-live=polite]", has_text=f"Rin: {heard}")).to_have_count(1)
    settled(mika)
    assert mika.evaluate(PLACES) == places
    assert mika.evaluate("document.activeElement.id") == focus
    opened(mika)
    expect(mika.get_by_role("tab", name="Chat", exact=True)).to_be_visible()  # seen
    mika.reload()
    expect(mika.get_by_role("tab", name="Chat", exact=True)).to_be_visible()
    settled(mika)
    assert mika.evaluate(PLACES) == places


@pytest.mark.parametrize("size", [(1366, 650), PHONE, (844, 390)])
def test_a_new_line_covers_nothing_on_any_screen(visit: Any, size: tuple[int, int]) -> None:
    """The board and the guide stay where they are, and nothing lies over the guide; also while talk is open."""
    mika, rin, table = two(visit)
    mika.set_viewport_size({"width": size[0], "height": size[1]})
    settled(mika)
    places = mika.evaluate(PLACES)
    for n, said in enumerate(("hello there", "x" * 300), 1):
        say(rin, table, 1, said)
        expect(mika.locator("[aria-live=polite]", has_text=said)).to_have_count(1)
        marked = re.compile(f"[Cc]hat, {n} new")  # a tab beside the table, or a button above it
        expect(
            mika.get_by_role("tab", name=marked).or_(mika.get_by_role("button", name=marked))
        ).to_be_visible()
        settled(mika)
        assert mika.evaluate(PLACES) == places
        assert mika.evaluate(GUIDE_IN_VIEW)
    mika.keyboard.press("t")
    expect(panel(mika).get_by_role("listitem")).to_have_count(2)
    say(rin, table, 1, "and one more")
    expect(panel(mika).get_by_role("listitem")).to_have_count(3)
    settled(mika)
    assert mika.evaluate(PLACES) == places


# What lies at its middle is the guide itself, or in it.
GUIDE_IN_VIEW = """() => {
  const guide = document.querySelector("[data-part=guide]");
  const { x, y, width, height } = guide.getBoundingClientRect();
  return guide.contains(document.elementFromPoint(x + width / 2, y + height / 2));
}"""


def test_on_a_phone_a_mark_tells_of_what_is_new(visit: Any) -> None:
    mika, rin, table = two(visit, size=PHONE)
    say(mika, table, 0, "hello there")
    button = rin.get_by_role("button", name="Log and chat, 1 new")
    button.click()
    sheet = rin.get_by_role("dialog", name="Log and chat")
    expect(sheet.get_by_role("listitem")).to_contain_text("hello there")
    sheet.get_by_role("textbox").fill("hello Mika")
    sheet.get_by_role("textbox").press("Enter")
    expect(opened(mika).get_by_role("listitem").last).to_contain_text("hello Mika")
    settled(rin)
    assert violations(rin) == []
    rin.keyboard.press("Escape")
    expect(sheet).to_have_count(0)
    expect(rin.get_by_role("button", name="Log and chat", exact=True)).to_be_focused()


def test_mute_and_report_by_keyboard(visit: Any) -> None:
    mika, rin, table = two(visit)
    say(rin, table, 1, "loser", "really")
    expect(opened(mika).get_by_role("listitem")).to_have_count(2)
    about = panel(mika).get_by_role("button", name="Mute or report Rin").last
    about.focus()
    mika.keyboard.press("Enter")
    expect(about).to_have_attribute("aria-expanded", "true")
    mika.keyboard.press("Tab")
    mika.keyboard.press("Tab")
    expect(panel(mika).get_by_role("button", name="Report…")).to_be_focused()
    mika.keyboard.press("Enter")
    expect(panel(mika)).to_contain_text("Rin will not know")
    expect(panel(mika).get_by_role("button", name="Send report")).to_be_focused()
    mika.keyboard.press("Enter")
    expect(about).to_be_focused()
    expect(panel(mika).get_by_role("status")).to_contain_text("The host will look at it")
    mika.keyboard.press("Enter")
    panel(mika).get_by_role("button", name="Mute Rin").press("Enter")
    expect(panel(mika)).to_contain_text("You have muted Rin.")
    expect(panel(mika).get_by_text("loser")).to_have_count(0)
    say(rin, table, 1, "anybody?")
    mika.goto("/settings")
    muted = mika.locator("section", has_text="Muted people")
    expect(muted).to_contain_text("Rin")
    muted.get_by_role("button", name="Unmute Rin").click()
    expect(muted).to_have_count(0)
    mika.goto(f"/t/{table}")
    expect(opened(mika).get_by_role("listitem")).to_have_count(3)


def test_spectators_are_read_after_the_game(visit: Any) -> None:
    mika, rin, table = two(visit)
    aki = named(visit(), "Aki")
    aki.goto(f"/t/{table}")
    aki.wait_for_selector("[data-part=guide]")
    say(aki, table, None, "Mika should take the iris")
    say(rin, table, 1, {"phrase": "hello"})
    expect(opened(mika).get_by_role("listitem")).to_have_count(1)
    expect(panel(mika)).to_contain_text("Spectators chat separately")
    expect(opened(aki).get_by_role("listitem")).to_have_count(1)
    expect(panel(aki)).to_contain_text("Only spectators read this")
    resign = """([table, seat]) => { const socket = new WebSocket(location.origin.replace("http", "ws") + "/ws");
      socket.onopen = () => { socket.send(JSON.stringify({ type: "watch", table, seat }));
        socket.send(JSON.stringify({ type: "resign", seat })); }; }"""
    rin.evaluate(resign, [table, 1])
    for page in (mika, aki):
        expect(page.get_by_role("tabpanel").get_by_role("listitem")).to_have_count(2)
    line = panel(mika).get_by_role("listitem").filter(has_text="iris")
    expect(line.get_by_role("img", name="Spectator")).to_be_visible()


@pytest.mark.parametrize(("wish", "lines"), [("phrases", 1), ("off", 0)])
def test_a_person_hears_no_more_than_they_want(visit: Any, wish: str, lines: int) -> None:
    mika, rin, table = two(visit)
    mika.goto("/settings")
    mika.locator(f"input[name=talk][value={wish}]").check(force=True)
    say(rin, table, 1, "typed", {"phrase": "hello"})
    mika.goto(f"/t/{table}")
    mika.wait_for_selector("[data-part=guide]")
    if not lines:
        expect(mika.get_by_role("tab")).to_have_count(0)
        return
    expect(opened(mika).get_by_role("listitem")).to_have_count(lines)
    expect(panel(mika).get_by_role("textbox")).to_have_count(0)


def test_a_host_chooses_what_may_be_said(visit: Any) -> None:
    mika = named(visit(), "Mika")
    mika.goto("/new/okiya")
    mika.locator("details summary").click()
    mika.get_by_label("Chat").select_option("off")
    mika.locator("main form .btn.seal").click()
    mika.wait_for_selector("[data-part=guide]")
    card = mika.evaluate("fetch('/api/tables' + location.pathname.slice(2)).then((r) => r.json())")
    assert card["table"]["talk"] == "off"


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_axe_has_nothing_against_talk(visit: Any, theme: Any) -> None:
    mika, rin, table = two(visit, color_scheme=theme)
    say(mika, table, 0, "one", {"phrase": "luck"})
    say(rin, table, 1, "two")
    opened(rin).get_by_role("button", name="Mute or report Mika").last.click()
    settled(rin)
    assert violations(rin) == []
