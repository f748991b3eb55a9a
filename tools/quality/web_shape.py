"""Measure the browser app: files by folder, sizes that styles ask for, `:global`, lines of CSS, props.

`python tools/quality/web_shape.py [FOLDER]` prints a line for each; FOLDER is web/src unless it is given.
"""

import re
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

SOURCES = Path(__file__).parents[2] / "web" / "src"
STYLE = re.compile(r"<style[^>]*>(.*?)</style>", re.DOTALL)
QUERY = re.compile(r"@(?:container|media)([^{]*)\{")
NUMBER = re.compile(r"(?:width|height)[^0-9)]*([\d.]+px)")
PROPS = re.compile(r"interface Props[^{]*\{(.*?)\n  \}", re.DOTALL)
FIELD = re.compile(r"^    [\w]+\??:", re.MULTILINE)
MOST_PROPS = 10


def files_by_folder(sources: Path) -> Counter[Path]:
    """Count the source files of each folder."""
    found = (path for path in sources.rglob("*") if path.suffix in {".ts", ".svelte", ".css"})
    return Counter(path.parent.relative_to(sources) for path in found)


def styles(sources: Path) -> Iterator[str]:
    """Yield the styles of every component."""
    for path in sources.rglob("*.svelte"):
        yield from STYLE.findall(path.read_text("utf-8"))


def breakpoints(sources: Path) -> set[str]:
    """Collect the numbers of pixels that a query compares a width or a height with."""
    sheets = [*styles(sources), *(path.read_text("utf-8") for path in sources.rglob("*.css"))]
    return {number for sheet in sheets for query in QUERY.findall(sheet) for number in NUMBER.findall(query)}


def many_props(sources: Path) -> dict[str, int]:
    """Name the components that take more than ten props."""
    counts = {
        str(path.relative_to(sources)): len(FIELD.findall(props))
        for path in sources.rglob("*.svelte")
        for props in PROPS.findall(path.read_text("utf-8"))
    }
    return {name: count for name, count in counts.items() if count > MOST_PROPS}


def main() -> None:
    sources = Path(sys.argv[1]) if len(sys.argv) > 1 else SOURCES
    sheets = list(styles(sources))
    largest = ", ".join(f"{folder} {count}" for folder, count in files_by_folder(sources).most_common(5))
    print(f"largest folders:       {largest}")
    print(f"breakpoints in pixels: {len(breakpoints(sources))}")
    print(f":global in components: {sum(sheet.count(':global') for sheet in sheets)}")
    print(f"lines of CSS in them:  {sum(len(sheet.strip().splitlines()) for sheet in sheets)}")
    print(f"more than {MOST_PROPS} props:    {many_props(sources) or 'none'}")


if __name__ == "__main__":
    main()
