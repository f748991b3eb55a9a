"""Draw Hanamikoji's street: seven geishas, the items on both sides, the tokens, a hand or an offer."""

from collections.abc import Iterator, Sequence

from hanamachi.core.words import Words
from hanamachi.games.hanamikoji.moves import Competition
from hanamachi.games.hanamikoji.pieces import ACTIONS, BOXES, NAMES, VALUE, Item, spread
from hanamachi.games.hanamikoji.view import HanamikojiView
from hanamachi.pictures.pieces import HAND, card, player, sliver, tray
from hanamachi.pictures.svg import SERIF, box, disc, drawing, foot, text
from hanamachi.pictures.theme import CREAM, INK, Look, Theme, band

LOOK = Look("#8E2F57", "mon-hanamikoji")
PAINT = ("#6B34A8", "#AD1F1A", "#967B10", "#0C2C70", "#4A2310", "#0A6A60", "#CE4F9E")
PORTRAITS = ("ayane", "iroha", "tomoyo", "yoko", "chiharu", "ruri", "anju")
COLUMN, GAP = 103, 8.5
MIDDLE, LOWER = 178, 368  # where the geishas begin, and the items below
GEISHA = 166  # how high a geisha is
STEP = 23  # from one item on a side to the next


def draw(view: HanamikojiView, names: Sequence[str], words: Words, theme: Theme) -> str:
    own = view.seat or 0
    rows = [
        column(view, item, place, own, words, theme)
        for place, item in enumerate(BOXES[view.options.box].items)
    ]
    return "".join(
        [
            line(view, names, 1 - own, 8, theme),
            line(view, names, own, 446 if shows_cards(view) else 520, theme),
            *rows,
            *hand(view, theme),
            *offer(view, theme),
        ]
    )


def shows_cards(view: HanamikojiView) -> bool:
    return bool(view.hand and sum(view.hand)) or view.offer is not None


def sign(item: Item) -> str:
    return f"item-{NAMES[item].replace('_', '')}"


def line(view: HanamikojiView, names: Sequence[str], seat: int, y: float, theme: Theme) -> str:
    """Return a player's line, with the geishas won over and their points."""
    race, asked = view.race[seat], view.prompt is not None and view.prompt.seat == seat
    actions = [(ACTIONS[each], each in view.actions[seat]) for each in BOXES[view.options.box].actions]
    return "".join(
        [
            player(names[seat], y, theme, asked=asked, actions=actions, cards=view.hands[seat], look=LOOK),
            drawing("art-token", 246, y + 4, 30, ink=theme.ink, cut=theme.paper),
            text(284, y + 28, f"{race.geishas}", 26, theme.ink, font=SERIF),
            text(308, y + 28, f"({race.points})", 22, theme.ink2),
        ]
    )


def column(view: HanamikojiView, item: Item, place: int, own: int, words: Words, theme: Theme) -> str:
    x = place * (COLUMN + GAP)
    above, below = view.sides[1 - own][item], view.sides[own][item]
    room = 62 if shows_cards(view) else 110  # for the items below, but the first
    drawn = [beside(item, x, MIDDLE - 34 - copy * STEP, theme) for copy in reversed(range(above))]
    step = min(STEP, room / max(1, below - 1))
    drawn += [beside(item, x, LOWER - 14 + copy * step, theme) for copy in reversed(range(below))]
    return "".join([*drawn, geisha(item, x, words, theme), token(view, item, x, own, theme)])


def geisha(item: Item, x: float, words: Words, theme: Theme) -> str:
    ink, low = PAINT[item], MIDDLE + GEISHA - 40
    return "".join(
        [
            box(x, MIDDLE, COLUMN, GEISHA, theme.card, rx=8),
            drawing(f"geisha-{PORTRAITS[item]}", x + 5, low - 94, 94, ink=ink, cut=theme.card),
            foot(x, low, COLUMN, 40, band(ink)),
            text(x + 9, MIDDLE + 31, f"{VALUE[item]}", 30, INK, font=SERIF),
            text(x + 9, low + 26, words(f"geisha.{NAMES[item]}"), 19, CREAM, font=SERIF, room=COLUMN - 42),
            drawing(sign(item), x + COLUMN - 31, low + 8, 25, ink=CREAM, cut=band(ink)),
            box(x, MIDDLE, COLUMN, GEISHA, "none", rx=8, stroke=INK, stroke_width=2),
        ]
    )


def token(view: HanamikojiView, item: Item, x: float, own: int, theme: Theme) -> str:
    """Return the art token: on the side that it lies on, in its colour, or golden on the geisha."""
    lies = view.tokens[item]
    if lies is None:
        return art(x + COLUMN - 36, MIDDLE + 6, 30, "#8A6414")
    side = lies == own
    return art(
        x + COLUMN / 2 - 18,
        (MIDDLE + GEISHA - 15) if side else MIDDLE - 22,
        36,
        "#B5301F" if side else "#1F4570",
    )


def art(x: float, y: float, size: float, colour: str) -> str:
    ring = disc(x + size / 2, y + size / 2, size / 2 + 2, CREAM)
    return ring + drawing("art-token", x, y, size, ink=colour, cut=CREAM)


def beside(item: Item, x: float, y: float, theme: Theme) -> str:
    return sliver(VALUE[item], sign(item), PAINT[item], x + 6, y, COLUMN - 12, theme)


def laid(item: Item, x: float, y: float, theme: Theme) -> str:
    return card(VALUE[item], sign(item), PAINT[item], x, y, theme)


def hand(view: HanamikojiView, theme: Theme) -> Iterator[str]:
    """Yield the cards of the seat that looks."""
    for place, item in enumerate(spread(view.hand) if view.hand else ()):
        yield laid(item, place * 68, HAND, theme)


def offer(view: HanamikojiView, theme: Theme) -> Iterator[str]:
    """Yield the offered cards, on the right: pairs stand apart."""
    if view.offer is None:
        return
    pairs = isinstance(view.offer, Competition)
    x = 772 - len(view.offer.items) * 68 - (22 if pairs else 0) - 8
    yield tray(x, theme)
    for place, item in enumerate(view.offer.items):
        yield laid(item, x + place * 68 + (22 if pairs and place > 1 else 0), HAND - 1, theme)
