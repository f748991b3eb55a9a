"""Joining by link: how often the browser waits for the server before the table shows."""

from typing import Any
from urllib.parse import urlsplit

from playwright.sync_api import Page, expect

from tests.e2e.support.play import named, open_table
from tests.e2e.support.server import QUIET

ME_AND_OPEN = [{"kind": "me"}, {"kind": "open"}]


def traffic(page: Page) -> list[str]:
    """Collect what this page asks the server for from now on: calls of the API, and looks at a table over a
    socket that is new, or over the same one as before."""
    asked: list[str] = []

    def call(request: Any) -> None:
        path = urlsplit(request.url).path
        if path.startswith("/api/") and not path.startswith("/api/words/"):
            asked.append(f"{request.method} {path.rpartition('/')[2]}")

    def opened(socket: Any) -> None:
        watches: list[str] = []

        def sent(frame: Any) -> None:
            if '"type":"watch"' in str(frame):
                watches.append("watch over the same socket" if watches else "watch over a new socket")
                asked.append(watches[-1])

        socket.on("framesent", sent)

    page.on("request", call)
    page.on("websocket", opened)
    return asked


def join(page: Page, name: str) -> None:
    page.get_by_label("Your name").first.fill(name)
    page.get_by_role("button", name="Sit down").click()
    expect(page.get_by_text("(you)").locator("visible=true").first).to_be_visible()
    expect(page.get_by_role("list", name="Log").locator("visible=true")).to_be_visible()


def test_a_stranger_joins_with_one_call_and_a_new_socket(visit: Any) -> None:
    """PUT me, GET me, POST seats, POST words and GET table came before the new socket."""
    mika = named(visit(), "Mika")
    rin = visit(QUIET)
    table = open_table(mika, "okiya", ME_AND_OPEN)
    rin.goto(f"/t/{table}")
    expect(rin.get_by_role("button", name="Sit down")).to_be_visible()
    asked = traffic(rin)
    join(rin, "Rin")
    assert asked == ["POST seats", "watch over a new socket"]
    assert rin.evaluate("fetch('/api/me').then((answer) => answer.json())")["name"] == "Rin"


def test_a_known_user_joins_with_one_call_on_the_same_socket(visit: Any) -> None:
    mika, rin = named(visit(), "Mika"), named(visit(QUIET), "Rin")
    table = open_table(mika, "okiya", ME_AND_OPEN)
    asked = traffic(rin)
    rin.goto(f"/t/{table}")
    expect(rin.get_by_role("button", name="Sit down")).to_be_visible()
    asked.clear()
    join(rin, "Rin")
    assert asked == ["POST seats", "watch over the same socket"]
