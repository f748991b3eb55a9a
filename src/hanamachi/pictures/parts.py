"""Read what pictures are drawn with: the fonts, the widths of their letters, our drawings.

`tools/build/picture_parts.py` makes these files with the browser app.
"""

from functools import cache
from pathlib import Path

import msgspec
from msgspec import Struct

FOLDER = Path(__file__).parent / "parts"
FONTS = ("serif-600", "sans-400", "sans-600")


class Parts(Struct, frozen=True):
    widths: dict[str, dict[str, float]]  # by font and letter, in ems
    drawings: dict[str, tuple[float, float, str]]  # by name: width, height, content


@cache
def parts() -> Parts:
    return msgspec.json.decode((FOLDER / "parts.json").read_bytes(), type=Parts)


def are_built() -> bool:
    return (FOLDER / "parts.json").exists()


def font_files() -> list[str]:
    return [str(FOLDER / f"{name}.ttf") for name in FONTS]


def width_of(text: str, font: str) -> float:
    """Return how wide a line is, in ems of its font."""
    widths = parts().widths[font]
    return sum(widths.get(letter, 0.6) for letter in text)


def legible(text: str) -> str:
    """Return a text without the signs that our fonts lack."""
    widths = parts().widths["serif-600"]
    return " ".join("".join(letter for letter in text if letter in widths).split())
