"""The fixed sample of `make layouts`, and whether its measuring stick sees what it should."""

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Barrier, BrokenBarrierError
from typing import Any

import msgspec
import pytest
from playwright.sync_api import Browser

from tests.e2e.support import company
from tests.e2e.support.layouts import LOCALES, MEASURE, SIZES, USUAL, Size, Stick
from tests.e2e.support.layouts_known import load
from tests.e2e.support.scenes import scenes
from tests.e2e.support.server import House
from tests.e2e.support.staged import POSITIONS, Position
from tests.kept import packed

SAMPLE = {
    "en": ("okiya_garden", "mai_star_4_reaction", "mai_star_6_rows", "lesson mai_star/festival"),
    "fr": (
        "hanamikoji_hand, by days",
        "hanamikoji_hand, a rival is gone",
        "mai_star_3_hand",
        "page /new/geishas_road",
    ),
    "pl": ("road_advanced_start", "hanamikoji_gift", "okiya_end, past"),
}
AT = (Size(390, 844), Size(844, 390), Size(1366, 607), USUAL)
PLANTED = {
    "in view": "[data-part=guide] { position: absolute; top: 1000px }",
    "overlap": "[data-part=hand] { translate: -200px 0 }",
    "marked covered": "[data-part=hand] > * + * { margin-left: -88px }",
    "marked cut": "[data-part=hand] { overflow: hidden; height: 8px }",
    "text cut": "h1 { width: 30px; overflow: hidden }",
    "text spills": "[data-part=guide] .btn { width: 24px; padding: 0; white-space: nowrap }",
    "text covered": ".mid { translate: 0 -30px }",
    "word broken": "h1 { width: 40px; white-space: normal !important; word-break: break-all }",
    "out of reach": "header .btn { translate: 400px 0 }",
    "control covered": ".mid { translate: 0 -40px; z-index: 3; position: relative }",
    "sideways": "body { width: 2000px }",
}


@pytest.mark.parametrize("lang", LOCALES)
def test_the_sample_of_make_layouts_has_no_new_fault(browser: Browser, house: House, lang: str) -> None:
    stick = Stick(browser, house, lang)
    sample = [scene for scene in scenes() if scene.name in SAMPLE[lang]]
    known = load()
    faults = [fault for scene in sample for fault in stick.measure(scene, AT, [""])]
    stick.close()
    assert len(sample) == len(SAMPLE[lang])
    assert [fault for fault in faults if not known.has(fault)] == []


def test_company_gathers_once_though_several_browsers_ask_for_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    together = Barrier(2)

    def written(*_given: Any) -> None:
        with pytest.raises(BrokenBarrierError):  # nobody else comes
            together.wait(0.2)

    monkeypatch.setattr(company, "written", written)
    house = House(tmp_path)
    with ThreadPoolExecutor(2) as browsers:
        list(browsers.map(company.gathered, [house, house]))


def test_the_stick_sees_what_is_planted(browser: Browser, house: House) -> None:
    stick = Stick(browser, house, "en")
    page = stick.open(next(scene for scene in scenes() if scene.name == "hanamikoji_hand"))

    def checks(style: str) -> set[str]:
        page.evaluate(PLANT, style)
        found: Any = page.evaluate(f"({MEASURE})", {"still": True})
        return {fault["check"] for fault in found["faults"]}

    sound = checks("")
    seen = {check for check, style in PLANTED.items() if check in checks(style) - sound}
    stick.close()
    assert seen == set(PLANTED)


PLANT = """(style) => {
  const sheet = document.querySelector("#planted") ?? document.head.appendChild(document.createElement("style"));
  sheet.id = "planted";
  sheet.textContent = style;
}"""


def test_known_faults_are_of_scenes_and_sizes_that_are_measured() -> None:
    names, sizes = {scene.name for scene in scenes()}, {str(size) for size in SIZES}
    assert {scene for scene, _, _ in load().faults} <= names
    assert {size for _, size, _ in load().faults} <= sizes


@pytest.mark.parametrize("file", packed.packed(POSITIONS), ids=packed.name)
def test_a_position_can_still_be_reached(file: Path) -> None:
    """When a law changes its logs: python -m tools.build.positions."""
    position = msgspec.json.decode(packed.read(file), type=Position)
    assert (position.asked() is None) == packed.name(file).endswith("_end")
