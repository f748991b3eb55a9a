"""Draw Okiya's garden in colour with rich: sixteen tiles and the geishas."""

from rich import box
from rich.align import Align
from rich.console import RenderableType
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from hanamachi.core.words import Words
from hanamachi.games.okiya.pieces import FEATURES, HOUSES, NAMES, PLANTS, SIDE, feature, plant, square
from hanamachi.games.okiya.view import OkiyaView

INK = {"maple": "#d07a1c", "cherry": "#e0609c", "pine": "#2e9a6c", "iris": "#8784f5"}
SIGNS = {"sun": "☀", "tanzaku": "▯", "bird": "➤", "rain": "⁖"}
GEISHA = {"red": "bold #fff4e2 on #b5301f", "black": "bold #fff4e2 on #2a2a30"}
LEGAL, QUIET, LAST = "#93b9e3", "#5a6070", "#e7b860"
WIDTH = 16


def garden(view: OkiyaView, words: Words) -> RenderableType:
    """Return rows 4 to 1. A tile that may be taken has a bright double edge, the last move a golden one."""
    grid = Table.grid(padding=(0, 0))
    for row in reversed(range(SIDE)):
        label = Text(f"\n\n{row + 1} ", style="bold")
        grid.add_row(label, *(panel(view, square(column, row), words) for column in range(SIDE)))
    grid.add_row("", *(Align.center(Text(letter, style="bold")) for letter in "abcd"))
    return grid


def panel(view: OkiyaView, at: int, words: Words) -> Panel:
    legal = at in view.legal
    edge = LAST if at == view.last else LEGAL if legal else QUIET
    shape = box.DOUBLE if legal else box.ROUNDED
    return Panel(face(view, at, words), box=shape, border_style=edge, width=WIDTH, height=5)


def face(view: OkiyaView, at: int, words: Words) -> RenderableType:
    for seat, geishas in enumerate(view.geishas):
        if geishas >> at & 1:
            house = HOUSES[seat]
            return Align.center(Text(f"\n {words(f'house.{house}')} ", style=GEISHA[house]))
    tile = view.layout[at]
    a_plant, a_feature = PLANTS[plant(tile)], FEATURES[feature(tile)]
    dim = "" if at in view.legal or not view.legal else " dim"
    return Text.assemble(
        (f"{NAMES[at]}\n", QUIET),
        (f"{words(f'plant.{a_plant}')}\n", f"bold {INK[a_plant]}{dim}"),
        (f"{SIGNS[a_feature]} {words(f'feature.{a_feature}')}", dim.strip()),
    )
