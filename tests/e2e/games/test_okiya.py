"""Okiya in the browser, end to end: by link, against bots, over reloads and restarts."""

import re
from typing import Any

from playwright.sync_api import Page, expect

from tests.e2e.support.play import (
    api,
    named,
    open_table,
    play_out,
    screen,
    settled,
    shows_again,
    take_a_tile,
    until,
    wait_turn,
)
from tests.e2e.support.server import THINKING

# What a review says of a move where everything is proven.
JUDGED = re.compile("plays the best move|would have won|had a better move|Every move loses here")
ME_AND_OPEN = [{"kind": "me"}, {"kind": "open"}]


def sit_down(page: Page, name: str) -> None:
    expect(page.get_by_role("button", name="Sit down")).to_be_visible()
    page.get_by_label("Your name").first.fill(name)
    page.get_by_role("button", name="Sit down").click()


def test_two_friends_by_link_with_a_spectator_then_a_rematch(visit: Any) -> None:
    mika = named(visit(), "Mika")
    mika.goto(f"/t/{open_table(mika, 'okiya', ME_AND_OPEN)}")
    link = mika.url
    expect(mika.get_by_text("Invite a friend").first).to_be_visible()
    rin = visit(link[link.index("/t/") :], size=(390, 844))
    sit_down(rin, "Rin")
    expect(mika.get_by_text("Rin").locator("visible=true").first).to_be_visible()
    aki = visit(link[link.index("/t/") :], size=(390, 844))
    expect(aki.get_by_role("img", name="Watching")).to_be_visible()
    mover = wait_turn(mika, [mika, rin]) or mika
    take_a_tile(mover)
    wait_turn(mika, [rin if mover is mika else mika])
    seen = {page: settled(page) for page in (mika, rin)}
    for page, before in seen.items():  # reload at any moment, on either side, shows the same screen
        shows_again(page, before)
    for _ in range(4):  # a round needs seven plies at least
        take_a_tile(wait_turn(mika, [mika, rin]) or mika)
    play_out([mika, rin], link.rpartition("/")[2])
    for page in (mika, rin, aki):
        expect(page.get_by_text(re.compile("wins?\\.")).first).to_be_visible()
    mika.get_by_role("button", name="Rematch").click()
    mika.wait_for_url(lambda url: url != link)
    rin.get_by_role("button", name="Accept").click()
    rin.wait_for_url(mika.url)
    aki.get_by_role("link", name="Watch the rematch").click()
    expect(aki.get_by_role("img", name="Watching")).to_be_visible()
    before = settled(aki)
    take_a_tile(wait_turn(mika, [mika, rin]) or mika)
    expect(aki.locator("main")).not_to_have_text(before)


def test_a_second_tab_shows_the_same_and_both_can_play(visit: Any) -> None:
    one = named(visit(), "Mika")
    table = open_table(one, "okiya", [{"kind": "me"}, {"kind": "bot", "level": "random"}])
    one.goto(f"/t/{table}")
    two = one.context.new_page()
    two.goto(one.url)
    for mine in (one, two):
        wait_turn(mine, [mine])
    assert settled(one) == settled(two)
    take_a_tile(two)
    for mine in (one, two):
        wait_turn(mine, [mine])
    assert settled(one) == settled(two)


def test_the_house_restarts_in_mid_game(visit: Any, house: Any) -> None:
    mika = named(visit(), "Mika")
    table = open_table(mika, "okiya", [{"kind": "me"}, {"kind": "bot", "level": "novice"}])
    mika.goto(f"/t/{table}")
    wait_turn(mika, [mika])
    take_a_tile(mika)
    wait_turn(mika, [mika])
    before = settled(mika)
    house.stop()
    expect(mika.get_by_text("The server cannot be reached").first).to_be_visible()
    house.start()
    until(mika, lambda: screen(mika) == before)
    take_a_tile(mika)
    wait_turn(mika, [mika])


def test_a_game_against_perfect_and_its_review(visit: Any) -> None:
    page = named(visit(), "Mika")
    table = open_table(page, "okiya", [{"kind": "me"}, {"kind": "bot", "level": "perfect"}], hints=True)
    page.goto(f"/t/{table}")
    wait_turn(page, [page])
    page.get_by_role("button", name="Show hints").click()
    expect(page.get_by_text(re.compile("Win|Draw|Loss")).first).to_be_visible(timeout=THINKING)
    take_a_tile(page)
    play_out([page], table)
    page.goto(f"/r/{table}")
    page.get_by_role("button", name="To the beginning").click()
    page.get_by_role("button", name="One step forward").click()
    expect(page.get_by_label("Play on from here")).to_be_visible()
    graph = page.get_by_role("img", name="Chance to win")
    expect(graph).to_be_visible(timeout=THINKING)
    rail = page.get_by_role("complementary")
    expect(rail.get_by_role("heading", name=JUDGED)).to_be_visible()
    page.get_by_role("button", name="Hide later moves").click()
    expect(page.get_by_role("heading", name=re.compile("wins?\\."))).to_have_count(0)
    page.get_by_role("button", name="To the beginning").click()
    expect(rail.get_by_role("heading", name=JUDGED)).to_have_count(0)
    page.get_by_role("button", name="Show everything").click()
    assert api(page, f"/api/tables/{table}/replay?eyes=open")["seed"]


def test_a_shared_screen(visit: Any) -> None:
    page = named(visit(), "Mika")
    table = open_table(page, "okiya", [{"kind": "shared"}, {"kind": "shared"}])
    page.goto(f"/t/{table}")
    for _ in range(4):
        wait_turn(page, [page])
        take_a_tile(page)
