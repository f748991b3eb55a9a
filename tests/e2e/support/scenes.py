"""What `make layouts` measures: tables in the midst of a game, reviews, lessons and pages, each made ready."""

import json
import re
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from playwright.sync_api import Page, WebSocketRoute, expect

from hanamachi.server.tables.time_control import Days, Live
from tests.e2e.support import company, hosting, puzzled, rated, talks
from tests.e2e.support import studied as studies
from tests.e2e.support.play import open_table, settled
from tests.e2e.support.recorded import brought, novices
from tests.e2e.support.server import THINKING, House
from tests.e2e.support.staged import POSITIONS, asked_at, reached
from tests.kept import packed

Prepare = Callable[[Page], None]
Path = Callable[[House, Page], str]


class Scene(NamedTuple):
    """A page to be measured: its path, once the house and the browser have made it ready."""

    name: str
    path: Path
    prepare: Prepare
    watched: bool = False  # a spectator looks, the player is here
    alone: bool = False  # in a browser of its own: whoever waits for somebody is followed to every page


# Take up pieces and answers until there is something to seal.
CHOOSE = """async () => {
  const pause = () => new Promise((done) => setTimeout(done, 60));
  const ready = () => document.querySelector("[data-part=guide] .btn.seal");
  const all = (selector) => [...document.querySelectorAll(selector)];
  const hand = () => all("[data-part=hand] button:not([aria-disabled=true], [aria-pressed=true])");
  const next = () => [
    ...all("[data-part=offer] button:not([aria-pressed=true])"),
    ...(all("[data-part=hand] [aria-pressed=true]").length ? [] : hand()),
    ...all("[role=radio]:not([aria-disabled=true], [aria-checked=true])"),
    ...hand(),
    ...all("[data-part=board] button.legal:not([aria-pressed=true])"),
  ][0];
  for (let n = 0; n < 12 && !ready(); n++) { next()?.click(); await pause(); }
}"""


def at_rest(page: Page) -> None:
    page.wait_for_selector("[data-part=guide]")
    settled(page)


def chosen(page: Page) -> None:
    at_rest(page)
    page.evaluate(CHOOSE)


def listed(page: Page) -> None:
    at_rest(page)
    page.keyboard.press("m")
    settled(page)


def hinted(page: Page) -> None:
    """What may be done is open, and a strong player has said what to do."""
    at_rest(page)
    page.locator("[data-part=guide] .btn[aria-expanded]").click()
    page.wait_for_selector(".hints button", timeout=THINKING)
    settled(page)


def left_alone(page: Page) -> None:
    """The others are away, and their seats are kept: that is told after a moment."""
    chosen(page)
    page.wait_for_selector(".away[role=timer]")


def asked_about(page: Page) -> None:
    """Whoever is to move has been away for too long."""
    page.wait_for_selector("[data-part=guide].several")
    settled(page)


def read(page: Page) -> None:
    page.wait_for_selector("main h1, main h2, [data-part]")
    settled(page)


ONE_ON = re.compile("^(One step forward|Un pas en avant|Krok dalej)$")


def judged(page: Page) -> None:
    """A review, once all opinions are formed, at the first move."""
    page.wait_for_selector("[data-part=graph] svg", timeout=THINKING)
    page.wait_for_selector(".thinking", state="detached", timeout=THINKING)
    begun(page)


def begun(page: Page) -> None:
    """A review at the first move, once there is an opinion on it: judges think at a low priority, so all opinions on
    a whole game of Mai-Star take minutes beside the measuring."""
    page.wait_for_selector("[data-part=graph] svg", timeout=THINKING)
    page.get_by_role("button", name=ONE_ON).click()
    page.wait_for_selector("aside section h2", state="attached", timeout=THINKING)


def advised(page: Page) -> None:
    """A review at an offer that lies there, with what was better: where that and the moves share a place."""
    judged(page)
    while not page.locator(".offered").count():
        page.get_by_role("button", name=ONE_ON).click()
    page.locator("button.advice").evaluate("(button) => button.click()")
    page.wait_for_selector(".advising")
    settled(page)


def shared(page: Page) -> None:
    """The ways to give a replay away, with its picture."""
    page.locator("[aria-haspopup=dialog]").click()
    expect(page.locator(".ways img")).to_have_js_property("naturalWidth", 1200, timeout=THINKING)


def reviewed(game: str, most: int = 30, **options: Any) -> Path:
    return lambda house, page: f"/r/{brought(page, novices(game, most, **options))}/0"


def studied(game: str, most: int = 12, seats: int = 2, **options: Any) -> Path:
    return lambda house, page: studies.opened(page, game, most, seats, **options)


def branched(game: str, most: int = 26, seats: int = 2, tab: str = "moves", **options: Any) -> Path:
    """A study in the midst of a game, with another hidden card."""
    made = studies.branched
    return lambda house, page: f"{made(page, game, most, seats, part=0.6, **options)}&tab={tab}"


def seated(game: str) -> Path:
    return lambda house, page: studies.at_table(page, game)


def grown(page: Page) -> None:
    """A study whose tree is drawn, or another part of it."""
    page.wait_for_selector("[role=tree]", state="attached")
    page.wait_for_selector("aside section h2", state="attached")
    settled(page)


def answered(page: Page) -> None:
    """A study in which a judge and a bot were asked."""
    grown(page)
    for sign in ("bulb", "bot"):
        page.evaluate(ASK, sign)
        page.wait_for_function(ASKED, arg=sign, timeout=THINKING)
    settled(page)


# A button by its sign, whatever part of the page is shown; the answer takes the place of the judge's.
ASK = """(sign) => document.querySelector(`main .btn:not(summary):has(use[href$="ui-${sign}"])`).click()"""
ASKED = """(sign) => document.querySelector(sign === "bulb" ? "li > button > b" : ".bot [role=status]")"""

EXPLORED = {
    "walk": "/explorer/okiya?layout=2PHPJTPFY&moves=d1,a1,c1",
    "openings": "/explorer/hanamikoji",
    "openings of a mode": "/explorer/geishas_road?setting=2",
    "a house without games": "/explorer/hanamikoji?by=house",
}


def explored(page: Page) -> None:
    """The explorer with its numbers."""
    page.wait_for_selector("main table, main nav ol + *, main .fine", state="attached")
    settled(page)


def position(name: str) -> Path:
    return lambda house, page: reached(house, page, name)


def beside(name: str) -> Path:
    """A position in which somebody else is asked."""
    return lambda house, page: reached(house, page, name, company.RIVALS, waits=True, patience=3600)


def past(name: str, seq: int) -> Path:
    return lambda house, page: reached(house, page, name).replace("/t/", "/r/") + f"/{seq}"


def room(game: str, seats: int, **wish: Any) -> Path:
    """A table that waits for friends."""
    chairs = [{"kind": "me"}, *({"kind": "open"} for _ in range(seats - 1))]
    return lambda house, page: f"/t/{open_table(page, game, chairs, **wish)}"


def at(path: str) -> Path:
    return lambda house, page: path


def with_company(path: str) -> Path:
    """A page of a house in which there are others."""

    def make(house: House, page: Page) -> str:
        company.in_company(house, page)
        return path

    return make


# The clock does not start within a day: it stays at what is left.
STILL = Live(3 * 3600, delay=24 * 3600)
DAYS = Days(14)


def last_seconds(name: str) -> Path:
    """Nearly no time is left to who is asked, and much to the others."""

    def make(house: House, page: Page) -> str:
        mine, seats = asked_at(name)
        left = [9.4 if seat == mine else 3.0 * 3600 - 1 for seat in range(seats)]
        return reached(house, page, name, company.RIVALS, left=left, clock=STILL, patience=3600)

    return make


def by_days(name: str) -> Path:
    return lambda house, page: reached(house, page, name, company.RIVALS, clock=DAYS, patience=3600)


def absent(name: str, **setup: Any) -> Path:
    """Whoever is asked has left, and the kept time is over at once."""
    return lambda house, page: reached(house, page, name, company.RIVALS, waits=True, patience=1, **setup)


def waking(path: Path) -> Path:
    """A page that waits for a bot: one that really wakes would be awake before it is measured."""

    def make(house: House, page: Page) -> str:
        page.route_web_socket("**/ws", asleep)
        return path(house, page)

    return make


def asleep(line: WebSocketRoute) -> None:
    house = line.connect_to_server()
    house.on_message(lambda message: line.send(with_sleeper(str(message))))


def with_sleeper(message: str) -> str:
    told = json.loads(message)
    if told["type"] == "updates":
        told |= {"waking": {"level": "master", "left": 3_600_000}}
    return json.dumps(told)


def woken(page: Page) -> None:
    page.wait_for_selector("[role=timer].why")
    settled(page)


def seeking(page: Page) -> None:
    """Somebody for a game of many."""
    page.wait_for_selector("main:not([aria-busy=true]) form")
    page.locator("input[name=quick][value=mai_star]").check(force=True)
    page.locator("main form button.seal").click()
    page.wait_for_selector("aside.strip")
    settled(page)


def found(page: Page) -> None:
    page.wait_for_selector("dialog[open]")
    settled(page)


def challenging(page: Page) -> None:
    """Somebody whom one has played with."""
    page.locator("main a[href*='?with=']").first.click()
    page.wait_for_selector("main form .btn.seal")
    settled(page)


def own_clock(page: Page) -> None:
    """A clock that is not among those that most choose, and all that most leave as it is."""
    read(page)
    page.locator(".clocks select").first.select_option("own")
    page.locator("details summary").click()
    settled(page)


def proof_asked(page: Page) -> None:
    """A change of the account, before which a credential is asked for again."""
    read(page)
    page.locator("[aria-labelledby=recovery] button").click()
    page.wait_for_selector("dialog[open]")
    settled(page)


def told_news(page: Page) -> None:
    read(page)
    page.wait_for_selector("[aria-labelledby=news]")


def with_code(page: Page) -> None:
    read(page)
    page.locator("main .btn.seal").click()
    page.wait_for_selector(".qr svg")
    settled(page)


def talked(name: str) -> Path:
    return lambda house, page: talks.talked(house, page, name)


# Of finished games: a moment in the midst of them.
PAST = (("okiya_end", 30), ("hanamikoji_end", 30), ("road_advanced_end", 100), ("mai_star_6_end", 300))
LAST = 100_000
WHOLE = 1000  # more decisions than a game has


def scenes() -> Iterator[Scene]:
    for name in map(packed.name, packed.packed(POSITIONS)):
        yield Scene(name, position(name), at_rest if name.endswith("_end") else chosen)
    for name in (
        "okiya_garden",
        "hanamikoji_piles",
        "road_advanced_guests",
        "mai_star_6_draft",
        *(f"mai_star_{n}_rows" for n in range(3, 7)),
    ):
        yield Scene(f"{name}, watched", position(name), at_rest, watched=True)
    for name in ("okiya_garden", "mai_star_6_hand"):
        yield Scene(f"{name}, in words", position(name), listed)
    for name, seq in PAST:
        yield Scene(f"{name}, past", past(name, seq), read)
        yield Scene(f"{name}, at its end", past(name, LAST), read)
    for game in ("okiya", "hanamikoji"):
        yield Scene(f"{game}, reviewed", reviewed(game), judged)
        yield Scene(f"{game}, shared", reviewed(game), shared)
    yield Scene("geishas_road, reviewed", reviewed("geishas_road", mode="advanced"), judged)
    yield Scene("geishas_road, what was better", reviewed("geishas_road", mode="advanced"), advised)
    yield from boards()
    for game in ("okiya", "hanamikoji", "geishas_road", "mai_star"):
        yield Scene(f"puzzle {game}", at(puzzled.set_puzzle(game)), puzzled.asked)
        yield Scene(f"puzzle {game}, told", at(puzzled.set_puzzle(game, 1)), puzzled.told_beside)
    yield Scene("puzzles", puzzled.answered_many, read)
    yield Scene("mai_star, reviewed", reviewed("mai_star", WHOLE, seats=3), begun)
    for path in ("okiya", "hanamikoji/round", "geishas_road/guests", "mai_star/festival"):
        yield Scene(f"lesson {path}", at(f"/learn/{path}"), read)
    for path in ("", "games", "learn", "study", "new/okiya", "new/geishas_road", "new/mai_star"):
        yield Scene(f"page /{path}", at(f"/{path}"), read)
    for name, path in EXPLORED.items():
        yield Scene(f"explorer, {name}", at(path), explored)
    for name in ("road_advanced_offer", "mai_star_6_hand"):
        yield Scene(f"{name}, with hints", position(name), hinted)
    for path in ("geishas_road", "mai_star"):
        yield Scene(f"page /rules/{path}", at(f"/rules/{path}"), read)
    yield Scene("waiting room", room("hanamikoji", 2), read)
    yield Scene("waiting room of six", room("mai_star", 6), read)
    for name in ("okiya_garden", "hanamikoji_hand", "mai_star_6_hand"):
        yield Scene(f"{name}, talk", talked(name), talks.talking, alone=True)
        yield Scene(f"{name}, talk in a sheet", talked(name), talks.in_a_sheet, alone=True)
    yield from on_the_clock()
    yield from in_company()


def boards() -> Iterator[Scene]:
    """What-if boards: at the first decision, in the midst with all answers, and at the table."""
    for game, most, seats, options in (
        ("okiya", 12, 2, {}),
        ("hanamikoji", 26, 2, {}),
        ("geishas_road", 40, 2, {"mode": "advanced"}),
        ("mai_star", WHOLE, 3, {}),
    ):
        yield Scene(f"{game}, what if", studied(game, most, seats, **options), grown)
        many = 6 if seats > 2 else seats
        yield Scene(f"{game}, what if, answered", branched(game, most, many, **options), answered)
    for game in ("okiya", "hanamikoji"):
        yield Scene(f"{game}, what if, at the table", seated(game), at_rest)
    for tab in ("rival", "tree"):
        yield Scene(f"hanamikoji, what if, {tab}", branched("hanamikoji", tab=tab), answered)


TIMED = ("okiya_garden", "hanamikoji_hand", "road_advanced_street", "mai_star_6_hand")


def on_the_clock() -> Iterator[Scene]:
    for name in TIMED:
        yield Scene(f"{name}, last seconds", last_seconds(name), left_alone)
    for name in TIMED[1:]:
        yield Scene(f"{name}, by days", by_days(name), left_alone)
    for name in TIMED:
        yield Scene(f"{name}, a rival is gone", absent(name, clock=STILL), asked_about)
    for name in TIMED[1:]:
        yield Scene(f"{name}, a bot wakes", waking(beside(name)), woken, alone=True)
    yield Scene("waiting room, a bot wakes", waking(room("mai_star", 6)), woken, alone=True)
    yield Scene("mai_star_6_hand, last seconds in words", last_seconds("mai_star_6_hand"), listed)


def in_company() -> Iterator[Scene]:
    yield Scene("street with company", with_company("/"), read)
    yield Scene("street, an account offered", company.after_three_games, read)
    yield Scene("lobby", with_company("/lobby"), read)
    yield Scene("lobby, waiting", with_company("/lobby"), seeking, alone=True)
    yield Scene("lobby, found", company.paired, found, alone=True)
    yield Scene("challenging", with_company("/lobby"), challenging)
    yield Scene("challenge", company.challenged, read)
    yield Scene(
        "waiting room, joining", room("mai_star", 4, watching="seat", clock=company.LIVE), read, watched=True
    )
    yield Scene("page /new/hanamikoji, a clock", at("/new/hanamikoji"), own_clock)
    yield Scene("devices", company.with_devices, read)
    yield Scene("devices, a code", company.with_devices, with_code)
    yield Scene("account", company.as_member("/account"), read, alone=True)
    yield Scene("account, the proof", company.as_member("/account"), proof_asked, alone=True)
    yield Scene("account, news", company.as_member("/account", news=True), told_news, alone=True)
    yield Scene("ratings", rated.listed, read, alone=True)
    yield Scene("ratings, nobody yet", at("/ratings/geishas_road.basic"), read)
    yield Scene("member, my own page", rated.rated, read, alone=True)
    yield Scene("member, another", rated.other_member, read)
    yield Scene("host", hosting.evening("/host"), hosting.desk_ready, alone=True)
    yield Scene("host, all open", hosting.evening("/host"), hosting.at_work, alone=True)
    yield Scene("host, a ban", hosting.evening("/host"), hosting.banning, alone=True)
    yield Scene("host, the journal", hosting.evening("/host/journal"), hosting.journal_ready, alone=True)
    yield Scene("host, a link", hosting.link_path, read, alone=True)
    yield Scene("street, a message of the day", hosting.told("/"), read, alone=True)
    yield Scene("sign up, by invitation", hosting.told("/sign-up"), read, alone=True)
    yield Scene("word from the host", hosting.noticed, hosting.asked, alone=True)
    yield Scene("banned", hosting.banned, hosting.turned_out, alone=True)
    yield Scene("sign up", at("/sign-up"), read)
    yield Scene("sign in", at("/sign-in"), read)
    for path in ("privacy", "settings"):
        yield Scene(f"page /{path}", at(f"/{path}"), read)
