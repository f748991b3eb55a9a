"""Draw Geisha's Road: the ring of teahouses, the lanterns, both sides of each geisha, a hand or an offer."""

from collections.abc import Iterator, Sequence
from math import cos, pi, sin

from hanamachi.core.words import Words
from hanamachi.games.geishas_road.pieces import (
    ACTION_NAMES,
    COLOUR,
    COLOUR_NAMES,
    COLOURS,
    POINTS,
    SPECIAL_NAMES,
    VALUE,
    Card,
    Colour,
    Face,
    is_bright,
)
from hanamachi.games.geishas_road.view import RoadView
from hanamachi.pictures.pieces import HAND, back, card, player, sliver, tray
from hanamachi.pictures.svg import SERIF, box, disc, drawing, foot, tag, text
from hanamachi.pictures.theme import CREAM, INK, Look, Theme

LOOK = Look("#1B5C60", "mon-road")
PAINT = ("#D04F9F", "#8C1410", "#123A92", "#A17A10", "#0F6E62")
RING = 186, 268, 128, 158  # its centre, and how far a teahouse is from it across and down
HOUSE = 116, 92
COLUMNS, COLUMN, GAP = 372, 74, 7.5
TILE = 226, 92  # where the tiles begin, and how high they are


def draw(view: RoadView, names: Sequence[str], _words: Words, theme: Theme) -> str:
    own = view.seat or 0
    low = 446 if view.hand or view.offer else 532
    return "".join(
        [
            line(view, names, 1 - own, 0, theme),
            line(view, names, own, low, theme),
            *ring(view, theme),
            *lanterns(view, theme),
            *(column(view, colour, own, theme) for colour in COLOURS),
            *(laid(each, place, 0, HAND, theme) for place, each in enumerate(view.hand or ())),
            *offer(view, theme),
        ]
    )


def sign(colour: Colour) -> str:
    return f"road-{COLOUR_NAMES[colour]}"


def line(view: RoadView, names: Sequence[str], seat: int, y: float, theme: Theme) -> str:
    """Return a player's line, with the points of finished rounds."""
    actions = [(name, action in view.tokens[seat]) for action, name in enumerate(ACTION_NAMES)]
    if view.options.mode == "advanced":
        actions += [(name, special in view.specials[seat]) for special, name in enumerate(SPECIAL_NAMES)]
    asked = view.prompt is not None and view.prompt.seat == seat
    drawn = player(names[seat], y, theme, asked=asked, actions=actions, cards=view.hands[seat], look=LOOK)
    if view.scores:
        drawn += text(340, y + 29, f"{view.totals[seat]}", 28, theme.ink, font=SERIF, anchor="end")
    return drawn


def ring(view: RoadView, theme: Theme) -> Iterator[str]:
    """Yield the way round, the teahouses clockwise from the top, and the pawns there."""
    x, y, across, down = RING
    yield tag(
        "ellipse", cx=x, cy=y, rx=across - 12, ry=down - 12, fill="none", stroke=theme.edge, stroke_width=3,
        stroke_dasharray="2 9", stroke_linecap="round",
    )  # fmt: skip
    for place, colour in enumerate(view.circle):
        angle = 2 * pi * place / len(COLOURS) - pi / 2
        yield teahouse(
            view, colour, round(x + across * cos(angle) - 58), round(y + down * sin(angle) - 46), theme
        )


def teahouse(view: RoadView, colour: Colour, x: float, y: float, theme: Theme) -> str:
    width, height = HOUSE
    ink = PAINT[colour]
    drawn = [
        box(x, y, width, height, theme.card, rx=9),
        drawing("teahouse", x + 8, y + 8, 52, ink=ink, cut=theme.card),
        drawing(sign(colour), x + 40, y + 34, 30, ink=ink, cut=theme.card),
        foot(x, y + 66, width, height - 66, ink),
        *(
            drawing("guest", x + 10 + at * 22, y + 68, 20, ink=CREAM, cut=ink)
            for at in range(view.waiting[colour])
        ),
    ]
    if view.favours[colour] is None:
        drawn.append(drawing("favour", x + width - 32, y + 67, 21, ink=CREAM, cut=ink))
    drawn.append(box(x, y, width, height, "none", rx=9, stroke=INK, stroke_width=2))
    here = [pawn for pawn, stands in enumerate(view.pawns) if stands == colour]
    step = min(24.0, 62 / max(1, len(here) - 1))
    for at, pawn in enumerate(here):
        drawn.append(walker(pawn, x + width - 30 - at * step, y - 14))
    return "".join(drawn)


def walker(colour: Colour, x: float, y: float) -> str:
    halo = drawing("pawn", x - 4, y - 5, 50, ink=CREAM, cut=CREAM)
    return (
        halo
        + drawing("pawn", x, y, 42, ink=PAINT[colour], cut=CREAM)
        + drawing(sign(colour), x + 13, y + 20, 16, ink=CREAM, cut=PAINT[colour])
    )


def lanterns(view: RoadView, theme: Theme) -> Iterator[str]:
    """Yield the lanterns that hang: those of the first return, then those of the second."""
    faces = [*view.upper, *view.lower]
    if faces:
        yield box(COLUMNS, 52, 400, 52, theme.panel, rx=26, stroke=theme.line, stroke_width=1.5)
    for place, face in enumerate(faces):
        x = COLUMNS + 8 + place * 42 + (8 if place >= len(view.upper) else 0)
        yield lantern(face, x, 57, 42, theme)


def lantern(face: Face, x: float, y: float, size: float, theme: Theme) -> str:
    bright, points = is_bright(face), f"{POINTS[face]}".replace("-", "−")
    dark = "#3A4152" if theme.night else "#20242E"
    ink, number = ("#6A4A12", INK) if bright else (dark, CREAM)
    kind = "lantern-bright" if bright else "lantern-dark"
    return drawing(kind, x, y, size, ink=ink, cut=dark, **{"sym-light": "#F3C66B"}) + text(
        x + size / 2, y + size * 0.6, points, size * 0.42, number, font=SERIF, anchor="middle"
    )


def column(view: RoadView, colour: Colour, own: int, theme: Theme) -> str:
    """Return the geisha's tile with its lanterns, and the cards of both sides with their sums."""
    x, (top, high) = COLUMNS + colour * (COLUMN + GAP), TILE
    above, below = ([each for each in view.sides[seat] if COLOUR[each] == colour] for seat in (1 - own, own))
    low = top + high + 34
    drawn = [beside(each, x, top - 62 - at * 20, theme) for at, each in reversed(list(enumerate(above)))]
    drawn += [beside(each, x, low + at * 20, theme) for at, each in reversed(list(enumerate(below)))]
    drawn += [
        total(view, colour, 1 - own, x, top - 10, "#1F4570" if not theme.night else theme.ai, theme),
        total(view, colour, own, x, top + high + 25, theme.shu, theme),
        box(x, top, COLUMN, high, theme.card, rx=8),
        box(x, top, 12, high, PAINT[colour], rx=6),
        drawing(sign(colour), x + 20, top + 24, 46, ink=PAINT[colour], cut=theme.card),
        box(x, top, COLUMN, high, "none", rx=8, stroke=INK, stroke_width=2),
    ]
    for at, face in enumerate(view.tiles[colour]):
        drawn.append(lantern(face, x + 44 - at * 22, top - 16, 36, theme))
    if view.favours[colour] is not None:
        ink = theme.shu if view.favours[colour] == own else theme.ai
        drawn.append(drawing("favour", x + 46, top + high - 30, 26, ink=ink, cut=theme.card))
    return "".join(drawn)


def total(view: RoadView, colour: Colour, seat: int, x: float, y: float, mark: str, theme: Theme) -> str:
    drawn = text(x + COLUMN / 2, y, f"{view.sums[seat][colour]}", 23, theme.ink, font=SERIF, anchor="middle")
    return drawn + (disc(x + COLUMN / 2 + 18, y - 7, 5, mark) if view.leads[colour] == seat else "")


def laid(each: Card | None, place: int, x: float, y: float, theme: Theme) -> str:
    """Return a card of a hand or an offer; None lies face down."""
    x += place * 68
    if each is None:
        return back(LOOK, x, y, 62, 84)
    return card(VALUE[each], sign(COLOUR[each]), PAINT[COLOUR[each]], x, y, theme)


def beside(each: Card, x: float, y: float, theme: Theme) -> str:
    return sliver(VALUE[each], sign(COLOUR[each]), PAINT[COLOUR[each]], x, y, COLUMN, theme)


def offer(view: RoadView, theme: Theme) -> Iterator[str]:
    """Yield the offered cards, on the right."""
    if view.offer is None or not view.offer.cards:
        return
    x = 772 - len(view.offer.cards) * 68 - 2
    yield tray(x, theme)
    for place, each in enumerate(view.offer.cards):
        yield laid(each, place, x, HAND - 1, theme)
