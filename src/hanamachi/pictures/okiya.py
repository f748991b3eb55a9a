"""Draw Okiya's garden: sixteen tiles and the geishas on them, and the tile to match beside it."""

from collections.abc import Sequence

from hanamachi.core.words import Words
from hanamachi.games.okiya.pieces import FEATURES, PLANTS, SIDE, feature, plant, square
from hanamachi.games.okiya.view import OkiyaView
from hanamachi.pictures.svg import BOLD, box, drawing, group, path, text
from hanamachi.pictures.theme import CREAM, INK, Look, Theme, blend

LOOK = Look("#96450F", "mon-okiya")
PAINT = {"maple": "#A1550C", "cherry": "#D94A8E", "pine": "#0B4430", "iris": "#3B34B4"}
TILE, GAP = 132, 10
GARDEN = SIDE * (TILE + GAP) + GAP
LEFT = 772 - GARDEN


def draw(view: OkiyaView, names: Sequence[str], _words: Words, theme: Theme) -> str:
    ground = box(
        LEFT,
        0,
        GARDEN,
        GARDEN,
        blend(theme.sunken, theme.edge, 0.12),
        rx=12,
        stroke=theme.edge,
        stroke_width=2,
    )
    squares = [
        placed(view, square(column, row), column, row, theme) for row in range(SIDE) for column in range(SIDE)
    ]
    return "".join([players(view, names, theme), ground, *squares])


def players(view: OkiyaView, names: Sequence[str], theme: Theme) -> str:
    """Return both players with their geishas, and the tile that was taken last."""
    drawn = []
    for seat, name in enumerate(names):
        y = 20 if seat else GARDEN - 84
        drawn.append(token(seat, 0, y, 64))
        drawn.append(text(74, y + 42, name, 24, theme.ink, font=BOLD, room=LEFT - 84))
        if view.prompt and view.prompt.seat == seat:
            drawn.append(box(0, y + 74, LEFT - 24, 5, theme.shu, rx=2.5))
    if view.last is not None and not view.outcome:
        drawn.append(tile(view.layout[view.last], 10, GARDEN / 2 - 66, theme))
    return "".join(drawn)


def placed(view: OkiyaView, at: int, column: int, row: int, theme: Theme) -> str:
    x, y = LEFT + GAP + column * (TILE + GAP), GAP + (SIDE - 1 - row) * (TILE + GAP)
    if at >= len(view.layout):
        return box(x, y, TILE, TILE, theme.sunken, rx=8)
    drawn = on_top(view, at, x, y, theme)
    if at in view.four:
        drawn += box(x - 3, y - 3, TILE + 6, TILE + 6, "none", rx=10, stroke=theme.kin, stroke_width=6)
    elif at == view.last:
        drawn += corners(x, y, theme.kin)
    return drawn


def on_top(view: OkiyaView, at: int, x: float, y: float, theme: Theme) -> str:
    for seat, geishas in enumerate(view.geishas):
        if geishas >> at & 1:
            return box(x, y, TILE, TILE, blend(theme.sunken, theme.edge, 0.3), rx=8) + token(
                seat, x + 20, y + 20, 92
            )
    lies = tile(view.layout[at], x, y, theme)
    if at in view.legal and len(view.legal) < len(view.layout):
        return lies + box(x - 3, y - 3, TILE + 6, TILE + 6, "none", rx=10, stroke=theme.ai, stroke_width=5)
    return group(lies, opacity=0.55) if view.legal else lies


def token(seat: int, x: float, y: float, size: float) -> str:
    return drawing(
        "token-black" if seat else "token-red", x, y, size, ink=CREAM, cut="#20242E" if seat else "#B5301F"
    )


def tile(kind: int, x: float, y: float, theme: Theme) -> str:
    """Return a tile: the feature on paper above, the plant on its own tint below."""
    a_plant, a_feature = PLANTS[plant(kind)], FEATURES[feature(kind)]
    right, low = x + TILE, y + TILE
    ink, tint = PAINT[a_plant], blend(theme.card, PAINT[a_plant], 0.24)
    return "".join(
        [
            box(x, y, TILE, TILE, theme.card, rx=8),
            path(
                f"M{right} {y + 2}V{low - 8}Q{right} {low} {right - 8} {low}H{x + 2}Z",
                tint,
            ),
            drawing(f"feature-{a_feature}", x + 9, y + 9, 56, ink=INK, cut=theme.card, sym2="#B5301F"),
            drawing(f"plant-{a_plant}", x + 56, y + 56, 68, ink=ink, cut=tint),
            box(x, y, TILE, TILE, "none", rx=8, stroke=INK, stroke_width=2),
        ]
    )


def corners(x: float, y: float, colour: str) -> str:
    near, far = -4, TILE + 4
    marks = f"M{x + near} {y + 36}V{y + near}H{x + 36}M{x + far} {y + TILE - 36}V{y + far}H{x + TILE - 36}"
    return path(marks, stroke=colour, stroke_width=6)
