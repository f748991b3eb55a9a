"""Draw one picture: the cloth with the words at the left, the board or the house at the right."""

import logging
from functools import cache
from importlib import import_module
from types import ModuleType

import msgspec
from msgspec import Struct

from hanamachi.games import GAMES, modules
from hanamachi.locales import catalogue
from hanamachi.pictures.parts import font_files, legible, parts, width_of
from hanamachi.pictures.svg import (
    BOLD,
    SERIF,
    box,
    disc,
    drawing,
    dressed,
    group,
    path,
    tag,
    text,
    wrapped,
)
from hanamachi.pictures.theme import CREAM, DAY, NIGHT, Look, Theme, blend

LOG = logging.getLogger(__name__)
WIDTH, HEIGHT = 1200, 630
CLOTH = 372  # how wide the cloth is
BOARD = 404, 24  # where a board of 772 x 582 begins
MOST_SIGNS = 400_000  # of the SVG
MOST_BYTES = 600_000  # of the PNG


class TooLarge(Exception):
    """Raised if a picture is larger than any of ours."""


class Picture(Struct, frozen=True, kw_only=True):
    """All that a picture shows. `view`: a view of the game as JSON; without one, its house is drawn."""

    game: str
    lines: tuple[str, ...]  # under the game's name: the first one is large
    names: tuple[str, ...] = ()
    view: msgspec.Raw | None = None
    lang: str = "en"
    night: bool = False


def png(picture: Picture) -> bytes:
    """Return a picture as PNG. No font and no file of this machine has a part in it."""
    import resvg_py  # a server that is asked for no picture does not need it

    svg = svg_of(picture)
    if len(svg) > MOST_SIGNS:
        raise TooLarge(len(svg))
    made = resvg_py.svg_to_bytes(
        svg_string=svg, font_files=font_files(), skip_system_fonts=True, width=WIDTH, height=HEIGHT
    )
    if len(made) > MOST_BYTES:
        raise TooLarge(len(made))
    return bytes(made)


def svg_of(picture: Picture) -> str:
    return dressed(outline(picture))


def outline(picture: Picture) -> str:
    """Return a picture whose drawings are named and not there yet."""
    theme = NIGHT if picture.night else DAY
    look = look_of(picture.game)
    right = board(picture, theme) or house(picture.game, look, theme)
    return tag(
        "svg", right, cloth(picture, look, theme),
        xmlns="http://www.w3.org/2000/svg", viewBox=f"0 0 {WIDTH} {HEIGHT}", width=WIDTH, height=HEIGHT,
    )  # fmt: skip


@cache
def boards() -> dict[str, ModuleType]:
    """Return the modules that draw boards, by game."""
    return {name: import_module(module) for name, module in modules("hanamachi.pictures.{}").items()}


def look_of(game: str) -> Look:
    found: Look = boards()[game].LOOK if game in boards() else Look()
    return found


def board(picture: Picture, theme: Theme) -> str:
    """Return the board of a view on its table, "" if there is none to draw."""
    if picture.view is None or picture.game not in boards():
        return ""
    game = GAMES[picture.game]
    view = msgspec.json.decode(picture.view, type=game.view)
    names = [called(name, seat, picture.lang) for seat, name in enumerate(picture.names)]
    drawn = boards()[picture.game].draw(view, names, game.text.words(picture.lang), theme)
    return table(theme) + group(drawn, x=BOARD[0], y=BOARD[1])


def called(name: str, seat: int, lang: str) -> str:
    """Return a name in our letters; who has none in them is numbered."""
    return legible(name) or catalogue("house")(lang)("study_seat", number=seat + 1)


def table(theme: Theme) -> str:
    """Return the paper with its band of blue below."""
    fade = tag(
        "linearGradient",
        tag("stop", offset="0", stop_color=theme.paper),
        tag("stop", offset="1", stop_color=blend(theme.paper, "#2B5C93", 0.3 if theme.night else 0.34)),
        id="table", x1="0", x2="0", y1=".55", y2="1",
    )  # fmt: skip
    return tag("defs", fade) + box(0, 0, WIDTH, HEIGHT, "url(#table)")


def cloth(picture: Picture, look: Look, theme: Theme) -> str:
    """Return the cloth that hangs at the left, with the game, the lines and the house's own seal."""
    game = GAMES[picture.game].text.words(picture.lang)("name")
    middle, room = CLOTH / 2, CLOTH - 64
    title = [(game, 54, SERIF)]
    if width_of(game, SERIF) * 54 > CLOTH - 40:
        title = [(line, 40, SERIF) for line in wrapped(game, 40, CLOTH - 40, SERIF, 2)]
    first, *others = picture.lines or ("",)
    lines = [(line, 32, SERIF) for line in wrapped(first, 32, room, SERIF)]
    lines += [(line, 23, BOLD) for each in others for line in wrapped(each, 23, room, BOLD, 2)]
    return "".join(
        [
            hanging(look.cloth, theme),
            disc(middle, 116, 74, blend(look.cloth, "#000000", 0.12)),
            drawing(look.crest, middle - 58, 58, 116, ink=CREAM, cut=look.cloth),
            *said(title, middle, 248 - height(title) / 2),
            path(f"M{middle - 40} 312H{middle + 40}", stroke=CREAM, stroke_width=2, opacity=0.5),
            *said(lines, middle, 384 - height(lines) / 2),
            drawing("icon", 34, 578, 34),
            text(80, 603, "Hanamachi", 25, theme.ink, font=SERIF),
        ]
    )


def height(lines: list[tuple[str, int, str]]) -> float:
    return sum(size * 1.25 for _, size, _ in lines)


def said(lines: list[tuple[str, int, str]], middle: float, top: float) -> list[str]:
    drawn = []
    for words, size, font in lines:
        top += size * 1.25
        drawn.append(text(middle, top, words, size, CREAM, font=font, anchor="middle", room=CLOTH - 48))
    return drawn


def hanging(colour: str, theme: Theme) -> str:
    """Return a cloth with three slits on its rod."""
    quarter = CLOTH / 4
    hems = "".join(f"Q{quarter * (at - 0.5)} 568 {quarter * (at - 1)} 552" for at in (4, 3, 2, 1))
    dark = blend(colour, "#000000", 0.5)
    return "".join(
        [
            box(0, 0, CLOTH, HEIGHT, theme.panel),
            path(f"M0 0H{CLOTH}V552{hems}Z", colour),
            *(path(f"M{quarter * at} 470V553", stroke=dark, stroke_width=3) for at in (1, 2, 3)),
            box(0, 0, CLOTH, 14, dark),
            path(f"M{CLOTH} 0V{HEIGHT}", stroke=theme.line, stroke_width=2),
        ]
    )


def house(game: str, look: Look, theme: Theme) -> str:
    """Return the front of the game's house under its sky; of a game without one, its crest."""
    front = f"facade-{game}"
    if front in parts().drawings:
        standing = drawing(front, 610, 42, 462, **facade_colours(theme))
    else:
        standing = drawing(look.crest, 668, 175, 300, ink=theme.ink, cut=theme.paper)
    return sky(theme) + standing


def facade_colours(theme: Theme) -> dict[str, str]:
    by_day = (
        "tile=#3B4656 tile2=#566272 plaster=#E9DFC9 wood=#4B372A wood2=#3A2A20 win=#F7EBCD stone=#A79F8F "
        "lan=#D5452D snow=#FFFFFF flake=#FFFFFF rail=#9E2F22"
    )
    by_night = (
        "tile=#0A0E16 tile2=#222C3C plaster=#2A2F3A wood=#150F0D wood2=#241A15 win=#F0BE71 stone=#262D3A "
        "lan=#F0714A snow=#DCE4F0 flake=#C9D6EA rail=#7D2A20 night=1"
    )
    colours = dict(each.split("=") for each in (by_night if theme.night else by_day).split())
    for name, module in boards().items():
        colours[f"house-{name.removeprefix('geishas_').replace('_', '-')}"] = module.LOOK.cloth
    return colours


def sky(theme: Theme) -> str:
    """Return the sky with sun or moon, hills and the ground on which a house stands."""
    stops = [
        tag("stop", offset=at, stop_color=colour) for at, colour in zip((0, 0.5, 1), theme.sky, strict=True)
    ]
    door = ("#2A2018", "#0D0A08") if theme.night else ("#2E221B", "#4B372A")
    door_stops = [
        tag("stop", offset=at, stop_color=colour) for at, colour in zip((0.3, 1), door, strict=True)
    ]
    glow = [("0", 0.5), ("0.45", 0.16), ("1", 0)] if theme.night else [("0", 0.0)]
    halo = [tag("stop", offset=at, stop_color="#F6B464", stop_opacity=light) for at, light in glow]
    defs = tag(
        "defs",
        tag("linearGradient", *stops, id="sky", x1="0", x2="0", y1="0", y2="1"),
        tag("linearGradient", *door_stops, id="doorg", x1="0", x2="0", y1="0", y2="1"),
        tag("radialGradient", *halo, id="halo"),
    )
    hills = [
        "M372 330C470 270 560 250 660 300C760 250 860 220 960 290C1040 330 1120 280 1200 270V630H372Z",
        "M372 400C500 350 600 370 700 390C860 350 960 380 1060 372C1110 366 1160 380 1200 370V630H372Z",
    ]
    clouds = [(980, 150, 190, 11), (1040, 172, 190, 9), (420, 210, 150, 10), (380, 228, 120, 8)]
    return "".join(
        [
            defs,
            box(CLOTH, 0, WIDTH - CLOTH, HEIGHT, "url(#sky)"),
            disc(1080, 150, 66, theme.sun, opacity=0.93),
            *(path(d, fill, opacity=0.7) for d, fill in zip(hills, theme.hills, strict=True)),
            *(box(x, y, w, h, theme.cloud, rx=h / 2, opacity=0.8) for x, y, w, h in clouds),
            box(CLOTH, 568, WIDTH - CLOTH, 62, theme.ground),
        ]
    )
