"""Make what pictures of games are drawn with: fonts that resvg reads, and our drawings in one file.

The fonts are those of the browser app (cut_type.py), whole and without compression. With them comes how wide
each letter is, so that a line can be made to fit.
"""

import json
import re
import tempfile
from collections.abc import Iterator
from pathlib import Path

from fontTools.merge import Merger
from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont

from tools.build.cut_type import FACES, LETTERS, PACKAGES, ROOT, Face, advances

OUT = ROOT / "src/hanamachi/pictures/parts"
SIGNS = [0x2013, 0x2014, 0x2018, 0x2019, 0x201C, 0x201D, 0x201E, 0x2026, 0x2212, 0x202F]  # of our sentences
DRAWINGS = "web/symbols/[!u]*.svg", "web/public/icon.svg", "web/src/games/*/facade.svg"
OPENING = re.compile(r'^<svg[^>]*?viewBox="0 0 ([\d.]+) ([\d.]+)"[^>]*>')


def main() -> None:
    OUT.mkdir(exist_ok=True)
    widths = {name(face): cut(face, OUT / f"{name(face)}.ttf") for face in FACES}
    parts = {"widths": widths, "drawings": dict(drawings())}
    (OUT / "parts.json").write_text(json.dumps(parts, ensure_ascii=False), encoding="utf-8")


def name(face: Face) -> str:
    return f"{face.family.split()[-1].lower()}-{face.weight}"


def cut(face: Face, out: Path) -> dict[str, float]:
    """Merge the alphabets of a face into one file, named by our name. Return how wide its letters are, in
    ems."""
    with tempfile.TemporaryDirectory() as folder:
        pieces, left = [], {*LETTERS, *SIGNS}
        for alphabet in ("latin", "latin-ext"):
            source = PACKAGES / face.package / f"files/{face.package}-{alphabet}-{face.weight}-normal.woff2"
            font = TTFont(source, recalcTimestamp=False)
            has = left & set(font.getBestCmap())
            left -= has
            subset(font, has)
            pieces.append(str(Path(folder) / f"{alphabet}.ttf"))
            font.save(pieces[-1])
        font = Merger().merge(pieces)
    for at, words in ((1, face.family), (2, "Regular"), (4, face.family), (6, face.family.replace(" ", ""))):
        font["name"].setName(words, at, 3, 1, 0x409)
    font.save(out)
    return {letter: round(width, 3) for letter, width in advances(font).items()}


def subset(font: TTFont, letters: set[int]) -> None:
    options = Options(layout_features=["kern"], hinting=False, name_IDs=[0, 13, 14], drop_tables=["STAT"])
    subsetter = Subsetter(options)
    subsetter.populate(unicodes=letters)
    subsetter.subset(font)
    font.flavor = None


def drawings() -> Iterator[tuple[str, list[float | str]]]:
    """Yield the name, the width, the height and the content of each drawing."""
    for file in sorted(each for pattern in DRAWINGS for each in ROOT.glob(pattern)):
        drawing = file.read_text("utf-8").strip()
        opening = OPENING.match(drawing)
        assert opening, file
        width, height = map(float, opening.groups())
        called = f"facade-{file.parent.name}" if file.stem == "facade" else file.stem
        yield called, [width, height, drawing[opening.end() :].removesuffix("</svg>")]


if __name__ == "__main__":
    main()
