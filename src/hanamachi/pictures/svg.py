"""Write SVG: shapes, lines of text that fit, and our drawings in the colours of a place."""

import re
from html import escape

from hanamachi.pictures.parts import legible, parts, width_of

FAMILY = {"serif-600": ("Hanamachi Serif", 600), "sans-400": ("Hanamachi Sans", 400)}
FAMILY["sans-600"] = ("Hanamachi Sans", 600)
SERIF, SANS, BOLD = "serif-600", "sans-400", "sans-600"
SMALLEST = 0.7  # of its size: how far a line is shrunk before it is cut
VARIABLE = re.compile(r"var\(--([\w-]+)(?:,([^)]*))?\)")
USE = re.compile(r'<use href="#([\w-]+)" x="([\d.-]+)" y="([\d.-]+)" width="([\d.]+)" height="[\d.]+"/>')
TINTED = re.compile(r' style="color:([^;"]*);--cut:([^"]*)">(.*?)</g>')  # a group of drawings in a drawing
BY_DAY = re.compile(r"light-dark\((#\w+), ?(#\w+)\)")
PLACE = re.compile(r"\{\{(\S+) (\S+) (\S+) (\S+) (\S*)\}\}")


def number(value: float) -> str:
    return f"{value:.2f}".rstrip("0").rstrip(".")


def tag(kind: str, *inside: str, **attributes: str | float) -> str:
    """Return an element. `stroke_width` is the attribute stroke-width."""
    said = "".join(
        f' {name.rstrip("_").replace("_", "-")}="{number(value) if not isinstance(value, str) else value}"'
        for name, value in attributes.items()
    )
    return f"<{kind}{said}>{''.join(inside)}</{kind}>" if inside else f"<{kind}{said}/>"


def box(
    x: float, y: float, width: float, height: float, fill: str, *, rx: float = 0, **more: str | float
) -> str:
    return tag("rect", x=x, y=y, width=width, height=height, rx=rx, fill=fill, **more)


def disc(x: float, y: float, r: float, fill: str, **more: str | float) -> str:
    return tag("circle", cx=x, cy=y, r=r, fill=fill, **more)


def foot(x: float, y: float, width: float, height: float, fill: str) -> str:
    """Return the lower part of a card: its lower corners are round."""
    right, low = x + width, y + height
    return path(
        f"M{x} {y}H{right}V{low - 7}Q{right} {low} {right - 7} {low}H{x + 7}Q{x} {low} {x} {low - 7}Z", fill
    )


def path(d: str, fill: str = "none", **more: str | float) -> str:
    return tag("path", d=d, fill=fill, **more)


def group(*inside: str, x: float = 0, y: float = 0, **more: str | float) -> str:
    return tag("g", *inside, transform=f"translate({number(x)} {number(y)})", **more)


def text(
    x: float,
    y: float,
    words: str,
    size: float,
    fill: str,
    *,
    font: str = SANS,
    anchor: str = "start",
    room: float | None = None,
) -> str:
    """Return a line of text. With `room` it is shrunk, and then cut, until it is no wider."""
    words = legible(words)
    if room is not None:
        size = max(size * SMALLEST, min(size, room / max(width_of(words, font), 0.1)))
        words = cut(words, font, room / size)
    family, weight = FAMILY[font]
    return tag(
        "text", written(words), x=x, y=y, font_family=family, font_weight=weight, font_size=size, fill=fill,
        text_anchor=anchor,
    )  # fmt: skip


def written(words: str) -> str:
    """Return a text as it stands in SVG. A brace would begin a drawing."""
    return escape(words).replace("{", "&#123;") or " "


def cut(words: str, font: str, room: float) -> str:
    if width_of(words, font) <= room + 0.05:
        return words
    while words and width_of(f"{words}…", font) > room:
        words = words[:-1]
    return f"{words.rstrip()}…"


def wrapped(words: str, size: float, room: float, font: str = SANS, most: int = 3) -> list[str]:
    """Return a text as lines of this room, the last one cut if there are too many."""
    lines = [""]
    for word in legible(words).split():
        longer = f"{lines[-1]} {word}".strip()
        if lines[-1] and width_of(longer, font) * size > room and len(lines) < most:
            lines.append(word)
        else:
            lines[-1] = longer
    return [cut(line.removesuffix(" –"), font, room / size) for line in lines]


def drawing(name: str, x: float, y: float, size: float, **colours: str) -> str:
    """Return a place for one of our drawings, so wide. `ink` is its colour; the others are its variables, by
    the names that they have in it, such as `cut` and `sym2`."""
    said = ",".join(f"{each}={colour}" for each, colour in colours.items())
    return f"{{{{{name} {number(x)} {number(y)} {number(size)} {said}}}}}"


def dressed(svg: str) -> str:
    """Return a picture with its drawings in their places."""
    return PLACE.sub(laid, svg)


def laid(found: re.Match[str]) -> str:
    name, x, y, size, said = found.groups()
    colours = dict(each.split("=") for each in said.split(",")) if said else {}
    width, _, content = parts().drawings[name]
    ink = colours.get("ink", "#1B2230")
    content = BY_DAY.sub(lambda pair: pair[2 if "night" in colours else 1], content)
    content = VARIABLE.sub(lambda each: colours.get(each[1]) or each[2] or ink, content)
    content = TINTED.sub(tinted, content)
    placed = f'transform="translate({x} {y}) scale({number(float(size) / width)})"'
    return f'<g {placed} color="{ink}" stroke-linecap="round" stroke-linejoin="round">{content}</g>'


def tinted(found: re.Match[str]) -> str:
    """Return a group whose drawings have colours of their own."""
    ink, cut, inside = found.groups()

    def one(use: re.Match[str]) -> str:
        name, x, y, size = use.groups()
        return dressed(drawing(name, float(x), float(y), float(size), ink=ink, cut=cut))

    return f' color="{ink}">{USE.sub(one, inside)}</g>'
