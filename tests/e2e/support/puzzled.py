"""Puzzles for the browser tests: which answers are right, by the file that is shipped."""

from playwright.sync_api import Page, expect

from hanamachi.games import GAMES
from hanamachi.puzzles.opened import OpenedPuzzle
from hanamachi.puzzles.puzzle import Puzzle, shipped
from tests.e2e.support.play import settled
from tests.e2e.support.server import THINKING, House


def puzzle_of(game: str, kind: str = "", number: int = 0) -> Puzzle:
    """A puzzle of a kind, if one is named."""
    return [each for each in shipped(GAMES[game]) if kind in ("", each.line.kind)][number]


def path_of(puzzle: Puzzle) -> str:
    return f"/puzzles/{puzzle.header.game}/{puzzle.id}"


def right_and_wrong(puzzle: Puzzle) -> tuple[str, str]:
    """What a right answer and one that is not even near are called."""
    opened = OpenedPuzzle(puzzle, "en")
    verdicts = {opened.judge(place).verdict: place for place in range(len(opened.moves))}
    return opened.labelled(verdicts["right"]), opened.labelled(verdicts["wrong"])


def set_puzzle(game: str, number: int = 0) -> str:
    return path_of(puzzle_of(game, number=number))


def asked(page: Page) -> None:
    """A puzzle that waits for its answer, with all that stands beside it."""
    page.wait_for_selector("[data-part=guide]", timeout=THINKING)
    settled(page)


def told(page: Page) -> None:
    """A puzzle whose answer is shown."""
    asked(page)
    show(page)
    settled(page)


def told_beside(page: Page) -> None:
    """What every choice is worth, where it does not stand beside the table."""
    told(page)
    if not page.locator("[data-part=puzzle]").count():
        page.locator("[data-part=guide] .beside").click()
    settled(page)


def show(page: Page) -> None:
    """Give up, unless the answer is told already: whoever comes again sees it."""
    if not page.locator("[data-part=guide] .ways").count():
        page.locator("[data-part=guide] .acts .btn").last.click()
    expect(page.locator("[data-part=guide] .ways")).to_be_visible(timeout=THINKING)


def answered_many(_house: House, page: Page) -> str:
    """The list of puzzles of somebody who has answered some."""
    page.request.put("/api/me", data={"name": "Aki"})
    for game in ("okiya", "hanamikoji"):
        page.request.post(f"/api/puzzles/{puzzle_of(game).id}/show")
    return "/puzzles"
