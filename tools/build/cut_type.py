"""Subset the fonts to the letters that our texts use: `web/type/*.woff2` and the style sheet that loads them.

The fonts come from npm (web/package.json), with Latin and Latin Extended letters in separate files. Each file
is cut to Latin-1, Latin Extended-A and the other signs of our texts, and gets a name of our own, as the
licence of a changed font may require. A browser that has not loaded them yet, or may not, uses a local font
with the same width and height, so that nothing jumps when they arrive.
"""

import json
import re
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont

ROOT = Path(__file__).parents[2]
PACKAGES = ROOT / "web/node_modules/@fontsource"
OUT = ROOT / "web/type"
FEATURES = ["kern", "liga", "tnum", "lnum", "locl", "ccmp", "mark"]
LETTERS = [*range(0x20, 0x7F), *range(0xA0, 0x17F)]  # all but the long s, which is not in use
MOST = 70_000  # bytes, all files together


class Face(NamedTuple):
    family: str
    package: str
    weight: int
    serves: str  # the weights that it is used for
    larger: float  # its letters are small for their size, so they are enlarged by this factor
    ascent: float  # of one em, after enlarging
    descent: float
    stand_ins: tuple["StandIn", ...]


class StandIn(NamedTuple):
    """A local font of common systems. `advance` is its mean letter's width in our texts, in ems."""

    name: str
    local: tuple[str, ...]
    advance: float


# Liberation is as wide as Arial and Times New Roman, Gelasio as Georgia: they were measured instead.
ARIAL = StandIn("Arial", ("Arial", "Liberation Sans", "Helvetica"), 0.4538)
ROBOTO = StandIn("Roboto", ("Roboto", "Roboto Regular"), 0.4527)
DEJAVU = StandIn("DejaVu", ("DejaVu Sans",), 0.5152)
ARIAL_BOLD = StandIn("Arial", ("Arial Bold", "Liberation Sans Bold", "Helvetica Bold"), 0.4876)
ROBOTO_BOLD = StandIn("Roboto", ("Roboto Bold",), 0.4589)
DEJAVU_BOLD = StandIn("DejaVu", ("DejaVu Sans Bold",), 0.5805)
GEORGIA_BOLD = StandIn("Georgia", ("Georgia Bold", "Gelasio Bold"), 0.5221)
TIMES_BOLD = StandIn("Times", ("Times New Roman Bold", "Liberation Serif Bold", "Times Bold"), 0.4363)
NOTO_BOLD = StandIn("Noto", ("Noto Serif Bold",), 0.5172)
DEJAVU_SERIF = StandIn("DejaVu", ("DejaVu Serif Bold",), 0.5748)

SERIFS = (GEORGIA_BOLD, TIMES_BOLD, NOTO_BOLD, DEJAVU_SERIF)
BOLD = (ARIAL_BOLD, ROBOTO_BOLD, DEJAVU_BOLD)
FACES = (
    Face("Hanamachi Serif", "crimson-pro", 600, "600 700", 1.08, 0.94, 0.26, SERIFS),
    Face("Hanamachi Sans", "source-sans-3", 400, "400 500", 1.04, 0.94, 0.26, (ARIAL, ROBOTO, DEJAVU)),
    Face("Hanamachi Sans", "source-sans-3", 600, "600 700", 1.04, 0.94, 0.26, BOLD),
)


def main() -> None:
    OUT.mkdir(exist_ok=True)
    used = Counter(text())
    wanted = {*LETTERS, *(ord(sign) for sign in used if ord(sign) >= 0x180)}
    sheet = "".join(rules(face, wanted, used) for face in FACES)
    (OUT / "type.css").write_text(sheet + stacks(), encoding="utf-8")
    size = sum(file.stat().st_size for file in OUT.glob("*.woff2"))
    if size > MOST:
        sys.exit(f"The type weighs {size:,} bytes; {MOST:,} is the most.")


def text() -> str:
    """Return all texts: the catalogues, and signs in the browser app's own source."""
    catalogues = [*ROOT.glob("src/hanamachi/**/locales/**/*.json"), *ROOT.glob("web/src/**/*.json")]
    said = [line for file in catalogues for line in strings(json.loads(file.read_text(encoding="utf-8")))]
    sources = [file.read_text(encoding="utf-8") for file in ROOT.glob("web/src/**/*.[st][vs]*")]
    return "".join([*said, *re.findall(r"[^\x00-\u017f]", "".join(sources))])


def strings(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    for each in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
        yield from strings(each)


def rules(face: Face, wanted: set[int], used: Counter[str]) -> str:
    """Cut the files of a face, one for each alphabet. Return the rules that load them and its stand-ins."""
    lines, widths, left = [], dict[str, float](), set(wanted)
    for alphabet in ("latin", "latin-ext"):
        file = PACKAGES / face.package / f"files/{face.package}-{alphabet}-{face.weight}-normal.woff2"
        font = TTFont(file, recalcTimestamp=False)
        has = left & set(font.getBestCmap())
        left -= has
        name = f"{face.family.split()[-1].lower()}-{face.weight}-{alphabet}.woff2"
        cut(font, has)
        fit(font, face)
        font.save(OUT / name)
        widths |= advances(font)
        lines.append(rule(face, f'src: url("./{name}") format("woff2");', f"unicode-range: {ranges(has)};"))
    if missing := [chr(code) for code in sorted(left) if chr(code).isalpha()]:
        sys.exit(f"{face.package} lacks {''.join(missing)}")
    return "".join([*lines, *(stand_in(face, each, mean(widths, used)) for each in face.stand_ins)])


def cut(font: TTFont, letters: set[int]) -> None:
    options = Options(layout_features=FEATURES, hinting=False, name_IDs=[0, 13, 14], drop_tables=["STAT"])
    subsetter = Subsetter(options)
    subsetter.populate(unicodes=letters)
    subsetter.subset(font)
    font.flavor = "woff2"


def fit(font: TTFont, face: Face) -> None:
    """Set our own name, size and line height. Fewer units per em draw the same outlines larger."""
    for at, words in ((1, face.family), (2, "Regular"), (4, face.family), (6, face.family.replace(" ", ""))):
        font["name"].setName(words, at, 3, 1, 0x409)
    em = font["head"].unitsPerEm = round(font["head"].unitsPerEm / face.larger)
    line, system = font["hhea"], font["OS/2"]
    line.ascent = system.sTypoAscender = system.usWinAscent = round(face.ascent * em)
    line.descent = system.sTypoDescender = -round(face.descent * em)
    system.usWinDescent = round(face.descent * em)
    line.lineGap = system.sTypoLineGap = 0


def advances(font: TTFont) -> dict[str, float]:
    em = font["head"].unitsPerEm
    return {chr(code): font["hmtx"][glyph][0] / em for code, glyph in font.getBestCmap().items()}


def mean(widths: dict[str, float], used: Counter[str]) -> float:
    """Return the mean width of a letter (or space) in our texts."""
    letters = {sign: n for sign, n in used.items() if sign in widths and (sign.isalpha() or sign == " ")}
    return sum(n * widths[sign] for sign, n in letters.items()) / sum(letters.values())


def stand_in(face: Face, other: StandIn, advance: float) -> str:
    """Return the rule of another font, scaled to the measures of ours."""
    scale = advance / other.advance
    source = ", ".join(f'local("{name}")' for name in other.local)
    return rule(
        face._replace(family=f"{face.family} {other.name}"),
        f"src: {source};",
        f"size-adjust: {scale:.1%};",
        f"ascent-override: {face.ascent / scale:.1%};",
        f"descent-override: {face.descent / scale:.1%};",
        "line-gap-override: 0%;",
    )


def rule(face: Face, *lines: str) -> str:
    said = [f'font-family: "{face.family}";', f"font-weight: {face.serves};", "font-display: swap;", *lines]
    return "@font-face {\n" + "".join(f"  {line}\n" for line in said) + "}\n"


def ranges(codes: set[int]) -> str:
    """Return the ranges of CSS: U+20-7E, U+A0-FF, ..."""
    runs: list[list[int]] = []
    for code in sorted(codes):
        if runs and runs[-1][1] == code - 1:
            runs[-1][1] = code
        else:
            runs.append([code, code])
    return ", ".join(f"U+{first:X}" if first == last else f"U+{first:X}-{last:X}" for first, last in runs)


def stacks() -> str:
    """Return the families for the style sheets: ours first, then local fonts in our measures."""
    said = {}
    for family in ("Serif", "Sans"):
        face = next(each for each in FACES if each.family.endswith(family))
        names = [face.family, *(f"{face.family} {each.name}" for each in face.stand_ins)]
        said[family] = ", ".join(f'"{name}"' for name in names)
    return f":root {{\n  --serif: {said['Serif']}, serif;\n  --sans: {said['Sans']}, sans-serif;\n}}\n"


if __name__ == "__main__":
    main()
