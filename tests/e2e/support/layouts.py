"""The measuring stick for every screen size: what `make layouts` measures, and the sample of it in `make test`.

One page is opened at a scene (a staged table, a review, a lesson ...), resized, and measured as it is drawn
(measure.js). The browser app carries four marks for it:

- `data-part="hand"`: a part of the table. It is in view without scrolling (at 200 %: it can be scrolled to), so is
  a seal in it, and no other part overlaps it.
- `data-printed`: a printed piece. Pieces may lie over each other in a row ...
- `data-marked`: ... but what a piece must tell (a number, a sign, an income) is covered by nothing and never cut.
- `data-apart="tile"`: a piece that may not overlap its like; `data-over`: a panel that lies over the table on purpose.

Besides, everywhere: no text is cut, runs out of its box, lies under something or breaks within a word; no control
is out of reach or covered; nothing scrolls sideways; and on large screens the pieces grow.
"""

import json
from base64 import b64decode
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

from playwright.sync_api import Browser, BrowserContext, CDPSession, Error, Page

from hanamachi.games import GAMES
from tests.e2e.support.play import named
from tests.e2e.support.scenes import Scene
from tests.e2e.support.server import PATIENCE, QUIET, House

MEASURE = (Path(__file__).parent / "measure.js").read_text(encoding="utf-8").split("\n", 2)[2]
LOCALES = {"en": "en-GB", "fr": "fr-FR", "pl": "pl-PL"}


class Size(NamedTuple):
    width: int
    height: int
    scale: float = 1

    @property
    def still(self) -> bool:
        """Nothing needs to be scrolled to. At 200 % one may scroll."""
        return self.scale < 2

    def __str__(self) -> str:
        return f"{self.width}x{self.height}" + (f"@{self.scale:g}" if self.scale != 1 else "")


PHONES = (Size(360, 640), Size(390, 664), Size(390, 844), Size(844, 390), Size(667, 375))
TABLETS = (Size(768, 1024), Size(1024, 600), Size(1024, 768))
LAPTOPS = (Size(1280, 640), Size(1280, 800), Size(1366, 607), Size(1366, 650), Size(1440, 900))
LARGE = (Size(1920, 1080), Size(2560, 1440))
ZOOMED = (Size(1024, 640, 1.25), Size(640, 400, 2), Size(960, 540, 2))
SIZES = (*PHONES, *TABLETS, *LAPTOPS, *LARGE, *ZOOMED)
USUAL = Size(1280, 800)  # beside this, pieces grow


class Fault(NamedTuple):
    scene: str
    size: str
    check: str
    what: str
    setting: str  # language and type


# ---------------------------------------------------------------- measuring


class Stick:
    """A player's and a spectator's browser of one language, and the page that is measured."""

    def __init__(self, browser: Browser, house: House, lang: str, pictures: Path | None = None) -> None:
        self.browser, self.house, self.lang, self.pictures = browser, house, lang, pictures
        self.contexts: list[BrowserContext] = []
        self.player, self.watcher = self.visitor("Hina"), self.context().new_page()
        self.lenses: dict[Page, CDPSession] = {}

    def visitor(self, name: str) -> Page:
        page = self.context().new_page()
        page.goto(QUIET)
        return named(page, name)

    def context(self) -> BrowserContext:
        context = self.browser.new_context(
            base_url=self.house.url,
            viewport={"width": USUAL.width, "height": USUAL.height},
            reduced_motion="reduce",
            locale=LOCALES[self.lang],
            service_workers="block",
        )
        context.set_default_timeout(PATIENCE)
        context.add_init_script(KNOWN)
        self.contexts.append(context)
        return context

    def close(self) -> None:
        for context in self.contexts:
            context.close()

    def open(self, scene: Scene) -> Page:
        """The page that shows a scene."""
        player = self.visitor("Hina") if scene.alone else self.player
        path = scene.path(self.house, player)
        page = self.watcher if scene.watched else player
        for each in {player, page}:
            self.resize(each, USUAL)
            each.goto(path)
        scene.prepare(page)
        page.add_style_tag(content=PAINTED)
        return page

    def resize(self, page: Page, size: Size) -> None:
        if page not in self.lenses:
            self.lenses[page] = page.context.new_cdp_session(page)
        self.lenses[page].send(
            "Emulation.setDeviceMetricsOverride",
            {"width": size.width, "height": size.height, "deviceScaleFactor": size.scale, "mobile": False},
        )

    def draw(self, page: Page, name: str) -> None:
        """A picture of the page as it is measured (a screenshot of Playwright's would resize it)."""
        assert self.pictures
        shot = self.lenses[page].send("Page.captureScreenshot", {"format": "png"})
        (self.pictures / name).write_bytes(b64decode(shot["data"]))

    def measure(self, scene: Scene, sizes: Iterable[Size], types: Iterable[str]) -> Iterator[Fault]:
        try:
            page = self.open(scene)
        except Error as late:
            yield Fault(scene.name, str(USUAL), "does not open", str(late).splitlines()[0], self.lang)
            return
        for face in types:
            page.evaluate(TYPE, face)
            usual = 0.0
            for size in sizes:
                self.resize(page, size)
                found = page.evaluate(f"({MEASURE})", {"still": size.still})
                usual = found["pieces"] if size == USUAL else usual
                faults = list(self.faults(scene, size, face, found, usual))
                if faults and self.pictures:
                    self.draw(page, f"{picture(scene)} {size} {self.lang}{face}.png")
                yield from faults

    def faults(self, scene: Scene, size: Size, face: str, found: Any, usual: float) -> Iterator[Fault]:
        setting = f"{self.lang} {face}".strip()
        for each in found["faults"]:
            yield Fault(scene.name, str(size), each["check"], each["what"], setting)
        if usual and size in LARGE and found["pieces"] < usual * 0.8 * room_beside(size):
            yield Fault(
                scene.name, str(size), "does not grow", f"{found['pieces'] / usual:.2f} times", setting
            )


# Nobody explains the table to who has played in this house before: that lies over it on purpose.
KNOWN = f"try {{ localStorage.setItem('hanamachi.houses', '{json.dumps(sorted(GAMES))}') }} catch {{}}"
# What lets a pointer through is painted all the same, and a new size is there at once.
PAINTED = "* { pointer-events: auto !important; transition: none !important }"
# The type of a machine that has only DejaVu and may not load ours; "": as the house is drawn.
TYPE = """(face) => {
  for (const kind of ["serif", "sans"]) {
    const name = kind === "serif" ? "Hanamachi Serif" : "Hanamachi Sans";
    const { style } = document.documentElement;
    if (face) style.setProperty(`--${kind}`, `"${name} ${face}"`);
    else style.removeProperty(`--${kind}`);
  }
}"""


def picture(scene: Scene) -> str:
    return scene.name.replace("/", "-").replace(",", "")


def room_beside(size: Size) -> float:
    """How much larger a screen is than the usual one."""
    return min(size.width / USUAL.width, size.height / USUAL.height)
