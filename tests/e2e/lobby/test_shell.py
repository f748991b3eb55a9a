"""The street, My games, the waiting room and Learn: what is told there is as the tables are."""

import re
from typing import Any

from playwright.sync_api import Page, expect

from tests.e2e.support.play import named, open_table, take_a_tile, take_seat, tiles, wait_turn

ME_AND_OPEN = [{"kind": "me"}, {"kind": "open"}]
SKY = """() => ["::before", "::after"].map((part) =>
  getComputedStyle(document.querySelector(".felt"), part).transitionDuration.split(",")[0])"""
RESIGN = """(table) => new Promise((done) => {
  const socket = new WebSocket(location.origin.replace("http", "ws") + "/ws");
  socket.onopen = () => socket.send(JSON.stringify({type: "watch", table, seat: 1, seq: 0}));
  socket.onmessage = ({data}) => {
    const {type, result} = JSON.parse(data);
    if (type !== "updates") return;
    if (result) done(socket.close());
    else socket.send(JSON.stringify({type: "resign", seat: 1}));
  };
})"""


def two_at_okiya(mika: Page, rin: Page) -> str:
    """Rin begins."""
    table = open_table(mika, "okiya", ME_AND_OPEN, layout="5XH9C164Q", starter=1)
    take_seat(rin, table, 1)
    return table


def test_the_street_is_live(visit: Any) -> None:
    """M1: after Back, after a friend's move and after the end the card says how it is, and nothing is asked of
    the house that is not there (m2)."""
    mika, rin = named(visit(), "Hina"), named(visit(), "Hina")
    refused: list[str] = []
    mika.on("response", lambda answer: refused.append(answer.url) if answer.status >= 400 else None)
    table = two_at_okiya(mika, rin)
    card = mika.locator(".cards:not([aria-busy=true])")
    mika.goto("/")
    expect(card).to_contain_text("In progress")
    expect(card).to_contain_text("Play now")
    rin.goto(f"/t/{table}")
    wait_turn(rin, [rin])
    take_a_tile(rin)
    expect(card).to_contain_text("It is your turn")
    expect(card).to_contain_text("Okiya · Hina 2")
    card.get_by_role("link", name="Play", exact=True).click()
    expect(tiles(mika).first).to_be_visible()
    assert mika.evaluate(SKY) == ["0s", "0s"]  # m3: in reduced motion it switches at once
    mika.go_back()
    expect(card).to_contain_text("It is your turn")
    rin.evaluate(RESIGN, table)
    expect(card).to_contain_text("Play now")
    assert refused == []


def test_a_finished_game_is_found_by_its_result(visit: Any) -> None:
    mika, rin = named(visit(), "Mika"), named(visit(), "Rin")
    rin.evaluate(RESIGN, two_at_okiya(mika, rin))
    two_at_okiya(mika, rin)
    mika.goto("/games")
    games = mika.get_by_role("listitem")
    expect(games).to_have_count(2)
    expect(games.last).to_contain_text("Mika – Rin")
    expect(games.last).to_contain_text("Won")
    expect(games.last).to_contain_text("by resignation")
    mika.get_by_label("Show").select_option("Lost")
    expect(mika.get_by_role("status").filter(has_text="No games match")).to_be_visible()
    mika.get_by_label("Show").select_option("Won")
    expect(games).to_have_count(1)
    mika.reload()
    expect(games).to_have_count(1)
    games.get_by_role("link", name="Review").click()
    mika.wait_for_url(re.compile("/r/"))


def test_a_host_seats_a_bot_or_calls_it_off(visit: Any) -> None:
    """m14: the guest reads who invites to what; a code may be typed large."""
    mika, rin = named(visit(), "Mika"), visit("/")
    table = open_table(mika, "hanamikoji", ME_AND_OPEN)
    mika.goto(f"/t/{table}")
    code = f"{table[:5]}-{table[5:]}".upper()
    expect(mika.get_by_text(code)).to_be_visible()
    rin.get_by_role("button", name="Join with a code").click()
    rin.get_by_label("The table’s code or link").fill(code)
    rin.get_by_role("button", name="Go to the table").click()
    expect(rin.get_by_text("Mika invites you to Hanamikoji: three rounds at most.")).to_be_visible()
    mika.get_by_role("button", name="Call off the table").click()
    mika.get_by_role("dialog").get_by_role("button", name="Call off the table").click()
    mika.wait_for_url(re.compile("/$"))
    expect(rin.get_by_text("This table was called off.")).to_be_visible()
    mika.goto(f"/t/{open_table(mika, 'okiya', ME_AND_OPEN)}")
    mika.get_by_role("button", name="Add a bot").click()
    expect(mika.get_by_role("region", name="What to do")).to_be_visible()


def test_odd_addresses_have_a_door(visit: Any) -> None:
    """m9"""
    page = visit("/")
    for path in ("/r/nothing", "/rules/chess", "/learn/chess", "/t/%E0%A4%A"):
        page.goto(path)
        expect(page.get_by_role("heading", name="Nothing here")).to_be_visible()
        expect(page.get_by_role("link", name="Back to the street")).to_be_visible()


def test_what_is_learnt_is_ticked(visit: Any) -> None:
    page = visit("/learn")
    lessons = page.get_by_role("main").get_by_role("listitem")
    expect(lessons.first).to_contain_text("Okiya")
    expect(lessons.first).to_contain_text("Start here")
    expect(lessons.first).to_contain_text("10 steps")
    page.evaluate("localStorage.setItem('hanamachi lessons', JSON.stringify({'okiya/round': true}))")
    page.reload()
    expect(lessons.first).to_contain_text("Done")
    expect(lessons.nth(1)).to_contain_text("Next")
