"""The documentation site: built once, read in a browser, and looked through for links that lead nowhere."""

import fcntl
import os
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urljoin, urlsplit

import msgspec
import pytest
import uvicorn
from playwright.sync_api import Browser, Page, Request, expect
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware

from hanamachi.cli import COMMANDS
from hanamachi.core.words import rules
from hanamachi.games import OURS
from hanamachi.server.edge.documentation import HASHES, documentation_routes
from hanamachi.server.edge.static import SecurityHeaders
from tests.ports import free_port
from tools.docs.build import build, inline_scripts
from tools.docs.languages import TRANSLATED

BASE = "http://localhost/docs/"


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build the site once for all processes of the tests."""
    folder = tmp_path_factory.getbasetemp()
    folder = folder.parent if "PYTEST_XDIST_WORKER" in os.environ else folder
    with (folder / "site.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not (folder / "site" / HASHES).exists():
            build(folder / "site")
    return folder / "site"


class Links(HTMLParser):
    """Collects what a page links to, what it loads, and its anchors."""

    def __init__(self) -> None:
        super().__init__()
        self.links: list[str] = []
        self.loads: list[str] = []
        self.anchors: set[str] = set()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        self.anchors |= {given[name] for name in ("id", "name") if name in given}
        if tag == "a" and "href" in given:
            self.links.append(given["href"])
        elif tag == "link" and "href" in given:
            self.loads.append(given["href"])
        elif "src" in given:
            self.loads.append(given["src"])


@pytest.fixture(scope="module")
def read(site: Path) -> dict[str, Links]:
    """Read every page of the site, by its address."""
    found = {}
    for page in site.rglob("index.html"):
        links = Links()
        links.feed(page.read_text("utf-8"))
        path = page.parent.relative_to(site).as_posix()
        found[BASE + (f"{path}/" if path != "." else "")] = links
    return found


def test_no_link_of_the_site_leads_nowhere(site: Path, read: dict[str, Links]) -> None:
    assert len(read) > 60
    wrong = []
    for address, page in read.items():
        for link in [*page.links, *page.loads]:
            target = urljoin(address, link)
            if not target.startswith(BASE):
                if link in page.loads:
                    wrong.append((address, link))  # nothing is loaded from elsewhere
                continue
            plain, _, part = target.partition("#")
            if plain in read:
                if part and unquote(part) not in read[plain].anchors:
                    wrong.append((address, link))
            elif not (site / unquote(urlsplit(plain).path.removeprefix("/docs/"))).is_file():
                wrong.append((address, link))
    assert wrong == []


def test_every_inline_script_is_allowed(site: Path) -> None:
    allowed = set(msgspec.json.decode((site / HASHES).read_bytes()))
    used = set[str]()
    for page in site.rglob("*.html"):
        used |= inline_scripts(page.read_text("utf-8"))
    assert used == allowed
    assert used


def test_what_is_made_from_code_is_there(site: Path) -> None:
    commands = (site / "command-line" / "index.html").read_text("utf-8")
    assert [name for name in COMMANDS if f'id="hanamachi-{name}"' not in commands] == []
    assert [game.name for game in OURS if f"<code>{game.name}</code>" not in commands] == []
    api = (site / "python" / "index.html").read_text("utf-8")
    assert 'id="hanamachi.core.game.State.play"' in api
    assert 'id="hanamachi.adapters.vector.VectorEnv.step"' in api
    calls = msgspec.json.decode((site / "openapi.json").read_bytes())
    assert calls["paths"]["/api/tables/{id}"]["get"]["parameters"][0]["name"] == "id"
    assert dangling(calls, calls["components"]["schemas"]) == set()
    drawn = (site / "architecture" / "index.html").read_text("utf-8")
    assert drawn.count('<figure class="diagram"><svg') == 2
    assert "mermaid" not in drawn
    assert "googleapis" not in drawn


def dangling(node: object, known: dict[str, object]) -> set[str]:
    """Return the references of an OpenAPI document that lead to no schema."""
    if isinstance(node, dict):
        own = str(node.get("$ref", "")).rpartition("/")[2]
        return ({own} - {"", *known}).union(*(dangling(each, known) for each in node.values()))
    return set[str]().union(*(dangling(each, known) for each in node)) if isinstance(node, list) else set()


@pytest.fixture(scope="module")
def served(site: Path) -> Iterator[str]:
    """Serve the site as the server does: the same routes under the same headers."""
    app = Starlette(
        routes=documentation_routes(site),
        middleware=[Middleware(SecurityHeaders), Middleware(GZipMiddleware, minimum_size=1000)],
    )
    port = free_port()
    server = uvicorn.Server(uvicorn.Config(app, port=port, log_level="error", lifespan="off"))
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    while not server.started:
        assert thread.is_alive(), "the server did not start"
        time.sleep(0.05)
    yield f"http://localhost:{port}"
    server.should_exit = True
    thread.join()


# The search hides its parts from scripts, and so from the test; and it is there, and takes keys, only once its index has arrived.
WATCHED = """
const attach = Element.prototype.attachShadow;
Element.prototype.attachShadow = function (init) { return attach.call(this, { ...init, mode: "open" }); };
addEventListener("keydown", (event) => setTimeout(() => { window.taken ||= event.defaultPrevented; }));
"""
TAKEN = "() => new Promise((tell) => setTimeout(() => tell(Boolean(window.taken))))"
SIZES = {"desktop": (1280, 800), "phone": (390, 844)}


@contextmanager
def without_faults(browser: Browser, served: str, scheme: str, size: tuple[int, int]) -> Iterator[Page]:
    """Open a page. Nothing may be asked of another host, and the console must stay empty."""
    context = browser.new_context(
        base_url=served,
        color_scheme="dark" if scheme == "dark" else "light",
        viewport={"width": size[0], "height": size[1]},
    )
    context.add_init_script(WATCHED)
    page, faults = context.new_page(), list[str]()
    page.on("console", lambda message: faults.extend([message.text] * (message.type in ("error", "warning"))))
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.on("request", lambda request: faults.extend(elsewhere(request.url, served)))
    page.on("requestfailed", lambda request: faults.extend(refused(request)))
    yield page
    context.close()
    assert faults == []


@pytest.mark.parametrize("size", SIZES.values(), ids=SIZES)
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_stranger_reads_a_page_and_finds_another(
    browser: Browser, served: str, scheme: str, size: tuple[int, int]
) -> None:
    with without_faults(browser, served, scheme, size) as page:
        read_and_find(page)


def read_and_find(page: Page) -> None:
    for path in ("/docs", "/docs/host/", "/docs/architecture/", "/docs/command-line/"):
        page.goto(path)
        expect(page.get_by_role("heading", level=1)).to_be_visible()
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), path
    find(page, "pgbouncer", "/docs/host/postgresql/")
    expect(page.get_by_role("heading", name="pgbouncer")).to_be_visible()


@pytest.mark.parametrize("size", SIZES.values(), ids=SIZES)
@pytest.mark.parametrize(
    ("lang", "name", "button", "word"),
    [("fr", "Français", "Sélectionner la langue", "copies"), ("pl", "Polski", "Wybierz język", "kopie")],
    ids=["fr", "pl"],
)
def test_a_stranger_reads_and_searches_in_their_language(
    browser: Browser, served: str, size: tuple[int, int], lang: str, name: str, button: str, word: str
) -> None:
    with without_faults(browser, served, "light", size) as page:
        page.goto("/docs/")
        page.get_by_role("button", name="Select language").hover()
        page.get_by_role("link", name=name, exact=True).click()
        page.wait_for_url(f"**/docs/{lang}/")
        assert page.locator("html").get_attribute("lang") == lang
        for path in ("play/", "host/", "rules/", *(f"rules/{game.name}/" for game in OURS)):
            page.goto(f"/docs/{lang}/{path}")
            expect(page.get_by_role("heading", level=1)).to_be_visible()
            assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), path
        find(page, word, f"/docs/{lang}/host/")
        page.get_by_role("button", name=button).hover()
        page.get_by_role("link", name="English", exact=True).click()
        page.wait_for_url("**/docs/")


@pytest.mark.parametrize("lang", TRANSLATED)
def test_every_rule_is_on_the_page_of_its_game(site: Path, lang: str) -> None:
    for game in OURS:
        page = (site / lang / "rules" / game.name / "index.html").read_text("utf-8")
        numbers = rules(game.text.words(lang))
        assert [number for number in numbers if f"<strong>{number}</strong>" not in page] == []


def elsewhere(url: str, served: str) -> list[str]:
    return [] if url.startswith((f"{served}/", "data:", "blob:")) else [url]


def refused(request: Request) -> list[str]:
    """What was under way when the reader turned to the next page is no fault."""
    return [] if request.failure == "net::ERR_ABORTED" else [request.url]


def find(page: Page, words: str, address: str) -> None:
    """Search by keyboard and open the first result."""
    page.locator("dialog[aria-label=Search]").wait_for(state="attached")
    page.keyboard.press("Control+k")
    while not page.evaluate(TAKEN):  # it is there, and listens in a moment
        page.keyboard.press("Control+k")
    expect(page.get_by_role("combobox", name="Search")).to_be_focused()
    page.keyboard.type(words)
    expect(page.get_by_role("option", name=words, selected=True)).to_be_visible()
    page.keyboard.press("Enter")
    page.wait_for_url(lambda url: address in url)
