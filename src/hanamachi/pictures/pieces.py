"""Draw what the boards of several games share: cards, their backs, tokens, a player's line."""

from collections.abc import Sequence

from hanamachi.pictures.svg import BOLD, SERIF, box, disc, drawing, foot, group, path, text
from hanamachi.pictures.theme import CREAM, INK, Look, Theme, band

HAND = 496  # where a hand and an offer lie


def player(
    name: str,
    y: float,
    theme: Theme,
    *,
    asked: bool,
    actions: Sequence[tuple[str, bool]],
    cards: int,
    look: Look,
) -> str:
    """Return a player's name, the actions with those that are left, and the number of cards in hand."""
    drawn = [
        disc(18, y + 19, 12, theme.shu if asked else theme.edge),
        text(42, y + 28, name, 25, theme.ink, font=BOLD, room=190),
        back(look, 676, y - 3, 30, 42),
        text(716, y + 28, f"× {cards}", 24, theme.ink, font=BOLD),
    ]
    for place, (action, left) in enumerate(actions):
        drawn.append(action_token(action, 376 + place * 47, y, theme, left=left))
    return "".join(drawn)


def action_token(action: str, x: float, y: float, theme: Theme, *, left: bool) -> str:
    token = disc(x + 20, y + 19, 20, theme.panel, stroke=theme.edge, stroke_width=1.5)
    sign = drawing(f"action-{action.replace('_', '-')}", x + 6, y + 5, 28, ink=theme.ink, cut=theme.panel)
    if left:
        return token + sign
    return group(
        token,
        sign,
        path(f"M{x + 6} {y + 33}L{x + 34} {y + 5}", stroke=theme.ink, stroke_width=2.5),
        opacity=0.4,
    )


def card(value: int, sign: str, paint: str, x: float, y: float, theme: Theme) -> str:
    """Return a card of a hand or an offer."""
    return "".join(
        [
            box(x, y, 62, 84, theme.card, rx=6),
            text(x + 7, y + 24, f"{value}", 23, INK, font=SERIF),
            drawing(sign, x + 13, y + 26, 36, ink=paint, cut=theme.card),
            foot(x, y + 68, 62, 16, band(paint)),
            box(x, y, 62, 84, "none", rx=6, stroke=INK, stroke_width=2),
        ]
    )


def sliver(value: int, sign: str, paint: str, x: float, y: float, width: float, theme: Theme) -> str:
    """Return a card that lies beside others of its kind: its colour, number and sign."""
    return "".join(
        [
            box(x, y, width, 28, theme.card, rx=4),
            box(x, y, 9, 28, paint, rx=3),
            text(x + 17, y + 21, f"{value}", 20, INK, font=SERIF),
            drawing(sign, x + width - 28, y + 3, 22, ink=paint, cut=theme.card),
            box(x, y, width, 28, "none", rx=4, stroke=INK, stroke_width=1.5),
        ]
    )


def back(look: Look, x: float, y: float, width: float, height: float) -> str:
    """Return a card that lies face down."""
    inner = box(x + 3, y + 3, width - 6, height - 6, "none", rx=2, stroke=CREAM, stroke_width=1)
    crest = width * 0.64
    sign = drawing(
        look.crest, x + (width - crest) / 2, y + (height - crest) / 2, crest, ink=CREAM, cut=look.cloth
    )
    return box(x, y, width, height, look.cloth, rx=4) + inner + sign


def tray(x: float, theme: Theme) -> str:
    """Return the ground of an offer, which lies at the right."""
    return box(x - 8, HAND - 8, 780 - x, 98, theme.panel, rx=10, stroke=theme.shu, stroke_width=2)
