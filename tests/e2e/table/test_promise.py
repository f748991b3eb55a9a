"""What the house promises its players: a shuffle that nobody chose, a seat that is kept, a rematch that is asked for,
and nothing told that is not kept."""

import json
import re
import sqlite3
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, Request, Route, WebSocketRoute, expect

from tests.e2e.support.axe import violations
from tests.e2e.support.play import (
    api,
    named,
    open_table,
    over,
    play_out,
    take_a_tile,
    take_seat,
    tiles,
    wait_turn,
)
from tests.e2e.support.server import House
from tests.e2e.support.staged import stage

ME_AND_A_BOT = [{"kind": "me"}, {"kind": "bot", "level": "random"}]
PHONE = (390, 844)
Message = dict[str, Any]


def guide(page: Page) -> Locator:
    return page.get_by_role("region", name="What to do")


def path_of(page: Page) -> str:
    return page.url[page.url.index("/t/") :]


def between(page: Page, told: Callable[[Message], Message]) -> None:
    """Whatever the house tells this browser over its socket passes through here."""

    def connect(client: WebSocketRoute) -> None:
        house = client.connect_to_server()
        house.on_message(lambda text: client.send(json.dumps(told(json.loads(text)))))

    page.route_web_socket(re.compile("/ws$"), connect)


# The shuffle.


def opened_by_the_form(page: Page, *, words: str = "") -> None:
    """A game of Okiya against a bot, by the page for it."""
    page.goto("/new/okiya")
    page.get_by_label("Your name").fill("Mika")
    page.get_by_text("More options").click()
    if words:
        page.get_by_label("Your own random words (optional)").fill(words)
    page.get_by_role("button", name="Open the table").click()
    page.wait_for_url(re.compile("/t/"))
    expect(tiles(page).first).to_be_visible()


def proof(page: Page) -> Locator:
    page.get_by_role("complementary").first.get_by_role("button").last.click()
    return page.get_by_role("dialog", name="A fair shuffle")


def test_the_imprint_comes_first_then_the_words_and_not_a_click_more(visit: Any) -> None:
    page = visit()
    asked: list[tuple[str, Any]] = []

    def note(request: Request) -> None:
        if request.method == "POST":
            asked.append((request.url.split("/")[-1].split("?")[0], request.post_data_json))

    page.on("request", note)
    opened_by_the_form(page, words="plum  crane ")
    assert [path for path, _ in asked] == ["tables", "words"]
    assert "words" not in asked[0][1]
    table = api(page, f"/api/tables/{path_of(page)[3:]}")["table"]
    assert asked[1][1] == {"words": "plum crane", "commitment": table["commitment"]}
    assert table["words"] == ["plum crane", ""]
    expect(proof(page)).to_contain_text("This browser saw the fingerprint before it sent its words")


def test_words_are_drawn_for_each_game(visit: Any) -> None:
    page = visit()
    said = set()
    for _ in range(2):
        opened_by_the_form(page)
        words = api(page, f"/api/tables/{path_of(page)[3:]}")["table"]["words"]
        assert len(words[0].split()) == 3
        said.add(words[0])
    assert len(said) == 2


def test_words_that_got_lost_are_sent_by_the_page(visit: Any) -> None:
    page = visit()
    lost: list[str] = []

    def lose_the_first(route: Route) -> None:
        lost.append(route.request.post_data or "")
        if len(lost) == 1:
            route.abort()
        else:
            route.continue_()

    page.route(re.compile("/api/tables/[^/]+/words"), lose_the_first)
    opened_by_the_form(page)
    assert len(lost) == 2
    assert lost[0] == lost[1]  # the same words: had they arrived, nothing would be different


def another_imprint(told: Message) -> Message:
    if told["type"] == "updates":
        told["table"]["commitment"] = "0" * 64
    return told


def other_words(told: Message) -> Message:
    if told["type"] == "updates" and told["table"]["words"]:
        told["table"]["words"][0] = "chosen by the house"
    return told


def words_of_a_bot(told: Message) -> Message:
    if told["type"] == "updates" and told["table"]["words"]:
        told["table"]["words"][1] = "tried until it fits"
    return told


@pytest.mark.parametrize(
    ("lie", "said", "size"),
    [
        (another_imprint, "The server shows another fingerprint", (1280, 800)),
        (other_words, "The words of your seat are not the ones", PHONE),
        (words_of_a_bot, "A bot has words in the shuffle", PHONE),
    ],
)
def test_a_house_that_lies_is_noticed(
    visit: Any, lie: Callable[[Message], Message], said: str, size: tuple[int, int]
) -> None:
    page = visit(size=size)
    between(page, lie)
    opened_by_the_form(page)
    alert = page.get_by_role("alert").filter(has_text="The shuffle of this game cannot be trusted.")
    alert.get_by_role("button", name="Why?").click()
    expect(page.get_by_role("dialog", name="A fair shuffle")).to_contain_text(said)
    assert violations(page) == []


def test_an_honest_house_is_not_accused(visit: Any) -> None:
    page = visit()
    opened_by_the_form(page)
    play_out([page], path_of(page)[3:])
    expect(page.get_by_role("button", name="Shuffle verified")).to_be_visible()
    expect(page.get_by_text("cannot be trusted")).to_have_count(0)
    expect(proof(page)).to_contain_text("This browser checked the fingerprint, the words")


def test_what_is_outside_the_promise_says_so(visit: Any) -> None:
    page = named(visit(), "Mika")
    table = open_table(page, "okiya", ME_AND_A_BOT)
    play_out([page], table)
    page.goto(f"/r/{table}/0")
    page.get_by_label("Play on from here").click()
    page.get_by_role("button", name="Play against bots").click()
    page.wait_for_url(re.compile("/t/"))
    expect(page.get_by_role("button", name="Started without the players’ words")).to_be_visible()
    expect(proof(page)).to_contain_text("This does not cover lessons and games continued")


# A seat that is kept.


# All that the guide says from now on: what is there for three seconds may not be looked for in time.
NOTE = """() => {
  const guide = document.querySelector("#main");
  window.said = [];
  new MutationObserver(() => window.said.push(guide.innerText))
    .observe(guide, { subtree: true, childList: true, characterData: true });
}"""
ASKED_AGAIN = """(away) => {
  const at = window.said.findIndex((each) => each.includes(away));
  return at >= 0 && window.said.slice(at).some((each) => each.includes("has been offline"));
}"""


def two_at_okiya(visit: Any, house: House, patience: int = 3) -> tuple[Page, Page]:
    """Whose turn it is, and the other one."""
    mika, rin = named(visit(), "Mika"), named(visit(size=PHONE), "Rin")
    path = stage(
        house, [mika, rin], names=["Mika", "Rin"], game="okiya", patience=patience, stand_in="novice"
    )
    for page in (mika, rin):
        page.goto(path)
    mover = wait_turn(mika, [mika, rin]) or mika
    return mover, rin if mover is mika else mika


def test_a_seat_is_kept_then_the_others_are_asked_and_who_returns_has_it_back(
    visit: Any, house: House
) -> None:
    gone, here = two_at_okiya(visit, house)
    path, who = path_of(here), "Rin" if "Rin (you)" in gone.locator("main").inner_text() else "Mika"
    aki = visit(path)  # looks on, and is asked nothing
    gone.goto("/settings")
    expect(guide(here)).to_contain_text(f"{who} has been offline for 3 s.")
    expect(guide(here)).to_contain_text("Let a bot (Novice) take over?")
    assert violations(here) == []
    expect(aki.get_by_role("timer")).to_be_visible()
    expect(guide(aki)).to_contain_text(f"{who} ")
    expect(guide(aki).get_by_role("button")).to_have_count(0)
    here.evaluate(NOTE)
    guide(here).get_by_role("button", name="Keep waiting").click()
    here.wait_for_function(ASKED_AGAIN, arg=f"{who} is offline.")
    guide(here).get_by_role("button", name="Let a bot play").click()
    expect(here.get_by_text("Bot: Novice")).to_be_visible()
    wait_turn(here, [here])  # the bot has moved
    gone.goto(path)
    expect(here.get_by_text("Bot: Novice")).to_have_count(0)
    expect(here.get_by_role("timer")).to_have_count(0)
    take_a_tile(here)
    assert over(gone) or wait_turn(gone, [gone]) is gone  # without a click


def test_a_reload_costs_nobody_a_seat(visit: Any, house: House) -> None:
    mover, other = two_at_okiya(visit, house, patience=15)
    mover.reload()
    assert wait_turn(mover, [mover]) is mover
    expect(guide(other)).not_to_contain_text("has been offline")
    expect(other.get_by_role("timer")).to_have_count(0)


def test_who_returns_in_time_is_seen_to_be_back(visit: Any, house: House) -> None:
    mover, other = two_at_okiya(visit, house, patience=15)
    path, who = path_of(mover), "Rin" if "Rin (you)" in mover.locator("main").inner_text() else "Mika"
    mover.goto("/settings")
    timer = other.get_by_role("timer")
    expect(timer).to_have_accessible_name(re.compile(rf"{who} is offline\. The seat is kept for 0:\d\d\."))
    kept = f"{who} is offline. The seat is kept for 15 s."
    expect(other.locator("[role=status]", has_text=kept)).to_have_count(1)
    mover.goto(path)
    expect(other.get_by_role("timer")).to_have_count(0)
    expect(other.locator("[role=status]", has_text="is back.")).to_have_count(1)


# A rematch is an offer.


def at_the_end(visit: Any, **wish: Any) -> tuple[Page, Page, str]:
    """Mika and Rin have finished a game of Okiya."""
    mika, rin = named(visit(), "Mika"), named(visit(size=PHONE), "Rin")
    table = open_table(mika, "okiya", [{"kind": "me"}, {"kind": "open"}], **wish)
    take_seat(rin, table, 1)
    play_out([mika, rin], table)
    return mika, rin, table


def test_a_rematch_is_offered_and_accepted(visit: Any) -> None:
    mika, rin, table = at_the_end(visit)
    aki = visit(f"/t/{table}")
    mika.get_by_role("button", name="Rematch").click()
    mika.wait_for_url(lambda url: table not in url)  # whoever asked goes there
    expect(mika.get_by_text("Waiting for Rin.")).to_be_visible()
    expect(guide(rin)).to_contain_text("Mika offers a rematch.")
    assert violations(rin) == []
    rin.get_by_role("button", name="Accept").click()
    rin.wait_for_url(mika.url)
    assert wait_turn(mika, [mika, rin]) is not None
    child = api(mika, f"/api/tables/{path_of(mika)[3:]}")["table"]
    assert all(len(words.split()) == 3 for words in child["words"])  # both browsers drew new ones
    assert path_of(aki) == f"/t/{table}"
    aki.get_by_role("link", name="Watch the rematch").click()
    expect(aki.get_by_role("img", name="Watching")).to_be_visible()


def test_a_rematch_by_other_options_is_declined_and_after_all_accepted(visit: Any) -> None:
    mika, rin, table = at_the_end(visit)
    mika.get_by_role("button", name="Other set-up").click()
    mika.get_by_role("dialog").get_by_role("radio", name="first to win three rounds").check()
    mika.get_by_role("dialog").get_by_role("button", name="Rematch").click()
    mika.wait_for_url(lambda url: table not in url)
    expect(guide(rin)).to_contain_text(re.compile(r"Mika offers a rematch with changes \(.+three rounds\)"))
    rin.get_by_role("button", name="No thanks").click()
    expect(guide(rin)).to_contain_text("You declined the rematch.")
    expect(mika.get_by_text("No rematch: Rin declined.")).to_be_visible()
    assert path_of(rin) == f"/t/{table}"  # nobody was taken anywhere
    rin.get_by_role("link", name="To the rematch").click()
    rin.get_by_role("button", name="Accept after all").click()
    assert wait_turn(mika, [mika, rin]) is not None


def test_a_rematch_is_found_again_after_a_restart(visit: Any, house: House) -> None:
    mika, rin, table = at_the_end(visit)
    mika.get_by_role("button", name="Rematch").click()
    mika.wait_for_url(lambda url: table not in url)
    expect(guide(rin)).to_contain_text("Mika offers a rematch.")
    house.stop()
    expect(guide(rin)).to_contain_text("The server cannot be reached")
    house.start()
    expect(guide(rin)).to_contain_text("Mika offers a rematch.")
    rin.goto(path_of(mika))  # another way to it: the same question
    expect(rin.get_by_text("Mika offers a rematch.")).to_be_visible()
    assert violations(rin) == []
    rin.get_by_role("button", name="Accept").click()
    assert wait_turn(mika, [mika, rin]) is not None


def test_a_rematch_against_bots_is_one_click(visit: Any) -> None:
    page = named(visit(), "Mika")
    table = open_table(page, "okiya", ME_AND_A_BOT)
    play_out([page], table)
    page.get_by_role("button", name="Rematch").click()
    page.wait_for_url(lambda url: table not in url)
    wait_turn(page, [page])


# Kept before it is told.


def test_a_move_that_could_not_be_kept_is_asked_for_again(visit: Any) -> None:
    page = named(visit(), "Mika")
    table = open_table(page, "okiya", ME_AND_A_BOT)
    refused: list[str] = []

    def connect(client: WebSocketRoute) -> None:
        house = client.connect_to_server()

        def heard(text: str | bytes) -> None:
            if json.loads(text)["type"] == "submit" and not refused:
                refused.append(str(text))
                said = {
                    "type": "declined",
                    "reason": "not_kept",
                    "sentence": "It could not be kept. Try again.",
                }
                client.send(json.dumps(said))
            else:
                house.send(text)

        client.on_message(heard)

    page.route_web_socket(re.compile("/ws$"), connect)
    page.goto(f"/t/{table}")
    wait_turn(page, [page])
    tiles(page).first.click()
    seal = page.get_by_role("button", name="Take this tile")
    seal.click()
    expect(page.get_by_role("alert").filter(has_text="It could not be kept. Try again.")).to_have_count(1)
    seal.click()  # still chosen
    expect(page.get_by_text("It could not be kept")).to_have_count(0)
    wait_turn(page, [page])
    assert refused


def test_a_damaged_table_can_be_looked_at(visit: Any, house: House) -> None:
    page = named(visit(), "Mika")
    path = stage(house, [page, "random"], names=["Mika", "Random"], game="okiya")
    with sqlite3.connect(house.database.split("///")[1]) as database:
        spoil = "update rows set row = '{' where table_id = ? and seq = (select max(seq) from rows where table_id = ?)"
        database.execute(spoil, [path[3:], path[3:]])
    database.close()
    page.goto(path)
    expect(guide(page)).to_contain_text("This table is damaged.")
    assert violations(page) == []
    page.goto("/games")
    expect(page.get_by_role("listitem").filter(has_text="This table is damaged.")).to_have_count(1)
