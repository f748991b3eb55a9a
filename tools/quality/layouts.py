"""make layouts: measure every table and page at every screen size, in three languages and two fonts.

Every scene is measured at every size in every language in our own font, and in one of the languages, by
turns, in DejaVu too (--languages with one name: that one in both). It prints what was measured and what is
wrong, by page and by size. Known faults are listed in tests/e2e/support/layouts_known.json, and that list
only shrinks: a fault that is gone is removed from it, and any other fault makes this exit with an error.
(--accept adds faults to the list: once, when a new check or a new scene finds an old fault.) Arguments are
names of scenes, to measure only those; --pictures keeps pictures of faults.
"""

import argparse
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from playwright.sync_api import sync_playwright

from tests.e2e.support.layouts import LOCALES, SIZES, Fault, Size, Stick
from tests.e2e.support.layouts_known import Known, load, write
from tests.e2e.support.scenes import Scene, scenes
from tests.e2e.support.server import CHROMIUM, FLAGS, House

BROWSERS = 2  # at once
TYPES = ["", "DejaVu"]


def main() -> None:
    wish, began = arguments(), time.monotonic()
    if wish.pictures:
        wish.pictures.mkdir(parents=True, exist_ok=True)
    wanted = [each for each in scenes() if each.name.startswith(tuple(wish.names or [""]))]
    faults, known = walk(wanted, wish), load()
    new = [fault for fault in faults if not known.has(fault)]
    tell(wanted, wish, faults, new, time.monotonic() - began)
    if len(wish.languages) == len(LOCALES) and len(sizes_of(wish)) == len(SIZES):
        known = known.without(gone(known, wanted, faults))
    write(known.plus(Known.of(new if wish.accept else [])))
    sys.exit(1 if new and not wish.accept else 0)


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*", help="only scenes whose names begin so")
    parser.add_argument("--languages", nargs="+", default=list(LOCALES), choices=list(LOCALES))
    parser.add_argument(
        "--accept", action="store_true", help="take what is new into the list of known faults"
    )
    parser.add_argument("--sizes", nargs="+", default=list(map(str, SIZES)), help="only these, as 390x844")
    parser.add_argument("--pictures", type=Path, help="a folder for pictures of what fails")
    return parser.parse_args()


def walk(wanted: Sequence[Scene], wish: argparse.Namespace) -> list[Fault]:
    house = House(Path(tempfile.mkdtemp()))
    house.start()
    try:
        with ThreadPoolExecutor(BROWSERS) as browsers:
            tours = [
                browsers.submit(tour, house, *each, sizes_of(wish), wish.pictures)
                for each in tours_of(wanted, wish.languages)
            ]
            return [fault for each in tours for fault in each.result()]
    finally:
        house.stop()


def tours_of(
    wanted: Sequence[Scene], languages: Sequence[str]
) -> Iterator[tuple[str, list[tuple[Scene, list[str]]]]]:
    """Yield every scene in every language; in one of them, by turns, in DejaVu too."""
    for turn, lang in enumerate(languages):
        shown = [
            (scene, TYPES if n % len(languages) == turn else TYPES[:1]) for n, scene in enumerate(wanted)
        ]
        for part in range(BROWSERS):
            yield lang, shown[part::BROWSERS]


def sizes_of(wish: argparse.Namespace) -> list[Size]:
    return [size for size in SIZES if str(size) in wish.sizes]


def tour(
    house: House,
    lang: str,
    shown: Iterable[tuple[Scene, list[str]]],
    sizes: Sequence[Size],
    pictures: Path | None,
) -> list[Fault]:
    """Measure scenes in a new browser."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        stick = Stick(browser, house, lang, pictures)
        faults = [fault for scene, types in shown for fault in told(lang, stick.measure(scene, sizes, types))]
        browser.close()
    return faults


def told(lang: str, faults: Iterable[Fault]) -> list[Fault]:
    """Print the faults of each scene at once, because the whole run is long."""
    found = list(faults)
    for name, n in Counter(each.scene for each in found).items():
        print(f"{lang}  {name}: {n}", flush=True)
    return found


def gone(known: Known, wanted: Iterable[Scene], faults: Iterable[Fault]) -> Known:
    """Return the known faults of the measured scenes that were not found any more."""
    names = {scene.name for scene in wanted}
    return Known({each for each in known.faults if each[0] in names}).without(Known.of(faults))


# ---------------------------------------------------------------- the report


def tell(
    wanted: Sequence[Scene], wish: argparse.Namespace, faults: list[Fault], new: list[Fault], seconds: float
) -> None:
    by_scene, by_size = (Counter(getattr(each, of) for each in faults) for of in ("scene", "size"))
    width = max(len(scene.name) for scene in wanted)
    print(f"\n{'':{width}}  faults  at sizes")
    for scene in wanted:
        sizes = sorted({each.size for each in faults if each.scene == scene.name}, key=order)
        print(f"{scene.name:{width}}  {by_scene[scene.name]:6}  {' '.join(sizes)}")
    print("\nby size:  " + "  ".join(f"{size} {by_size[str(size)]}" for size in SIZES))
    print(
        "by check: " + "  ".join(f"{name} {n}" for name, n in Counter(f.check for f in faults).most_common())
    )
    for each in new:
        print(f"NEW  {each.scene}  {each.size}  {each.setting}  {each.check}: {each.what}")
    measured = len(wanted) * (len(wish.languages) + 1) * len(sizes_of(wish))
    print(f"{measured} layouts in {seconds / 60:.1f} min: {len(faults)} faults, {len(new)} of them new")


def order(size: str) -> int:
    return list(map(str, SIZES)).index(size)


if __name__ == "__main__":
    main()
