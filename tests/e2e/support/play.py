"""What a player does, by the names that a screen reader would hear."""

import re
import time
from collections.abc import Callable
from typing import Any, TypeVar

from playwright.sync_api import Page, expect

from tests.e2e.support.server import PATIENCE, QUIET, THINKING

# A random player for a seat of this browser, over a socket of its own; it says when the game is over.
AUTOPLAY = """([table, seat]) => {
  const socket = new WebSocket(location.origin.replace("http", "ws") + "/ws");
  socket.onopen = () => socket.send(JSON.stringify({type: "watch", table, seat, seq: 0, lang: "en"}));
  socket.onmessage = ({data}) => {
    const {type, asked, choices, seq, result} = JSON.parse(data);
    window.over ||= type === "updates" && result !== null;
    if (type !== "updates" || asked !== seat || !choices.length) return;
    const {move} = choices[Math.floor(Math.random() * choices.length)];
    socket.send(JSON.stringify({type: "submit", seat, seq, move}));
  };
}"""
# A request with JSON, as the house takes it.
SEND = """([method, path, body]) => fetch(path, {
  method, headers: {"content-type": "application/json"}, body: JSON.stringify(body),
}).then((answer) => answer.json())"""
MAY_BE_TAKEN = re.compile("may be taken|can be taken|peut être prise?|można zabrać|do zabrania")
MAY_TAKE = """(pattern) => /^Take/m.test(document.querySelector("#main:not([aria-busy=true])")?.innerText ?? "")
  && [...document.querySelectorAll("button")].some((each) => each.ariaLabel?.match(pattern))"""
# Nothing has changed for longer than the app lets a picture stay: it is the app's own clock that says so. What
# never rests, as a clock that runs down, is waited for no longer.
AT_REST = """() => new Promise((done) => {
  let rest = setTimeout(done, 300);
  setTimeout(done, 3000);
  new MutationObserver(() => { clearTimeout(rest); rest = setTimeout(done, 300); })
    .observe(document.body, { subtree: true, childList: true, characterData: true, attributes: true });
})"""
Found = TypeVar("Found")


def until(page: Page, sign: Callable[[], Found | None]) -> Found:
    """What the sign says, as soon as it says anything; meanwhile the page goes on."""
    late = time.monotonic() + PATIENCE / 1000
    while not (found := sign()):
        assert time.monotonic() < late, "the sign did not come"
        page.wait_for_timeout(50)
    return found


def send(page: Page, method: str, path: str, body: Any) -> Any:
    """What the house answers to this browser."""
    return page.evaluate(SEND, [method, path, body])


def named(page: Page, name: str) -> Page:
    """Give the visitor a name, through the house's own API, in this browser."""
    send(page, "PUT", "/api/me", {"name": name})
    return page


def open_table(page: Page, game: str, seats: list[dict[str, Any]], **wish: Any) -> str:
    """A table with these seats, and this visitor's words for it; its id."""
    opened = send(page, "POST", "/api/tables", {"game": game, "seats": seats, **wish})
    give_words(page, opened["id"], opened["commitment"])
    return str(opened["id"])


def give_words(page: Page, table: str, commitment: str) -> None:
    send(page, "POST", f"/api/tables/{table}/words", {"words": "plum crane moon", "commitment": commitment})


def take_seat(page: Page, table: str, seat: int) -> None:
    """Sit down without the page."""
    card = send(page, "POST", f"/api/tables/{table}/seats", {"seat": seat})
    give_words(page, table, card["table"]["commitment"])


def api(page: Page, path: str) -> Any:
    return page.evaluate("path => fetch(path).then(r => r.json())", path)


def play_out(pages: list[Page], table: str) -> None:
    """The rest of a game by random moves, one page a seat; then all of them look at the table again.
    Meanwhile they draw nothing."""
    for seat, page in enumerate(pages):
        page.goto(QUIET)
        page.evaluate(AUTOPLAY, [table, seat])
    for page in pages:
        page.wait_for_function("() => window.over", timeout=THINKING)
    for page in pages:
        page.goto(f"/t/{table}")


def tiles(page: Page) -> Any:
    return page.get_by_role("button", name=MAY_BE_TAKEN)


def take_a_tile(page: Page) -> None:
    """The first tile that may be taken, sealed; then the house has answered."""
    square = (tiles(page).first.get_attribute("aria-label") or "").split(",")[0]
    tile = page.get_by_role("button", name=re.compile(f"^{square},.*may be taken"))
    tile.click()
    page.get_by_role("button", name="Take this tile").click()
    expect(tile).to_have_count(0)


def awake(page: Page) -> None:
    """The seal takes no key for a moment after the turn flips."""
    expect(page.locator("#main .seal:enabled").first).to_be_visible()


def over(page: Page) -> bool:
    return page.locator("button", has_text=re.compile("Rematch|To the rematch")).count() > 0


def may_take(page: Page) -> bool:
    return bool(page.evaluate(MAY_TAKE, MAY_BE_TAKEN.pattern))


def wait_turn(page: Page, pages: list[Page]) -> Page | None:
    """Whoever may take a tile now; None when the game is over."""
    until(page, lambda: over(page) or any(map(may_take, pages)))
    return next(filter(may_take, pages), None)


def screen(page: Page) -> str:
    """All that is on the screen, in words."""
    return page.locator("main").inner_text()


def settled(page: Page) -> str:
    """The screen once it does not change any more."""
    page.evaluate(AT_REST)
    return screen(page)


def shows_again(page: Page, before: str) -> None:
    """Loaded anew, the page comes to the same screen."""
    page.reload()
    until(page, lambda: screen(page) == before)


__all__ = [
    "api",
    "awake",
    "expect",
    "give_words",
    "named",
    "open_table",
    "over",
    "play_out",
    "screen",
    "send",
    "settled",
    "shows_again",
    "take_a_tile",
    "take_seat",
    "tiles",
    "until",
    "wait_turn",
]
