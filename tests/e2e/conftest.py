"""Fixtures of the end-to-end tests: one server for all, and visitors with a browser profile of their own.

Playwright keeps an event loop running in its process, beside which no other may run: so browser and server are
the folder's, and close with its last test.
"""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

from tests.e2e.support.server import CHROMIUM, FLAGS, PATIENCE, QUIET, House

# Without motion, what only gives the eye a moment is over ten times as soon.
HURRY = """if (matchMedia("(prefers-reduced-motion: reduce)").matches) {
  const unhurried = window.setTimeout;
  window.setTimeout = (deed, wait = 0, ...given) => unhurried(deed, wait < 500 ? wait / 10 : wait, ...given);
}"""


@pytest.fixture(scope="package")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    house = House(tmp_path_factory.mktemp("house"))
    house.start()
    yield house
    house.stop()


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    assert CHROMIUM, "The end-to-end tests need Chromium: apt install chromium"
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield chromium
        chromium.close()


Visit = Callable[..., Page]


@pytest.fixture
def visit(browser: Browser, house: House) -> Iterator[Visit]:
    """A new visitor with a browser profile of their own. Errors on the page fail the test."""
    contexts: list[BrowserContext] = []
    errors: list[str] = []

    def come(path: str = QUIET, *, origin: str | None = None, **options: Any) -> Page:
        size = options.pop("size", (1280, 800))
        options.setdefault("reduced_motion", "reduce")
        options.setdefault("locale", "en-GB")
        options.setdefault("service_workers", "block")  # only tests of theirs want them
        context = browser.new_context(
            base_url=origin or house.url, viewport={"width": size[0], "height": size[1]}, **options
        )
        context.set_default_timeout(PATIENCE)
        context.add_init_script(HURRY)
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.goto(path)
        return page

    yield come
    for context in contexts:
        context.close()
    assert errors == []
