"""make contact-sheets: picture every table and page by day and by night, and put the pictures on sheets.

`python -m tools.quality.contact_sheets FOLDER` opens the scenes that `make layouts` measures and writes a
picture of each size to FOLDER, by day and by night, and sheets of them to FOLDER/sheets. With --against OTHER
it also says how much of each picture differs from the one in the folder OTHER (of an earlier commit),
and writes sheets of those that differ, before beside after, to FOLDER/differ. Arguments after FOLDER are the
beginnings of scenes' names.
"""

import argparse
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from PIL import Image, ImageChops, ImageDraw
from playwright.sync_api import Error, sync_playwright

from tests.e2e.support.layouts import Size, Stick, picture
from tests.e2e.support.scenes import Scene, scenes
from tests.e2e.support.server import CHROMIUM, FLAGS, House

BROWSERS = 2  # at once
SHOWN = ("1280x800", "1366x650", "390x844", "844x390", "1024x768")
THEMES = {"day": "light", "night": "dark"}
CELL = 420  # pixels: the longer side of a picture on a sheet
LABEL = 16
ACROSS, DOWN = 4, 4
VISIBLE = 24  # of 255: a smaller difference of a pixel is the drawing of its edge


def main() -> None:
    wish = arguments()
    wish.folder.mkdir(parents=True, exist_ok=True)
    if not wish.compare_only:
        take(wish.folder, wish.names, [size_of(text) for text in wish.sizes])
        for name, pictures in by_size(wish.folder):
            write_sheets(wish.folder / "sheets", name, pictures)
    if wish.against:
        compare(wish.against, wish.folder)


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path, help="where the pictures go")
    parser.add_argument("names", nargs="*", help="only scenes whose names begin so")
    parser.add_argument("--sizes", nargs="+", default=SHOWN, help="as 390x844")
    parser.add_argument("--against", type=Path, help="a folder of earlier pictures to compare with")
    parser.add_argument("--compare-only", action="store_true", help="take no pictures")
    return parser.parse_args()


def size_of(text: str) -> Size:
    width, height = map(int, text.split("x"))
    return Size(width, height)


# ---------------------------------------------------------------- taking pictures


def take(folder: Path, names: Sequence[str], sizes: Sequence[Size]) -> None:
    """Picture the scenes with two browsers and one server."""
    wanted = [each for each in scenes() if each.name.startswith(tuple(names or [""]))]
    house = House(Path(tempfile.mkdtemp()))
    house.start()
    try:
        with ThreadPoolExecutor(BROWSERS) as browsers:
            parts = (wanted[part::BROWSERS] for part in range(BROWSERS))
            tours = [browsers.submit(tour, house, part, sizes, folder) for part in parts]
            for each in tours:
                each.result()
    finally:
        house.stop()


def tour(house: House, wanted: Iterable[Scene], sizes: Sequence[Size], folder: Path) -> None:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        stick = Stick(browser, house, "en", folder)
        for scene in wanted:
            try:
                draw(stick, scene, sizes)
            except Error as late:
                print(f"{scene.name}: does not open, {str(late).splitlines()[0]}", flush=True)
        browser.close()


def draw(stick: Stick, scene: Scene, sizes: Sequence[Size]) -> None:
    page = stick.open(scene)
    for theme, scheme in THEMES.items():
        page.emulate_media(color_scheme="dark" if scheme == "dark" else "light", reduced_motion="reduce")
        for size in sizes:
            stick.resize(page, size)
            stick.draw(page, f"{picture(scene)} {size} {theme}.png")
    page.emulate_media(color_scheme="light", reduced_motion="reduce")


# ---------------------------------------------------------------- sheets


def by_size(folder: Path) -> Iterator[tuple[str, list[Path]]]:
    """Yield the pictures of each size and theme."""
    kinds = sorted({" ".join(path.stem.split()[-2:]) for path in folder.glob("*.png")})
    for kind in kinds:
        yield kind, sorted(folder.glob(f"* {kind}.png"))


def write_sheets(folder: Path, name: str, pictures: Sequence[Path]) -> None:
    folder.mkdir(exist_ok=True)
    for number, part in enumerate(in_parts(pictures, ACROSS * DOWN), 1):
        shown = [labelled(Image.open(path), path.stem) for path in part]
        paste(shown, ACROSS).save(folder / f"{name} {number}.png")


def in_parts(paths: Sequence[Path], most: int) -> Iterator[Sequence[Path]]:
    for start in range(0, len(paths), most):
        yield paths[start : start + most]


def labelled(image: Image.Image, text: str) -> Image.Image:
    small = image.convert("RGB")
    small.thumbnail((CELL, CELL))
    cell = Image.new("RGB", (small.width, small.height + LABEL), "white")
    cell.paste(small, (0, LABEL))
    ImageDraw.Draw(cell).text((2, 2), text, fill="black")
    return cell


def paste(cells: Sequence[Image.Image], across: int) -> Image.Image:
    width, height = max(each.width for each in cells) + 4, max(each.height for each in cells) + 4
    sheet = Image.new("RGB", (width * min(across, len(cells)), height * -(-len(cells) // across)), "grey")
    for n, cell in enumerate(cells):
        sheet.paste(cell, (n % across * width, n // across * height))
    return sheet


# ---------------------------------------------------------------- comparing


def compare(before: Path, after: Path) -> None:
    """Print the share of differing pixels of each picture that both folders have, the largest first."""
    shared = [path for path in sorted(after.glob("*.png")) if (before / path.name).exists()]
    shares = {path: differing(before / path.name, path) for path in shared}
    differ = sorted((path for path in shared if shares[path]), key=lambda path: -shares[path])
    for path in differ:
        print(f"{shares[path]:7.2%}  {path.stem}")
    print(f"{len(shared)} pictures compared: {len(differ)} differ")
    (after / "differ").mkdir(exist_ok=True)
    for number, part in enumerate(in_parts(differ, ACROSS * DOWN // 2), 1):
        both = [each for path in part for each in (before / path.name, path)]
        pairs = [labelled(Image.open(each), each.stem) for each in both]
        paste(pairs, ACROSS).save(after / "differ" / f"{number:03}.png")


def differing(before: Path, after: Path) -> float:
    with Image.open(before) as one, Image.open(after) as other:
        if one.size != other.size:
            return 1.0
        difference = ImageChops.difference(one.convert("RGB"), other.convert("RGB")).convert("L")
        visible = difference.point([0] * VISIBLE + [255] * (256 - VISIBLE))
        return visible.histogram()[255] / (one.width * one.height)


if __name__ == "__main__":
    main()
