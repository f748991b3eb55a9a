"""What every table has: the pause between rounds, giving up in two steps, the rules over the table."""

from random import Random
from typing import Any

from playwright.sync_api import FloatRect, Locator, Page, expect

from hanamachi.core.game import NATURE
from hanamachi.core.options import choose
from hanamachi.games import GAMES
from hanamachi.games.okiya.pieces import NAMES
from tests.e2e.support.axe import violations
from tests.e2e.support.play import named, open_table, take_a_tile, wait_turn
from tests.e2e.support.server import House
from tests.e2e.support.staged import Line, stage

SERIES = {"match": "series"}
ME_AND_A_BOT = [{"kind": "me"}, {"kind": "bot", "level": "random"}]


def guide(page: Page) -> Locator:
    return page.get_by_role("region", name="What to do")


def log(page: Page) -> Locator:
    return page.get_by_role("complementary", name="Log")


def place(of: Locator) -> FloatRect:
    box = of.bounding_box()
    assert box
    return box


def last_of_a_round() -> tuple[Line, int, str]:
    """A match of Okiya up to the move that ends the first round: who makes it, and where."""
    game, dice = GAMES["okiya"], Random(7)
    state: Any = game.start(2, choose(game.options, SERIES))
    line: list[tuple[int, Any]] = []
    last = line, 0, ""
    while state.round == 1:
        move = dice.choice([move for move, _ in state.odds()] if state.actor == NATURE else state.moves())
        if state.actor != NATURE:
            last = list(line), int(state.actor), NAMES[move.square]
        line.append((state.actor, move))
        state = state.play(move)
    return last


def test_the_end_of_a_round_is_read_by_both(visit: Any, house: House) -> None:
    """No next garden before they have gone on; a spectator looks on as long as they do."""
    pages = [named(visit(), "Mika"), named(visit(), "Rin")]
    line, mover, square = last_of_a_round()
    path = stage(house, pages, line, ["Mika", "Rin"], game="okiya", options=SERIES)
    aki = visit(path)
    for page in pages:
        page.goto(path)
    for page in (*pages, aki):
        expect(log(page)).to_contain_text("Round 1")
    pages[mover].get_by_role("button", name=f"{square}, ").first.click()
    pages[mover].get_by_role("button", name="Take this tile").click()
    for page, other in zip(pages, ("Rin", "Mika"), strict=True):
        expect(guide(page)).to_contain_text(f"Waiting for you and {other}.")
        expect(log(page)).not_to_contain_text("Round 2")
    expect(guide(aki)).to_contain_text("Still reading: Mika, Rin.")
    assert violations(pages[0]) == []
    pages[0].get_by_role("button", name="Next round").click()
    expect(guide(pages[0])).to_contain_text("Still reading: Rin.")
    expect(guide(pages[1])).to_contain_text("Waiting for you.")
    expect(log(pages[1])).not_to_contain_text("Round 2")
    pages[1].get_by_role("button", name="Next round").click()
    for page in pages:
        expect(page.get_by_role("timer")).to_have_count(0)
    take_a_tile(wait_turn(pages[0], pages) or pages[0])
    expect(log(aki)).to_contain_text("Round 2")


def test_giving_up_takes_two_steps_in_two_places(visit: Any) -> None:
    page = named(visit(), "Mika")
    page.goto(f"/t/{open_table(page, 'okiya', ME_AND_A_BOT)}")
    wait_turn(page, [page])
    menu, sure = (
        page.get_by_role("button", name="Table menu"),
        page.get_by_role("dialog", name="Resign this game?"),
    )
    menu.click()
    first = page.get_by_role("button", name="Resign")
    expect(page.get_by_role("button", name="Take back my move")).to_have_count(0)  # there is none yet
    below = place(first)
    first.dblclick()
    expect(sure).to_contain_text("Then Random wins.")
    second = place(sure.get_by_role("button", name="Resign"))
    assert second["y"] + second["height"] < below["y"]
    sure.get_by_role("button", name="Keep playing").click()
    take_a_tile(page)
    wait_turn(page, [page])
    menu.click()
    first.click()
    sure.get_by_role("button", name="Resign").click()
    expect(guide(page)).to_contain_text("Random wins.")
    expect(guide(page)).to_contain_text("You resign.")


def test_the_rules_lie_over_the_table_and_go_again(visit: Any) -> None:
    page = named(visit(), "Mika")
    page.goto(f"/t/{open_table(page, 'okiya', ME_AND_A_BOT)}")
    wait_turn(page, [page])
    path, sheet = page.url, page.get_by_role("dialog", name="What do the rules say?")
    page.keyboard.press("?")
    expect(sheet).to_contain_text("What to do now")
    expect(sheet).to_contain_text(
        "Your tile must have the same plant or the same feature as the tile just removed."
    )
    sheet.get_by_text("Keys", exact=True).click()
    expect(sheet).to_contain_text("play your choice")
    assert violations(page) == []
    page.keyboard.press("?")
    expect(sheet).to_be_hidden()
    page.get_by_role("button", name="What do the rules say?").click()
    sheet.get_by_role("button", name="Back to the table").click()
    expect(sheet).to_be_hidden()
    assert page.url == path


def test_the_first_visit_is_explained_once(visit: Any) -> None:
    page = named(visit(), "Mika")
    page.goto(f"/t/{open_table(page, 'okiya', ME_AND_A_BOT)}")
    wait_turn(page, [page])
    steps = page.get_by_role("region", name="How this table works")
    expect(steps).to_contain_text("How to win")
    steps.get_by_role("button", name="Got it").click()
    expect(steps).to_contain_text("What you do")
    page.get_by_role("button", name="may be taken").first.click()
    expect(steps).to_contain_text("The red button confirms")
    page.get_by_role("button", name="Take this tile").click()
    expect(steps).to_have_count(0)
    page.goto(f"/t/{open_table(page, 'okiya', ME_AND_A_BOT)}")
    wait_turn(page, [page])
    expect(steps).to_have_count(0)
