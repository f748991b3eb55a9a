"""Puzzles in the browser: asked, answered on the board or in the list, told, tried again, and taken to a study."""

import json
import re
from typing import Any

import pytest
from playwright.sync_api import Page, Response, expect

from hanamachi.puzzles.subject import subjects
from hanamachi.server.protocol.puzzles import PuzzleCard
from tests.e2e.support.axe import violations
from tests.e2e.support.play import named
from tests.e2e.support.puzzled import path_of, puzzle_of, right_and_wrong
from tests.e2e.support.server import THINKING

PHONE = (390, 844)
SET = set(PuzzleCard.__struct_fields__)
TOLD = re.compile('"(worths|proof)"')


def guide(page: Page) -> Any:
    return page.locator("[data-part=guide]")


def take(page: Page, label: str) -> None:
    """Take the tile that a label names."""
    page.get_by_role("button", name=re.compile(rf"^{label.split()[0]},")).click()
    guide(page).get_by_role("button", name="Take this tile").click()


def test_an_answer_on_the_board_is_told_and_rated(visit: Any) -> None:
    puzzle = puzzle_of("okiya", "only_move")
    right, _ = right_and_wrong(puzzle)
    page = visit(path_of(puzzle))  # of a guest whom the server does not know yet
    expect(guide(page)).to_contain_text("Only one tile wins. Which?", timeout=THINKING)
    assert violations(page) == []
    take(page, right)
    expect(guide(page).get_by_role("alert")).to_contain_text("Right!")
    expect(guide(page)).to_contain_text(re.compile(r"Your puzzle rating: 1[5-9]\d\d \(\+"))
    side = page.locator("[data-part=puzzle]")
    expect(side.get_by_role("region", name="What each choice is worth")).to_contain_text("best · yours")
    expect(side.get_by_role("region", name="Your opponent’s answers, and yours")).to_contain_text("Opponent")
    expect(side).to_contain_text("1 day in a row")
    expect(page.get_by_role("button", name="Next puzzle")).to_be_focused()
    assert violations(page) == []
    page.reload()
    expect(guide(page)).to_contain_text("Right!", timeout=THINKING)
    page.keyboard.press("n")
    expect(page).not_to_have_url(re.compile(puzzle.id), timeout=THINKING)
    expect(guide(page).get_by_role("button", name="Show me")).to_be_visible(timeout=THINKING)


def test_a_wrong_answer_is_tried_again_for_nothing(visit: Any) -> None:
    puzzle = puzzle_of("okiya", "only_move", 1)
    right, wrong = right_and_wrong(puzzle)
    page = named(visit(), "Aki")
    page.goto(path_of(puzzle))
    take(page, wrong)
    expect(guide(page)).to_contain_text("Not this time.", timeout=THINKING)
    expect(guide(page)).to_contain_text("(−")
    page.get_by_role("button", name="Try again").click()
    take(page, right)
    expect(guide(page)).to_contain_text("Right!")
    expect(guide(page)).to_contain_text("Only your first answer counts.")
    page.goto("/puzzles")
    expect(page.get_by_role("region", name="Your last answers")).to_contain_text("wrong")


@pytest.mark.parametrize("game", subjects())
def test_the_answer_is_never_on_the_wire_before_it_was_given(visit: Any, game: str) -> None:
    puzzle = puzzle_of(game)
    page, answers = named(visit(), "Aki"), list[Response]()

    def hear(response: Response) -> None:
        answers.append(response)

    page.on("response", hear)
    page.goto(path_of(puzzle))
    expect(guide(page).get_by_role("button", name="Show me")).to_be_visible(timeout=THINKING)
    page.wait_for_load_state("networkidle")
    heard = [answer.text() for answer in answers if "/api/puzzles" in answer.url]
    bodies = [json.loads(text) for text in heard]
    cards = [body for body in bodies if "choices" in body]
    assert cards
    assert all(card["answered"] is None and set(card) <= SET for card in cards)
    assert all(body["past"] == [] for body in bodies if "choices" not in body)
    assert [text for text in heard if TOLD.search(text)] == []
    with page.expect_response(re.compile("/show")) as shown:
        guide(page).get_by_role("button", name="Show me").click()
    assert TOLD.search(shown.value.text())
    expect(page.get_by_role("region", name="What each choice is worth")).to_contain_text("best")


def test_a_guess_at_cards_is_told_with_beliefs_and_opens_as_a_study(visit: Any) -> None:
    puzzle = puzzle_of("hanamikoji", "take_pair")
    page = named(visit(), "Aki")
    page.goto(path_of(puzzle))
    page.keyboard.press("m")
    choices = page.get_by_role("radio")
    expect(choices).to_have_count(2, timeout=THINKING)
    choices.first.press("Space")
    page.keyboard.press("Enter")
    expect(guide(page)).to_contain_text("It wins the game in")
    side = page.locator("[data-part=puzzle]")
    expect(side).to_contain_text("%")
    expect(side.get_by_role("region", name="What Player", exact=False)).to_be_visible()
    assert violations(page) == []
    page.get_by_role("button", name="What if").click()
    expect(page).to_have_url(re.compile(r"/study/\w+/\d+\?eyes="), timeout=THINKING)
    expect(page.get_by_role("tree", name="Moves and branches")).to_be_visible(timeout=THINKING)


def test_a_hint_rules_answers_out(visit: Any) -> None:
    puzzle = next(
        each for each in (puzzle_of("okiya", number=n) for n in range(9)) if len(each.line.worths) > 3
    )
    page = named(visit(size=PHONE), "Aki")
    page.goto(path_of(puzzle))
    guide(page).get_by_role("button", name="A hint").click(timeout=THINKING)
    expect(guide(page)).to_contain_text("Not the best:")
    expect(guide(page)).not_to_contain_text(right_and_wrong(puzzle)[0])


def test_two_windows_and_no_line(visit: Any) -> None:
    """An answer in another window is told; where nobody answers nothing is lost."""
    puzzle = puzzle_of("okiya", "only_move", 2)
    right, wrong = right_and_wrong(puzzle)
    page = named(visit(), "Aki")
    page.goto(path_of(puzzle))
    expect(guide(page).get_by_role("button", name="Show me")).to_be_visible(timeout=THINKING)
    page.route("**/answer?*", lambda route: route.abort())
    take(page, right)
    expect(guide(page)).to_contain_text("Your answer was not sent; try again in a moment.")
    page.unroute("**/answer?*")
    other = page.context.new_page()
    other.goto(path_of(puzzle))
    take(other, wrong)
    expect(guide(other)).to_contain_text("Not this time.")
    guide(page).get_by_role("button", name="Take this tile").click()
    expect(guide(page)).to_contain_text("You have already answered this puzzle.")
    expect(guide(page)).to_contain_text("Not this time.")


def test_what_cannot_be_shown_is_said_in_words(visit: Any) -> None:
    page = visit("/puzzles/okiya/nothing1")
    expect(page.get_by_text("There is no such puzzle.")).to_be_visible()
    page.goto("/puzzles/chess")
    expect(page.get_by_text("There are no puzzles of this game here.")).to_be_visible()
    page.goto("/puzzles/okiya?theme=nothing")
    expect(page.get_by_text("There is no theme “nothing”.")).to_be_visible()
    page.goto(path_of(puzzle_of("okiya")).replace("okiya", "hanamikoji"))  # the wrong house
    expect(page).to_have_url(re.compile("/puzzles/okiya/"))
    nothing = {"date": "2026-01-01", "seconds": 60, "first": None, "games": [], "past": []}
    page.route("**/api/puzzles?*", lambda route: route.fulfill(json=nothing | {"damaged": ["okiya"]}))
    page.goto("/puzzles")
    expect(page.get_by_text("cannot be read on this server: Okiya.")).to_be_visible()
    expect(page.get_by_text("There are no puzzles on this server.")).to_be_visible()
    assert violations(page) == []


WORDS = {
    "en-GB": ("Puzzles", "Puzzle of the day", "Next puzzle"),
    "fr-FR": ("Problèmes", "Problème du jour", "Problème suivant"),
    "pl-PL": ("Łamigłówki", "Łamigłówka dnia", "Następna łamigłówka"),
}


@pytest.mark.parametrize("locale", WORDS)
def test_the_street_and_the_list_lead_to_puzzles(visit: Any, locale: str) -> None:
    title, today, following = WORDS[locale]
    page = visit("/", size=PHONE, locale=locale)
    page.get_by_role("link", name=re.compile(today)).click()
    expect(page).to_have_url(re.compile(r"/puzzles/\w+/\w{8}"))
    expect(guide(page)).to_be_visible(timeout=THINKING)
    page.goto("/puzzles")
    expect(page.get_by_role("heading", level=1, name=title)).to_be_visible()
    expect(page.get_by_role("navigation").get_by_role("link", name=title)).to_have_attribute(
        "aria-current", "page"
    )
    assert violations(page) == []
    page.get_by_role("link", name=following).first.click()
    expect(page).to_have_url(re.compile(r"/puzzles/\w+/\w{8}"), timeout=THINKING)
