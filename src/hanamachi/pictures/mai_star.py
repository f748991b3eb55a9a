"""Draw Mai-Star's houses: geishas, reputation, guests and advertisers, and a hand."""

from collections.abc import Iterator, Sequence

from hanamachi.core.words import Words
from hanamachi.games.mai_star.pieces import (
    BONUS,
    CHARACTER,
    CHARACTER_NAMES,
    COLOUR,
    GEISHA_NAMES,
    INCOME,
    REQUIREMENT,
    SKILL_NAMES,
)
from hanamachi.games.mai_star.view import MaiStarView, OpenPlace
from hanamachi.pictures.pieces import HAND, back
from hanamachi.pictures.svg import BOLD, SERIF, box, disc, drawing, group, text
from hanamachi.pictures.theme import CREAM, INK, Look, Theme

LOOK = Look("#39437E", "mon-mai-star")
PAINT = ("#A5351A", "#3550B0", "#0A8B74", "#2A2A30")  # of the skills, and black
KIMONO = ("#845900", "#A5351A", "#3550B0", "#0A8B74", "#6B34A8", "#4A505C")
SKILLS = (*SKILL_NAMES, "black")
GAP = 12
PANEL = (772 - GAP) / 2


def draw(view: MaiStarView, names: Sequence[str], _words: Words, theme: Theme) -> str:
    rows = (len(view.places) + 1) // 2
    held = view.hand or ()
    high = ((HAND - 12 if held else 582) - GAP * (rows - 1)) / rows
    places = [
        panel(view, seat, names[seat], theme, (seat % 2 * (PANEL + GAP), seat // 2 * (high + GAP), high))
        for seat in range(len(view.places))
    ]
    if len(view.places) % 2:
        places.append(piles(view, PANEL + GAP, (rows - 1) * (high + GAP), high, theme))
    return "".join([*places, *hand(held, theme)])


def panel(view: MaiStarView, seat: int, name: str, theme: Theme, at: tuple[float, float, float]) -> str:
    """Return one player's side."""
    (x, y, high), place = at, view.places[seat]
    now = view.player == seat
    drawn = [
        box(
            0,
            0,
            PANEL,
            high,
            theme.panel,
            rx=14,
            stroke=theme.kin if now else theme.line,
            stroke_width=3 if now else 2,
        ),
        portrait(place.geisha, theme),
        text(84, 32, name, 24, theme.ink, font=BOLD, room=196),
        *reputation(place, theme),
        back(LOOK, 292, 12, 22, 31),
        text(318, 35, f"{place.cards}", 22, theme.ink2, font=BOLD),
    ]
    if view.totals:
        drawn.append(text(PANEL - 14, 37, f"{view.totals[seat]}", 28, theme.ink, font=SERIF, anchor="end"))
    top = 84 + max(0, (high - 188) / 4)
    size = min(62.0, (high - top - 10) / 2 * 0.68)
    drawn += row(place.guests, top, size, theme, guests=True)
    drawn += row(place.advertisers, top + size * 1.36 + (high - 188) / 8, size, theme, guests=False)
    return group(*drawn, x=x, y=y)


def portrait(geisha: int | None, theme: Theme) -> str:
    ground = disc(42, 42, 32, theme.card, stroke=INK, stroke_width=2)
    if geisha is None:
        return ground + drawing(LOOK.crest, 22, 22, 40, ink=LOOK.cloth, cut=theme.card)
    name = GEISHA_NAMES[geisha].replace("_", "-")
    return ground + drawing(f"geisha-{name}", 15, 13, 54, ink=KIMONO[geisha], cut=theme.card)


def reputation(place: OpenPlace, theme: Theme) -> Iterator[str]:
    """Yield the geisha's skills; before a geisha is chosen there are none."""
    if place.reputation is None:
        return
    for skill, points in enumerate(place.reputation):
        x = 84 + skill * 66
        yield box(x, 44, 60, 28, theme.card, rx=6)
        yield drawing(f"skill-{SKILLS[skill]}", x + 5, 47, 22, ink=PAINT[skill], cut=theme.card)
        yield text(x + 52, 65, f"{points}", 20, INK, font=SERIF, anchor="end")
    yield text(290, 65, f"+{place.income}" if place.income else "", 20, theme.ink2, font=BOLD)


def row(cards: Sequence[int], y: float, size: float, theme: Theme, *, guests: bool) -> Iterator[str]:
    """Yield a row of cards, the newest on top; the more there are, the closer they lie."""
    step = min(size + 5, (PANEL - 28 - size) / max(1, len(cards) - 1))
    for at, card in enumerate(cards):
        yield mini(card, 14 + at * step, y, size, theme, guests=guests)


def mini(card: int, x: float, y: float, size: float, theme: Theme, *, guests: bool) -> str:
    """Return a card that lies: a guest shows its income, an advertiser what it adds."""
    paint, high = PAINT[COLOUR[card]], size * 1.3
    worth = f"{INCOME[card]}" if guests else f"+{max(BONUS[card])}"
    corner, low = size * 0.42, y + high
    skill = f"skill-{SKILLS[COLOUR[card]]}"
    return "".join(
        [
            box(x, y, size, high, theme.card, rx=5),
            drawing(emblem(card), x + size * 0.24, y + size * 0.1, size * 0.66, ink=paint, cut=theme.card),
            box(x, low - corner, corner, corner, paint, rx=4),
            drawing(skill, x + corner * 0.12, low - corner * 0.88, corner * 0.76, ink=CREAM, cut=paint),
            text(x + size - 4, low - 6, worth, size * 0.4, INK, font=SERIF, anchor="end"),
            box(x, y, size, high, "none", rx=5, stroke=INK, stroke_width=1.5),
        ]
    )


def emblem(card: int) -> str:
    return f"char-{CHARACTER_NAMES[CHARACTER[card]].removesuffix('_wrestler')}"


def hand(cards: Sequence[int], theme: Theme) -> Iterator[str]:
    """Yield the cards of the seat that looks."""
    step = min(70.0, 706 / max(1, len(cards) - 1))
    for at, card in enumerate(cards):
        yield held(card, at * step, theme)


def held(card: int, x: float, theme: Theme) -> str:
    ink = PAINT[COLOUR[card]]
    return "".join(
        [
            box(x, HAND, 64, 86, theme.card, rx=6),
            drawing(f"skill-{SKILLS[COLOUR[card]]}", x + 5, HAND + 5, 19, ink=ink, cut=theme.card),
            text(x + 26, HAND + 22, f"{REQUIREMENT[card]}", 20, INK, font=SERIF),
            disc(x + 51, HAND + 14, 11, INK),
            text(x + 51, HAND + 19, f"{INCOME[card]}", 14, CREAM, font=BOLD, anchor="middle"),
            drawing(emblem(card), x + 11, HAND + 32, 42, ink=ink, cut=theme.card),
            box(x, HAND, 64, 86, "none", rx=6, stroke=INK, stroke_width=2),
        ]
    )


def piles(view: MaiStarView, x: float, y: float, high: float, theme: Theme) -> str:
    """Return the deck and the newest discarded card, at the empty side."""
    middle, wide = high / 2, min(92.0, high * 0.5)
    drawn = [
        back(LOOK, 70, middle - wide * 0.7, wide, wide * 1.4),
        text(
            70 + wide / 2, middle + wide * 0.7 + 28, f"{view.deck}", 22, theme.ink, font=BOLD, anchor="middle"
        ),
    ]
    if view.discards:
        drawn.append(mini(view.discards[-1], 220, middle - wide * 0.65, wide, theme, guests=True))
        drawn.append(
            text(
                220 + wide / 2,
                middle + wide * 0.7 + 28,
                f"{len(view.discards)}",
                22,
                theme.ink,
                font=BOLD,
                anchor="middle",
            )
        )
    return group(*drawn, x=x, y=y)
